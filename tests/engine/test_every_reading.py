"""Readings, points, crossing and must-stop under many rules, against a count of their own.

`oracle.py` is written from RULES.md and knows nothing of the engine.
"""

import random
from collections.abc import Iterator
from itertools import combinations_with_replacement, permutations, product

import oracle
import pytest

from cacho.engine import (
    ALALAY,
    COCH,
    FIELDS,
    PRESETS,
    Box,
    Ruleset,
    RulesetError,
    field_text,
    points_by_box,
    readings,
    with_fields,
    worth,
)

ROLLS = list(product(range(1, 7), repeat=5))
HANDS = list(combinations_with_replacement(range(1, 7), 5))
TURNINGS = [
    "0-0",
    "1-2",
    "0-2",
    "0-0,1-2",
    "1-2,0-2",
    "1-1,0-1",
    "2-3,0-0",
    "0-0,0-0,0-5",
    "5-5,4-5",
]
VALUES = {
    "turning": TURNINGS,
    "rethrow_mano": ["no", "yes"],
    "must_stop": ["no", "yes"],
    "escalera": ["20", "25"],
    "wrap": ["no", "yes"],
    "five_is_poker": ["no", "yes"],
    "crossing": ["free", "forced", "lenient"],
    "dormida": ["wins", "100"],
    "natural_five": ["no", "yes"],
}


def house(number: int) -> Ruleset:
    """A ruleset of its own for each number."""
    chance = random.Random(number)
    base = PRESETS[chance.choice(list(PRESETS))]
    fields = chance.sample(list(VALUES), chance.randrange(1, len(VALUES) + 1))
    return with_fields(base, {field: chance.choice(VALUES[field]) for field in fields})


def texts(rules: Ruleset) -> dict[str, str]:
    return {name: field_text(rules, name) for name in FIELDS}


def some_boxes(chance: random.Random) -> set[str]:
    few = chance.random() < 0.5
    return set(chance.sample(oracle.NAMES, chance.randrange(1, 4 if few else 11)))


def positions(rules: Ruleset, chance: random.Random) -> Iterator[tuple]:
    """Every hand after every roll, the dice in some order, with some boxes open."""
    for roll in range(1, rules.rolls + 1):
        for hand in HANDS:
            rolled = chance.choice([5, chance.randrange(1, 6)]) if roll > 1 else 5
            dice = tuple(chance.sample(hand, 5))
            yield dice, roll, rolled, some_boxes(chance)


def agree(rules: Ruleset, dice: tuple, roll: int, rolled: int, boxes: set[str]) -> None:
    answer = worth(rules, dice, roll, rolled, map(Box, boxes))
    told = {
        "points": answer.points,
        "wins": answer.wins,
        "may_cross": answer.may_cross,
        "must_note": list(answer.must_note),
    }
    assert told == oracle.judge(texts(rules), dice, roll, rolled, boxes), (dice, roll, rolled)


@pytest.mark.parametrize("rules", PRESETS.values(), ids=list(PRESETS))
def test_every_hand_in_every_tradition(rules: Ruleset) -> None:
    chance = random.Random(rules.name)
    for dice, roll, rolled, boxes in positions(rules, chance):
        agree(rules, dice, roll, rolled, boxes)


@pytest.mark.parametrize("share", range(4))
def test_every_hand_under_many_house_rules(share: int, soak: bool) -> None:
    """R-19: whatever is put together, each value means what it says."""
    for number in range(share, 2000 if soak else 24, 4):
        chance, rules = random.Random(-number), house(number)
        everything = list(positions(rules, chance))
        for position in everything if soak else chance.sample(everything, 250):
            agree(rules, *position)


@pytest.mark.soak
@pytest.mark.parametrize("rules", PRESETS.values(), ids=list(PRESETS))
def test_every_roll_in_every_tradition(rules: Ruleset) -> None:
    for roll in range(1, rules.rolls + 1):
        for rolled in [5] if roll == 1 else [5, 2]:
            for dice in ROLLS:
                agree(rules, dice, roll, rolled, set(oracle.NAMES))


