"""Any commands in any order: no exception, no half-done failure, always in step with a model.

Also E6 as a table: what each command says to nonsense.
"""

import itertools
import re
from dataclasses import dataclass, field
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from engine.games.randomness import Dice
from engine.games.registry import GAMES
from engine.games.state import State
from engine.session.table import COMMANDS
from protocol.messages import Answer

from .sessions import Talk, newgame

#: How each seat may be called; the own colour words come from the game.
WORDS = {1: ("b", "B", "1"), 2: ("w", "White", "2"), 3: ("3",), 4: ("4",)}
GARBAGE = (
    *("", "§", "-1", "0", "1", "2", "7", "1.5", "-0", "1e99", "nan", "b", "w", "red", "black", "3"),
    *("blue", "chocolate", "pass", "resign", "D4", "d4", "A1=1", "C3=T", "I1", "Z99", "D4=D4"),
    *("kulami", "donuts", "gorami", "siege_stones", "chess", "layout=R9", "layout=", "seed=1"),
    *("scoring=both", "board=16", "players=3", "=", "a=b", "marbles=1", "nodes", "level", "on"),
    *("x" * 300, "0" * 30, "9" * 30, "²", "Ａ１", "\ufffd"),
)
#: Commands that take long or answer later.
LEFT_OUT = {"bench", "solve", "quit"}
LEFT_OUT |= {name for name in COMMANDS if "analyze" in name}


@dataclass
class Model:
    """What the session must show, kept with the rules alone: a root and the moves on it."""

    root: str
    moves: list[tuple[int, str]] = field(default_factory=list)
    resigned: int | None = None
    parameters: dict[str, str] = field(default_factory=dict)

    def state(self) -> State:
        """All moves played anew from the root."""
        state = State.from_text(self.root, GAMES)
        for seat, move in self.moves:
            assert state.seat == seat
            assert state.play(move) == move
        return state

    def begin(self, root: str) -> None:
        self.root, self.moves, self.resigned = root, [], None

    @property
    def seat(self) -> int | None:
        return None if self.resigned else self.state().seat


def start_of(line: str) -> str:
    """The position text before the first move of the setup that `line` rebuilds."""
    name, *words = line.split()
    return State(GAMES[name].setup(dict(word.split("=", 1) for word in words))).text()


