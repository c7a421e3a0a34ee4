"""OpenSpiel's own tests of a game's API, on every sample of every game."""

import numpy as np
import pytest

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (quatuor[openspiel])")

import pyspiel
from open_spiel.python.algorithms.generate_playthrough import playthrough
from open_spiel.python.tests import games_sim_test

from clients.openspiel.games import load
from engine.games.registry import GAMES
from tests.games.support import samples


@pytest.mark.parametrize(("name", "options"), samples())
def test_random_simulation_in_cpp(name: str, options: dict[str, str]) -> None:
    game = load(GAMES[name].setup(options))
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize(("name", "options"), samples())
def test_simulation_in_python(name: str, options: dict[str, str]) -> None:
    np.random.seed(1)  # the generator that OpenSpiel's test draws from
    games_sim_test.GamesSimTest().sim_game(load(GAMES[name].setup(options)))


@pytest.mark.parametrize("name", GAMES)
def test_playthrough(name: str) -> None:
    lines = playthrough(f"quatuor_{name}", None, seed=1).splitlines()
    game = pyspiel.load_game(f"quatuor_{name}")
    assert f"NumDistinctActions() = {game.num_distinct_actions()}" in lines
    assert "UtilitySum() = 0.0" in lines
    assert any(line.startswith("Returns() = [") for line in lines)
