"""The worked turns of the traditions, one test a line, played as somebody would play them."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import combinations

import pytest

from cacho.engine import (
    ALALAY,
    BASIC,
    COCH,
    PERU,
    PRESETS,
    Box,
    Declare,
    Hold,
    Mark,
    Match,
    Note,
    Reason,
    Roll,
    Ruleset,
    ScriptedDice,
    Seat,
    Setup,
    Sheet,
    Stand,
    State,
    apply,
    check_invariants,
    must_note,
    points_as_turned,
    points_of,
    turn_limits,
    why_not,
)

Table = Callable[..., Match]
Play = Callable[..., tuple]
BAJO = Roll(bajo=True)
PAIRS = replace(PERU, team_size=2)


def standing(rules: Ruleset, marks: Iterable[tuple[Box, Mark]], roll: int, rolled: int) -> State:
    """Alone at the table with some boxes noted, four 4s and a 3 lying after a roll."""
    sheet = Sheet.blank(rules)
    for box, mark in marks:
        sheet = sheet.with_mark(box, mark)
    state = Match(Setup(rules, (Seat("Ana"),), 0), ScriptedDice(())).state
    places = frozenset(range(6 - rolled, 6))
    return replace(
        state,
        sheets=(sheet,),
        round=sheet.noted + 1,
        rolls=roll,
        dice=(4, 4, 4, 4, 3),
        rolled=places,
        rolled_at=tuple(roll if place in places else 1 for place in range(1, 6)),
    )


# ---------------------------------------------------------------------------------------- Coch


def test_coch_bajo_and_one_bottom_win(table: Table, play: Play) -> None:
    """1-1-1-1-6 rolled first, bajo called: all turn, 6-6-6-6-1; one bottom makes five 6s."""
    match = table("11116", rules=COCH)
    play(match, BAJO)
    assert match.state.dice == (6, 6, 6, 6, 1)
    assert (match.state.outcome.kind, match.state.outcome.winners) == ("dormida", (0,))


@pytest.mark.parametrize("count", range(5))
def test_coch_any_set_may_be_held_after_roll_1(count: int, table: Table, play: Play) -> None:
    """The die picked up passes as the bottom; sides are chosen afresh after roll 2."""
    for places in combinations(range(1, 6), count):
        match = table("12354" + "12354"[: 5 - count], rules=COCH)
        play(match, Roll(), set(places), Roll())
        assert turn_limits(match.state) == (0, 2)
        assert set(points_as_turned(match.state, frozenset())) == set(points_of(match.state))


# --------------------------------------------------------------------------------------- Basic


def test_basic_bajo_on_the_first_roll(table: Table, play: Play) -> None:
    """1-1-1-2-6 with bajo reads 6-6-6-5-1: Senas 18."""
    match = table("11126", rules=BASIC)
    play(match, BAJO)
    assert match.state.dice == (6, 6, 6, 5, 1)
    assert points_of(match.state)[Box.SENAS] == 18


def test_basic_bajo_turns_the_held_dice_too(table: Table, play: Play) -> None:
    """Three 6s held, 6-2 with bajo: 1-1-1-1-5 is Póker 40, Balas 4, Senas 0."""
    match = table("66612" + "62", rules=BASIC)
    play(match, Roll(), {1, 2, 3}, BAJO)
    assert match.state.dice == (1, 1, 1, 1, 5)
    worth = points_of(match.state)
    assert (worth[Box.POKER], worth[Box.BALAS], worth[Box.SENAS]) == (40, 4, 0)


def test_basic_bajo_of_five_alike_wins(table: Table, play: Play) -> None:
    """2-2-2-2-2 on roll 1 with bajo: five 5s."""
    match = table("22222", rules=BASIC)
    assert play(match, BAJO)[1].face == 5
    assert match.state.outcome.kind == "dormida"


# ---------------------------------------------------------------------------------------- Peru


def test_peru_a_declared_goal(table: Table, play: Play) -> None:
    """Balas declared with 1-1 held; 1-1-5-5-5 may not be the Full, nor may Quinas be gone for.

    Balas 2 may be noted, the 5s re-rolled, or all five returned.
    """
    match = table("11355" + "555", rules=PERU)
    play(match, Roll(), {1, 2}, Declare(Box.BALAS), Roll())
    assert match.state.dice == (1, 1, 5, 5, 5)
    state = match.state
    assert why_not(state, Note(Box.FULL)) is Reason.GOAL_STANDS
    going_over, _ = apply(state, hold(3, 4, 5))
    assert why_not(going_over, Declare(Box.QUINAS)) is Reason.GOAL_STANDS
    assert why_not(going_over, Note(Box.QUINAS)) is Reason.GOAL_STANDS
    noted, _ = apply(state, Note(Box.BALAS))
    assert noted.sheets[0].total == 2
    assert why_not(apply(state, hold(1, 2))[0], Roll()) is None
    assert why_not(apply(state, hold())[0], Roll()) is None


def hold(*places: int) -> Hold:
    return Hold(frozenset(places))


def test_peru_all_five_returned_are_free_and_must_stop(table: Table, play: Play) -> None:
    """The same, all five returned: 5-5-5-2-2 on roll 3 is a Full de mano that must be noted."""
    match = table("11355" + "555" + "55522", rules=PERU)
    play(match, Roll(), {1, 2}, Declare(Box.BALAS), Roll(), set(), Roll())
    assert match.state.goal is None
    assert must_note(match.state) == (Box.FULL,)
    assert why_not(match.state, Note(Box.BALAS)) is Reason.MUST_NOTE
    assert play(match, Note(Box.FULL))[0].points == 35


# ------------------------------------------------------------------------------- teams, hatches


def test_peru_teams_note_one_of_two(table: Table, play: Play) -> None:
    """A 6-6-6-1-2 (roll 3), B 3-3-3-2-2 (roll 1): Senas 18, or Full 35 de mano, or Trenes 9."""
    rolls = "66614" + "6613" + "612" + "33322"
    for box, points, de_mano in (
        (Box.SENAS, 18, False),
        (Box.FULL, 35, True),
        (Box.TRENES, 9, False),
    ):
        match = table(rolls, seats=4, rules=PAIRS)
        play(match, Roll(), {1}, Declare(Box.SENAS), Roll(), {1, 2}, Roll(), Stand(), Roll())
        noted = play(match, Note(box))[0]
        assert (noted.points, noted.de_mano) == (points, de_mano)
        assert match.state.team == 1, "one note, then the other team"


def test_peru_teams_a_must_stop_ends_one_series(table: Table, play: Play) -> None:
    """A's first roll is 1-2-3-4-5: A stops, B plays, and B's result may be noted instead."""
    match = table("12345" + "66612", seats=4, rules=PAIRS)
    play(match, Roll())
    assert why_not(match.state, Roll()) is Reason.MUST_STOP
    play(match, Stand(), Roll())
    assert play(match, Note(Box.SENAS))[0].points == 18


@pytest.mark.parametrize("name", PRESETS)
def test_any_teams_a_dormida_wins_at_once(name: str, table: Table, play: Play) -> None:
    """A rolls it, and B does not roll; in Coch one bottom makes it."""
    match = table(
        "44443" if name == "coch" else "44444", 4, rules=replace(PRESETS[name], team_size=2)
    )
    play(match, Roll())
    assert match.over
    assert match.state.outcome.winners == (0,)
    assert why_not(match.state, Stand()) is Reason.GAME_OVER


@pytest.mark.parametrize(
    ("first", "second", "points", "winner"),
    [
        ((80, 130, 210), (120, 140, 180), (3, 3), 1),
        ((80, 130, 210), (80, 140, 180), (4, 3), 0),
    ],
)
def test_three_hatches(first: tuple, second: tuple, points: tuple, winner: int) -> None:
    """A 3, B 1 + 2: the higher sum, 440 against 420; with a tied upper hatch A 4, B 3."""
    rules = replace(PERU, hatches=3)
    sheets = []
    for totals in (first, second):
        sheet = Sheet.blank(rules)
        for hatch, total in enumerate(totals):
            sheet = sheet.with_mark(Box.FULL, Mark(total), hatch)
        sheets.append(sheet)
    last = sheets[1].with_mark(Box.GRANDE, Mark(0), 2)
    for box, hatch, _slot in list(last.crosses())[:-1]:
        last = last.with_mark(box, Mark(0), hatch)
    match = Match(Setup(rules, (Seat("A"), Seat("B")), 0), ScriptedDice((1, 2, 3, 4, 6)))
    match._state = replace(match.state, sheets=(sheets[0].closed(), last), seat=1, round=33)
    match.submit(Roll())
    match.submit(Note(Box.GRANDE, hatch=2))
    assert match.state.outcome.game_points == points
    assert match.state.outcome.winners == (winner,)


# -------------------------------------------------------------------------------------- Alalay

DE_MANO = [
    (Box.FULL, Mark(35, de_mano=True)),
    (Box.POKER, Mark(45, de_mano=True)),
]


def test_alalay_panza_de_oro() -> None:
    """Escalera 25, Full 35, Póker 45 stand; a Grande is noted: wins at once."""
    state = standing(ALALAY, [(Box.ESCALERA, Mark(25, de_mano=True)), *DE_MANO], 2, rolled=2)
    after, _ = apply(state, Note(Box.GRANDE))
    assert after.outcome.kind == "panza"
    check_invariants(after)


def test_alalay_no_panza_with_an_escalera_de_huevo() -> None:
    """Escalera 20, Full 35, Póker 45, two Grandes."""
    marks = [(Box.ESCALERA, Mark(20)), *DE_MANO, (Box.GRANDE, Mark(50))]
    after, _ = apply(standing(ALALAY, marks, 2, rolled=2), Note(Box.GRANDE))
    assert after.outcome is None
    assert after.sheets[0].marks(Box.GRANDE) == (Mark(50), Mark(50))


@pytest.mark.parametrize(("trenes", "kind"), [(9, None), (12, "cuatros")])
def test_alalay_cuatros_want_four_of_each(trenes: int, kind: str | None) -> None:
    """4, 8, 9, 16, 20, 24 and two Grandes: no cuatros."""
    numbers = zip(list(Box)[:6], map(Mark, [4, 8, trenes, 16, 20, 24]), strict=True)
    state = standing(ALALAY, [*numbers, (Box.GRANDE, Mark(50))], 2, rolled=2)
    after, _ = apply(state, Note(Box.GRANDE))
    assert (after.outcome.kind if after.outcome else None) == kind


def test_alalay_an_escalera_served_again_counts_for_the_panza(table: Table, play: Play) -> None:
    """Noted from a second roll of all five, unturned: de mano, and the panza comes of it."""
    match = table("11236" + "23456", 1, rules=ALALAY)
    play(match, Roll(), Roll())
    sheet = Sheet.blank(ALALAY).with_mark(Box.GRANDE, Mark(50))
    for box, mark in DE_MANO:
        sheet = sheet.with_mark(box, mark)
    after, _ = apply(replace(match.state, sheets=(sheet,), round=4), Note(Box.ESCALERA))
    assert after.sheets[0].marks(Box.ESCALERA) == (Mark(25, de_mano=True),)
    assert after.outcome.kind == "panza"
