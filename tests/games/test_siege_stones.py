"""Siege Stones, rule by rule (RULES S2 to S12, C2, C3, C7, C8).

Its board (S1) is in ``test_siege_stones_board``.
"""

import pytest

from engine.games.board import Effect
from engine.games.errors import IllegalMove, InvalidOption, InvalidPosition
from engine.games.registry import GAMES
from engine.games.siege_stones.board import CELLS
from engine.games.siege_stones.position import SiegeStones
from engine.games.state import Outcome, State

GAME = GAMES["siege_stones"]
EMPTY = "......./......./......./......./......./......./......."
#: The example of the World of Abstract Games, T1 of the golden positions.
ABSTRACT_GAMES = (
    "B4=S C6=S C5=S D7=S A2=S A3=S D5=S C4=S E6=S B2=S C3=S D3=S F5=S D6=T B3=T B1=T E4=T"
)
FLOWER = "D5=S D4=T E4=S E5=T C3=S D3=T C4=T"
#: Yellow gets the fourth tower by a move of blue.
GIVEN = "F3=S C1=S F7=S F4=S C5=T D6=S D1=T C4=S B5=T D5=T F5=T"
FOUR_ALL = (
    "C2=S E7=S F7=S G4=S G7=T D2=S A1=S D7=S B2=S C1=S F4=T F6=S D4=S A3=S E5=S B3=S D5=T B1=T "
    "A2=S G6=S E4=S C5=S D3=S C3=T C4=T F5=S F3=S B4=T E6=S E3=T B5=S E2=S D6=S D1=S C6=S G5=S "
    "A4=S"
)
FIVE_TO_FOUR = (
    "G6=S G5=T C6=S C3=S F7=S E3=S A3=T A1=S B3=S D1=S E4=T F3=T A2=S B2=S E7=T B1=T B4=S F6=S "
    "G4=S C2=T F5=S D5=T D3=S A4=S C4=S E5=T D7=S C5=S E2=S D2=T C1=T D6=T F4=S"
)
#: 3 to 3 to 3 towers, 9 to 8 to 9 stones.
DRAWN = (
    "B4=S D7=S D4=S G7=S F3=T C2=S F4=S D6=T F5=T G6=S B1=T D3=S A2=S E6=S A4=T D1=T D5=T E5=S "
    "E3=T D2=S C1=S F6=S E2=S G5=S E7=S E4=S C4=T A3=S B2=S A1=S G4=T C5=S B5=S F7=S C6=S C3=S "
    "B3=T"
)


def state(moves: str = "", /, **options: object) -> State:
    """The state after these moves."""
    result = State(GAME.setup({name: str(value) for name, value in options.items()}))
    for move in moves.split():
        result.play(move)
    return result


def rebuilt(pieces: str, /, **options: object) -> State:
    """The state with these pieces."""
    setup = GAME.setup({name: str(value) for name, value in options.items()})
    return State.from_text(f"{setup.line} pieces={pieces}", GAMES)


def put(**marks: str) -> str:
    """A position text with these marks."""
    rows = ("".join(marks.get(f"{c}{r}", ".") for c in "ABCDEFG") for r in range(7, 0, -1))
    return "/".join(rows)


def threats(game: State, tower: str) -> tuple[int, ...]:
    """Each seat's threat on the tower there."""
    position = game.position
    assert isinstance(position, SiegeStones)
    return position.threats([CELLS[cell] for cell in position.tower_cells()].index(tower))


def owner(game: State, name: str) -> int:
    """Who owns or controls that cell, 0 if nobody does."""
    return next(cell.owner for cell in game.board().cells if cell.vertex == name)


def refusal(game: State, move: str) -> str:
    """The rule that forbids a move."""
    why = game.why_illegal(move)
    assert why is not None
    return why.rule


def ended(game: State) -> Outcome:
    """The outcome of a game that is over."""
    outcome = game.outcome()
    assert outcome is not None
    return outcome


# ------------------------------------------------------------------ options and words


@pytest.mark.parametrize(("players", "towers"), [(2, 8), (3, 12), (4, 12)])
def test_s2_stock_by_players(players: int, towers: int) -> None:
    setup = GAME.setup({"players": str(players)})
    line = f"siege_stones players={players} towers={towers} opening=any first_tower=any"
    assert setup.line == line
    assert GAME.setup({"towers": str(towers), "players": str(players)}) == setup


@pytest.mark.parametrize("players", [2, 3, 4])
def test_s2_towers_overrides(players: int) -> None:
    assert "A1=T" not in state(players=players, towers=0).legal_moves()
    assert "A2=T" in state("A1=T", players=players, towers=37).legal_moves()
    assert "A2=T" not in state("A1=T", players=players, towers=1).legal_moves()


