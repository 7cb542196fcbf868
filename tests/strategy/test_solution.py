"""The solution against a reckoning of its own (`naive.py`), and as bytes."""

import doctest
import hashlib
import random
from collections.abc import Callable
from dataclasses import replace

import naive
import oracle
import pytest
from house_values import HOUSE_VALUES
from strategies import house

import cacho.strategy
from cacho.engine import (
    ALALAY,
    CASUAL,
    COCH,
    FIELDS,
    PERU,
    PRESETS,
    Box,
    Mark,
    Ruleset,
    Sheet,
    field_text,
    with_fields,
)
from cacho.strategy import Solution, SolutionError, rules_key, solve

Solved = Callable[[Ruleset], Solution]


def any_house(number: int) -> Ruleset:
    """A ruleset of its own for each number, one hatch and one player."""
    chance = random.Random(number)
    fields = chance.sample(list(HOUSE_VALUES), chance.randrange(1, len(HOUSE_VALUES) + 1))
    texts = {field: chance.choice(HOUSE_VALUES[field]) for field in fields}
    rules = house(chance.choice(list(PRESETS.values())), texts)
    return replace(rules, hatches=1, team_size=1)


def with_open(rules: Ruleset, names: tuple[str, ...]) -> Sheet:
    """A sheet with only these boxes open, all others crossed out."""
    sheet = Sheet.blank(rules)
    for box, hatch, _ in tuple(sheet.crosses()):
        capacity = rules.capacity(box)
        if len(sheet.marks(box)) < capacity - names.count(box):
            sheet = sheet.with_mark(box, Mark(0), hatch)
    return sheet


def agree(rules: Ruleset, chance: random.Random, boxes: int) -> None:
    """Some boxes open: the solver's value is that of trying everything."""
    slots = [*oracle.NAMES, "grande"] if rules.grandes == 2 else oracle.NAMES
    names = tuple(sorted(chance.sample(slots, boxes)))
    texts = {name: field_text(rules, name) for name in FIELDS}
    value = naive.Naive(texts).value(names)
    told = solve(rules).value(with_open(rules, names))
    assert told == pytest.approx(value, abs=1e-9), (names, texts)


@pytest.mark.parametrize("name", PRESETS)
def test_every_tradition(name: str, soak: bool) -> None:
    agree(PRESETS[name], random.Random(name), boxes=1 if name == "peru" and not soak else 2)


@pytest.mark.parametrize("share", range(4))
def test_house_rules(share: int, soak: bool) -> None:
    """R-19: every value of every parameter means in the solution what it says."""
    for number in range(share, 800 if soak else 4, 4):
        rules = any_house(number)
        agree(rules, random.Random(-number), boxes=2 if soak else 1)


SCORES = {
    "casual": 160.01496,
    "basic": 158.11391,
    "coch": 220.36589,
    "alalay": 206.15971,
    "peru": 136.84275,
}


@pytest.mark.parametrize("name", PRESETS)
def test_the_expected_scores_that_are_told(name: str, solved: Solved) -> None:
    """docs/solver.md tells them; every part of them is proved elsewhere in these tests."""
    assert solved(PRESETS[name]).expected == pytest.approx(SCORES[name], abs=5e-6)


def test_a_full_sheet_makes_no_more_points(solved: Solved) -> None:
    assert solved(CASUAL).value(Sheet.blank(CASUAL).closed()) == 0.0


def test_more_boxes_are_never_worth_less(solved: Solved) -> None:
    """Where crossing is free an open box can always be crossed out."""
    solution, blank = solved(PERU), Sheet.blank(PERU)
    for box in Box:
        fewer = blank.with_mark(box, Mark(0))
        assert solution.value(fewer) < solution.value(blank)


@pytest.mark.parametrize("rules", [ALALAY, COCH], ids=["alalay", "coch"])
def test_a_solution_survives_as_bytes(rules: Ruleset, solved: Solved) -> None:
    solution = solved(rules)
    again = Solution.from_bytes(rules, solution.to_bytes())
    sheets = [Sheet.blank(rules).with_mark(box, Mark(0)) for box in Box]
    assert [again.value(sheet) for sheet in sheets] == [solution.value(sheet) for sheet in sheets]


def test_damaged_bytes_are_refused(solved: Solved) -> None:
    data, chance = solved(CASUAL).to_bytes(), random.Random(5)
    for _ in range(40):
        at = chance.randrange(len(data))
        bad = data[:at] + bytes([data[at] ^ 1 << chance.randrange(8)]) + data[at + 1 :]
        with pytest.raises(SolutionError):
            Solution.from_bytes(CASUAL, bad)
        with pytest.raises(SolutionError):
            Solution.from_bytes(CASUAL, data[:at])
    with pytest.raises(SolutionError):
        Solution.from_bytes(CASUAL, b"")


def test_bytes_of_another_hand_are_refused(solved: Solved) -> None:
    """Even where the checksum fits."""
    body = solved(CASUAL).to_bytes(scored=False)[:-32]
    for change in (body.replace(b"looks", b"locks"), body.replace(b"[[[", b"[["), body[:-9]):
        with pytest.raises(SolutionError):
            Solution.from_bytes(CASUAL, change + hashlib.sha256(change).digest())


def test_the_solution_of_other_rules_is_refused(solved: Solved) -> None:
    with pytest.raises(SolutionError, match="other rules"):
        Solution.from_bytes(COCH, solved(CASUAL).to_bytes())


def test_rules_are_named_by_what_the_solution_depends_on() -> None:
    keys = {rules_key(rules) for rules in PRESETS.values()}
    assert len(keys) == len(PRESETS)
    same = replace(CASUAL, name="La casa", hatches=3, team_size=2, early_wins=frozenset({"panza"}))
    assert rules_key(same) == rules_key(CASUAL)
    assert rules_key(with_fields(CASUAL, {"wrap": "no"})) != rules_key(CASUAL)


def test_progress_is_told_to_the_end() -> None:
    told: list[float] = []
    solve(CASUAL, told.append)
    assert told == sorted(told)
    assert told[-1] == 1.0


def test_the_example_runs() -> None:
    failed, tried = doctest.testmod(cacho.strategy)
    assert tried > 0
    assert failed == 0
