"""Matches on disk: gone on with exactly where they stood, rescued when damaged, never deleted."""

import os
import random
import time
from dataclasses import replace
from pathlib import Path

import pytest
from matches import SEED, first_roll, play, play_out, setup_of

from cacho.engine import (
    BASIC,
    CASUAL,
    Hand,
    Hold,
    IllegalAction,
    Level,
    Match,
    Note,
    OutOfDice,
    Roll,
    ScriptedDice,
    Seat,
    SeededDice,
    Setup,
    TakeBack,
    commitment,
    header_lines,
    parse_record,
    record_text,
    replay,
)
from cacho.services import safefile
from cacho.services.notices import NoticeKind
from cacho.services.paths import Home
from cacho.services.session import Session, seed_of
from cacho.services.store import MatchStore


def kinds(store: MatchStore) -> list[NoticeKind]:
    return [notice.kind for notice in store.take_notices()]


def again(home: Home) -> tuple[Session | None, list[NoticeKind]]:
    """Start the program anew: another store on the same folders."""
    store = MatchStore(home)
    return store.resume(), kinds(store)


def stopped(store: MatchStore, actions: int = 60, seed: int = 1) -> tuple[Path, bytes]:
    """A match in progress, let go of; its record and the bytes in it."""
    session = store.start(setup_of(), SEED)
    play(session, actions, random.Random(seed))
    session.close()
    (path,) = store.open_matches()
    return path, path.read_bytes()


# ------------------------------------------------------------------------ going on


def test_without_a_match_there_is_nothing_to_go_on_with(home: Home) -> None:
    assert again(home) == (None, [])


def test_a_new_match_can_be_gone_on_with_before_its_first_action(
    home: Home, store: MatchStore
) -> None:
    started = store.start(setup_of())
    assert started.notice is None
    started.close()
    session, told = again(home)
    assert session is not None
    assert session.state == started.state
    assert told == []


@pytest.mark.parametrize("seed", range(3))
def test_after_every_single_action_the_match_stands_exactly_where_it_was(
    home: Home, store: MatchStore, seed: int
) -> None:
    """Stopped and gone on with after each action of a whole match, dice and rolls included."""
    chance = random.Random(seed)
    session: Session | None = store.start(setup_of("Ana", "Luis", "Eva"), SEED)
    for _ in range(200):
        assert session is not None
        if session.over:
            break
        session.submit(chance.choice(session.match.legal_actions))
        before = session.state, session.match.log, session.setup
        session.close()
        session, told = again(home)
        assert session is not None
        assert (session.state, session.match.log, session.setup) == before
        assert told == []


def test_no_reload_buys_another_roll(home: Home, store: MatchStore) -> None:
    session: Session | None = store.start(setup_of("Ana"), SEED)
    assert session is not None
    session.close()
    rolls = set()
    for _ in range(3):
        session, _ = again(home)
        assert session is not None
        rolls.add(session.match.prepare(Roll()))
        session.close()
    assert len(rolls) == 1


def test_asking_twenty_times_changes_nothing(store: MatchStore) -> None:
    session = store.start(setup_of())
    first_roll(session)
    state = session.state
    for _ in range(20):
        resumed = store.resume()
        assert resumed is not None
        assert resumed.state == state
    assert resumed is session, "the match that is open is not opened a second time"
    session.submit(Hold(frozenset({1})))
    assert store.resume() is session


def test_the_newest_match_is_offered_and_the_others_stay(home: Home, store: MatchStore) -> None:
    now = time.time()
    for age, name in enumerate(("Old", "Older", "Oldest")):
        session = store.start(setup_of(name, match_id=name))
        first_roll(session)
        session.close()
        os.utime(home.matches / f"{name}.cacho", (now - age * 60, now - age * 60))
    session, _ = again(home)
    assert session is not None
    assert session.state.seats[0].name == "Old"
    play_out(session)
    session.finish()
    session, _ = again(home)
    assert session is not None
    assert session.state.seats[0].name == "Older"


