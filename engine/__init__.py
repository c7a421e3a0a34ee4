"""Quatuor: an engine for four abstract board games."""

__version__ = "0.1.0"
