"""Looking back: it adds up, luck is exact, and what was chosen is told apart from what fell."""

import random
from collections import Counter
from collections.abc import Callable
from itertools import combinations_with_replacement
from math import factorial, prod

import pytest

from cacho.engine import (
    ALALAY,
    CASUAL,
    PERU,
    PRESETS,
    Box,
    Course,
    Hold,
    Leave,
    Match,
    Note,
    Roll,
    Ruleset,
    ScriptedDice,
    Seat,
    SeededDice,
    Setup,
    TakeBack,
    apply,
    course_of,
    legal_actions,
    why_not,
    with_fields,
)
from cacho.strategy import Solution
from cacho.strategy.plans import NoteIn, RollOn
from cacho.strategy.review import Review, review

Solved = Callable[[Ruleset], Solution]
NEAR = 1e-6


def played(rules: Ruleset, seats: int, solution: Solution, seed: int, right: float = 0.6) -> Course:
    """A match of players who are right now and then, and take back now and then."""
    chance = random.Random(seed)
    names = tuple(Seat(f"P{n}") for n in range(seats))
    match = Match(Setup(rules, names), SeededDice(bytes([seed]) * 32))
    while not match.over:
        back = TakeBack(agreed=chance.random() < 0.5)
        if why_not(match.state, back) is None and chance.random() < 0.05:
            match.submit(back)
            continue
        best = [action for action, _value in solution.weigh(match.state)]
        match.submit(best[0] if chance.random() < right else chance.choice(best[:8]))
    return course_of(match.setup, match.log)


def adds_up(look: Review) -> None:
    for one in look.accounts:
        end = one.start + one.correction + one.luck - one.given - one.unplayed
        assert end == pytest.approx(one.score, abs=NEAR)
        assert one.given >= 0
        turns = [turn for turn in look.turns if turn.team == one.team]
        assert sum(turn.luck - turn.given for turn in turns) == pytest.approx(one.luck - one.given)


@pytest.mark.parametrize("rules", PRESETS.values(), ids=lambda rules: rules.name)
@pytest.mark.parametrize("seats", [1, 3])
def test_it_adds_up(rules: Ruleset, seats: int, solved: Solved) -> None:
    """Start value + luck - given away = final score, whatever was played and taken back."""
    for seed in range(4 - seats):
        look = review(played(rules, seats, solved(rules), seed), solved(rules))
        adds_up(look)
        assert not look.approximate
        for one in look.accounts:
            assert one.start == pytest.approx(solved(rules).expected)
            assert one.correction == pytest.approx(0, abs=NEAR)
            if len(look.turns) == rules.rounds * seats:
                assert one.unplayed == pytest.approx(0, abs=NEAR)


@pytest.mark.soak
@pytest.mark.parametrize("rules", PRESETS.values(), ids=lambda rules: rules.name)
def test_it_adds_up_in_many_matches(rules: Ruleset, solved: Solved) -> None:
    for seed in range(100):
        adds_up(review(played(rules, 1 + seed % 6, solved(rules), seed), solved(rules)))


@pytest.mark.parametrize("changes", [{"team_size": "2"}, {"hatches": "3"}])
def test_teams_and_hatches_add_up_with_what_the_approximation_was_off(
    changes: dict[str, str], solved: Solved
) -> None:
    rules = with_fields(ALALAY, changes)
    look = review(played(rules, 4, solved(rules), 1), solved(rules))
    adds_up(look)
    assert look.approximate


def test_who_plays_as_well_as_possible_gives_nothing_away(solved: Solved) -> None:
    look = review(played(CASUAL, 2, solved(CASUAL), 5, right=1.0), solved(CASUAL))
    assert all(one.given == pytest.approx(0, abs=NEAR) for one in look.accounts)
    assert look.worst is None
    assert look.finest is not None
    assert look.finest.right


@pytest.mark.parametrize("rules", [CASUAL, PERU], ids=lambda rules: rules.name)
def test_luck_is_exact(rules: Ruleset, solved: Solved) -> None:
    """Over all that a first roll can be, each as often as it falls, the luck of it comes to 0."""
    setup, mean, ways_of_all = Setup(rules, (Seat("Ana"),)), 0.0, 6**5
    for hand in combinations_with_replacement(range(1, 7), 5):
        ways = factorial(5) / prod(map(factorial, Counter(hand).values()))
        look = review(course_of(setup, [Roll(hand)]), solved(rules))
        (fall,) = look.turns[0].falls
        mean += fall.luck * ways / ways_of_all
    assert mean == pytest.approx(0, abs=1e-9)


