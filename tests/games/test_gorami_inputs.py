"""What GORami's network sees, against a description of the board by the rules."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games.board import Board
from engine.games.gorami import board as tables
from engine.games.gorami import inputs
from engine.games.gorami.position import NETWORKS, Gorami
from engine.games.randomness import Dice
from engine.games.registry import GAMES
from engine.games.state import State
from tests.games.support import COMPILED
from tests.kernels import in_source

#: What the module says of its blocks: states of a field, and where each block begins.
STATES, FIELDS, STRIPES = 26, 24, 12
ONLY_MINE = STATES * FIELDS
ONLY_HIS = ONLY_MINE + FIELDS
STRIPE = ONLY_HIS + FIELDS
SUPPLY = STRIPE + STRIPES * 9 * 4
TOTAL = SUPPLY + 30
MIDDLE = TOTAL + 13
CONTESTED = MIDDLE + 13
MARGIN = CONTESTED + 25
MOST_INPUTS = 128

boards = st.sampled_from(tables.NAMES)
plies = st.integers(0, 24)
seeds = st.integers(0, 10**6)


def random_state(board: str, plies: int, seed: int) -> State:
    """A game after random moves; it may be over."""
    state = State(GAMES["gorami"].setup({"board": board}))
    dice = Dice(seed)
    while state.seat and len(state.history) < plies:
        state.play(dice.choice(state.legal_moves()))
    return state


def gorami(state: State) -> Gorami:
    position = state.position
    assert isinstance(position, Gorami)
    return position


def clipped(number: int, most: int) -> int:
    return min(max(number, -most), most) + most


def described(state: State) -> set[int]:
    """The inputs that have to be on, told from the side to move."""
    position = gorami(state)
    me = position.seat_to_move() + 1
    he = 3 - me
    board = state.setup.board(position)
    place = {cell.vertex: number for number, cell in enumerate(board.cells)}
    rooms = [room_of(board, place, field) for field in range(len(board.cells))]
    can = {
        seat: {
            field
            for field, room in enumerate(rooms)
            if any(number in room and position.supplies(seat - 1)[number - 1] for number in room)
        }
        for seat in (me, he)
    }
    live = can[me] | can[he]
    found = set()
    for field, cell in enumerate(board.cells):
        air = min(sum(place[near] in live for near in cell.neighbours), 2)
        if cell.owner:
            state_ = 3 * (int(cell.piece) - 1) + air + (0 if cell.owner == me else 9)
        else:
            state_ = 18 + sum(1 << number - 1 for number in rooms[field])
        found.add(STATES * field + state_)
        if field in can[me] and field not in can[he]:
            found.add(ONLY_MINE + field)
        if field in can[he] and field not in can[me]:
            found.add(ONLY_HIS + field)
    ahead = 0
    for number in range(STRIPES):
        lead = left = 0
        if number < len(board.regions):
            cells = [board.cells[place[name]] for name in board.regions[number].cells]
            sums = [sum(int(c.piece) for c in cells if c.owner == seat) for seat in (me, he)]
            lead = sums[0] - sums[1]
            left = sum(place[cell.vertex] in live for cell in cells)
        ahead += (lead > 0) - (lead < 0)
        found.add(STRIPE + 36 * number + 4 * clipped(lead, 4) + min(left, 3))
    for row, seat in enumerate((me, he)):
        for number, count in enumerate(position.supplies(seat - 1)):
            found.add(SUPPLY + 15 * row + 5 * number + count)
    found.add(TOTAL + clipped(ahead, 6))
    found.add(MIDDLE + clipped(position.middle_sum(me - 1) - position.middle_sum(he - 1), 6))
    found.add(CONTESTED + len(can[me] & can[he]))
    found.add(MARGIN + clipped(len(can[me] - can[he]) - len(can[he] - can[me]), 5))
    return found


def room_of(board: Board, place: dict[str, int], field: int) -> set[int]:
    """The numbers that a field has room for (G7); none if a disc lies there."""
    cell = board.cells[field]
    if cell.owner:
        return set()
    near = {board.cells[place[name]].piece for name in cell.neighbours}
    return {number for number in tables.NUMBERS if str(number) not in near}


@given(board=boards, plies=plies, seed=seeds)
def test_inputs_are_what_the_board_shows(board: str, plies: int, seed: int) -> None:
    state = random_state(board, plies, seed)
    active = gorami(state).senses()
    assert set(active) == described(state)
    assert len(set(active)) == len(active) < MOST_INPUTS
    assert all(0 <= each < inputs.INPUTS for each in active)


@given(board=boards, plies=plies, seed=seeds, number=st.integers(0, 11))
def test_turned_and_mirrored_positions_have_turned_and_mirrored_inputs(
    board: str, plies: int, seed: int, number: int
) -> None:
    images = tables.symmetries(int(board))
    fields = images[number % len(images)]
    stripes = [set(stripe) for stripe in tables.SHAPES[board].stripes.values()]
    stripe_image = [stripes.index({fields[field] for field in stripe}) for stripe in stripes]
    position = gorami(State(GAMES["gorami"].setup({"board": board})))
    mirrored = gorami(State(GAMES["gorami"].setup({"board": board})))
    dice = Dice(seed)
    while not position.is_over() and position.ply < plies:
        move = dice.choice(position.legal())
        position.play(move)
        mirrored.play(move if move == tables.PASS else 3 * fields[move // 3] + move % 3)

    def image(active: int) -> int:
        if active < ONLY_MINE:
            return STATES * fields[active // STATES] + active % STATES
        if active < STRIPE:
            block = ONLY_MINE if active < ONLY_HIS else ONLY_HIS
            return block + fields[active - block]
        place = (active - STRIPE) // 36
        if active < SUPPLY and place < len(stripes):
            return STRIPE + 36 * stripe_image[place] + (active - STRIPE) % 36
        return active

    assert {image(each) for each in position.senses()} == set(mirrored.senses())


@pytest.mark.parametrize("board", ["22", "24"])
def test_evaluation_and_ratings_are_outputs_of_the_network(board: str) -> None:
    """The first output is the value, the others are the ratings of the moves."""
    network = NETWORKS[tables.NAMES.index(board)]
    for seed in range(5):
        state = random_state(board, 4 * seed, seed)
        if state.seat:
            position = gorami(state)
            outputs = network.forward(position.senses())
            assert position.value() == outputs[0]
            assert position.rates() == [outputs[1 + move] for move in position.legal()]


def facts() -> list[Any]:
    """What is seen and said of positions of all boards."""
    found = []
    for board in tables.NAMES:
        for seed in range(12):
            state = random_state(board, 2 * seed, seed)
            position = gorami(state)
            found.append([position.senses(), position.value(), position.rates()])
    return found


@pytest.mark.skipif(not COMPILED, reason="compares the compiled kernel with this one")
def test_both_kernels_see_and_say_the_same() -> None:
    assert facts() == in_source("tests.games.test_gorami_inputs", "facts")
