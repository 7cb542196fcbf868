"""Committed matches, each a record and its transcript beside it, for people to read.

When the wording of a transcript changes on purpose, run this file as a program: it writes the
transcripts anew, and the difference shows what changed.
"""

import re
from pathlib import Path

import pytest

from cacho.engine import (
    Lot,
    Match,
    Roll,
    SeededDice,
    TakeBack,
    apply,
    check_invariants,
    commitment,
    new_state,
    parse_record,
    record_text,
    replay,
    transcript,
)

RECORDS = sorted(Path(__file__).parent.glob("*.cacho"))


def text_of(record: Path) -> str:
    return record.read_text(encoding="utf-8")


def match_of(name: str) -> Match:
    (record,) = [record for record in RECORDS if record.stem == name]
    return replay(parse_record(text_of(record)))


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.stem)
def test_a_record_tells_what_it_always_told(record: Path) -> None:
    match = replay(parse_record(text_of(record)))
    assert transcript(match) == text_of(record.with_suffix(".txt"))
    state = new_state(match.setup)
    for action in match.log:
        state, _ = apply(state, action)
        check_invariants(state)


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.stem)
def test_a_record_is_written_as_it_was_read(record: Path) -> None:
    """But for its comments."""
    bare = re.sub(r"^#.*\n", "", text_of(record), flags=re.MULTILINE)
    assert record_text(replay(parse_record(bare))) == bare


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.stem)
def test_seeded_dice_fall_as_they_fell(record: Path) -> None:
    """A changed derivation of faces would break every match that is under way (R-17)."""
    match = replay(parse_record(text_of(record)))
    if match.setup.commitment is None:
        return
    seed = bytes.fromhex(re.search(r"^# seed ([0-9a-f]+)$", text_of(record), re.MULTILINE)[1])
    assert commitment(seed) == match.setup.commitment
    again = Match(match.setup, SeededDice(seed))
    for action in match.log:
        again.submit(type(action)() if isinstance(action, Lot | Roll) else action)
    assert again.log == match.log


def test_what_the_matches_are_about() -> None:
    """R-02, R-13, R-16, R-17, R-18: each is there for one thing, and shows it."""
    assert match_of("two-players").state.outcome.kind == "points"
    assert match_of("dormida").state.outcome.kind == "dormida"
    assert len(match_of("lot-with-ties").state.lot) == 4
    assert match_of("taking-back").log.count(TakeBack()) == 5
    assert len(match_of("tie").state.outcome.winners) == 2
    assert match_of("alone").state.outcome.payers == ()


if __name__ == "__main__":
    for path in RECORDS:
        told = transcript(replay(parse_record(text_of(path))))
        path.with_suffix(".txt").write_text(told, encoding="utf-8", newline="\n")
