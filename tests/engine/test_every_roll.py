"""Every roll in every box, against a count that knows nothing of the engine (R-07 to R-15)."""

from itertools import combinations_with_replacement, permutations, product

import pytest

from cacho.engine import CASUAL, Box, Ruleset, points_of, with_fields, worth

ROLLS = list(product(range(1, 7), repeat=5))
HANDS = list(combinations_with_replacement(range(1, 7), 5))
HOUSES = {
    "escalera 25": {"escalera": "25"},
    "no ace-wrap": {"wrap": "no"},
    "one grande": {"grandes": "1"},
    "five is no poker": {"five_is_poker": "no"},
    "all of these": {"escalera": "25", "wrap": "no", "grandes": "1", "five_is_poker": "no"},
}


def naive(dice: tuple[int, ...], house: dict[str, str], *, first: bool) -> dict[str, int]:
    """The points of the ten boxes from the sorted faces as a string, written from RULES.md."""
    row = "".join(sorted(map(str, dice)))
    a, b, c, d, e = row
    names = ["balas", "tontos", "trenes", "cuadras", "quinas", "senas"]
    got = {name: face * row.count(str(face)) for face, name in enumerate(names, 1)}
    straights = ["12345", "23456"] + ["13456"] * (house.get("wrap") != "no")
    served = 5 if first else 0
    got["escalera"] = (int(house.get("escalera", 20)) + served) if row in straights else 0
    got["full"] = 30 + served if a == b and d == e and a != e and c in (a, e) else 0
    four = a == d or b == e
    if a == e and house.get("five_is_poker") == "no":
        four = False
    got["poker"] = 40 + served if four else 0
    got["grande"] = 50 if a == e else 0
    return got


@pytest.mark.parametrize("roll", [1, 2, 3])
def test_every_roll_in_every_box(roll: int) -> None:
    for dice in ROLLS:
        assert worth(CASUAL, dice, roll).points == naive(dice, {}, first=roll == 1), dice


@pytest.mark.parametrize("house", HOUSES.values(), ids=list(HOUSES))
@pytest.mark.parametrize("roll", [1, 2])
def test_every_hand_under_house_rules(roll: int, house: dict[str, str]) -> None:
    """R-19: each parameter changes what RULES.md says it does, and nothing else."""
    rules = with_fields(CASUAL, house)
    for hand in HANDS:
        assert worth(rules, hand, roll).points == naive(hand, house, first=roll == 1), hand


@pytest.mark.parametrize("grandes_noted", [0, 1])
def test_either_grande_slot_is_worth_the_same(grandes_noted: int, lying) -> None:
    """R-11: the second Grande asks for five alike as the first does, and brings as much."""
    for dice in ROLLS:
        state = lying(dice, roll=2, noted=[(Box.GRANDE, 50)] * grandes_noted)
        assert points_of(state)[Box.GRANDE] == (50 if len(set(dice)) == 1 else 0)


def test_both_grandes_noted_leave_no_grande(lying) -> None:
    """R-15: a third Grande has no box of its own."""
    state = lying((3, 3, 3, 3, 3), roll=2, noted=[(Box.GRANDE, 50)] * 2)
    assert Box.GRANDE not in points_of(state)
    assert {box: n for box, n in points_of(state).items() if n} == {Box.TRENES: 15, Box.POKER: 40}


@pytest.mark.parametrize("roll", [1, 2])
def test_the_order_of_the_dice_never_matters(roll: int) -> None:
    for hand in HANDS:
        first = worth(CASUAL, hand, roll)
        assert all(worth(CASUAL, order, roll) == first for order in set(permutations(hand)))


def test_wins_exactly_with_five_alike_on_the_first_roll() -> None:
    """R-13."""
    for dice in ROLLS:
        assert worth(CASUAL, dice, 1).wins == (dice in {(face,) * 5 for face in range(1, 7)})
        assert not worth(CASUAL, dice, 2).wins


def first_rolls(rules: Ruleset) -> dict[str, int]:
    """How many of the 7,776 first rolls make each figure."""
    counted = dict.fromkeys(["escalera", "full", "poker", "dormida"], 0)
    for dice in ROLLS:
        answer = worth(rules, dice, 1)
        counted["dormida"] += answer.wins
        for name in ["escalera", "full", "poker"]:
            counted[name] += answer.points[Box(name)] > 0
    return counted


def test_known_counts_of_first_rolls() -> None:
    casual = {"escalera": 360, "full": 300, "poker": 156, "dormida": 6}
    assert first_rolls(CASUAL) == casual
    assert first_rolls(with_fields(CASUAL, {"wrap": "no"})) == casual | {"escalera": 240}
    assert first_rolls(with_fields(CASUAL, {"five_is_poker": "no"})) == casual | {"poker": 150}
