"""Whole matches at random: they end, in the right number of turns, and their records are true."""

import random
from collections import Counter

import pytest
from house_values import HOUSE_VALUES
from strategies import house

from cacho.engine import (
    CASUAL,
    PRESETS,
    Action,
    Bajo,
    Box,
    Declare,
    Hold,
    IllegalAction,
    Leave,
    Lot,
    Mark,
    Match,
    Note,
    Noted,
    Phase,
    RecordError,
    Roll,
    Rolled,
    Ruleset,
    ScriptedDice,
    Seat,
    SeatLeft,
    SeededDice,
    Setup,
    Sheet,
    Stand,
    State,
    TakeBack,
    TakenBack,
    apply,
    check_invariants,
    legal_actions,
    parse_record,
    points_by_hatch,
    record_text,
    recover,
    replay,
    transcript,
    why_not,
)

SOAK, QUICK = 100_000, 240
"""Matches in a long run, and in a usual one."""
SHARES = 8
GREEDY = 5
"""Every so many matches are played for points, with generous dice."""


def random_rules(chance: random.Random) -> Ruleset:
    base = chance.choice(list(PRESETS.values()))
    fields = chance.sample(list(HOUSE_VALUES), chance.randrange(6))
    return house(base, {field: chance.choice(HOUSE_VALUES[field]) for field in fields})


class Generous:
    """Dice that serve figures on first rolls and fall alike later, so that rare ends happen."""

    PATTERNS = ((1, 2, 3, 4, 5), (3, 3, 3, 2, 2), (6, 6, 6, 6, 1), (4, 4, 4, 4, 3))

    def __init__(self, seed: bytes) -> None:
        self._chance = SeededDice(seed)

    def faces(
        self, match_id: str, seat: int, turn: int, roll: int, places: tuple[int, ...]
    ) -> tuple[int, ...]:
        fair = self._chance.faces(match_id, seat, turn, roll, places)
        (wish,) = self._chance.faces(match_id, seat, turn, roll, (9,))
        if turn == 0 or wish > 4:
            return fair
        alike = (1 + (turn + wish) % 6,) * 5
        pattern = self.PATTERNS[wish - 1] if roll == 1 else alike
        return tuple(pattern[place - 1] for place in places)


def random_match(number: int) -> Match:
    """A table of its own for each number: seats, rules, start, and dice by its own seed."""
    chance = random.Random(number)
    seats = tuple(Seat(f"Jugador {seat + 1}") for seat in range(1 + number % 6))
    start = chance.choice(["lot", *range(len(seats))])
    tie_break = chance.random() < 0.5
    setup = Setup(random_rules(chance), seats, start, f"m{number}", None, tie_break)
    dice = Generous if number % GREEDY == 0 else SeededDice
    return Match(setup, dice(number.to_bytes(32, "big")))


def next_action(state: State, chance: random.Random, *, greedy: bool = False) -> Action:  # noqa: PLR0911 - a wish a line
    """Something legal, mostly forwards: a hasty player who knows what may be done."""
    if state.phase is Phase.LOT:
        return Lot()
    if state.last_note and chance.random() < 0.03:
        return TakeBack()
    if chance.random() < 0.002:
        return Leave(chance.choice([s for s in range(len(state.seats)) if s not in state.gone]))
    bajo = state.rules.bajo == "call" and state.phase is Phase.TURN and chance.random() < 0.2
    if not state.rolls:
        return Roll(bajo=bajo)
    if state.goal_due:
        return Declare(chance.choice(state.sheet.open_boxes))
    wish = chance.random()
    if wish < 0.5 and state.rolling:
        return Roll(bajo=bajo)
    if wish < 0.75 and state.rolls_left:
        return Hold(frozenset(chance.sample(range(1, 6), chance.randrange(5))))
    if wish < 0.8 and why_not(state, Bajo()) is None:
        return Bajo()
    return finishing(state, chance, greedy=greedy)


def finishing(state: State, chance: random.Random, *, greedy: bool) -> Action:
    """End the series: stand, note some box that may be noted, or roll on because none may."""
    if state.partner_next:
        return Stand()
    places = list(state.sheet.open_places)
    chance.shuffle(places)
    if greedy:
        worth = points_by_hatch(state)
        places.sort(key=lambda place: worth[place], reverse=True)
    for box, hatch in places:
        if why_not(state, Note(box, hatch=hatch)) is None:
            return Note(box, hatch=hatch)
    return Roll() if state.rolling else Hold(frozenset())