@pytest.mark.parametrize("number", range(12))
def test_readings_are_those_of_the_rules(number: int) -> None:
    """R-20: which dice may be turned, which of it is de mano, and for which boxes."""
    rules, chance = house(number), random.Random(number)
    for dice, roll, rolled, _ in chance.sample(list(positions(rules, chance)), 60):
        mine = readings(rules, dice, roll, rolled)
        theirs = oracle.readings(texts(rules), dice, roll, rolled)
        assert {(r.turned, r.faces, r.de_mano, frozenset(map(str, r.boxes))) for r in mine} == {
            (r["turned"], tuple(r["faces"]), r["de mano"], frozenset(r["boxes"])) for r in theirs
        }
        assert len(mine) == len(theirs)


@pytest.mark.parametrize("rules", [COCH, ALALAY], ids=["coch", "alalay"])
def test_the_order_of_dice_that_turn_never_matters(rules: Ruleset) -> None:
    for hand in random.Random(1).sample(HANDS, 8):
        answers = [worth(rules, order, 2, 5) for order in set(permutations(hand))]
        assert all(answer == answers[0] for answer in answers)


DE_MANO = {  # escalera, full, poker, wins: of 7,776 first rolls
    "casual": (360, 300, 156, 6),
    "basic": (240, 300, 156, 6),
    "coch": (960, 2016, 1056, 90),
    "alalay": (360, 300, 156, 6),
    "peru": (240, 300, 150, 6),
}


@pytest.mark.parametrize("name", PRESETS)
def test_known_counts_of_first_rolls(name: str) -> None:
    rules, counted = PRESETS[name], [0, 0, 0, 0]
    for dice in ROLLS:
        choices = readings(rules, dice, 1, 5)
        best = [points_by_box(rules, reading) for reading in choices]
        for at, box in enumerate([Box.ESCALERA, Box.FULL, Box.POKER]):
            counted[at] += any(got[box] for got in best)
        counted[3] += any(reading.dormida for reading in choices)
    assert tuple(counted) == DE_MANO[name]


@pytest.mark.parametrize(
    ("name", "players", "percent"),
    [
        ("casual", 2, 1.7),
        ("casual", 4, 3.3),
        ("casual", 6, 5.0),
        ("coch", 2, 22.6),
        ("coch", 4, 40.1),
        ("coch", 6, 53.6),
    ],
)
def test_the_chance_of_a_dormida_in_a_match(name: str, players: int, percent: float) -> None:
    nobody = (1 - DE_MANO[name][3] / 6**5) ** (players * PRESETS[name].rounds)
    assert round(100 * (1 - nobody), 1) == percent


@pytest.mark.parametrize(("crossing", "percent"), [("forced", 12), ("lenient", 96)])
def test_how_often_a_box_may_be_crossed_in_alalay(crossing: str, percent: int) -> None:
    """R-25: with Balas and Grande open, after a second roll of some dice."""
    rules, boxes = with_fields(ALALAY, {"crossing": crossing}), [Box.BALAS, Box.GRANDE]
    crossed = sum(worth(rules, dice, 2, 2, boxes).may_cross for dice in ROLLS)
    assert round(100 * crossed / len(ROLLS)) == percent


def test_what_the_worked_hands_of_coch_win() -> None:
    """R-13: the natural five alike is no dormida there, what one or two bottoms make is."""
    assert not worth(COCH, (6, 6, 6, 6, 6), 1).wins
    assert worth(COCH, (6, 6, 6, 6, 6), 1).points[Box.POKER] == 45
    assert worth(COCH, (6, 6, 6, 6, 1), 1).wins
    assert worth(COCH, (6, 6, 6, 1, 1), 1).wins
    assert worth(with_fields(COCH, {"natural_five": "yes"}), (6, 6, 6, 6, 6), 1).wins


def test_house_rules_are_drawn_from_everywhere() -> None:
    """The houses above reach every value; none is refused."""
    seen = {(name, text) for number in range(24) for name, text in texts(house(number)).items()}
    assert all((name, text) in seen for name, values in VALUES.items() for text in values[:2])
    with pytest.raises(RulesetError):
        with_fields(COCH, {"bajo": "look"})
