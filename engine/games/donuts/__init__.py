"""Donuts (RULES D1 to D10)."""
