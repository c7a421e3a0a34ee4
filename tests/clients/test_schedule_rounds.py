"""Knockout and Swiss: rounds that depend on results."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import count

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clients.referee.formats.knockout import TIE_BREAKS, Knockout, Stage, bracket
from clients.referee.formats.matching import Matching
from clients.referee.formats.rounds import Meeting, PlayedRound, Round
from clients.referee.formats.swiss import Swiss
from clients.referee.schedule import Fixture, Schedule
from clients.referee.settings import Engine, Format, Tournament

Points = tuple[float, ...]
WIN, DRAW, LOSS = (1.0, 0.0), (0.5, 0.5), (0.0, 1.0)


def tournament(
    engines: int, format_: Format, games: int = 2, rounds: int | None = None
) -> Tournament:
    entrants = tuple(Engine((f"engine{number}",), f"E{number}") for number in range(engines))
    return Tournament("gorami", entrants, format_, games, rounds)


def play(
    described: Tournament, result: Callable[[Fixture], Points | None]
) -> tuple[list[list[Fixture]], dict[str, Points]]:
    """The rounds of a tournament in which games end like that; None: the pairing is stopped."""
    results: dict[str, Points] = {}
    rounds: list[list[Fixture]] = []
    for number in count(1):
        pairs = Schedule(described).pairs(number, results)
        if pairs is None:
            return rounds, results
        rounds.append([fixture for pair in pairs for fixture in pair])
        for fixture in rounds[-1]:
            points = result(fixture)
            if points is not None:
                results[fixture.id] = points
    raise AssertionError


def better_seed_wins(fixture: Fixture) -> Points:
    return WIN if fixture.seating[0] < fixture.seating[1] else LOSS


def met(fixtures: Sequence[Fixture]) -> list[tuple[int, ...]]:
    """The pairings of a round, each once."""
    return list(dict.fromkeys(tuple(sorted(fixture.seating)) for fixture in fixtures))


def champion(described: Tournament, results: dict[str, Points]) -> int:
    (final,) = Schedule(described).stages(results)[-1].ties
    assert final.winner is not None
    return final.winner


# ---------------------------------------------------------------------- knockout


def test_the_bracket_of_eight() -> None:
    assert bracket(8) == [0, 7, 3, 4, 1, 6, 2, 5]


def test_the_best_seeds_have_the_byes() -> None:
    rounds, _ = play(tournament(5, Format.KNOCKOUT), better_seed_wins)
    assert [met(fixtures) for fixtures in rounds] == [[(3, 4)], [(0, 3), (1, 2)], [(0, 1)]]
    byes = Schedule(tournament(5, Format.KNOCKOUT)).rounds({})[0].byes
    assert sorted(byes) == [0, 1, 2]


def test_a_knockout_of_eight_when_the_better_seed_always_wins() -> None:
    described = tournament(8, Format.KNOCKOUT, games=4)
    rounds, results = play(described, better_seed_wins)
    assert [met(fixtures) for fixtures in rounds] == [
        [(0, 7), (3, 4), (1, 6), (2, 5)],
        [(0, 3), (1, 2)],
        [(0, 1)],
    ]
    assert [len(fixtures) for fixtures in rounds] == [16, 8, 4]
    assert champion(described, results) == 0
    titles = [each.title for each in Schedule(described).rounds(results)]
    assert titles == ["quarter-finals", "semi-finals", "final"]


def test_a_level_tie_is_decided_by_tie_breaks_of_one_pair() -> None:
    described = tournament(4, Format.KNOCKOUT, games=4)

    def result(fixture: Fixture) -> Points:
        """Engine 3 beats engine 0 in the second tie-break, after draws."""
        if set(fixture.seating) != {0, 3}:
            return better_seed_wins(fixture)
        if fixture.round < 3:
            return DRAW
        return WIN if fixture.seating[0] == 3 else LOSS

    rounds, results = play(described, result)
    assert [met(fixtures) for fixtures in rounds] == [
        [(0, 3), (1, 2)],
        [(0, 3)],
        [(0, 3)],
        [(1, 3)],
    ]
    assert [len(fixtures) for fixtures in rounds] == [8, 2, 2, 4]
    stages = Schedule(described).stages(results)
    tie = stages[0].ties[0]
    assert (tie.winner, tie.tie_breaks, tie.points, tie.is_by_seed) == (3, 2, (3.0, 5.0), False)
    titles = [each.title for each in Schedule(described).rounds(results)]
    assert titles == [
        "semi-finals",
        "semi-finals, tie-break 1",
        "semi-finals, tie-break 2",
        "final",
    ]


def test_after_the_last_tie_break_the_better_seed_advances() -> None:
    described = tournament(2, Format.KNOCKOUT)
    rounds, results = play(described, lambda _: DRAW)
    assert len(rounds) == 1 + TIE_BREAKS
    (tie,) = Schedule(described).stages(results)[0].ties
    assert (tie.winner, tie.is_by_seed, tie.tie_breaks) == (0, True, TIE_BREAKS)


def test_a_stopped_tie_without_results_goes_to_the_better_seed() -> None:
    described = tournament(4, Format.KNOCKOUT)

    def result(fixture: Fixture) -> Points | None:
        return None if fixture.seating in ((1, 2), (2, 1)) else better_seed_wins(fixture)

    rounds, results = play(described, result)
    assert [met(fixtures) for fixtures in rounds] == [[(0, 3), (1, 2)], [(0, 1)]]
    tie = Schedule(described).stages(results)[0].ties[1]
    assert (tie.winner, tie.is_by_seed) == (1, True)


def test_a_stopped_tie_goes_to_who_is_ahead() -> None:
    described = tournament(4, Format.KNOCKOUT, games=4)
    stopped = {"2.1", "2.2", "4.1"}

    def result(fixture: Fixture) -> Points | None:
        """Engine 2 wins with 1-0 the only game of its pairing, `stopped` are the others."""
        if fixture.round == 1 and set(fixture.seating) == {1, 2}:
            return None if fixture.id in stopped else WIN
        return better_seed_wins(fixture)

    rounds, _ = play(described, result)
    assert rounds[0][-1].seating == (2, 1)
    assert met(rounds[1]) == [(0, 2)]


def test_no_beginning_is_met_twice_in_a_knockout() -> None:
    rule = Knockout(2, pairs=3)
    first = rule.next_round([])
    assert first is not None
    played = [PlayedRound(first, (Meeting((0, 1), (3.0, 3.0)),))]
    second = rule.next_round(played)
    assert second is not None
    assert (first.beginning, second.beginning) == (1, 4)


@given(st.integers(2, 17), st.data())
@settings(max_examples=60, deadline=None)
def test_a_knockout_has_one_winner(engines: int, data: st.DataObject) -> None:
    """With any results: all but the winner lose one tie, and the rule's own story agrees."""
    results = st.sampled_from([WIN, DRAW, LOSS])
    described = tournament(engines, Format.KNOCKOUT)
    rounds, told = play(described, lambda _: data.draw(results))
    stages: list[Stage] = Schedule(described).stages(told)
    ties = [tie for stage in stages for tie in stage.ties]
    losers = [next(each for each in tie.engines if each != tie.winner) for tie in ties]
    assert sorted([*losers, champion(described, told)]) == list(range(engines))
    assert len(stages) == (engines - 1).bit_length()
    ids = [fixture.id for fixtures in rounds for fixture in fixtures]
    assert len(set(ids)) == len(ids)
    numbers = [fixture.number for fixtures in rounds for fixture in fixtures]
    assert numbers == list(range(1, len(numbers) + 1))


