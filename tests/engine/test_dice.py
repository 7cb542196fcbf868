"""Where faces come from: seeds, coordinates and scripts (R-17, docs/record.md)."""

import hashlib
import hmac
import re
from collections import Counter
from pathlib import Path

import pytest

from cacho.engine import (
    CASUAL,
    Box,
    Hold,
    Lot,
    Match,
    Note,
    OutOfDice,
    Roll,
    ScriptedDice,
    Seat,
    SeededDice,
    Setup,
    TakeBack,
    commitment,
    derived_face,
)

PAGE = (Path(__file__).parents[2] / "docs" / "record.md").read_text(encoding="utf-8")
SEED = bytes(range(32))
EVERY_PLACE = (1, 2, 3, 4, 5)


def by_the_page(seed: bytes, match: str, seat: int, turn: int, roll: int, place: int) -> int:
    """The derivation as docs/record.md tells it, seats counted from 1."""
    block = 0
    while True:
        message = f"cacho/1 {match} {seat} {turn} {roll} {place} {block}"
        digest = hmac.new(seed, message.encode("ascii"), hashlib.sha256).digest()
        below = [byte for byte in digest if byte < 252]
        if below:
            return below[0] % 6 + 1
        block += 1


def test_seeded_faces_are_those_of_the_page() -> None:
    source = SeededDice(SEED)
    for seat in range(6):
        for turn in range(12):
            for roll in (1, 2, 3):
                want = [by_the_page(SEED, "m-1", seat + 1, turn, roll, p) for p in EVERY_PLACE]
                assert list(source.faces("m-1", seat, turn, roll, EVERY_PLACE)) == want


def test_the_worked_faces_of_the_page() -> None:
    rows = re.findall(r"\| `cacho/1 (.+) 0` \| `([0-9a-f]{8})` \| ([1-6]) \|", PAGE)
    assert len(rows) >= 8
    for coordinates, start, face in rows:
        digest = hmac.digest(SEED, f"cacho/1 {coordinates} 0".encode("ascii"), "sha256")
        assert digest[:4].hex() == start
        assert derived_face(SEED, coordinates) == int(face)
    assert any(int(start[:2], 16) >= 252 for _, start, _ in rows), "one that passes over a byte"
    assert commitment(SEED) in PAGE


def test_a_face_depends_on_its_own_place_only() -> None:
    source = SeededDice(SEED)
    together = source.faces("m", 0, 1, 2, EVERY_PLACE)
    assert tuple(source.faces("m", 0, 1, 2, (place,))[0] for place in EVERY_PLACE) == together
    assert source.faces("m", 0, 1, 2, (5, 1)) == (together[4], together[0])


def test_other_coordinates_give_other_faces() -> None:
    source = SeededDice(SEED)
    many = {
        source.faces(match, seat, turn, roll, EVERY_PLACE) * 1
        for match in ("m", "n")
        for seat in (0, 1)
        for turn in (1, 2)
        for roll in (1, 2)
    }
    assert len(many) == 16
    assert SeededDice(SEED[::-1]).faces("m", 0, 1, 1, EVERY_PLACE) not in many


def test_faces_fall_evenly() -> None:
    """Chi-square over 60,000 faces of a fixed seed, five degrees of freedom: 99.9 % below 20.5."""
    source = SeededDice(SEED)
    fallen = Counter(
        face for turn in range(12_000) for face in source.faces("m", 0, turn, 1, EVERY_PLACE)
    )
    assert sorted(fallen) == [1, 2, 3, 4, 5, 6]
    assert sum((count - 10_000) ** 2 / 10_000 for count in fallen.values()) < 20.5


def test_a_short_seed_is_refused() -> None:
    with pytest.raises(ValueError, match="16 bytes"):
        SeededDice(b"too short")


def test_a_match_asks_by_round_roll_and_place() -> None:
    """The lot is turn 0, its rounds are the rolls, and each contender has place 1."""
    setup = Setup(CASUAL, (Seat("Ana"), Seat("Luis"), Seat("Eva")), "lot", "demo")
    match = Match(setup, SeededDice(SEED))
    round_no = 1
    while match.state.starter is None:
        contenders = match.state.contenders
        match.submit(Lot())
        want = [by_the_page(SEED, "demo", seat + 1, 0, round_no, 1) for seat in contenders]
        assert match.log[-1] == Lot(tuple(want))
        round_no += 1
    seat = match.state.seat
    match.submit(Roll())
    match.submit(Hold(frozenset({2, 4})))
    match.submit(Roll())
    want = [by_the_page(SEED, "demo", seat + 1, 1, 2, place) for place in (1, 3, 5)]
    assert match.log[-1] == Roll(tuple(want))


def test_no_take_back_buys_a_new_roll() -> None:
    """R-17: another hold, another box, and the same faces on the same places."""
    match = Match(Setup(CASUAL, (Seat("Ana"), Seat("Luis")), 0, "demo"), SeededDice(SEED))
    match.submit(Roll())
    first = match.prepare(Roll()).faces
    match.submit(Note(Box.FULL))
    rival = match.prepare(Roll())
    match.submit(TakeBack())
    assert match.prepare(Roll()).faces == first
    match.submit(Hold(frozenset({1, 2})))
    assert match.prepare(Roll()).faces == first[2:]
    match.submit(Roll())
    match.submit(Note(Box.POKER))
    assert match.prepare(Roll()) == rival


def test_preparing_changes_nothing() -> None:
    match = Match(Setup(CASUAL, (Seat("Ana"),)), ScriptedDice([1, 2, 3, 4, 5, 6, 6, 6, 6, 6]))
    before = match.state
    prepared = match.prepare(Roll())
    assert prepared == match.prepare(Roll()) == Roll((1, 2, 3, 4, 5))
    assert (match.state, match.log) == (before, ())
    match.submit(prepared)
    assert match.log == (prepared,)


def test_a_script_falls_in_its_order_and_then_another_source() -> None:
    script = ScriptedDice([6, 6, 1], then=SeededDice(SEED))
    assert script.faces("m", 0, 1, 1, EVERY_PLACE)[:3] == (6, 6, 1)
    rest = SeededDice(SEED).faces("m", 0, 1, 1, EVERY_PLACE)[3:]
    assert script.faces("m", 0, 1, 1, EVERY_PLACE)[3:] == rest
    assert script.faces("m", 0, 1, 2, (1,)) == SeededDice(SEED).faces("m", 0, 1, 2, (1,))


def test_a_script_runs_out() -> None:
    with pytest.raises(OutOfDice):
        ScriptedDice([1, 2]).faces("m", 0, 1, 1, EVERY_PLACE)
    with pytest.raises(ValueError, match="1 to 6"):
        ScriptedDice([7])
