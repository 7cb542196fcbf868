"""What the solver says to do: always legal, never in circles, to the end of every match."""

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations, combinations_with_replacement

import pytest
from house_values import HOUSE_VALUES
from strategies import house
from test_solution import with_open

from cacho.engine import (
    CASUAL,
    COCH,
    PERU,
    PRESETS,
    Action,
    Box,
    Declare,
    Hold,
    Match,
    Note,
    Roll,
    Ruleset,
    ScriptedDice,
    Seat,
    SeededDice,
    Setup,
    State,
    TakeBack,
    apply,
    check_invariants,
    legal_actions,
    new_state,
)
from cacho.strategy import Solution, solve

Solved = Callable[[Ruleset], Solution]
HANDS = list(combinations_with_replacement(range(1, 7), 5))
NAMES = ["Ana", "Luis", "Eva", "Pía", "Teo", "Sol"]


def sensible(state: State) -> set[Action]:
    """The legal actions without those that change nothing, or leave nothing to roll."""
    idle: set[Action] = {TakeBack(), Hold(state.held), Hold(frozenset({1, 2, 3, 4, 5}))}
    return set(legal_actions(state)) - idle - ({Declare(state.goal)} if state.goal else set())


def random_rules(chance: random.Random) -> Ruleset:
    fields = chance.sample(list(HOUSE_VALUES), chance.randrange(8))
    texts = {field: chance.choice(HOUSE_VALUES[field]) for field in fields}
    return house(chance.choice(list(PRESETS.values())), texts)


@pytest.mark.parametrize("share", range(4))
def test_whole_matches_under_any_rules(share: int, soak: bool) -> None:
    """Every legal action is weighed, and doing the first one ends every match (T03, T12)."""
    for number in range(share, 800 if soak else 4, 4):
        chance = random.Random(number)
        rules, seats = random_rules(chance), tuple(map(Seat, NAMES[: chance.randrange(1, 4)]))
        match = Match(Setup(rules, seats, "lot", f"m{number}"), SeededDice(b"seed" * 4))
        play(match, solve(rules), look_at=1.0 if soak else 0.1, chance=chance)


def play(match: Match, solution: Solution, look_at: float, chance: random.Random) -> None:
    held = False
    while not match.over:
        weighed = solution.weigh(match.state)
        if chance.random() < look_at:
            assert {action for action, _ in weighed} == sensible(match.state)
        assert [value for _, value in weighed] == sorted((v for _, v in weighed), reverse=True)
        action = weighed[0].action
        assert not (held and isinstance(action, Hold)), "holds twice without a roll"
        held = isinstance(action, Hold)
        match.submit(action)
        check_invariants(match.state)
    assert solution.weigh(match.state) == ()
    with pytest.raises(ValueError, match="over"):
        solution.best(match.state)


def positions(rules: Ruleset, chance: random.Random, every: bool) -> Iterator[State]:
    """One or two boxes open, every hand, after every roll (T02)."""
    slots = [*Box, Box.GRANDE] if rules.grandes == 2 else list(Box)
    subsets = {names for n in (1, 2) for names in combinations(slots, n)}
    blank = new_state(Setup(rules, (Seat("Ana"),)))
    for names in sorted(subsets):
        sheet = with_open(rules, names)
        start = replace(blank, sheets=(sheet,), round=sheet.noted + 1)
        for roll in range(1, rules.rolls + 1):
            for hand in HANDS if every else chance.sample(HANDS, 2):
                yield lying(start, hand, roll, chance)


def lying(start: State, hand: tuple[int, ...], roll: int, chance: random.Random) -> State:
    """These dice after this roll, which rolled all or some; a dormida ends the match."""
    rolled = 5 if roll == 1 else chance.choice([5, 2])
    if roll > 1:
        held = frozenset(range(1, 6 - rolled))
        start = replace(
            start,
            rolls=roll - 1,
            dice=hand,
            rolled=frozenset(range(1, 6)),
            rolled_at=(roll - 1,) * 5,
            held=held,
            goal=chance.choice(start.sheet.open_boxes) if needs_goal(start, held) else None,
            goal_at=roll - 1 if needs_goal(start, held) else 0,
        )
    return apply(start, Roll(hand[5 - rolled :]))[0]


def needs_goal(state: State, held: frozenset[int]) -> bool:
    return state.rules.goal != "free" and bool(held)


@pytest.mark.parametrize("name", PRESETS)
def test_the_end_of_a_sheet(name: str, solved: Solved, soak: bool) -> None:
    """T02: with one or two boxes open there is always something legal to do."""
    solution = solved(PRESETS[name])
    for state in positions(PRESETS[name], random.Random(name), every=soak):
        weighed = solution.weigh(state)
        if state.outcome is None:
            assert {action for action, _ in weighed} == sensible(state)
            assert weighed
        else:
            assert weighed == ()


def at_table(rules: Ruleset, *dice: int) -> Match:
    return Match(Setup(rules, (Seat("Ana"),), 0), ScriptedDice(dice))


def test_a_full_of_the_first_roll_is_noted(solved: Solved) -> None:
    match = at_table(CASUAL, 6, 6, 6, 5, 5)
    match.submit(Roll())
    assert solved(CASUAL).best(match.state) == Note(Box.FULL)


def test_what_is_held_is_not_let_go_for_the_same(solved: Solved) -> None:
    """Of equal dice those that lie aside already stay."""
    match = at_table(CASUAL, 6, 6, 6, 6, 1, 6)
    match.submit(Roll())
    match.submit(Hold(frozenset({1, 2, 4})))
    assert solved(CASUAL).best(match.state) == Hold(frozenset({1, 2, 3, 4}))
    match.submit(Hold(frozenset({1, 2, 3, 4})))
    assert solved(CASUAL).best(match.state) == Roll()


def test_a_goal_is_declared_before_dice_are_held(solved: Solved) -> None:
    match = at_table(PERU, 6, 6, 6, 2, 1)
    match.submit(Roll())
    declared = solved(PERU).best(match.state)
    assert isinstance(declared, Declare)
    match.submit(declared)
    assert solved(PERU).best(match.state) == Hold(frozenset({1, 2, 3}))


def test_the_value_of_an_action_is_the_mean_of_what_follows(solved: Solved) -> None:
    """A roll of one die: the six states after it, each at its best."""
    solution, match = solved(COCH), at_table(COCH, 6, 6, 6, 5, 1)
    match.submit(Roll())
    match.submit(Hold(frozenset({1, 2, 3, 4})))
    value = dict(solution.weigh(match.state))[Roll()]
    after = [apply(match.state, Roll((face,)))[0] for face in range(1, 7)]
    best = [solution.weigh(state)[0].value for state in after]
    assert value == pytest.approx(sum(best) / 6, abs=1e-9)


def test_points_that_stand_are_counted(solved: Solved) -> None:
    match = at_table(CASUAL, 6, 6, 6, 5, 5)
    match.submit(Roll())
    before = solved(CASUAL).weigh(match.state)[0].value
    match.submit(Note(Box.FULL))
    assert solved(CASUAL).weigh(match.state)[0].value == pytest.approx(before)


def test_a_state_of_other_rules_is_refused(solved: Solved) -> None:
    with pytest.raises(ValueError, match="other rules"):
        solved(CASUAL).weigh(new_state(Setup(COCH, (Seat("Ana"),))))
