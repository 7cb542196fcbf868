"""Two copies of the program, and copies that are killed: real processes on one home."""

import os
import random
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from matches import first_roll, setup_of

from cacho.engine import Action, action_line, parse_record, replay
from cacho.services.notices import NoticeKind
from cacho.services.paths import Home
from cacho.services.people import People, load_people, save_people
from cacho.services.settings import Settings, load_settings, save_settings
from cacho.services.store import MatchStore

ROOT = Path(__file__).resolve().parents[2]

PRELUDE = """
import random, sys
from pathlib import Path
from cacho.engine import CASUAL, Ask, Hand, Help, Level, Seat, Setup, TakeBack
from cacho.engine import action_line, why_not
from cacho.services.paths import Home
from cacho.services.people import People, save_people
from cacho.services.settings import Settings, save_settings
from cacho.services.store import MatchStore
home = Home(Path(sys.argv[1]), Path(sys.argv[2]))
setup = Setup(CASUAL, (Seat("Other"), Seat("Copy")), "lot")
def say(*words):
    sys.stdout.write(" ".join(map(str, words)) + "\\n")
    sys.stdout.flush()
"""

WAITS = """
store = MatchStore(home)
session = store.start(setup)
session.submit(session.match.legal_actions[0])
say("ready")
sys.stdin.readline()
say(save_settings(home.settings_file, Settings(dice_volume=0.125)))
"""

PLAYS = """
store = MatchStore(home)
chance = random.Random(int(sys.argv[3]))
session = store.resume() or store.start(setup)
say("log", len(session.match.log))
while True:
    if session.over:
        session.finish()
        session = store.start(setup)
        say("log", 0)
    rare = [TakeBack(agreed=True), Hand(0, Level.MAESTRO), Hand(0, name="José"), Ask(1, Help.ODDS)]
    possible = [action for action in rare if why_not(session.state, action) is None]
    if not possible or chance.random() < 0.9:
        possible = session.match.legal_actions
    session.submit(chance.choice(possible))
    say("did", action_line(session.match.log[-1]))
"""

SAVES = """
volume = 0
say("ready")
while True:
    volume = (volume + 1) % 101
    save_settings(home.settings_file, Settings(dice_volume=volume / 100, language="en"))
    save_people(home.people_file, People().remember([f"P{number}" for number in range(volume)]))
"""


@pytest.fixture
def programs() -> Iterator[list["subprocess.Popen[str]"]]:
    running: list[subprocess.Popen[str]] = []
    yield running
    for program in running:
        program.kill()
        program.communicate()


def started(home: Home, program: str, *arguments: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [
            sys.executable,
            "-c",
            textwrap.dedent(PRELUDE + program),
            str(home.data),
            str(home.config),
            *arguments,
        ],
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )


def line_of(program: "subprocess.Popen[str]") -> str:
    assert program.stdout is not None
    return program.stdout.readline().strip()


def rest_of(program: "subprocess.Popen[str]") -> str:
    """What it said until its end, what `line_of` had read ahead included."""
    assert program.stdout is not None
    with program:
        return program.stdout.read()


def test_the_second_copy_says_so_and_changes_nothing_of_the_firsts(
    home: Home, programs: list["subprocess.Popen[str]"]
) -> None:
    save_settings(home.settings_file, Settings(dice_volume=0.5))
    save_people(home.people_file, People(("Ana",), ("Ana",)))
    programs.append(started(home, WAITS))
    assert line_of(programs[0]) == "ready"
    (theirs,) = home.matches.glob("*.cacho")
    before = theirs.read_bytes()

    store = MatchStore(home)
    assert store.second_copy
    assert [notice.kind for notice in store.take_notices()] == [NoticeKind.SECOND_COPY]
    assert store.resume() is None
    assert store.played_elsewhere
    for notice in (
        save_settings(home.settings_file, Settings(dice_volume=0.75)),
        save_people(home.people_file, People(("Luis",), ())),
    ):
        assert notice is not None
        assert notice.kind is NoticeKind.SECOND_COPY
    session = store.start(setup_of(match_id="mine"))
    first_roll(session)
    assert session.notice is None
    assert store.resume() is session

    assert theirs.read_bytes() == before
    assert load_settings(home.settings_file)[0].dice_volume == 0.5
    assert load_people(home.people_file)[0].recent == ("Ana",)
    assert programs[0].stdin is not None
    programs[0].stdin.write("\n")
    programs[0].stdin.flush()
    assert line_of(programs[0]) == "None", "the first copy still saves"
    assert load_settings(home.settings_file)[0].dice_volume == 0.125
    session.close()
    store.close()


