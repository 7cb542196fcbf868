"""Seeded games through the real engine, played as the solver says: its figures come true.

A dormida ends a game of the engine, so the points of the other games are compared with what is
expected without one, and the number of dormidas with their chance. Early wins are switched off:
they are no part of playing for points.
"""

from collections.abc import Callable
from dataclasses import replace
from math import sqrt
from typing import NamedTuple

import pytest

from cacho.engine import (
    CASUAL,
    DICE,
    PRESETS,
    Box,
    Declare,
    Hold,
    Match,
    Note,
    Roll,
    Ruleset,
    Seat,
    SeededDice,
    Setup,
    Sheet,
    State,
    apply,
    with_fields,
)
from cacho.strategy import Solution

Solved = Callable[[Ruleset], Solution]
GAMES, SOAK = 16, 200_000
"""Games of each ruleset in a usual run, and in a long one: 1,000,000 of the five traditions."""
MOST_PLANS = 400_000
"""So many positions a player remembers, the first ones, which are the likeliest: a quarter of a
gigabyte. Beyond them come so few new ones a game that a long run hardly takes longer."""


class Plan(NamedTuple):
    """What to do with dice that lie, whatever places they lie on."""

    goal: Box | None
    kept: tuple[int, ...]
    last: Roll | Note


class Player:
    """Does what the solver says, and remembers it: the same position comes again and again."""

    def __init__(self, solution: Solution) -> None:
        self.solution = solution
        self.plans: dict[tuple, Plan] = {}

    def play(self, match: Match) -> None:
        """One game of one player to its end."""
        while not match.over:
            if not match.state.rolls:
                match.submit(Roll())
                continue
            plan = self.plan(match.state)
            if isinstance(plan.last, Roll):
                if plan.goal != match.state.goal:
                    match.submit(Declare(plan.goal))
                match.submit(Hold(places(match.state.dice, plan.kept)))
            match.submit(plan.last)

    def plan(self, state: State) -> Plan:
        hand, rolled = tuple(sorted(state.dice)), len(state.rolled)
        key = (
            state.sheet.open_places,
            grandes(state),
            state.rolls,
            rolled == DICE,
            hand,
            state.goal,
        )
        if key in self.plans:
            return self.plans[key]
        places = frozenset(range(1, rolled + 1))
        at = tuple(state.rolls - (place not in places) for place in range(1, DICE + 1))
        plan = self.made(replace(state, dice=hand, held=frozenset(), rolled=places, rolled_at=at))
        if len(self.plans) < MOST_PLANS:
            self.plans[key] = plan
        return plan

    def made(self, state: State) -> Plan:
        while True:
            action = self.solution.best(state)
            if isinstance(action, Roll | Note):
                kept = tuple(state.dice[place - 1] for place in sorted(state.held))
                return Plan(state.goal, kept, action)
            state, _ = apply(state, action)


def grandes(state: State) -> int:
    return len(state.sheet.marks(Box.GRANDE))


def places(dice: tuple[int, ...], kept: tuple[int, ...]) -> frozenset[int]:
    """Places on which the faces lie that are kept."""
    left, found = list(kept), set()
    for place, face in enumerate(dice, 1):
        if face in left:
            left.remove(face)
            found.add(place)
    return frozenset(found)


def check(rules: Ruleset, solution: Solution, games: int, name: str) -> None:
    rules = replace(rules, early_wins=frozenset())
    player, finished = Player(solution), []
    for number in range(games):
        match = Match(Setup(rules, (Seat("Ana"),), 0, f"{name}-{number}"), SeededDice(b"cacho" * 4))
        player.play(match)
        if match.state.outcome.kind == "points":
            finished.append(match.state.totals[0])
    awake = solution.awake_scores(Sheet.blank(rules))
    off = sum(finished) / len(finished) - awake.mean
    assert abs(off) < 3 * awake.deviation / sqrt(len(finished)), (off, len(finished))
    slept, expected = games - len(finished), games * (1 - awake.mass)
    assert abs(slept - expected) < 3 * sqrt(games * awake.mass * (1 - awake.mass)) + 1
    squares = sum((points - awake.mean) ** 2 for points in finished) / len(finished)
    assert sqrt(squares) == pytest.approx(awake.deviation, rel=5 / sqrt(games))
    for share in (0.1, 0.5, 0.9):
        below = sum(points <= awake.quantile(share) for points in finished)
        assert below / len(finished) > share - 3 * sqrt(share * (1 - share) / len(finished))


@pytest.mark.parametrize("name", PRESETS)
def test_games_of_the_traditions(name: str, solved: Solved, soak: bool) -> None:
    check(PRESETS[name], solved(PRESETS[name]), SOAK if soak else GAMES, name)


HOUSES = [
    {"dormida": "100", "must_stop": "yes", "crossing": "forced"},
    {"goal": "fixed", "grandes": "1", "rethrow_mano": "yes"},
    {"turning": "0-2,1-3", "crossing": "lenient", "natural_five": "yes"},
]


@pytest.mark.soak
@pytest.mark.parametrize("house", HOUSES, ids=["hundred", "goal", "turning"])
def test_games_of_house_rules(house: dict[str, str], solved: Solved) -> None:
    rules = with_fields(CASUAL, house)
    check(rules, solved(rules), 20_000, "house")
