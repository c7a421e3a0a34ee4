"""The failure texts: PROTOCOL section 1's table."""

import pickle

import pytest

from protocol import errors
from protocol.errors import Failure, SyntaxFailure, invalid_option, syntax_error

TEXTS = {
    "UNKNOWN_COMMAND": "unknown command",
    "SYNTAX_ERROR": "syntax error",
    "LINE_TOO_LONG": "line too long",
    "ILLEGAL_MOVE": "illegal move",
    "UNSUPPORTED_GAME": "unsupported game",
    "UNACCEPTABLE_SIZE": "unacceptable size",
    "CANNOT_UNDO": "cannot undo",
    "CANNOT_SCORE": "cannot score",
    "CANNOT_SOLVE": "cannot solve",
    "CANNOT_LOAD_FILE": "cannot load file",
    "CANNOT_WRITE_FILE": "cannot write file",
    "INVALID_OPTION": "invalid option",
    "GAME_OVER": "game over",
    "WRONG_COLOUR": "wrong colour",
}


def test_texts() -> None:
    assert {name: text for name, text in vars(errors).items() if name.isupper()} == TEXTS


def test_syntax_error() -> None:
    assert syntax_error("colour missing") == "syntax error: colour missing"
    assert syntax_error() == "syntax error"


def test_invalid_option() -> None:
    text = invalid_option("layout", "7 rows, not 6")
    assert text == "invalid option: layout: 7 rows, not 6"


def test_failure_carries_its_text() -> None:
    failure = Failure("cannot undo")
    assert failure.text == str(failure) == "cannot undo"


def test_syntax_failure_is_built_from_what() -> None:
    failure = SyntaxFailure("colour missing")
    assert isinstance(failure, Failure)
    assert failure.what == "colour missing"
    assert failure.text == str(failure) == "syntax error: colour missing"


@pytest.mark.parametrize("failure", [Failure("cannot undo"), SyntaxFailure("colour missing")])
def test_failures_travel_between_processes(failure: Failure) -> None:
    copy = pickle.loads(pickle.dumps(failure))
    assert type(copy) is type(failure)
    assert copy.text == failure.text
