"""A match step by step, and what of it is worth seeing again."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from cacho.engine import (
    CASUAL,
    Box,
    Course,
    Leave,
    Mark,
    Match,
    MomentKind,
    Note,
    Roll,
    TakeBack,
    course_of,
    leader,
    parse_record,
    replay,
)

PLAYTHROUGHS = sorted((Path(__file__).parents[1] / "playthroughs").glob("*.cacho"))
Table = Callable[..., Match]
Play = Callable[..., tuple]


def course(match: Match) -> Course:
    return course_of(match.setup, match.log)


def kinds(match: Match) -> list[tuple[MomentKind, int]]:
    return [(moment.kind, moment.at) for moment in course(match).moments]


def recorded(name: str) -> Course:
    text = next(path for path in PLAYTHROUGHS if path.stem == name).read_text("utf-8")
    record = parse_record(text)
    return course_of(record.setup, record.actions)


@pytest.mark.parametrize("path", PLAYTHROUGHS, ids=lambda path: path.stem)
def test_a_course_passes_through_the_states_of_the_match(path: Path) -> None:
    record = parse_record(path.read_text("utf-8"))
    seen = course_of(record.setup, record.actions)
    assert len(seen) == len(record.actions)
    assert seen.state(len(seen)) == replay(record).state
    assert all(0 <= m.begin <= m.at <= len(seen) for m in seen.moments)
    for begin in seen.turns[1:]:
        assert seen.state(begin).rolls == 0, "a turn begins before its first roll"
    if (throw := seen.throw) is not None:
        assert any(at == throw.at for at, _ in seen.notes) or throw.at == len(seen)


def test_a_grande_a_served_figure_and_a_cross(table: Table, play: Play) -> None:
    match = table("33322 66661 6 12346")
    play(match, Roll(), Note(Box.FULL))  # de mano
    play(match, Roll(), {1, 2, 3, 4}, Roll(), Note(Box.GRANDE))
    play(match, Roll(), Note(Box.GRANDE))  # crossed out
    seen = course(match)
    assert kinds(match) == [(MomentKind.DE_MANO, 2), (MomentKind.GRANDE, 6)]
    assert seen.moments[1].begin == 2, "it is seen from the first roll of its turn"
    assert (seen.moments[1].seat, seen.moments[1].points) == (1, 50)
    assert seen.turns == (0, 2, 6, 8)


def test_a_note_taken_back_is_no_moment_any_more(table: Table, play: Play) -> None:
    match = table("33322 66661 6")
    play(match, Roll(), Note(Box.FULL), TakeBack(), Note(Box.TRENES))
    assert kinds(match) == []
    assert [at for at, _ in course(match).notes] == [4]
    assert course(match).turn_of(4) == 0, "its turn is still the one in which it was rolled"


def test_a_dormida_that_the_table_gave_up_is_no_moment_any_more(table: Table, play: Play) -> None:
    """R-17: who left meanwhile has left."""
    match = table("12346 66666 12346", seats=3)
    play(match, Roll(), Note(Box.BALAS), Leave(2), Roll())
    assert (MomentKind.DORMIDA, 4) in kinds(match)
    play(match, TakeBack(agreed=True), Note(Box.TONTOS))
    assert kinds(match) == [(MomentKind.LEFT, 3)]
    assert course(match).throw.box is Box.TONTOS


def test_the_lead_changes_at_the_end_of_a_round(table: Table, play: Play) -> None:
    match = table("66611 66112 55112 66661 12344 55512")
    for box in (Box.SENAS, Box.SENAS, Box.QUINAS, Box.TONTOS, Box.TRENES, Box.QUINAS):
        play(match, Roll(), Note(box))
    totals = [course(match).state(at).totals for at in (4, 8, 12)]
    assert totals == [(18, 12), (28, 12), (31, 27)]
    assert kinds(match) == []
    ahead = table("66611 66112 12344 66661 12344 55512")
    for box in (Box.SENAS, Box.SENAS, Box.TRENES, Box.POKER):
        play(ahead, Roll(), Note(box))
    (served, lead) = course(ahead).moments
    assert (served.kind, lead.kind, lead.seat) == (MomentKind.DE_MANO, MomentKind.LEAD, 1)


def test_nobody_leads_where_two_are_equal(table: Table) -> None:
    state = table("").state
    assert leader(state) is None
    sheet = state.sheets[0]
    assert leader(replace(state, sheets=(sheet.with_mark(Box.SENAS, Mark(6)), sheet))) == 0


def test_who_leaves_is_a_moment(table: Table, play: Play) -> None:
    match = table("66611", seats=3)
    play(match, Roll(), Note(Box.SENAS), Leave(2))
    assert kinds(match) == [(MomentKind.LEFT, 3)]


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("dormida", MomentKind.DORMIDA),
        ("dormida-100", MomentKind.DORMIDA),
        ("natural-five-wins", MomentKind.DORMIDA),
        ("panza", MomentKind.EARLY_WIN),
        ("cuatros", MomentKind.EARLY_WIN),
        ("alone", MomentKind.GRANDE),
        ("two-players", MomentKind.DE_MANO),
        ("tie", MomentKind.NOTE),
    ],
)
def test_the_throw_of_the_game(name: str, kind: MomentKind) -> None:
    throw = recorded(name).throw
    assert throw is not None
    assert throw.kind is kind


def test_of_equal_notes_the_one_of_fewer_rolls_then_the_later_is_the_throw(
    table: Table, play: Play
) -> None:
    match = table("66661 6 11115 55512 2222 33332 3 44446 4", rules=replace(CASUAL, grandes=2))
    play(match, Roll(), {1, 2, 3, 4}, Roll(), Note(Box.GRANDE))  # two rolls
    play(match, Roll(), Note(Box.BALAS))
    play(match, Roll(), {4}, Roll(), Note(Box.TONTOS))
    play(match, Roll(), {1, 2, 3, 4}, Roll(), Note(Box.GRANDE))
    play(match, Roll(), {1, 2, 3, 4}, Roll(), Note(Box.GRANDE))
    throw = course(match).throw
    assert throw is not None
    assert (throw.at, throw.begin, throw.seat) == (18, 14, 0)


def test_nobody_scored_so_there_is_no_throw(table: Table, play: Play) -> None:
    match = table("66661 11115")
    play(match, Roll(), Note(Box.BALAS))
    assert course(match).throw is not None
    blank = table("66664")
    play(blank, Roll(), Note(Box.BALAS))
    assert course(blank).throw is None