def test_starting_another_match_leaves_the_unfinished_one_open(store: MatchStore) -> None:
    first = store.start(setup_of(match_id="a"))
    first_roll(first)
    store.start(setup_of(match_id="b"))
    assert first.closed
    assert len(store.open_matches()) == 2
    with pytest.raises(RuntimeError):
        first.submit(Roll())


def test_an_illegal_action_leaves_no_trace(store: MatchStore) -> None:
    session = store.start(setup_of("Ana"))
    (path,) = store.open_matches()
    before = path.read_bytes()
    with pytest.raises(IllegalAction):
        session.submit(TakeBack())
    assert path.read_bytes() == before


def test_the_record_is_what_the_engine_writes(store: MatchStore) -> None:
    session = store.start(setup_of(), SEED)
    play(session, 50, random.Random(2))
    (path,) = store.open_matches()
    assert path.read_text("utf-8") == record_text(session.match)


def test_the_seed_is_kept_apart_and_promised_in_the_record(store: MatchStore) -> None:
    session = store.start(setup_of(), SEED)
    (path,) = store.open_matches()
    text = path.read_text("utf-8")
    assert session.setup.commitment == commitment(SEED)
    assert commitment(SEED) in text
    assert SEED.hex() not in text
    assert seed_of(path).read_text().strip() == SEED.hex()


def test_matches_of_one_name_do_not_overwrite_each_other(store: MatchStore) -> None:
    ids = {store.start(Setup(CASUAL, (Seat("Ana"),), 0)).setup.match_id for _ in range(5)}
    ids |= {store.start(setup_of("Ana", match_id="same")).setup.match_id for _ in range(3)}
    assert len(ids) == 8
    assert "same" in ids
    assert len(store.open_matches()) == 8


def test_a_finished_match_keeps_its_name(home: Home, store: MatchStore) -> None:
    session = store.start(setup_of("Ana", match_id="same"))
    play_out(session)
    session.finish()
    assert store.start(setup_of("Ana", match_id="same")).setup.match_id != "same"
    assert (home.finished / "same.cacho").exists()


def test_other_dice_can_be_put_before_the_seeded_ones(home: Home, store: MatchStore) -> None:
    session = store.start(
        setup_of("Ana"), SEED, dice=lambda seeded: ScriptedDice([3, 3, 6, 1, 2], seeded)
    )
    assert session.setup.commitment is None
    (rolled,) = session.submit(Roll())
    assert rolled.dice == (3, 3, 6, 1, 2)
    session.submit(Roll())
    state = session.state
    session.close()
    resumed, told = again(home)
    assert resumed is not None
    assert resumed.state == state
    assert told == []


# ------------------------------------------------------------------------ the end


def test_a_finished_match_moves_and_reveals_its_seed(home: Home, store: MatchStore) -> None:
    session = store.start(setup_of(), SEED)
    play_out(session)
    (path,) = store.open_matches()
    assert session.finish() is None
    assert store.open_matches() == ()
    assert not path.exists()
    assert not seed_of(path).exists()
    text = (home.finished / path.name).read_text("utf-8")
    assert text.splitlines()[-1] == f"# seed {SEED.hex()}"
    record = parse_record(text)
    assert replay(record).state == session.state
    source = SeededDice(SEED)
    check = Match(record.setup, source)
    for action in record.actions:
        open_action = type(action)() if hasattr(action, "faces") else action
        assert check.prepare(open_action) == action, "anybody can check the dice"
        check.submit(action)


def test_the_last_note_can_be_taken_back_from_the_end_also_after_a_restart(
    home: Home, store: MatchStore
) -> None:
    session: Session | None = store.start(setup_of("Ana"), SEED)
    assert session is not None
    play_out(session)
    session.submit(TakeBack())
    assert not session.over
    play_out(session)
    session.close()
    session, _ = again(home)
    assert session is not None
    assert session.over
    session.submit(TakeBack())
    assert session.state.phase == "turn"


