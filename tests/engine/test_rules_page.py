"""RULES.md and the engine say the same: every number of the page is read and compared."""

import re
from itertools import product
from pathlib import Path

import pytest

from cacho.engine import (
    CASUAL,
    MAX_SEATS,
    PRESETS,
    Box,
    field_text,
    unsupported,
    with_fields,
    worth,
)

PAGE = (Path(__file__).parents[2] / "RULES.md").read_text(encoding="utf-8")
ONE_OF_EACH = {
    "Balas": "12345", "Tontos": "12345", "Trenes": "12345",
    "Cuadras": "12345", "Quinas": "12345", "Senas": "23456",
    "Escalera": "12345", "Full": "33322", "Póker": "66661", "Grande": "44444",
}  # fmt: skip


def rule(number: int) -> str:
    """The text of a rule."""
    return re.search(rf"\*\*R-{number:02} · (.+?)(?:\n\n|\Z)", PAGE, re.DOTALL)[1]


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip("|").split("|")]


def rows(heading: str) -> list[list[str]]:
    """The rows of the table under a heading row that begins so."""
    table = re.search(rf"^\| {heading} \|.*\n\| ---.*\n((?:\|.*\n)+)", PAGE, re.MULTILINE)[1]
    return [cells(line) for line in table.splitlines()]


def points(dice: str, roll: int, box: Box) -> int:
    return worth(CASUAL, tuple(map(int, dice)), roll).points[box]


def test_the_boxes_and_their_points() -> None:
    table = rows("box")
    assert [name.lower().replace("ó", "o") for name, *_ in table] == [str(box) for box in Box]
    for (name, _, _, later, first), box in zip(table, Box, strict=True):
        dice = ONE_OF_EACH[name]
        assert points(dice, 2, box) == int(later.removesuffix(" each")), name
        if first.isdecimal():
            assert points(dice, 1, box) == int(first), name
        elif box is Box.GRANDE:
            assert worth(CASUAL, tuple(map(int, dice)), 1).wins
        else:
            assert points(dice, 1, box) == points(dice, 2, box), name


def test_the_numbers_in_the_rules() -> None:
    assert f"up to {CASUAL.rolls} rolls" in rule(3)
    assert "rolls all 5 dice" in rule(3)
    assert f"{CASUAL.grandes} Grande boxes" in rule(11)
    assert f"worth {points('33322', 1, Box.FULL) - points('33322', 2, Box.FULL)} more" in rule(12)
    assert f"after {CASUAL.rounds} rounds" in rule(16)
    five = {box: points("33333", 2, box) for box in Box}
    assert f"{five[Box.GRANDE]} in a Grande" in rule(15)
    assert f"{five[Box.POKER]} in Póker" in rule(15)
    assert five[Box.TRENES] == 5 * 3
    assert five[Box.FULL] == five[Box.ESCALERA] == 0
    assert MAX_SEATS == 6
    assert "One to six players" in rule(1)


def test_the_straights_of_the_page() -> None:
    """R-08."""
    named = re.findall(r"\d-\d-\d-\d-\d", rule(8))
    straights = {
        dice
        for dice in product(range(1, 7), repeat=5)
        if worth(CASUAL, dice, 2).points[Box.ESCALERA]
    }
    assert {tuple(sorted(map(int, text.split("-")))) for text in named} == {
        tuple(sorted(dice)) for dice in straights
    }


def test_the_presets_that_can_be_played() -> None:
    told = {name.strip("*").lower(): answer for name, _, answer in rows("rules")}
    assert told == {
        name: "not yet" if unsupported(rules) else "playable" for name, rules in PRESETS.items()
    }


def test_the_house_rules_that_can_be_played() -> None:
    """R-19: each value named there is played, and the value of Casual is told."""
    for name, casual, others, _ in rows("parameter"):
        field = name.strip("`")
        assert field_text(CASUAL, field) == casual
        for value in others.partition(" (")[0].split(" · "):
            assert unsupported(with_fields(CASUAL, {field: value})) == (), (field, value)


def test_how_often_it_happens() -> None:
    counted = {"dormida": 0, "escalera": 0, "full": 0, "póker": 0}
    for dice in product(range(1, 7), repeat=5):
        answer = worth(CASUAL, dice, 1)
        counted["dormida"] += answer.wins
        for name in ("escalera", "full", "póker"):
            counted[name] += answer.points[Box(name.replace("ó", "o"))] > 0
    told = re.search(r"(\d+) are a (\w+), (\d+) an (\w+), (\d+) a (\w+) and (\d+) a (\w+)", PAGE)
    assert dict(zip(told.groups()[1::2], map(int, told.groups()[::2]), strict=True)) == counted
    per_match = 1 - (1 - counted["dormida"] / 6**5) ** (4 * CASUAL.rounds)
    assert round(1 / per_match) == pytest.approx(30, abs=1)
    assert 6**5 / counted["dormida"] == 1296


def test_rules_are_numbered_without_a_gap() -> None:
    numbers = [int(number) for number in re.findall(r"\*\*R-(\d\d) · ", PAGE)]
    assert numbers == list(range(1, len(numbers) + 1))
