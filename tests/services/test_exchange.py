"""Records as files: given away, taken in after every check, and never counted twice."""

import os
import re
from dataclasses import replace
from pathlib import Path

import pytest
from matches import SEED, first_roll, play_out, played, put, setup_of

from cacho.engine import MAX_SIZE, Seat, parse_record, record_text, replay, verify
from cacho.services.exchange import (
    Arrival,
    export_name,
    import_record,
)
from cacho.services.notices import NoticeKind
from cacho.services.paths import Home, prepare
from cacho.services.session import seed_of
from cacho.services.store import MatchStore

OLD = Path(__file__).parents[1] / "records" / "v1"
PAGE = (Path(__file__).parents[2] / "docs" / "record.md").read_text("utf-8")


def file(tmp_path: Path, text: str | bytes) -> Path:
    path = tmp_path / "from elsewhere.cacho"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_a_finished_match_goes_out_and_comes_into_another_house(
    home: Home, store: MatchStore, tmp_path: Path
) -> None:
    session = store.start(setup_of("Ana", "Luis", match_id="a"), SEED)
    play_out(session)
    session.finish()
    store.history.catch_up()
    (game,) = store.history.games()
    given = tmp_path / export_name(session.setup, session.state.seats)
    given.write_bytes(game.path.read_bytes())

    there = Home(tmp_path / "there", tmp_path / "there")
    prepare(there)
    other = MatchStore(there)
    imported = import_record(other, there, given)
    assert imported.arrival is Arrival.FINISHED
    (taken,) = other.history.games()
    assert taken.imported
    assert replace(taken, imported=False, path=game.path) == game
    assert (
        verify(imported.path.read_bytes()).verdict == verify(given.read_bytes()).verdict == "true"
    )
    for _ in range(2):
        assert import_record(other, there, given).arrival is Arrival.KNOWN
    assert other.history.count() == 1
    assert other.history.rebuild() == 1
    other.close()


def test_an_open_match_comes_in_without_its_seed(
    home: Home, store: MatchStore, tmp_path: Path
) -> None:
    session = store.start(setup_of("Ana", match_id="a"), SEED)
    first_roll(session)
    session.close()
    (path,) = store.open_matches()
    given = tmp_path / "given.cacho"
    given.write_bytes(path.read_bytes())
    assert SEED.hex() not in given.read_text("utf-8")
    there = Home(tmp_path / "there", tmp_path / "there")
    prepare(there)
    other = MatchStore(there)
    imported = import_record(other, there, given)
    assert imported.arrival is Arrival.OPEN
    assert import_record(other, there, given).arrival is Arrival.KNOWN
    store.close()
    resumed = other.resume(path=imported.path)
    assert resumed is not None
    assert resumed.state == session.state
    assert [notice.kind for notice in other.take_notices()] == [NoticeKind.SEED_ELSEWHERE]
    assert seed_of(imported.path).exists()
    other.close()


@pytest.mark.parametrize("path", sorted(OLD.glob("*.cacho")), ids=lambda path: path.stem)
def test_an_old_record_comes_in_in_the_present_form(
    home: Home, store: MatchStore, path: Path
) -> None:
    imported = import_record(store, home, path)
    assert imported.arrival in {Arrival.FINISHED, Arrival.OPEN}
    assert imported.path.read_bytes().startswith(b"cacho 2\n")
    assert replay(parse_record(imported.path.read_bytes())).log == (
        replay(parse_record(path.read_bytes())).log
    )


@pytest.mark.parametrize("number", range(3))
def test_the_examples_of_the_page_are_accepted(
    home: Home, store: MatchStore, tmp_path: Path, number: int
) -> None:
    """Written by hand from docs/record.md alone: taken in, and gone on with."""
    example = re.findall(r"```\n(cacho 2\n.+?)```", PAGE, re.DOTALL)[number]
    imported = import_record(store, home, file(tmp_path, example))
    assert imported.arrival is Arrival.OPEN
    session = store.resume(path=imported.path)
    assert session is not None
    assert session.match.log == replay(parse_record(example)).log
    session.submit(session.match.legal_actions[-1])
    session.close()
    assert store.resume(path=imported.path).match.log == session.match.log


