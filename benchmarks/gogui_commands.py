"""What GoGui's commands about the rules cost in the middle of a game; for a machine at rest.

    python -m benchmarks.gogui_commands [SEED]

GoGui sends them by the thousand, so each has to be answered within a millisecond (the median, from
the line to the bytes of the answer, in the session's own process). Every game is played at random
to half of its words; of a game with a palette a half-move is open in half of the measurements.
"""

import statistics
import sys
import time
from collections.abc import Sequence

from benchmarks.measuring import print_table, progress
from engine.games.randomness import Dice
from engine.games.registry import GAMES
from engine.session.dispatch import handle
from engine.session.gogui.session import GoguiSession
from protocol.wire import CommandReader, encode_answer

ROUNDS = 100
#: Microseconds.
BAR = 1000.0
MICRO = 1e6
SETUPS = (
    "kulami layout=R8",
    "kulami layout=irregular seed={seed} scoring=both",
    "donuts seed={seed}",
    "gorami board=16",
    "gorami board=24",
    "siege_stones",
)
#: The last word again, which is illegal by now; and the next word, then back.
ONCE_MORE, TO_AND_FRO = "play (once more)", "play, undo"
COMMANDS = (
    "gogui-rules_game_id",
    "gogui-rules_board_size",
    "gogui-rules_board",
    "gogui-rules_legal_moves",
    "gogui-rules_side_to_move",
    "gogui-rules_board_gfx",
    "gogui-rules_final_result",
    "legal_moves",
    ONCE_MORE,
    TO_AND_FRO,
)


def answer(session: GoguiSession, line: str) -> str:
    """The answer to a line, as it goes over the wire."""
    (message,) = CommandReader().feed(line.encode() + b"\n")
    return encode_answer(handle(session, message)).decode()


def words_of_a_game(session: GoguiSession, dice: Dice) -> list[str]:
    """Play at random to the end and back; gives `COLOUR VERTEX` words."""
    words = []
    while legal := answer(session, "legal_moves").split()[1:]:
        colour = answer(session, "gogui-rules_side_to_move").split()[1][0]
        words.append(f"{colour} {dice.choice(legal)}")
        answer(session, f"play {words[-1]}")
    answer(session, "clear_board")
    return words


def seconds(session: GoguiSession, lines: Sequence[str]) -> float:
    """How long it takes to answer these lines."""
    begin = time.perf_counter()
    for line in lines:
        answer(session, line)
    return time.perf_counter() - begin


def times(session: GoguiSession, command: str, words: Sequence[str], said: int) -> list[float]:
    """Some measurements after so many words, and as many after one word more, in seconds."""
    found = []
    for place in (said, said + 1):
        lines = {
            ONCE_MORE: [f"play {words[place - 1]}"],
            TO_AND_FRO: [f"play {words[place]}", "undo"],
        }.get(command, [command])
        found += [seconds(session, lines) for _ in range(ROUNDS)]
        answer(session, f"play {words[place]}")
    answer(session, "gg-undo 2")
    return found


def medians(line: str, seed: int) -> list[float]:
    """The median of every command with this setup, in the order of COMMANDS, in microseconds."""
    session = GoguiSession(GAMES, line.format(seed=seed))
    words = words_of_a_game(session, Dice(seed))
    said = len(words) // 2
    answer(session, f"gogui-play_sequence {' '.join(words[:said])}")
    return [MICRO * statistics.median(times(session, each, words, said)) for each in COMMANDS]


def main(arguments: Sequence[str]) -> int:
    """Print a table of microseconds; the exit code is 1 if a command is too slow."""
    seed = int(arguments[0]) if arguments else 1
    columns = []
    for line in SETUPS:
        progress(line.format(seed=seed))
        columns.append(medians(line, seed))
    rows = [
        [command, *(f"{column[place]:.0f}" for column in columns)]
        for place, command in enumerate(COMMANDS)
    ]
    heads = [" ".join(line.split()[:2]).split(" seed")[0] for line in SETUPS]
    print_table(rows, "median, microseconds", *heads)
    slowest = max(max(column) for column in columns)
    print(f"slowest: {slowest:.0f} of at most {BAR:.0f} microseconds")
    return int(slowest >= BAR)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
