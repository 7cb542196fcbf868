"""Dice that are the same for everybody, each in an order of their own: docs/record.md."""

import hmac
import random
import re
from collections import Counter
from pathlib import Path

import pytest

from cacho.engine import (
    CASUAL,
    PERU,
    DuplicateDice,
    Match,
    Roll,
    Seat,
    SeededDice,
    Setup,
    SetupError,
    TakeBack,
    Verdict,
    commitment,
    dice_of,
    parse_record,
    record_text,
    replay,
    verify,
    with_fields,
)

SEED = bytes(range(32))
PLACES = (1, 2, 3, 4, 5)
NAMES = ("Ana", "Luis", "Eva", "Rosa")


def setup_of(seats: int, rules=CASUAL) -> Setup:
    names = tuple(map(Seat, NAMES[:seats]))
    return Setup(rules, names, "lot", "demo", commitment(SEED), duplicate=True)


def dealt(dice, seat: int, turn: int) -> tuple[tuple[int, ...], ...]:
    """All that can fall for a seat in a turn."""
    return tuple(dice.faces("demo", seat, turn, roll, PLACES) for roll in (1, 2, 3))


def test_everybody_gets_the_same_dice_each_in_another_order() -> None:
    dice = dice_of(setup_of(4), SEED)
    turns = [[dealt(dice, seat, turn) for turn in range(1, 12)] for seat in range(4)]
    assert len({tuple(sorted(mine)) for mine in turns}) == 1
    assert len({tuple(mine) for mine in turns}) == 4


def test_the_order_is_that_of_the_page() -> None:
    page = (Path(__file__).parents[2] / "docs" / "record.md").read_text("utf-8")
    told = re.search(
        r"first player gets the dice of the rounds ([0-9, ]+), the second those of\s+"
        r"the rounds ([0-9, ]+)\.",
        page,
    )
    assert told is not None
    plain, dice = SeededDice(SEED), dice_of(setup_of(2), SEED)
    for team, rounds in enumerate(told.groups()):
        order = [int(number) for number in rounds.split(", ")]
        by_hand = sorted(
            range(1, 12),
            key=lambda n, t=team: hmac.digest(
                SEED, f"cacho/1 order demo {t + 1} {n}".encode(), "sha256"
            ),
        )
        assert order == by_hand
        for turn, number in enumerate(order, 1):
            assert dealt(dice, team, turn) == dealt(plain, 0, number)


def test_partners_get_dice_of_their_own_and_so_do_lot_and_tie_break() -> None:
    rules = with_fields(CASUAL, {"team_size": "2"})
    dice, plain = dice_of(setup_of(4, rules), SEED), SeededDice(SEED)
    ours = [{dealt(dice, seat, turn) for turn in range(1, 12)} for seat in range(4)]
    assert ours[0] == ours[2] != ours[1] == ours[3]
    for turn in (0, 12):
        for seat in range(4):
            assert dealt(dice, seat, turn) == dealt(plain, seat, turn)


def test_a_whole_match_is_written_read_and_verified() -> None:
    chance = random.Random(4)
    setup = setup_of(3, PERU)
    match = Match(setup, dice_of(setup, SEED))
    while not match.over:
        able = [action for action in match.legal_actions if not isinstance(action, TakeBack)]
        match.submit(chance.choice(able))
    text = record_text(match)
    assert "\ndice duplicate\n" in text
    record = parse_record(text)
    assert record.setup == setup
    assert replay(record).state == match.state
    assert verify(text + f"# seed {SEED.hex()}\n").verdict is Verdict.TRUE
    plain = text.replace("dice duplicate\n", "")
    assert verify(plain + f"# seed {SEED.hex()}\n").verdict is Verdict.FALSE


def test_taking_back_buys_no_other_dice() -> None:
    match = Match(
        Setup(CASUAL, (Seat("Ana"), Seat("Luis")), 0, "demo", duplicate=True),
        DuplicateDice(SEED, ((0,), (1,)), 11),
    )
    match.submit(Roll())
    fell = match.state.dice
    assert match.prepare(Roll()) == match.prepare(Roll())
    assert Counter(fell) == Counter(dice_of(match.setup, SEED).faces("demo", 0, 1, 1, PLACES))


def test_the_table_s_own_dice_are_not_the_same_for_all() -> None:
    with pytest.raises(SetupError):
        Setup(CASUAL, (Seat("Ana"),), own_dice=True, duplicate=True)
