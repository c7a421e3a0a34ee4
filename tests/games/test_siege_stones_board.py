"""The board of Siege Stones (RULES S1)."""

import itertools

from engine.games.board import Board
from engine.games.siege_stones.board import CELLS, NEIGHBOURS, symmetries
from tests.games.support import played

PICTURE = (
    "A4 B5 C6 D7",
    "A3 B4 C5 D6 E7",
    "A2 B3 C4 D5 E6 F7",
    "A1 B2 C3 D4 E5 F6 G7",
    "B1 C2 D3 E4 F5 G6",
    "C1 D2 E3 F4 G5",
    "D1 E2 F3 G4",
)


def board(moves: str = "") -> Board:
    """The board after these moves."""
    return played("siege_stones", {}, moves.split()).board()


def test_s1_board_has_37_circles_and_90_pairs() -> None:
    degrees = [len(near) for near in NEIGHBOURS]
    assert sorted(CELLS) == sorted(" ".join(PICTURE).split())
    assert [degrees.count(n) for n in (6, 4, 3)] == [19, 12, 6]
    assert sum(degrees) == 2 * 90
    assert all(a in NEIGHBOURS[b] for a in range(37) for b in NEIGHBOURS[a])


def test_s1_neighbours_of_the_centre_and_of_a_corner() -> None:
    cells = {cell.vertex: cell for cell in board().cells}
    assert set(cells["D4"].neighbours) == {"D3", "D5", "C4", "E4", "E5", "C3"}
    assert set(cells["A1"].neighbours) == {"A2", "B1", "B2"}


def test_s1_cells_stand_in_rows_from_the_bottom() -> None:
    places = [(int(name[1]), name[0]) for name in CELLS]
    assert places == sorted(places)
    assert (CELLS[0], CELLS[3], CELLS[4], CELLS[36]) == ("A1", "D1", "A2", "G7")


def test_s1_picture() -> None:
    centres = {cell.vertex: cell.centre for cell in board().cells}
    for row in PICTURE:
        names = row.split()
        assert len({round(centres[name][1], 9) for name in names}) == 1
        steps = [centres[b][0] - centres[a][0] for a, b in itertools.pairwise(names)]
        assert steps == [1] * len(steps)
    heights = [centres[row.split()[0]][1] for row in PICTURE]
    assert heights == sorted(heights, reverse=True)
    assert centres["D4"] == (0, 0)


def test_s1_symmetries() -> None:
    images = symmetries()
    assert images[0] == list(range(37))
    assert len({tuple(image) for image in images}) == 12
    for image in images:
        assert sorted(image) == list(range(37))
        for cell, near in enumerate(NEIGHBOURS):
            assert {image[other] for other in near} == set(NEIGHBOURS[image[cell]])


def test_board_data_of_round_cells_and_pieces() -> None:
    filled = board("D4=S D5=T E4=S")
    cells = {cell.vertex: cell for cell in filled.cells}
    assert filled.regions == ()
    assert all(cell.polygon == () and cell.print == "" for cell in filled.cells)
    assert [(cells[n].owner, cells[n].piece) for n in ("D4", "D5", "E4", "A1")] == [
        (1, "S"),
        (1, "T"),
        (1, "S"),
        (0, ""),
    ]