def test_c8_defaults() -> None:
    assert GAME.setup().line == "siege_stones players=2 towers=8 opening=any first_tower=any"
    assert GAME.setup({"TOWERS": "08", "Opening": "ANY"}) == GAME.setup()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("players", value) for value in ("", "1", "5", "two")),
        *(("towers", value) for value in ("-1", "38", "x")),
        *(("opening", "corner"), ("first_tower", "mine"), ("board", "22")),
    ],
)
def test_options_that_cannot_be_used(name: str, value: str) -> None:
    with pytest.raises(InvalidOption) as error:
        GAME.setup({name: value})
    assert error.value.name == name


@pytest.mark.parametrize("players", [2, 3, 4])
def test_c1_colours_of_those_who_play(players: int) -> None:
    game = state(players=players)
    colours = ("blue", "yellow", "red", "green")[:players]
    assert game.setup.colours == colours
    assert game.setup.seats == players
    assert [score.colour for score in game.scores()] == list(colours)


def test_c3_bare_vertex_is_a_stone() -> None:
    game = state()
    assert [game.play("d4"), game.play("d5=t"), game.play("E4=s")] == ["D4=S", "D5=T", "E4=S"]
    assert [played.text for played in game.history] == ["D4=S", "D5=T", "E4=S"]


@pytest.mark.parametrize("word", ["", "D4=1", "D4=X", "A5", "G3", "H1", "pass", "D4=", "D4 =S"])
def test_c3_no_move(word: str) -> None:
    assert refusal(state(), word) == "C3"
    with pytest.raises(IllegalMove):
        state().play(word)


# ------------------------------------------------------------------ the turn