@pytest.mark.parametrize(
    ("text", "arrival"),
    [
        ("", Arrival.DAMAGED),
        (b"\xff\xfe", Arrival.DAMAGED),
        (b"\x00" * 1000, Arrival.DAMAGED),
        ("x" * (MAX_SIZE + 1), Arrival.DAMAGED),
        ("cacho 3\nmatch a\n\n", Arrival.NEWER),
        (record_text(played("a")) + "note full\n", Arrival.DAMAGED),
        (record_text(played("a")).replace("roll ", "rool ", 1), Arrival.DAMAGED),
    ],
    ids=lambda value: ascii(value)[:20],
)
def test_what_is_no_good_record_stays_outside(
    home: Home, store: MatchStore, tmp_path: Path, text: str | bytes, arrival: Arrival
) -> None:
    imported = import_record(store, home, file(tmp_path, text))
    assert imported.arrival is arrival
    assert imported.detail
    assert list(home.matches.glob("*.cacho")) == list(home.finished.glob("*")) == []


def test_files_that_are_none(home: Home, store: MatchStore, tmp_path: Path) -> None:
    assert import_record(store, home, tmp_path / "none").arrival is Arrival.UNREADABLE
    assert import_record(store, home, tmp_path).arrival is Arrival.DAMAGED


def test_half_a_line_at_the_end_does_not_come_in(
    home: Home, store: MatchStore, tmp_path: Path
) -> None:
    imported = import_record(store, home, file(tmp_path, record_text(played("a")) + "# se"))
    assert imported.arrival is Arrival.FINISHED
    assert b"# se\n" not in imported.path.read_bytes()
    assert b"# se#" not in imported.path.read_bytes()


@pytest.mark.parametrize("name", ["..", ".", "CON", "com1.x", "nul", ".hidden", "x" * 64, "-rf"])
def test_no_name_of_a_match_leads_out_of_the_folder(
    home: Home, store: MatchStore, tmp_path: Path, name: str
) -> None:
    text = record_text(played("a", "Ana")).replace("match a\n", f"match {name}\n")
    imported = import_record(store, home, file(tmp_path, text))
    assert imported.path.parent == home.finished
    assert not imported.path.name.startswith(".")
    assert store.history.game(name) is not None
    assert import_record(store, home, file(tmp_path, text)).arrival is Arrival.KNOWN


def test_a_match_is_known_by_its_name_whatever_its_file_is_called(
    home: Home, store: MatchStore, tmp_path: Path
) -> None:
    put(home, played("a"), "renamed.cacho")
    open_text = record_text(played("b"))[:300]
    (home.matches / "by hand.cacho").write_text(open_text[: open_text.rindex("\n") + 1], "utf-8")
    for text in (record_text(played("a")), record_text(played("b"))):
        assert import_record(store, home, file(tmp_path, text)).arrival is Arrival.KNOWN


def test_a_full_disk_is_told(
    home: Home, store: MatchStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = file(tmp_path, record_text(played("a")))
    store.history.catch_up()

    def refuse(*_args: object, **_kwargs: object) -> None:
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr("cacho.services.safefile.replace_file", refuse)
    assert import_record(store, home, given).arrival is Arrival.UNSAVED


def test_names_for_files() -> None:
    setup = replace(setup_of("Ana", "José Ñandú"), date="2026-11-30T21:04")
    assert export_name(setup, setup.seats) == "Cacho 2026-11-30 Ana, José Ñandú.cacho"
    odd = (Seat('<a>/b\\c:"*?|'), Seat(".."))
    assert export_name(replace(setup, date=None), odd) == "Cacho a b c.cacho"
    assert len(export_name(setup, (Seat("x" * 64),) * 6)) <= 90