# ---------------------------------------------------------------------- Swiss


def test_the_first_round_of_swiss_pairs_the_halves() -> None:
    rounds, _ = play(tournament(6, Format.SWISS, rounds=1), better_seed_wins)
    assert [met(fixtures) for fixtures in rounds] == [[(0, 3), (1, 4), (2, 5)]]


def test_swiss_of_eight_when_the_better_seed_always_wins() -> None:
    """Three rounds, by hand: winners meet winners, the upper half of a group the lower one."""
    rounds, _ = play(tournament(8, Format.SWISS), better_seed_wins)
    assert [met(fixtures) for fixtures in rounds] == [
        [(0, 4), (1, 5), (2, 6), (3, 7)],
        [(0, 2), (1, 3), (4, 6), (5, 7)],
        [(0, 1), (2, 4), (3, 5), (6, 7)],
    ]


def test_the_lowest_has_the_bye_and_nobody_twice() -> None:
    described = tournament(5, Format.SWISS, rounds=5)
    _, results = play(described, better_seed_wins)
    byes = [each.byes for each in Schedule(described).rounds(results)]
    assert byes[0] == (4,)
    assert sorted(byes) == [(0,), (1,), (2,), (3,), (4,)]


def test_a_bye_is_a_pairing_won() -> None:
    rule = Swiss(3, pairs=2, games=4, rounds=2)
    first = rule.next_round([])
    assert first == Round(((0, 1),), 2, 1, (2,), "round 1")
    played = [PlayedRound(first, (Meeting((0, 1), (2.5, 1.5)),))]
    assert rule.points(played) == {0: 2.5, 1: 1.5, 2: 4.0}


def test_a_stopped_pairing_counts_for_nobody() -> None:
    described = tournament(4, Format.SWISS, rounds=2)
    rounds, _ = play(described, lambda each: None if 0 in each.seating else better_seed_wins(each))
    assert [met(fixtures) for fixtures in rounds] == [[(0, 2), (1, 3)], [(0, 1), (2, 3)]]


