"""The record: what is written, what is read, and what is said of a damaged one."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from cacho.engine import (
    CASUAL,
    PERU,
    PRESETS,
    Ask,
    Bajo,
    Box,
    Declare,
    Hand,
    Help,
    Hold,
    IllegalAction,
    Leave,
    Level,
    Lot,
    Match,
    Note,
    Problem,
    RecordError,
    Roll,
    Seat,
    SeededDice,
    Setup,
    SetupError,
    Stand,
    TakeBack,
    action_line,
    header_lines,
    parse_record,
    record_text,
    recover,
    replay,
)

PAGE = (Path(__file__).parents[2] / "docs" / "record.md").read_text(encoding="utf-8")
HEADER = "cacho 2\nmatch m\nrules casual\nseat Ana\nseat Luis\nstart 1\n\n"
GOOD = HEADER + "roll 3 3 6 1 2\nhold 1 2\nroll 3 6 6\nnote full\n"


# ------------------------------------------------------------------------------------------ writing


def test_header() -> None:
    setup = Setup(CASUAL, (Seat("José Ñandú"), Seat("#2")), 1, "m-1", "0" * 64)
    assert header_lines(setup) == (
        "cacho 2",
        "match m-1",
        "rules casual",
        "seat José Ñandú",
        "seat #2",
        "start 2",
        f"commit {'0' * 64}",
        "",
    )
    assert "start lot" in header_lines(replace(setup, start="lot"))


def test_house_rules_are_written_as_what_they_change() -> None:
    rules = replace(CASUAL, grandes=1, wrap=False)
    assert "rules casual wrap=no grandes=1" in header_lines(Setup(rules, (Seat("Ana"),)))
    named = Setup(replace(rules, name="Los viernes"), (Seat("Ana"),))
    assert header_lines(named)[2:4] == ("rules casual wrap=no grandes=1", "called Los viernes")
    assert "rules peru" in header_lines(Setup(PERU, (Seat("Ana"),)))


@pytest.mark.parametrize(
    ("action", "line"),
    [
        (Lot((3, 5, 5)), "lot 3 5 5"),
        (Roll((3, 3, 6, 1, 2)), "roll 3 3 6 1 2"),
        (Hold(frozenset({5, 2, 1})), "hold 1 2 5"),
        (Hold(frozenset()), "hold"),
        (Note(Box.FULL), "note full"),
        (TakeBack(), "undo"),
        (Roll((3, 3, 6, 1, 2), bajo=True), "roll 3 3 6 1 2 bajo"),
        (Bajo(), "bajo"),
        (Declare(Box.BALAS), "declare balas"),
        (Declare(None), "declare"),
        (Stand(), "stand"),
        (Note(Box.FULL, frozenset({5, 2})), "note full turn 2 5"),
        (Note(Box.FULL, frozenset()), "note full turn"),
        (Note(Box.FULL, hatch=2), "note full hatch 3"),
        (Note(Box.FULL, series=0), "note full series 1"),
        (Note(Box.FULL, frozenset({1}), 1, 1), "note full hatch 2 series 2 turn 1"),
        (Leave(5), "leave 6"),
        (TakeBack(agreed=True), "undo agreed"),
        (Hand(1, Level.TIBURON), "hand 2 tiburon"),
        (Hand(1), "hand 2 person"),
        (Hand(0, name="José  Ñandú #2"), "hand 1 person José  Ñandú #2"),
        (Hand(0, Level.NOVATO, "person"), "hand 1 novato person"),
        (Ask(3, Help.COACH), "ask 4 coach"),
        (Ask(0, Help.ODDS), "ask 1 odds"),
    ],
)
def test_an_action_is_one_line_and_comes_back(action, line: str) -> None:
    assert action_line(action) == line
    assert parse_record(f"{HEADER}{line}\n").actions == (action,)


@pytest.mark.parametrize("action", [Roll(), Lot()])
def test_dice_that_have_not_fallen_are_not_written(action) -> None:
    with pytest.raises(ValueError, match="drawn"):
        action_line(action)


# ------------------------------------------------------------------------------------------ reading


def test_a_record_by_hand() -> None:
    text = (
        "cacho 2\n# written by hand\nstart lot\nrules  casual   grandes=1\nmatch m\n"
        "seat Ana\nseat Luis \n  \n# lot\nlot 3\t5\n\nroll 1  2 3 4 5\n"
    )
    record = parse_record(text)
    assert record.setup.rules == replace(CASUAL, grandes=1)
    assert [seat.name for seat in record.setup.seats] == ["Ana", "Luis"]
    assert record.actions == (Lot((3, 5)), Roll((1, 2, 3, 4, 5)))
    assert record.line_nos == (10, 12)
    assert replay(record).state.seat == 1


def test_windows_line_ends_and_a_byte_order_mark() -> None:
    windows = b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode()
    assert parse_record(windows) == parse_record(GOOD) == parse_record(GOOD.encode())


def test_the_example_of_the_page_is_a_match_with_its_seed() -> None:
    example = re.search(r"```\n(cacho 2\n.+?)```", PAGE, re.DOTALL)[1]
    match = replay(parse_record(example))
    seeded = Match(match.setup, SeededDice(bytes(range(32))))
    for action in match.log:
        drawn = type(action)() if isinstance(action, Lot | Roll) else action
        seeded.submit(drawn)
    assert seeded.log == match.log
    assert match.state.totals == (10, 0)


def test_the_example_of_the_page_in_pairs() -> None:
    example = re.findall(r"```\n(cacho 2\n.+?)```", PAGE, re.DOTALL)[1]
    match = replay(parse_record(example))
    assert match.setup.tie_break
    assert match.state.before_note.results[0].dice == (5, 4, 3, 2, 6)
    assert (match.state.totals, match.state.seat) == ((4, 0), 2)
    assert record_text(match) == example


def test_a_tie_break_is_in_the_header_only_where_it_was_agreed() -> None:
    setup = Setup(CASUAL, (Seat("Ana"), Seat("Luis")))
    assert not any("tie-break" in line for line in header_lines(setup))
    assert "tie-break yes" in header_lines(replace(setup, tie_break=True))
    no = parse_record(GOOD.replace("start 1", "start 1\ntie-break no"))
    assert no.setup == parse_record(GOOD).setup


def test_the_example_of_the_page_with_a_guest() -> None:
    example = re.findall(r"```\n(cacho 2\n.+?)```", PAGE, re.DOTALL)[2]
    match = replay(parse_record(example))
    assert match.setup.seats[2] == Seat("Doña Flora", Level.MAESTRO)
    assert (match.setup.own_dice, match.setup.trusting) == (True, True)
    assert [seat.name for seat in match.state.seats] == ["Ana", "Eva", "Doña Flora"]
    assert (match.state.totals, match.state.seat) == ((0, 9, 0), 2)
    assert record_text(match) == example


def test_what_is_otherwise_than_usual_is_in_the_header_and_nothing_else() -> None:
    usual = Setup(CASUAL, (Seat("Ana"), Seat("Luis")))
    assert len(header_lines(usual)) == 7
    odd = replace(
        usual,
        seats=(Seat("Ana"), Seat("Luis", Level.MAESTRO)),
        own_dice=True,
        trusting=True,
        helped=False,
        date="2026-11-30T21:04",
    )
    added = [line for line in header_lines(odd) if line not in header_lines(usual)]
    assert added == [
        *("bot 2 maestro", "trusting yes", "help none", "dice table", "date 2026-11-30T21:04"),
    ]
    assert parse_record("\n".join(header_lines(odd)) + "\n").setup == odd
    with pytest.raises(SetupError):
        replace(odd, commitment="0" * 64)


def test_the_page_names_every_problem_and_every_box() -> None:
    assert [p for p in Problem if f"`{p}`" not in PAGE and p is not Problem.TORN] == []
    assert [box for box in Box if f"`{box}`" not in PAGE] == []
    assert [name for name in PRESETS if f"`{name}`" not in PAGE] == []
    assert [level for level in Level if f"`{level}`" not in PAGE] == []


def test_a_match_and_its_record_are_one(table: Callable[..., Match], play) -> None:
    match = table("35 33612 364 12345", start="lot")
    play(match, Lot(), Roll(), {1, 2}, Roll(), Note(Box.FULL), TakeBack(), Note(Box.SENAS), Roll())
    again = replay(parse_record(record_text(match)), SeededDice(b"x" * 32))
    assert (again.setup, again.log, again.state) == (match.setup, match.log, match.state)
    play(again, Roll())
    assert again.state.rolls == 2


# --------------------------------------------------------------------------------- damaged records


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        ("", 1, Problem.NOT_A_RECORD),
        ("cacho 2", 1, Problem.NOT_A_RECORD),
        ("\n\n", 1, Problem.NOT_A_RECORD),
        ("match m\n", 1, Problem.NOT_A_RECORD),
        ("<html>\n", 1, Problem.NOT_A_RECORD),
        ("cacho 3\n", 1, Problem.OTHER_VERSION),
        ("cacho 10\nwhat is this\n", 1, Problem.OTHER_VERSION),
        ("cacho 2\n", 1, Problem.MISSING_HEADER),
        ("cacho 2\n\n", 1, Problem.MISSING_HEADER),
        (GOOD.replace("\n\n", "\n"), 7, Problem.BAD_HEADER),
        (HEADER[:-1], 6, Problem.MISSING_HEADER),
        (GOOD.replace("match m\n", ""), 5, Problem.MISSING_HEADER),
        (GOOD.replace("rules casual\n", ""), 5, Problem.MISSING_HEADER),
        (GOOD.replace("start 1\n", ""), 5, Problem.MISSING_HEADER),
        (GOOD.replace("seat Ana\nseat Luis\n", ""), 4, Problem.BAD_HEADER),
        (GOOD.replace("seat Ana\n", "seat Ana\n" * 6), 11, Problem.BAD_HEADER),
        (GOOD.replace("seat Ana", "seat"), 4, Problem.BAD_HEADER),
        (GOOD.replace("seat Ana", "seat " + "x" * 65), 4, Problem.BAD_HEADER),
        (GOOD.replace("match m", "match m/n"), 2, Problem.BAD_HEADER),
        (GOOD.replace("match m", "match m\nmatch m"), 3, Problem.BAD_HEADER),
        (GOOD.replace("start 1", "start 3"), 6, Problem.BAD_HEADER),
        (GOOD.replace("start 1", "start 0"), 6, Problem.BAD_HEADER),
        (GOOD.replace("start 1", "start ²"), 6, Problem.BAD_HEADER),
        (GOOD.replace("start 1", "start 1\ncommit 00"), 7, Problem.BAD_HEADER),
        (GOOD.replace("start 1", "start 1\ndate today"), 7, Problem.BAD_HEADER),
        (GOOD.replace("start 1", "start 1\ndate 2026-13-30T21:04"), 7, Problem.BAD_HEADER),
        (GOOD.replace("start 1", "start 1\ndice loaded"), 7, Problem.BAD_HEADER),
        (GOOD.replace("start 1", f"dice table\ncommit {'0' * 64}\nstart 1"), 7, Problem.BAD_HEADER),
        (GOOD.replace("start 1", "start 1\nhelp all"), 7, Problem.BAD_HEADER),
        (GOOD.replace("start 1", "start 1\ntrusting"), 7, Problem.BAD_HEADER),
        (GOOD.replace("start 1", "start 1\nbot 3 maestro"), 7, Problem.BAD_HEADER),
        (GOOD.replace("start 1", "start 1\nbot 2 genius"), 7, Problem.BAD_HEADER),
        (GOOD.replace("start 1", "bot 2 novato\nbot 2 maestro\nstart 1"), 7, Problem.BAD_HEADER),
        (GOOD + "hand 2\n", 12, Problem.BAD_ACTION),
        (GOOD + "hand 0 person\n", 12, Problem.BAD_ACTION),
        (GOOD + "hand 2 genius\n", 12, Problem.BAD_ACTION),
        (GOOD + "ask 2\n", 12, Problem.BAD_ACTION),
        (GOOD + "ask 2 oracle\n", 12, Problem.BAD_ACTION),
        (GOOD.replace("casual", "dudo"), 3, Problem.BAD_RULES),
        (GOOD.replace("rules casual", "rules"), 3, Problem.BAD_RULES),
        (GOOD.replace("casual", "casual grandes=3"), 3, Problem.BAD_RULES),
        (GOOD.replace("casual", "casual grandes"), 3, Problem.BAD_RULES),
        (GOOD.replace("casual", "casual luck=yes"), 3, Problem.BAD_RULES),
        (GOOD.replace("casual", "casual wrap=no wrap=yes"), 3, Problem.BAD_RULES),
        (GOOD.replace("casual", "casual hatches=2"), 3, Problem.BAD_RULES),
        (GOOD + "roll 1 2 3 4 7\n", 12, Problem.BAD_ACTION),
        (GOOD + "roll 1 2 3 4 ٣\n", 12, Problem.BAD_ACTION),
        (GOOD + "roll 12345\n", 12, Problem.BAD_ACTION),
        (GOOD + "hold 1 1\n", 12, Problem.BAD_ACTION),
        (GOOD + "hold 6\n", 12, Problem.BAD_ACTION),
        (GOOD + "note\n", 12, Problem.BAD_ACTION),
        (GOOD + "note Full\n", 12, Problem.BAD_ACTION),
        (GOOD + "note full 30\n", 12, Problem.BAD_ACTION),
        (GOOD + "note full turn 6\n", 12, Problem.BAD_ACTION),
        (GOOD + "note full turn 1 1\n", 12, Problem.BAD_ACTION),
        (GOOD + "note full turn 1 hatch 2\n", 12, Problem.BAD_ACTION),
        (GOOD + "note full series 1 hatch 2\n", 12, Problem.BAD_ACTION),
        (GOOD + "note full hatch 1 hatch 2\n", 12, Problem.BAD_ACTION),
        (GOOD + "note full hatch 4\n", 12, Problem.BAD_ACTION),
        (GOOD + "note full series 0\n", 12, Problem.BAD_ACTION),
        (GOOD + "roll bajo 1\n", 12, Problem.BAD_ACTION),
        (GOOD + "declare all\n", 12, Problem.BAD_ACTION),
        (GOOD + "leave 0\n", 12, Problem.BAD_ACTION),
        (GOOD + "leave\n", 12, Problem.BAD_ACTION),
        (GOOD.replace("start 1", "start 1\ntie-break maybe"), 7, Problem.BAD_HEADER),
        (GOOD + "undo 1\n", 12, Problem.BAD_ACTION),
        (GOOD + "import os\n", 12, Problem.BAD_ACTION),
        (GOOD + "undo\x00\n", 12, Problem.NOT_TEXT),
        (GOOD + "# \ud800\n", 12, Problem.NOT_TEXT),
        (GOOD + "# \u202e\n", 12, Problem.NOT_TEXT),
        (GOOD.encode() + b"# \xff\n", 12, Problem.NOT_TEXT),
        (b"cacho 2\n\xff\n", 2, Problem.NOT_TEXT),
        (b"\xff\xfe", 1, Problem.NOT_A_RECORD),
        (GOOD + "#" * 401 + "\n", 12, Problem.TOO_LONG),
        ("x" * 5_000_000, 1, Problem.TOO_LONG),
        (GOOD + "\n" * 100_000, 100_001, Problem.TOO_LONG),
    ],
)
def test_a_damaged_record_says_where_and_what(text: str | bytes, line: int, problem: Problem):
    with pytest.raises(RecordError) as error:
        parse_record(text)
    assert (error.value.line_no, error.value.problem) == (line, problem)
    assert str(error.value).startswith(f"line {line}: ")
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("line", "line_no"),
    [
        ("roll 1 2 3", 12),
        ("bajo", 12),
        ("declare full", 12),
        ("stand", 12),
        ("leave 3", 12),
        ("lot 1 2", 12),
        ("note full", 12),
        ("hold 1", 12),
        ("undo\nundo", 13),
        ("undo agreed\nundo agreed", 13),
        ("hand 3 person", 12),
        ("ask 3 odds", 12),
    ],
)
def test_an_action_that_the_rules_forbid_is_damage_too(line: str, line_no: int) -> None:
    record = parse_record(f"{GOOD}{line}\n")
    with pytest.raises(RecordError) as error:
        replay(record)
    assert (error.value.line_no, error.value.problem) == (line_no, Problem.ILLEGAL_ACTION)


@pytest.mark.parametrize("end", ["roll 1 2 3 4", "ro", "roll 1 2 3 4 5", "\x00\x00", "# \ufffd"])
def test_a_torn_last_line_is_left_out_with_a_word(end: str) -> None:
    record = parse_record(GOOD + end)
    assert record.actions == parse_record(GOOD).actions
    (warning,) = record.warnings
    assert (warning.line_no, warning.problem) == (12, Problem.TORN)


def test_a_line_torn_inside_a_character() -> None:
    record = parse_record(GOOD.encode() + "# ñ".encode()[:-1])
    assert [warning.problem for warning in record.warnings] == [Problem.TORN]


@pytest.mark.parametrize(
    ("damage", "problem"),
    [
        ("roll 1 2 3 4 7\n", Problem.BAD_ACTION),
        ("roll \x00\n", Problem.NOT_TEXT),
        ("#" * 401 + "\n", Problem.TOO_LONG),
        ("note full\n", Problem.ILLEGAL_ACTION),
        ("roll 1 2 3", Problem.TORN),
        (b"roll \xff\nundo\n", Problem.NOT_TEXT),
    ],
)
def test_the_good_part_of_a_damaged_record_is_saved(damage: str | bytes, problem: Problem) -> None:
    tail = damage.encode() if isinstance(damage, str) else damage
    more = b"" if problem is Problem.TORN else b"roll 1 2 3 4 5\nhold 1"
    match, warnings = recover(GOOD.encode() + tail + more)
    assert match.log == parse_record(GOOD).actions
    assert [(warning.line_no, warning.problem) for warning in warnings] == [(12, problem)]
    assert str(warnings[0]).startswith("line 12: ")


def test_nothing_is_saved_without_a_header() -> None:
    with pytest.raises(RecordError):
        recover("cacho 2\nmatch m\nroll 1 2 3 4 5\n")
    with pytest.raises(RecordError):
        recover(GOOD.replace("casual", "dudo"))


def test_every_cut_of_a_record_gives_its_whole_lines() -> None:
    """Wherever the power failed: all complete lines count, or the header is not yet whole."""
    whole = parse_record(GOOD).actions
    for cut in range(len(GOOD)):
        part = GOOD[:cut]
        if len(part) < len(HEADER):
            with pytest.raises(RecordError):
                parse_record(part)
        else:
            complete = part.count("\n") - HEADER.count("\n")
            assert parse_record(part).actions == whole[:complete]


def test_a_refused_action_leaves_the_match_as_it_was() -> None:
    match = replay(parse_record(GOOD))
    state, log = match.state, match.log
    with pytest.raises(IllegalAction):
        match.submit(Note(Box.FULL))
    assert (match.state, match.log) == (state, log)
