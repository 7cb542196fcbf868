"""The game's own files are found wherever the program lies and from wherever it is started."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from cacho.services import resources
from cacho.services.resources import MissingAsset, asset

SOURCE = Path(resources.__file__)


def found_by_a_copy(package: Path, cwd: Path) -> "subprocess.CompletedProcess[str]":
    """Run a copy of the module that lies in `package`, from another folder, and ask it."""
    copy = package / "services" / "resources.py"
    copy.parent.mkdir(parents=True)
    shutil.copy(SOURCE, copy)
    program = "import resources; print(ascii(str(resources.asset('fonts', 'ñ.ttf'))))"
    return subprocess.run(
        [sys.executable, "-c", program],
        cwd=cwd,
        env={"PYTHONPATH": str(copy.parent), "LC_ALL": "C"},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("place", ["_assets", "../assets"])
@pytest.mark.parametrize("folder", ["plain", "Año nuevo/ひろ", "with spaces"])
def test_assets_lie_in_the_package_or_beside_it(tmp_path: Path, place: str, folder: str) -> None:
    package = tmp_path / folder / "cacho"
    font = tmp_path / folder / ("cacho/_assets" if place == "_assets" else "assets")
    (font / "fonts").mkdir(parents=True)
    (font / "fonts" / "ñ.ttf").touch()
    found = found_by_a_copy(package, cwd=Path("/"))
    assert found.stdout.strip() == ascii(str((font / "fonts" / "ñ.ttf").resolve())), found.stderr


def test_a_missing_file_is_named() -> None:
    with pytest.raises(MissingAsset, match="sprites/no_such"):
        asset("sprites", "no_such.webp")


def test_missing_assets_are_named(tmp_path: Path) -> None:
    found = found_by_a_copy(tmp_path / "cacho", cwd=tmp_path)
    assert "MissingAsset" in found.stderr
    assert "assets are missing" in found.stderr


def test_another_current_folder_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "assets" / "sounds").mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    resources.asset_root.cache_clear()
    assert tmp_path not in asset("sounds").parents
