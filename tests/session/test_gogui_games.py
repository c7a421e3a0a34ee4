"""Whole games in the dialect and natively: the same positions, boards and legal moves."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.games.randomness import Dice
from engine.games.state import State

from .gogui_talk import SETUP_IDS, SETUPS, SOME_SETUPS, GoguiTalk, square
from .sessions import newgame

some_setups = pytest.mark.parametrize(
    ("game", "options"),
    SOME_SETUPS,
    ids=[f"{game}-{number}" for number, (game, _) in enumerate(SOME_SETUPS)],
)

#: Lines that no state takes.
NONSENSE = (
    "play",
    "play b",
    "play b Z9",
    "play 3 A1",
    "play b resign",
    "play w A1=9",
    "gogui-play_sequence b",
    "gogui-play_sequence b A1 b A1 b A1",
    "gg-undo 999",
    "gg-undo -1",
    "genmove x",
    "boardsize 25",
    "gogui-rules_board 1",
    "gogui-rules_board_size 7 7",
    "gogui-setup b",
    "gogui-setup x A1",
    "gogui-setup_player",
    "gogui-setup_player green",
    "param_dialog nonsense 1",
    "param_dialog level 11",
    "setposition nonsense",
    "newgame siege_stones players=4",
)


def check(talk: GoguiTalk, native: State) -> None:
    """The dialect shows what the native state is."""
    assert talk.ok("position") == native.text()
    marks = square(talk.rows())
    opened = talk.session.open_cell
    for cell in native.board().cells:
        seat = native.seat if cell.vertex == opened else cell.owner
        assert marks[cell.vertex] == ".XO"[seat or 0]
    words = talk.ok("gogui-rules_legal_moves").split()
    assert words == talk.ok("legal_moves").split() == sorted(set(words))
    spelled = [talk.session.spell(move) for move in native.legal_moves()]
    if opened is None:
        assert set(words) == {each[0] for each in spelled}
    else:
        assert set(words) == {each[1] for each in spelled if each[0] == opened}
    if native.seat:
        assert talk.ok("gogui-rules_side_to_move") == ("black", "white")[native.seat - 1]


@pytest.mark.parametrize(("game", "options"), SETUPS, ids=SETUP_IDS)
@settings(max_examples=1, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_games_played_through_the_dialect(game: str, options: dict[str, str], seed: int) -> None:
    """With filler passes strewn in, and every word tried again, as GoGui does."""
    dice = Dice(seed)
    talk = GoguiTalk()
    talk.ok(newgame(game, options))
    native = State(talk.state.setup)
    while native.seat:
        check(talk, native)
        move = dice.choice(native.legal_moves())
        mover, other = ("bw", "wb")[native.seat - 1]
        for word in talk.session.spell(move):
            talk.ok(f"play {mover} {word}")
            assert talk.ask(f"play {mover} {word}") == "? illegal move"
            if talk.session.open_cell:
                check(talk, native)
                for _ in range(dice.below(3)):
                    talk.ok(f"play {other} pass")
        native.play(move)
    check(talk, native)
    words = talk.ok("history").split("\n")
    position = talk.ok("position")
    talk.ok("clear_board")
    talk.ok(f"gogui-play_sequence {' '.join(words)}")
    assert (talk.ok("position"), talk.ok("history").split("\n")) == (position, words)
    talk.ok(f"gg-undo {len(words)}")
    check(talk, State(talk.state.setup))


@some_setups
def test_nonsense_changes_nothing_all_game_long(game: str, options: dict[str, str]) -> None:
    dice = Dice(5)
    talk = GoguiTalk()
    talk.ok(newgame(game, options))
    while words := talk.ok("legal_moves").split():
        if dice.below(8) == 0:
            before = talk.everything()
            for line in NONSENSE:
                assert talk.ask(line).startswith("? "), line
            assert talk.everything() == before
        mover = talk.ok("gogui-rules_side_to_move")[0]
        talk.ok(f"play {mover} {dice.choice(words)}")


@some_setups
def test_undo_retraces_every_word(game: str, options: dict[str, str]) -> None:
    dice = Dice(11)
    talk = GoguiTalk()
    talk.ok(newgame(game, options))
    seen = [talk.ok("gogui-rules_board")]
    while words := talk.ok("legal_moves").split():
        mover = talk.ok("gogui-rules_side_to_move")[0]
        talk.ok(f"play {mover} {dice.choice(words)}")
        seen.append(talk.ok("gogui-rules_board"))
    for board in reversed(seen[:-1]):
        assert talk.ask("undo") == "= "
        assert talk.ok("gogui-rules_board") == board
    assert talk.ask("undo") == "? cannot undo"


# ---------------------------------------------------------------------- anything in any order

COMMANDS = (
    *("play b {word}", "play w {word}", "play {side} {word}", "play {side} {word}"),
    *("play {side} {word}", "play b pass", "play w pass", "genmove b", "genmove w", "genmove"),
    *("reg_genmove b", "undo", "gg-undo 2", "gg-undo 5", "clear_board", "setposition {position}"),
    *("gogui-play_sequence {side} {word} {side} {word}", "lz-genmove_analyze b", "legal_moves"),
    *("gogui-play_sequence b pass w pass", "param resign on", "newgame gorami board=16"),
    "newgame siege_stones towers=3 first_tower=other",
)


@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_anything_in_any_order(seed: int) -> None:
    """A failure changes nothing, and the words that are left lead back to where they began."""
    dice = Dice(seed)
    talk = GoguiTalk("gorami board=16")
    for _ in range(60):
        legal = talk.ok("gogui-rules_legal_moves").split()
        assert (not legal) == (talk.ok("side_to_move") == "none")
        line = dice.choice(COMMANDS).format(
            word=dice.choice([*(legal or ["A1"]), "C6"]),
            side=talk.ok("gogui-rules_side_to_move")[0],
            position=talk.ok("position"),
        )
        before = talk.everything()
        if not talk.answer(line).ok:
            assert talk.everything() == before, line
    words = talk.ok("history").split("\n") if talk.ok("history") else []
    for left in reversed(range(len(words))):
        talk.ok("undo")
        assert talk.ok("history") == "\n".join(words[:left])
    assert talk.ask("undo") == "? cannot undo"
    before = talk.everything()
    talk.ok(" ".join(["gogui-play_sequence", *words]))
    talk.ok(f"gg-undo {len(words)}")
    assert talk.everything() == before
