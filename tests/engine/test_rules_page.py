"""RULES.md and the engine say the same: every number of the page is read and compared."""

import re
from itertools import product
from pathlib import Path

import pytest
from test_every_reading import DE_MANO

from cacho.engine import (
    ALALAY,
    BASIC,
    CASUAL,
    COCH,
    DORMIDA_POINTS,
    FIELDS,
    MAX_SEATS,
    PERU,
    PRESETS,
    Box,
    Ruleset,
    Seat,
    Setup,
    field_text,
    game_points,
    new_state,
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
    """The text of a rule, on one line."""
    text = re.search(rf"\*\*R-{number:02} · (.+?)(?:\n\n|\Z)", PAGE, re.DOTALL)[1]
    return " ".join(text.split())


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip("|").split("|")]


def rows(heading: str) -> list[list[str]]:
    """The rows of the table under a heading row that begins so."""
    table = re.search(rf"^\| {heading} \|.*\n\| ---.*\n((?:\|.*\n)+)", PAGE, re.MULTILINE)[1]
    return [cells(line) for line in table.splitlines()]


def points(dice: str, roll: int, box: Box, rules: Ruleset = CASUAL) -> int:
    return worth(rules, tuple(map(int, dice)), roll).points[box]


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
    assert {COCH.rolls, ALALAY.rolls} == {2}
    assert "in Coch and Alalay up to 2" in rule(3)
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


def test_every_tradition_is_told_of() -> None:
    assert [name.strip("*").lower() for name, _ in rows("rules")] == list(PRESETS)
    for name in PRESETS:
        assert f"**{name.capitalize()}**" in PAGE.partition("## Where this comes from")[2]


def test_the_parameters_of_the_traditions() -> None:
    """R-19: every field, with its value in every tradition; what else it may be can be played."""
    table = rows("parameter")
    assert [row[0].strip("`") for row in table] == list(FIELDS)
    for name, *values, others, what in table:
        field = name.strip("`")
        assert values == [field_text(rules, field) for rules in PRESETS.values()], field
        assert re.search(r"R-\d\d", what), field
        for value in others.split(" · "):
            rules = with_fields(CASUAL, {field: value})
            assert new_state(Setup(rules, (Seat("Ana"), Seat("Luis")))).rules == rules


def test_the_numbers_in_the_rules_of_some_traditions() -> None:
    straight = [points("12345", roll, Box.ESCALERA, BASIC) for roll in (2, 1)]
    assert f"worth {straight[0]}, de mano {straight[1]}" in rule(8)
    first, second = COCH.turning
    assert f"in Coch {first[0]} or {first[1]} of them after the first roll" in rule(20)
    assert f"up to {second[1]} after the second" in rule(20)
    assert f"{ALALAY.turning[1][0]} or {ALALAY.turning[1][1]} after the second" in rule(20)
    assert points("66666", 1, Box.POKER, PERU) == 0
    assert f"dormida as {DORMIDA_POINTS} points" in rule(26)
    fours = [4 * face for face in range(1, 7)]
    assert f"{', '.join(map(str, fours[:5]))} and {fours[5]} points" in rule(28)
    sheets = new_state(Setup(with_fields(CASUAL, {"hatches": "3"}), (Seat("Ana"),))).sheets
    assert game_points(sheets) == (1 + 2 + 3,)
    assert "upper is worth 1 game point, the middle 2, the lower 3" in rule(30)


def test_first_rolls_of_the_traditions() -> None:
    """As many as `test_known_counts_of_first_rolls` enumerates."""
    told = {name: tuple(map(int, counts)) for name, *counts in rows("first rolls of 7,776")}
    counted = zip(*DE_MANO.values(), strict=True)
    assert dict(zip(["escalera", "full", "póker", "dormida"], counted, strict=True)) == told
    nobody = (1 - DE_MANO["coch"][3] / 6**5) ** (4 * COCH.rounds)
    assert round(10 * (1 - nobody)) == 4
    assert "In Coch four matches of ten at a table of four" in PAGE


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
    assert sorted(numbers) == list(range(1, len(numbers) + 1))
