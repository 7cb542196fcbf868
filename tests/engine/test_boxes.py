"""The rules of RULES.md on what dice are worth, one table a rule, by its id."""

import pytest

from cacho.engine import (
    CASUAL,
    FIGURE_BOXES,
    NUMBER_BOXES,
    PRESETS,
    Box,
    PositionError,
    makers,
    worth,
)

POINTS = [
    # rule, dice, roll, box, points
    ("R-07", "33612", 2, Box.TRENES, 6),
    ("R-07", "33612", 1, Box.TRENES, 6),
    ("R-07", "11111", 2, Box.BALAS, 5),
    ("R-07", "26262", 3, Box.TONTOS, 6),
    ("R-07", "44441", 2, Box.CUADRAS, 16),
    ("R-07", "12346", 2, Box.QUINAS, 0),
    ("R-07", "66666", 3, Box.SENAS, 30),
    ("R-08", "12345", 2, Box.ESCALERA, 20),
    ("R-08", "62354", 3, Box.ESCALERA, 20),
    ("R-08", "34561", 2, Box.ESCALERA, 20),
    ("R-08", "61543", 2, Box.ESCALERA, 20),
    ("R-08", "45612", 2, Box.ESCALERA, 0),
    ("R-08", "12346", 2, Box.ESCALERA, 0),
    ("R-08", "12344", 2, Box.ESCALERA, 0),
    ("R-09", "33322", 2, Box.FULL, 30),
    ("R-09", "23232", 2, Box.FULL, 30),
    ("R-09", "33332", 2, Box.FULL, 0),
    ("R-09", "33321", 2, Box.FULL, 0),
    ("R-09", "33333", 2, Box.FULL, 0),
    ("R-10", "66661", 2, Box.POKER, 40),
    ("R-10", "16666", 2, Box.POKER, 40),
    ("R-10", "66616", 2, Box.POKER, 40),
    ("R-10", "66611", 2, Box.POKER, 0),
    ("R-10", "66666", 2, Box.POKER, 40),
    ("R-11", "55555", 2, Box.GRANDE, 50),
    ("R-11", "55555", 3, Box.GRANDE, 50),
    ("R-11", "55554", 3, Box.GRANDE, 0),
    ("R-11", "12456", 2, Box.GRANDE, 0),
    ("R-12", "12345", 1, Box.ESCALERA, 25),
    ("R-12", "34561", 1, Box.ESCALERA, 25),
    ("R-12", "33322", 1, Box.FULL, 35),
    ("R-12", "66661", 1, Box.POKER, 45),
    ("R-12", "66612", 1, Box.POKER, 0),
    ("R-12", "66612", 1, Box.SENAS, 18),
    ("R-15", "33333", 2, Box.TRENES, 15),
    ("R-15", "33333", 2, Box.POKER, 40),
    ("R-15", "33333", 2, Box.GRANDE, 50),
    ("R-15", "33333", 2, Box.FULL, 0),
    ("R-15", "33333", 2, Box.ESCALERA, 0),
]


def faces(text: str) -> tuple[int, ...]:
    return tuple(map(int, text))


@pytest.mark.parametrize(("rule", "dice", "roll", "box", "points"), POINTS)
def test_points(rule: str, dice: str, roll: int, box: Box, points: int) -> None:
    assert worth(CASUAL, faces(dice), roll).points[box] == points


@pytest.mark.parametrize("rolled", [1, 2, 3, 4, 5])
def test_only_the_first_roll_serves(rolled: int) -> None:
    """R-12: all five rolled again is an ordinary roll."""
    assert worth(CASUAL, faces("12345"), 2, rolled).points[Box.ESCALERA] == 20


def test_a_box_may_be_crossed_where_the_dice_are_worth_nothing() -> None:
    """R-14."""
    boxes = [Box.BALAS, Box.ESCALERA]
    assert worth(CASUAL, faces("11126"), 1, 5, boxes).may_cross
    assert not worth(CASUAL, faces("11126"), 1, 5, [Box.BALAS]).may_cross
    assert not worth(CASUAL, faces("12345"), 3, 2, boxes).may_cross


def test_nothing_is_crossed_once_the_match_is_won() -> None:
    """R-13."""
    answer = worth(CASUAL, faces("44444"), 1)
    assert answer.wins
    assert not answer.may_cross
    assert answer.points[Box.GRANDE] == 50


def test_boxes_are_listed_in_their_order_whatever_was_asked() -> None:
    asked = [Box.GRANDE, Box.POKER, Box.BALAS]
    assert list(worth(CASUAL, faces("11126"), 1, 5, asked).points) == asked[::-1]


@pytest.mark.parametrize(
    ("dice", "roll", "rolled", "says"),
    [
        ((1, 2, 3, 4), 1, 5, "five faces"),
        ((1, 2, 3, 4, 7), 1, 5, "five faces"),
        ((0, 2, 3, 4, 5), 1, 5, "five faces"),
        ((1, 2, 3, 4, 5), 0, 5, "no roll 0"),
        ((1, 2, 3, 4, 5), 4, 5, "no roll 4"),
        ((1, 2, 3, 4, 5), 2, 0, "1 to 5 dice"),
        ((1, 2, 3, 4, 5), 2, 6, "1 to 5 dice"),
        ((1, 2, 3, 4, 5), 1, 4, "all five"),
    ],
)
def test_dice_that_cannot_lie_so(dice: tuple, roll: int, rolled: int, says: str) -> None:
    with pytest.raises(PositionError, match=says):
        worth(CASUAL, dice, roll, rolled)


def test_boxes_have_their_faces() -> None:
    """R-07: the numbers count one face each, the figures none."""
    assert [box.face for box in NUMBER_BOXES] == [1, 2, 3, 4, 5, 6]
    assert [box.face for box in FIGURE_BOXES] == [None] * 4
    assert (*NUMBER_BOXES, *FIGURE_BOXES) == tuple(Box)


@pytest.mark.parametrize(
    ("rules", "dice", "places"),
    [
        (CASUAL, (3, 3, 6, 3, 3), {1, 2, 4, 5}),
        (CASUAL, (2, 5, 2, 5, 2), {1, 2, 3, 4, 5}),
        (CASUAL, (6, 1, 3, 5, 4), {1, 2, 3, 4, 5}),
        (PRESETS["peru"], (6, 1, 3, 5, 4), set()),
        (CASUAL, (4, 4, 4, 4, 4), {1, 2, 3, 4, 5}),
        (CASUAL, (4, 4, 4, 1, 2), set()),
    ],
)
def test_the_dice_that_make_a_figure(rules, dice, places) -> None:
    assert makers(rules, dice) == places
