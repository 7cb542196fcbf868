"""The coach: its plans are the best there are, always allowed, and its odds are true."""

import itertools
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from statistics import fmean, stdev

import pytest

from cacho.engine import (
    ALALAY,
    BASIC,
    CASUAL,
    COCH,
    DICE,
    PERU,
    PRESETS,
    Action,
    Bajo,
    Box,
    Declare,
    Hold,
    Mark,
    Match,
    Note,
    Phase,
    Roll,
    Ruleset,
    ScriptedDice,
    Seat,
    SeededDice,
    Setup,
    Sheet,
    Stand,
    State,
    apply,
    points_of,
    why_not,
    with_fields,
)
from cacho.strategy import Solution
from cacho.strategy.coach import advise, aims_of, chance_of, odds_of
from cacho.strategy.plans import LeaveIt, NoteIn, Plan, RollOn, best_plan, faces_of

Solved = Callable[[Ruleset], Solution]
HOUSES = (
    with_fields(PERU, {"goal": "fixed", "bajo": "call"}),
    with_fields(CASUAL, {"bajo": "look", "dormida": "100", "crossing": "lenient"}),
    with_fields(ALALAY, {"team_size": "2", "natural_five": "yes"}),
    with_fields(COCH, {"hatches": "3", "must_stop": "yes"}),
)


def lying(rules: Ruleset, *faces: int, then: tuple[Action, ...] = ()) -> State:
    """A first player with dice on the table."""
    match = Match(Setup(rules, (Seat("Ana"),)), ScriptedDice(faces))
    for action in (Roll(), *then):
        match.submit(action)
    return match.state


def with_open(state: State, *boxes: Box) -> State:
    """The same with only some boxes open."""
    sheet = state.sheet
    for box, _hatch, _slot in list(sheet.crosses()):
        if box not in boxes:
            sheet = sheet.with_mark(box, Mark(0))
    return replace(state, sheets=(sheet,))


def carried_out(state: State, plan: Plan) -> Iterator[Action]:
    """The actions that a plan is made of, as a person would press them."""
    if plan.over:
        yield Bajo()
    match plan:
        case RollOn(hold, goal, bajo):
            yield Hold(hold)
            if goal != state.goal:
                yield Declare(goal)
            yield Roll(bajo=bajo)
        case NoteIn(box=box, hatch=hatch):
            yield Note(box, hatch=hatch)
        case LeaveIt():
            yield Stand()


def followed(rules: Ruleset, solution: Solution, seed: bytes, seats: int = 1) -> Match:
    """A match in which every hint is followed blindly."""
    names = tuple(Seat(f"P{n}") for n in range(seats))
    match = Match(Setup(rules, names, 0), SeededDice(seed))
    while not match.over:
        advice = advise(match.state, solution)
        actions = (Roll(),) if advice is None else carried_out(match.state, advice.plan)
        for action in actions:
            assert why_not(match.state, action) is None, (match.state, advice, action)
            match.submit(action)
    return match


# ------------------------------------------------------------------------------------- the advice


@pytest.mark.parametrize("rules", [*PRESETS.values(), *HOUSES], ids=lambda rules: rules.name)
def test_hints_can_be_followed_blindly(rules: Ruleset, solved: Solved) -> None:
    """T08: what is advised is always allowed, house rules, teams and hatches included."""
    solution = solved(rules)
    seats = 2 * rules.team_size if rules.team_size > 1 else 1
    followed(rules, solution, b"h" * 32, seats)


@pytest.mark.soak
@pytest.mark.parametrize("rules", PRESETS.values(), ids=lambda rules: rules.name)
def test_hints_are_worth_what_the_best_play_is(rules: Ruleset, solved: Solved) -> None:
    """T08: 2,000 games each, within three standard errors; five alike win nothing here."""
    solution, chance = solved(rules), random.Random(1)
    plays_on = replace(rules, early_wins=frozenset())
    totals = []
    while len(totals) < 2000:
        state = followed(plays_on, solution, chance.randbytes(32)).state
        if state.outcome is not None and state.outcome.kind == "points":
            totals.append(state.totals[0])
    awake = solution.awake_scores(Match(Setup(rules, (Seat("A"),)), ScriptedDice(())).state.sheet)
    assert abs(fmean(totals) - awake.mean) < 3 * stdev(totals) / len(totals) ** 0.5


def test_the_box_with_less_future_is_given_up(solved: Solved) -> None:
    """T07: Tontos and Cuadras pay 4 each; the coach keeps the one that can bring more."""
    state = lying(CASUAL, 4, 2, 2, 6, 1, then=(Hold(frozenset({1, 2, 3, 5})),))
    state = replace(state, rolls=3)
    assert points_of(state)[Box.TONTOS] == points_of(state)[Box.CUADRAS] == 4
    advice = advise(state, solved(CASUAL))
    assert advice is not None
    assert isinstance(advice.plan, NoteIn)
    assert advice.plan.box in {Box.BALAS, Box.TONTOS}
    _assert_is_best(state, advice.value, solved(CASUAL))


