"""What must hold for every game of the table, whatever its rules.

A game that is entered in the table is tested here by that alone.
"""

from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.games.errors import CannotUndo, IllegalMove, InvalidOption
from engine.games.position import EVALUATION_LIMIT, ON_POINTS
from engine.games.registry import GAMES
from engine.games.state import State
from tests.games.support import COMPILED, samples

WALKS = 5 if COMPILED else 2
choices = st.lists(st.integers(0, 10**6), min_size=64, max_size=64)
Options = Mapping[str, str]


def snapshot(state: State) -> tuple[object, ...]:
    """Everything that can be seen of a state."""
    return (
        state.text(),
        state.position.hash(),
        state.seat,
        state.legal_moves(),
        state.scores(),
        state.outcome(),
        state.board(),
        state.position.plies_left(),
        None if len(state.setup.colours) > 2 else state.position.value(),
        list(state.history),
    )


def without_history(state: State) -> tuple[object, ...]:
    """Everything but the history, which a position text does not have."""
    return snapshot(state)[:-1]


@pytest.mark.parametrize(("name", "options"), samples())
@settings(max_examples=WALKS)
@given(walk=choices)
def test_walk(name: str, options: Options, walk: list[int]) -> None:
    """make, unmake, hash, text, outcome, totality and bounds at every ply of a random game."""
    state = State(GAMES[name].setup(options))
    trail = [snapshot(state)]
    bound = state.position.plies_left()
    for number in walk:
        if state.seat is None:
            break
        legal = state.legal_moves()
        assert legal, "C6: a game that is not over has a legal move"
        assert len(set(legal)) == len(legal)
        check_one_ply(state, legal[number % len(legal)])
        trail.append(snapshot(state))
        assert state.position.plies_left() + len(state.history) <= bound
    assert state.seat is None, "the bound on the game's length holds"
    check_outcome(state)
    while state.history:
        assert snapshot(state) == trail.pop()
        state.undo()
    assert snapshot(state) == trail.pop()
    with pytest.raises(CannotUndo):
        state.undo()


def check_one_ply(state: State, move: str) -> None:
    """Play `move` and compare what was foretold, and the position rebuilt from its text."""
    seat = state.seat
    before = snapshot(state)
    foretold = state.effects(move)
    owners = {cell.vertex: cell.owner for cell in state.board().cells}
    assert snapshot(state) == before
    assert state.why_illegal(move) is None
    state.play(move)
    assert (state.history[-1].seat, state.history[-1].text) == (seat, move)
    turned = {e.cells[0] for e in foretold if e.kind in ("turn", "control")}
    filled = move.partition("=")[0]
    changed = {
        cell.vertex
        for cell in state.board().cells
        if cell.owner != owners[cell.vertex] and cell.vertex != filled
    }
    assert changed == turned
    again = State.from_text(state.text(), GAMES)
    assert without_history(again) == without_history(state)
    assert without_history(state.copy()) == without_history(state)
    check_evaluation(state)


def check_evaluation(state: State) -> None:
    """Evaluations keep their distance from exact scores, bare ones too."""
    if len(state.setup.colours) != 2:
        return
    value = abs(state.position.value())
    assert value == 0 or (value >= ON_POINTS if state.seat is None else value < EVALUATION_LIMIT)
    if state.seat is not None:
        plain = state.copy()
        plain.position.plain = True
        totals = state.position.totals()
        mover = state.position.seat_to_move()
        lead = totals[mover] - totals[1 - mover]
        assert (plain.position.value() > 0) == (lead > 0)


def check_outcome(state: State) -> None:
    """A finished game has a winner or a draw, and refuses moves."""
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.reason
    assert (outcome.winner is None) == (len(outcome.drawn) > 1)
    assert outcome.margin >= 0
    assert state.legal_moves() == []
    assert state.position.plies_left() >= 0
    for cell in state.setup.cells[:3]:
        with pytest.raises(IllegalMove):
            state.play(cell)


@pytest.mark.parametrize(("name", "options"), samples())
@settings(max_examples=WALKS)
@given(walk=choices, stop=st.integers(0, 40))
def test_legal_is_accepted_and_illegal_is_refused_unchanged(
    name: str, options: Options, walk: list[int], stop: int
) -> None:
    state = State(GAMES[name].setup(options))
    for number in walk[:stop]:
        if state.seat is not None:
            legal = state.legal_moves()
            state.play(legal[number % len(legal)])
    accepted = set(state.legal_moves())
    before = snapshot(state)
    pieces = ["", "=1", "=2", "=3", "=S", "=T", "=4"]
    words = [f"{cell}{piece}" for cell in state.setup.cells for piece in pieces]
    for word in [*words, "pass", "PASS", "resign", "I5", "A0", "A11", "Z1", "", "D4 D5", "d4=t"]:
        trial = state.copy()
        if state.why_illegal(word) is None:
            assert trial.play(word) in accepted
            continue
        with pytest.raises(IllegalMove) as caught:
            trial.play(word)
        assert caught.value.rule[0] in "CKDGS"
        assert caught.value.why
        assert snapshot(trial) == (*before[:-1], [])
    assert snapshot(state) == before


