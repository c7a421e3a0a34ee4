"""Answers that go on for a while, line by line (PROTOCOL section 4)."""

from abc import ABC, abstractmethod


class Stream(ABC):
    """The text of an answer that comes while the engine searches."""

    #: Seconds from line to line.
    interval: float
    #: Whether the next line of input, whatever it says, ends it.
    gives_way: bool

    @abstractmethod
    def line(self) -> str:
        """The next line; empty if there is nothing to say yet."""

    @abstractmethod
    def wait(self, seconds: float) -> bool:
        """Wait until it is over by itself, at most so long; whether it is."""

    @abstractmethod
    def end(self) -> str:
        """End it; returns what is left to say, often nothing. To be called once, always."""