def test_s3_stones_never_run_out() -> None:
    game = state(towers=0)
    while game.seat:
        game.play(game.legal_moves()[0])
    assert [score.parts["stones"] for score in game.scores()] == ["19", "18"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_s4_seats_take_turns(players: int) -> None:
    game = state(players=players)
    seats = []
    for move in ("A1", "B1=T", "C1", "D1", "A2=T"):
        seats.append(game.seat)
        game.play(move)
    assert seats == [turn % players + 1 for turn in range(5)]
    assert (owner(game, "A1"), owner(game, "C1")) == (1, 2 % players + 1)


def test_s4_any_empty_circle_and_either_piece() -> None:
    assert len(state().legal_moves()) == 74
    game = state("D4=S")
    assert set(state().legal_moves()) - set(game.legal_moves()) == {"D4=S", "D4=T"}
    assert refusal(game, "D4=S") == refusal(game, "D4=T") == "S4"


def test_s4_no_tower_when_the_stock_is_used_up() -> None:
    game = state("A1=T", towers=1)
    assert game.legal_moves() == sorted(f"{name}=S" for name in CELLS if name != "A1")
    assert refusal(game, "D4=T") == "S4"
    assert game.why_illegal("D4") is None


# ------------------------------------------------------------------ threats and control


@pytest.mark.parametrize("towers", range(1, 7))
def test_s5_stone_rates_six_minus_the_towers_next_to_it(towers: int) -> None:
    ring = ["D5=T", "D3=T", "E4=T", "C4=T", "E5=T", "C3=T"][:towers]
    game = state(" ".join(["D4=S", *ring]))
    assert [threats(game, move[:2]) for move in ring] == [(6 - towers, 0)] * towers


def test_s5_towers_lower_the_rating_whoever_controls_them() -> None:
    game = state("D5=S B3=S D6=T C4=T")
    assert (owner(game, "D6"), owner(game, "C4")) == (0, 2)
    assert threats(game, "D6") == (4, 0)
    assert threats(game, "C4") == (4, 5)


def test_s6_threats_of_the_published_example() -> None:
    game = state(ABSTRACT_GAMES)
    assert [threats(game, name) for name in ("D6", "B3", "B1", "E4")] == [
        (15, 10),
        (15, 14),
        (0, 4),
        (5, 5),
    ]


def test_s7_control_in_the_published_example() -> None:
    game = state(ABSTRACT_GAMES)
    assert [owner(game, name) for name in ("D6", "B3", "B1", "E4")] == [1, 1, 0, 0]
    assert game.position.totals() == (2, 0)


def test_s7_five_is_enough_and_four_is_not() -> None:
    assert owner(state("D4=S D5=T"), "D5") == 1
    assert owner(state("D4=S D5=T D3=T"), "D5") == 0


def test_s7_tie_for_the_highest_with_a_third_colour_below() -> None:
    game = state("D5=S E4=S C3=S E5=S D3=S D4=T", players=3)
    assert threats(game, "D4") == (10, 10, 5)
    assert owner(game, "D4") == 0


def test_s7_tie_takes_the_tower_from_its_holder() -> None:
    game = state("D4=S D5=T")
    assert game.effects("D6=S") == ()
    game.play("A1=S")
    assert game.effects("D6=S") == (Effect("control", ("D5",), 1, 0),)


def test_s8_every_tower_is_judged_anew_after_a_tower() -> None:
    game = state("D4=S D5=T")
    assert game.effects("E5=T") == (Effect("control", ("D5",), 1, 0),)
    game.play("E5=T")
    assert threats(game, "D5") == threats(game, "E5") == (4, 0)


def test_c5_stones_keep_their_owner() -> None:
    game = state()
    for move in ABSTRACT_GAMES.split():
        before = {cell.vertex: cell.owner for cell in game.board().cells if cell.piece == "S"}
        game.play(move)
        assert all(owner(game, name) == seat for name, seat in before.items())


def test_s9_four_towers_win_at_once() -> None:
    game = state(FLOWER)
    assert game.position.totals() == (4, 0)
    assert game.seat is None
    assert game.legal_moves() == []
    outcome = ended(game)
    assert (outcome.winner, outcome.margin) == (1, 0)
    assert "S9" in outcome.reason
    assert refusal(game, "A1") == "C6"
    assert game.position.plies_left() == 0


def test_s9_wins_also_when_somebody_else_has_moved() -> None:
    game = state(GIVEN)
    assert game.history[-1].seat == 1
    assert game.position.totals() == (0, 4)
    assert ended(game).winner == 2


def test_s9_four_all_plays_on() -> None:
    game = state(FOUR_ALL)
    totals = set()
    while game.history:
        game.undo()
        totals.add(game.position.totals())
        assert game.seat is not None
    assert (4, 4) in totals


def test_s9_five_to_four_wins() -> None:
    game = state(FIVE_TO_FOUR, players=3)
    assert game.position.totals() == (2, 4, 5)
    outcome = ended(game)
    assert (outcome.winner, outcome.margin) == (3, 0)
    assert "S9" in outcome.reason
    game.undo()
    assert game.seat == 3


def test_s10_most_towers_on_a_full_board() -> None:
    blue = ("D5", "D3", "E4", "C4", "E5", "C3")
    rest = [name for name in CELLS if name not in (*blue, "D4")]
    marks = dict.fromkeys((*blue, *rest[:12]), "1") | dict.fromkeys(rest[12:], "2")
    game = rebuilt(put(D4="T", **marks), towers=1)
    outcome = ended(game)
    assert game.position.totals() == (1, 0)
    assert (outcome.winner, outcome.margin) == (1, 1)
    assert "S10" in outcome.reason


def test_s10_most_stones_among_those_tied() -> None:
    game = state(FOUR_ALL)
    assert [score.parts for score in game.scores()] == [
        {"towers": "4", "stones": "15"},
        {"towers": "4", "stones": "14"},
    ]
    outcome = ended(game)
    assert (outcome.winner, outcome.margin) == (1, 1)
    assert "15 to 14 stones" in outcome.reason


def test_s10_draw_among_those_with_most_towers_and_stones() -> None:
    game = state(DRAWN, players=3)
    assert game.position.totals() == (3, 3, 3)
    assert [score.parts["stones"] for score in game.scores()] == ["9", "8", "9"]
    reason = "the board is full; 3 to 3 to 3 towers, 9 to 8 to 9 stones among those tied (S10)"
    assert game.outcome() == Outcome(None, (1, 3), 0, reason)


def test_s11_no_pass_and_no_markers() -> None:
    game = state("D4=S D5=T")
    assert "pass" not in game.legal_moves()
    assert refusal(game, "pass") == "C3"
    assert game.text().endswith(" pieces=......./......./...T.../...1.../......./......./.......")


def test_s12_opening_centre_binds_the_first_piece() -> None:
    game = state(opening="centre")
    centre = ["C3", "C4", "D3", "D4", "D5", "E4", "E5"]
    assert game.legal_moves() == [f"{name}={piece}" for name in centre for piece in "ST"]
    assert refusal(game, "A1") == refusal(game, "A1=T") == "S12"


def test_s12_opening_centre_binds_seat_1_only() -> None:
    game = state("D4=T", opening="centre")
    assert len(game.legal_moves()) == 72


@pytest.mark.parametrize("players", [2, 3, 4])
def test_s12_whoever_placed_the_first_stone_may_not_build_the_first_tower(players: int) -> None:
    game = state(players=players, first_tower="other")
    assert "A1=T" in game.legal_moves()
    for name in ("D4", "E4", "C4", "D3")[:players]:
        game.play(name)
        assert ("A1=T" in game.legal_moves()) == (game.seat != 1)
    assert game.seat == 1
    assert refusal(game, "A1=T") == "S12"
    game.play("A2")
    game.play("A1=T")
    assert "A3=T" in game.legal_moves()


def test_s12_first_tower_other_lets_anyone_build_before_any_stone() -> None:
    game = state("D4=T", first_tower="other")
    assert len(game.legal_moves()) == 72
    game.play("A1=S")
    assert "A2=T" in game.legal_moves()


def test_c7_total_is_the_towers_controlled() -> None:
    game = state(ABSTRACT_GAMES)
    assert [(score.total, dict(score.parts)) for score in game.scores()] == [
        (2, {"towers": "2", "stones": "7"}),
        (0, {"towers": "0", "stones": "6"}),
    ]


def test_plain_evaluation_is_the_difference_of_towers() -> None:
    game = state(ABSTRACT_GAMES)
    game.position.plain = True
    assert (game.seat, game.position.value()) == (2, -2)
    assert game.position.copy().value() == -2


def test_evaluation_knows_who_is_ahead() -> None:
    assert state("D4=S D5=T A1=S B1=T").position.value() > 0
    assert state("D4=S D5=T A1=S").position.value() < 0


def test_evaluation_with_more_seats_is_the_lead_over_the_best_other() -> None:
    game = state("D4=S A1=S D5=T", players=3)
    assert game.position.totals() == (1, 0, 0)
    assert game.position.value() == 1
    game.play("G7=S")
    assert game.position.value() == -1


def test_final_score_is_from_the_side_to_move() -> None:
    assert state(FLOWER).position.value() == -(25000 - 7)
    assert state(GIVEN).position.value() == 25000 - 11
    assert state(FOUR_ALL).position.value() == -20001


def test_key_tells_pieces_seats_and_setups_apart() -> None:
    texts = ("D4=S", "D4=T", "A1=S D4=S", "D4=S A1=S", "A1=S D4=T", "A1=T D4=S")
    keys = {state(text).position.hash() for text in texts}
    setups: list[dict[str, object]] = [
        {"towers": 9},
        {"players": 3},
        {"first_tower": "other"},
        {"opening": "centre"},
    ]
    keys |= {state(**options).position.hash() for options in setups}
    assert len(keys) == len(texts) + len(setups)


# ------------------------------------------------------------------ the position as text


def test_position_text_of_the_empty_board() -> None:
    assert state().text() == f"{GAME.setup().line} pieces={EMPTY}"
    assert rebuilt(EMPTY).text() == state().text()


@pytest.mark.parametrize(
    ("pieces", "options", "why"),
    [
        ("", {}, "7 rows of 7"),
        ("...", {}, "7 rows of 7"),
        (EMPTY + "/.......", {}, "7 rows of 7"),
        (EMPTY[:-1], {}, "7 rows of 7"),
        (put(A7="1"), {}, "A7, which is no circle"),
        (put(D4="3"), {}, "'3' on D4: 1, 2, T or . expected"),
        (put(D4="X"), {}, "'X' on D4"),
        (put(D4="²"), {}, "on D4"),
        (put(A1="T", D4="T"), {"towers": 1}, "2 towers, more than 1"),
        (put(D4="2"), {}, "seat 2 had 0 turns, but 1 stones"),
        (put(D4="1", D5="1"), {}, "seat 1 had 1 turns, but 2 stones"),
        (put(D4="1", D5="3"), {"players": 3}, "seat 3 had 0 turns"),
        (put(A1="1"), {"opening": "centre"}, "S12"),
        (put(A1="1", D4="2"), {"opening": "centre"}, "S12"),
        (put(A1="1", D4="T"), {"opening": "centre"}, "S12"),
        (put(D4="1", A1="T", A2="2"), {"opening": "centre", "first_tower": "other"}, "S12"),
        (
            put(
                **dict.fromkeys(("D5", "E4", "C3"), "1"),
                **dict.fromkeys(("D4", "E5", "D3", "C4"), "T"),
                **dict.fromkeys(("A1", "B1", "C1", "D1", "G7", "G6", "G5"), "2"),
            ),
            {},
            "S9",
        ),
    ],
)
def test_position_texts_that_are_impossible(
    pieces: str, options: dict[str, object], why: str
) -> None:
    with pytest.raises(InvalidPosition, match="pieces=") as error:
        rebuilt(pieces, **options)
    assert why in str(error.value)


@pytest.mark.parametrize("words", ["", f"pieces={EMPTY} side=1", "pieces"])
def test_position_fields_must_be_just_pieces(words: str) -> None:
    with pytest.raises(InvalidPosition):
        State.from_text(f"siege_stones {words}", GAMES)


def test_s12_positions_that_are_possible() -> None:
    both: dict[str, object] = {"opening": "centre", "first_tower": "other"}
    assert rebuilt(put(D4="T"), **both).seat == 2
    assert rebuilt(put(D4="1", A1="T"), **both).seat == 1
    assert refusal(rebuilt(put(D4="1", A1="2"), **both), "B1=T") == "S12"
    assert rebuilt(put(E5="T", A1="T", G7="2"), **both).seat == 2
