"""Where games are written: whole or not at all."""

import os
import shutil
import stat
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import BytesIO
from typing import BinaryIO, Protocol

from clients.convert.errors import BadFile
from clients.convert.source import STANDARD, STANDARD_OUTPUT, why

#: What is kept in memory for standard output before it goes to a file without a name, in bytes.
SPOOL = 1 << 24


class Output(Protocol):
    """Takes the games; nothing is to be seen of them before ``commit``."""

    name: str
    is_folder: bool

    def begin(self) -> None:
        """Get ready. Raises: OSError."""

    def add(self, data: bytes, stem: str, number: int) -> None:
        """Take a game, the `number`th of a file whose name without its ending is `stem`.

        Raises: OSError.
        """

    def commit(self) -> None:
        """Put everything in place. Raises: BadFile, OSError."""

    def discard(self) -> None:
        """Leave nothing behind, after ``commit`` as without it, and even without ``begin``."""


@contextmanager
def writing(output: Output) -> Iterator[Output]:
    """The output, committed at the end; after any error it is as if nothing had been written.

    Raises: BadFile.
    """
    try:
        output.begin()
        yield output
        output.commit()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise BadFile(f"cannot write {output.name}: {why(error)}; nothing was written") from error
    finally:
        output.discard()


def output_to(path: str, ending: str, is_forced: bool) -> Output:
    """The output of that name: standard output, a folder, or a file; `ending` is for a folder.

    Raises: BadFile if something is there that must not be replaced.
    """
    try:
        if path == STANDARD:
            return StandardOutput()
        if path.endswith("/") or os.path.isdir(path):
            return Folder(path, ending, is_forced)
        return OneFile(path, is_forced)
    except (OSError, ValueError) as error:
        raise BadFile(f"cannot write {path}: {why(error)}") from error


def _check_place(path: str, is_forced: bool) -> None:
    """Raises: BadFile if something stands there that must not be replaced."""
    if not os.path.lexists(path):
        return
    if os.path.isdir(path):
        raise BadFile(f"cannot write {path}: it is a folder")
    if os.path.exists(path) and not os.path.isfile(path):
        raise BadFile(
            f"cannot write {path}: it is no ordinary file; {STANDARD} is standard output, and "
            "--check writes nothing"
        )
    if not is_forced:
        raise BadFile(f"{path} is there already: --force replaces it")


class Nowhere:
    """Games are only looked at."""

    name = "nowhere"
    is_folder = True

    def begin(self) -> None:
        """Do nothing."""

    def add(self, data: bytes, stem: str, number: int) -> None:
        """Do nothing."""

    def commit(self) -> None:
        """Do nothing."""

    def discard(self) -> None:
        """Do nothing."""


class StandardOutput:
    """Standard output, which gets nothing before all games are known to be good."""

    name = STANDARD_OUTPUT
    is_folder = False

    def __init__(self) -> None:
        self._spool = tempfile.SpooledTemporaryFile(SPOOL)  # noqa: SIM115 - closed by `discard`

    def begin(self) -> None:
        """Do nothing: what is kept has no name."""

    def add(self, data: bytes, stem: str, number: int) -> None:
        """Keep the game."""
        self._spool.write(data)

    def commit(self) -> None:
        """Write everything."""
        self._spool.seek(0)
        shutil.copyfileobj(self._spool, sys.stdout.buffer)
        sys.stdout.flush()

    def discard(self) -> None:
        """Forget what is kept."""
        self._spool.close()


class OneFile:
    """One file, which is written beside its place and moved there at the end."""

    is_folder = False

    def __init__(self, path: str, is_forced: bool) -> None:
        """Raises: BadFile, OSError."""
        self.name = path
        self._is_forced = is_forced
        _check_place(path, is_forced)
        self._path = os.path.realpath(path)
        folder, base = os.path.split(self._path)
        self._beside = os.path.join(folder, f".{base}.{os.getpid()}.part")
        self._file: BinaryIO = BytesIO()

    def begin(self) -> None:
        """Open the file beside the place."""
        self._file = open(self._beside, "wb")  # noqa: SIM115 - closed by `discard`

    def add(self, data: bytes, stem: str, number: int) -> None:
        """Write the game beside the place."""
        self._file.write(data)

    def commit(self) -> None:
        """Move it there; the permissions of a file that is replaced stay."""
        self._file.flush()
        os.fsync(self._file.fileno())
        _check_place(self.name, self._is_forced)
        with suppress(FileNotFoundError):
            os.chmod(self._beside, stat.S_IMODE(os.stat(self._path).st_mode))
        os.replace(self._beside, self._path)

    def discard(self) -> None:
        """Take away what stands beside the place."""
        with suppress(OSError):  # a full disk may refuse what is still to be written
            self._file.close()
        with suppress(FileNotFoundError, NotADirectoryError):
            os.remove(self._beside)


class Folder:
    """A folder with a file for each game, called after the file that the game comes from.

    A file with one game keeps its name; with several, their numbers are added: ``cup-1.gtp``. All
    are written into a folder beside it, and moved at the end.
    """

    is_folder = True

    def __init__(self, path: str, ending: str, is_forced: bool) -> None:
        """Raises: BadFile, OSError."""
        self.name = path
        self._path = os.path.realpath(path)
        self._ending = ending
        self._is_forced = is_forced
        if os.path.lexists(self._path) and not os.path.isdir(self._path):
            raise BadFile(f"cannot write {path}: it is no folder")
        parent, base = os.path.split(self._path)
        self._beside = os.path.join(parent, f".{base}.{os.getpid()}.part")
        self._games: list[tuple[str, int]] = []

    def begin(self) -> None:
        """Make the folder beside the place."""
        os.mkdir(self._beside)

    def add(self, data: bytes, stem: str, number: int) -> None:
        """Write the game beside the place, under the number of its coming."""
        with open(self._part(len(self._games)), "xb") as file:
            file.write(data)
        self._games.append((stem, number))

    def commit(self) -> None:
        """Move all files; none is if one of them must not be."""
        names = self._names()
        for name in names:
            _check_place(os.path.join(self._path, name), self._is_forced)
        os.makedirs(self._path, exist_ok=True)
        for place, name in enumerate(names):
            os.replace(self._part(place), os.path.join(self._path, name))

    def discard(self) -> None:
        """Take away what stands beside the place."""
        shutil.rmtree(self._beside, ignore_errors=True)

    def _part(self, place: int) -> str:
        return os.path.join(self._beside, str(place))

    def _names(self) -> list[str]:
        """The names of the files. Raises: BadFile if two would have the same."""
        counts = Counter(stem for stem, _ in self._games)
        names = [
            f"{stem}-{number}{self._ending}" if counts[stem] > 1 else f"{stem}{self._ending}"
            for stem, number in self._games
        ]
        name, count = Counter(names).most_common(1)[0] if names else ("", 0)
        if count > 1:
            raise BadFile(
                f"{count} games would be written to {os.path.join(self.name, name)}: convert "
                "files of the same name into different folders"
            )
        return names
