"""Short ways to a state of a match, for the tests of the engine."""

from collections.abc import Callable, Iterable
from dataclasses import replace

import pytest

from cacho.engine import (
    CASUAL,
    Action,
    Box,
    Event,
    Hold,
    Mark,
    Match,
    Ruleset,
    ScriptedDice,
    Seat,
    Setup,
    State,
    new_state,
)

Lying = Callable[..., State]


@pytest.fixture
def lying() -> Lying:
    """Dice that lie before a player alone: `lying((3, 3, 6, 1, 2), roll=2, noted=[(box, n)])`."""

    def make(
        dice: tuple[int, ...],
        roll: int = 1,
        noted: Iterable[tuple[Box, int]] = (),
        rules: Ruleset = CASUAL,
    ) -> State:
        state = new_state(Setup(rules, (Seat("Ana"),)))
        sheet = state.sheet
        for box, points in noted:
            sheet = sheet.with_mark(box, Mark(points))
        return replace(
            state,
            sheets=(sheet,),
            round=sheet.noted + 1,
            rolls=roll,
            dice=dice,
            rolled=frozenset({1, 2, 3, 4, 5}),
            rolled_at=(roll,) * 5,
        )

    return make


@pytest.fixture
def table() -> Callable[..., Match]:
    """A match whose dice fall as written: `table("33612 445", seats=2)`, the first seat begins."""

    def make(dice: str = "", seats: int = 2, start: object = 0, rules: Ruleset = CASUAL) -> Match:
        names = tuple(Seat(name) for name in ["Ana", "Luis", "Eva", "Pía", "Teo", "Sol"][:seats])
        faces = [int(face) for face in dice if face != " "]
        return Match(Setup(rules, names, start), ScriptedDice(faces))

    return make


@pytest.fixture
def play() -> Callable[..., tuple[Event, ...]]:
    """Do several actions, and give the events of the last; a set of places is a hold."""

    def do(match: Match, *actions: Action | set[int]) -> tuple[Event, ...]:
        events: tuple[Event, ...] = ()
        for action in actions:
            is_hold = isinstance(action, set | frozenset)
            events = match.submit(Hold(frozenset(action)) if is_hold else action)
        return events

    return do
