"""Openings that neither side has the better of."""
