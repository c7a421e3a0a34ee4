"""Two engines in an arena: every game and setup for two, however its beginning is named."""

from collections.abc import Iterator, Mapping

import pytest

from engine.games.game import Game, Setup
from engine.games.randomness import Dice
from engine.games.registry import GAMES
from engine.games.state import State

from .engine_process import Engine
from .ugi_arena import RESULTS, Player, check_search, play_game, random_moves

CHEAP = "nodes 10"
#: No game has so many plies.
MANY = 99
SAMPLES = [
    (game, options)
    for game in GAMES.values()
    for options in game.samples
    if game.setup(options).seats == 2
]
IDS = [" ".join([game.name, *(f"{k}={v}" for k, v in o.items())]) for game, o in SAMPLES]
every_sample = pytest.mark.parametrize(("game", "options"), SAMPLES, ids=IDS)


@pytest.fixture(scope="module")
def players() -> Iterator[list[Player]]:
    """Two engines that play all games of this file, as in a long tournament."""
    engines = [Engine("ugi"), Engine("ugi")]
    pair = [Player(engine) for engine in engines]
    for player in pair:
        player.hello()
    yield pair
    for engine in engines:
        engine.kill()


def usual(game: Game) -> Setup:
    """The setup that a game's name alone stands for: a board that is drawn has the seed 1."""
    return game.setup({"seed": "1"} if "seed" in [each.name for each in game.options] else {})


def dice_for(setup: Setup) -> Dice:
    return Dice(len(setup.line))


def check_result(result: str, state: State) -> None:
    outcome = state.outcome()
    assert outcome is not None
    assert result == RESULTS[outcome.winner]


@every_sample
def test_from_the_start_that_was_chosen(
    players: list[Player], game: Game, options: Mapping[str, str]
) -> None:
    setup = game.setup(options)
    for player in players:
        player.set_option("Setup", setup.line)
    state = State(setup)
    opening = random_moves(state, setup.start().plies_left() * 2 // 3, dice_for(setup))
    check_result(play_game(players, "startpos", state, CHEAP, opening), state)


@every_sample
def test_from_a_setup_line(players: list[Player], game: Game, options: Mapping[str, str]) -> None:
    setup = game.setup(options)
    words = " ".join([game.name, *(f"{name}={value}" for name, value in options.items())])
    state = State(setup)
    opening = random_moves(state, setup.start().plies_left() * 3 // 4, dice_for(setup))
    check_result(play_game(players, words, state, CHEAP, opening), state)


@every_sample
def test_from_a_position_in_the_middle(
    players: list[Player], game: Game, options: Mapping[str, str]
) -> None:
    setup = game.setup(options)
    moves = random_moves(State(setup), MANY, dice_for(setup))
    state = State(setup)
    for move in moves[: len(moves) // 2]:
        state.play(move)
    text = state.text()
    state = State.from_text(text, GAMES)
    opening = random_moves(state, len(moves) // 4, dice_for(setup))
    check_result(play_game(players, text, state, CHEAP, opening), state)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_whole_game_from_the_first_move(players: list[Player], game: Game) -> None:
    setup = usual(game)
    for player in players:
        player.set_option("Game", game.name)
    state = State(setup)
    check_result(play_game(players, "startpos", state, "nodes 30"), state)
    assert len(state.history) > 5


@pytest.mark.parametrize(
    "limits",
    ["movetime 5", "depth 2", "nodes 100", "p1time 200 p2time 200 p1inc 2 p2inc 2", "depth 0"],
)
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_kind_of_limit(players: list[Player], game: Game, limits: str) -> None:
    setup = usual(game)
    state = State(setup)
    opening = random_moves(state, setup.start().plies_left() * 3 // 4, dice_for(setup))
    check_result(play_game(players, game.name, state, limits, opening), state)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_several_lines(players: list[Player], game: Game) -> None:
    player = players[0]
    setup = usual(game)
    player.set_option("Game", game.name)
    player.set_option("MultiPV", "3")
    player.position("startpos", [])
    search = player.go("nodes 20000")
    player.set_option("MultiPV", "1")
    firsts = [line[0] for line in search.lines_of_play()[-3:]]
    assert len(set(firsts)) == 3
    assert firsts[0] == search.move
    assert [f" multipv {rank} " in info for rank, info in enumerate(search.infos[-3:], 1)] == [
        True
    ] * 3
    check_search(type(search)(search.move, search.infos[-3:-2]), State(setup))
