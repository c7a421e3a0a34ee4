"""Balanced openings: positions in which a long search gives neither side the better of it.

A candidate is drawn from a seed and its number, screened by an engine in stages, and kept in a
file if it stands them all. The same recipe and engine make the same file on every machine.
"""
