"""Asking for memory before it is needed: only C macros when compiled, see ``prefetching.pxd``."""

from collections.abc import Sequence


def prefetch(words: Sequence[int], slot: int) -> None:
    """Let the cache line that the word at `slot` lies in be on its way; changes nothing."""