def _assert_is_best(state: State, value: float, solution: Solution) -> None:
    """Compare with noting every box that may be noted, reckoned from the sheets after it."""
    found = []
    for box in state.sheet.open_boxes:
        if why_not(state, Note(box)) is None:
            after, _events = apply(state, Note(box))
            found.append(after.sheets[0].total + solution.value(after.sheets[0]))
    assert max(found) == pytest.approx(value, abs=1e-9)


@pytest.mark.parametrize("rules", PRESETS.values(), ids=lambda rules: rules.name)
def test_the_last_note_is_the_one_that_leaves_most(rules: Ruleset, solved: Solved) -> None:
    """T07, for a hundred hands after the last roll of each tradition."""
    chance, solution = random.Random(7), solved(rules)
    for _ in range(100):
        faces = [chance.randint(1, 6) for _ in range(5)]
        state = replace(lying(rules, *faces), rolls=rules.rolls, rolled=frozenset({1}))
        if rules.must_stop or state.outcome is not None:
            state = replace(lying(rules, 1, 2, 4, 6, 6), rolls=rules.rolls, rolled=frozenset({1}))
        best = best_plan(state, solution)
        if isinstance(best.plan, NoteIn):
            _assert_is_best(state, best.value, solution)


def test_what_a_hold_is_compared_with(solved: Solved) -> None:
    state = lying(CASUAL, 5, 5, 2, 1, 6)
    advice = advise(state, solved(CASUAL))
    assert advice is not None
    assert advice.plan == RollOn(frozenset({1, 2}))
    assert isinstance(advice.other, NoteIn)  # nothing is held: noting now
    held, _events = apply(state, Hold(frozenset({5})))
    advice = advise(held, solved(CASUAL))
    assert advice is not None
    assert advice.other == RollOn(frozenset({5}))  # what the player is about to do
    assert advice.gain > 0
    other, _events = apply(state, Hold(frozenset({2, 1})))
    advice = advise(other, solved(CASUAL))
    assert advice is not None
    assert isinstance(advice.other, NoteIn)  # it is held already


def test_a_goal_is_part_of_the_plan(solved: Solved) -> None:
    """R-23: with dice held a box must be declared, and the hint says which."""
    advice = advise(lying(PERU, 6, 6, 2, 1, 6), solved(PERU))
    assert advice is not None
    assert advice.plan == RollOn(frozenset({1, 2, 5}), Box.SENAS)


@pytest.mark.parametrize("rules", [BASIC, COCH], ids=lambda rules: rules.name)
def test_bajo_is_called_only_where_it_is_worth_something(rules: Ruleset, solved: Solved) -> None:
    """R-21: with every box open, after any roll that is not the last."""
    solution, called = solved(rules), False
    for faces in itertools.combinations_with_replacement(range(1, 7), DICE):
        first = lying(rules, *faces)
        for rolls in range(1, rules.rolls) if first.deciding else ():
            state = replace(first, rolls=rolls)
            best = best_plan(state, solution)
            if isinstance(best.plan, RollOn) and best.plan.bajo:
                called = True
                held, _events = apply(state, Hold(best.plan.hold))
                plain = dict(solution.weigh(held))[Roll()]
                assert best.value > plain + 1e-6, (faces, rolls)
    assert called


def test_before_the_first_roll_there_is_nothing_to_say(solved: Solved) -> None:
    match = Match(Setup(CASUAL, (Seat("Ana"),)), ScriptedDice(()))
    assert advise(match.state, solved(CASUAL)) is None


def test_to_win_is_another_aim_than_points(solved: Solved) -> None:
    """Behind by 45 with one Grande to go and a Senas that would bring 6: only a Grande wins."""
    solution = solved(CASUAL)
    setup = Setup(CASUAL, (Seat("Ana"), Seat("Luis")), 0)
    match = Match(setup, ScriptedDice((6, 2, 2, 2, 1)))
    match.submit(Roll())
    state = with_open(replace(match.state, sheets=match.state.sheets[:1]), Box.SENAS, Box.GRANDE)
    sheet = state.sheet
    rival = Sheet.blank(CASUAL).with_mark(Box.POKER, Mark(45)).closed()
    both = replace(match.state, sheets=(sheet, rival))
    advice = advise(both, solution, "chance")
    assert advice is not None
    assert 0 < advice.value < 1
    assert advice.plan == RollOn(frozenset({2, 3, 4}))
    assert advise(both, solution) is not None


@pytest.mark.parametrize(("rival", "hopeless"), [(60, True), (4, False)])
def test_where_no_points_win_all_five_are_rolled_for_a_dormida(
    rival: int, hopeless: bool, solved: Solved
) -> None:
    """R-26: with Balas alone to go, 5 points at most, behind by more than that or not."""
    match = Match(Setup(PERU, (Seat("Ana"), Seat("Luis")), 0), ScriptedDice((1, 1, 1, 4, 6)))
    match.submit(Roll())
    state = with_open(replace(match.state, sheets=match.state.sheets[:1]), Box.BALAS)
    mine = state.sheet
    theirs = Sheet.blank(PERU).with_mark(Box.POKER, Mark(rival)).closed()
    advice = advise(replace(match.state, sheets=(mine, theirs)), solved(PERU), "chance")
    assert advice is not None
    assert advice.last_hope is hopeless
    assert (advice.plan == RollOn(frozenset())) is hopeless
    if hopeless:
        assert 0.0007 < advice.value < 0.0016


