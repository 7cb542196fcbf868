"""The packaged program as it is shipped: found files, size, self-test, no leftovers."""

import json
import re
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from tools.desktop import clean_environment

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.package
LINUX_ONLY = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="the archive, menu entry and libraries of Linux"
)


def run(
    program: Path, *options: str, home: Path, cwd: Path | None = None, **more: str
) -> subprocess.CompletedProcess[str]:
    home.mkdir(exist_ok=True)
    return subprocess.run(
        [program, *options],
        env=clean_environment(home, **more),
        cwd=cwd or home,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )


@pytest.mark.usefixtures("untouched")
def test_it_finds_itself_in_order(program: Path, tmp_path: Path) -> None:
    done = run(program, "--self-test", home=tmp_path / "vacío", cwd=Path(tmp_path.anchor))
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) == 1
    assert json.loads(done.stdout)


def test_it_runs_through_a_link(program: Path, tmp_path: Path) -> None:
    link = tmp_path / "juego"
    link.symlink_to(program)
    done = run(link, "--self-test", home=tmp_path / "home")
    assert done.returncode == 0, done.stderr


@LINUX_ONLY
def test_without_a_display_it_says_so(program: Path, tmp_path: Path) -> None:
    done = run(program, home=tmp_path / "home")
    said = (done.stdout + done.stderr).strip()
    assert done.returncode == 2
    assert "--self-test" in said
    assert len(said.splitlines()) == 1


def test_it_counts_like_the_source(program: Path, tmp_path: Path) -> None:
    question = ("points", "--rules", "casual", "--dice", "33612", "--roll", "2", "--json")
    packaged = run(program, *question, home=tmp_path / "home")
    source = subprocess.run(
        [sys.executable, "-m", "cacho", *question],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert packaged.returncode == 0, packaged.stderr
    assert json.loads(packaged.stdout) == json.loads(source.stdout)


def test_every_asset_and_translation_came_along(dist: Path) -> None:
    packed = next(dist.rglob("cacho/_assets"))
    assert files(packed) == {
        name for name in files(ROOT / "assets") if not name.endswith((".ico", ".icns"))
    }
    assert files(packed.parent / "locale") == files(ROOT / "cacho" / "locale")


def files(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_nothing_useless_came_along(dist: Path) -> None:
    names = " ".join(path.name for path in dist.rglob("*")).lower()
    for useless in ("numpy", "tkinter", "libtcl", "libcrypto", "libssl", "opencv"):
        assert useless not in names


def test_unpacked_size(dist: Path) -> None:
    assert sum(path.lstat().st_size for path in dist.rglob("*") if path.is_file()) <= 60_000_000


@pytest.fixture(scope="module")
def archive(dist: Path) -> Path:
    found = sorted(dist.parent.glob("Cacho-*.tar.xz"))
    assert len(found) == 1
    return found[0]


@LINUX_ONLY
def test_archive_size(archive: Path) -> None:
    assert archive.stat().st_size <= 28_000_000


@LINUX_ONLY
def test_archive_holds_one_folder_that_runs(archive: Path, dist: Path, tmp_path: Path) -> None:
    with tarfile.open(archive) as tar:
        assert {entry.name.split("/")[0] for entry in tar} == {"Cacho"}
        assert all(entry.uid == 0 and entry.uname == "" for entry in tar)
        tar.extractall(tmp_path, filter="data")
    assert files(tmp_path / "Cacho") == files(dist)
    assert len((tmp_path / "Cacho" / "README.txt").read_text("utf-8").splitlines()) == 5
    assert run(tmp_path / "Cacho" / "Cacho", "--self-test", home=tmp_path / "home").returncode == 0


@LINUX_ONLY
def test_menu_entry_starts_the_program_beside_it(program: Path, tmp_path: Path) -> None:
    entry = program.parent / "cacho.desktop"
    keys = dict(line.split("=", 1) for line in entry.read_text("utf-8").splitlines() if "=" in line)
    assert (program.parent / f"{keys['Icon']}.png").is_file()
    done = run_entry(keys["Exec"], entry, tmp_path)
    assert done.returncode == 2  # there is no display here, and that is what it says
    assert "--self-test" in done.stdout + done.stderr


def run_entry(line: str, entry: Path, home: Path) -> subprocess.CompletedProcess[str]:
    """Do what a desktop does with an Exec line: undo both layers of quoting, fill in %k."""
    text = line.replace("\\\\", "\\")
    words = re.findall(r'"((?:\\.|[^"\\])*)"|(\S+)', text)
    command = [re.sub(r"\\(.)", r"\1", quoted) if quoted else bare for quoted, bare in words]
    command = [str(entry) if word == "%k" else word for word in command]
    return run(Path(command[0]), *command[1:], home=home)
