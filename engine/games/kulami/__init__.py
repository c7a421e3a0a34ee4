"""Kulami (RULES K1 to K14)."""
