"""Pairs and trios, three hatches, tie-breaks, and players who leave."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from cacho.engine import (
    ALALAY,
    CASUAL,
    PERU,
    Box,
    Declare,
    Dormida,
    Hold,
    Leave,
    Lot,
    Mark,
    Match,
    MatchOver,
    Note,
    Noted,
    Phase,
    Reason,
    Roll,
    Ruleset,
    ScriptedDice,
    Seat,
    SeatLeft,
    SeededDice,
    Setup,
    Sheet,
    Stand,
    StarterChosen,
    Stood,
    TakeBack,
    TieAgain,
    TieBreakBegan,
    TieRolled,
    TurnPassed,
    apply,
    check_invariants,
    game_points,
    must_note,
    points_of,
    teams_of,
    ways_of,
    why_not,
    with_fields,
)

Table = Callable[..., Match]
Play = Callable[..., tuple]
PAIRS = with_fields(PERU, {"team_size": "2"})
TRIOS = with_fields(CASUAL, {"team_size": "3"})
ONE_ROLL = with_fields(CASUAL, {"turning": "0-0"})


@pytest.mark.parametrize(
    ("seats", "size", "teams"),
    [
        (3, 1, ((0,), (1,), (2,))),
        (4, 2, ((0, 1), (2, 3))),
        (5, 2, ((0, 1), (2, 3), (4,))),
        (6, 3, ((0, 1, 2), (3, 4, 5))),
        (5, 3, ((0, 1, 2), (3, 4))),
        (4, 3, ((0, 1), (2, 3))),
        (1, 3, ((0,),)),
    ],
)
def test_neighbours_are_partners(seats: int, size: int, teams: tuple) -> None:
    """R-29: as many teams as that takes, the last ones short."""
    assert teams_of(seats, size) == teams


# -------------------------------------------------------------------------------------------- pairs


def test_pairs_note_one_of_two_results(table: Table, play: Play) -> None:
    """R-29: A's 6-6-6-1-2 and B's full de mano lie on the table; one is noted."""
    match = table("66612 66612 66612 33322", seats=4, rules=PAIRS)
    play(match, Roll(), Roll(), Roll())
    assert why_not(match.state, Note(Box.SENAS)) is Reason.PARTNER_FIRST
    assert why_not(match.state, Roll()) is Reason.NO_ROLLS_LEFT
    stood, passed = play(match, Stand())
    assert isinstance(stood, Stood)
    assert (stood.result.dice, passed) == ((6, 6, 6, 1, 2), TurnPassed(1, 1))
    assert points_of(match.state) == {}
    play(match, Roll())
    assert must_note(match.state) == ()
    assert why_not(match.state, Stand()) is Reason.NO_PARTNER_LEFT
    worth = points_of(match.state)
    assert (worth[Box.SENAS], worth[Box.FULL], worth[Box.TRENES]) == (18, 35, 9)
    assert ways_of(match.state, Box.TRENES)[0].series == 1
    assert why_not(match.state, Note(Box.TRENES)) is None
    noted, passed = play(match, Note(Box.SENAS))
    assert (noted.points, noted.series, noted.dice) == (18, 0, (6, 6, 6, 1, 2))
    assert passed == TurnPassed(2, 1)
    assert match.state.sheets[0].marks(Box.SENAS) == (Mark(18),)
    check_invariants(match.state)
    play(match, TakeBack())
    assert play(match, Note(Box.FULL))[0].points == 35


def test_a_must_stop_ends_only_the_own_series(table: Table, play: Play) -> None:
    """R-22, R-29: A's escalera stays; B still plays, and the team may note B's result."""
    match = table("12345 66612", seats=4, rules=PAIRS)
    assert play(match, Roll())[0].must == (Box.ESCALERA,)
    assert why_not(match.state, Roll()) is Reason.MUST_STOP
    play(match, Stand(), Roll())
    assert match.state.may_roll
    assert why_not(match.state, Note(Box.SENAS)) is None
    assert why_not(match.state, Note(Box.SENAS, series=0)) is Reason.SCORES_SO_NO_CROSS
    assert why_not(match.state, Note(Box.ESCALERA)) is None
    assert must_note(match.state) == ()
    assert why_not(match.state, Note(Box.FULL, series=2)) is Reason.NO_SUCH_SERIES


def test_both_partners_may_owe_a_note(table: Table, play: Play) -> None:
    match = table("12345 33322", seats=4, rules=PAIRS)
    play(match, Roll(), Stand(), Roll())
    assert must_note(match.state) == (Box.ESCALERA, Box.FULL)
    assert why_not(match.state, Note(Box.TRENES)) is Reason.MUST_NOTE
    assert why_not(match.state, Note(Box.FULL, series=0)) is Reason.MUST_NOTE


def test_a_dormida_of_either_partner_wins_for_the_team(table: Table, play: Play) -> None:
    """R-13, R-29: B does not roll."""
    match = table("66612 44444", seats=4, rules=PAIRS)
    play(match, Roll(), Stand())
    events = play(match, Roll())
    assert [type(event) for event in events][1:] == [Dormida, MatchOver]
    assert match.state.outcome.winners == (0,)
    check_invariants(match.state)
    first = table("44444", seats=4, rules=PAIRS)
    play(first, Roll())
    assert first.state.outcome.winners == (0,)


def test_a_forced_cross_needs_every_result_to_be_worth_nothing(play: Play, table: Table) -> None:
    """R-25, R-29."""
    rules = with_fields(CASUAL, {"team_size": "2", "crossing": "forced", "turning": "0-0"})
    match = table("12346 12346", seats=2, rules=rules)
    sheet = Sheet.blank(rules)
    for box in [box for box in Box if box not in {Box.QUINAS, Box.GRANDE}]:
        sheet = sheet.with_mark(box, Mark(0))
    state = replace(match.state, sheets=(sheet,), round=9)
    for first, second, reason in [
        ((1, 2, 3, 4, 6), (1, 2, 3, 4, 6), None),
        ((1, 2, 3, 4, 5), (1, 2, 3, 4, 6), Reason.CROSS_ONLY_WITHOUT_POINTS),
        ((1, 2, 3, 4, 6), (1, 2, 3, 4, 5), Reason.CROSS_ONLY_WITHOUT_POINTS),
    ]:
        after, _ = apply(state, Roll(first))
        after, _ = apply(after, Stand())
        after, _ = apply(after, Roll(second))
        assert why_not(after, Note(Box.GRANDE)) is reason
        assert why_not(after, Note(Box.QUINAS)) is None


def test_a_goal_binds_only_the_partner_who_declared_it(table: Table, play: Play) -> None:
    """R-23, R-29."""
    match = table("11355 444 66612", seats=2, rules=PAIRS)
    play(match, Roll(), {1, 2}, Declare(Box.BALAS), Roll(), Stand(), Roll())
    assert why_not(match.state, Note(Box.CUADRAS, series=0)) is Reason.GOAL_STANDS
    assert {way.series for way in ways_of(match.state, Box.CUADRAS)} == {1}
    assert {way.series for way in ways_of(match.state, Box.BALAS)} == {0, 1}
    assert play(match, Note(Box.BALAS))[0].points == 2


def test_teams_take_turns_as_they_sit(table: Table, play: Play) -> None:
    """R-02, R-29: the starter leads the own team; the others as they sit; always the same."""
    match = table(seats=5, start=3, rules=PAIRS)
    assert match.state.order == (3, 2, 4, 0, 1)
    assert match.state.team_order == (1, 2, 0)
    seen = []
    for _ in range(12):
        seen.append(match.state.seat)
        match = going_on(match)
    assert seen == [3, 2, 4, 4, 0, 1] * 2


def going_on(match: Match) -> Match:
    """One series with five different faces; after the last one, some note."""
    state, _ = apply(match.state, Roll((1, 2, 3, 4, 6)))
    action = Stand() if state.partner_next else Note(state.sheet.open_boxes[0])
    state, _ = apply(state, action)
    match._state = state
    return match


def test_a_trio_that_is_short_plays_the_missing_series_by_turns(table: Table) -> None:
    """R-29: four seats, two teams of two who play three series."""
    match, seen = table(seats=4, rules=TRIOS), []
    for _ in range(12):
        seen.append((match.state.round, match.state.seat))
        match = going_on(match)
    assert seen == [
        *((1, 0), (1, 1), (1, 0), (1, 2), (1, 3), (1, 2)),
        *((2, 0), (2, 1), (2, 1), (2, 2), (2, 3), (2, 3)),
    ]


def test_a_second_series_of_the_same_player_has_dice_of_its_own() -> None:
    """R-17: nobody rolls the same faces twice."""
    match = Match(Setup(TRIOS, (Seat("Ana"),), 0, "own"), SeededDice(bytes(16)))
    rolls = []
    for action in [Roll(), Stand(), Roll(), Roll(), Stand(), Roll()]:
        match.submit(action)
        if isinstance(action, Roll):
            rolls.append((match.state.dice, match.state.rolls))
    assert match.state.roll_coordinates == (1, 8)
    assert len({dice for dice, _ in rolls}) == 4
    assert [roll for _, roll in rolls] == [1, 1, 2, 1]


# ---------------------------------------------------------------------------------------- hatches


def hatches(*totals: int) -> Sheet:
    """A sheet whose hatches have these sums, as one mark each."""
    sheet = Sheet.blank(with_fields(CASUAL, {"hatches": "3"}))
    for hatch, total in enumerate(totals):
        sheet = sheet.with_mark(Box.FULL, Mark(total), hatch)
    return sheet


@pytest.mark.parametrize(
    ("one", "two", "won"),
    [
        ((80, 130, 210), (120, 140, 180), (3, 3)),
        ((80, 130, 210), (80, 140, 180), (4, 3)),
        ((0, 0, 0), (0, 0, 0), (6, 6)),
    ],
)
def test_game_points_of_three_hatches(one: tuple, two: tuple, won: tuple[int, int]) -> None:
    """R-30."""
    assert game_points([hatches(*one), hatches(*two)]) == won


def test_level_game_points_go_by_the_sum() -> None:
    """R-30: B 440 against 420."""
    rules = with_fields(CASUAL, {"hatches": "3"})
    setup = Setup(rules, (Seat("A"), Seat("B")), 0)
    match = Match(setup, ScriptedDice(()))
    sheets = [hatches(80, 130, 210).closed(), hatches(120, 140, 180)]
    for box, hatch, _ in list(sheets[1].crosses())[:-1]:
        sheets[1] = sheets[1].with_mark(box, Mark(0), hatch)
    state = replace(match.state, sheets=tuple(sheets), seat=1, round=33)
    state, _ = apply(state, Roll((1, 2, 3, 4, 6)))
    state, _ = apply(state, Note(Box.GRANDE, hatch=2))
    assert state.outcome.game_points == (3, 3)
    assert state.outcome.winners == (1,)
    assert [placing.total for placing in state.outcome.ranking] == [440, 420]


def test_the_hatch_is_chosen_when_noting(table: Table, play: Play) -> None:
    """R-30."""
    rules = with_fields(CASUAL, {"hatches": "3"})
    match = table("33322 33322 33322 33322", seats=1, rules=rules)
    noted = play(match, Roll(), Note(Box.FULL, hatch=2))[0]
    assert (noted.hatch, noted.slot) == (2, 0)
    play(match, Roll())
    assert why_not(match.state, Note(Box.FULL, hatch=2)) is Reason.BOX_TAKEN
    assert why_not(match.state, Note(Box.FULL, hatch=3)) is Reason.NO_SUCH_HATCH
    assert why_not(match.state, Note(Box.FULL, hatch=-1)) is Reason.NO_SUCH_HATCH
    play(match, Note(Box.FULL))
    assert match.state.sheet.hatch_totals == (35, 0, 35)
    assert play(match, TakeBack())[0].hatch == 0
    play(match, Note(Box.FULL, hatch=1), Roll(), Note(Box.FULL), Roll())
    assert Box.FULL not in points_of(match.state)


# --------------------------------------------------------------------------------------- tie-break


def level(seats: int, tie_break: bool, rules: Ruleset = ONE_ROLL) -> Match:
    """A match of one round left: everybody has crossed out all but Balas."""
    names = tuple(Seat(name) for name in "ABCDEF"[:seats])
    match = Match(Setup(rules, names, 0, tie_break=tie_break), ScriptedDice(()))
    blank = Sheet.blank(rules)
    for box, hatch, _ in [place for place in blank.crosses() if place[0] is not Box.BALAS]:
        blank = blank.with_mark(box, Mark(0), hatch)
    sheets = (blank,) * len(match.state.sheets)
    match._state = replace(match.state, sheets=sheets, round=11)
    return match


def test_a_tie_is_rolled_off(play: Play) -> None:
    """R-31: A and C tie, B is third; all five dice once, again while they are level."""
    match = level(3, tie_break=True)
    play(match, Roll((1, 1, 2, 3, 4)), Note(Box.BALAS), Roll((1, 2, 2, 3, 4)), Note(Box.BALAS))
    events = play(match, Roll((1, 1, 3, 3, 4)), Note(Box.BALAS))
    assert events[1:] == (TieBreakBegan((0, 2)),)
    assert match.state.phase is Phase.TIE
    assert (match.state.seat, match.state.rolling, match.state.may_roll) == (0, 5, True)
    assert why_not(match.state, Note(Box.BALAS)) is Reason.TIE_BREAK
    assert why_not(match.state, Hold(frozenset())) is Reason.TIE_BREAK
    check_invariants(match.state)
    assert play(match, Roll((6, 6, 6, 1, 1))) == (TieRolled(0, (6, 6, 6, 1, 1), 20),)
    events = play(match, Roll((5, 5, 4, 3, 3)))
    assert events == (TieRolled(2, (5, 5, 4, 3, 3), 20), TieAgain((0, 2)))
    check_invariants(match.state)
    play(match, Roll((1, 1, 1, 1, 1)))
    _, over = play(match, Roll((1, 1, 1, 1, 2)))
    assert over.outcome.winners == (2,)
    assert [(p.place, p.team) for p in over.outcome.ranking] == [(1, 2), (2, 0), (3, 1)]
    assert (over.outcome.tied, over.outcome.payers) == ((0, 2), (1,))
    check_invariants(match.state)


def test_the_last_note_may_be_taken_back_until_the_tie_is_rolled(play: Play) -> None:
    """R-17, R-31."""
    match = level(2, tie_break=True)
    play(match, Roll((1, 1, 2, 3, 4)), Note(Box.BALAS), Roll((1, 1, 2, 3, 4)))
    before = match.state
    play(match, Note(Box.BALAS), TakeBack())
    assert match.state == before
    play(match, Note(Box.BALAS), Roll((1, 1, 1, 1, 1)))
    assert why_not(match.state, TakeBack()) is Reason.TABLE_MUST_AGREE


def test_without_a_tie_break_they_win_together(play: Play) -> None:
    """R-31."""
    match = level(2, tie_break=False)
    play(match, Roll((1, 1, 2, 3, 4)), Note(Box.BALAS), Roll((1, 1, 2, 3, 4)), Note(Box.BALAS))
    assert (match.state.outcome.winners, match.state.outcome.tied) == ((0, 1), ())


def test_a_tie_break_has_dice_of_its_own() -> None:
    match = level(2, tie_break=True)
    match._source = SeededDice(bytes(16))
    for action in [Roll((1, 1, 2, 3, 4)), Note(Box.BALAS)] * 2:
        match.submit(action)
    assert match.state.roll_coordinates == (12, 1)
    assert len(match.prepare(Roll()).faces) == 5


# ------------------------------------------------------------------------------------- who leaves


def test_who_leaves_is_crossed_out_and_the_order_stays(table: Table, play: Play) -> None:
    """R-32: in the own turn, between rolls; the next to the left goes on."""
    match = table("33612", seats=3, start=1)
    play(match, Roll())
    left, passed = play(match, Leave(1))
    assert isinstance(left, SeatLeft)
    assert (len(left.crossed), passed) == (11, TurnPassed(2, 1))
    assert match.state.sheets[1].full
    assert match.state.order == (1, 2, 0)
    assert why_not(match.state, Leave(1)) is Reason.NO_SUCH_SEAT
    assert why_not(match.state, Leave(3)) is Reason.NO_SUCH_SEAT
    check_invariants(match.state)


def test_who_leaves_out_of_turn_disturbs_nobody(table: Table, play: Play) -> None:
    match = table("33612", seats=3)
    play(match, Roll())
    before = match.state
    assert len(play(match, Leave(1))) == 1
    assert (match.state.seat, match.state.dice) == (before.seat, before.dice)
    assert play(match, Note(Box.TRENES))[-1] == TurnPassed(2, 1)


def test_one_left_plays_on_alone(table: Table, play: Play) -> None:
    """R-32: two of three leave, at any time; nothing is stuck."""
    match = table("33612 33612", seats=3)
    play(match, Leave(0), Leave(2))
    assert match.state.seat == 1
    play(match, Roll(), Note(Box.TRENES))
    assert (match.state.seat, match.state.round) == (1, 2)
    play(match, Leave(1))
    assert match.state.outcome.kind == "points"
    assert match.state.outcome.winners == (1,)


def test_leaving_during_the_lot(table: Table, play: Play) -> None:
    match = table(seats=3, start="lot")
    play(match, Lot((6, 6, 1)), Leave(2))
    assert match.state.contenders == (0, 1)
    assert play(match, Leave(0))[-1] == StarterChosen(1)
    assert (match.state.phase, match.state.seat) == (Phase.TURN, 1)
    check_invariants(match.state)


def test_a_partner_plays_on_for_who_left(table: Table, play: Play) -> None:
    """R-32, R-29: the team is one short from then on."""
    match = table("33612 33612 33612", seats=4, rules=PAIRS)
    play(match, Roll())
    left, passed = play(match, Leave(0))
    assert (left.crossed, passed) == ((), TurnPassed(1, 1))
    play(match, Roll(), Stand())
    assert (match.state.seat, len(match.state.results)) == (1, 1)
    play(match, Roll(), Note(Box.TRENES))
    assert match.state.seat == 2
    check_invariants(match.state)


def test_a_note_before_somebody_left_is_final(table: Table, play: Play) -> None:
    """R-17, R-32."""
    match = table("33612", seats=3)
    play(match, Roll(), Note(Box.TRENES), Leave(2))
    assert why_not(match.state, TakeBack()) is Reason.TABLE_MUST_AGREE


def test_leaving_a_tie_break_leaves_the_win(play: Play) -> None:
    match = level(3, tie_break=True)
    for _ in range(3):
        play(match, Roll((1, 1, 2, 3, 4)), Note(Box.BALAS))
    play(match, Roll((1, 1, 1, 1, 1)), Leave(1))
    assert match.state.seat == 2
    check_invariants(match.state)
    play(match, Leave(2))
    assert match.state.outcome.winners == (0,)
    assert play_is_over(match)


def play_is_over(match: Match) -> bool:
    return why_not(match.state, Leave(0)) is Reason.GAME_OVER


def test_alalay_in_pairs_turns_either_result(table: Table, play: Play) -> None:
    """R-20, R-29: the dice of the partner are turned as well, within that roll's limits."""
    rules = with_fields(ALALAY, {"team_size": "2"})
    match = table("23452 65 11366 666", seats=2, rules=rules)
    play(match, Roll(), {1, 2, 3}, Roll(), Stand(), Roll(), {1, 2}, Roll())
    way = ways_of(match.state, Box.ESCALERA)[0]
    assert (way.series, way.points) == (0, 20)
    noted = play(match, Note(Box.ESCALERA))[0]
    assert isinstance(noted, Noted)
    assert (noted.series, noted.turned, noted.dice) == (0, way.turned, (2, 3, 4, 6, 5))
