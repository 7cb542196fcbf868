"""Who begins, who is next, how a match ends and who pays (R-01, R-02, R-16 to R-18)."""

from collections.abc import Callable
from itertools import cycle, islice

import pytest

from cacho.engine import (
    CASUAL,
    Box,
    Lot,
    LotRolled,
    Match,
    MatchOver,
    Note,
    Phase,
    Reason,
    Roll,
    Seat,
    Setup,
    SetupError,
    StarterChosen,
    TakeBack,
    new_state,
    why_not,
    with_fields,
)

Table = Callable[..., Match]
Play = Callable[..., tuple]

BOXES = [box for box in Box for _ in range(CASUAL.capacity(box))]
"""The eleven boxes, the Grande twice."""


# ------------------------------------------------------------------------------------------ the lot


def test_the_highest_of_the_lot_begins(table: Table, play: Play) -> None:
    """R-02."""
    match = table("352", seats=3, start="lot")
    assert (match.state.phase, match.state.starter) == (Phase.LOT, None)
    assert match.state.contenders == (0, 1, 2)
    assert play(match, Lot()) == (LotRolled(((0, 3), (1, 5), (2, 2)), ()), StarterChosen(1))
    assert (match.state.phase, match.state.starter, match.state.seat) == (Phase.TURN, 1, 1)
    assert match.state.contenders == ()
    assert match.state.order == (1, 2, 0)


def test_those_who_tie_for_highest_roll_again(table: Table, play: Play) -> None:
    """R-02: only they, as often as it takes."""
    match = table("52553 266 44 12", seats=5, start="lot")
    assert play(match, Lot()) == (
        LotRolled(((0, 5), (1, 2), (2, 5), (3, 5), (4, 3)), contenders_left=(0, 2, 3)),
    )
    assert (match.state.seat, match.state.contenders) == (0, (0, 2, 3))
    assert play(match, Lot()) == (LotRolled(((0, 2), (2, 6), (3, 6)), contenders_left=(2, 3)),)
    assert match.state.seat == 2
    assert play(match, Lot())[0].contenders_left == (2, 3)
    assert play(match, Lot())[1] == StarterChosen(3)
    assert len(match.state.lot) == 4
    assert match.state.order == (3, 4, 0, 1, 2)


def test_nothing_else_before_the_lot_and_no_lot_after(table: Table, play: Play) -> None:
    """R-02."""
    match = table("35", start="lot")
    assert why_not(match.state, Roll()) is Reason.LOT_FIRST
    assert why_not(match.state, Note(Box.FULL)) is Reason.LOT_FIRST
    assert why_not(match.state, Lot((3,))) is Reason.BAD_FACES
    play(match, Lot())
    assert why_not(match.state, Lot()) is Reason.LOT_DONE


def test_as_seated_there_is_no_lot(table: Table) -> None:
    """R-02."""
    state = table(seats=4, start=2).state
    assert (state.phase, state.starter, state.seat) == (Phase.TURN, 2, 2)
    assert state.order == (2, 3, 0, 1)


def test_a_player_alone_draws_no_lot(table: Table) -> None:
    """R-02, R-18."""
    state = table(seats=1, start="lot").state
    assert (state.phase, state.starter) == (Phase.TURN, 0)


def test_turns_go_to_the_left_and_rounds_follow_the_starter(table: Table, play: Play) -> None:
    """R-02."""
    match = table("12456" * 7, seats=3, start=1)
    seen = []
    for box in islice(cycle([Box.FULL, Box.FULL, Box.FULL, Box.POKER, Box.POKER, Box.POKER]), 6):
        seen.append((match.state.round, match.state.seat))
        play(match, Roll(), Note(box))
    assert seen == [(1, 1), (1, 2), (1, 0), (2, 1), (2, 2), (2, 0)]
    assert (match.state.round, match.state.seat) == (3, 1)


# ------------------------------------------------------------------------------------------ the end


def play_out(match: Match, hands: dict[int, str]) -> MatchOver:
    """Fill every box with one roll each; `hands` gives the dice of a seat, 12456 for the others."""
    while True:
        state = match.state
        faces = tuple(map(int, hands.get(state.seat, "12456")))
        match.submit(Roll(faces))
        box = BOXES[state.round - 1]
        *_, last = match.submit(Note(box))
        if isinstance(last, MatchOver):
            return last


@pytest.mark.parametrize("seats", [1, 2, 6])
def test_the_match_ends_when_every_box_is_filled(seats: int, table: Table) -> None:
    """R-01, R-16: after eleven rounds, the same number of turns for everyone."""
    match = table(seats=seats)
    play_out(match, {})
    assert match.over
    assert all(sheet.full for sheet in match.state.sheets)
    assert sum(isinstance(action, Note) for action in match.log) == 11 * seats
    assert match.state.round == 11
    assert (match.state.rolls, match.state.dice, match.state.held) == (0, (), set())
    for action in [Roll(), Lot(), Note(Box.FULL)]:
        assert why_not(match.state, action) is Reason.GAME_OVER


def test_ten_rounds_with_one_grande(table: Table) -> None:
    """R-19."""
    match = table(seats=2, rules=with_fields(CASUAL, {"grandes": "1"}))
    play_out(match, {})
    assert sum(isinstance(action, Note) for action in match.log) == 20


