"""Who looks after a proof while it runs: shows it, and keeps its journal up to date."""

from time import monotonic

from engine.session.solving.errors import why
from engine.session.solving.journal import Folder, Record
from engine.session.solving.progress import Progress
from engine.session.solving.proof import Proof


class Keeper:
    """Writes the journal whenever a bound is proved, and `every` so many seconds.

    Without a folder there is no journal.
    """

    def __init__(
        self, proof: Proof, record: Record, folder: Folder | None, progress: Progress, every: float
    ) -> None:
        self._proof = proof
        self._record = record
        self._folder = folder
        self._progress = progress
        self._every = every
        self._next = 0.0
        self._saved: tuple[int, int] | None = None
        self._trouble = ""

    def tick(self) -> None:
        """Do what is due."""
        self._progress.show(self._proof)
        known = self._proof.standing()
        if (known.low, known.high) != self._saved or monotonic() >= self._next:
            self.save()

    def save(self) -> bool:
        """Write the journal; whether there is a folder and it could be written.

        A failure is told and does not end the proof: the disk may have room again later.
        """
        if self._folder is None:
            return False
        known = self._proof.standing()
        self._record.standing = known
        self._saved, self._next = (known.low, known.high), monotonic() + self._every
        try:
            self._folder.write(self._record)
        except OSError as error:
            self._tell(f"the journal could not be written: {why(error)}")
            return False
        self._trouble = ""
        return True

    def _tell(self, trouble: str) -> None:
        """Say what is wrong, once as long as it stays the same."""
        if trouble != self._trouble:
            self._trouble = trouble
            self._progress.say(trouble)
