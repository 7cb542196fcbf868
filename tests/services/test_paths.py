"""Where things are kept, and what happens where nothing may be kept."""

import errno
import os
from pathlib import Path

import pytest

from cacho.services.notices import NoticeKind
from cacho.services.paths import Home, find_home, prepare


def test_one_variable_puts_everything_into_one_folder(tmp_path: Path) -> None:
    home = find_home({"CACHO_HOME": str(tmp_path / "Año nuevo" / "ひろ")})
    assert prepare(home) == ()
    files = (home.settings_file, home.people_file, home.log_file, home.lock_file, home.matches)
    for file in files:
        assert file.parent == tmp_path / "Año nuevo" / "ひろ"
    assert home.matches.is_dir()
    assert home.finished.is_dir()


def test_the_folder_does_not_depend_on_where_the_program_is_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    home = find_home({"CACHO_HOME": "mine"})
    monkeypatch.chdir("/")
    assert home.data == tmp_path / "mine"


def test_a_tilde_is_the_players_own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    assert find_home({"CACHO_HOME": "~/juegos"}).data == tmp_path / "juegos"


@pytest.mark.skipif(os.name == "nt", reason="the folders of Windows are asked from Windows")
def test_otherwise_the_systems_places_are_used(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "d"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "c"))
    home = find_home({})
    assert tmp_path in home.data.parents
    assert tmp_path in home.config.parents
    assert home.data.name == home.config.name == "Cacho"
    assert prepare(home) == ()


def test_what_cannot_be_made_is_told_once(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    (notice,) = prepare(Home(tmp_path / "file" / "data", tmp_path / "file" / "config"))
    assert notice.kind is NoticeKind.FOLDER_UNWRITABLE
    assert "file" in notice.detail


def test_a_read_only_disk_is_told_and_raises_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_args: object, **_kwargs: object) -> None:
        raise OSError(errno.EROFS, "read-only")

    monkeypatch.setattr(Path, "mkdir", refuse)
    (notice,) = prepare(Home(tmp_path / "d", tmp_path / "c"))
    assert notice.kind is NoticeKind.FOLDER_UNWRITABLE