def play_on(match: Match, chance: random.Random, *, greedy: bool = False) -> Counter[type]:
    """Play to the end; count what happened, and check every state."""
    happened: Counter[type] = Counter()
    while not match.over:
        for event in match.submit(next_action(match.state, chance, greedy=greedy)):
            happened[type(event)] += 1
            if isinstance(event, Rolled):
                assert event.roll <= match.state.rules.rolls
        check_invariants(match.state)
    return happened


def check_match(number: int) -> Match:
    """R-16: it ends as it must."""
    match = random_match(number)
    happened = play_on(match, random.Random(number), greedy=number % GREEDY == 0)
    state, rules = match.state, match.state.rules
    noted = happened[Noted] - happened[TakenBack]
    outcome = state.outcome
    if not state.gone:
        assert noted == sum(sheet.noted for sheet in state.sheets)
    if outcome.kind == "points":
        assert all(sheet.full for sheet in state.sheets)
        if not state.gone:
            assert noted == len(state.sheets) * rules.rounds
    if outcome.kind == "points" and rules.hatches == 1 and not outcome.tied:
        best = max(state.totals)
        leaders = {team for team, total in enumerate(state.totals) if total == best}
        assert leaders == set(outcome.winners)
    assert outcome.kind in {"points", "dormida", *rules.early_wins}
    assert rules.dormida == "wins" or outcome.kind != "dormida"
    return match


def check_story(match: Match) -> None:
    """The record brings the same match again, and the events alone rebuild the sheets."""
    again = replay(parse_record(record_text(match)))
    assert (again.state, again.log, again.setup) == (match.state, match.log, match.setup)
    assert transcript(again) == transcript(match)
    assert told_by_events(match) == match.state.sheets


def told_by_events(match: Match) -> tuple[Sheet, ...]:
    """The sheets as somebody keeps them who only listens; marks are taken off again too."""
    state = Match(match.setup, ScriptedDice(())).state
    marks: dict[tuple[int, Box, int], list[Mark]] = {}
    for action in match.log:
        state, events = apply(state, action)
        for event in events:
            listen(event, state, marks)
    sheets = [Sheet.blank(state.rules) for _ in state.sheets]
    for (team, box, hatch), written in marks.items():
        for mark in written:
            sheets[team] = sheets[team].with_mark(box, mark, hatch)
    return tuple(sheets)


def listen(event: object, state: State, marks: dict) -> None:
    match event:
        case Noted():
            place = (state.team_of(event.seat), event.box, event.hatch)
            marks.setdefault(place, []).append(Mark(event.points, event.de_mano))
        case TakenBack():
            marks[state.team_of(event.seat), event.box, event.hatch].pop()
        case SeatLeft(seat, crossed):
            for box, hatch, _ in crossed:
                marks.setdefault((state.team_of(seat), box, hatch), []).append(Mark(0))


def check_every_step(match: Match) -> None:
    """Each legal action applies, each other is refused with a reason and changes nothing."""
    state = Match(match.setup, ScriptedDice(())).state
    for action in match.log:
        choices = set(legal_actions(state))
        assert isinstance(action, Leave) or type(action) in set(map(type, choices))
        for choice in sorted(choices, key=repr)[::7]:
            apply(state, with_faces(choice, state))
        for refused in [Note(box, hatch=hatch) for box in Box for hatch in (0, 2)] + [Stand()]:
            if refused not in choices:
                assert why_not(state, refused)
                with pytest.raises(IllegalAction):
                    apply(state, refused)
        state, _ = apply(state, action)


def with_faces(action: Action, state: State) -> Action:
    match action:
        case Roll(None, bajo):
            return Roll((1, 2, 3, 4, 5)[: state.rolling], bajo)
        case Lot(None):
            return Lot((1, 2, 3, 4, 5, 6)[: len(state.contenders)])
        case _:
            return action


@pytest.mark.parametrize("share", range(SHARES))
def test_random_matches_end_as_they_must(share: int, soak: bool) -> None:
    """R-16; the seeds are fixed, so a failure can be played again."""
    for number in range(share, SOAK if soak else QUICK, SHARES):
        match = check_match(number)
        if number % 5 == 0:
            check_story(match)
        if number % 60 == share:
            check_every_step(match)


def rolls_in_turns(rules: Ruleset, matches: int) -> Counter[int]:
    counted: Counter[int] = Counter()
    for number in range(matches):
        chance = random.Random(number)
        match = Match(Setup(rules, (Seat("Ana"),), 0, f"r{number}"), SeededDice(bytes(16)))
        while not match.over:
            rolls = match.state.rolls
            choices = [a for a in match.legal_actions if isinstance(a, Roll | Note)]
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
