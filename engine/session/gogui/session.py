"""The session of the dialect, with all its commands."""

from collections import ChainMap
from collections.abc import Mapping

from engine.session.gogui import analyze, live, rules, setting_up
from engine.session.gogui.embedded_session import EmbeddedSession
from engine.session.gogui.moves import TABLE
from engine.session.table import COMMANDS, Entry

#: The rooms whose handlers make up the dialect's own table.
ROOMS = (rules, setting_up, analyze, live)


class GoguiSession(EmbeddedSession):
    """What a client such as GoGui speaks with."""

    interruptible = True
    commands: Mapping[str, Entry] = ChainMap(TABLE, COMMANDS)