def test_leaving_the_table_in_the_middle_finishes_nothing(home: Home, store: MatchStore) -> None:
    session = store.start(setup_of())
    first_roll(session)
    assert session.finish() is None
    assert not session.closed
    session.close()
    assert again(home)[0] is not None
    assert list(home.finished.iterdir()) == []


def test_a_rematch_puts_the_finished_match_away(home: Home, store: MatchStore) -> None:
    session = store.start(setup_of(match_id="first"))
    play_out(session)
    store.start(session.setup)
    assert (home.finished / "first.cacho").exists()
    assert len(store.open_matches()) == 1


def test_a_match_counts_once(home: Home, store: MatchStore) -> None:
    session = store.start(setup_of())
    play_out(session)
    for _ in range(3):
        session.finish()
    assert len(list(home.finished.iterdir())) == 1


def test_a_finished_match_that_cannot_be_moved_is_not_lost(
    home: Home, store: MatchStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = store.start(setup_of())
    play_out(session)

    def refuse(*_args: object) -> None:
        raise PermissionError("no")

    with monkeypatch.context() as patch:
        patch.setattr(os, "rename", refuse)
        session.finish()
    resumed, told = again(home)
    assert resumed is not None
    assert resumed.state == session.state
    assert told == []
    resumed.finish()
    assert len(list(home.finished.iterdir())) == 1


# ------------------------------------------------------------------------ damage


def test_a_torn_last_line_is_left_out_with_a_word(home: Home, store: MatchStore) -> None:
    path, data = stopped(store)
    *_, last = data.rstrip(b"\n").split(b"\n")
    whole = data[: -len(last) - 1]
    for length in range(1, len(last) + 1):
        path.write_bytes(whole + last[:length])
        session, told = again(home)
        assert session is not None
        assert told == [NoticeKind.MATCH_TORN]
        assert session.state == replay(parse_record(whole)).state
        session.submit(session.match.legal_actions[0])
        session.close()
        assert path.read_bytes().startswith(whole), "and play goes on cleanly"
        assert again(home)[1] == []
        path.write_bytes(data)


def test_a_record_cut_at_any_byte_is_gone_on_with_or_set_aside(
    home: Home, store: MatchStore
) -> None:
    path, data = stopped(store, actions=25)
    seed = seed_of(path).read_bytes()
    header = data.index(b"\n\n") + 2
    for at in range(len(data)):
        path.write_bytes(data[:at])
        session, told = again(home)
        if at < header:
            assert session is None, data[:at]
            assert told == [NoticeKind.MATCH_DAMAGED]
        else:
            assert session is not None, data[:at]
            assert told in ([], [NoticeKind.MATCH_TORN])
            whole = data[: data.rindex(b"\n", 0, at) + 1]
            assert session.state == replay(parse_record(whole)).state
            session.close()
        seed_of(path).write_bytes(seed)
    kept = [file.read_bytes() for file in home.matches.glob("*.damaged-*")]
    assert sorted(kept) == sorted(data[:at] for at in range(header)), "nothing was deleted"


def test_any_changed_byte_is_survived_and_never_passes_for_other_dice(
    home: Home, store: MatchStore, soak: bool
) -> None:
    """Every byte in turn, changed in several ways: one goes on, told, or it is set aside."""
    path, data = stopped(store, actions=25)
    seed = seed_of(path).read_bytes()
    before = replay(parse_record(data)).state
    chance = random.Random(3)
    for at in range(len(data)):
        every = (
            chance.sample(range(256), 16) if soak else (data[at] ^ 1, chance.choice((0, 10, 255)))
        )
        for byte in set(every) - {data[at]}:
            spoiled = data[:at] + bytes([byte]) + data[at + 1 :]
            path.write_bytes(spoiled)
            session, told = again(home)
            aside = list(home.matches.glob("*.damaged-*"))
            if session is None:
                assert told in ([NoticeKind.MATCH_DAMAGED], [NoticeKind.MATCH_NEWER])
                kept = aside or [path]
                assert kept[0].read_bytes() == spoiled
            else:
                if NoticeKind.MATCH_RECOVERED in told:
                    assert aside[0].read_bytes() == spoiled
                elif session.state.dice != before.dice or session.state.sheets != before.sheets:
                    assert told, spoiled[max(0, at - 20) : at + 20]
                session.close()
            for file in home.matches.glob("*.damaged-*"):
                file.unlink()
            seed_of(path).write_bytes(seed)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"c",
        bytes(100),
        b"\xff" * 100,
        b'{"a": 1}',
        b"cacho 2",
        b"cacho 2\n",
        b"cacho 2\n\nroll 1 2 3 4 5\n",
        b"cacho 2\nmatch x\nrules none\nseat Ana\nstart 1\n\n",
        b"cacho 2\nmatch x\nrules casual grandes=99999999999999999999\nseat Ana\nstart 1\n\n",
        b"cacho 2\nmatch x\nrules casual\nstart 1\n\n",
        b"cacho 2\nmatch ../../x\nrules casual\nseat Ana\nstart 1\n\n",
        b"\x00" * 5_000_000,
        b"a" * 5_000_000,
        b"\n" * 1_000_000,
    ],
    ids=lambda content: ascii(content[:24]),
)
def test_a_file_that_is_no_record_is_set_aside_and_the_next_match_is_offered(
    home: Home, store: MatchStore, content: bytes
) -> None:
    path, _ = stopped(store)
    bad = home.matches / "newer.cacho"
    bad.write_bytes(content)
    os.utime(path, (1, 1))
    session, told = again(home)
    assert session is not None
    assert session.setup.match_id == path.stem
    assert told == [NoticeKind.MATCH_DAMAGED]
    assert (home.matches / "newer.cacho.damaged-1").read_bytes() == content
    session.close()
    assert again(home)[1] == [], "told once"


