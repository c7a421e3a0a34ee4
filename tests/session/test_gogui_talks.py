"""Golden talks of GoGui with the dialect: what is said in tests/talks_gogui, to the byte.

The talks are in the form of ``test_talks``. The commands are those of GoGui 1.6, in its order.
"""

from pathlib import Path

import pytest

from engine.games.registry import GAMES
from engine.session.dispatch import handle
from engine.session.gogui.session import GoguiSession
from protocol.wire import CommandReader, encode_answer

from .engine_process import output
from .test_talks import expected, input_of, paragraphs

TALKS = sorted((Path(__file__).parents[1] / "talks_gogui").glob("*.gtp"))
by_talk = pytest.mark.parametrize("path", TALKS, ids=lambda path: path.stem)


@by_talk
def test_a_talk_exchange_by_exchange(path: Path) -> None:
    session, reader = GoguiSession(GAMES), CommandReader()
    for sent, answer in paragraphs(path):
        messages = reader.feed("".join(f"{line}\n" for line in sent).encode())
        heard = b"".join(encode_answer(handle(session, message)) for message in messages)
        assert heard == expected(answer), sent


@by_talk
def test_a_talk_through_a_process_in_one_write(path: Path) -> None:
    heard = output(input_of(path), "gtp", "--dialect", "gogui")
    assert heard == b"".join(expected(answer) for _, answer in paragraphs(path))


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_its_talks_to_the_end(game: str) -> None:
    stems = {path.stem for path in TALKS}
    assert {f"{game}_rules", f"{game}_program"} <= stems
    for path in TALKS:
        if path.stem.startswith(game):
            sent = input_of(path).decode().split("\n")
            assert "final_score" in sent
