"""The command ``quatuor``: its subcommands, each imported when it is called."""

import argparse
import sys
from collections.abc import Callable, Sequence

from engine import __version__

DESCRIPTION = "An engine for Kulami, Donuts, GORami and Siege Stones, and a referee for engines."
EPILOG = "Without a subcommand quatuor speaks the protocol (the same as: quatuor gtp)."

#: How the packaged program is started as the guardian of a referee's engines; not for people.
GUARDIAN = "guardian"


class UserError(Exception):
    """Something the user has to put right; its text says what and how."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit code: 0, 1 for a user's error, 2 for bad usage."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    if words[:1] == [GUARDIAN]:
        from clients.guardian import main as guard

        return guard(words[1])
    if words == ["--version"]:
        words = ["version"]
    if words[:1] not in [[word] for word in (*COMMANDS, "-h", "--help")]:
        words.insert(0, "gtp")
    options = parser(words[0]).parse_args(words)
    command: Callable[[argparse.Namespace], int] = options.run
    try:
        return command(options)
    except UserError as error:
        print(f"quatuor: {error}", file=sys.stderr)
        return 1


def parser(called: str) -> argparse.ArgumentParser:
    """The parser of the command line; it knows the arguments of the subcommand `called` alone."""
    top = argparse.ArgumentParser(prog="quatuor", description=DESCRIPTION, epilog=EPILOG)
    subparsers = top.add_subparsers(metavar="COMMAND", required=True)
    for name, (describe, summary) in COMMANDS.items():
        sub = subparsers.add_parser(name, help=summary, description=summary)
        if name == called:
            describe(sub)
    return top


# ---------------------------------------------------------------------- gtp


def _describe_gtp(sub: argparse.ArgumentParser) -> None:
    from engine.session.start import DIALECTS, describe_options

    sub.add_argument(
        "--game",
        default="kulami",
        metavar="SETUP",
        help='game at the start, with options if need be: "kulami layout=C3 scoring=both" (kulami)',
    )
    sub.add_argument(
        "--dialect",
        choices=DIALECTS,
        default=DIALECTS[0],
        help="gogui: boards and moves as GoGui and other clients for Go boards know them",
    )
    describe_options(sub)
    sub.set_defaults(run=_gtp)


def _gtp(options: argparse.Namespace) -> int:
    from engine.session.loop import serve
    from engine.session.start import BadStart, new_session

    try:
        session = new_session(options.game, options.param, options.verbose, options.dialect)
    except BadStart as error:
        raise UserError(str(error)) from error
    return serve(session)


# ---------------------------------------------------------------------- ugi


def _describe_ugi(sub: argparse.ArgumentParser) -> None:
    from engine.session.ugi_command import describe

    describe(sub)
    sub.set_defaults(run=_ugi)


def _ugi(options: argparse.Namespace) -> int:
    from engine.session.start import BadStart
    from engine.session.ugi_command import run

    try:
        return run(options)
    except BadStart as error:
        raise UserError(str(error)) from error


# ---------------------------------------------------------------------- convert


def _describe_convert(sub: argparse.ArgumentParser) -> None:
    from clients.convert_command import describe

    describe(sub)
    sub.set_defaults(run=_convert)


def _convert(options: argparse.Namespace) -> int:
    from clients.convert_command import run

    return run(options)


# ---------------------------------------------------------------------- match


def _describe_match(sub: argparse.ArgumentParser) -> None:
    from clients.match_command import describe

    describe(sub)
    sub.set_defaults(run=_match)


def _match(options: argparse.Namespace) -> int:
    from clients.match_command import run

    return run(options)


# ---------------------------------------------------------------------- referee


def _describe_referee(sub: argparse.ArgumentParser) -> None:
    from clients.referee_command import describe

    describe(sub)
    sub.set_defaults(run=_referee)


def _referee(options: argparse.Namespace) -> int:
    from clients.referee_command import run

    return run(options)


# ---------------------------------------------------------------------- openings


def _describe_openings(sub: argparse.ArgumentParser) -> None:
    from clients.openings_command import describe

    describe(sub)
    sub.set_defaults(run=_openings)


def _openings(options: argparse.Namespace) -> int:
    from clients.openings_command import run

    return run(options)


# ---------------------------------------------------------------------- solve and verify


def _describe_solve(sub: argparse.ArgumentParser) -> None:
    from engine.session.solving.command import describe

    describe(sub)
    sub.set_defaults(run=_solve)


def _solve(options: argparse.Namespace) -> int:
    from engine.session.solving.command import run
    from engine.session.solving.errors import BadRequest

    try:
        return run(options)
    except BadRequest as error:
        raise UserError(str(error)) from error


def _describe_verify(sub: argparse.ArgumentParser) -> None:
    from engine.session.solving.verify_command import describe

    describe(sub)
    sub.set_defaults(run=_verify)


def _verify(options: argparse.Namespace) -> int:
    from engine.session.solving.errors import BadRequest
    from engine.session.solving.verify_command import run

    try:
        return run(options)
    except BadRequest as error:
        raise UserError(str(error)) from error


# ---------------------------------------------------------------------- bench and perft


def _describe_bench(sub: argparse.ArgumentParser) -> None:
    sub.add_argument(
        "what",
        nargs="?",
        choices=["yardstick"],
        help="yardstick: perft, playouts and search on Kulami R8, to compare with other programs",
    )
    sub.set_defaults(run=_bench)


def _bench(options: argparse.Namespace) -> int:
    from engine.session import bench_command

    return bench_command.yardstick() if options.what else bench_command.bench()


def _describe_perft(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("game", metavar="GAME")
    sub.add_argument("depth", metavar="DEPTH", type=int)
    sub.add_argument("options", metavar="OPTION=VALUE", nargs="*", help="as for newgame")
    sub.set_defaults(run=_perft)


def _perft(options: argparse.Namespace) -> int:
    from engine.session import bench_command

    try:
        return bench_command.perft(options.game, options.depth, options.options)
    except ValueError as error:
        raise UserError(str(error)) from error


# ---------------------------------------------------------------------- version


def _describe_version(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("--verbose", action="store_true", help="say what it runs on, too")
    sub.set_defaults(run=_version)


def _version(options: argparse.Namespace) -> int:
    print(f"quatuor {__version__}")
    if options.verbose:
        import platform

        from engine.games import position

        compiled = not str(position.__file__).endswith(".py")
        print(f"kernel: {'compiled' if compiled else 'not compiled'}")
        print(f"python: {platform.python_version()} ({platform.python_implementation()})")
        print(f"platform: {platform.platform()}")
    return 0


#: Every subcommand: how its arguments are described, and a line of help.
COMMANDS: dict[str, tuple[Callable[[argparse.ArgumentParser], None], str]] = {
    "gtp": (_describe_gtp, "speak the protocol on standard input and output (the default)"),
    "ugi": (_describe_ugi, "speak the Universal Game Interface, for arenas of any game"),
    "convert": (_describe_convert, "convert games between SGF, GTP scripts and lines of JSON"),
    "match": (_describe_match, "let two engines play a match"),
    "referee": (_describe_referee, "tournaments of engines: run, resume, report, export, check"),
    "openings": (_describe_openings, "find balanced openings for matches and tournaments"),
    "solve": (_describe_solve, "prove the exact value of a position, on and on after any stop"),
    "verify": (_describe_verify, "check results of solve with the rules alone"),
    "bench": (_describe_bench, "a fixed search, for comparing versions and machines"),
    "perft": (_describe_perft, "count move sequences"),
    "version": (_describe_version, "say the version"),
}