def test_the_good_part_of_a_damaged_record_is_gone_on_with(home: Home, store: MatchStore) -> None:
    path, data = stopped(store)
    lines = data.split(b"\n")
    at = len(lines) - 8
    spoiled = b"\n".join([*lines[:at], b"rolx 1 2 3", *lines[at + 1 :]])
    path.write_bytes(spoiled)
    store = MatchStore(home)
    session = store.resume()
    assert session is not None
    (notice,) = store.take_notices()
    assert notice.kind is NoticeKind.MATCH_RECOVERED
    assert (home.matches / notice.detail).read_bytes() == spoiled
    sound = b"\n".join(lines[:at]) + b"\n"
    assert session.state == replay(parse_record(sound)).state
    session.submit(session.match.legal_actions[0])
    state = session.state
    session.close()
    resumed, told = again(home)
    assert resumed is not None
    assert resumed.state == state
    assert told == []


def test_an_action_that_the_rules_forbid_is_damage(home: Home, store: MatchStore) -> None:
    path, data = stopped(store, actions=30)
    path.write_bytes(data + b"lot 1 2\nhold 1\n")
    session, told = again(home)
    assert session is not None
    assert told == [NoticeKind.MATCH_RECOVERED]
    assert session.state == replay(parse_record(data)).state


def test_a_record_of_an_older_program_goes_on_in_the_present_form(
    home: Home, store: MatchStore
) -> None:
    """Otherwise a line that the old version did not know would spoil it."""
    path, data = stopped(store)
    old = data.replace(b"cacho 2", b"cacho 1", 1)
    old = old.replace(f"date {parse_record(data).setup.date}\n".encode(), b"")
    path.write_bytes(old)
    session, told = again(home)
    assert session is not None
    assert told == []
    assert path.read_bytes() == old.replace(b"cacho 1", b"cacho 2", 1)
    session.submit(Hand(1, Level.MAESTRO))
    state = session.state
    session.close()
    resumed, told = again(home)
    assert resumed is not None
    assert (resumed.state, told) == (state, [])


