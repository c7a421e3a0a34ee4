"""Every game of the registry as an OpenSpiel Python game; importing this module registers them.

    import pyspiel
    import clients.openspiel.games

    game = pyspiel.load_game("quatuor_gorami(board=24)")

Rules, legality and results are those of ``engine.games``. OpenSpiel counts players from 0:
player 0 is seat 1. The API is that of OpenSpiel 2.0 (``open_spiel/python/games/tic_tac_toe.py``
is its model of a Python game).
"""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, ClassVar

import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from clients.openspiel.moves import Moves
from clients.openspiel.observer import BoardObserver
from engine.games.game import Game, Option, Setup
from engine.games.position import Position
from engine.games.registry import GAMES
from engine.games.state import State

PREFIX = "quatuor_"
#: The seed of a random layout if none is given: the same text always loads the same board.
SEED = 1
#: The value of a numeric parameter whose default follows from the rules and other options.
BY_THE_RULES = -1

Value = int | str


class QuatuorGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """A game of the registry with all its options chosen; each game has a subclass of its own.

    The board stands in the parameters of the loaded game (RULES C4), not the seed it came from:
    ``str(game)`` loads just this game anywhere.
    """

    rules: ClassVar[Game]

    def __init__(self, parameters: Mapping[str, Value] | None = None) -> None:
        """`parameters` are those of ``default_parameters``, whose values fill what is missing.

        Raises: InvalidOption.
        """
        given = {**default_parameters(self.rules), **(parameters or {})}
        setup = self.rules.setup(_options(self.rules, given))
        moves = Moves(setup)
        super().__init__(game_type(self.rules), _game_info(setup, len(moves)), _recorded(setup))
        self.setup = setup
        self.moves = moves

    def new_initial_state(self) -> "QuatuorState":
        """The state before the first move."""
        return QuatuorState(self)

    def state_after(self, moves: Iterable[str]) -> "QuatuorState":
        """The state after `moves`, in canonical text, from the beginning.

        Raises: IllegalMove; ValueError for what is no move here at all.
        """
        state = self.new_initial_state()
        for move in moves:
            state.apply_action(self.moves.action(move))
        return state

    def action_to_string(self, player: int, action: int) -> str:
        """The canonical text of an action. Raises: ValueError if there is no such action."""
        return self.moves.text(action)

    def __reduce__(self) -> tuple[Any, ...]:
        return _load_text, (str(self),)

    def make_py_observer(self, kind: Any = None, params: Any = None) -> Any:
        """What observes states: the board, or with perfect recall the moves so far."""
        if kind is None or (kind.public_info and not kind.perfect_recall):
            return BoardObserver(self.setup, self.moves, params)
        return IIGObserverForPublicInfoGame(kind, params)


class QuatuorState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types
    """A game in progress; OpenSpiel clones and serializes ``play`` and its own history."""

    def __init__(self, game: QuatuorGame) -> None:
        super().__init__(game)
        self.play = Play(game.setup, game.moves)

    def current_player(self) -> int:
        """The player to move, from 0, or OpenSpiel's mark of the end."""
        seat = self.play.seat
        return pyspiel.PlayerId.TERMINAL if seat is None else seat - 1

    def _legal_actions(self, player: int) -> list[int]:
        return self.play.moves.legal_actions(self.play.position)

    def _apply_action(self, action: int) -> None:
        """Play `action`. Raises: IllegalMove."""
        self.play.play(self.play.moves.text(action))

    def _action_to_string(self, player: int, action: int) -> str:
        return self.play.moves.text(action)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.play.position.is_over()

    def returns(self) -> list[float]:
        """Each player's utility, 0 for everybody while the game goes on.

        The winner has 1 and the others share -1. Of n players, k of whom draw, each of the k has
        (n/k - 1) / (n - 1): 0 if all draw.
        """
        seats = self.play.setup.seats
        if not self.is_terminal():
            return [0.0] * seats
        best = self.play.position.winning_seats()
        shares = [(seat in best) / len(best) for seat in range(seats)]
        return [(seats * share - 1) / (seats - 1) for share in shares]

    def __str__(self) -> str:
        """The whole position in one line, as PROTOCOL ``position``: equal only if all is equal."""
        return self.play.text()