# --------------------------------------------------------------------------------------- the odds


def test_the_odds_are_those_of_a_pencil_and_paper(solved: Solved) -> None:
    four = lying(CASUAL, 5, 5, 5, 5, 2, then=(Hold(frozenset({1, 2, 3, 4})),))
    four = replace(four, rolls=2)
    assert chance_of(four, Box.POKER) == pytest.approx(1)
    assert chance_of(four, Box.GRANDE) == pytest.approx(1 / 6)
    assert chance_of(four, Box.FULL) == 0
    pairs = lying(CASUAL, 5, 5, 2, 2, 1, then=(Hold(frozenset({1, 2, 3, 4})),))
    assert chance_of(replace(pairs, rolls=2), Box.FULL) == pytest.approx(1 / 3)
    run = lying(CASUAL, 2, 3, 4, 5, 5, then=(Hold(frozenset({1, 2, 3, 4})),))
    assert chance_of(replace(run, rolls=2), Box.ESCALERA) == pytest.approx(1 / 3)
    assert chance_of(replace(run, rolls=2), Box.QUINAS) == 0  # three dice of it, or it is not made


def test_the_chance_of_five_alike_in_three_rolls_is_the_known_one() -> None:
    match = Match(Setup(CASUAL, (Seat("Ana"),)), ScriptedDice(()))
    assert chance_of(match.state, Box.GRANDE) == pytest.approx(0.04602864, abs=1e-7)


@pytest.mark.parametrize("rules", [CASUAL, COCH, ALALAY], ids=lambda rules: rules.name)
def test_the_odds_of_a_hold_are_those_of_all_rolls_it_can_have(rules: Ruleset) -> None:
    """With one roll to go, counted by hand: how many of 36 falls can be noted in the box."""
    start = lying(rules, 3, 3, 4, 1, 6)
    held, _events = apply(start, Hold(frozenset({1, 2, 3})))
    held = replace(held, rolls=rules.rolls - 1)
    for box, need in ((Box.FULL, 1), (Box.POKER, 1), (Box.TRENES, 9), (Box.ESCALERA, 1)):
        made = sum(
            points_of(apply(held, Roll(faces))[0])[box] >= need
            for faces in itertools.product(range(1, 7), repeat=2)
        )
        assert chance_of(held, box) == pytest.approx(made / 36), box


def test_each_open_box_has_its_odds_and_its_cost(solved: Solved) -> None:
    state = lying(BASIC, 1, 3, 3, 1, 1, then=(Hold(frozenset({1, 4, 5})),))
    odds = {one.box: one for one in odds_of(state, solved(BASIC))}
    assert set(odds) == set(state.sheet.open_boxes)
    best = max(one.cost for one in odds.values() if one.cost is not None)
    assert best <= 0
    assert odds[Box.FULL].cost == pytest.approx(0)
    assert odds[Box.BALAS].chance == pytest.approx(1)


def test_a_box_that_may_not_be_noted_has_no_cost(solved: Solved) -> None:
    """R-25: Alalay crosses out only after the last roll."""
    odds = odds_of(lying(ALALAY, 2, 2, 4, 4, 6), solved(ALALAY))
    costs = {one.box: one.cost for one in odds}
    assert costs[Box.ESCALERA] is None
    assert costs[Box.TONTOS] is not None


@pytest.mark.parametrize("rules", [CASUAL, ALALAY], ids=lambda rules: rules.name)
def test_once_no_roll_is_left_a_box_has_no_chance_but_a_cost(
    rules: Ruleset, solved: Solved
) -> None:
    last = replace(lying(rules, 2, 2, 4, 4, 6), rolls=rules.rolls)
    odds = odds_of(last, solved(rules))
    assert {one.chance for one in odds} == {None}
    assert max(one.cost for one in odds if one.cost is not None) == pytest.approx(0)


def test_aims_are_the_boxes_that_the_best_play_ends_in(solved: Solved) -> None:
    """All of them and the crosses together are one."""
    state = replace(lying(CASUAL, 5, 5, 2, 1, 6), rolls=2)
    aims = aims_of(state, RollOn(frozenset({1, 2})), solved(CASUAL))
    assert aims[0].box in {Box.QUINAS, Box.BALAS}
    assert [aim.chance for aim in aims] == sorted((aim.chance for aim in aims), reverse=True)
    assert sum(aim.chance for aim in aims) <= 1 + 1e-9
    assert aims_of(state, NoteIn(Box.QUINAS, 10), solved(CASUAL)) == ()
    assert faces_of(state, frozenset({1, 4})) == (1, 5)
    assert state.phase is Phase.TURN
