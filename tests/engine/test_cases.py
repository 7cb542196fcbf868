"""What went wrong in other dice games, tried here; tests/README.md lists who holds which case."""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import pytest

from cacho.engine import (
    ALALAY,
    CASUAL,
    COCH,
    PERU,
    PRESETS,
    Box,
    Declare,
    Dormida,
    Hold,
    Leave,
    Mark,
    Match,
    MatchOver,
    Note,
    Phase,
    Reason,
    Roll,
    Rolled,
    Ruleset,
    Seat,
    SeededDice,
    Setup,
    Stand,
    TakeBack,
    check_invariants,
    legal_actions,
    points_of,
    ways_of,
    why_not,
    with_fields,
    worth,
)

Table = Callable[..., Match]
Play = Callable[..., tuple]
NAMES = tuple(Seat(name) for name in ("Ana", "Luis", "Eva", "Pía", "Teo", "Sol"))

# ------------------------------------------------------------------------- R01: five alike

LATER = {  # box: points of 3-3-3-3-3 after roll 2, in which two dice were rolled
    "casual": {"trenes": 15, "poker": 40, "grande": 50},
    "basic": {"trenes": 15, "poker": 40, "grande": 50},
    "coch": {"trenes": 15, "cuadras": 8, "full": 30, "poker": 40, "grande": 50},
    "alalay": {"trenes": 12, "cuadras": 8, "full": 30, "poker": 40},
    "peru": {"trenes": 15, "grande": 50},
}
FIRST = {
    "casual": {"trenes": 15, "poker": 45, "grande": 50},
    "basic": {"trenes": 15, "poker": 45, "grande": 50},
    "coch": {"trenes": 12, "cuadras": 8, "full": 35, "poker": 45},
    "alalay": {"trenes": 15, "poker": 45, "grande": 50},
    "peru": {"trenes": 15, "grande": 50},
}


@pytest.mark.parametrize("name", PRESETS)
def test_five_alike_have_one_answer_a_box(name: str) -> None:
    """R01: and with both Grandes filled the others keep theirs."""
    rules = PRESETS[name]
    for roll, rolled, answers in ((1, 5, FIRST[name]), (2, 2, LATER[name])):
        for boxes in (set(Box), set(Box) - {Box.GRANDE}):
            told = worth(rules, (3,) * 5, roll, rolled, boxes).points
            assert {box: n for box, n in told.items() if n} == {
                box: n for box, n in answers.items() if box in boxes
            }


def test_nobody_is_forced_into_a_grande_but_where_one_must_stop() -> None:
    """R01."""
    for rules in PRESETS.values():
        owed = worth(rules, (3,) * 5, 2, 2).must_note
        assert owed == ((Box.GRANDE,) if rules.must_stop else ())


# ---------------------------------------------------------------------- R06: de mano or not

FIGURES = [("12345", Box.ESCALERA, 20), ("33322", Box.FULL, 30), ("66661", Box.POKER, 40)]


@pytest.mark.parametrize(("dice", "box", "plain"), FIGURES)
def test_what_is_served_follows_from_what_was_rolled(dice: str, box: Box, plain: int) -> None:
    """R06: all five rolled again serve in Alalay and Peru, with one held nowhere."""
    faces = tuple(map(int, dice))
    for rules in (CASUAL, ALALAY, PERU, COCH):
        base = plain + (5 if box is Box.ESCALERA and rules is COCH else 0)
        again = base + 5 if rules.rethrow_mano else base
        assert worth(rules, faces, 1).points[box] == base + 5
        assert worth(rules, faces, 2, 5).points[box] == again
        assert worth(rules, faces, 2, 4).points[box] == base
        assert (worth(rules, faces, 2, 5).must_note == (box,)) == rules.must_stop


@pytest.mark.parametrize(("dice", "box", "plain"), FIGURES)
def test_what_is_made_by_turning_is_plain(
    dice: str, box: Box, plain: int, table: Table, play: Play
) -> None:
    """R06, R27: a served hand of roll 2 frees from turning; turned by hand it is plain."""
    match = table("11236" + dice, rules=ALALAY)
    assert play(match, Roll(), Roll())[0].de_mano
    noted = play(match, Note(box))[0]
    assert (noted.points, noted.de_mano, noted.turned) == (plain + 5, True, frozenset())
    play(match, TakeBack())
    turned = [way for way in ways_of(match.state, box) if way.turned and way.points]
    assert turned or box is Box.ESCALERA
    assert all((way.points, way.de_mano) == (plain, False) for way in turned)
    assert why_not(match.state, Note(Box.BALAS, frozenset())) is Reason.TURN_MORE


def test_five_alike_served_again_win_where_such_a_roll_serves() -> None:
    """R06."""
    for name, rules in PRESETS.items():
        for rolled in (5, 4):
            serves = rules.rethrow_mano and rolled == 5
            assert worth(rules, (4,) * 5, 2, rolled).wins == serves, (name, rolled)


