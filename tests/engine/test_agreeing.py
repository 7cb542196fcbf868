"""R-17 by agreement, and R-33: taking back further, handing seats on, asking for help."""

import random
from collections.abc import Callable

import pytest

from cacho.engine import (
    CASUAL,
    Ask,
    Asked,
    Box,
    Hand,
    Help,
    IllegalAction,
    Leave,
    Level,
    Match,
    Note,
    Phase,
    Reason,
    Roll,
    Seat,
    SeatHanded,
    SeededDice,
    Setup,
    Stand,
    State,
    TakeBack,
    TakenBack,
    apply,
    check_invariants,
    legal_actions,
    parse_record,
    record_text,
    replay,
    why_not,
    with_fields,
)

AGREED = TakeBack(agreed=True)
SEED = bytes(range(32))


def seeded(*names: str, **fields: object) -> Match:
    return Match(Setup(CASUAL, tuple(map(Seat, names)), 0, **fields), SeededDice(SEED))


def turn(match: Match, box: Box | None = None) -> None:
    """Roll once, and note the box, or the first that may be."""
    match.submit(Roll())
    notes = [action for action in match.legal_actions if isinstance(action, Note)]
    match.submit(Note(box) if box else notes[0])


# ------------------------------------------------------------------------------- taking back


def test_after_a_roll_only_the_table_takes_a_note_back() -> None:
    match = seeded("Ana", "Luis")
    assert why_not(match.state, AGREED) is Reason.NOTHING_TO_TAKE_BACK
    match.submit(Roll())
    before = match.state
    match.submit(Note(Box.SENAS))
    match.submit(Roll())
    assert why_not(match.state, TakeBack()) is Reason.TABLE_MUST_AGREE
    assert AGREED not in legal_actions(match.state)
    (taken,) = match.submit(AGREED)
    assert taken == TakenBack(0, Box.SENAS, 0, taken.points, agreed=True)
    assert match.state == before
    assert why_not(match.state, AGREED) is Reason.NOTHING_TO_TAKE_BACK


def test_note_after_note_back_to_the_first() -> None:
    """Each leads to the dice as they lay then; the record has every one of them."""
    match, lay = seeded("Ana", "Luis", "Eva"), []
    for _ in range(9):
        match.submit(Roll())
        lay.append(match.state)
        match.submit(next(a for a in match.legal_actions if isinstance(a, Note)))
    match.submit(Roll())
    for state in reversed(lay):
        match.submit(AGREED)
        assert match.state == state
        check_invariants(match.state)
    with pytest.raises(IllegalAction) as refusal:
        match.submit(AGREED)
    assert refusal.value.reason is Reason.NOTHING_TO_TAKE_BACK
    assert record_text(match).count("undo agreed") == 9
    assert replay(parse_record(record_text(match))).state == match.state


def test_no_agreement_buys_another_roll() -> None:
    """Whatever is taken back, the same player in the same turn rolls the same dice."""
    match = seeded("Ana", "Luis")
    turn(match, Box.BALAS)
    rolled = match.submit(Roll())[0].dice
    match.submit(AGREED)
    match.submit(Note(Box.TONTOS))
    assert match.submit(Roll())[0].dice == rolled
    assert match.log.count(AGREED) == 1


def test_right_after_the_note_the_table_may_agree_as_well() -> None:
    match = seeded("Ana", "Luis")
    match.submit(Roll())
    before = match.state
    match.submit(Note(Box.SENAS))
    match.submit(AGREED)
    assert match.state == before


def test_a_match_that_is_over_is_opened_again() -> None:
    """By points its last note; a dormida (R-13) was rolled, so that it takes the table."""
    match = seeded("Ana")
    while not match.over:
        turn(match)
    match.submit(AGREED)
    assert match.state.deciding


def test_a_dormida_is_given_up_only_by_the_table(table: Callable[..., Match], play) -> None:
    match = table("12345 66666", seats=2)
    play(match, Roll(), Note(Box.BALAS), Roll())
    assert match.over
    assert why_not(match.state, TakeBack()) is Reason.TABLE_MUST_AGREE
    play(match, AGREED, Note(Box.TONTOS))
    assert match.submit(Roll((6, 6, 6, 6, 6)))[-1].outcome.winners == (1,)


def test_who_left_stays_away_and_what_they_noted_stands() -> None:
    """R-32: their sheet stays closed, however far back it goes."""
    match = seeded("Ana", "Luis", "Eva")
    turn(match, Box.BALAS)
    turn(match, Box.BALAS)
    match.submit(Roll())
    match.submit(Leave(0))
    assert why_not(match.state, TakeBack()) is Reason.TABLE_MUST_AGREE
    match.submit(AGREED)
    check_invariants(match.state)
    assert match.state.gone == {0}
    assert match.state.sheets[0].full
    assert (match.state.seat, match.state.round) == (1, 1)
    assert why_not(match.state, AGREED) is Reason.NOTHING_TO_TAKE_BACK, "Ana noted it, and is gone"