@pytest.mark.parametrize("first", [b"cacho 3", b"cacho 27"])
def test_a_record_of_a_newer_program_stays_where_it_is(
    home: Home, store: MatchStore, first: bytes
) -> None:
    path, data = stopped(store)
    newer = data.replace(b"cacho 2", first, 1)
    path.write_bytes(newer)
    session, told = again(home)
    assert session is None
    assert told == [NoticeKind.MATCH_NEWER]
    assert path.read_bytes() == newer


def test_strange_things_in_the_folder_are_survived(home: Home, store: MatchStore) -> None:
    path, _ = stopped(store)
    (home.matches / "folder.cacho" / "inner").mkdir(parents=True)
    (home.matches / "other.txt").write_text("not ours")
    (home.matches / ".save-left-over").write_text("of a crash")
    (home.matches / "ひろ.cacho").write_text("x")
    if os.name != "nt":
        os.mkfifo(home.matches / "pipe.cacho")
        (home.matches / "loop.cacho").symlink_to("loop.cacho")
        (home.matches / "gone.cacho").symlink_to("nowhere")
        (home.matches / "device.cacho").symlink_to("/dev/zero")
    os.utime(path, (1, 1))
    session, told = again(home)
    assert session is not None
    assert session.setup.match_id == path.stem
    assert NoticeKind.MATCH_DAMAGED in told
    assert list(home.matches.glob("folder.cacho.damaged-*/inner"))
    assert (home.matches / "other.txt").exists()
    assert not (home.matches / ".save-left-over").exists()