RANKINGS = [
    # what each seat rolls all the way, the ranking, the winners, the payers
    (["12456", "12466"], [(1, 1), (2, 0)], (1,), (0,)),
    (["12456", "12456"], [(1, 0), (1, 1)], (0, 1), ()),
    (["12466", "12456", "12466"], [(1, 0), (1, 2), (3, 1)], (0, 2), (1,)),
    (["12456", "12466", "12456"], [(1, 1), (2, 0), (2, 2)], (1,), (0, 2)),
    (["12456"], [(1, 0)], (0,), ()),
    (
        ["12466", "12456", "12466", "12456", "12466", "11246"],
        [(1, 0), (1, 2), (1, 4), (4, 1), (4, 3), (6, 5)],
        (0, 2, 4),
        (5,),
    ),
]


@pytest.mark.parametrize(("hands", "ranking", "winners", "payers"), RANKINGS)
def test_ranking_with_shared_places(
    hands: list[str], ranking: list, winners: tuple, payers: tuple, table: Table
) -> None:
    """R-16, R-18: places 1, 1, 3; the last place pays, unless all are level or alone."""
    outcome = play_out(table(seats=len(hands)), dict(enumerate(hands))).outcome
    totals = {seat: sum(map(int, hand)) for seat, hand in enumerate(hands)}
    assert [(place, seat) for place, seat, _ in outcome.ranking] == ranking
    assert all(total == totals[seat] for _, seat, total in outcome.ranking)
    assert (outcome.kind, outcome.winners, outcome.payers) == ("points", winners, payers)


def test_a_dormida_comes_first_whatever_the_totals(table: Table, play: Play) -> None:
    """R-13, R-16."""
    match = table("66661 66662 12456 44444", seats=3)
    play(match, Roll(), Note(Box.POKER), Roll(), Note(Box.SENAS), Roll(), Note(Box.FULL))
    play(match, Roll())
    outcome = match.state.outcome
    assert outcome.kind == "dormida"
    assert outcome.ranking == ((1, 0, 45), (2, 1, 24), (3, 2, 0))
    assert outcome.payers == (2,)


def test_a_dormida_of_the_last_in_points(table: Table, play: Play) -> None:
    """R-13, R-16: the others keep their places behind, shared if they are level."""
    match = table("66661 66661 44444", seats=3)
    play(match, Roll(), Note(Box.POKER), Roll(), Note(Box.POKER), Roll())
    assert match.state.outcome.ranking == ((1, 2, 0), (2, 0, 45), (2, 1, 45))
    assert match.state.outcome.payers == (0, 1)


def test_a_dormida_alone_makes_nobody_pay(table: Table, play: Play) -> None:
    """R-18."""
    match = table("44444", seats=1)
    play(match, Roll())
    assert (match.state.outcome.winners, match.state.outcome.payers) == ((0,), ())


def test_the_last_note_of_a_match_can_be_taken_back(table: Table, play: Play) -> None:
    """R-17: the match goes on, and may end otherwise."""
    match = table(seats=2)
    play_out(match, {1: "12466"})
    assert match.state.outcome.winners == (1,)
    play(match, TakeBack())
    assert (match.over, match.state.outcome, match.state.seat) == (False, None, 1)
    assert match.state.deciding
    play(match, Roll((6, 6, 6, 6, 6)), Note(Box.GRANDE))
    assert match.state.outcome.winners == (1,)
    assert match.state.totals == (18, 69)
    play(match, TakeBack(), Note(Box.GRANDE))
    assert match.over


# ---------------------------------------------------------------------------------------- the setup


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"seats": ()}, "1 to 6 seats"),
        ({"seats": (Seat("Ana"),) * 7}, "1 to 6 seats"),
        ({"start": 2}, "starts"),
        ({"start": -1}, "starts"),
        ({"start": "chance"}, "starts"),
        ({"match_id": ""}, "named"),
        ({"match_id": "a b"}, "named"),
        ({"match_id": "ñ"}, "named"),
        ({"match_id": "x" * 65}, "named"),
        ({"match_id": "x\n"}, "named"),
        ({"commitment": "00"}, "64 hexadecimal"),
        ({"commitment": "A" * 64}, "64 hexadecimal"),
        ({"commitment": ""}, "64 hexadecimal"),
    ],
)
def test_a_match_that_cannot_be_set_up(change: dict, says: str) -> None:
    """R-01."""
    good = {"rules": CASUAL, "seats": (Seat("Ana"), Seat("Luis"))}
    with pytest.raises(SetupError, match=says):
        Setup(**(good | change))


@pytest.mark.parametrize("name", ["", " Ana", "Ana ", "a\nb", "\t", "a\u202eb", "\ud800", "x" * 65])
def test_a_name_that_is_none(name: str) -> None:
    with pytest.raises(SetupError, match="name"):
        Seat(name)


@pytest.mark.parametrize("name", ["José Ñandú", "#1", "A  B", "שרה", "李", "x" * 64])
def test_names_of_all_sorts(name: str) -> None:
    state = new_state(Setup(CASUAL, (Seat(name), Seat(name))))
    assert [seat.name for seat in state.seats] == [name, name]
