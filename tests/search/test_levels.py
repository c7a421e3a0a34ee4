"""Weak play: random, and greedy at one ply."""

from engine.games.position import Position
from engine.games.randomness import Dice
from engine.games.registry import GAMES
from engine.games.state import State
from engine.search.levels import NODES, greedy_move, random_move, standing
from tests.games.support import load, played


def test_random_moves_are_legal_and_varied() -> None:
    for game in GAMES.values():
        position = game.setup(game.samples[0]).start()
        moves = {random_move(position, Dice(seed)) for seed in range(50)}
        assert moves <= set(position.legal())
        assert len(moves) > 10


def lead_after(position: Position, move: int, seat: int) -> tuple[int, int]:
    position.play(move)
    found = standing(position, seat)
    position.take_back()
    return found


def test_greedy_moves_are_the_best_at_one_ply() -> None:
    for item in load("random_games.jsonl")[::23]:
        state = played(item["game"], item["options"], item["moves"][: len(item["moves"]) // 2])
        seat = state.position.seat_to_move()
        chosen = greedy_move(state.position, Dice(1))
        best = max(lead_after(state.position, move, seat) for move in state.position.legal())
        assert lead_after(state.position, chosen, seat) == best


def test_greedy_takes_a_win() -> None:
    for item in load("golden.json"):
        if not item["expect"].get("over") or not item["moves"]:
            continue
        before = played(item["game"], item["options"], item["moves"][:-1])
        seat = before.seat
        end = played(item["game"], item["options"], item["moves"]).outcome()
        assert end is not None
        if end.winner != seat:
            continue
        before.play(before.setup.move_text(greedy_move(before.position, Dice(1))))
        outcome = before.outcome()
        assert outcome is not None
        assert outcome.winner == seat


def test_standing_ranks_won_over_drawn_over_lost() -> None:
    drawn = next(i for i in load("random_games.jsonl") if i["result"]["draw_between"] == [1, 2])
    state = played(drawn["game"], drawn["options"], drawn["moves"])
    assert standing(state.position, 0)[0] == standing(state.position, 1)[0] == 1
    won = next(i for i in load("random_games.jsonl") if i["result"]["winner"] == 2)
    state = played(won["game"], won["options"], won["moves"])
    assert standing(state.position, 1)[0] == 2
    assert standing(state.position, 0)[0] == 0
    assert standing(State(state.setup).position, 0) == (1, 0)


def test_levels_grow() -> None:
    assert list(NODES) == list(range(2, 10))
    assert sorted(NODES.values()) == list(NODES.values())
