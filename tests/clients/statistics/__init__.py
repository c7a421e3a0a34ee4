"""Tests of what the referee computes from counts."""
