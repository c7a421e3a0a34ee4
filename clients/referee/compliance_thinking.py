"""Compliance steps of thinking: what an engine plays by itself, and when."""

from time import monotonic

from clients.referee.compliance_check import Check, colour_of, play_generated, quoted
from clients.referee.compliance_game import compare_score, random_plays
from clients.referee.compliance_step import Chapter, Failed
from engine.games.state import State

THINKING = Chapter("Thinking", "newgame", "play", "genmove")

#: How many moves are asked for to see how long they take.
MOVES = 4
#: The time for a move of a whole game, in seconds.
QUICK = 0.05


@THINKING.step("moves in time", needed=True)
async def moves_in_time(check: Check) -> str:
    """With 0.1 s for a move `genmove` plays a legal move of the side to move, and says it, within
    this time and the margin.
    """
    seconds = check.patience.move
    state = await check.new_timed_game(seconds)
    slowest = 0.0
    for _ in range(MOVES):
        took = await check.generate(state, seconds)
        if took is None or state.seat is None:
            break
        slowest = max(slowest, took)
        await check.compare_moves(state)
    return f"{slowest:.2f} s at most"


@THINKING.step("plays a game against itself", needed=True)
async def plays_a_game(check: Check) -> str:
    """`genmove` for each side in turn plays legal moves, in time, to the end of the game; then
    `final_score`, if it is known, says what the rules say.
    """
    state = await check.new_timed_game(QUICK)
    deadline = monotonic() + check.patience.game
    while state.seat is not None and monotonic() < deadline:
        if await check.generate(state, QUICK) is None:
            return f"resigned after {len(state.history)} moves"
    if state.seat is not None:
        return f"{len(state.history)} moves in {check.patience.game:g} s, the end was not awaited"
    if check.knows("final_score"):
        await compare_score(check, state)
    return f"{len(state.history)} moves"


@THINKING.step("says a move without playing it", "reg_genmove")
async def says_a_move(check: Check) -> str:
    """`reg_genmove` says a legal move and changes nothing."""
    state = await check.new_timed_game(check.patience.move)
    (text,) = await check.demand(f"reg_genmove {colour_of(state)}")
    play_generated(State(state.setup), text)
    await check.compare_moves(state)
    await check.demand(f"play {colour_of(state)} {text}")
    return quoted(text)


@THINKING.step("answers genmove after the end")
async def answers_after_the_end(check: Check) -> str:
    """When the game is over `genmove` is answered, with a failure or `pass`, and so is what
    follows.
    """
    state = await check.new_timed_game(check.patience.move)
    colour = colour_of(state)
    await check.demand(*random_plays(state))
    (answer,) = await check.ask(f"genmove {colour}")
    if answer.ok and answer.text.lower() != "pass":
        raise Failed(f"it went on with {quoted(answer.text)}")
    await check.ask("name")
    return quoted(f"{'=' if answer.ok else '?'} {answer.text}")