# ------------------------------------------------------------------------------ R07: dormida


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("seat", [0, 2])
@pytest.mark.parametrize("size", [1, 2])
def test_a_dormida_is_told_and_ends_everything(
    name: str, seat: int, size: int, table: Table, play: Play
) -> None:
    """R07: by the first or the last player of a round, alone or in a team."""
    match = table(seats=3, rules=with_fields(PRESETS[name], {"team_size": str(size)}))
    while match.state.seat != seat:
        play(match, Roll((1, 2, 3, 4, 6)))
        play(match, Stand() if match.state.partner_next else Note(Box.BALAS))
    served = (4, 4, 4, 4, 3) if name == "coch" else (4, 4, 4, 4, 4)
    rolled, dormida, over = play(match, Roll(served))
    assert isinstance(rolled, Rolled)
    assert (type(dormida), dormida.seat, dormida.face) == (Dormida, seat, 4)
    assert isinstance(over, MatchOver)
    assert (over.outcome.kind, over.outcome.winners) == ("dormida", (match.state.team_of(seat),))
    assert not legal_actions(match.state)
    check_invariants(match.state)


@pytest.mark.parametrize("name", PRESETS)
def test_where_a_dormida_does_not_end_the_match_it_goes_on(
    name: str, table: Table, play: Play
) -> None:
    """R07, R08."""
    match = table("44443" if name == "coch" else "44444", rules=replace(PRESETS[name], dormida=100))
    assert len(play(match, Roll())) == 1
    assert points_of(match.state)[Box.GRANDE] == 100
    assert play(match, Note(Box.GRANDE))[0].points == 100


def test_coch_as_thrown_is_no_dormida_but_by_the_house_switch(table: Table, play: Play) -> None:
    """R07, R08."""
    for natural, over in ((False, False), (True, True)):
        match = table("44444", rules=replace(COCH, natural_five=natural))
        play(match, Roll())
        assert match.over == over


# ------------------------------------------------------------------- R09: the second Grande


@pytest.mark.parametrize("name", PRESETS)
def test_the_second_grande_is_no_rubbish_bin(name: str) -> None:
    """R09: 1-2-4-5-6 is never worth anything in a Grande, whatever is turned."""
    rules = PRESETS[name]
    for roll in range(1, rules.rolls + 1):
        assert worth(rules, (1, 2, 4, 5, 6), roll).points[Box.GRANDE] == 0


# ------------------------------------------------------------- R15, R19, R31: whole matches


def play_out(rules: Ruleset, seats: int, seed: int) -> tuple[Match, Counter, list[int]]:
    """Hasty players to the end: series of every seat, and the rolls of every series."""
    chance = random.Random(seed)
    setup = Setup(rules, NAMES[:seats], 0, f"m{seed}")
    match = Match(setup, SeededDice(seed.to_bytes(16, "big")))
    series: Counter = Counter()
    rolls: list[int] = []
    while not match.over:
        state = match.state
        choices = [a for a in match.legal_actions if isinstance(a, Roll | Note | Stand)]
        action = chance.choice(choices or [Hold(frozenset())])
        match.submit(action)
        if isinstance(action, Note | Stand):
            series[state.seat] += 1
            rolls.append(state.rolls)
    return match, series, rolls


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("seats", [1, 2, 3, 6])
def test_everybody_has_the_same_turns_and_the_end_comes_once(name: str, seats: int) -> None:
    """R15, R19, R31: turns, rolls a turn, and nothing more once the match is over."""
    rules = PRESETS[name]
    for seed in range(4):
        match, series, rolls = play_out(rules, seats, seed)
        assert set(rolls) <= set(range(1, rules.rolls + 1))
        assert max(series.values(), default=0) - min(series.values(), default=0) <= 1
        if match.state.outcome.kind == "points":
            assert set(series.values()) == {rules.rounds}
        assert not [a for a in legal_actions(match.state) if not isinstance(a, TakeBack)]
        for action in (Roll(), Note(Box.FULL), Hold(frozenset()), Stand()):
            assert why_not(match.state, action) is Reason.GAME_OVER


# ---------------------------------------------------------------------------- R21: one is left


@pytest.mark.parametrize("moment", ["lot", "first", "rolled", "declared", "tie"])
def test_two_of_three_leave_and_one_goes_on(moment: str, table: Table, play: Play) -> None:
    """R21: at every phase; the match goes on with one, or ends, but never stands still."""
    start = "lot" if moment == "lot" else 0
    match = level(3) if moment == "tie" else table("11355", seats=3, start=start, rules=PERU)
    if moment in {"rolled", "declared"}:
        play(match, Roll())
    if moment == "declared":
        play(match, {1, 2}, Declare(Box.BALAS))
    for seat in (0, 1):
        match.submit(Leave(seat))
        check_invariants(match.state)
    assert match.state.gone == {0, 1}
    assert match.over or [a for a in legal_actions(match.state) if not isinstance(a, TakeBack)]
    if not match.over:
        assert match.state.seat == 2


def level(seats: int) -> Match:
    """A match in which all tie and roll for it."""
    rules = with_fields(CASUAL, {"turning": "0-0"})
    match = Match(Setup(rules, NAMES[:seats], 0, tie_break=True), SeededDice(bytes(16)))
    last = match.state.sheet
    for box, hatch, _slot in list(last.crosses())[:-1]:
        last = last.with_mark(box, Mark(0), hatch)
    match._state = replace(match.state, sheets=(last,) * seats, round=rules.rounds)
    for _ in range(seats):
        match.submit(Roll((1, 2, 3, 4, 6)))
        match.submit(Note(last.open_boxes[0]))
    assert match.state.phase is Phase.TIE
    return match
