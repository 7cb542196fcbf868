"""Records that earlier versions wrote: read by this one to the same end, and taken to its form."""

import json
from pathlib import Path

import pytest

from cacho.engine import (
    Problem,
    RecordError,
    check_invariants,
    parse_record,
    record_text,
    replay,
    upgraded,
)

RECORDS = Path(__file__).parents[1] / "records"
KEPT = sorted(RECORDS.glob("v*/*.cacho"))
ENDS = json.loads((RECORDS / "ends.json").read_text("utf-8"))
"""Of each record the totals, and the teams that won."""


def test_some_are_kept_of_every_version() -> None:
    assert {int(path.parent.name[1:]) for path in KEPT} == set(range(1, 3))


@pytest.mark.parametrize("path", KEPT, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_an_old_record_is_read_and_taken_to_this_version(path: Path) -> None:
    data = path.read_bytes()
    record = parse_record(data)
    match = replay(record)
    check_invariants(match.state)
    assert record.version == int(path.parent.name[1:])
    again = replay(parse_record(upgraded(data)))
    assert (again.setup, again.log, again.state) == (match.setup, match.log, match.state)
    assert parse_record(record_text(match)).actions == record.actions


@pytest.mark.parametrize("path", KEPT, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_an_old_record_ends_as_it_ended(path: Path) -> None:
    state = replay(parse_record(path.read_bytes())).state
    winners = list(state.outcome.winners) if state.outcome else []
    assert [list(state.totals), winners] == ENDS[f"{path.parent.name}/{path.stem}"]


def test_taking_a_record_to_this_version_twice_changes_nothing() -> None:
    windows = "\ufeffcacho 1\r\nmatch m\r\n".encode()
    assert upgraded(windows) == upgraded(upgraded(windows)) == b"cacho 2\nmatch m\r\n"
    for first in (b"cacho 3\n", b"cacho\n", b"", b"\xff\n"):
        with pytest.raises(RecordError):
            upgraded(first)


HEADER = "cacho 1\nmatch m\nrules casual\nseat Ana\nseat Luis\nstart 1\n"


@pytest.mark.parametrize(
    "line", ["bot 2 maestro", "trusting yes", "help none", "dice table", "date 2026-11-30T21:04"]
)
def test_version_1_knows_no_header_line_of_version_2(line: str) -> None:
    with pytest.raises(RecordError) as error:
        parse_record(f"{HEADER}{line}\n\n")
    assert (error.value.line_no, error.value.problem) == (7, Problem.BAD_HEADER)


@pytest.mark.parametrize("line", ["hand 1 person", "hand 2 maestro", "ask 1 coach", "undo agreed"])
def test_version_1_knows_no_action_of_version_2(line: str) -> None:
    text = f"{HEADER}\nroll 1 1 2 3 4\nnote balas\nroll 1 1 2 3 4\n{line}\n"
    with pytest.raises(RecordError) as error:
        parse_record(text)
    assert (error.value.line_no, error.value.problem) == (11, Problem.BAD_ACTION)
    replay(parse_record(upgraded(text.encode())))