@pytest.mark.parametrize("how", ["kill", "quit"])
def test_when_the_first_copy_is_gone_its_match_can_be_gone_on_with(
    home: Home, programs: list["subprocess.Popen[str]"], how: str
) -> None:
    programs.append(started(home, WAITS))
    assert line_of(programs[0]) == "ready"
    assert MatchStore(home).second_copy
    if how == "kill":
        programs[0].kill()
    programs[0].communicate("\n" if how == "quit" else None)
    store = MatchStore(home)
    assert not store.second_copy
    session = store.resume()
    assert session is not None
    assert session.state.seats[0].name == "Other"
    assert len(session.match.log) == 1
    assert save_settings(home.settings_file, Settings()) is None
    store.close()


def test_a_match_that_another_copy_is_playing_is_not_offered(
    home: Home, programs: list["subprocess.Popen[str]"]
) -> None:
    """The first copy quits, the second plays on; a third one must not take its match."""
    first = MatchStore(home)
    first.start(setup_of(match_id="first")).close()
    assert not first.played_elsewhere, "a match on disk is not one that is played"
    programs.append(started(home, WAITS))
    assert line_of(programs[0]) == "ready"
    assert first.played_elsewhere
    first.close()
    third = MatchStore(home)
    assert not third.second_copy
    session = third.resume()
    assert session is not None
    assert session.setup.match_id == "first"
    third.close()


def test_two_stores_in_one_program_are_one_copy(home: Home) -> None:
    assert not MatchStore(home).second_copy
    assert not MatchStore(home).second_copy


# ------------------------------------------------------------------------- kill -9


def lines_of(actions: Iterable[Action]) -> list[str]:
    return [action_line(action) for action in actions]


def test_killed_at_any_moment_no_more_than_the_last_action_is_lost(home: Home, soak: bool) -> None:
    """The program plays and tells what it did; it is killed; the record has all that it told."""
    chance = random.Random()
    told: list[str] = []
    for attempt in range(500 if soak else 20):
        program = started(home, PLAYS, str(attempt))
        known = int(line_of(program).removeprefix("log "))
        assert known == len(told)
        time.sleep(chance.uniform(0.0, 0.12))
        program.kill()
        rest = rest_of(program)
        for line in rest.split("\n")[:-1]:
            word, _, what = line.partition(" ")
            told = [] if word == "log" else [*told, what]
        store = MatchStore(home)
        session = store.resume()
        assert {n.kind for n in store.take_notices()} <= {NoticeKind.MATCH_TORN}
        log = lines_of(session.match.log) if session else []
        if log[: len(told)] != told:  # killed just after it had put a finished match away
            records = [parse_record(path.read_bytes()) for path in home.finished.iterdir()]
            assert told in [lines_of(record.actions) for record in records]
            assert log == []
        else:
            assert len(log) <= len(told) + 1, "at most one action that was not yet told"
        told = log
        store.close()
    assert not list(home.matches.glob("*.damaged-*"))
    store = MatchStore(home)
    store.history.catch_up()
    over = [session] if (session := store.resume()) and session.over else []
    assert store.history.count() == len(list(home.finished.glob("*.cacho"))) + len(over)
    assert store.take_notices() == (), "the history has survived as well"
    store.close()
    for record in home.finished.glob("*.cacho"):
        assert replay(parse_record(record.read_bytes())).over


def test_killed_while_saving_the_settings_are_whole(home: Home, soak: bool) -> None:
    chance = random.Random()
    for _ in range(200 if soak else 8):
        program = started(home, SAVES)
        assert line_of(program) == "ready"
        time.sleep(chance.uniform(0.0, 0.08))
        program.send_signal(getattr(signal, "SIGKILL", signal.SIGTERM))
        program.communicate()
        settings, notice = load_settings(home.settings_file)
        people, other = load_people(home.people_file)
        assert (notice, other) == (None, None)
        assert settings in (Settings(), replace(settings, language="en"))
        assert len(people.recent) in range(61)
    MatchStore(home).close()
    assert not list(home.config.glob(".save-*")), "a start sweeps up"
    assert len(list(home.config.iterdir())) <= 3