class Session(RuleBasedStateMachine):
    """Sensible and senseless commands to a session, and the model beside it."""

    def __init__(self) -> None:
        super().__init__()
        self.talk = Talk()
        self.model = Model(start_of("kulami"))

    @initialize()
    def remember_parameters(self) -> None:
        self.talk.ok("param movetime 5")  # only so that a search that ignores `nodes` ends, too
        lines = self.talk.ok("param").split("\n")
        self.model.parameters = dict(line.split(" ", 1) for line in lines)

    # ------------------------------------------------------------------ speaking

    def seen(self) -> tuple[object, ...]:
        """All of the session that a failure must leave alone."""
        match = self.talk.session.match
        shown = [self.talk.ok(name) for name in ("position", "history", "param", "side_to_move")]
        clocks = (match.settings, dict(match.clocks))
        return (*shown, *clocks, match.explanation, match.state.position.hash(), match.resigned)

    def say(self, line: str) -> Answer:
        """The answer; if it is a failure, nothing has changed."""
        before = self.seen()
        answer = self.talk.answer(line)
        if not answer.ok:
            assert re.match(
                r"(syntax error|illegal move|unknown command|unsupported game|"
                r"unacceptable size|cannot |invalid option: \S|game over|wrong colour"
                r")",
                answer.text,
            ), f"{line}: {answer.text}"
            assert self.seen() == before, line
        return answer

    def do(self, line: str) -> str:
        answer = self.say(line)
        assert answer.ok, f"{line}: {answer.text}"
        return answer.text

    def fail(self, line: str, text: str) -> None:
        answer = self.say(line)
        assert not answer.ok, line
        assert re.fullmatch(text, answer.text), f"{line}: {answer.text}"

    def word(self, seat: int, data: st.DataObject) -> str:
        """One of the words for a seat."""
        own = self.talk.state.setup.colours[seat - 1]
        return data.draw(st.sampled_from([*WORDS[seat], own, own.upper()]))

    # ------------------------------------------------------------------ beginning

    @rule(data=st.data())
    def newgame(self, data: st.DataObject) -> None:
        game = data.draw(st.sampled_from(sorted(GAMES)))
        line = self.do(newgame(game, data.draw(st.sampled_from(GAMES[game].samples))))
        assert self.do(f"newgame {line}") == line
        assert self.do("setup") == line
        self.model.begin(start_of(line))

    @rule(game=st.sampled_from([*GAMES, "chess", ""]))
    def set_game(self, game: str) -> None:
        if game in GAMES:
            assert self.do(f"set_game {game.upper()}") == ""
            self.model.begin(start_of(self.talk.ok("setup")))
        else:
            self.fail(f"set_game {game}", "unsupported game" if game else "syntax error: .*")

    @rule()
    def clear_board(self) -> None:
        self.do("clear_board")
        self.model.begin(start_of(self.talk.ok("setup")))

    @rule(width=st.integers(-1, 12), height=st.integers(-1, 12), square=st.booleans())
    def boardsize(self, width: int, height: int, square: bool) -> None:
        setup = self.talk.state.setup
        height = width if square else height
        words = f"boardsize {width}" if square else f"rectangular_boardsize {width} {height}"
        answer = self.say(words)
        if answer.ok:
            now = self.talk.state.setup
            assert (now.game, now.width, now.height) == (setup.game, width, height)
            self.model.begin(start_of(self.talk.ok("setup")))
        else:
            assert answer.text == "unacceptable size"
            assert (setup.width, setup.height) != (width, height)

    @rule(plies=st.integers(0, 60), seed=st.integers(0, 9), data=st.data())
    def setposition(self, plies: int, seed: int, data: st.DataObject) -> None:
        game = data.draw(st.sampled_from(sorted(GAMES)))
        state, dice = State(GAMES[game].setup(GAMES[game].samples[0])), Dice(seed)
        for _ in range(plies):
            if state.seat:
                state.play(dice.choice(state.legal_moves()))
        self.do(f"setposition {state.text()}")
        self.model.begin(state.text())

    # ------------------------------------------------------------------ playing

    @precondition(lambda self: self.model.seat)
    @rule(data=st.data())
    def play(self, data: st.DataObject) -> None:
        seat, moves = self.model.seat, self.model.state().legal_moves()
        assert seat is not None
        move = data.draw(st.sampled_from(moves))
        written = move.lower() if data.draw(st.booleans()) else move
        assert self.do(f"play {self.word(seat, data)} {written}") == ""
        self.model.moves.append((seat, move))

    @precondition(lambda self: self.model.seat)
    @rule(data=st.data())
    def play_out_of_turn(self, data: st.DataObject) -> None:
        state = self.model.state()
        other = data.draw(st.sampled_from(range(1, state.setup.seats + 1)))
        if other != state.seat:
            word = data.draw(st.sampled_from(WORDS[other]))
            self.fail(f"play {word} {state.legal_moves()[0]}", "illegal move")

    @rule(data=st.data())
    def play_what_is_not_legal(self, data: st.DataObject) -> None:
        state = self.model.state()
        played = {move for _, move in self.model.moves}
        others = {"pass", "resign", "A1=3", "A1=T", "A1", "K10"}
        wrong = (played | others) - set(state.legal_moves())
        if state.setup.game.name == "siege_stones":
            wrong.discard("A1")  # a bare vertex means a stone there (RULES C3)
        move = data.draw(st.sampled_from(sorted(wrong)))
        self.fail(f"play {self.model.seat or 1} {move}", "illegal move")

    @rule(count=st.integers(1, 6), seed=st.integers(0, 9), bad=st.booleans())
    def play_sequence(self, count: int, seed: int, bad: bool) -> None:
        state, dice, pairs = self.model.state(), Dice(seed), list[tuple[int, str]]()
        while state.seat and not self.model.resigned and len(pairs) < count:
            pairs.append((state.seat, dice.choice(state.legal_moves())))
            state.play(pairs[-1][1])
        words = " ".join(f"{seat} {move}" for seat, move in pairs)
        if bad:
            self.fail(f"play_sequence {words} {(state.seat or 1) % 2 + 1} A1", "illegal move")
        else:
            self.do(f"play_sequence {words}")
            self.model.moves += pairs

    @rule(coloured=st.booleans())
    def genmove(self, coloured: bool) -> None:
        # What follows is drawn from the legal moves: two threads would not always play the same.
        self.param(("threads", "1"))
        seat = self.model.seat
        line = f"genmove {seat or 1}" if coloured else "genmove"
        if seat is None:
            self.fail(line, "game over")
            return
        move = self.do(line)
        if move == "resign":
            assert self.model.parameters["resign"] == "on"
            self.model.resigned = seat
        else:
            assert move in self.model.state().legal_moves()
            self.model.moves.append((seat, move))

    @rule(data=st.data())
    def genmove_of_another(self, data: st.DataObject) -> None:
        state = self.model.state()
        other = data.draw(st.sampled_from(range(1, state.setup.seats + 1)))
        word = data.draw(st.sampled_from(WORDS[other]))
        if other != self.model.seat:
            self.fail(f"genmove {word}", "wrong colour" if self.model.seat else "game over")

    @rule()
    def reg_genmove(self) -> None:
        before = self.seen()
        answer = self.say("reg_genmove")
        assert self.seen() == before
        if self.model.seat:
            assert answer.text in self.model.state().legal_moves()
            if self.model.parameters["seed"] != "0" and self.model.parameters["threads"] == "1":
                assert self.do("reg_genmove") == answer.text
        else:
            assert answer.text == "game over"

    @rule(count=st.integers(0, 70))
    def undo_many(self, count: int) -> None:
        played = len(self.model.moves) + bool(self.model.resigned)
        if count > played:
            self.fail(f"gg-undo {count}", "cannot undo")
            return
        self.do(f"gg-undo {count}")
        for _ in range(count):
            self.take_back()

    @rule()
    def undo(self) -> None:
        if self.model.moves or self.model.resigned:
            self.do("undo")
            self.take_back()
        else:
            self.fail("undo", "cannot undo")

    def take_back(self) -> None:
        if self.model.resigned:
            self.model.resigned = None
        else:
            self.model.moves.pop()

    # ------------------------------------------------------------------ parameters and clocks

    @rule(
        pair=st.sampled_from(
            [
                *(("nodes", str(n)) for n in (1, 2, 3)),
                *(("level", str(n)) for n in range(11)),
                *(("seed", str(n)) for n in (0, 1, 7)),
                *(("search", word) for word in ("auto", "uct", "alphabeta")),
                *(("resign", word) for word in ("on", "off")),
                *(("threads", "1"), ("threads", "2"), ("hash", "1"), ("hash", "2")),
                *(("depth", "0"), ("depth", "2"), ("movetime", "4.5"), ("overhead", "0.25")),
            ]
        )
    )
    def param(self, pair: tuple[str, str]) -> None:
        name, value = pair
        assert self.do(f"param {name.upper()} {value}") == ""
        assert self.do(f"param {name}") == value
        self.model.parameters[name] = value

    @rule(
        name=st.sampled_from(["nodes", "level", "seed", "resign", "threads", "hash", "movetime"]),
        value=st.sampled_from(
            ["", "x", "-1", "1e999", "nan", "0x1", "9" * 400, "0" * 30 + "9" * 400]
        ),
    )
    def param_nonsense(self, name: str, value: str) -> None:
        if value:
            self.fail(f"param {name} {value}", f"invalid option: {name}: \\S.*")
        else:
            assert self.do(f"param {name}") == self.model.parameters[name]

    @rule(
        times=st.tuples(*[st.sampled_from(["0", "-1", "0.5", "600", "1e300"])] * 2),
        stones=st.integers(-1, 3),
    )
    def clocks(self, times: tuple[str, str], stones: int) -> None:
        assert self.do(f"time_settings {times[0]} {times[1]} {stones}") == ""
        assert self.do(f"time_left 2 {times[1]} {stones}") == ""

    # ------------------------------------------------------------------ anything

    @rule(
        name=st.sampled_from([*sorted(set(COMMANDS) - LEFT_OUT), "nonsense", "PLAY"]),
        words=st.lists(st.sampled_from(GARBAGE) | st.text(max_size=8), max_size=4),
    )
    def anything(self, name: str, words: list[str]) -> None:
        """May well succeed; then the model follows what the session shows."""
        line = " ".join([name, *words]).replace("\n", " ")
        before = self.seen()
        answer = self.say(line)
        if name not in COMMANDS:
            assert answer.text == "unknown command"
        if answer.ok and self.seen() != before:
            self.talk.ok("param nodes 1")
            self.follow()

    def follow(self) -> None:
        history = [line.split() for line in self.talk.ok("history").split("\n") if line]
        count = len(history)
        resigned = self.talk.session.match.resigned
        back = count + bool(resigned)
        self.talk.ok(f"gg-undo {back}")
        self.model.begin(self.talk.ok("position"))
        self.model.moves = [(int(seat), move) for seat, move in history]
        for seat, move in self.model.moves:
            self.talk.ok(f"play {seat} {move}")
        self.remember_parameters()

    # ------------------------------------------------------------------ in step

    @invariant()
    def in_step(self) -> None:
        state, talk, over = self.model.state(), self.talk, self.model.seat is None
        colour = "none" if over else f"{state.seat} {state.colour}"
        assert talk.ok("side_to_move") == colour
        assert talk.ok("legal_moves") == talk.ok("all_legal")
        assert talk.ok("legal_moves") == ("" if over else " ".join(state.legal_moves()))
        assert talk.ok("position") == state.text()
        assert talk.state.position.hash() == state.position.hash()
        lines = [f"{seat} {move}" for seat, move in self.model.moves]
        assert talk.ok("history") == "\n".join(lines)
        shown = [f"{name} {value}" for name, value in self.model.parameters.items()]
        assert talk.ok("param") == "\n".join(shown)

    @invariant()
    def the_score_can_be_told(self) -> None:
        standing = self.talk.ok("score").split("\n")[0]
        assert (standing == "ongoing") == (self.model.seat is not None)
        assert self.talk.answer("final_score").ok == (self.model.seat is None)
        assert self.talk.ok("showboard")


