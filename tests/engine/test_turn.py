"""A turn and a match, step by step: rolling, holding, noting, crossing out, taking back."""

from collections.abc import Callable

import pytest

from cacho.engine import (
    CASUAL,
    PLACES,
    Box,
    Dormida,
    HeldChanged,
    Hold,
    IllegalAction,
    Lot,
    Mark,
    Match,
    MatchOver,
    Note,
    Noted,
    Phase,
    Reason,
    Roll,
    Rolled,
    Sheet,
    TakeBack,
    TakenBack,
    TurnPassed,
    apply,
    check_invariants,
    points_of,
    why_not,
    with_fields,
)

Table = Callable[..., Match]
Play = Callable[..., tuple]


def test_a_new_turn(table: Table) -> None:
    state = table().state
    assert (state.phase, state.seat, state.round, state.rolls) == (Phase.TURN, 0, 1, 0)
    assert (state.dice, state.held, state.rolled, state.rolled_at) == ((), set(), set(), ())
    assert (state.may_roll, state.rolling, state.rolls_left, state.deciding) == (True, 5, 3, False)
    assert points_of(state) == {}


def test_the_first_roll_rolls_all_five(table: Table, play: Play) -> None:
    """R-03."""
    match = table("33612")
    assert play(match, Roll()) == (
        Rolled(0, 1, (1, 2, 3, 4, 5), (3, 3, 6, 1, 2), (3, 3, 6, 1, 2), de_mano=True),
    )
    assert match.state.deciding
    assert points_of(match.state)[Box.TRENES] == 6


def test_held_dice_stay_and_the_others_roll(table: Table, play: Play) -> None:
    """R-04."""
    match = table("33612 364")
    play(match, Roll())
    assert play(match, {1, 2}) == (HeldChanged(0, frozenset({1, 2})),)
    assert match.state.rolling == 3
    assert play(match, Roll()) == (
        Rolled(0, 2, (3, 4, 5), (3, 6, 4), (3, 3, 3, 6, 4), de_mano=False),
    )
    assert match.state.held == {1, 2}
    assert match.state.rolled == {3, 4, 5}
    assert match.state.rolled_at == (1, 1, 2, 2, 2)


def test_a_held_die_may_be_let_go_later(table: Table, play: Play) -> None:
    """R-04."""
    match = table("33612 364 5555")
    play(match, Roll(), {1, 2}, Roll(), {4}, Roll())
    assert match.state.dice == (5, 5, 5, 6, 5)
    assert match.state.rolled_at == (3, 3, 3, 2, 3)


def test_all_five_held_leave_nothing_to_roll(table: Table, play: Play) -> None:
    """R-04: no roll is used up."""
    match = table("33612")
    play(match, Roll(), set(PLACES))
    assert (match.state.rolling, match.state.may_roll) == (0, False)
    assert why_not(match.state, Roll()) is Reason.ALL_HELD
    assert (match.state.rolls, match.state.rolls_left) == (1, 2)


def test_three_rolls_and_no_more(table: Table, play: Play) -> None:
    """R-03."""
    match = table("33612 33612 33612")
    play(match, Roll(), Roll(), Roll())
    assert (match.state.may_roll, match.state.rolling, match.state.rolls_left) == (False, 0, 0)
    assert why_not(match.state, Roll()) is Reason.NO_ROLLS_LEFT
    assert why_not(match.state, Hold(frozenset({1}))) is Reason.NO_ROLLS_LEFT


def test_house_rules_may_give_fewer_rolls(table: Table, play: Play) -> None:
    """R-19."""
    match = table("33612 33612", rules=with_fields(CASUAL, {"turning": "0-0,0-0"}))
    play(match, Roll(), Roll())
    assert why_not(match.state, Roll()) is Reason.NO_ROLLS_LEFT


@pytest.mark.parametrize("rolls", [1, 2, 3])
def test_a_box_may_be_noted_after_any_roll(rolls: int, table: Table, play: Play) -> None:
    """R-05: and the turn passes to the left."""
    match = table("33612" * 3)
    play(match, *[Roll()] * rolls)
    assert play(match, Note(Box.TRENES)) == (
        Noted(0, Box.TRENES, 0, 6, de_mano=False, crossed=False, dice=(3, 3, 6, 1, 2)),
        TurnPassed(1, 1),
    )
    assert match.state.sheets[0].marks(Box.TRENES) == (Mark(6),)
    assert (match.state.seat, match.state.round, match.state.rolls) == (1, 1, 0)
    assert (match.state.dice, match.state.held) == ((), set())


