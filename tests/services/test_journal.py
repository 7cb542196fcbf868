"""The journal: on the disk before anything moves, whole whatever the disk does."""

import errno
import os
from pathlib import Path

import pytest
from matches import SEED, first_roll, play_out, setup_of

from cacho.engine import Roll
from cacho.services.journal import Journal
from cacho.services.notices import Notice, NoticeKind
from cacho.services.paths import Home
from cacho.services.store import MatchStore

HEADER = "cacho 1\nñandú\n\n"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "matches" / "a.cacho"


def begun(path: Path) -> Journal:
    journal = Journal(path, HEADER, {path.with_suffix(".seed"): "00\n"})
    assert journal.flush() is None
    return journal


class Disk:
    """A disk that refuses, or takes only some bytes before it does."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, code: int) -> None:
        self.code = code
        self.takes = 0
        self.full = False
        self._write = os.write
        monkeypatch.setattr(os, "write", self.write)

    def write(self, handle: int, data: bytes) -> int:
        if not self.full:
            return self._write(handle, data)
        taken = min(self.takes, len(data))
        self.takes -= taken
        if taken:
            return self._write(handle, bytes(data[:taken]))
        raise OSError(self.code, os.strerror(self.code))


def test_a_journal_is_its_lines(path: Path) -> None:
    journal = begun(path)
    assert path.read_text("utf-8") == HEADER
    assert path.with_suffix(".seed").read_text() == "00\n"
    for line in ("roll 1 2 3 4 5", "hold 1", "note full"):
        assert journal.append(line) is None
        assert path.read_text("utf-8").endswith(f"{line}\n")
    journal.close()
    assert path.read_text("utf-8") == HEADER + "roll 1 2 3 4 5\nhold 1\nnote full\n"


def test_a_line_is_synced_before_append_returns(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = begun(path)
    synced = []
    sync = os.fsync
    monkeypatch.setattr(os, "fsync", lambda handle: (sync(handle), synced.append(path.read_text())))
    journal.append("roll 6 6 6 6 6")
    assert synced[-1].endswith("roll 6 6 6 6 6\n")


def test_the_disk_has_an_action_before_the_match_does(
    store: MatchStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = store.start(setup_of("Ana"), SEED)
    (path,) = store.open_matches()
    seen = []
    sync = os.fsync

    def watch(handle: int) -> None:
        sync(handle)
        seen.append((path.read_text("utf-8").splitlines()[-1], session.state.rolls))

    monkeypatch.setattr(os, "fsync", watch)
    (rolled,) = session.submit(Roll())
    assert seen == [("roll " + " ".join(map(str, rolled.dice)), 0)]
    assert session.state.rolls == 1


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EROFS, errno.EIO, errno.EDQUOT])
@pytest.mark.parametrize("takes", [0, 1, 5, 14])
def test_lines_refused_by_the_disk_are_written_later_in_order(
    path: Path, monkeypatch: pytest.MonkeyPatch, code: int, takes: int
) -> None:
    journal = begun(path)
    disk = Disk(monkeypatch, code)
    disk.full, disk.takes = True, takes
    notice = journal.append("roll 1 2 3 4 5")
    assert notice is not None
    assert notice.kind is NoticeKind.MATCH_UNSAVED
    assert journal.append("hold 1") is None, "told once"
    assert not journal.saved
    disk.full = False
    assert journal.append("note full") == Notice(NoticeKind.MATCH_SAVED_AGAIN)
    assert journal.saved
    assert journal.append("undo") is None
    assert path.read_text("utf-8") == HEADER + "roll 1 2 3 4 5\nhold 1\nnote full\nundo\n"


def test_a_disk_that_cannot_promise_has_not_saved(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = begun(path)

    def refuse(_handle: int) -> None:
        raise OSError(errno.EIO, "lost")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", refuse)
        assert journal.append("hold 1") is not None
    assert not journal.saved
    journal.append("hold 2")
    assert path.read_text("utf-8") == HEADER + "hold 1\nhold 2\n"


def test_a_disk_that_is_full_at_the_start_gets_all_of_it_later(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = Journal(path, HEADER, {path.with_suffix(".seed"): "00\n"})

    def refuse(*_args: object, **_kwargs: object) -> None:
        raise OSError(errno.ENOSPC, "full")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", refuse)
        assert journal.flush() is not None
        assert journal.append("hold 1") is None
    assert not path.exists()
    assert journal.append("hold 2") == Notice(NoticeKind.MATCH_SAVED_AGAIN)
    assert path.read_text("utf-8") == HEADER + "hold 1\nhold 2\n"
    assert path.with_suffix(".seed").exists()


@pytest.mark.skipif(os.name == "nt", reason="an open file cannot be deleted there")
def test_a_record_that_was_deleted_is_written_anew(path: Path) -> None:
    journal = begun(path)
    journal.append("hold 1")
    for file in path.parent.iterdir():
        file.unlink()
    path.parent.rmdir()
    assert journal.append("hold 2") is None
    assert path.read_text("utf-8") == HEADER + "hold 1\nhold 2\n"
    assert path.with_suffix(".seed").exists()


def test_going_on_cuts_off_half_a_line(path: Path) -> None:
    begun(path).close()
    with path.open("ab") as file:
        file.write(b"roll 1 2")
    journal = Journal.reopen(path, HEADER.encode(), {})
    journal.append("hold")
    assert path.read_text("utf-8") == HEADER + "hold\n"


def test_lines_end_the_same_way_on_every_system(path: Path) -> None:
    begun(path).append("hold 1")
    assert b"\r" not in path.read_bytes()


def test_a_full_disk_does_not_stop_a_match(
    home: Home, store: MatchStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Played on a disk that fills up and is cleared again: no action is lost."""
    session = store.start(setup_of(), SEED)
    disk = Disk(monkeypatch, errno.ENOSPC)
    told = []
    for step in range(40):
        disk.full = 10 <= step < 30
        disk.takes = step % 3
        session.submit(session.match.legal_actions[0])
        told += [session.notice.kind] if session.notice else []
    assert told == [NoticeKind.MATCH_UNSAVED, NoticeKind.MATCH_SAVED_AGAIN]
    state = session.state
    session.close()
    resumed = MatchStore(home).resume()
    assert resumed is not None
    assert resumed.state == state


def test_a_match_on_a_read_only_disk_is_played_to_its_end(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    import tempfile

    def refuse(*_args: object, **_kwargs: object) -> None:
        raise OSError(errno.EROFS, "read-only")

    monkeypatch.setattr(tempfile, "mkstemp", refuse)
    monkeypatch.setattr(os, "open", refuse)
    store = MatchStore(home)
    session = store.start(setup_of())
    assert session.notice is not None
    assert session.notice.kind is NoticeKind.MATCH_UNSAVED
    first_roll(session)
    assert session.notice is None, "told once"
    play_out(session)
    session.finish()
    assert store.resume() is None
