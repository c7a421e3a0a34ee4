"""Compliance steps of a tournament's game: set-up, moves, undo, score, clocks, parameters.

``engine.games`` is the judge of what is legal and who has won.
"""

from clients.referee.compliance_check import (
    COLOURS,
    Check,
    colour_of,
    compare,
    quoted,
    told,
)
from clients.referee.compliance_step import Chapter, Failed, Skipped
from engine.games.randomness import Dice
from engine.games.state import Outcome, State
from protocol.errors import CANNOT_SCORE, CANNOT_UNDO, ILLEGAL_MOVE
from protocol.messages import Answer

SETTING_UP = Chapter("The game")
GAME = Chapter("Moves and rules", "newgame", "play")

#: A move as games write it (RULES C3), far from every board.
NOWHERE = "K99"
#: How many moves are played before something is tried that fails or is taken back.
FEW = 3
SEED = 1
#: Seeds that are tried for a game that somebody wins.
SEEDS = range(1, 41)
#: Times as a clock may show them: with a fraction, used up, and overstepped.
TIMES = (
    "time_settings 0.5 0 0",
    "time_settings 1.25 0.125 3",
    "time_left b 0.062 0",
    "time_left w 0.5 3",
    "time_left b 0 0",
    "time_left w -0.25 0",
    "time_left b -3 0",
    "time_settings 0 0.1 1",
    "time_settings 0 0 0",
)


# ---------------------------------------------------------------------- setting up


@SETTING_UP.step("sets the game up", needed=True)
async def sets_the_game_up(check: Check) -> str:
    """`newgame` with the game's setup line is accepted; `setup`, if it is known, gives just this
    line back; the moves of the opening, if there is one, are accepted.
    """
    check.cannot_play = "the game could not be set up"
    if not check.knows("newgame"):
        _complain_of_newgame(check)
    state = await check.new_game()
    if check.knows("setup"):
        (text,) = await check.demand("setup")
        if text != state.setup.line:
            raise Failed(f"it answered 'setup' with {quoted(text)}, not {quoted(state.setup.line)}")
    await check.demand(*(_play(state, move) for move in check.beginning.opening))
    check.cannot_play = ""
    return quoted(state.setup.line)


def _complain_of_newgame(check: Check) -> None:
    check.cannot_play = "it does not know newgame"
    if check.game_is_wanted:
        title = check.beginning.setup.game.title
        raise Failed(f"it does not know newgame, so it cannot play {title} here")
    raise Skipped(check.cannot_play)


@SETTING_UP.step("takes the tournament's parameters", needed=True)
async def takes_parameters(check: Check) -> str:
    """`param NAME VALUE` is accepted for each parameter that the tournament sets for this engine,
    and for its limits of time, nodes and depth; an engine without `param` can be limited by time.
    """
    commands = check.parameters()
    if not commands:
        raise Skipped("the tournament sets none")
    if not check.knows("param"):
        raise Failed(f"it does not know param, so {quoted(commands[0])} cannot be said")
    await check.demand(*commands)
    return f"{len(commands)} parameters"


# ---------------------------------------------------------------------- moves


@GAME.step("accepts moves of every colour", needed=True)
async def accepts_moves(check: Check) -> None:
    """`play` accepts a legal move of each colour in turn."""
    state = await check.new_game()
    await check.demand(*random_plays(state, state.setup.seats))


@GAME.step("follows a game to its end", needed=True)
async def follows_a_game(check: Check) -> str:
    """`play` accepts every legal move of a game of random moves, all written at once."""
    state = await check.new_game()
    plays = random_plays(state)
    await check.demand(*plays)
    return f"{len(plays)} moves"


@GAME.step("knows the legal moves", "legal_moves")
async def knows_the_legal_moves(check: Check) -> str:
    """Before every move of a random game, and at its end, `legal_moves` says just those that the
    rules allow, sorted, each once.
    """
    state = await check.new_game()
    plays = random_plays(State(state.setup))
    texts = await check.demand("legal_moves", *_alternating(plays, "legal_moves"))
    for number, text in enumerate(texts[::2]):
        compare(text.split(), state)
        if number < len(plays):
            state.play(plays[number].split()[-1])
    return f"{len(plays) + 1} positions"


def _alternating(commands: list[str], between: str) -> list[str]:
    return [each for command in commands for each in (command, between)]


@GAME.step("refuses a move off the board")
async def refuses_a_move_off_the_board(check: Check) -> None:
    """`play` with a cell that the board does not have is answered with `? illegal move`."""
    state = await _after_a_few_moves(check)
    await check.refusal(f"play {colour_of(state)} {NOWHERE}", ILLEGAL_MOVE)


@GAME.step("refuses a move that was played")
async def refuses_a_move_that_was_played(check: Check) -> None:
    """`play` on an occupied cell is answered with `? illegal move`."""
    state = await _after_a_few_moves(check)
    taken = _taken(state)
    await check.refusal(f"play {colour_of(state)} {taken}", ILLEGAL_MOVE)


