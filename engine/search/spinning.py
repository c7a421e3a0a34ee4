"""A lock for a few hundred nanoseconds: only C macros when compiled, see ``spinning.pxd``."""
