"""Whole matches at random: they end, in the right number of turns, and their records are true."""

import random
from collections import Counter

import pytest

from cacho.engine import (
    CASUAL,
    Hold,
    Lot,
    Match,
    Note,
    Noted,
    RecordError,
    Roll,
    Rolled,
    Ruleset,
    ScriptedDice,
    Seat,
    SeededDice,
    Setup,
    TakeBack,
    check_invariants,
    parse_record,
    record_text,
    recover,
    replay,
    transcript,
    with_fields,
)

HOUSES = [
    {},
    {"turning": "0-0,0-0", "grandes": "1"},
    {"turning": "0-0"},
    {"escalera": "25", "wrap": "no", "grandes": "1", "five_is_poker": "no"},
]


def random_match(number: int) -> Match:
    """A table of its own for each number: seats, rules, start, and dice by its own seed."""
    chance = random.Random(number)
    seats = tuple(Seat(f"Jugador {seat + 1}") for seat in range(1 + number % 6))
    rules = with_fields(CASUAL, HOUSES[number // 6 % len(HOUSES)])
    start = chance.choice(["lot", *range(len(seats))])
    return Match(Setup(rules, seats, start, f"m{number}"), SeededDice(number.to_bytes(32, "big")))


def play_on(match: Match, chance: random.Random) -> Counter[type]:
    """Play to the end, mostly forwards; count what happened, and check every state."""
    happened: Counter[type] = Counter()
    while not match.over:
        choices = match.legal_actions
        forwards = [action for action in choices if not isinstance(action, Hold | TakeBack)]
        action = chance.choice(choices if chance.random() < 0.3 else forwards)
        for event in match.submit(action):
            happened[type(event)] += 1
            if isinstance(event, Rolled):
                assert event.roll <= match.state.rules.rolls
        check_invariants(match.state)
    return happened


def check_match(number: int) -> None:
    match = random_match(number)
    happened = play_on(match, random.Random(number))
    state, rules = match.state, match.state.rules
    noted = happened[Noted] - sum(isinstance(action, TakeBack) for action in match.log)
    assert noted == sum(sheet.noted for sheet in state.sheets)
    if state.outcome.kind == "points":
        assert noted == len(state.seats) * rules.rounds
        best = max(state.totals)
        assert {s for s, total in enumerate(state.totals) if total == best} == set(
            state.outcome.winners
        )
    again = replay(parse_record(record_text(match)))
    assert (again.state, again.log, again.setup) == (state, match.log, match.setup)
    assert transcript(again) == transcript(match)


@pytest.mark.parametrize("share", range(8))
def test_random_matches_end_as_they_must(share: int, soak: bool) -> None:
    """R-16; the seeds are fixed, so a failure can be played again."""
    for number in range(share, 4000 if soak else 96, 8):
        check_match(number)


def rolls_in_turns(rules: Ruleset, matches: int) -> Counter[int]:
    counted: Counter[int] = Counter()
    for number in range(matches):
        chance = random.Random(number)
        match = Match(Setup(rules, (Seat("Ana"),), 0, f"r{number}"), SeededDice(bytes(16)))
        while not match.over:
            rolls = match.state.rolls
            choices = [a for a in match.legal_actions if isinstance(a, Roll | Note | Lot)]
            action = chance.choice(choices)
            match.submit(action)
            if isinstance(action, Note):
                counted[rolls] += 1
    return counted


def test_every_turn_has_one_to_three_rolls() -> None:
    """R-03."""
    assert set(rolls_in_turns(CASUAL, 20)) == {1, 2, 3}


def test_a_record_with_one_byte_changed_is_read_or_refused(soak: bool) -> None:
    """Never a crash, never a match that the rules forbid; the part before it is saved."""
    match = random_match(3)
    play_on(match, random.Random(3))
    good = record_text(match).encode()
    header = good.index(b"\n\n") + 2
    chance = random.Random(5)
    for _ in range(10_000 if soak else 300):
        at = chance.randrange(len(good))
        mutant = good[:at] + bytes([chance.randrange(256)]) + good[at + 1 :]
        saved = salvage(mutant)
        if at >= header:
            assert saved is not None, mutant
            whole_lines_before = good[header:at].count(b"\n")
            assert saved.log[:whole_lines_before] == match.log[:whole_lines_before]


def test_a_record_cut_up_and_put_together_is_read_or_refused(soak: bool) -> None:
    match = random_match(5)
    play_on(match, random.Random(5))
    good = record_text(match).encode()
    chance = random.Random(6)
    for _ in range(10_000 if soak else 300):
        one, two = sorted(chance.randrange(len(good)) for _ in range(2))
        pieces = [good[:one], good[one:two], good[two:], chance.randbytes(chance.randrange(9))]
        chance.shuffle(pieces)
        salvage(b"".join(pieces[: chance.randrange(2, 5)]))


def salvage(data: bytes) -> Match | None:
    """What can be saved; strict and lenient reading must agree on whether anything is wrong."""
    try:
        match, warnings = recover(data, ScriptedDice(()))
    except RecordError:
        return None
    check_invariants(match.state)
    if not warnings:
        assert replay(parse_record(data)).state == match.state
    return match
