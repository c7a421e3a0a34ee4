"""Siege Stones (RULES S1 to S12)."""