TestSession = Session.TestCase
TestSession.settings = settings(
    max_examples=30,
    stateful_step_count=30,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)


# ---------------------------------------------------------------------- E6


class Takes(NamedTuple):
    """How many words a command needs and takes (None: any number), and who defines it."""

    least: int
    most: int | None
    standard: bool
    failure: str = "syntax error"


SYNTAX = "syntax error"
STANDARD_WITHOUT_ARGUMENTS = (
    *("protocol_version", "name", "version", "list_commands", "quit", "clear_board", "undo"),
    *("final_score", "showboard", "cputime"),
)
OWN_WITHOUT_ARGUMENTS = (
    *("list_games", "setup", "legal_moves", "all_legal", "side_to_move", "score", "position"),
    *("explain_last_move", "history", "stop", "bench"),
)
ANALYSIS = (
    *("analyze", "lz-analyze", "kata-analyze"),
    *("genmove_analyze", "lz-genmove_analyze", "kata-genmove_analyze"),
)
#: PROTOCOL section 3, command by command. One that is not here fails the tests: describe it.
TAKES: dict[str, Takes] = {
    **dict.fromkeys(STANDARD_WITHOUT_ARGUMENTS, Takes(0, 0, True)),
    "known_command": Takes(1, 1, True, failure=""),
    "boardsize": Takes(1, 1, True),
    "rectangular_boardsize": Takes(2, 2, True),
    "komi": Takes(1, 1, True),
    "play": Takes(2, 2, True),
    "genmove": Takes(0, 1, True),
    "reg_genmove": Takes(0, 1, True),
    "time_settings": Takes(3, 3, True),
    "time_left": Takes(3, 3, True),
    "loadsgf": Takes(1, 2, True, failure="cannot load file"),
    "printsgf": Takes(0, 1, True, failure="cannot write file"),
    **dict.fromkeys(OWN_WITHOUT_ARGUMENTS, Takes(0, 0, False)),
    "set_game": Takes(1, 1, False, failure="unsupported game"),
    "newgame": Takes(0, None, False),
    "setposition": Takes(1, None, False, failure="unsupported game"),
    "gg-undo": Takes(1, 1, False),
    "play_sequence": Takes(0, None, False),
    "param": Takes(0, 2, False, failure="invalid option: "),
    "solve": Takes(0, 1, False),
    **dict.fromkeys(ANALYSIS, Takes(0, None, False)),
}
NONSENSE = ("§", "1e", "§=§")
CASES = [
    (name, words)
    for name in sorted(COMMANDS)
    for count in range(4)
    for words in itertools.product(NONSENSE, repeat=count)
    if words or name not in LEFT_OUT
]


