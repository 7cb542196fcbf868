"""What installing from source gives: the wheel, the spec's place, the clean working tree."""

import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tools.desktop import clean_environment

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    pip = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--no-deps",
        "-w",
        str(folder),
        str(ROOT),
    ]
    subprocess.run(pip, check=True, timeout=300, stdin=subprocess.DEVNULL)
    return next(folder.glob("cacho-*.whl"))


def test_wheel_carries_what_the_game_needs(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    assets = {
        f"cacho/_assets/{path.relative_to(ROOT / 'assets').as_posix()}"
        for path in (ROOT / "assets").rglob("*")
        if path.is_file()
    }
    assert assets <= names
    assert "cacho/locale/en/LC_MESSAGES/cacho.mo" in names
    assert not [name for name in names if name.startswith(("tests/", "tools/"))]


def test_wheel_runs_where_it_was_unpacked(wheel: Path, tmp_path: Path) -> None:
    zipfile.ZipFile(wheel).extractall(tmp_path / "installed")
    where = "import cacho; print(cacho.__file__)"
    for command in (["-c", where], ["-m", "cacho", "--self-test"]):
        done = subprocess.run(
            [sys.executable, *command],
            cwd=tmp_path / "installed",
            env=clean_environment(tmp_path),
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )
        assert done.returncode == 0, done.stderr
        if command[0] == "-c":
            assert str(tmp_path) in done.stdout
        else:
            assert json.loads(done.stdout)


def test_git_keeps_the_spec_and_ignores_what_is_built() -> None:
    if not (ROOT / ".git").exists():
        pytest.skip("not a checkout")
    git = ["git", "-C", str(ROOT)]
    subprocess.run([*git, "ls-files", "--error-unmatch", "build/pyinstaller.spec"], check=True)
    for made in ("build/lib/x", "dist/Cacho/Cacho", ".pyinstaller/work/x", "var/bench.json"):
        ignored = subprocess.run([*git, "check-ignore", "-q", made], check=False)
        assert ignored.returncode == 0, made
    spec = subprocess.run([*git, "check-ignore", "-q", "build/pyinstaller.spec"], check=False)
    assert spec.returncode == 1
