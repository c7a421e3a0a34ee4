"""The result of a tournament in one sentence."""

from clients.referee.report import words
from clients.referee.report.summary import Duel, SprtLine, Summary


def headline(summary: Summary) -> str:
    """The result, or how far it is known."""
    if not summary.games:
        return "No game was finished."
    duel = summary.duel
    if summary.sprt is not None:
        return _of_test(summary.sprt, duel)
    if summary.format == "knockout":
        return _of_knockout(summary)
    if duel is not None and summary.format != "swiss":
        return _of_duel(duel, is_over=summary.games == summary.planned)
    return _of_many(summary)


def _of_test(test: SprtLine, duel: Duel | None) -> str:
    if duel is None or not test.pairs:
        return "No pair of games is complete yet; the test has not begun."
    found = f"{_standing(duel)}, {_difference(duel)}"
    if test.verdict:
        accepted = test.elo0 if test.verdict == "H0" else test.elo1
        after = words.some(test.verdict_pairs or 0, "pair")
        return f"{test.verdict} ({accepted:+g} Elo) is accepted after {after}: {found}."
    return (
        f"The test goes on after {words.some(test.pairs, 'pair')}: LLR {test.llr:.2f} between "
        f"{test.lower:.2f} and {test.upper:.2f}; {found}."
    )


def _of_duel(duel: Duel, is_over: bool) -> str:
    after = f"{'in' if is_over else 'after'} {words.games(duel.score.games)}"
    won, lost = duel.score.points, duel.score.games - duel.score.points
    if won == lost:
        return f"{_standing(duel)} {after}: {_difference(duel)}."
    winner, loser = (duel.first, duel.second) if won > lost else (duel.second, duel.first)
    verb = "beats" if is_over else "leads"
    score = f"{words.points(max(won, lost))}–{words.points(min(won, lost))}"
    beaten = f"{winner} {verb} {loser} {score} {after}"
    return f"{beaten}: {_difference(duel)}{_doubt(duel)}."


def _standing(duel: Duel) -> str:
    won, lost = duel.score.points, duel.score.games - duel.score.points
    score = f"{words.points(won)}–{words.points(lost)}"
    if won == lost:
        return f"{duel.first} and {duel.second} are level {score}"
    return f"{duel.first} to {duel.second} {score}"


def _difference(duel: Duel) -> str:
    """What is known of the difference, seen from the first."""
    if duel.elo is None:
        return duel.remark
    told = f"{words.estimate(duel.elo)} Elo for {duel.first}"
    return told if duel.elo.error is not None else f"{told} ({duel.remark})"


def _doubt(duel: Duel) -> str:
    if duel.elo is None or duel.elo.error is None or abs(duel.elo.value) > duel.elo.error:
        return ""
    return ", which shows no difference yet"


def _of_knockout(summary: Summary) -> str:
    stage = summary.knockout[-1]
    if summary.winner is not None:
        loser = next(name for name in stage.ties[0].engines if name != summary.winner)
        return f"{summary.winner} wins the knockout, with {loser} in the final."
    left = 2 * sum(tie.winner is None for tie in stage.ties) + len(stage.byes)
    left += sum(tie.winner is not None for tie in stage.ties)
    return (
        f"After {words.games(summary.games)} {left} of {len(summary.engines)} engines are still "
        "in the knockout."
    )


def _of_many(summary: Summary) -> str:
    if summary.format == "gauntlet":
        return _of_gauntlet(summary)
    totals = {line.name: (line.score.points, line.score.share) for line in summary.engines}
    totals |= {standing.name: (standing.points, None) for standing in summary.swiss}
    best = totals[summary.ranking[0]]
    equal = [name for name in summary.ranking if totals[name] == best]
    verb = _verb(len(equal), is_over=summary.games == summary.planned)
    return (
        f"{_list(equal)} {verb} with {words.some_points(best[0])} after "
        f"{words.games(summary.games)} of {words.some(len(summary.engines), 'engine')}."
    )


def _verb(leaders: int, is_over: bool) -> str:
    if leaders > 1:
        return "share the win" if is_over else "lead together"
    return "wins" if is_over else "leads"


def _of_gauntlet(summary: Summary) -> str:
    first = summary.engines[0]
    return (
        f"{first.name} has {words.some_points(first.score.points)} of "
        f"{words.games(first.score.games)} ({words.percent(first.score.share)}) against "
        f"{words.some(len(summary.engines) - 1, 'engine')}."
    )


def _list(names: list[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
