"""``referee check``: a good engine passes; a fault fails the steps that look for it, no other."""

import os
import shutil
from collections.abc import Sequence

import pytest

from clients.check_command import Silence, line
from clients.referee.compliance import (
    CHAPTERS,
    MOST_HANGS,
    STEPS,
    Examination,
    Finding,
    examine,
)
from clients.referee.compliance_check import Patience
from clients.referee.compliance_ending import ENDING
from clients.referee.compliance_game import GAME, SETTING_UP, random_plays, score_text
from clients.referee.compliance_language import LANGUAGE
from clients.referee.compliance_step import Status, Step
from clients.referee.compliance_thinking import THINKING
from clients.referee.openings import Beginning
from clients.referee.settings import Engine, Limits
from docs import make_check
from engine.games.game import Setup
from engine.games.registry import GAMES
from engine.games.state import State
from engine.session.results import result_text
from tests.clients.support import faulty, is_gone, new_token
from tests.faulty_engines.altered import IN_GAME, IN_LANGUAGE, before, changed, with_fault, wrote

GNUGO = shutil.which("gnugo", path=f"{os.environ.get('PATH', '')}:/usr/games")
FIRST = STEPS[0]

SETUPS = [game.setup(sample) for game in GAMES.values() for sample in game.samples]
#: A busy machine is no failure: only engines that are to be late are held to short limits.
LONG = Limits(margin=60, answer=60, startup=60)
CALM = Patience(ending=60, step=120, game=0.2, move=0.02)


def check(
    command: Sequence[str],
    steps: Sequence[Step] = STEPS,
    limits: Limits = LONG,
    patience: Patience = CALM,
    game: str = "kulami",
    game_is_wanted: bool = True,
    params: dict[str, str] | None = None,
) -> Examination:
    engine = Engine(tuple(command), limits=limits, params=params or {})
    chosen = [step for step in STEPS if step is FIRST or step in steps]
    beginning = Beginning(GAMES[game].setup())
    (found,) = examine([engine], beginning, game_is_wanted, Silence(), patience, chosen)
    return found


def names(examination: Examination, status: Status) -> set[str]:
    return {each.step.name for each in examination.findings if each.status is status}


def failed(examination: Examination) -> set[str]:
    return names(examination, Status.FAILED)


def finding(examination: Examination, name: str) -> Finding:
    (found,) = [each for each in examination.findings if each.step.name == name]
    return found


# ---------------------------------------------------------------------- good engines


@pytest.mark.parametrize("game", ["kulami", "siege_stones"])
def test_our_engine_passes_everything(game: str) -> None:
    found = check(["quatuor"], game=game, params={"level": "3"})
    assert len(found.findings) == len(STEPS)
    assert [line(each) for each in found.findings if each.status is not Status.OK] == []
    assert found.passed


def test_a_whole_game_is_judged_by_the_rules() -> None:
    patience = Patience(step=240, game=240, move=0.02)
    wrong = check(
        with_fault(changed("final_score", 'text="B+99"', "answer.ok")),
        THINKING.steps,
        patience=patience,
        game="gorami",
    )
    assert failed(wrong) == {"plays a game against itself"}
    assert "'= B+99' when the rules say" in finding(wrong, "plays a game against itself").text


@pytest.mark.skipif(GNUGO is None, reason="GNU Go is not installed")
def test_gnu_go_passes_the_steps_of_the_language_and_has_no_game() -> None:
    found = check([GNUGO or "", "--mode", "gtp"], game_is_wanted=False)
    assert found.passed
    assert found.program == "GNU Go"
    assert failed(found) == set()
    plain = {step.name for chapter in (LANGUAGE, ENDING) for step in chapter.steps}
    assert names(found, Status.OK) == plain - {"ends when input ends while it thinks"}
    assert finding(found, "moves in time").text == "it does not know newgame"


@pytest.mark.skipif(GNUGO is None, reason="GNU Go is not installed")
def test_not_to_know_the_game_that_is_wanted_is_a_failure() -> None:
    found = check([GNUGO or "", "--mode", "gtp"], SETTING_UP.steps)
    assert failed(found) == {"sets the game up"}
    assert not found.passed


# ---------------------------------------------------------------------- one fault each


@pytest.mark.parametrize("fault", IN_LANGUAGE)
def test_a_fault_of_the_language_fails_its_step_alone(fault: str) -> None:
    lines, wrong = IN_LANGUAGE[fault]
    limits = Limits(answer=2, startup=60) if fault == "forgetful" else LONG
    found = check(with_fault(lines), LANGUAGE.steps, limits)
    assert failed(found) == wrong
    assert found.passed == (wrong != {"answers 200 commands written at once"})


@pytest.mark.parametrize("fault", IN_GAME)
def test_a_fault_of_the_game_fails_its_steps_alone(fault: str) -> None:
    lines, wrong = IN_GAME[fault]
    chapters = (*SETTING_UP.steps, *GAME.steps, *THINKING.steps)
    steps = [step for step in chapters if step.name in wrong or step not in THINKING.steps[:2]]
    found = check(with_fault(lines), steps, params={"level": "3"})
    assert failed(found) == wrong
    assert found.passed == (not any(step.is_needed for step in STEPS if step.name in wrong))