def test_a_decision_is_told_with_what_was_best_and_what_it_cost(solved: Solved) -> None:
    """Four fives after the first roll, and only two of them held."""
    match = Match(Setup(CASUAL, (Seat("Ana"),)), ScriptedDice((5, 5, 5, 5, 1, 2, 3, 6)))
    for action in (Roll(), Hold(frozenset({1, 2})), Roll(), Note(Box.QUINAS)):
        match.submit(action)
    first, second = review(course_of(match.setup, match.log), solved(CASUAL)).decisions
    assert first.chosen == RollOn(frozenset({1, 2}))
    assert first.best in {RollOn(frozenset({1, 2, 3, 4})), NoteIn(Box.POKER, 45)}
    assert first.given > 15
    assert (first.at, first.done) == (1, 3)
    assert second.chosen == NoteIn(Box.QUINAS, 10)
    assert second.at == 3
    look = review(course_of(match.setup, match.log), solved(CASUAL))
    assert look.worst == first
    assert look.turning is not None
    assert look.turning.box is Box.QUINAS


def test_what_was_taken_back_does_not_count(solved: Solved) -> None:
    match = Match(Setup(CASUAL, (Seat("Ana"),)), ScriptedDice((5, 5, 5, 5, 1)))
    for action in (Roll(), Note(Box.BALAS), TakeBack(), Note(Box.POKER)):
        match.submit(action)
    look = review(course_of(match.setup, match.log), solved(CASUAL))
    assert [decision.chosen for decision in look.decisions] == [NoteIn(Box.POKER, 45)]
    adds_up(look)


def test_a_dormida_and_who_leaves_leave_boxes_unplayed(solved: Solved) -> None:
    setup = Setup(CASUAL, (Seat("Ana"), Seat("Luis"), Seat("Eva")), 0)
    match = Match(setup, ScriptedDice((1, 2, 2, 4, 6, 3, 3, 3, 3, 3)))
    match.submit(Roll())
    match.submit(Note(Box.TONTOS))
    match.submit(Leave(2))
    match.submit(Roll())
    assert match.over
    look = review(course_of(match.setup, match.log), solved(CASUAL))
    adds_up(look)
    ana, luis, eva = look.accounts
    assert luis.luck > 25  # the five alike count as the Grande that they would be noted as
    assert eva.unplayed == pytest.approx(solved(CASUAL).expected)
    assert ana.unplayed > 100
    assert look.winners == (1,)


def test_alone_the_points_are_followed_to_where_a_dormida_fell(solved: Solved) -> None:
    """Not down to what was noted: whoever wins early has lost nothing by it."""
    match = Match(Setup(CASUAL, (Seat("Ana"),)), ScriptedDice((1, 2, 2, 4, 6, 3, 3, 3, 3, 3)))
    for action in (Roll(), Note(Box.TONTOS), Roll()):
        match.submit(action)
    assert match.over
    look = review(course_of(match.setup, match.log), solved(CASUAL))
    adds_up(look)
    (ana,) = look.accounts
    _start, before, end = (point.values[0] for point in look.points)
    assert end == pytest.approx(before + look.turns[-1].luck)
    assert end == pytest.approx(ana.score + ana.unplayed)
    assert look.turning is look.turns[-1]


def test_the_chance_to_win_is_followed_from_turn_to_turn(solved: Solved) -> None:
    solution = solved(CASUAL)
    course = played(CASUAL, 3, solution, 2)
    look = review(course, solution, solution.win_chances)
    assert look.by_chance
    assert len(look.points) == len(look.turns) + 1
    for point in look.points:
        assert sum(point.values) == pytest.approx(1)
    assert look.points[-1].values[look.winners[0]] == pytest.approx(1 / len(look.winners))
    assert look.turning in look.turns
    alone = review(played(CASUAL, 1, solution, 2), solution, solution.win_chances)
    assert not alone.by_chance
    assert alone.points[-1].values[0] == alone.accounts[0].score


def test_the_state_of_every_decision_is_one_in_which_it_can_be_made(solved: Solved) -> None:
    """What the replay shows: the dice that lay, and the player whose they were."""
    course = played(PERU, 2, solved(PERU), 8)
    for decision in review(course, solved(PERU)).decisions:
        state = course.state(decision.at)
        assert state.deciding
        assert state.seat == decision.seat
        assert legal_actions(state)
        if isinstance(decision.best, NoteIn):
            apply(state, Note(decision.best.box, hatch=decision.best.hatch))
