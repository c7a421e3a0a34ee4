"""Our own engine with one thing altered: faults that ``referee check`` is to find.

Each fault is a few lines of Python that run before the engine; they may redefine ``altered``,
which has the last word on every answer.
"""

import sys
from pathlib import Path

from tests.clients.support import new_token

ROOT = str(Path(__file__).resolve().parents[2])

START = f"""
import os, sys, time
sys.path.insert(0, {ROOT!r})
from engine.session import loop
from engine.session.start import new_session
from protocol.messages import Answer
honest, ear, mouth = loop.respond, loop.CommandReader.feed_lines, loop.encode_answer
def replace(answer, **fields):
    return Answer(**{{"ok": answer.ok, "id": answer.id, "text": answer.text, **fields}})
def altered(session, message, answer):
    return answer
"""
SERVE = """
loop.respond = lambda session, message: altered(session, message, honest(session, message))
sys.exit(loop.serve(new_session("kulami", [], False)))
"""


def with_fault(fault: str, token: str = "") -> list[str]:
    """The command of an engine with that fault; `token` marks its processes."""
    return [sys.executable, "-c", START + fault + SERVE, token or new_token()]


def changed(name: str, words: str, condition: str = "True") -> str:
    """The fault of an engine whose answer to the command `name` has other fields."""
    return f"""
def altered(session, message, answer):
    if getattr(message, "name", "") == {name!r} and {condition}:
        return replace(answer, {words})
    return answer
"""


def before(name: str, action: str) -> str:
    """The fault of an engine that does something before it answers the command `name`."""
    return f"""
def altered(session, message, answer):
    if getattr(message, "name", "") == {name!r}:
        {action}
    return answer
"""


def heard(replacement: str) -> str:
    """The fault of an engine that hears other bytes."""
    return f"loop.CommandReader.feed_lines = lambda self, data: ear(self, {replacement})"


def wrote(replacement: str) -> str:
    """The fault of an engine that writes other bytes."""
    return f"loop.encode_answer = lambda answer: {replacement}"


#: Faults of the language, by what they are called, and the steps that fail.
IN_LANGUAGE = {
    "banner": ('os.write(1, b"Welcome to Quatuor\\n")', {"is silent before the first command"}),
    "nameless": (changed("name", 'text=""'), {"says its name"}),
    "two-line-version": (changed("version", 'text="1\\n2"'), {"says its version"}),
    "protocol-1": (changed("protocol_version", 'text="1"'), {"speaks version 2 of the protocol"}),
    "lists-too-much": (
        changed("list_commands", 'text=answer.text + "\\nfly"'),
        {"knows what it lists"},
    ),
    "lists-too-little": (
        changed("list_commands", 'text=answer.text.replace("quit\\n", "")'),
        {"knows what it lists"},
    ),
    "lists-nothing": (
        changed("list_commands", 'ok=False, text="unknown command"'),
        {"knows what it lists"},
    ),
    "knows-all": (changed("known_command", 'text="true"'), {"knows what it lists"}),
    "short-ids": (
        wrote("mouth(answer if answer.id is None else replace(answer, id=answer.id & 0xFFFFF))"),
        {"echoes the largest id"},
    ),
    "ids-as-written": (
        wrote('mouth(answer).replace(b"=7 ", b"=007 ")'),
        {"takes an id as a number"},
    ),
    "id-for-all": (
        wrote("mouth(replace(answer, id=answer.id or 0))"),
        {"answers without an id"},
    ),
    "does-anything": (
        "def altered(session, message, answer):\n"
        '    return replace(answer, ok=answer.ok or answer.text == "unknown command")\n',
        {"refuses an unknown command"},
    ),
    "no-comments": (
        heard('data.replace(b"#", b"no_comment ")'),
        {"skips comments and empty lines"},
    ),
    "no-crlf": (heard('data.replace(b"\\r", b"_")'), {"reads lines that end with CR LF"}),
    "no-tabs": (heard('data.replace(b"\\t", b"_")'), {"takes a TAB for a blank"}),
    "forgetful": (
        heard('data if len(data) < 1800 else data.replace(b"1100 version\\n", b"")'),
        {"answers 200 commands written at once"},
    ),
    "two-empty-lines": (wrote('mouth(answer) + b"\\n"'), {"ends each answer with one empty line"}),
    "crlf-out": (
        wrote('mouth(answer).replace(b"\\n", b"\\r\\n")'),
        {"ends each answer with one empty line"},
    ),
    "fragile": (
        heard('data if data.isascii() or os._exit(1) else b""'),
        {"survives nonsense"},
    ),
    "no-time": (changed("time_left", "ok=False"), {"takes whole numbers of seconds"}),
}

#: Faults of the game and of thinking.
IN_GAME = {
    "another-setup": (changed("setup", 'text="kulami"'), {"sets the game up"}),
    "no-parameters": (
        changed("param", "ok=False", '"level" in message.arguments'),
        {"takes the tournament's parameters"},
    ),
    "rejects-a-move": (
        changed("play", "ok=False", "len(session.match.state.history) == 20"),
        {
            "follows a game to its end",
            "knows the legal moves",
            "scores a finished game",
            "answers genmove after the end",
        },
    ),
    "lacks-a-move": (
        changed("legal_moves", 'text=answer.text.partition(" ")[2]'),
        {
            "knows the legal moves",
            "changes nothing when it refuses",
            "takes moves back",
            "moves in time",
            "says a move without playing it",
        },
    ),
    "accepts-any-move": (
        changed("play", 'ok=True, text=""'),
        {
            "refuses a move off the board",
            "refuses a move that was played",
            "refuses a move out of turn",
            "changes nothing when it refuses",
        },
    ),
    "takes-back-when-it-refuses": (
        before("play", "answer.ok or session.match.undo(1)"),
        {"changes nothing when it refuses"},
    ),
    "undoes-two": (
        before("undo", "answer.ok and session.match.state.history and session.match.undo(1)"),
        {"takes moves back"},
    ),
    "wrong-score": (
        changed("final_score", 'text="B+99"', "answer.ok"),
        {"scores a finished game"},
    ),
    "no-negative-time": (
        changed("time_left", "ok=False", 'message.arguments[1].startswith("-")'),
        {"takes every time"},
    ),
    "always-the-same-move": (
        changed("genmove", 'text="A1"'),
        {"moves in time", "plays a game against itself"},
    ),
    "plays-what-it-says": (
        before("reg_genmove", "session.match.state.play(answer.text)"),
        {"says a move without playing it"},
    ),
    "plays-on": (
        changed("genmove", 'ok=True, text="A1"', "not answer.ok"),
        {"answers genmove after the end"},
    ),
}
