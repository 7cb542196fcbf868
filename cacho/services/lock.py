"""Which copy of the program may save.

Owns the lock on a player's folders and those on the records of running matches. The system frees
them when the program ends, however it ends. A second copy keeps its hands off the settings, the
people and the first copy's match.
"""

import contextlib
import os
import sys
from pathlib import Path

from cacho.services.paths import Home

FAR = 1 << 30  # Windows locks bytes, and a locked byte cannot be read: one that is never written

_held: dict[str, int] = {}  # file -> open handle that holds its lock
_elsewhere: set[str] = set()  # folders in which another program of ours is saving


def take(home: Home) -> bool:
    """Ask to be the copy that saves; asking again is harmless. False: another copy is at it.

    Where locks are unknown or the folder is unwritable, there is nothing to protect: True.
    """
    name = os.path.realpath(home.lock_file)
    if name in _held:
        return True
    try:
        handle = os.open(name, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError:
        return True
    if _lock(handle):
        _held[name] = handle
        _elsewhere.difference_update(_folders(home))
        return True
    os.close(handle)
    _elsewhere.update(_folders(home))
    return False


def release(home: Home) -> None:
    """Let another copy save, e.g. before this one starts anew."""
    let_go(home.lock_file)


def hold(path: Path) -> bool:
    """Keep other programs from going on with the match in `path`. False: one is at it."""
    name = os.path.realpath(path)
    if name in _held:
        return True
    try:
        handle = os.open(name, os.O_RDWR)
    except OSError:
        return True
    if not _lock(handle):
        os.close(handle)
        return False
    _held[name] = handle
    return True


def let_go(path: Path) -> None:
    """Undo `hold`; a file must be let go of before it is renamed."""
    handle = _held.pop(os.path.realpath(path), None)
    if handle is not None:
        os.close(handle)


def is_elsewhere(path: Path) -> bool:
    """Whether another program is going on with the match in `path`; holds nothing itself."""
    if os.path.realpath(path) in _held:
        return False
    try:
        handle = os.open(path, os.O_RDWR)
    except OSError:
        return False
    try:
        return not _lock(handle)
    finally:
        os.close(handle)


def may_save(folder: Path) -> bool:
    """Whether files in `folder` are ours to write."""
    return os.path.realpath(folder) not in _elsewhere


def _folders(home: Home) -> set[str]:
    return {os.path.realpath(home.data), os.path.realpath(home.config)}


if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int) -> bool:
        with contextlib.suppress(OSError):
            os.lseek(handle, FAR, os.SEEK_SET)
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
            return True
        return False

else:
    import fcntl

    def _lock(handle: int) -> bool:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:  # a network share without locks
            return True
        return True
