"""Committed matches, each a record and its transcript beside it, for people to read.

When the wording of a transcript changes on purpose, run this file as a program: it writes the
transcripts anew, and the difference shows what changed.
"""

import re
from pathlib import Path

import pytest

from cacho.engine import (
    PRESETS,
    Action,
    Declared,
    Event,
    Lot,
    Match,
    Noted,
    Outcome,
    Roll,
    Rolled,
    SeededDice,
    TakeBack,
    TurnedOver,
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
        again.submit(undrawn(action))
    assert again.log == match.log


def undrawn(action: Action) -> Action:
    match action:
        case Roll(_, bajo):
            return Roll(bajo=bajo)
        case Lot():
            return Lot()
        case _:
            return action


def test_what_the_matches_are_about() -> None:
    """R-02, R-13, R-16, R-17, R-18: each is there for one thing, and shows it."""
    assert match_of("two-players").state.outcome.kind == "points"
    assert match_of("dormida").state.outcome.kind == "dormida"
    assert len(match_of("lot-with-ties").state.lot) == 4
    assert match_of("taking-back").log.count(TakeBack()) == 5
    assert len(match_of("tie").state.outcome.winners) == 2
    assert match_of("alone").state.outcome.payers == ()


def events_of(name: str) -> list[Event]:
    match, told = match_of(name), []
    state = new_state(match.setup)
    for action in match.log:
        state, events = apply(state, action)
        told += events
    return told


def outcome_of(name: str) -> Outcome:
    return match_of(name).state.outcome


def notes_of(name: str) -> list[Noted]:
    return [event for event in events_of(name) if isinstance(event, Noted)]


def test_every_tradition_has_a_whole_match() -> None:
    """R-19 to R-25: and it shows what the tradition is about."""
    whole = {"two-players": "casual"} | {name: name for name in list(PRESETS)[1:]}
    for name, preset in whole.items():
        assert match_of(name).setup.rules == PRESETS[preset]
        assert outcome_of(name).kind == "points"
    assert any(isinstance(event, Rolled) and event.bajo for event in events_of("basic"))
    assert sum(bool(note.turned) for note in notes_of("coch")) > 5
    assert any(note.crossed for note in notes_of("alalay"))
    assert any(isinstance(event, Rolled) and event.must for event in events_of("peru"))
    assert any(isinstance(event, Declared) for event in events_of("peru"))


def test_what_the_odd_matches_are_about() -> None:
    """R-20 to R-32."""
    assert outcome_of("coch-dormida").turned
    assert match_of("natural-five").state.outcome is None
    assert outcome_of("natural-five-wins").kind == "dormida"
    assert match_of("bajo-held").log.count(Roll((6, 2), bajo=True)) == 1
    assert any(isinstance(event, TurnedOver) for event in events_of("bajo-look"))
    assert any(isinstance(event, Rolled) and event.goal_cancelled for event in events_of("goal"))
    assert any(note.crossed for note in notes_of("fixed-goal"))
    assert any(note.crossed for note in notes_of("alalay-lenient"))
    assert any(note.points == 100 for note in notes_of("dormida-100"))
    assert outcome_of("panza").kind == "panza"
    assert outcome_of("cuatros").kind == "cuatros"
    assert {note.turned for note in notes_of("turning-by-hand")} >= {frozenset({1}), frozenset({3})}


def test_what_the_matches_of_teams_and_hatches_are_about() -> None:
    """R-29 to R-32."""
    assert notes_of("must-stop-pairs")[0].series == 1
    chosen = [(note.series, note.points) for note in notes_of("series-by-hand")]
    assert chosen == [(0, 2), (1, 3), (1, 35), (0, 45)]
    for name in ["peru-pairs", "alalay-pairs-hatches", "trios-short"]:
        assert outcome_of(name).kind == "points"
        assert {note.series for note in notes_of(name)} >= {0, 1}
    assert match_of("trios-short").state.teams == ((0, 1, 2), (3, 4))
    assert {note.hatch for note in notes_of("alalay-pairs-hatches")} == {0, 1, 2}
    hatches = outcome_of("three-hatches")
    assert len(set(hatches.game_points)) == 1 == len(hatches.winners)
    assert len(match_of("desempate").state.tie) > 1
    assert match_of("leaving").state.gone == {1, 2}
    assert match_of("leaving-a-pair").state.gone == {0}


if __name__ == "__main__":
    for path in RECORDS:
        told = transcript(replay(parse_record(text_of(path))))
        path.with_suffix(".txt").write_text(told, encoding="utf-8", newline="\n")
