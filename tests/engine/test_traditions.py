"""What is particular to each tradition, step by step: worked turns, and what may not be done."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from cacho.engine import (
    ALALAY,
    BASIC,
    CASUAL,
    COCH,
    PERU,
    Bajo,
    Box,
    Declare,
    Declared,
    Dormida,
    EarlyWin,
    Hold,
    Mark,
    Match,
    MatchOver,
    Note,
    Noted,
    Reason,
    Roll,
    Rolled,
    Ruleset,
    Sheet,
    TakeBack,
    TurnedOver,
    apply,
    check_invariants,
    must_note,
    points_as_turned,
    points_of,
    turn_limits,
    ways_of,
    why_not,
    with_fields,
)

Table = Callable[..., Match]
Play = Callable[..., tuple]
Lying = Callable[..., object]
BAJO = Roll(bajo=True)


def house(base: Ruleset, **texts: str) -> Ruleset:
    return with_fields(base, texts)


def turned(*places: int) -> frozenset[int]:
    return frozenset(places)


# ------------------------------------------------------------------------------------ turning over


def test_coch_wins_by_turning_over(table: Table, play: Play) -> None:
    """R-13, R-20, R-21: 1-1-1-1-6 with bajo reads 6-6-6-6-1, and one bottom makes it five."""
    match = table("11116", rules=COCH)
    rolled, dormida, over = play(match, BAJO)
    assert (rolled.faces, rolled.dice, rolled.bajo) == ((1, 1, 1, 1, 6), (6, 6, 6, 6, 1), True)
    assert dormida == Dormida(0, 6, turned(5))
    assert isinstance(over, MatchOver)
    assert over.outcome.turned == {5}
    check_invariants(match.state)


def test_coch_natural_five_is_no_grande(table: Table, play: Play) -> None:
    """R-24."""
    match = table("66666", rules=COCH)
    play(match, Roll())
    assert not match.over
    assert points_of(match.state)[Box.POKER] == 45
    assert points_of(match.state)[Box.FULL] == 35
    assert points_of(match.state)[Box.GRANDE] == 0
    natural = table("66666", rules=house(COCH, natural_five="yes"))
    assert play(natural, Roll())[1] == Dormida(0, 6)


def test_coch_sides_are_chosen_afresh_after_each_roll(table: Table, play: Play) -> None:
    """R-20: any dice may be held after roll 1; nothing of a turned die is carried on."""
    match = table("12353 4", rules=COCH)
    play(match, Roll(), {1, 2, 3, 4}, Roll())
    assert match.state.dice == (1, 2, 3, 5, 4)
    assert turn_limits(match.state) == (0, 2)
    assert points_as_turned(match.state, frozenset())[Box.ESCALERA] == 25
    assert points_of(match.state)[Box.ESCALERA] == 25


def test_the_dice_to_turn_are_known_for_every_box(lying: Lying) -> None:
    """R-20: best reading first, then every other."""
    state = lying((2, 3, 4, 5, 2), roll=2, rules=ALALAY)
    best, *others = ways_of(state, Box.QUINAS)
    assert (best.points, best.turned, best.faces) == (15, {1, 5}, (5, 3, 4, 5, 5))
    assert {way.points for way in others} == {0, 5, 10}
    assert points_as_turned(state, turned(1))[Box.QUINAS] == 10
    assert points_as_turned(state, turned(1, 2, 3)) == {}


def test_a_box_turns_the_dice_unless_the_player_does(table: Table, play: Play) -> None:
    """R-20."""
    match = table("55123 44 55123 44", seats=1, rules=ALALAY)
    play(match, Roll(), {1, 2, 3}, Roll())
    noted = play(match, Note(Box.QUINAS))[0]
    assert (noted.points, noted.turned, noted.dice) == (10, {3}, (5, 5, 1, 4, 4))
    play(match, TakeBack())
    noted = play(match, Note(Box.QUINAS, turned(1)))[0]
    assert (noted.points, noted.turned) == (5, {1})
    assert match.state.sheets[0].marks(Box.QUINAS) == (Mark(5),)


@pytest.mark.parametrize(
    ("places", "reason"),
    [
        (turned(), Reason.TURN_MORE),
        (turned(1, 2, 3), Reason.TURN_FEWER),
        (turned(1, 6), Reason.BAD_PLACE),
        (turned(1, 2), Reason.SCORES_SO_NO_CROSS),
    ],
)
def test_limits_of_turning(places: frozenset, reason: Reason, table: Table, play: Play) -> None:
    """R-20: at least one, at most two; and never to lose what the box is worth (R-14)."""
    match = table("55123 44", rules=ALALAY)
    play(match, Roll(), {1, 2, 3}, Roll())
    assert why_not(match.state, Note(Box.QUINAS, places)) is reason


def test_opposite_faces_add_to_seven(lying: Lying) -> None:
    """R-20."""
    state = lying((1, 2, 3, 4, 5), roll=2, rules=house(CASUAL, turning="0-0,5-5"))
    assert points_of(state) == points_of(lying((6, 5, 4, 3, 2), roll=2, rules=CASUAL))


def test_nothing_turns_where_nothing_may(table: Table, play: Play) -> None:
    match = table("55123")
    play(match, Roll())
    assert turn_limits(match.state) == (0, 0)
    assert why_not(match.state, Note(Box.QUINAS, turned(3))) is Reason.TURN_FEWER
    assert why_not(match.state, Note(Box.QUINAS, turned())) is None


# --------------------------------------------------------------------------------- served once more


def test_alalay_served_again(table: Table, play: Play) -> None:
    """R-12: a second roll of all five, unturned, is de mano; with a die held it is not."""
    match = table("11236 23456 11236 2345", seats=1, rules=ALALAY)
    assert play(match, Roll(), Roll())[0].de_mano
    noted = play(match, Note(Box.ESCALERA))[0]
    assert (noted.points, noted.de_mano, noted.turned) == (25, True, frozenset())
    play(match, TakeBack())
    assert points_of(match.state)[Box.ESCALERA] == 25
    held = table("11236 2345", rules=ALALAY)
    assert not play(held, Roll(), {5}, Roll())[0].de_mano
    assert points_of(held.state)[Box.ESCALERA] == 20


def test_alalay_served_five_again_wins(table: Table, play: Play) -> None:
    """R-13: with both Grandes filled too."""
    match = table("11236 44444", rules=ALALAY)
    _, dormida, _ = play(match, Roll(), Roll())
    assert dormida == Dormida(0, 4)
    check_invariants(match.state)


def test_alalay_a_grande_made_with_held_dice_is_lost(lying: Lying) -> None:
    """R-20: one die must be turned; served again it may be left, for a figure but no number."""
    state = lying((4, 4, 4, 4, 4), roll=2, rules=ALALAY)
    assert points_of(state)[Box.GRANDE] == 50
    assert points_of(state)[Box.CUADRAS] == 16
    assert why_not(state, Note(Box.CUADRAS, turned())) is Reason.TURN_MORE


# --------------------------------------------------------------------------------------------- bajo


def test_basic_bajo(table: Table, play: Play) -> None:
    """R-21: 1-1-1-2-6 reads 6-6-6-5-1."""
    match = table("11126", rules=BASIC)
    play(match, BAJO)
    assert points_of(match.state)[Box.SENAS] == 18


def test_basic_bajo_turns_held_dice_too(table: Table, play: Play) -> None:
    """R-21: and they stay so."""
    match = table("66612 62 33", rules=BASIC)
    play(match, Roll(), {1, 2, 3}, BAJO)
    assert match.state.dice == (1, 1, 1, 1, 5)
    worth = points_of(match.state)
    assert (worth[Box.POKER], worth[Box.BALAS], worth[Box.SENAS]) == (40, 4, 0)
    play(match, Roll())
    assert match.state.dice == (1, 1, 1, 3, 3)


def test_basic_bajo_may_be_a_dormida(table: Table, play: Play) -> None:
    match = table("22222", rules=BASIC)
    assert play(match, BAJO)[1] == Dormida(0, 5)


def test_bajo_is_called_where_the_rules_have_it(table: Table, play: Play) -> None:
    """R-21."""
    assert why_not(table().state, BAJO) is Reason.NO_BAJO
    assert why_not(table().state, Bajo()) is Reason.NO_BAJO
    called = table("11126", rules=BASIC)
    play(called, Roll())
    assert why_not(called.state, Bajo()) is Reason.BAJO_BEFORE_LOOKING
    looks = table("11126", rules=house(CASUAL, bajo="look"))
    assert why_not(looks.state, BAJO) is Reason.BAJO_AFTER_LOOKING
    assert why_not(looks.state, Bajo()) is Reason.ROLL_FIRST


def test_bajo_after_looking(table: Table, play: Play) -> None:
    """R-21: all five turn, as often as one likes, and lie so from then on."""
    match = table("11126 22", rules=house(CASUAL, bajo="look"))
    play(match, Roll())
    assert play(match, Bajo()) == (TurnedOver(0, (6, 6, 6, 5, 1)),)
    play(match, Bajo(), Bajo(), {1, 2, 3}, Roll())
    assert match.state.dice == (6, 6, 6, 2, 2)
    assert points_of(match.state)[Box.FULL] == 30


def test_looking_may_not_escape_what_is_owed(table: Table, play: Play) -> None:
    """R-22: but turning may make a straight, which is owed then."""
    match = table("34561", rules=house(CASUAL, bajo="look", must_stop="yes"))
    play(match, Roll())
    assert why_not(match.state, Bajo()) is Reason.MUST_STOP
    other = table("43216", rules=house(CASUAL, bajo="look", must_stop="yes"))
    play(other, Roll())
    assert must_note(other.state) == ()
    assert play(other, Bajo()) == (TurnedOver(0, (3, 4, 5, 6, 1), (Box.ESCALERA,)),)
    assert why_not(other.state, Roll()) is Reason.MUST_STOP


# --------------------------------------------------------------------------------- must stop, goals


def test_peru_must_stop(table: Table, play: Play) -> None:
    """R-22: no further roll, no other box, and holding is over."""
    match = table("33322", rules=PERU)
    assert play(match, Roll())[0].must == (Box.FULL,)
    assert must_note(match.state) == (Box.FULL,)
    assert (match.state.rolls_left, match.state.may_roll) == (0, False)
    assert why_not(match.state, Roll()) is Reason.MUST_STOP
    assert why_not(match.state, Hold(turned(1))) is Reason.MUST_STOP
    assert why_not(match.state, Note(Box.TRENES)) is Reason.MUST_NOTE
    assert play(match, Note(Box.FULL))[0].points == 35


def test_peru_must_stop_only_for_an_open_box(table: Table, play: Play) -> None:
    """R-22: the full is noted, so the second one binds nobody."""
    match = table("33322 33322", seats=1, rules=PERU)
    play(match, Roll(), Note(Box.FULL))
    assert play(match, Roll())[0].must == ()


def test_peru_five_alike_of_held_dice_must_be_a_grande(table: Table, play: Play) -> None:
    match = table("44412 44", rules=PERU)
    play(match, Roll(), {1, 2, 3}, Declare(Box.CUADRAS))
    assert play(match, Roll())[0].must == (Box.GRANDE,)
    assert why_not(match.state, Note(Box.CUADRAS)) is Reason.MUST_NOTE


def test_peru_a_goal(table: Table, play: Play) -> None:
    """R-23: 1-1-3-5-5, holds 1-1, declares Balas; then 1-1-5-5-5."""
    match = table("11355 555 555 34", rules=PERU)
    play(match, Roll(), {1, 2})
    assert why_not(match.state, Roll()) is Reason.GOAL_FIRST
    assert (match.state.goal_due, match.state.may_roll) == (True, False)
    assert play(match, Declare(Box.BALAS)) == (Declared(0, Box.BALAS),)
    play(match, Roll())
    assert match.state.dice == (1, 1, 5, 5, 5)
    assert why_not(match.state, Note(Box.FULL)) is Reason.GOAL_STANDS
    assert why_not(match.state, Note(Box.QUINAS)) is Reason.GOAL_STANDS
    assert why_not(match.state, Declare(Box.QUINAS)) is Reason.GOAL_STANDS
    assert why_not(match.state, Note(Box.BALAS)) is None
    play(match, {3, 4, 5})
    assert why_not(match.state, Declare(Box.QUINAS)) is Reason.GOAL_STANDS
    play(match, {1, 2}, Roll())
    assert play(match, Note(Box.BALAS))[0].points == 2


def test_peru_all_five_cancel_the_goal(table: Table, play: Play) -> None:
    """R-23, R-22: free again; 5-5-5-2-2 must stop."""
    match = table("11355 555 55522", rules=PERU)
    play(match, Roll(), {1, 2}, Declare(Box.BALAS), Roll(), set())
    rolled = play(match, Roll())[0]
    assert (rolled.goal_cancelled, rolled.must) == (True, (Box.FULL,))
    assert match.state.goal is None
    assert play(match, Note(Box.FULL))[0].points == 35


def test_a_fixed_goal_stands_through_everything(table: Table, play: Play) -> None:
    """R-23."""
    match = table("11355 555 66622", rules=house(CASUAL, goal="fixed"))
    play(match, Roll(), {1, 2}, Declare(Box.BALAS), Roll(), set(), Roll())
    assert match.state.goal is Box.BALAS
    assert why_not(match.state, Note(Box.FULL)) is Reason.GOAL_STANDS
    assert play(match, Note(Box.BALAS))[0].crossed


def test_a_missed_goal_may_be_crossed_whatever_crossing_says(table: Table, play: Play) -> None:
    """R-23, R-25: though other boxes would score, and a roll is left."""
    match = table("11355 444", rules=house(CASUAL, goal="fixed", crossing="forced"))
    play(match, Roll(), {1, 2}, Declare(Box.TRENES), Roll())
    assert points_of(match.state)[Box.CUADRAS] == 12
    assert play(match, Note(Box.TRENES))[0].crossed


def test_a_goal_may_be_changed_until_the_dice_roll(table: Table, play: Play) -> None:
    """R-23: nothing was learnt in between."""
    match = table("11355 555", rules=PERU)
    play(match, Roll(), {1, 2}, Declare(Box.BALAS), Declare(Box.FULL))
    assert match.state.goal is Box.FULL
    assert play(match, Declare(None)) == (Declared(0, None),)
    assert why_not(match.state, Declare(None)) is Reason.NOTHING_DECLARED
    assert why_not(match.state, Note(Box.QUINAS)) is None


def test_what_cannot_be_declared(table: Table, play: Play) -> None:
    assert why_not(table(rules=CASUAL).state, Declare(Box.FULL)) is Reason.NO_GOALS
    match = table("11355 11355 11366 11366", seats=1, rules=PERU)
    assert why_not(match.state, Declare(Box.FULL)) is Reason.ROLL_FIRST
    play(match, Roll(), Note(Box.BALAS), Roll())
    assert why_not(match.state, Declare(Box.BALAS)) is Reason.BOX_TAKEN
    play(match, Roll(), Roll())
    assert why_not(match.state, Declare(Box.FULL)) is Reason.NO_ROLLS_LEFT


# ------------------------------------------------------------------------------------- crossing out


def test_forced_crossing_waits_for_the_last_roll(table: Table, play: Play) -> None:
    """R-25."""
    match = table("33612 22445", seats=1, rules=ALALAY)
    play(match, Roll())
    assert why_not(match.state, Note(Box.FULL)) is Reason.CROSS_AFTER_LAST_ROLL
    assert why_not(match.state, Note(Box.TRENES)) is None
    play(match, Roll())
    assert why_not(match.state, Note(Box.GRANDE)) is Reason.CROSS_ONLY_WITHOUT_POINTS


FILLED = [(box, 0) for box in Box if box not in {Box.BALAS, Box.GRANDE}]


@pytest.mark.parametrize(
    ("dice", "crossing", "reason"),
    [
        ((1, 3, 3, 4, 4), "forced", Reason.CROSS_ONLY_WITHOUT_POINTS),
        ((1, 3, 3, 4, 4), "lenient", None),
        ((1, 1, 1, 4, 4), "lenient", Reason.CROSS_ONLY_WITHOUT_POINTS),
        ((2, 3, 4, 5, 2), "forced", None),
        ((1, 3, 3, 4, 4), "free", None),
    ],
)
def test_crossing_a_grande(dice: tuple, crossing: str, reason: Reason | None, lying: Lying) -> None:
    """R-25: with Balas and Grande open, after a second roll of two dice."""
    state = lying(dice, roll=2, noted=FILLED, rules=house(ALALAY, crossing=crossing))
    state = replace(state, rolled=frozenset({4, 5}), rolled_at=(1, 1, 1, 2, 2))
    assert why_not(state, Note(Box.GRANDE)) is reason


@pytest.mark.parametrize("crossing", ["free", "forced", "lenient"])
def test_what_scores_is_never_crossed(crossing: str, lying: Lying) -> None:
    """R-14: not by turning the die away either."""
    state = lying((1, 3, 3, 4, 4), roll=2, noted=FILLED, rules=house(ALALAY, crossing=crossing))
    assert why_not(state, Note(Box.BALAS, turned(1))) is Reason.SCORES_SO_NO_CROSS


# ----------------------------------------------------------------------------------- dormida as 100


@pytest.mark.parametrize(
    ("noted", "boxes"),
    [
        ([], [Box.GRANDE]),
        ([(Box.GRANDE, 0)] * 2, [Box.CUADRAS]),
        ([(Box.GRANDE, 0), (Box.GRANDE, 0), (Box.CUADRAS, 0)], None),
    ],
)
def test_where_a_dormida_of_100_goes(noted: list, boxes: list | None, lying: Lying) -> None:
    """R-26: a Grande, else its number, else anywhere."""
    state = lying((4, 4, 4, 4, 4), noted=noted, rules=house(CASUAL, dormida="100"))
    expected = boxes or list(state.sheet.open_boxes)
    assert [box for box, worth in points_of(state).items() if worth == 100] == expected


def test_a_dormida_of_100_goes_on(table: Table, play: Play) -> None:
    """R-26: no win; without must-stop it may be noted elsewhere, with must-stop it may not."""
    match = table("44444 12345", rules=house(CASUAL, dormida="100"))
    assert len(play(match, Roll())) == 1
    assert points_of(match.state)[Box.CUADRAS] == 20
    noted = play(match, Note(Box.GRANDE))[0]
    assert (noted.points, noted.de_mano) == (100, False)
    check_invariants(match.state)
    peru = table("44444", rules=house(PERU, dormida="100"))
    assert play(peru, Roll())[0].must == (Box.GRANDE,)
    assert why_not(peru.state, Note(Box.CUADRAS)) is Reason.MUST_NOTE


def test_the_hundred_is_not_turned_away_where_one_must_stop(lying: Lying) -> None:
    """R-22, R-26: 4-4-4-4-3 reads as five 4s; Cuadras takes 100, not 12 with other dice turned."""
    rules = house(COCH, dormida="100", must_stop="yes")
    state = lying((4, 4, 4, 4, 3), noted=[(Box.GRANDE, 0)] * 2, rules=rules)
    state = replace(state, must=(Box.CUADRAS,))
    assert points_of(state)[Box.CUADRAS] == 100
    assert why_not(state, Note(Box.CUADRAS, turned(1))) is Reason.MUST_NOTE
    assert why_not(state, Note(Box.CUADRAS, turned(5))) is None
    free = house(COCH, dormida="100")
    state = lying((4, 4, 4, 4, 3), noted=[(Box.GRANDE, 0)] * 2, rules=free)
    assert why_not(state, Note(Box.CUADRAS, turned(1))) is None


# --------------------------------------------------------------------------------------- early wins

SERVED = {
    Box.ESCALERA: Mark(25, de_mano=True),
    Box.FULL: Mark(35, de_mano=True),
    Box.POKER: Mark(45, de_mano=True),
}


def filled(rules: Ruleset, marks: dict[Box, Mark]) -> Sheet:
    sheet = Sheet.blank(rules)
    for box, mark in marks.items():
        sheet = sheet.with_mark(box, mark)
    return sheet


def test_panza_de_oro(lying: Lying) -> None:
    """R-27: three served figures, and then a Grande, win at once; and can be taken back."""
    state = lying((4, 4, 4, 4, 3), roll=2, rules=ALALAY)
    state = replace(state, sheets=(filled(ALALAY, SERVED),), round=4)
    after, events = apply(state, Note(Box.GRANDE))
    assert [type(event) for event in events] == [Noted, EarlyWin, MatchOver]
    assert events[1] == EarlyWin(0, panza=True, cuatros=False)
    assert (after.outcome.kind, after.outcome.winners) == ("panza", (0,))
    check_invariants(after)
    assert apply(after, TakeBack())[0] == state


def test_no_panza_with_an_escalera_that_was_not_served() -> None:
    """R-27: though two Grandes stand."""
    marks = SERVED | {Box.ESCALERA: Mark(20), Box.GRANDE: Mark(50)}
    sheet = filled(ALALAY, marks).with_mark(Box.GRANDE, Mark(50))
    assert not sheet.panza
    assert filled(ALALAY, SERVED | {Box.GRANDE: Mark(50)}).panza
    assert not filled(ALALAY, SERVED | {Box.GRANDE: Mark(0)}).panza
    assert not filled(ALALAY, SERVED).panza


@pytest.mark.parametrize(("trenes", "wins"), [(9, False), (12, True), (15, True)])
def test_cuatros(trenes: int, wins: bool) -> None:
    """R-28: 4, 8, 12, 16, 20, 24 at least, and a Grande."""
    numbers = dict(zip(list(Box)[:6], map(Mark, [4, 8, trenes, 16, 20, 24]), strict=True))
    assert filled(ALALAY, numbers | {Box.GRANDE: Mark(50)}).cuatros == wins
    assert not filled(ALALAY, numbers).cuatros


def test_an_escalera_served_again_counts_for_the_panza(table: Table, play: Play) -> None:
    """R-27, R-12."""
    match = table("11236 23456", rules=ALALAY)
    play(match, Roll(), Roll(), Note(Box.ESCALERA))
    assert match.state.sheets[0].marks(Box.ESCALERA) == (Mark(25, de_mano=True),)


def test_an_example_sheet_of_basic(table: Table, play: Play) -> None:
    """From its source: 166."""
    rolls = "11234 22266 22266 44411 55551 61212 12345 11234 66661 26 66663 6"
    match = table(rolls, seats=1, rules=BASIC)
    for box in (Box.BALAS, Box.TONTOS):
        play(match, Roll(), Note(box))
    play(match, Roll(), Note(Box.TRENES))
    play(match, Roll(), Note(Box.CUADRAS), Roll(), Note(Box.QUINAS), Roll(), Note(Box.SENAS))
    play(match, Roll(), Note(Box.ESCALERA), Roll(), Note(Box.FULL))
    play(match, Roll(), {1, 2, 3}, Roll(), Note(Box.POKER))
    play(match, Roll(), {1, 2, 3, 4}, Roll(), Note(Box.GRANDE))
    assert match.state.totals == (166,)
    assert match.state.outcome.kind == "points"


def test_rolled_says_what_is_served(table: Table, play: Play) -> None:
    match = table("11236", rules=COCH)
    (rolled,) = play(match, Roll())
    assert isinstance(rolled, Rolled)
    assert rolled.de_mano
