"""The history: what counts, how often, for whom; and that it can always be made anew."""

import json
import os
import random
import sqlite3
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from matches import SEED, first_roll, play_out, played, put, setup_of

from cacho.__main__ import main
from cacho.engine import (
    ALALAY,
    CASUAL,
    PERU,
    Box,
    Hand,
    Leave,
    Level,
    Match,
    Note,
    Roll,
    ScriptedDice,
    Seat,
    SeededDice,
    Setup,
    TakeBack,
    commitment,
    dice_of,
    parse_record,
    record_text,
    with_fields,
)
from cacho.services import lock, safefile
from cacho.services.games import Against
from cacho.services.history import History
from cacho.services.notices import NoticeKind
from cacho.services.paths import Home
from cacho.services.store import MatchStore
from cacho.services.summary import summarise
from tools.bench.keeping import PEOPLE, large_history


@pytest.fixture
def history(home: Home):
    history = History(home)
    yield history
    history.close()


def ids(history: History) -> list[str]:
    return [game.match_id for game in history.games()]


# ---------------------------------------------------------------------------------- counting once


def test_a_match_counts_when_it_is_over_and_once(home: Home, store: MatchStore) -> None:
    """U15: finished, the program ended, opened again at its end, finished again."""
    session = store.start(setup_of(match_id="a"), SEED)
    first_roll(session)
    assert store.history.count() == 0
    play_out(session)
    assert ids(store.history) == ["a"]
    store.close()
    for _ in range(3):
        store = MatchStore(home)
        session = store.resume()
        assert session is not None
        assert session.over
        (game,) = store.history.games()
        assert game.sound, "its page has the record, though nobody has left the table yet"
        assert parse_record(game.path.read_bytes()).setup.match_id == "a"
        store.close()
    store = MatchStore(home)
    session = store.resume()
    session.finish()
    store.history.catch_up()
    store.history.catch_up()
    (game,) = store.history.games()
    assert game.path == home.finished / "a.cacho"
    store.close()


def test_the_last_note_taken_back_from_the_end_corrects_it(store: MatchStore) -> None:
    session = store.start(setup_of("Ana", match_id="a"), SEED)
    play_out(session)
    (before,) = store.history.games()
    session.submit(TakeBack())
    assert store.history.count() == 0
    box = session.state.sheet.open_boxes[0]
    session.submit(Note(box))
    assert store.history.games() == (before,)


def test_a_crash_between_the_end_and_the_history_loses_nothing(home: Home) -> None:
    """Whatever lies with the finished records is read when somebody looks."""
    put(home, played("a"))
    put(home, played("b", "Eva"))
    history = History(home)
    assert history.catch_up() == 0
    assert sorted(ids(history)) == ["a", "b"]
    assert history.catch_up() == 0
    history.close()


def test_reading_records_can_be_spread_over_many_moments(home: Home, history: History) -> None:
    for number in range(5):
        put(home, played(f"m{number}", "Ana"))
    left = [history.catch_up(seconds=1e-9) for _ in range(6)]
    assert left == [4, 3, 2, 1, 0, 0]


def test_unfinished_and_put_away_matches_do_not_count(home: Home, store: MatchStore) -> None:
    for name in ("a", "b"):
        first_roll(store.start(setup_of("Ana", "Luis", match_id=name), SEED))
    (other, path) = store.open_matches()
    assert [one.setup.match_id for one in store.unfinished()] == [other.stem, path.stem]
    assert store.put_away(path)
    assert [one.path for one in store.unfinished()] == [other]
    assert [one.setup.match_id for one in store.put_away_matches()] == [path.stem]
    assert store.history.count() == 0
    assert not store.put_away(path), "it is gone from there"
    assert store.bring_back(home.put_away / path.name)
    session = store.resume(path=path)
    assert session is not None
    assert session.path == path
    assert store.take_notices() == (), "its seed came along"


def test_any_of_several_open_matches_is_gone_on_with(store: MatchStore) -> None:
    for name in ("a", "b", "c"):
        first_roll(store.start(setup_of("Ana", match_id=name), SEED))
    for path in store.open_matches() * 2:
        session = store.resume(path=path)
        assert session is not None
        assert session.setup.match_id == path.stem
        assert store.resume() is session
    assert store.resume(path=path.with_name("none.cacho")) is None


