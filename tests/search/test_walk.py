"""Random playouts: the same everywhere, and the position left as it was."""

import pytest

from engine.games.registry import GAMES
from engine.games.state import State
from engine.search.walk import perft, playouts
from tests.games.support import samples


@pytest.mark.parametrize(("name", "options"), samples())
def test_playouts_leave_the_position_as_it_was(name: str, options: dict[str, str]) -> None:
    state = State(GAMES[name].setup(options))
    before = state.text(), state.position.hash(), state.legal_moves()
    plies = playouts(state.position, 5, 42)
    assert (state.text(), state.position.hash(), state.legal_moves()) == before
    assert 5 <= plies <= 5 * state.position.plies_left()
    assert playouts(state.position, 5, 42) == plies


@pytest.mark.parametrize(("name", "options"), samples())
def test_perft_is_the_sum_over_the_moves(name: str, options: dict[str, str]) -> None:
    position = GAMES[name].setup(options).start()
    total = 0
    for move in position.legal():
        position.play(move)
        total += perft(position, 1)
        position.take_back()
    assert perft(position, 2) == total
    assert perft(position, 0) == 1