@given(st.integers(2, 20), st.integers(1, 7), st.data())
@settings(max_examples=60, deadline=None)
def test_swiss_with_any_results(engines: int, rounds: int, data: st.DataObject) -> None:
    """Everybody plays each round or has a bye, nobody has two before all have had one.

    As long as no more than half of the others were met, Dirac's theorem says that a round without
    a repeated pairing is possible, so there must not be any.
    """
    described = tournament(engines, Format.SWISS, rounds=rounds)
    played, results = play(described, lambda _: data.draw(st.sampled_from([WIN, DRAW, LOSS])))
    assert len(played) == rounds
    assert Schedule(described).total() == sum(map(len, played))
    pairings = [pairing for fixtures in played for pairing in met(fixtures)]
    told = Schedule(described).rounds(results)
    for fixtures, each in zip(played, told, strict=True):
        playing = [engine for pairing in met(fixtures) for engine in pairing]
        assert sorted([*playing, *each.byes]) == list(range(engines))
    byes = Counter(engine for each in told for engine in each.byes)
    assert max(byes.values(), default=0) - min(byes[each] for each in range(engines)) <= 1
    if engines % 2 == 0 and 2 * rounds <= engines:
        assert len(set(pairings)) == len(pairings)


@pytest.mark.parametrize("engines", [4, 6, 8, 10])
def test_pairings_repeat_only_when_a_round_is_impossible_without(engines: int) -> None:
    """Against a search through all possible rounds."""
    played: list[PlayedRound] = []
    rule = Swiss(engines, 1, 2, engines)
    while (following := rule.next_round(played)) is not None:
        before = {pairing for each in played for pairing in each.round.pairings}
        pairings = {tuple(sorted(pairing)) for pairing in following.pairings}
        known = {tuple(sorted(pairing)) for pairing in before}
        assert len(pairings & known) == fewest_repeats(tuple(range(engines)), known)
        meetings = tuple(
            Meeting(pairing, (2.0, 0.0) if sum(pairing) % 3 else (1.0, 1.0))
            for pairing in following.pairings
        )
        played.append(PlayedRound(following, meetings))


def fewest_repeats(left: tuple[int, ...], known: set[tuple[int, ...]]) -> int:
    if not left:
        return 0
    first, *others = left
    return min(
        ((first, other) in known)
        + fewest_repeats(tuple(each for each in others if each != other), known)
        for other in others
    )


def test_forty_engines_with_many_rounds_are_paired() -> None:
    """So many rounds that the preferred pairings run out."""
    played: list[PlayedRound] = []
    rule = Swiss(40, 1, 2, 30)
    while (following := rule.next_round(played)) is not None:
        meetings = tuple(
            Meeting(pairing, (2.0, 0.0) if pairing[0] < pairing[1] else (0.0, 2.0))
            for pairing in following.pairings
        )
        played.append(PlayedRound(following, meetings))
    pairings = Counter(tuple(sorted(pairing)) for each in played for pairing in each.round.pairings)
    assert len(pairings) == 30 * 20


# ---------------------------------------------------------------------- matching


@st.composite
def graphs(draw: st.DrawFn) -> dict[int, set[int]]:
    size = draw(st.integers(0, 9))
    graph: dict[int, set[int]] = {vertex: set() for vertex in range(size)}
    for one in range(size):
        for other in range(one):
            if draw(st.booleans()):
                graph[one].add(other)
                graph[other].add(one)
    return graph


def most_pairs(left: tuple[int, ...], graph: dict[int, set[int]]) -> int:
    """The size of a maximum matching, by trying all."""
    if not left:
        return 0
    first, *others = left
    found = [most_pairs(tuple(others), graph)]
    for other in graph[first].intersection(others):
        rest = tuple(each for each in others if each != other)
        found.append(1 + most_pairs(rest, graph))
    return max(found)


@given(graphs(), st.data())
@settings(max_examples=200, deadline=None)
def test_a_matching_has_the_most_pairs(graph: dict[int, set[int]], data: st.DataObject) -> None:
    matching = Matching(graph, graph)
    assert all(matching.mates[mate] == each for each, mate in matching.mates.items())
    assert all(mate in graph[each] for each, mate in matching.mates.items())
    assert len(matching.mates) == 2 * most_pairs(tuple(graph), graph)
    gone = data.draw(
        st.sets(st.sampled_from(sorted(graph)), max_size=2) if graph else st.just(set())
    )
    rest = matching.without(*gone)
    left = tuple(each for each in graph if each not in gone)
    assert len(rest.mates) == 2 * most_pairs(left, graph)


def test_a_flower() -> None:
    """A stem 0-1-2, and a blossom 2-3-4-5-6: the pairs must go round the odd cycle."""
    edges = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 6), (6, 2), (5, 7)]
    graph: dict[int, set[int]] = {vertex: set() for vertex in range(8)}
    for one, other in edges:
        graph[one].add(other)
        graph[other].add(one)
    assert len(Matching(graph, graph).mates) == 8
