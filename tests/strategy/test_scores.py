"""The probabilities of final scores, and the chances to win that follow from them."""

import random
from collections.abc import Callable
from dataclasses import replace
from itertools import product
from math import comb

import pytest
from test_solution import any_house, with_open

from cacho.engine import (
    ALALAY,
    CASUAL,
    COCH,
    PERU,
    PRESETS,
    Box,
    Hold,
    Mark,
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
    new_state,
    with_fields,
)
from cacho.strategy import Solution, Spread, solve
from cacho.strategy.contest import first_asleep, shares, wins_by_hatches

HUNDRED = {"dormida": "100", "must_stop": "yes"}
Solved = Callable[[Ruleset], Solution]


def test_the_scores_of_one_number_box(solved: Solved) -> None:
    """Three rolls for sixes: each die fails with (5/6)^3."""
    scores = solved(CASUAL).scores(with_open(CASUAL, ("senas",)))
    six = 1 - (5 / 6) ** 3
    for count in range(6):
        assert scores.chance(6 * count) == pytest.approx(binomial(six, count), abs=1e-12)
    assert scores.deviation == pytest.approx(6 * (5 * six * (1 - six)) ** 0.5)
    assert (scores.quantile(0.01), scores.quantile(1.0)) == (0, 30)


@pytest.mark.parametrize("name", PRESETS)
def test_scores_have_the_mean_of_the_solution(name: str, solved: Solved) -> None:
    """Two ways through a turn, back by values and forward by chances, agree to 1e-9."""
    rules, solution = PRESETS[name], solved(PRESETS[name])
    chance = random.Random(name)
    for count in (1, 3, 5):
        sheet = with_open(rules, tuple(map(str, chance.sample(list(Box), count))))
        scores = solution.scores(sheet)
        assert scores.mean == pytest.approx(solution.value(sheet), abs=1e-9)
        assert scores.mass == pytest.approx(1.0, abs=1e-12)


@pytest.mark.parametrize("number", range(3))
def test_the_same_under_house_rules(number: int) -> None:
    rules = any_house(number)
    solution, sheet = solve(rules), with_open(rules, ("balas", "grande", "full"))
    assert solution.scores(sheet).mean == pytest.approx(solution.value(sheet), abs=1e-9)
    assert solution.scores(sheet).mass == pytest.approx(1.0, abs=1e-12)
    assert 0 < solution.awake_scores(sheet).mass <= 1.0


def test_no_dormida_falls_as_often_as_dice_have_it(solved: Solved) -> None:
    """6 of 7,776 first rolls, 90 in Coch; nothing that one does changes it there."""
    few = ("balas", "full", "poker", "grande")
    for rules, ways in ((CASUAL, 6), (COCH, 90)):
        awake = solved(rules).awake_scores(with_open(rules, few))
        assert awake.mass == pytest.approx((1 - ways / 6**5) ** 4, abs=1e-12)


def test_where_rolling_all_again_serves_there_are_more(solved: Solved) -> None:
    awake = solved(PERU).awake_scores(with_open(PERU, ("escalera",)))
    assert awake.mass < (1 - 6 / 6**5) - 1e-6


def spread(*points: int) -> Spread:
    """Each of these points equally likely."""
    first, last = min(points), max(points)
    return Spread(first, [points.count(n) / len(points) for n in range(first, last + 1)])


def test_shares_of_a_win() -> None:
    rivals = [spread(10, 20), spread(20), spread(15, 20)]
    assert shares(rivals, range(9, 23)) == pytest.approx(
        [0.0] * 11 + [sum([1 / 2, 1 / 3, 1 / 3, 1 / 4]) / 4, 1.0, 1.0]  # one, two or three equals
    )
    assert shares([], range(3)) == pytest.approx([1.0] * 3)


def test_the_first_dormida() -> None:
    assert first_asleep((1, 0), (2, 1), (0.5, 0.25)) == pytest.approx([0.375 + 0.1875, 0.25])


def test_three_hatches_are_won_by_game_points() -> None:
    """The lower alone is worth as much as both others."""
    assert wins_by_hatches([[1, 0], [1, 0], [0, 1]]) == [0.5, 0.5]
    assert wins_by_hatches([[1, 0, 0], [0, 1, 0], [0, 0, 1]]) == [0, 0, 1]


def table(totals: list[int], open_boxes: tuple[str, ...] = ("balas",)) -> State:
    """Players of Casual with these totals so far and these boxes open; the first one begins."""
    seats = tuple(Seat(f"J{number}") for number in range(len(totals)))
    sheet = with_open(CASUAL, (*open_boxes, "senas"))
    sheets = tuple(sheet.with_mark(Box.SENAS, Mark(total)) for total in totals)
    return replace(new_state(Setup(CASUAL, seats, 0)), sheets=sheets, round=12 - len(open_boxes))


def test_chances_add_up_and_follow_the_totals(solved: Solved) -> None:
    chances = solved(CASUAL).win_chances(table([100, 102, 60]))
    assert sum(chances) == pytest.approx(1.0)
    assert chances[1] > chances[0] > chances[2]


