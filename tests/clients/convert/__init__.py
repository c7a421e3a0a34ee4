"""Conversion of games between SGF, GTP scripts and lines of JSON."""