@GAME.step("refuses a move out of turn")
async def refuses_a_move_out_of_turn(check: Check) -> None:
    """`play` with the colour of a side that is not to move is answered with `? illegal move`."""
    state = await _after_a_few_moves(check)
    await check.refusal(_out_of_turn(state), ILLEGAL_MOVE)


@GAME.step("changes nothing when it refuses")
async def changes_nothing(check: Check) -> None:
    """After commands that were refused the position is what it was, and the game goes on."""
    state = await _after_a_few_moves(check)
    colour = colour_of(state)
    wrong = [f"play {colour} {NOWHERE}", f"play {colour} {_taken(state)}", _out_of_turn(state)]
    answers = await check.ask(*wrong, f"play {colour}")
    for command, answer in zip(wrong, answers, strict=False):
        if answer.ok:
            raise Failed(told(command, answer))
    await check.compare_moves(state)
    await check.demand(*random_plays(state, FEW))
    await check.compare_moves(state)


@GAME.step("takes moves back", "undo")
async def takes_moves_back(check: Check) -> None:
    """`undo` takes back one move after the other; when there is none left it is answered with
    `? cannot undo`; then the same moves can be played again.
    """
    state = await check.new_game()
    plays = random_plays(State(state.setup), FEW)
    await check.demand(*plays, *["undo"] * len(plays))
    await check.refusal("undo", CANNOT_UNDO)
    await check.compare_moves(state)
    await check.demand(*plays)


@GAME.step("scores a finished game", "final_score")
async def scores_a_finished_game(check: Check) -> str:
    """`final_score` is answered with `? cannot score` during the game, and at its end with the
    result that the rules give: `B+N`, `W+N`, `B+`, `W+`, `0`, or the totals of three or four seats.
    """
    state = await check.new_game()
    await check.refusal("final_score", CANNOT_SCORE)
    await check.demand(*_won_game(state))
    await compare_score(check, state)
    return quoted(score_text(state))


async def compare_score(check: Check, state: State) -> None:
    """See that ``final_score`` says what the rules say of the finished game `state`.

    Raises: Failed, Fault.
    """
    (text,) = await check.demand("final_score")
    if text != score_text(state):
        said = told("final_score", Answer(True, None, text))
        raise Failed(f"{said} when the rules say {quoted(score_text(state))}")


def score_text(state: State) -> str:
    """The result of a finished game in the words of ``final_score`` (PROTOCOL section 3)."""
    outcome = state.outcome()
    assert outcome is not None
    if state.setup.seats > 2:
        return " ".join(str(score.total) for score in state.scores())
    return _score_of_two(outcome)


def _score_of_two(outcome: Outcome) -> str:
    if outcome.winner is None:
        return "0"
    return f"{'BW'[outcome.winner - 1]}+{outcome.margin or ''}"


@GAME.step("takes every time", "time_settings", "time_left")
async def takes_every_time(check: Check) -> None:
    """`time_settings` and `time_left` accept fractions of a second, zero and, on a clock that was
    overstepped, less than zero.
    """
    await check.new_game()
    answers = await check.ask(*TIMES)
    await check.dismiss()  # its clocks run
    for command, answer in zip(TIMES, answers, strict=True):
        if not answer.ok:
            raise Failed(told(command, answer))


# ---------------------------------------------------------------------- games of random moves


async def _after_a_few_moves(check: Check) -> State:
    """Set a game up and play a few moves. Raises: Failed, Fault."""
    state = await check.new_game()
    await check.demand(*random_plays(state, FEW))
    return state


def random_plays(state: State, most: int | None = None, seed: int = SEED) -> list[str]:
    """The commands of so many random moves, or of all to the end; `state` follows them.

    A few moves never end the game.
    """
    dice = Dice(seed + len(state.history))
    plays: list[str] = []
    while state.seat is not None and len(plays) != most:
        plays.append(_play(state, dice.choice(state.legal_moves())))
    return plays


def _won_game(state: State) -> list[str]:
    """The commands of a random game, won by somebody if there is such a one; `state` follows."""
    for seed in SEEDS:
        plays = random_plays(state, seed=seed)
        outcome = state.outcome()
        if (outcome and outcome.winner) or seed == SEEDS[-1]:
            break
        state.undo(len(plays))
    return plays


def _play(state: State, move: str) -> str:
    """The command for a legal move, which is played in `state`."""
    colour = colour_of(state)
    return f"play {colour} {state.play(move)}"


def _taken(state: State) -> str:
    """A move that was played and that is illegal now. Raises: Skipped if there is none."""
    for played in state.history:
        if state.why_illegal(played.text):
            return played.text
    raise Skipped("every move of this game can be played twice")


def _out_of_turn(state: State) -> str:
    """A command that plays a legal move with the colour of the seat after the right one."""
    assert state.seat is not None
    other = state.seat % state.setup.seats + 1
    return f"play {COLOURS[other]} {state.legal_moves()[0]}"