def test_a_lead_that_nobody_can_make_up_is_a_win(solved: Solved) -> None:
    """But for a dormida of the other, who has one turn left."""
    leader, other = solved(CASUAL).win_chances(table([200, 100]))
    assert other == pytest.approx(6 / 6**5 * (1 - 6 / 6**5), abs=1e-9)
    assert leader == pytest.approx(1 - other)


def test_the_chances_of_a_last_round(solved: Solved) -> None:
    """Two players with Balas alone open, reckoned by hand."""
    asleep = 6 / 6**5
    awake = [
        binomial(1 - (5 / 6) ** 3, ones)
        - (ones == 5) / 6**5  # five ones first: a dormida
        - 5 / 6**5 * binomial(1 - (5 / 6) ** 2, ones)  # five others first: one, too
        for ones in range(6)
    ]
    mine = other = 0.0
    for first, second in product(range(6), repeat=2):
        both = awake[first] * awake[second]
        share = 1.0 if 101 + first > 103 + second else 0.5 if first == 2 + second else 0.0
        mine += both * share
        other += both * (1 - share)
    chances = solved(CASUAL).win_chances(table([101, 103]))
    assert chances == pytest.approx((asleep + mine, (1 - asleep) * asleep + other), abs=1e-9)


def binomial(chance: float, hits: int) -> float:
    return comb(5, hits) * chance**hits * (1 - chance) ** (5 - hits)


def test_who_must_make_three_does_not_stop_at_two(solved: Solved) -> None:
    """Two points behind with Balas alone open, and the rival has finished."""
    state = table([100, 102])
    mine, rival = state.sheets
    state = replace(state, sheets=(mine, rival.with_mark(Box.BALAS, Mark(0))))
    lying, _ = apply(state, Roll((1, 1, 3, 4, 5)))
    weighed = dict(solved(CASUAL).weigh_to_win(lying))
    none = (5 / 6) ** 6  # three dice, rolled twice, show no one
    assert weighed[Hold(frozenset({1, 2}))] == pytest.approx(1 - none / 2, abs=1e-6)
    assert max(weighed.values()) == weighed[Hold(frozenset({1, 2}))]
    assert weighed[Note(Box.BALAS)] == pytest.approx(1 / 2, abs=1e-6)


def test_to_win_one_gives_up_points(solved: Solved) -> None:
    """Far behind with a Grande and Trenes open, only the Grande helps."""
    state = table([100, 155], ("grande", "trenes"))
    mine, rival = state.sheets
    closed = rival.with_mark(Box.TRENES, Mark(0)).with_mark(Box.GRANDE, Mark(0))
    lying, _ = apply(replace(state, sheets=(mine, closed)), Roll((3, 3, 6, 6, 6)))
    solution = solved(CASUAL)
    assert solution.weigh_to_win(lying)[0].action == Hold(frozenset({3, 4, 5}))
    assert solution.weigh(lying)[0].action == Hold(frozenset({1, 2}))


def test_a_note_that_wins_early_is_worth_the_match(solved: Solved) -> None:
    """R-27: with escalera, full and poker de mano the Grande is the belly of gold."""
    sheet = Sheet.blank(ALALAY)
    for box, points in ((Box.ESCALERA, 25), (Box.FULL, 35), (Box.POKER, 45)):
        sheet = sheet.with_mark(box, Mark(points, de_mano=True))
    state = replace(new_state(Setup(ALALAY, (Seat("Ana"), Seat("Eva")), 0)), round=4)
    state = replace(state, sheets=(sheet, with_marks(3)))
    rolled, _ = apply(state, Roll((6, 6, 6, 6, 1)))
    held, _ = apply(rolled, Hold(frozenset({1, 2, 3, 4})))
    lying, _ = apply(held, Roll((1,)))
    best, *_ = solved(ALALAY).weigh_to_win(lying)
    assert best.action == Note(Box.GRANDE)
    assert best.value == pytest.approx(1.0, abs=1e-5)


def with_marks(count: int) -> Sheet:
    sheet = Sheet.blank(ALALAY)
    for box in list(Box)[:count]:
        sheet = sheet.with_mark(box, Mark(0))
    return sheet


@pytest.mark.parametrize(
    "rules",
    [CASUAL, replace(COCH, hatches=3), replace(COCH, team_size=2), with_fields(CASUAL, HUNDRED)],
    ids=["casual", "hatches", "teams", "hundred"],
)
def test_a_match_played_to_win(rules: Ruleset, solved: Solved) -> None:
    """Always legal, to the end; the chances of all add up at every step, to those who won."""
    seats = tuple(map(Seat, ["Ana", "Luis", "Eva"][: 2 if rules.hatches > 1 else 3]))
    solution = solved(replace(rules, hatches=1, team_size=1))
    match = Match(Setup(rules, seats, 0), SeededDice(b"0123456789abcdef"))
    while not match.over:
        if match.state.round % 4 == 1:
            assert sum(solution.win_chances(match.state)) == pytest.approx(1.0)
        match.submit(solution.weigh_to_win(match.state)[0].action)
    won = [team for team, part in enumerate(solution.win_chances(match.state)) if part]
    assert won == list(match.state.outcome.winners)