def test_nothing_is_noted_before_the_first_roll(table: Table) -> None:
    """R-05."""
    assert why_not(table().state, Note(Box.FULL)) is Reason.ROLL_FIRST
    assert why_not(table().state, Hold(frozenset())) is Reason.ROLL_FIRST


def test_a_filled_box_stays_filled(table: Table, play: Play) -> None:
    """R-05: the same press again is refused, for points and for a cross."""
    match = table("33612 33612", seats=1)
    play(match, Roll(), Note(Box.TRENES), Roll())
    assert why_not(match.state, Note(Box.TRENES)) is Reason.BOX_TAKEN
    assert Box.TRENES not in points_of(match.state)


def test_served_figures_are_marked_so(table: Table, play: Play) -> None:
    """R-12."""
    match = table("33322 12345 1234 6", seats=1)
    noted = play(match, Roll(), Note(Box.FULL))[0]
    assert (noted.points, noted.de_mano) == (35, True)
    noted = play(match, Roll(), {1}, Roll(), Note(Box.ESCALERA))[0]
    assert (noted.points, noted.de_mano, noted.crossed) == (0, False, True)
    assert match.state.sheet.marks(Box.FULL) == (Mark(35, de_mano=True),)


def test_a_box_worth_nothing_is_crossed_out(table: Table, play: Play) -> None:
    """R-14: after any roll, de mano or not."""
    match = table("33612")
    assert play(match, Roll(), Note(Box.POKER))[0] == Noted(
        0, Box.POKER, 0, 0, de_mano=False, crossed=True, dice=(3, 3, 6, 1, 2)
    )
    assert match.state.sheets[0].marks(Box.POKER)[0].crossed
    assert not match.state.sheets[0].is_open(Box.POKER)


def test_a_box_worth_something_brings_its_points(table: Table, play: Play) -> None:
    """R-14: it cannot be crossed out."""
    match = table("33612")
    play(match, Roll(), Note(Box.BALAS))
    assert match.state.sheets[0].marks(Box.BALAS) == (Mark(1),)


def test_two_grandes_one_scored_one_crossed(table: Table, play: Play) -> None:
    """R-11: a hand that is no Grande is never worth anything in the second box."""
    match = table("55512 55 12456 33312 33", seats=1)
    first = play(match, Roll(), {1, 2, 3}, Roll(), Note(Box.GRANDE))[0]
    second = play(match, Roll(), Note(Box.GRANDE))[0]
    assert [(noted.slot, noted.points) for noted in (first, second)] == [(0, 50), (1, 0)]
    assert match.state.sheet.marks(Box.GRANDE) == (Mark(50), Mark(0))
    play(match, Roll(), {1, 2, 3}, Roll())
    assert why_not(match.state, Note(Box.GRANDE)) is Reason.BOX_TAKEN


def test_one_grande_where_the_house_says_so(table: Table, play: Play) -> None:
    """R-19."""
    match = table("12456 12456", seats=1, rules=with_fields(CASUAL, {"grandes": "1"}))
    play(match, Roll(), Note(Box.GRANDE), Roll())
    assert why_not(match.state, Note(Box.GRANDE)) is Reason.BOX_TAKEN


@pytest.mark.parametrize("face", range(1, 7))
def test_dormida_wins_on_the_spot(face: int, table: Table, play: Play) -> None:
    """R-13: whatever the scores, and no player alone can undo it."""
    match = table("66665 66661" + str(face) * 5, seats=2)
    play(match, Roll(), Note(Box.POKER), Roll(), Note(Box.BALAS))
    rolled, dormida, over = play(match, Roll())
    assert rolled.de_mano
    assert dormida == Dormida(0, face)
    assert isinstance(over, MatchOver)
    assert (over.outcome.kind, over.outcome.winners) == ("dormida", (0,))
    assert (match.over, match.state.dice) == (True, (face,) * 5)
    assert points_of(match.state) == {}
    assert why_not(match.state, TakeBack()) is Reason.TABLE_MUST_AGREE
    for action in [Roll(), Lot(), Hold(frozenset()), Note(Box.GRANDE)]:
        assert why_not(match.state, action) is Reason.GAME_OVER


def test_dormida_wins_with_both_grandes_filled(table: Table, play: Play) -> None:
    """R-13: whatever boxes are open."""
    match = table("12456 12456 44444", seats=1)
    play(match, Roll(), Note(Box.GRANDE), Roll(), Note(Box.GRANDE), Roll())
    assert match.state.outcome.kind == "dormida"


def test_five_alike_later_is_no_dormida(table: Table, play: Play) -> None:
    """R-13: only on the first roll, though all five are rolled again."""
    match = table("12345 44444")
    (rolled,) = play(match, Roll(), Roll())
    assert not rolled.de_mano
    assert not match.over


