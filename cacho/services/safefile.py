"""Small JSON files that survive a crash, a full disk and a bad sector.

Owns how such a file is written (new file, fsync, older copy kept, swapped in) and read (main copy,
older copy, set aside under another name). Knows nothing of what the files mean.
"""

import contextlib
import itertools
import json
import os
import stat
import tempfile
import time
import zlib
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple

from cacho.services.notices import Notice, NoticeKind

VERSION = 1
LIMIT = 1 << 20  # bytes; no file of ours comes near it
LITTER = ".save-"


class Health(StrEnum):
    """What reading a file came to."""

    SOUND = "sound"
    ABSENT = "absent"
    RESTORED = "restored"  # the main copy was damaged, the older one served
    DAMAGED = "damaged"  # no copy was readable
    UNREADABLE = "unreadable"  # the system refuses; the file may well be sound


class Reading(NamedTuple):
    """The body of a file (empty if there is none) and how it was got; `aside` names a bad file."""

    body: dict[str, Any]
    health: Health
    aside: str = ""

    def told(
        self, restored: NoticeKind, damaged: NoticeKind, unreadable: NoticeKind
    ) -> Notice | None:
        """What the players are told of it, in the kinds of notices for such a file."""
        match self.health:
            case Health.SOUND | Health.ABSENT:
                return None
            case Health.RESTORED:
                return Notice(restored, self.aside)
            case Health.DAMAGED:
                return Notice(damaged, self.aside)
            case Health.UNREADABLE:
                return Notice(unreadable)


class DamagedError(ValueError):
    """The content of a file is not what was written."""


def backup_of(path: Path) -> Path:
    """Give the place of the older copy."""
    return path.with_name(path.name + ".bak")


def write_json(path: Path, name: str, body: dict[str, Any]) -> None:
    """Replace `path` by `body`, which says of itself that it is `name`; the former copy is kept.

    Whatever happens meanwhile, `path` holds either the former or the new body. Raises OSError.
    """
    path = _real(path)
    wrapped = {"cacho": name, "version": VERSION, "crc32": _checksum(body), "body": body}
    data = json.dumps(wrapped, ensure_ascii=False, indent=1).encode("utf-8") + b"\n"
    replace_file(path, data, keep_backup=True)


def replace_file(path: Path, data: bytes, *, keep_backup: bool = False) -> None:
    """Write `data` to a new file beside `path` and swap it in. Raises OSError."""
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=LITTER)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if keep_backup and path.is_file():
            _keep_backup(path)
        _swap_in(temporary, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise
    sync_folder(path.parent)


def read_json(path: Path, name: str) -> Reading:
    """Read what `write_json` wrote. Never raises: a bad file is renamed, never deleted."""
    path = _real(path)
    try:
        return Reading(_body(path, name), Health.SOUND)
    except (FileNotFoundError, NotADirectoryError):
        health = Health.ABSENT
    except OSError:
        return Reading({}, Health.UNREADABLE)
    except DamagedError:
        health = Health.DAMAGED
    aside = set_aside(path) if health is Health.DAMAGED else ""
    try:
        body = _body(backup_of(path), name)
    except (OSError, DamagedError):
        return Reading({}, health, aside)
    # A missing file with an older copy was deleted on purpose: nobody needs to be told.
    return Reading(body, Health.RESTORED if aside else health, aside)


def set_aside(path: Path) -> str:
    """Rename a damaged file (or whatever bears its name) to `<name>.damaged-N`.

    Gives the new name, or the old one where the system refuses.
    """
    aside = _name_aside(path)
    try:
        os.rename(path, aside)
    except OSError:
        return path.name
    return aside.name


def copy_aside(path: Path) -> str:
    """Give a damaged file a second name, so that its own can be used again. Raises OSError."""
    aside = _name_aside(path)
    _link_or_copy(path, aside)
    return aside.name


def read_bytes(path: Path, limit: int = LIMIT) -> bytes:
    """Read an ordinary file. Raises OSError, and DamagedError for a folder, a pipe or a giant."""
    mode = os.stat(path).st_mode
    if not stat.S_ISREG(mode):
        raise DamagedError("not a file")
    with open(path, "rb") as file:
        data = file.read(limit + 1)
    if len(data) > limit:
        raise DamagedError("too large")
    return data


def sweep(folder: Path) -> None:
    """Remove what a crash in the middle of a save left behind."""
    with contextlib.suppress(OSError):
        for entry in list(os.scandir(folder)):
            if entry.name.startswith(LITTER) and entry.is_file(follow_symlinks=False):
                os.unlink(entry.path)


def sync_folder(folder: Path) -> None:
    """Make the names in a folder durable, where the system can."""
    if os.name == "nt":
        return
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _body(path: Path, name: str) -> dict[str, Any]:
    try:
        wrapped = json.loads(read_bytes(path).decode("utf-8"), parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise DamagedError(str(error)) from error
    if not isinstance(wrapped, dict) or wrapped.get("cacho") != name:
        raise DamagedError("not one of ours")
    body = wrapped.get("body")
    if not isinstance(body, dict):
        raise DamagedError("no body")
    # A person may edit the file and leave the checksum out; a wrong one means damage.
    if wrapped.get("crc32", _checksum(body)) != _checksum(body):
        raise DamagedError("checksum")
    return body


def _checksum(body: dict[str, Any]) -> str:
    """Enough against accidents, and at hand at once: hashlib would cost the start 5 ms."""
    return f"{zlib.crc32(json.dumps(body, sort_keys=True).encode('ascii')):08x}"


def _no_constant(text: str) -> float:
    raise ValueError(f"{text} is not a number")


def _real(path: Path) -> Path:
    """Follow a link, so that a file kept elsewhere stays there."""
    return Path(os.path.realpath(path))


def _swap_in(temporary: str, path: Path) -> None:
    """Rename over `path`; on Windows a virus scanner may hold it open for a moment."""
    for pause in (0.02, 0.05) if os.name == "nt" else ():
        with contextlib.suppress(PermissionError):
            os.replace(temporary, path)
            return
        time.sleep(pause)
    os.replace(temporary, path)


def _keep_backup(path: Path) -> None:
    staged = path.with_name(path.name + ".bak.tmp")
    with contextlib.suppress(OSError):
        os.unlink(staged)
    _link_or_copy(path, staged)
    os.replace(staged, backup_of(path))


def _link_or_copy(path: Path, other: Path) -> None:
    try:
        os.link(path, other)
    except OSError:  # FAT, some network shares
        replace_file(other, path.read_bytes())


def _name_aside(path: Path) -> Path:
    names = (path.with_name(f"{path.name}.damaged-{number}") for number in itertools.count(1))
    return next(name for name in names if not os.path.lexists(name))
