"""An engine that plays legal moves, and has the one fault that its argument names.

    python faulty.py MODE TOKEN [GENMOVE]

It knows `newgame`, `genmove`, `play` and little else. TOKEN has no meaning; a test finds the
process, and what it has started, by it. A fault of a move appears from the second `genmove` on,
or from that numbered GENMOVE. The environment may say more: FAULTY_SECONDS, how long a slow start
takes, and FAULTY_SCORE, what an informed engine thinks of every position.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from engine.games.registry import GAMES
from engine.games.state import State, find, named_values

COMMANDS = ["name", "version", "list_commands", "newgame", "play", "genmove", "quit"]
FOREVER = 3600
LATE = 20
SLOW_START = 15
KEPT_OPEN = "import time; time.sleep(3600)"
#: A daemon that no signal but SIGKILL ends.
DAEMON = f"""\
import signal
for each in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM):
    signal.signal(each, signal.SIG_IGN)
{KEPT_OPEN}
"""


def write(data: bytes | str) -> None:
    """Write to standard output, unbuffered."""
    data = data.encode() if isinstance(data, str) else data
    while data:
        data = data[os.write(1, data) :]


def hang() -> None:
    """Do nothing for ever."""
    time.sleep(FOREVER)


class Engine:
    """A good engine; a mode changes one of its methods."""

    def __init__(self) -> None:
        self.state: State | None = None
        self.genmoves = 0
        self.id = ""
        self.commands = list(COMMANDS)
        self.faulty_move: Callable[[Engine, str], None] = Engine.success
        self.first_faulty_genmove = 2

    def run(self) -> None:
        """Answer until ``quit`` or the end of input."""
        for line in sys.stdin:
            self.id, name, *words = line.split()
            if name not in self.commands:
                self.failure("unknown command")
                continue
            handler: Callable[..., None] = getattr(self, name)
            handler(*words)

    def success(self, text: str = "") -> None:
        write(f"={self.id} {text}\n\n")

    def failure(self, text: str) -> None:
        write(f"?{self.id} {text}\n\n")

    def name(self) -> None:
        self.success("Faulty")

    def version(self) -> None:
        self.success("1")

    def list_commands(self) -> None:
        self.success("\n".join(self.commands))

    def newgame(self, game: str, *words: str) -> None:
        self.state = State(find(GAMES, game).setup(named_values(words)))
        self.success()

    def play(self, colour: str, move: str) -> None:
        assert self.state is not None
        self.state.play(move)
        self.success()

    def genmove(self, colour: str) -> None:
        assert self.state is not None
        self.genmoves += 1
        move = self.state.play(self.state.legal_moves()[0])
        if self.genmoves >= self.first_faulty_genmove:
            self.faulty_move(self, move)
        else:
            self.success(move)

    def quit(self) -> None:
        self.success()
        sys.exit(0)


class InformedEngine(Engine):
    """An engine that has parameters and a clock, and explains its moves."""

    def __init__(self) -> None:
        super().__init__()
        self.commands += ["param", "time_settings", "time_left", "explain_last_move"]

    def param(self, name: str, value: str) -> None:
        if name in ("level", "movetime", "nodes", "depth"):
            self.success()
        else:
            self.failure(f"invalid option: {name}: no such parameter")

    def time_settings(self, main: str, byo_time: str, byo_stones: str) -> None:
        self.success()

    def time_left(self, colour: str, seconds: str, stones: str) -> None:
        self.success()

    def explain_last_move(self) -> None:
        score = os.environ.get("FAULTY_SCORE", "7")
        self.success(f"first depth 1 nodes {self.genmoves} score {score} exact no pv D4 depth 9")


def start_daemon() -> None:
    """Leave a process behind that has its own session and group, and keeps all pipes open."""
    child = os.fork()
    if child == 0:
        os.setsid()
        if os.fork() == 0:
            os.execv(sys.executable, [sys.executable, "-c", DAEMON, *sys.argv[2:]])
        os._exit(0)
    os.waitpid(child, 0)


# ---------------------------------------------------------------------- faults of one move


def never_answers(engine: Engine, move: str) -> None:
    hang()


def exits(engine: Engine, move: str) -> None:
    print("out of ideas", file=sys.stderr, flush=True)
    os._exit(3)


def killed(engine: Engine, move: str) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def exits_after_move(engine: Engine, move: str) -> None:
    engine.success(move)
    os._exit(0)


def closes_stdout(engine: Engine, move: str) -> None:
    os.close(1)
    hang()


def closes_stdin(engine: Engine, move: str) -> None:
    os.close(0)
    engine.success(move)
    hang()


def rubbish(engine: Engine, move: str) -> None:
    write(b"\x00\xff\xfe\x80 \xc3\x28\n\n\x1b[2J\n\xff")
    engine.success(move)


def long_line(engine: Engine, move: str) -> None:
    write(b"x" * (8 << 20))
    hang()


def long_answer(engine: Engine, move: str) -> None:
    write(f"={engine.id} ")
    write(b"x" * (8 << 20))
    hang()


def much_stderr(engine: Engine, move: str) -> None:
    for _ in range(16):
        os.write(2, b"thinking" * (1 << 13))
    engine.success(move)


def flood(engine: Engine, move: str) -> None:
    while True:
        write(b"# still thinking\n" * 4096)


def flood_after_move(engine: Engine, move: str) -> None:
    engine.success(move)
    flood(engine, move)


def blank_move(engine: Engine, move: str) -> None:
    engine.success(" ")


def non_ascii_move(engine: Engine, move: str) -> None:
    engine.success("".join(chr(ord(char) + 0xFEE0) for char in move))


def illegal_move(engine: Engine, move: str) -> None:
    assert engine.state is not None
    engine.success(engine.state.history[0].text)


def two_words(engine: Engine, move: str) -> None:
    engine.success(f"{move} I think")


def answers_twice(engine: Engine, move: str) -> None:
    engine.success(move)
    engine.success("A1")


def stale_id(engine: Engine, move: str) -> None:
    write(f"={int(engine.id) - 1} {move}\n\n")


def no_id(engine: Engine, move: str) -> None:
    write(f"= {move}\n\n")


def two_writes(engine: Engine, move: str) -> None:
    write(f"={engine.id} {move[:1]}")
    if engine.genmoves == engine.first_faulty_genmove:
        time.sleep(0.3)
    write(f"{move[1:]}\n\n")


def crlf(engine: Engine, move: str) -> None:
    write(f"={engine.id} {move}\r\n\r\n")


def late(engine: Engine, move: str) -> None:
    time.sleep(LATE)
    engine.success(move)


def equals_question(engine: Engine, move: str) -> None:
    engine.success("? illegal move")


def refuses_to_move(engine: Engine, move: str) -> None:
    engine.failure("no idea")


def no_empty_line(engine: Engine, move: str) -> None:
    write(f"={engine.id} {move}\n")


def no_equals(engine: Engine, move: str) -> None:
    write(f"{engine.id} {move}\n\n")


def resigns(engine: Engine, move: str) -> None:
    engine.success("resign")


def grandchild(engine: Engine, move: str) -> None:
    """Exit and leave a child behind that keeps all pipes open."""
    subprocess.Popen([sys.executable, "-c", KEPT_OPEN, *sys.argv[2:]])
    os._exit(4)


def grandchild_elsewhere(engine: Engine, move: str) -> None:
    """Exit and leave a daemon behind."""
    start_daemon()
    os._exit(4)


def exits_silently(engine: Engine, move: str) -> None:
    """Exit as if all were well."""
    os._exit(0)


def late_by_little(engine: Engine, move: str) -> None:
    """Answer right, but not within any short limit."""
    time.sleep(1)
    engine.success(move)


# ---------------------------------------------------------------------- other faults


def exits_at_once(engine: Engine) -> None:
    print("no licence", file=sys.stderr, flush=True)
    os._exit(5)


def never_greets(engine: Engine) -> None:
    hang()


def slow_start(engine: Engine) -> None:
    time.sleep(float(os.environ.get("FAULTY_SECONDS", SLOW_START)))


def leaves_daemon(engine: Engine) -> None:
    """Play well, with a daemon that outlives the engine."""
    start_daemon()


def informed(engine: Engine) -> None:
    """No fault, and more than others know (``InformedEngine``)."""


def ignores_quit(engine: Engine) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    engine.quit = hang  # type: ignore[method-assign]


def good(engine: Engine) -> None:
    """No fault at all."""


def last_move(engine: Engine) -> None:
    """Exit after each move that ends the game, however it ends."""

    def exit_at_the_end(engine: Engine, move: str) -> None:
        engine.success(move)
        if engine.state is not None and engine.state.seat is None:
            os._exit(0)

    engine.faulty_move = exit_at_the_end
    engine.first_faulty_genmove = 1


def refuses_newgame(engine: Engine) -> None:
    engine.newgame = lambda *words: engine.failure("unsupported game")  # type: ignore[method-assign]


def slow_newgame(engine: Engine) -> None:
    """Set every game up slowly, but well."""
    newgame = engine.newgame

    def newgame_at_last(game: str, *words: str) -> None:
        time.sleep(0.3)
        newgame(game, *words)

    engine.newgame = newgame_at_last  # type: ignore[method-assign]


def rejects_moves(engine: Engine) -> None:
    engine.play = lambda *words: engine.failure("illegal move")  # type: ignore[method-assign]


MOVE_FAULTS = {
    fault.__name__: fault
    for fault in (
        never_answers,
        exits,
        killed,
        exits_after_move,
        closes_stdout,
        closes_stdin,
        rubbish,
        long_line,
        long_answer,
        much_stderr,
        flood,
        flood_after_move,
        blank_move,
        non_ascii_move,
        illegal_move,
        two_words,
        answers_twice,
        stale_id,
        no_id,
        two_writes,
        crlf,
        late,
        equals_question,
        refuses_to_move,
        no_empty_line,
        no_equals,
        resigns,
        grandchild,
        grandchild_elsewhere,
        exits_silently,
        late_by_little,
    )
}
OTHER_FAULTS = {
    fault.__name__: fault
    for fault in (
        good,
        exits_at_once,
        never_greets,
        slow_start,
        leaves_daemon,
        informed,
        ignores_quit,
        last_move,
        refuses_newgame,
        slow_newgame,
        rejects_moves,
    )
}


def main(mode: str, token: str, genmove: str = "2") -> None:
    """Be an engine with the fault `mode`."""
    engine = InformedEngine() if mode == "informed" else Engine()
    engine.first_faulty_genmove = int(genmove)
    if mode in MOVE_FAULTS:
        engine.faulty_move = MOVE_FAULTS[mode]
    else:
        OTHER_FAULTS[mode](engine)
    engine.run()


if __name__ == "__main__":
    main(*sys.argv[1:])
