"""The kernel against the independent slow check, on positions that hypothesis makes."""

from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.games.registry import GAMES
from engine.games.state import State
from tests.games.support import COMPILED, samples
from tests.oracle import ORACLES
from tests.oracle.common import Oracle

EXAMPLES = 12 if COMPILED else 3
choices = st.lists(st.integers(0, 10**6), min_size=64, max_size=64)


def test_every_game_has_its_independent_check() -> None:
    assert set(ORACLES) == set(GAMES)


@pytest.mark.parametrize(("name", "options"), samples())
@settings(max_examples=EXAMPLES)
@given(walk=choices)
def test_agreement(name: str, options: Mapping[str, str], walk: list[int]) -> None:
    """Legality, captures, owners, scores and outcome at every ply of a random game."""
    state = State(GAMES[name].setup(options))
    oracle = ORACLES[name](dict(state.setup.options))
    for number in walk:
        compare(state, oracle)
        if state.seat is None:
            return
        legal = state.legal_moves()
        move = legal[number % len(legal)]
        turned = {e.cells[0] for e in state.effects(move) if e.kind == "turn"}
        assert oracle.play(move) == turned
        state.play(move)


def compare(state: State, oracle: Oracle) -> None:
    """Everything that both know of a position."""
    assert oracle.seats == state.setup.seats
    assert oracle.side() == state.seat
    assert oracle.legal() == state.legal_moves()
    assert oracle.over() == (state.seat is None)
    assert oracle.totals() == {score.seat: score.total for score in state.scores()}
    for score in state.scores():
        assert parts(oracle.detail()[score.seat]) == score.parts
    pieces = {cell.vertex: cell for cell in state.board().cells if cell.piece}
    owners = oracle.owners()
    assert owners.keys() == pieces.keys()
    for vertex, (seat, piece) in owners.items():
        if piece == "T":
            assert oracle.controllers()[vertex] == pieces[vertex].owner
        else:
            assert seat == pieces[vertex].owner
        assert piece is None or piece == pieces[vertex].piece
    compare_outcome(state, oracle)


def compare_outcome(state: State, oracle: Oracle) -> None:
    """Winner, draw and margin of a finished game."""
    outcome = state.outcome()
    if outcome is None:
        return
    assert oracle.winner() == outcome.winner
    assert (oracle.draw_between() or []) == list(outcome.drawn)
    if outcome.winner is not None:
        assert oracle.margin() == outcome.margin


def parts(detail: Mapping[str, int]) -> dict[str, str]:
    """The check's numbers as the score report writes them: discs left in one word."""
    discs = [str(value) for name, value in detail.items() if name.startswith("disc")]
    plain = {name: str(value) for name, value in detail.items() if not name.startswith("disc")}
    return {**plain, "discs": ",".join(discs)} if discs else plain