def expected(name: str, words: tuple[str, ...]) -> str | None:
    """How the failure begins that these words must meet; None for success."""
    takes = TAKES[name]
    if len(words) < takes.least:
        return SYNTAX
    if takes.most is not None and len(words) > takes.most and not takes.standard:
        return SYNTAX
    if name == "newgame" and len(words) == 1 and "=" not in words[0]:
        return "unsupported game"
    if name == "loadsgf" and len(words) > 1:
        return SYNTAX  # the second one should be a number
    if takes.most == 0 or not words:
        return {"undo": "cannot undo", "final_score": "cannot score"}.get(name)
    return takes.failure or None


def test_e6_every_command_is_described() -> None:
    assert set(COMMANDS) <= set(TAKES)


@pytest.mark.parametrize("name", sorted(set(COMMANDS) & set(TAKES)))
def test_e6_nonsense(name: str) -> None:
    talk = Talk()
    for case in (words for each, words in CASES if each == name):
        before = (talk.ok("position"), talk.ok("history"), talk.ok("param"))
        digest = talk.state.position.hash()
        answer = talk.answer(" ".join([name, *case]))
        failure = expected(name, case)
        assert answer.ok == (failure is None), answer
        assert failure is None or answer.text.startswith(failure), answer
        after = (talk.ok("position"), talk.ok("history"), talk.ok("param"))
        if not answer.ok:
            assert (after, talk.state.position.hash()) == (before, digest)
        assert talk.ok("name") == "Quatuor"
