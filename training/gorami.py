"""GORami's recipe: a network for each board, fitted to games whose ends are solved."""

import json
import platform
from datetime import UTC, datetime
from pathlib import Path

import numpy as np

from engine import __version__
from engine.games.gorami.inputs import BLOCKS
from training.gorami_games import Plan, make_games, read_games
from training.gorami_rows import HELD_OUT, Rows, input_images, move_sources, rows_of
from training.network import Floats, Losses, from_bytes, losses, quantised
from training.request import Count, Request, Say
from training.rows import MissingLibrary

#: Boards that a network is for; the smallest one is solved.
BOARDS = ("22", "24")
#: After so many epochs the losses are told.
TOLD = 5
ENGINE = Path(__file__).parent.parent / "engine" / "games" / "gorami"


def make(request: Request, count: Count) -> None:
    """Play the games that are missing. Raises: as ``folder.fill``."""
    plan = Plan(request.board, request.simulations, request.seed, request.search)
    tell = count(f"board {request.board}", request.games)
    make_games(plan, request.games, request.folder, request.workers, tell)


def learn(request: Request, say: Say) -> Path:
    """Fit a network to the games of the folder; write it, and its recipe beside it.

    Raises: TooFewGames, MissingLibrary, network.TooLarge, OSError.
    """
    try:
        from training import network_fit
    except ImportError as error:
        raise MissingLibrary(f"{error}: the fit needs quatuor[training]") from error
    rows = rows_of(request.board, read_games(request.folder, request.games, request.also))
    judging = rows.games % HELD_OUT == 0
    fitted, judged = rows.part(np.flatnonzero(~judging)), rows.part(np.flatnonzero(judging))
    say(f"{len(fitted)} positions to fit, {len(judged)} to judge the fit by")
    path = request.weights or ENGINE / f"board{request.board}.weights"
    if path.exists():
        say(f"so far: {losses(from_bytes(path.read_bytes()), judged)}")

    def tell(epoch: int, network: Floats) -> None:
        if epoch % TOLD == 0:
            say(f"epoch {epoch}: {losses(network, judged)}")

    images, sources = input_images(request.board), move_sources(request.board)
    found = network_fit.fit(fitted, images, sources, request.seed, tell)
    whole = quantised(found, BLOCKS.values())
    after = losses(whole, judged)
    say(f"in whole numbers: {after}")
    path.write_bytes(whole.to_bytes())
    story = story_of(request, fitted, judged, losses(found, judged), after)
    story["versions"] = versions(network_fit.VERSION)
    text = json.dumps(story, indent=2) + "\n"
    path.with_suffix(".recipe.json").write_text(text, encoding="utf-8")
    return path


def story_of(
    request: Request, fitted: Rows, judged: Rows, floats: Losses, integers: Losses
) -> dict[str, object]:
    """How the weights came about, for those who read them."""
    return {
        "command": request.command,
        "games": int(max(fitted.games.max(), judged.games.max())) + 1,
        "positions": {"fitted": len(fitted), "held out": len(judged)},
        "policies": len(fitted.known()[0]),
        "seed": request.seed,
        "held out, floating point": floats.rounded(),
        "held out, whole numbers": integers.rounded(),
        "date": datetime.now(UTC).date().isoformat(),
    }


def versions(torch: str) -> dict[str, str]:
    """What the weights were made with."""
    return {
        "quatuor": __version__,
        "python": platform.python_version(),
        "numpy": np.__version__,
        "torch": torch,
    }
