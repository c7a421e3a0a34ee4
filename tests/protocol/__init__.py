"""Tests of the language, PROTOCOL sections 1 and 2."""