@pytest.mark.parametrize(
    ("fault", "wrong"),
    [
        ("import atexit; atexit.register(os._exit, 3)", {"quits", "ends when input ends"}),
        (
            "loop.CommandReader.close = lambda self: []",
            {"carries out a last line without its end"},
        ),
    ],
    ids=["status-3", "needs-line-feed"],
)
def test_a_fault_of_the_end_fails_its_steps_alone(fault: str, wrong: set[str]) -> None:
    found = check(with_fault(fault), ENDING.steps)
    assert failed(found) == wrong
    assert found.passed


def test_an_engine_that_does_not_end_is_ended() -> None:
    token = new_token()
    lives_on = "import atexit, signal; atexit.register(time.sleep, 3600)\n"
    deaf = "loop.signal = type('', (), {'SIGINT': 2, 'SIGTERM': 10, 'signal': signal.signal})\n"
    ignoring = "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
    steps = [ENDING.steps[0], ENDING.steps[4]]
    patience = Patience(ending=0.2)
    found = check(with_fault(lives_on + deaf + ignoring, token), steps, patience=patience)
    assert failed(found) == {"quits", "ends on SIGTERM"}
    assert "it still ran 0.2 s after SIGTERM" in finding(found, "ends on SIGTERM").text
    assert is_gone(token)


def test_words_on_standard_error_are_a_note() -> None:
    found = check(with_fault("print('hello', file=sys.stderr)"), ENDING.steps)
    assert names(found, Status.NOTE) == {"is quiet on standard error"}
    assert "'hello'" in finding(found, "is quiet on standard error").text
    assert failed(found) == set()


def test_an_engine_that_is_late() -> None:
    found = check(
        with_fault(before("genmove", "time.sleep(0.6)")),
        THINKING.steps[:2],
        Limits(margin=0.3, answer=60, startup=60),
    )
    assert failed(found) == {"moves in time", "plays a game against itself"}
    assert finding(found, "moves in time").text.endswith("s for a move, not 0.32 s")


# ---------------------------------------------------------------------- engines that hang


def test_an_engine_that_hangs_is_started_anew_until_it_is_enough() -> None:
    token = new_token()
    steps = [*LANGUAGE.steps[2:5], *LANGUAGE.steps[6:10]]
    greets = 'heard.append(answer) or mouth(answer) if len(heard) < 3 else b""'
    hangs = f"heard = []\n{wrote(greets)}"
    found = check(with_fault(hangs, token), steps, Limits(answer=0.2, startup=60))
    statuses = [each.status for each in found.findings]
    assert statuses == [Status.OK] + MOST_HANGS * [Status.FAILED] + 3 * [Status.SKIPPED]
    assert finding(found, "says its name").text == "it did not answer 'name' within 0.2 s"
    assert is_gone(token)


@pytest.mark.parametrize(
    ("mode", "wrong"),
    [
        ("good", set()),
        ("exits_at_once", {"starts in time"}),
        ("never_greets", {"starts in time"}),
        ("refuses_newgame", {"sets the game up"}),
        ("rejects_moves", {"accepts moves of every colour", "follows a game to its end"}),
        ("illegal_move", {"moves in time", "plays a game against itself"}),
        ("closes_stdin", {"moves in time", "plays a game against itself"}),
        ("exits_after_move", {"moves in time", "plays a game against itself"}),
        ("crlf", set()),
        ("resigns", set()),
    ],
)
def test_faulty_engines_fail_what_a_tournament_needs(mode: str, wrong: set[str]) -> None:
    token = new_token()
    needed = [step for step in STEPS if step.is_needed]
    startup = 1.0 if mode == "never_greets" else 60
    found = check(faulty(mode, token), needed, Limits(margin=60, answer=60, startup=startup))
    assert failed(found) == wrong
    assert found.passed == (not wrong)
    assert is_gone(token)


def test_a_command_that_is_not_there() -> None:
    found = check(["no-such-engine"])
    assert failed(found) == {"starts in time"}
    assert "there is no command no-such-engine" in found.findings[0].text
    assert {each.text for each in found.findings[1:]} == {"it did not start"}


# ---------------------------------------------------------------------- the table


def test_every_step_has_a_name_of_its_own_and_says_what_is_right() -> None:
    assert len({step.name for step in STEPS}) == len(STEPS)
    assert sum(len(chapter.steps) for chapter in CHAPTERS) == len(STEPS)
    assert all(step.right.endswith(".") and "\n" not in step.right for step in STEPS)


def test_the_page_has_the_table() -> None:
    text = make_check.PAGE.read_text(encoding="utf-8")
    assert make_check.page(text) == text, "run: python docs/make_check.py"


@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: setup.line)
def test_the_result_is_written_as_the_protocol_says(setup: Setup) -> None:
    for seed in range(1, 9):
        state = State(setup)
        random_plays(state, seed=seed)
        totals = [score.total for score in state.scores()]
        outcome = state.outcome()
        assert outcome is not None
        assert score_text(state) == result_text(outcome, totals)
