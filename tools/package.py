"""Freeze the game into `dist/Cacho/` and pack that folder into one archive.

    python tools/package.py            # what `make package` calls
    python tools/package.py --folder   # without the archive

It builds in `.venv-package/`, an environment with the run-time dependencies and PyInstaller and
nothing else, because the packager takes along whatever pygame finds (numpy alone doubles the
size). The same commit gives the same bytes: hash seed and time stamps are fixed.
"""

import argparse
import os
import platform
import shutil
import subprocess
import sys
import tarfile
import tomllib
import venv
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SPEC = ROOT / "build" / "pyinstaller.spec"
ENVIRONMENT = ROOT / ".venv-package"
DIST = ROOT / "dist"
FOLDER = DIST / "Cacho"
EXTRAS = (
    ROOT / "tools" / "packaging" / "README.txt",
    ROOT / "tools" / "packaging" / "cacho.desktop",
    ROOT / "assets" / "icon" / "cacho.png",
    ROOT / "LICENSE",
    ROOT / "ATTRIBUTIONS.md",
)
SYSTEMS = {"linux": "linux", "win32": "windows", "darwin": "macos"}


def main() -> int:
    """Build, and say where the result lies and how large it is."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--folder", action="store_true", help="make the folder, not the archive")
    wanted = options.parse_args()
    python = prepare_environment()
    freeze(python)
    add_extras()
    print(f"{FOLDER.relative_to(ROOT)}: {megabytes(folder_size(FOLDER))}")
    if not wanted.folder:
        archive = pack()
        print(f"{archive.relative_to(ROOT)}: {megabytes(archive.stat().st_size)}")
    return 0


def prepare_environment() -> Path:
    """Make the clean environment if it is missing or older than pyproject.toml; give its Python."""
    python = ENVIRONMENT / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    stamp = ENVIRONMENT / ".made"
    project = ROOT / "pyproject.toml"
    if stamp.exists() and stamp.stat().st_mtime >= project.stat().st_mtime:
        return python
    venv.create(ENVIRONMENT, clear=True, with_pip=True)
    declared = tomllib.loads(project.read_text(encoding="utf-8"))["project"]
    needs = declared["dependencies"] + declared["optional-dependencies"]["package"]
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, *needs], check=True)
    stamp.touch()
    return python


def freeze(python: Path) -> None:
    """Call PyInstaller on the spec, its work folder away from `build/`."""
    environment = os.environ | {"PYTHONHASHSEED": "1", "SOURCE_DATE_EPOCH": str(commit_time())}
    environment.pop("PYTHONPATH", None)
    command = [python, "-m", "PyInstaller", "--noconfirm", "--clean", "--log-level", "WARN"]
    places = ["--workpath", ROOT / ".pyinstaller" / "work", "--distpath", DIST]
    subprocess.run([*command, *places, SPEC], check=True, env=environment, cwd=ROOT)


def commit_time() -> int:
    """Seconds of the last commit, or a fixed day where there is no git."""
    git = ["git", "log", "-1", "--format=%ct"]
    try:
        answer = subprocess.run(git, cwd=ROOT, check=True, capture_output=True, text=True).stdout
        return int(answer)
    except (OSError, subprocess.CalledProcessError, ValueError):
        return 1_767_225_600


def add_extras() -> None:
    """Put what a person looks for beside the program."""
    for source in EXTRAS:
        shutil.copyfile(source, FOLDER / source.name)


def pack() -> Path:
    """The archive of the folder: tar.xz on Linux, zip elsewhere (macOS: by its own `ditto`)."""
    version = (ROOT / "cacho" / "__init__.py").read_text(encoding="utf-8").split('__version__ = "')
    name = f"Cacho-{version[1].split(chr(34))[0]}-{SYSTEMS[sys.platform]}-{platform.machine()}"
    match sys.platform:
        case "darwin":
            archive = DIST / f"{name}.zip"
            ditto = ["ditto", "-c", "-k", "--keepParent", DIST / "Cacho.app", archive]
            subprocess.run(ditto, check=True)
        case "win32":
            archive = DIST / f"{name}.zip"
            zip_folder(archive)
        case _:
            archive = DIST / f"{name}.tar.xz"
            tar_folder(archive)
    return archive


def tar_folder(archive: Path) -> None:
    """Pack sorted, without owners, every time stamp that of the commit."""
    moment = commit_time()

    def plain(entry: tarfile.TarInfo) -> tarfile.TarInfo:
        entry.uid = entry.gid = 0
        entry.uname = entry.gname = ""
        entry.mtime = moment
        entry.mode = 0o755 if entry.isdir() or entry.mode & 0o100 else 0o644
        return entry

    with tarfile.open(archive, "w:xz", preset=9) as tar:
        for path in [FOLDER, *sorted(FOLDER.rglob("*"))]:
            tar.add(path, path.relative_to(DIST).as_posix(), recursive=False, filter=plain)


def zip_folder(archive: Path) -> None:
    """Pack sorted; Windows opens a zip by itself."""
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for path in sorted(FOLDER.rglob("*")):
            packed.write(path, path.relative_to(DIST).as_posix())


def folder_size(folder: Path) -> int:
    """Bytes of all files below a folder."""
    return sum(path.lstat().st_size for path in folder.rglob("*") if path.is_file())


def megabytes(size: int) -> str:
    """A size for people, in units of 10^6 bytes."""
    return f"{size / 1e6:.1f} MB"


if __name__ == "__main__":
    sys.exit(main())
