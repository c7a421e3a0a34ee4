"""Records in the forms that other programs read."""

import csv
from collections.abc import Iterable, Iterator
from dataclasses import replace
from io import StringIO

from clients.convert.errors import BadGame
from clients.convert.json_reading import CONVERTED, game_record
from clients.convert.replay import begin
from clients.convert.verdict import UNFINISHED
from clients.referee.records import Json
from clients.referee.report.words import printable
from engine.games.errors import IllegalMove
from protocol.game_record import result_text, write_sgf
from protocol.messages import Command
from protocol.wire import encode_command

#: Columns of the table of games, before and after those of the seats.
GAME = ("id", "number", "pair", "round", "started", "seconds", "game", "setup")
SEAT = ("engine", "points", "total")
OUTCOME = ("result", "reason", "termination", "winners", "plies", "faults")


# ---------------------------------------------------------------------- GTP


def as_gtp(record: Json) -> str:
    """The game as commands, one a line, that play it again in any engine that speaks GTP.

    The last ones ask for the board, and for the score if the rules ended the game. Comments
    tell who played. Raises: ValueError if a move or the setup cannot be sent as a command.
    """
    players = ", ".join(f"{player['name']} ({player['colour']})" for player in record["players"])
    comments = [f"# game {record['id']}: {players}", f"# {record['result']}"]
    return "\n".join([*map(printable, comments), *_commands(record)]) + "\n"


def _commands(record: Json) -> Iterator[str]:
    position = record.get(CONVERTED, {}).get("position", "")
    begin_with = "setposition" if position else "newgame"
    yield _command(begin_with, *record["setup"].split(" "), *position.split())
    for move in record["moves"]:
        yield _command("play", str(move["seat"]), move["move"])
    yield _command("showboard")
    if record["termination"] == "rules":
        yield _command("final_score")


def _command(name: str, *arguments: str) -> str:
    return encode_command(Command(None, name, arguments)).decode().rstrip("\n")


# ---------------------------------------------------------------------- SGF


def as_sgf(record: Json) -> str:
    """The game as a file in SGF (``protocol.game_record``), with what its moves took as comments.

    Raises: ValueError if its setup or a move is none of the game's.
    """
    try:
        told = game_record(record)
    except BadGame as error:
        raise ValueError(f"the game {record['id']} is no record: {error}") from error
    return write_sgf(replace(told, result=_result(record), application="Quatuor referee"))


def _result(record: Json) -> str:
    """In SGF's words: the margin, or by what else the game was won."""
    winners, how = record["winners"], ""
    if record["termination"] == UNFINISHED:
        return ""
    if record["termination"] == "resignation":
        how = "R"
    elif record["faults"]:
        how = "T" if record["faults"][0]["kind"] == "time" else "F"
    elif record["termination"] == "rules" and len(winners) == 1:
        how = _margin(record)
    return result_text(winners, len(record["players"]), how)


def _margin(record: Json) -> str:
    """By how much the deciding criterion was won; empty for a win outright."""
    try:
        state = begin(game_record(record))
        for move in record["moves"]:
            state.play(move["move"])
    except (BadGame, IllegalMove) as error:
        raise ValueError(f"the game {record['id']} cannot be played again: {error}") from error
    outcome = state.outcome()
    return str(outcome.margin or "") if outcome else ""


# ---------------------------------------------------------------------- CSV


def as_csv(records: Iterable[Json]) -> Iterator[str]:
    """A table of the games, line by line: the names of the columns, then one line for each game.

    Lines end in CR LF (RFC 4180), so a file for them is opened with ``newline=""``. All games
    have as many seats as the first one. `winners` are seats, `faults` what went wrong.
    """
    seats = 0
    for record in records:
        if not seats:
            seats = len(record["players"])
            yield _csv_line(_columns(seats))
        yield _csv_line(_cells(record))
    if not seats:
        yield _csv_line(_columns(2))


def _columns(seats: int) -> Iterator[str]:
    yield from GAME
    for seat in range(1, seats + 1):
        yield from (f"{name}_{seat}" for name in SEAT)
    yield from OUTCOME


def _cells(record: Json) -> Iterator[object]:
    yield from (record[name] for name in GAME)
    for player, score in zip(record["players"], record["scores"], strict=True):
        yield from (player["name"], score["points"], score["total"])
    yield from (record["result"], record["reason"], record["termination"])
    yield " ".join(map(str, record["winners"]))
    yield len(record["moves"])
    yield "; ".join(
        f"seat {fault['seat']} ({fault['kind']}): {fault['reason']}" for fault in record["faults"]
    )


def _csv_line(cells: Iterable[object]) -> str:
    line = StringIO()
    csv.writer(line).writerow(cells)
    return line.getvalue()