def test_an_early_end_by_leaving_is_undone_as_far_as_the_note() -> None:
    match = seeded("Ana", "Luis")
    turn(match, Box.BALAS)
    match.submit(Leave(1))
    while not match.over:
        turn(match)
    match.submit(AGREED)
    check_invariants(match.state)
    assert match.state.phase is Phase.TURN
    assert (match.state.seat, match.state.gone) == (0, {1})


def test_a_series_of_a_partner_lies_there_again() -> None:
    """R-29: what the team left on the table for the note."""
    rules = with_fields(CASUAL, {"team_size": "2"})
    match = Match(Setup(rules, tuple(map(Seat, "ABCD")), 0), SeededDice(SEED))
    for action in (Roll(), Stand(), Roll()):
        match.submit(action)
    before = match.state
    for action in (Note(Box.SENAS), Roll(), Stand(), Roll(), AGREED):
        match.submit(action)
    assert match.state == before
    assert [result.seat for result in match.state.results] == [0]


def test_memory_is_as_long_as_the_match() -> None:
    """Taking back and noting again, a thousand times, remembers no more than one note."""
    match = seeded("Ana")
    match.submit(Roll())
    for _ in range(1000):
        match.submit(Note(Box.BALAS))
        match.submit(TakeBack())
    match.submit(Note(Box.BALAS))
    assert remembered(match.state) == 1


def remembered(state: State) -> int:
    return 1 + remembered(state.before_note) if state.before_note else 0


@pytest.mark.parametrize("seed", range(4))
def test_random_tables_that_regret(seed: int) -> None:
    """Taking back at random, whoever left: the rules could have led to every state."""
    chance = random.Random(seed)
    match = seeded("Ana", "Luis", "Eva", "José")
    for _ in range(600):
        asked = [AGREED, Leave(chance.randrange(4)), Hand(chance.randrange(4), Level.MAESTRO)]
        rare = asked if chance.random() < 0.08 else []
        possible = [action for action in rare if why_not(match.state, action) is None]
        if match.over and AGREED not in possible:
            break
        match.submit(chance.choice(possible or match.legal_actions))
        check_invariants(match.state)
    again = replay(parse_record(record_text(match)))
    assert again.state == match.state
    assert remembered(again.state) == remembered(match.state)


# ------------------------------------------------------------------------ who plays a seat


def test_a_seat_is_handed_to_the_program_and_on_to_somebody_else() -> None:
    match = seeded("Ana", "Luis")
    match.submit(Roll())
    dice = match.state.dice
    assert match.submit(Hand(0, Level.TIBURON)) == (SeatHanded(0, "Ana", Level.TIBURON),)
    assert match.state.seats[0] == Seat("Ana", Level.TIBURON)
    match.submit(Hand(0, name="José Ñandú"))
    assert match.state.seats == (Seat("José Ñandú"), Seat("Luis"))
    assert match.state.dice == dice, "nothing else changes"
    assert match.setup.seats[0] == Seat("Ana")


def test_taking_back_does_not_bring_back_who_handed_the_seat_on() -> None:
    match = seeded("Ana", "Luis")
    turn(match, Box.BALAS)
    match.submit(Hand(0, name="Eva"))
    match.submit(TakeBack())
    assert match.state.seats[0].name == "Eva"


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        (Hand(2), Reason.NO_SUCH_SEAT),
        (Hand(-1), Reason.NO_SUCH_SEAT),
        (Hand(0, name=""), Reason.BAD_NAME),
        (Hand(0, name=" Ana"), Reason.BAD_NAME),
        (Hand(0, name="A\nna"), Reason.BAD_NAME),
        (Hand(0, name="x" * 65), Reason.BAD_NAME),
        (Ask(2, Help.COACH), Reason.NO_SUCH_SEAT),
        (Ask(0, Help.COACH), Reason.NO_HELP),
    ],
)
def test_what_cannot_be_handed_on_or_asked(action: Hand | Ask, reason: Reason) -> None:
    match = seeded("Ana", "Luis", helped=False)
    with pytest.raises(IllegalAction) as refusal:
        match.submit(action)
    assert refusal.value.reason is reason


def test_a_seat_that_was_left_is_handed_to_nobody() -> None:
    match = seeded("Ana", "Luis", "Eva")
    match.submit(Leave(1))
    assert why_not(match.state, Hand(1, Level.NOVATO)) is Reason.NO_SUCH_SEAT
    match.submit(Leave(0))
    match.submit(Leave(2))
    assert why_not(match.state, Hand(2)) is Reason.GAME_OVER


def test_asking_changes_nothing_and_is_told() -> None:
    match = seeded("Ana", "Luis")
    before = match.state
    assert match.submit(Ask(1, Help.ODDS)) == (Asked(1, Help.ODDS),)
    assert match.state is before
    assert record_text(match).endswith("ask 2 odds\n")


def test_states_that_are_equal_play_on_equally() -> None:
    """What a state remembers is outside its equality, so that comparing costs no more later."""
    match = seeded("Ana")
    turn(match, Box.BALAS)
    again = replay(parse_record(record_text(match)))
    assert again.state == match.state
    assert hash(again.state) == hash(match.state)
    assert apply(again.state, AGREED) == apply(match.state, AGREED)
