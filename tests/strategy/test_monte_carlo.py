"""Seeded games through the real engine, played as the solver says: its figures come true.

A dormida ends a game of the engine, so the points of the other games are compared with what is
expected without one, and the number of dormidas with their chance. Early wins are switched off:
they are no part of playing for points.
"""

from collections.abc import Callable
from dataclasses import replace
from math import sqrt

import pytest
from player import Player

from cacho.engine import (
    CASUAL,
    PRESETS,
    Match,
    Ruleset,
    Seat,
    SeededDice,
    Setup,
    Sheet,
    with_fields,
)
from cacho.strategy import Solution

Solved = Callable[[Ruleset], Solution]
GAMES, SOAK = 24, 1_000_000
"""Games of each tradition in a usual run, and in a long one."""
DOUBTED = 4
"""So many games are played again with `Solution.best` looking on."""


def seeded(rules: Ruleset, name: str, number: int) -> Match:
    """A match of one player, with dice of its own that are the same in every run."""
    return Match(Setup(rules, (Seat("Ana"),), 0, f"{name}-{number}"), SeededDice(b"cacho" * 4))


def doubt(rules: Ruleset, solution: Solution, games: int, name: str) -> None:
    """Of what can be done nothing is worth more than what the player does, action by action."""
    player = Player(solution)
    for number in range(games):
        match = seeded(rules, name, number)
        while not match.over:
            for action in player.turn(match):
                weighed = solution.weigh(match.state)
                value = dict(weighed)[action]
                assert value == pytest.approx(weighed[0].value, abs=1e-9), (match.state, action)
                match.submit(action)


def check(rules: Ruleset, solution: Solution, games: int, name: str) -> None:
    rules = replace(rules, early_wins=frozenset())
    player, finished = Player(solution), []
    for number in range(games):
        match = seeded(rules, name, number)
        player.play(match)
        if match.state.outcome.kind == "points":
            finished.append(match.state.totals[0])
    sleeps = rules.dormida == "wins"  # else it is worth points, and the game goes on
    made = (solution.awake_scores if sleeps else solution.scores)(Sheet.blank(rules))
    off = sum(finished) / len(finished) - made.mean
    assert abs(off) < 3 * made.deviation / sqrt(len(finished)), (off, len(finished))
    slept, asleep = games - len(finished), max(0.0, 1 - made.mass)
    assert abs(slept - games * asleep) < 3 * sqrt(games * made.mass * asleep) + 1
    squares = sum((points - made.mean) ** 2 for points in finished) / len(finished)
    assert sqrt(squares) == pytest.approx(made.deviation, rel=5 / sqrt(games))
    for share in (0.1, 0.5, 0.9):
        quantile = made.quantile(share)
        below = sum(points <= quantile for points in finished)
        assert below / len(finished) > share - 3 * sqrt(share * (1 - share) / len(finished))


HOUSES = [
    {"dormida": "100", "must_stop": "yes", "crossing": "forced"},
    {"goal": "fixed", "grandes": "1", "rethrow_mano": "yes"},
    {"turning": "0-2,1-3", "crossing": "lenient", "natural_five": "yes"},
    {"bajo": "look", "goal": "rethrow"},
]
NAMES = ["hundred", "goal", "turning", "look"]


@pytest.mark.parametrize("name", PRESETS)
def test_games_of_the_traditions(name: str, solved: Solved, soak: bool) -> None:
    check(PRESETS[name], solved(PRESETS[name]), SOAK if soak else GAMES, name)


@pytest.mark.soak
@pytest.mark.parametrize("house", HOUSES, ids=NAMES)
def test_games_of_house_rules(house: dict[str, str], solved: Solved) -> None:
    rules = with_fields(CASUAL, house)
    check(rules, solved(rules), 20_000, "house")


@pytest.mark.parametrize("name", PRESETS)
def test_the_player_does_what_the_solver_says(name: str, solved: Solved, soak: bool) -> None:
    doubt(PRESETS[name], solved(PRESETS[name]), 500 if soak else DOUBTED, name)


@pytest.mark.soak
@pytest.mark.parametrize("house", HOUSES, ids=NAMES)
def test_and_so_by_house_rules(house: dict[str, str], solved: Solved) -> None:
    rules = with_fields(CASUAL, house)
    doubt(rules, solved(rules), 100, "house")
