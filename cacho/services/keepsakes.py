"""Files that players keep outside the game: pictures of finished matches, exported records.

Owns how such a file gets a name that nothing had before, and what is said when it cannot be
written. Nothing that was there is ever replaced.
"""

import contextlib
import itertools
import os
from pathlib import Path

from cacho.services.notices import Notice, NoticeKind


def file_name(date: str, suffix: str) -> str:
    """Name a file after a date like 2026-11-30T21:04: "Cacho 2026-11-30 21.04.png".

    No colon stands in it: some systems allow none in names.
    """
    return f"Cacho {date.replace('T', ' ').replace(':', '.')}{suffix}"


def keep(folder: Path, name: str, data: bytes) -> Notice:
    """Write `data` as a new file into a folder, which is made; tell where it went, or why not.

    Where the name is taken a number follows it: "Cacho 2026-11-30 21.04 (2).png".
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return Notice(NoticeKind.KEPT, _told(_written(folder, name, data)))
    except OSError as error:
        return Notice(NoticeKind.NOT_KEPT, f"{_told(folder)} ({error.strerror or error})")


def _written(folder: Path, name: str, data: bytes) -> Path:
    """Write under the first name that is free, and give it. Raises OSError."""
    names = _names(folder, name)
    while True:
        path = next(names)
        with contextlib.suppress(FileExistsError):
            _write(path, data)
            return path


def _names(folder: Path, name: str) -> "itertools.chain[Path]":
    """Give names without end."""
    stem, suffix = os.path.splitext(name)
    more = (folder / f"{stem} ({number}){suffix}" for number in itertools.count(2))
    return itertools.chain((folder / name,), more)


def _told(path: Path) -> str:
    """Name a place as people do: from their own folder on."""
    home = Path.home()
    return str(Path("~") / path.relative_to(home)) if path.is_relative_to(home) else str(path)


def _write(path: Path, data: bytes) -> None:
    """Write a file that is not there yet, whole or not at all. Raises OSError."""
    with open(path, "xb") as file:
        try:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        except OSError:
            file.close()
            path.unlink(missing_ok=True)
            raise
