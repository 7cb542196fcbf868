"""Files for the player: a fresh name each time, whole or not at all, and one sentence about it."""

import errno
import os
from pathlib import Path

import pytest

from cacho.services import keepsakes
from cacho.services.i18n import notice_text
from cacho.services.notices import NoticeKind

NAME = keepsakes.file_name("2026-11-30T21:04", ".png")


def test_a_name_says_when_and_stands_on_every_system() -> None:
    assert NAME == "Cacho 2026-11-30 21.04.png"


def test_nothing_is_ever_replaced(tmp_path: Path) -> None:
    folder = tmp_path / "Imágenes"
    for number in range(3):
        notice = keepsakes.keep(folder, NAME, f"{number}".encode())
        assert notice.kind is NoticeKind.KEPT
    stem = NAME.removesuffix(".png")
    found = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert found == {NAME: b"0", f"{stem} (2).png": b"1", f"{stem} (3).png": b"2"}
    assert f"{stem} (3).png" in notice_text(notice)


def test_a_place_that_refuses_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    notice = keepsakes.keep(tmp_path / "file", NAME, b"x")
    assert notice.kind is NoticeKind.NOT_KEPT
    assert str(tmp_path / "file") in notice_text(notice)


def test_a_full_disk_leaves_no_half_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    notice = keepsakes.keep(tmp_path, NAME, b"x" * 100)
    assert notice.kind is NoticeKind.NOT_KEPT
    assert os.strerror(errno.ENOSPC) in notice.detail
    assert not list(tmp_path.iterdir())


def test_places_in_the_players_own_folder_are_told_from_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    notice = keepsakes.keep(tmp_path / "Pictures", NAME, b"x")
    assert notice.detail == str(Path("~") / "Pictures" / NAME)
