"""A folder of games, made in chunks by several processes.

A folder has a ``plan.json`` and files ``games-00000.jsonl`` of ``CHUNK`` games, one a line. A
chunk appears under its name when it is complete, so a run that was interrupted goes on where it
was; and since every game depends on the plan and its number only, the folder is the same in the
end.
"""

import json
import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import partial
from multiprocessing import get_context
from pathlib import Path

#: Plays the game of a number and gives its line; it must be picklable.
Play = Callable[[int], str]
#: Hears how many games there are.
Tell = Callable[[int], None]
#: Games in a file.
CHUNK = 20


class OtherPlan(Exception):
    """The folder holds games of another plan."""


def fill(
    folder: Path, plan: Mapping[str, object], play: Play, games: int, workers: int, tell: Tell
) -> None:
    """Let the folder have at least so many games of this plan, played by so many processes.

    `tell` hears how many there are at first and whenever a chunk is done.

    Raises: OtherPlan if the folder was begun with another plan; OSError; BrokenProcessPool if a
    process was killed. After any of these, and after an interruption, the same call goes on.
    """
    folder.mkdir(parents=True, exist_ok=True)
    agree(plan, folder / "plan.json")
    chunks = [chunk_path(folder, number) for number in range((games + CHUNK - 1) // CHUNK)]
    missing = [number for number, path in enumerate(chunks) if not path.exists()]
    done = len(chunks) - len(missing)
    tell(done * CHUNK)
    for _ in made_by(workers, partial(make_chunk, folder, play), missing):
        done += 1
        tell(done * CHUNK)


def made_by(workers: int, make: Callable[[int], None], missing: Sequence[int]) -> Iterator[None]:
    """Make the missing chunks; something comes whenever one is done.

    Whatever ends the iteration ends the processes, too: at once, or after their chunks.
    """
    workers = min(workers, len(missing))
    if workers <= 1:
        yield from map(make, missing)
        return
    with ProcessPoolExecutor(workers, get_context("spawn"), die_of_interrupts) as pool:
        try:
            for chunk in as_completed([pool.submit(make, number) for number in missing]):
                yield chunk.result()
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def die_of_interrupts() -> None:
    """Ctrl-C, which reaches all processes of a terminal, ends a worker in the midst of a game."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def agree(plan: Mapping[str, object], path: Path) -> None:
    """Write the plan down, or find the same one there. Raises: OtherPlan; OSError."""
    text = json.dumps(plan)
    if not path.exists():
        path.write_text(text, encoding="utf-8")
    elif path.read_text(encoding="utf-8") != text:
        raise OtherPlan(f"{path} has {path.read_text(encoding='utf-8')}, wanted {text}")


def chunk_path(folder: Path, number: int) -> Path:
    """The file of chunk `number`."""
    return folder / f"games-{number:05}.jsonl"


def make_chunk(folder: Path, play: Play, number: int) -> None:
    """Play the games of a chunk and put its file in place."""
    lines = [play(game) for game in range(number * CHUNK, (number + 1) * CHUNK)]
    path = chunk_path(folder, number)
    unfinished = path.with_suffix(".part")
    unfinished.write_text("\n".join(lines) + "\n", encoding="utf-8")
    unfinished.replace(path)


def read_lines(folder: Path, games: int) -> Iterator[str]:
    """The first games of a folder, as many as there are, at most so many."""
    left = games
    for path in sorted(folder.glob("games-*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines()[:left]:
            left -= 1
            yield line
        if left <= 0:
            return