def test_the_same_match_from_two_files_counts_once(home: Home, history: History) -> None:
    put(home, played("a"))
    put(home, played("a"), "a-2.cacho")
    put(home, played("a", "Eva", "Pía"), "zz.cacho")
    history.catch_up()
    (game,) = history.games()
    assert [seat.name for seat in game.seats] == ["Ana", "Luis"]
    assert history.rebuild() == 1


def test_what_is_no_finished_match_is_passed_over_and_not_asked_again(
    home: Home, history: History, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(home, played("a"))
    (home.finished / "bad.cacho").write_bytes(b"\xff" * 100)
    (home.finished / "open.cacho").write_text(record_text(played("b"))[:300], "utf-8")
    (home.finished / "folder.cacho").mkdir()
    assert history.catch_up() == 0
    assert ids(history) == ["a"]

    def refuse(*_args: object) -> bytes:
        raise AssertionError("read again")

    monkeypatch.setattr(safefile, "read_bytes", refuse)
    assert history.catch_up() == 0


def test_a_record_that_was_changed_by_hand_is_read_again(home: Home, history: History) -> None:
    """The list, the page and a rebuilt history tell the same: what the record says."""
    file = put(home, played("a"))
    put(home, played("b"))
    history.catch_up()
    file.write_text(record_text(played("a", "Eva", "Pía")), "utf-8")
    assert history.catch_up() == 0
    changed = history.games()
    assert {seat.name for seat in changed[0].seats} == {"Eva", "Pía"}
    file.write_text(record_text(played("c")), "utf-8")
    history.catch_up()
    assert sorted(ids(history)) == ["b", "c"]
    before = history.games()
    history.rebuild()
    assert history.games() == before


def test_a_record_that_was_damaged_since_is_marked_and_still_told(
    home: Home, history: History
) -> None:
    file = put(home, played("a"))
    history.catch_up()
    (before,) = history.games()
    assert before.sound
    sound = file.read_bytes()
    file.write_bytes(sound.replace(b"roll ", b"rool ", 1))
    history.catch_up()
    assert history.games() == (replace(before, sound=False),)
    assert history.unread() == ("a.cacho",)
    file.write_bytes(sound)
    history.catch_up()
    assert history.games() == (before,)
    file.unlink()
    assert history.games() == (replace(before, sound=False),)


# ------------------------------------------------------------------------------------ what is told


def test_a_game_tells_who_won_what_by_which_rules(home: Home, history: History) -> None:
    rules = replace(CASUAL, grandes=1, name="Los viernes")
    match = played("a", "Ana", "Luis", "Eva", rules=rules)
    path = put(home, match)
    history.catch_up()
    (game,) = history.games()
    outcome = match.state.outcome
    assert (game.match_id, game.date, game.path) == ("a", "2026-11-30T21:04", path)
    assert (game.rules, game.kind, game.own_dice) == (rules, outcome.kind, False)
    assert [seat.total for seat in game.seats] == list(match.state.totals)
    assert [seat.name for seat in game.winners] == [
        match.state.seats[team].name for team in outcome.winners
    ]
    assert {seat.place for seat in game.seats} == {placing.place for placing in outcome.ranking}
    assert game == history.game("a")
    assert history.game("none") is None


def test_an_old_record_has_the_date_of_its_file(home: Home, history: History) -> None:
    path = put(home, played("a", date=None))
    os.utime(path, (0, 1_000_000_000))
    history.catch_up()
    assert history.games()[0].date.startswith("2001-09-0")


def test_games_are_listed_newest_first_a_page_at_a_time(home: Home, history: History) -> None:
    for day in (3, 1, 2):
        put(home, played(f"d{day}", "Ana", date=f"2026-11-0{day}T21:04"))
    put(home, played("other", "Eva", date="2026-12-01T00:00"))
    history.catch_up()
    assert ids(history) == ["other", "d3", "d2", "d1"]
    assert [game.match_id for game in history.games(2, 1)] == ["d3", "d2"]
    assert [game.match_id for game in history.games(person="Ana")] == ["d3", "d2", "d1"]


def test_a_person_s_page(home: Home, history: History) -> None:
    matches = [played(f"m{n}", "Ana", "Luis", seed=bytes([n]) * 32) for n in range(8)]
    matches.append(played("alone", "Ana", rules=ALALAY))
    for match in matches:
        put(home, match)
    history.catch_up()
    person = history.person("Ana")
    assert (person.games, person.left, person.written) == (9, 0, ("Ana",))
    assert person.won == sum(0 in match.state.outcome.winners for match in matches)
    assert person.paid == sum(0 in match.state.outcome.payers for match in matches)
    casual, alalay = person.by_rules
    assert (casual.rules, casual.games, alalay.rules, alalay.games) == (CASUAL, 8, ALALAY, 1)
    full = [m.state.totals[0] for m in matches[:8] if m.state.outcome.kind == "points"]
    assert sorted(score.total for score in casual.scores) == sorted(full)
    assert casual.average == pytest.approx(sum(full) / len(full))
    best = max([*full, matches[8].state.totals[0]])
    assert person.best.total == best
    crossed = sum(times for _, times in person.crossed)
    assert crossed == sum(
        sum(mark.crossed for box in Box for mark in match.state.sheets[0].marks(box))
        for match in matches
    )
    assert [times for _, times in person.crossed] == sorted(
        (times for _, times in person.crossed), reverse=True
    )
    assert history.person("Nobody") is None


def test_dormidas_and_sheets_cut_short(home: Home, history: History) -> None:
    dice = ScriptedDice([1, 2, 3, 4, 6, 1, 2, 3, 4, 6, 5, 5, 5, 5, 5])
    put(home, played("a", "Ana", "Luis", dice=dice))
    history.catch_up()
    ana, luis = history.person("Ana"), history.person("Luis")
    assert (ana.dormidas, luis.dormidas) == (1, 0)
    assert ana.by_rules[0].scores == luis.by_rules[0].scores == ()
    assert (ana.won, luis.paid) == (1, 1)
    assert history.games()[0].kind == "dormida"


def test_who_left_has_neither_won_nor_lost(home: Home, history: History) -> None:
    """U15: a quit is no loss; but whoever is on the last place pays the round (R-16)."""
    match = Match(Setup(CASUAL, tuple(map(Seat, ("Ana", "Luis"))), 0, "a"), SeededDice(SEED))
    match.submit(Roll())
    match.submit(match.legal_actions[-1])
    match.submit(Leave(1))
    while not match.over:
        notes = [action for action in match.legal_actions if isinstance(action, Note)]
        match.submit(notes[0] if notes else Roll())
    put(home, match)
    history.catch_up()
    luis = history.person("Luis")
    assert (luis.games, luis.won, luis.paid, luis.left) == (0, 0, 1, 1)
    lines = {line.names: line for line in history.tally(["a"]).people}
    assert (lines["Luis",].games, lines["Luis",].paid) == (0, 1)
    assert history.person("Ana").games == 1
    assert history.head_to_head("Ana", "Luis") == Against()


def test_bots_and_empty_seats_are_nobody(home: Home, store: MatchStore) -> None:
    seats = (Seat("Ana"), Seat("Flora", Level.MAESTRO), Seat("Jugador 3"), Seat("Luis"))
    session = store.start(Setup(CASUAL, seats, 0, "a"), SEED)
    session.submit(Hand(3, name="Eva"))
    play_out(session)
    assert [line.name for line in store.history.people()] == ["Ana", "Eva"]
    flora = store.history.games()[0].seats[1]
    assert (flora.bot, flora.name) == (Level.MAESTRO, "Flora")
    assert store.history.games()[0].seats[2].guest


def test_head_to_head_alone_and_in_pairs(home: Home, history: History) -> None:
    pairs = with_fields(CASUAL, {"team_size": "2"})
    games = [played(f"m{n}", "Ana", "Luis", "Eva", seed=bytes([n]) * 32) for n in range(5)]
    together = played("p", "Ana", "Luis", "Eva", "Pía", rules=pairs)
    for match in (*games, together):
        put(home, match)
    history.catch_up()
    first = second = level = 0
    for match in games:
        place = {line.team: line.place for line in match.state.outcome.ranking}
        first += place[0] < place[1]
        second += place[0] > place[1]
        level += place[0] == place[1]
    won = int(0 in together.state.outcome.winners)
    assert history.head_to_head("Ana", "Luis") == Against(first, second, level, 1, won)
    other = history.head_to_head("Luis", "Ana")
    assert (other.first, other.second, other.games) == (second, first, 5)
    assert history.head_to_head("Ana", "Pía").games == 1


# ------------------------------------------------------------------------------------------- faces


def test_every_die_that_fell_is_counted(home: Home, history: History) -> None:
    match = played("a", "Ana", "Luis")
    put(home, match)
    history.catch_up()
    fell = [face for action in match.log for face in getattr(action, "faces", ())]
    assert history.faces() == tuple(fell.count(face) for face in range(1, 7))
    by_name = dict(history.faces_by_name())
    each = [by_name[name] for name in ("Ana", "Luis")]
    assert tuple(map(sum, zip(*each, strict=True))) == history.faces()
    assert history.faces(match_ids=["none"]) == (0,) * 6
    assert dict(history.faces_by_name(["a"] * 3)) == by_name


def test_faces_by_name_tell_of_bots_and_guests_too(home: Home, store: MatchStore) -> None:
    seats = (Seat("Ana"), Seat("Flora", Level.MAESTRO), Seat("Jugador 3"))
    play_out(store.start(Setup(CASUAL, seats, 0, "a"), SEED))
    put(home, played("b", "Ana"))
    store.history.catch_up()
    told = dict(store.history.faces_by_name())
    assert list(told) == ["Ana", "Flora", "Jugador 3"]
    assert tuple(map(sum, zip(*told.values(), strict=True))) == store.history.faces()
    tonight = dict(store.history.faces_by_name(["a"]))
    assert sum(tonight["Ana"]) < sum(told["Ana"])
    assert store.history.faces_by_name([]) == ()


PROMISED = commitment(SEED)


@pytest.mark.parametrize(
    ("own_dice", "promised", "counted"),
    [(False, PROMISED, 10), (True, None, 15), (False, None, 0)],
    ids=["the program's", "the table's", "nobody's"],
)
def test_dice_are_counted_once_and_only_of_those_who_answer_for_them(
    own_dice: bool, promised: str | None, counted: int
) -> None:
    """Rolled again after a take-back the program's are the same, the table's thrown anew (R-17).

    Without a seed that was promised anybody may have written what fell.
    """
    seats = tuple(map(Seat, ("Ana", "Luis")))
    setup = Setup(CASUAL, seats, 0, commitment=promised, own_dice=own_dice)
    match = Match(setup, ScriptedDice([1, 1, 2, 3, 4, 6, 6, 6, 6, 6]))
    match.submit(Roll())
    match.submit(Note(Box.BALAS))
    match.submit(Roll())
    match.submit(TakeBack(agreed=True))
    match.submit(Note(Box.TONTOS))
    match.submit(Roll((6, 6, 6, 6, 6)))
    summary = summarise(setup, match.log)
    assert sum(sum(seat.faces) for seat in summary.seats) == counted


def test_the_table_s_own_dice_are_counted_apart(home: Home, history: History) -> None:
    setup = Setup(CASUAL, (Seat("Ana"),), 0, "a", own_dice=True)
    match = Match(setup, ScriptedDice(()))
    match.submit(Roll((5, 5, 5, 5, 5)))
    put(home, match)
    history.catch_up()
    assert history.faces() == (0,) * 6
    assert history.faces(own_dice=True) == (0, 0, 0, 0, 5, 0)


def test_dice_that_all_teams_got_count_once_for_the_table(home: Home, history: History) -> None:
    """The same dice seen by four are no more evidence, whether they are fair, than seen by one."""
    setup = Setup(CASUAL, tuple(map(Seat, "ABCD")), 0, "a", duplicate=True)
    match = Match(setup, dice_of(setup, SEED))
    while not match.over:
        notes = [action for action in match.legal_actions if isinstance(action, Note)]
        match.submit(notes[0] if notes else Roll())
    put(home, match)
    history.catch_up()
    assert dict(history.faces_by_name()) == dict.fromkeys("ABCD", history.faces())


# ----------------------------------------------------------------------------------------- persons


def test_names_are_joined_renamed_and_parted(home: Home, history: History) -> None:
    for n, name in enumerate(("Ana", "ana", "Anna")):
        put(home, played(f"m{n}", name, "Luis"))
    history.catch_up()
    assert [line.name for line in history.people()] == ["Luis", "Ana", "Anna", "ana"]
    assert history.join("ana", "Ana") is None
    assert history.join("Anna", "ana") is None, "ana is Ana by now"
    assert history.person("Ana").games == 3
    assert history.person("Ana").written == ("Ana", "ana", "Anna")
    assert history.person("ana") is None
    history.rename("Ana", "Anita")
    assert history.person("Anita").games == 3
    assert history.games()[0].seats[0].person == "Anita"
    history.close()
    again = History(home)
    assert again.person("Anita").games == 3
    again.rebuild()
    assert again.person("Anita").games == 3, "making it anew keeps who is who"
    again.part("Anna")
    assert [line.name for line in again.people()] == ["Luis", "Anita", "Anna"]
    again.rename("Anita", "Ana")
    assert again.person("Ana").games == 2
    again.close()


def test_renaming_back_and_joining_in_a_ring(home: Home, history: History) -> None:
    put(home, played("m", "Ana", "Luis"))
    history.catch_up()
    history.rename("Ana", "Eva")
    history.rename("Eva", "Ana")
    assert history.person("Ana").games == 1
    history.join("Luis", "Ana")
    history.join("Ana", "Luis")
    assert len(history.people()) == 1
    assert history.people()[0].games == 1, "both sat at one table: one match"


@pytest.mark.parametrize("content", [b"", b"x", b"{}", b'{"persons": {"a": 5}}', bytes(100)])
def test_a_damaged_list_of_joined_names_is_survived(home: Home, content: bytes) -> None:
    put(home, played("a"))
    home.aliases_file.write_bytes(content)
    history = History(home)
    history.catch_up()
    assert [line.name for line in history.people()] == ["Ana", "Luis"]
    assert [notice.kind for notice in history.take_notices()] == [NoticeKind.ALIASES_DAMAGED]
    history.close()


# ------------------------------------------------------------------------------ damage and trouble


def damage_file(home: Home, chance: random.Random) -> None:
    data = bytearray(home.history_file.read_bytes())
    for _ in range(chance.choice((1, 20, 2000))):
        data[chance.randrange(len(data))] = chance.randrange(256)
    home.history_file.write_bytes(data[: chance.choice((len(data), len(data), 5000, 100))])


def answers(history: History) -> list[object]:
    person = history.person("Ana")
    return [
        history.games(),
        history.people(),
        person,
        history.head_to_head("Ana", "Luis"),
        history.faces(),
        history.tally(["m1", "m2"]),
    ]


def kept(home: Home, matches: int = 4) -> list[object]:
    for n in range(matches):
        put(home, played(f"m{n}", "Ana", "Luis", "Eva", seed=bytes([n]) * 32))
    history = History(home)
    history.catch_up()
    told = answers(history)
    history.close()
    return told


@pytest.mark.parametrize("seed", range(12))
def test_a_damaged_history_is_made_anew_from_the_records(home: Home, seed: int) -> None:
    """Never an error: either nothing of it is noticed, or it is set aside and read again."""
    before = kept(home)
    damage_file(home, random.Random(seed))
    history = History(home)
    history.catch_up()
    answers(history)
    history.catch_up()
    told = [notice.kind for notice in history.take_notices()]
    if told:
        assert told == [NoticeKind.HISTORY_DAMAGED] * len(told)
        assert list(home.data.glob("history.sqlite.damaged-*"))
        assert answers(history) == before
    assert history.rebuild() == 4
    assert answers(history) == before
    history.close()


@pytest.mark.parametrize(
    "content", [b"x" * 99, bytes(5000), b"SQLite format 3\0" + bytes(200), b'{"a": 1}' * 9]
)
def test_a_file_that_is_no_history_is_set_aside(home: Home, content: bytes) -> None:
    before = kept(home)
    home.history_file.write_bytes(content)
    history = History(home)
    history.catch_up()
    assert answers(history) == before
    assert (home.data / "history.sqlite.damaged-1").read_bytes() == content
    history.close()


def test_a_folder_of_that_name_and_an_empty_file(home: Home) -> None:
    before = kept(home)
    home.history_file.unlink()
    home.history_file.mkdir()
    history = History(home)
    history.catch_up()
    assert answers(history) == before
    history.close()
    home.history_file.write_bytes(b"")
    history = History(home)
    history.catch_up()
    assert answers(history) == before
    history.close()


def test_tables_of_another_version_are_made_anew_without_a_word(home: Home) -> None:
    before = kept(home)
    with sqlite3.connect(home.history_file) as db:
        db.execute("DROP TABLE seats")
        db.execute("CREATE TABLE more (x)")
        db.execute("PRAGMA user_version = 99")
    db.close()
    history = History(home)
    history.catch_up()
    assert answers(history) == before
    assert history.take_notices() == ()
    history.close()


def test_where_the_disk_refuses_the_records_are_read_into_memory(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = kept(home)
    real = sqlite3.connect

    def refuse(path: object, *args: object, **kwargs: object) -> sqlite3.Connection:
        db = real(path, *args, **kwargs)
        if path == home.history_file:
            db.execute("PRAGMA query_only = ON")
        return db

    put(home, played("new", "Ana", "Luis"))
    monkeypatch.setattr(sqlite3, "connect", refuse)
    history = History(home)
    history.catch_up()
    assert history.count() == 5
    assert [notice.kind for notice in history.take_notices()] == [NoticeKind.HISTORY_UNSAVED]
    assert history.tally(["m1", "m2"]) == before[-1]
    history.close()


def test_a_match_ends_even_where_nothing_can_be_written(
    home: Home, store: MatchStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_args: object, **_kwargs: object) -> sqlite3.Connection:
        error = sqlite3.OperationalError("unable to open database file")
        error.sqlite_errorcode = sqlite3.SQLITE_CANTOPEN
        raise error

    real = sqlite3.connect
    monkeypatch.setattr(
        sqlite3,
        "connect",
        lambda path, **options: real(path, **options) if path == ":memory:" else refuse(),
    )
    session = store.start(setup_of("Ana"), SEED)
    play_out(session)
    assert session.over
    assert store.history.count() == 1
    assert NoticeKind.HISTORY_UNSAVED in [notice.kind for notice in store.take_notices()]


def test_a_second_copy_reads_the_history_and_leaves_it_alone(home: Home) -> None:
    before = kept(home)
    code = (
        "import sys\nfrom pathlib import Path\nfrom cacho.services.paths import Home\n"
        "from cacho.services import lock\nhome = Home(Path(sys.argv[1]), Path(sys.argv[2]))\n"
        "assert lock.take(home)\nprint('held', flush=True)\nsys.stdin.read()\n"
    )
    other = subprocess.Popen(
        [sys.executable, "-c", code, str(home.data), str(home.config)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    try:
        assert other.stdout.readline().strip() == b"held"
        store = MatchStore(home)
        assert store.second_copy
        data = home.history_file.read_bytes()
        session = store.start(setup_of("Ana", match_id="second"), SEED)
        play_out(session)
        assert store.history.count() == 5
        assert home.history_file.read_bytes() == data
        session.finish()
        store.close()
    finally:
        other.communicate()
    store = MatchStore(home)
    assert not store.second_copy
    store.history.catch_up()
    assert store.history.count() == 5, "what the second copy finished is read later"
    assert set(before[0]) < set(store.history.games())
    store.close()


def test_a_large_history_answers_as_a_small_one_does(home: Home) -> None:
    """The generator is that of `make bench`, which measures ten times as many."""
    large_history(home, 1000)
    history = History(home)
    assert history.catch_up() == 0
    assert history.count() == 1000
    lines = history.people()
    assert len(lines) == PEOPLE
    assert sum(line.won for line in lines) == 1000
    first, second = lines[0].name, lines[1].name
    person = history.person(first)
    assert person.games == lines[0].games == len(history.games(limit=-1, person=first))
    assert sum(one.games for one in person.by_rules) == person.games
    against = history.head_to_head(first, second)
    both = {game.match_id for game in history.games(limit=-1, person=first)} & {
        game.match_id for game in history.games(limit=-1, person=second)
    }
    assert against.games == len(both)
    every = [game.match_id for game in history.games(limit=-1)]
    assert history.faces(match_ids=every) == history.faces()
    history.close()


# ------------------------------------------------------------------------------------- the command


def test_the_command_lists_and_makes_anew(
    home: Home, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("CACHO_HOME", str(tmp_path / "home"))
    assert main(["history"]) == 0
    assert capsys.readouterr().out == "No match was finished here yet.\n"
    there = Home(tmp_path / "home", tmp_path / "home")
    there.finished.mkdir(parents=True)
    put(there, played("a", "Ana", "Luis"))
    put(there, played("b", "Eva", rules=PERU))
    assert main(["history"]) == 0
    out = capsys.readouterr().out
    assert out.count("\n") == 2
    assert "2026-11-30 21:04  casual: 1. " in out
    assert main(["history", "--json", "--person", "Eva"]) == 0
    (told,) = json.loads(capsys.readouterr().out)
    assert (told["match"], told["rules"], told["seats"][0]["name"]) == ("b", "peru", "Eva")
    there.history_file.write_bytes(b"nonsense, and more of it")
    assert main(["history", "--rebuild"]) == 0
    captured = capsys.readouterr()
    assert captured.out == out
    assert "damaged" in captured.err
    spoiled = there.finished / "b.cacho"
    spoiled.write_bytes(bytes(len(spoiled.read_bytes())))
    assert main(["history", "--rebuild"]) == 2
    captured = capsys.readouterr()
    assert captured.out.count("\n") == 1
    assert "b.cacho is no finished match that can be read" in captured.err
    assert spoiled.exists()
    lock.release(there)
