"""OpenSpiel's MCTS as an engine: ``python -m clients.openspiel``."""

import argparse
import sys
from collections.abc import Callable, Sequence
from importlib.util import find_spec

from clients.openspiel.parameters import PARAMETERS, Parameters
from engine.games.errors import InvalidOption
from protocol.words import WORDS

#: Options that set a parameter at the start, and the parameters they set.
OPTIONS = {"simulations": "nodes", "seconds": "movetime", "uct-c": "uct_c", "seed": "seed"}
MISSING = "OpenSpiel is not installed; install it with: pip install 'quatuor[openspiel]'"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the engine; returns the exit code: 0, 1 without OpenSpiel, 2 for bad usage."""
    options = vars(_parser().parse_args(arguments))
    if find_spec("pyspiel") is None or find_spec("open_spiel") is None:
        print(f"clients.openspiel: {MISSING}", file=sys.stderr)
        return 1
    from clients.openspiel.loop import serve  # needs OpenSpiel, and half a second

    parameters = Parameters()
    for name, text in options.items():
        parameters.set(name, text)
    return serve(parameters)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m clients.openspiel",
        description="OpenSpiel's MCTS with random playouts, as an engine that speaks Quatuor's "
        "protocol on standard input and output. Without a limit it thinks for one second.",
    )
    for option, name in OPTIONS.items():
        parameter = PARAMETERS[name]
        parser.add_argument(
            f"--{option}",
            dest=name,
            type=_reader(name),
            default=parameter.written(parameter.default),
            metavar=WORDS[parameter.kind].name,
            help=f"{parameter.meaning} (%(default)s); the parameter {name}",
        )
    return parser


def _reader(name: str) -> Callable[[str], str]:
    """What checks a word of the command line and leaves it as it is."""

    def read(text: str) -> str:
        try:
            PARAMETERS[name].read(text)
        except InvalidOption as error:
            raise argparse.ArgumentTypeError(error.why) from error
        return text

    return read


if __name__ == "__main__":
    sys.exit(main())
