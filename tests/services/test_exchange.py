"""Records as files: given away, taken in after every check, and never counted twice."""

import contextlib
import os
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from matches import SEED, first_roll, play_out, played, put, setup_of

from cacho.engine import (
    MAX_SIZE,
    RecordError,
    Seat,
    parse_record,
    record_text,
    replay,
    verify,
)
from cacho.services import safefile
from cacho.services.exchange import (
    Arrival,
    elsewhere,
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


def told(seed: bytes = SEED) -> str:
    """The record of a finished match, its seed revealed."""
    return f"{record_text(played('a', seed=seed))}# seed {seed.hex()}\n"


def with_a_face_changed(text: str) -> str:
    """The same record with another face that the rules allow as well."""
    for die in re.finditer(r"(?<=^roll )\d", text, re.MULTILINE):
        changed = f"{text[: die.start()]}{int(die[0]) % 6 + 1}{text[die.end() :]}"
        with contextlib.suppress(RecordError):
            replay(parse_record(changed))
            return changed
    raise AssertionError("no face can be changed")


@pytest.mark.parametrize(
    "falsify",
    [
        with_a_face_changed,
        lambda text: text.replace(SEED.hex(), SEED[::-1].hex()),
        lambda text: text.replace("match a\n", "match b\n"),
    ],
    ids=["face", "seed", "name"],
)
def test_dice_that_were_not_promised_do_not_count_and_hide_nothing(
    home: Home, store: MatchStore, tmp_path: Path, falsify: Callable[[str], str]
) -> None:
    false = falsify(told())
    assert import_record(store, home, file(tmp_path, false)).arrival is Arrival.FALSE
    assert list(home.matches.glob("*.cacho")) == list(home.finished.glob("*")) == []
    assert store.history.count() == 0
    assert import_record(store, home, file(tmp_path, told())).arrival is Arrival.FINISHED
    assert import_record(store, home, file(tmp_path, false)).arrival is Arrival.FALSE
    assert store.history.count() == 1


def test_where_no_seed_was_promised_or_told_a_record_comes_in(
    home: Home, store: MatchStore, tmp_path: Path
) -> None:
    not_told = record_text(played("a"))
    not_promised = re.sub("commit .*\n", "", record_text(played("b")))
    own_dice = re.sub("commit .*\n", "dice table\n", record_text(played("c")))
    for text in (not_told, not_promised, own_dice):
        assert import_record(store, home, file(tmp_path, text)).arrival is Arrival.FINISHED


def lay(folder: Path, *texts: str) -> list[Path]:
    """Lay files among the downloads, the oldest first."""
    folder.mkdir(exist_ok=True)
    paths = [folder / f"{number}.cacho" for number in range(len(texts))]
    for number, (path, text) in enumerate(zip(paths, texts, strict=True)):
        path.write_text(text, "utf-8")
        os.utime(path, (1000 + number, 1000 + number))
    return paths


def test_of_several_files_of_one_match_the_best_is_offered(home: Home, store: MatchStore) -> None:
    """A changed or a cut one that came later hides nothing; of two alike it is the newer."""
    true, cut = told(), record_text(played("a"))[:400]
    cut = cut[: cut.rindex("\n") + 1]
    paths = lay(home.downloads, true, true, with_a_face_changed(true), f"{true}rool 1\n", cut)
    assert [offer.path for offer in elsewhere(store, home).offers] == [paths[1]]
    paths = lay(home.downloads, record_text(played("a")), cut, cut, cut, cut)
    assert [offer.path for offer in elsewhere(store, home).offers] == [paths[0]]


def test_offers_come_with_the_newest_first_under_the_names_of_their_end(
    home: Home, store: MatchStore
) -> None:
    longer = record_text(played("b"))
    handed = longer.replace("\n\n", "\n\nhand 2 person Eva\n")
    paths = lay(home.downloads, handed, record_text(played("a")), longer[: longer.index("note")])
    offers = elsewhere(store, home).offers
    assert [offer.path for offer in offers] == [paths[1], paths[0]]
    assert [offer.names for offer in offers] == [("Ana", "Luis"), ("Ana", "Eva")]


def test_files_that_cannot_be_used_are_counted_by_what_is_wrong_with_them(
    home: Home, store: MatchStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = lay(home.downloads, "", "cacho 2\nmatch a\n", "cacho 3\n", told(), told())
    read = safefile.read_bytes

    def refuse(path: Path, *args: int) -> bytes:
        if path == paths[-1]:
            raise PermissionError(13, os.strerror(13))
        return read(path, *args)

    monkeypatch.setattr("cacho.services.safefile.read_bytes", refuse)
    found = elsewhere(store, home)
    assert [offer.path for offer in found.offers] == [paths[-2]]
    assert found.left_out == {Arrival.DAMAGED: 2, Arrival.NEWER: 1, Arrival.UNREADABLE: 1}


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
