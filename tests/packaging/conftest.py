"""The packaged program, copied to an unfriendly place."""

import os
import shutil
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DIST = ROOT / "dist"
PROGRAM = "Cacho.exe" if sys.platform == "win32" else "Cacho"
WRITE = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH


@pytest.fixture(scope="session")
def dist() -> Path:
    """The folder that `make package` made."""
    if not (DIST / "Cacho" / PROGRAM).is_file():
        pytest.skip("no dist/Cacho here: make package")
    return DIST / "Cacho"


@pytest.fixture(scope="session")
def program(dist: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The program in a read-only folder with spaces, accents and ñ in its name."""
    folder = tmp_path_factory.mktemp("Año nuevo en Ñuñoa") / "Cacho – José"
    shutil.copytree(dist, folder, symlinks=True)
    everything = [folder, *(path for path in folder.rglob("*") if not path.is_symlink())]
    for path in everything:
        path.chmod(path.stat().st_mode & ~WRITE)
    yield folder / PROGRAM
    for path in everything:
        path.chmod(path.stat().st_mode | stat.S_IWUSR)


def contents(folder: Path) -> dict[str, tuple[int, int]]:
    """Size and time of every file below a folder, to see whether anything was written."""
    return {
        path.relative_to(folder).as_posix(): (path.lstat().st_size, path.lstat().st_mtime_ns)
        for path in folder.rglob("*")
        if not path.is_dir()
    }


@pytest.fixture
def untouched(program: Path) -> Iterator[None]:
    """The program's own folder is the same after the test."""
    before = contents(program.parent)
    assert os.listdir(program.parent)
    yield
    assert contents(program.parent) == before