def test_a_match_that_may_not_be_read_stays(
    home: Home, store: MatchStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, data = stopped(store)

    def refuse(_path: Path, _limit: int = 0) -> bytes:
        raise PermissionError("no")

    with monkeypatch.context() as patch:
        patch.setattr(safefile, "read_bytes", refuse)
        session, told = again(home)
    assert session is None
    assert told == [NoticeKind.MATCH_UNREADABLE]
    assert path.read_bytes() == data


def test_a_damaged_record_on_a_read_only_disk_is_left_alone(
    home: Home, store: MatchStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, data = stopped(store)
    spoiled = data + b"nonsense\n"
    path.write_bytes(spoiled)

    def refuse(*_args: object) -> None:
        raise PermissionError("no")

    with monkeypatch.context() as patch:
        patch.setattr(os, "link", refuse)
        patch.setattr(os, "replace", refuse)
        assert again(home) == (None, [NoticeKind.MATCH_UNREADABLE])
    assert path.read_bytes() == spoiled


def test_dice_of_the_table_need_no_seed(home: Home, store: MatchStore) -> None:
    session = store.start(replace(setup_of("Ana"), own_dice=True))
    with pytest.raises(OutOfDice):
        session.submit(Roll())
    session.submit(Roll((3, 3, 6, 1, 2)))
    (path,) = store.open_matches()
    assert not seed_of(path).exists()
    state = session.state
    session.close()
    resumed, told = again(home)
    assert resumed is not None
    assert (resumed.state, told) == (state, [])
    while not resumed.over:
        possible = resumed.match.legal_actions
        notes = [action for action in possible if isinstance(action, Note)]
        resumed.submit(notes[0] if notes else Roll((1, 2, 2, 5, 6)))
    assert resumed.finish() is None
    assert "commit" not in (home.finished / path.name).read_text("utf-8")


def test_a_record_says_when_the_match_began(store: MatchStore) -> None:
    before = time.strftime("%Y-%m-%dT%H:%M")
    setup = store.start(replace(setup_of("Ana"), date="1999-12-31T23:59")).setup
    assert before <= setup.date <= time.strftime("%Y-%m-%dT%H:%M")


def test_without_the_folder_there_is_no_match(home: Home, store: MatchStore) -> None:
    home.finished.rmdir()
    home.matches.rmdir()
    assert again(home) == (None, [])
    assert store.start(setup_of("Ana")).notice is None


# ------------------------------------------------------------------------ seeds


@pytest.mark.parametrize(
    "seed", [None, b"", b"zz", bytes(32), SEED.hex().encode()[:-2], (SEED[::-1]).hex().encode()]
)
def test_a_lost_seed_is_replaced_with_a_word(
    home: Home, store: MatchStore, seed: bytes | None
) -> None:
    path, data = stopped(store)
    file = seed_of(path)
    file.unlink()
    if seed is not None:
        file.write_bytes(seed)
    session, told = again(home)
    assert session is not None
    assert told == [NoticeKind.SEED_LOST]
    assert session.state == replay(parse_record(data)).state
    play(session, 20, random.Random(1))
    state = session.state
    session.close()
    resumed, told = again(home)
    assert resumed is not None
    assert resumed.state == state
    assert told == [], "from then on it is the match's seed"
    if seed:
        assert list(home.matches.glob("*.seed.damaged-*")), "nothing was deleted"


def test_a_seed_that_a_crash_left_with_its_record_revealed_is_swept_up(
    home: Home, store: MatchStore
) -> None:
    session = store.start(setup_of("Ana", match_id="done"), SEED)
    play_out(session)
    session.finish()
    left = home.matches / "done.seed"
    for text, kept in ((SEED.hex(), False), (SEED[::-1].hex(), True), ("nonsense ñ", True)):
        left.write_text(f"{text}\n", "utf-8")
        MatchStore(home)
        assert left.exists() == kept


def test_the_new_seed_rules_the_dice_of_every_later_start(home: Home, store: MatchStore) -> None:
    path, _ = stopped(store, actions=1)
    seed_of(path).unlink()
    rolls = set()
    for _ in range(3):
        session, _ = again(home)
        assert session is not None
        rolls.add(session.match.prepare(Roll()))
        session.close()
    assert len(rolls) == 1


def test_dice_that_are_not_those_of_the_seed_are_told(home: Home, store: MatchStore) -> None:
    session = store.start(setup_of("Ana"), SEED)
    session.submit(Roll())
    session.close()
    (path,) = store.open_matches()
    lines = path.read_text("utf-8").splitlines()
    lines[-1] = "roll 6 6 6 6 5" if lines[-1] != "roll 6 6 6 6 5" else "roll 6 6 6 6 4"
    path.write_text("\n".join(lines) + "\n", "utf-8")
    resumed, told = again(home)
    assert resumed is not None
    assert told == [NoticeKind.DICE_DIFFER]


def test_bajo_in_a_record_changes_no_face(home: Home, store: MatchStore) -> None:
    session = store.start(replace(setup_of("Ana"), rules=BASIC), SEED)
    session.submit(Roll(bajo=True))
    session.close()
    resumed, told = again(home)
    assert resumed is not None
    assert (resumed.state, told) == (session.state, [])


def test_a_record_written_by_hand_can_be_played_on(home: Home) -> None:
    setup = setup_of("Ana", match_id="by-hand")
    lines = [*header_lines(setup), "roll 1 1 1 2 3", "note balas", "# a remark", "roll 6 6 6 6 5"]
    (home.matches / "anything at all.cacho").write_text("\n".join(lines) + "\n", "utf-8")
    session, _ = again(home)
    assert session is not None
    assert session.state.dice == (6, 6, 6, 6, 5)
    session.submit(next(a for a in session.match.legal_actions if isinstance(a, Note)))
    state = session.state
    session.close()
    resumed, told = again(home)
    assert resumed is not None
    assert resumed.state == state
    assert told == []