class Play(State):
    """A game in progress that ``copy`` and ``pickle`` know how to treat."""

    def __init__(self, setup: Setup, moves: Moves, root: Position | None = None) -> None:
        super().__init__(setup, root)
        self.moves = moves

    def __deepcopy__(self, memo: object) -> "Play":
        return Play(self.setup, self.moves, self.position)

    def __reduce__(self) -> tuple[Any, ...]:
        return _play_from_text, (self.text(),)


def load(setup: Setup) -> QuatuorGame:
    """The OpenSpiel game of a setup of the registry's."""
    game: QuatuorGame = pyspiel.load_game(PREFIX + setup.game.name, _recorded(setup))
    return game


def _load_text(text: str) -> Any:
    return pyspiel.load_game(text)


def _play_from_text(text: str) -> Play:
    state = State.from_text(text, GAMES)
    return Play(state.setup, Moves(state.setup), state.position)


# ---------------------------------------------------------------------- parameters


def default_parameters(rules: Game) -> dict[str, Value]:
    """The parameters of an OpenSpiel game, with their values if none are given.

    They are the game's options. OpenSpiel reads digits as a number, so an option that is given
    by numbers (its default and its samples are) is a number here. A seed is ``SEED`` unless
    given, another number without a default ``BY_THE_RULES``.
    """
    return {option.name: _default(rules, option) for option in rules.options}


def _default(rules: Game, option: Option) -> Value:
    if not _is_number(rules, option):
        return option.default
    if option.default:
        return int(option.default)
    return BY_THE_RULES if option.recorded else SEED


def _is_number(rules: Game, option: Option) -> bool:
    values = {option.default, *(sample.get(option.name, "") for sample in rules.samples)} - {""}
    return bool(values) and all(value.isdecimal() for value in values)


def _options(rules: Game, parameters: Mapping[str, Value]) -> dict[str, str]:
    """The options of ``Game.setup`` for a complete set of parameters."""
    by_the_rules = {
        name for name, value in default_parameters(rules).items() if value == BY_THE_RULES
    }
    return {
        name: str(value)
        for name, value in parameters.items()
        if name not in by_the_rules or value != BY_THE_RULES
    }


def _recorded(setup: Setup) -> dict[str, Value]:
    """The parameters that load `setup`, whatever the seed."""
    numbers = [option.name for option in setup.game.options if _is_number(setup.game, option)]
    return {name: int(text) if name in numbers else text for name, text in setup.options.items()}


# ---------------------------------------------------------------------- descriptions


@cache
def game_type(rules: Game) -> Any:
    """What OpenSpiel wants to know of a game before it is loaded."""
    return pyspiel.GameType(
        short_name=PREFIX + rules.name,
        long_name=rules.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=len(rules.colours),
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=default_parameters(rules),
    )


def _game_info(setup: Setup, actions: int) -> Any:
    return pyspiel.GameInfo(
        num_distinct_actions=actions,
        max_chance_outcomes=0,
        num_players=setup.seats,
        min_utility=-1.0 / (setup.seats - 1),
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=setup.start().plies_left(),
    )


def _register(rules: Game) -> None:
    """Register a game.

    OpenSpiel holds on to the creator until after Python has ended, when nothing may be freed any
    more. A class lives as long as Python does; a function or a ``partial`` would crash there.
    """
    pyspiel.register_game(
        game_type(rules),
        type(f"{type(rules).__name__}InOpenSpiel", (QuatuorGame,), {"rules": rules}),
    )


for _rules in GAMES.values():
    _register(_rules)
