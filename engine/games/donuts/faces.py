"""A user's own faces of the Donuts tiles, read from a file (RULES D2).

The file is a JSON object with a list ``tiles`` of four or more tiles; a tile is a list of its
faces, a face three rows of three letters as in ``"VHB/BSS/HVH"``.
"""

from os import PathLike, fspath
from typing import Any

from engine.games.donuts.board import TILE_SIDE, TILES, Tile, read_rows
from engine.games.errors import InvalidOption


def read_faces(path: str | PathLike[str]) -> tuple[Tile, ...]:
    """The tiles in the file at `path`, for ``DonutsGame``.

    Raises: InvalidOption, which says what is wrong with the file.
    """
    content = _json(path)
    if not isinstance(content, dict) or "tiles" not in content:
        raise _wrong('an object with "tiles" expected')
    tiles = content["tiles"]
    if not isinstance(tiles, list) or len(tiles) < TILES:
        raise _wrong(f'"tiles" must be a list of at least {TILES} tiles')
    return tuple(_tile(number, faces) for number, faces in enumerate(tiles, start=1))


def _wrong(why: str) -> InvalidOption:
    return InvalidOption("faces", why)


def _json(path: str | PathLike[str]) -> Any:
    """What the file contains. Raises InvalidOption if it cannot be read or is no JSON."""
    import json  # not at the start: hardly anybody has a file of faces

    name = fspath(path)
    try:
        with open(name, encoding="utf-8") as file:
            return json.load(file)
    except FileNotFoundError:
        raise _wrong(f"there is no file {name!r}") from None
    except OSError as error:
        raise _wrong(f"{name!r} cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        raise _wrong(f"{name!r} is not JSON: {error}") from None


def _tile(number: int, faces: Any) -> Tile:
    """Tile `number`, from 1. Raises InvalidOption unless it is a list of faces."""
    if not isinstance(faces, list) or not faces:
        raise _wrong(f"tile {number} must be a list of one or more faces")
    return tuple(_face(number, face) for face in faces)


def _face(number: int, face: Any) -> str:
    """A face of tile `number`. Raises InvalidOption unless it is three rows of three lines."""
    if not isinstance(face, str):
        raise _wrong(f'tile {number}: a face like "VHB/BSS/HVH" expected, not {face!r}')
    try:
        return "/".join(read_rows("faces", face, TILE_SIDE))
    except InvalidOption as error:
        raise _wrong(f"tile {number}, face {face!r}: {error.why}") from None