@pytest.mark.parametrize(("name", "options"), samples())
def test_setup_line_rebuilds_the_setup(name: str, options: Options) -> None:
    setup = GAMES[name].setup(options)
    word, *rest = setup.line.split()
    again = GAMES[word].setup(dict(item.split("=", 1) for item in rest))
    assert again == setup
    assert again.line == setup.line
    assert setup.cells == again.cells
    recorded = [option.name for option in GAMES[name].options if option.recorded]
    assert [item.split("=")[0] for item in rest] == recorded


@pytest.mark.parametrize(("name", "options"), samples())
def test_board_data_is_consistent(name: str, options: Options) -> None:
    state = State(GAMES[name].setup(options))
    cells = {cell.vertex: cell for cell in state.board().cells}
    assert list(cells) == list(state.setup.cells)
    assert len({cell.centre for cell in cells.values()}) == len(cells)
    for cell in cells.values():
        assert not cell.piece
        assert cell.owner == 0
        assert all(cell.vertex in cells[near].neighbours for near in cell.neighbours)
        assert cell.polygon == () or len(cell.polygon) >= 3
    for region in state.board().regions:
        assert set(region.cells) <= set(cells)


@pytest.mark.parametrize("name", GAMES)
def test_seats_take_turns_from_seat_one(name: str) -> None:
    """C1, and no seat moves twice in a row in any game (a pass is a move)."""
    for options in GAMES[name].samples:
        state = State(GAMES[name].setup(options))
        while state.seat is not None:
            state.play(state.legal_moves()[0])
        seats = [played.seat for played in state.history]
        assert seats == [1 + ply % state.setup.seats for ply in range(len(seats))]


@pytest.mark.parametrize("name", GAMES)
def test_unknown_options_are_refused_by_name(name: str) -> None:
    with pytest.raises(InvalidOption) as caught:
        GAMES[name].setup({"colour": "blue"})
    assert caught.value.name == "colour"
    assert all(option.name in caught.value.why for option in GAMES[name].options)


@pytest.mark.parametrize("name", GAMES)
def test_option_names_are_read_in_any_case(name: str) -> None:
    for options in GAMES[name].samples:
        upper = {key.upper(): value for key, value in options.items()}
        assert GAMES[name].setup(upper) == GAMES[name].setup(options)


@pytest.mark.parametrize("name", GAMES)
def test_a_board_of_every_samples_size_is_found(name: str) -> None:
    game = GAMES[name]
    for options in game.samples:
        setup = game.setup(options)
        found = game.setup_of_size(game.setup(game.samples[0]), setup.width, setup.height)
        assert found is not None
        assert (found.width, found.height) == (setup.width, setup.height)
    assert game.setup_of_size(game.setup(game.samples[0]), 3, 97) is None


def state_or_refusal(text: str) -> State | str:
    """The state that `text` describes, or what the ValueError says."""
    try:
        return State.from_text(text, GAMES)
    except ValueError as error:
        return str(error)


@pytest.mark.parametrize("name", GAMES)
def test_rubbish_is_no_position(name: str) -> None:
    """Every single field spoilt or left out is refused with a ValueError, never a crash."""
    state = State(GAMES[name].setup(GAMES[name].samples[0]))
    state.play(state.legal_moves()[0])
    words = state.text().split()
    known = {option.name for option in GAMES[name].options}
    for i, word in enumerate(words[1:], start=1):
        field = word.partition("=")[0]
        for wrong in ("", "x", "-1", "?", "A1,A1", "99", "\u00e9", "none/none", "=", "/"):
            spoilt = " ".join([*words[:i], f"{field}={wrong}", *words[i + 1 :]])
            found = state_or_refusal(spoilt)
            if isinstance(found, State):
                assert without_history(State.from_text(found.text(), GAMES))
            else:
                assert found, "a refusal says why"
        if field not in known:
            with pytest.raises(ValueError, match=field):
                State.from_text(" ".join(words[:i] + words[i + 1 :]), GAMES)
    with pytest.raises(ValueError, match="twice"):
        State.from_text(" ".join([*words, words[-1]]), GAMES)


@pytest.mark.parametrize(("name", "options"), samples())
@settings(max_examples=WALKS)
@given(walk=choices)
def test_a_random_pick_is_the_move_at_its_place_in_the_list(
    name: str, options: Options, walk: list[int]
) -> None:
    position = GAMES[name].setup(options).start()
    for number in walk:
        random = number * 0x9E3779B97F4A7C15 % 2**64
        legal = position.legal()
        expected = legal[(random >> 32) * len(legal) >> 32] if legal else -1
        assert position.picked(random) == expected
        if not legal:
            break
        position.play(expected)