def test_faces_of_the_action_are_what_falls(table: Table) -> None:
    state, _ = apply(table().state, Roll((1, 2, 3, 4, 5)))
    assert state.dice == (1, 2, 3, 4, 5)


@pytest.mark.parametrize("faces", [(), (1,), (1, 2, 3, 4), (1, 2, 3, 4, 5, 6), (1, 2, 3, 4, 7)])
def test_faces_that_cannot_fall(faces: tuple[int, ...], table: Table) -> None:
    """R-03."""
    assert why_not(table().state, Roll(faces)) is Reason.BAD_FACES


def test_places_that_are_none(table: Table, play: Play) -> None:
    """R-04."""
    match = table("33612")
    play(match, Roll())
    assert why_not(match.state, Hold(frozenset({0}))) is Reason.BAD_PLACE
    assert why_not(match.state, Hold(frozenset({1, 6}))) is Reason.BAD_PLACE


def test_dice_not_drawn_are_not_applied(table: Table) -> None:
    with pytest.raises(IllegalAction) as refusal:
        apply(table().state, Roll())
    assert refusal.value.reason is Reason.FACES_MISSING
    with pytest.raises(IllegalAction):
        apply(table(start="lot").state, Lot())


def test_a_note_is_taken_back_until_the_next_roll(table: Table, play: Play) -> None:
    """R-17: everything is as it was, and the turn goes on from there."""
    match = table("33612 364 5 12345")
    play(match, Roll(), {1, 2}, Roll(), {1, 2, 3, 4})
    before = match.state
    play(match, Note(Box.FULL))
    assert match.state.last_note.crossed
    assert play(match, TakeBack()) == (TakenBack(0, Box.FULL, 0, 0),)
    assert match.state == before
    assert why_not(match.state, TakeBack()) is Reason.NOTHING_TO_TAKE_BACK
    play(match, Roll(), Note(Box.TRENES), Roll())
    assert why_not(match.state, TakeBack()) is Reason.TABLE_MUST_AGREE


def test_taking_back_a_second_grande_leaves_the_first(table: Table, play: Play) -> None:
    """R-17."""
    match = table("55512 55 33312 33", seats=1)
    play(match, Roll(), {1, 2, 3}, Roll(), Note(Box.GRANDE), Roll(), {1, 2, 3}, Roll())
    play(match, Note(Box.GRANDE))
    assert match.state.totals == (100,)
    assert play(match, TakeBack()) == (TakenBack(0, Box.GRANDE, 1, 50),)
    assert match.state.sheet.marks(Box.GRANDE) == (Mark(50),)
    assert match.state.totals == (50,)


def test_rolling_again_after_taking_back_brings_the_same_faces(table: Table, play: Play) -> None:
    """R-17."""
    match = table("33612 12345 66666")
    play(match, Roll(), Note(Box.FULL), TakeBack())
    play(match, Roll())
    assert match.state.dice == (1, 2, 3, 4, 5)
    play(match, Note(Box.ESCALERA), TakeBack(), {1, 2, 3, 4, 5}, {1, 2, 3, 4})
    play(match, Roll())
    assert match.state.dice == (1, 2, 3, 4, 6)


def test_nothing_to_take_back_at_first(table: Table) -> None:
    """R-17."""
    assert why_not(table().state, TakeBack()) is Reason.NOTHING_TO_TAKE_BACK
    assert why_not(table(start="lot").state, TakeBack()) is Reason.NOTHING_TO_TAKE_BACK


def test_a_sheet_has_eleven_boxes(table: Table) -> None:
    """R-06."""
    sheet = table().state.sheet
    assert sum(sheet.capacity(box) for box in Box) == 11
    assert sheet.open_boxes == tuple(Box)
    assert (sheet.total, sheet.noted, sheet.full) == (0, 0, False)


def test_a_full_box_takes_no_mark() -> None:
    sheet = Sheet.blank(CASUAL).with_mark(Box.GRANDE, Mark(50)).with_mark(Box.GRANDE, Mark(0))
    assert Box.GRANDE not in sheet.open_boxes
    with pytest.raises(ValueError, match="grande is full"):
        sheet.with_mark(Box.GRANDE, Mark(50))


def test_states_and_actions_are_values(table: Table, play: Play) -> None:
    one, two = table("33612"), table("33612")
    play(one, Roll(), {1, 2})
    play(two, Roll(), {2, 1})
    assert one.state == two.state
    assert len({one.state, two.state}) == 1
    check_invariants(one.state)
