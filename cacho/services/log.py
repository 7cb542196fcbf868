"""The program's diary, for a bug report: one small text file and its predecessor.

Owns `cacho.log`. A windowed program may have no stdout and no stderr at all; they lead here then.
Must never stop the game: what cannot be written is lost.
"""

import contextlib
import faulthandler
import os
import sys
import time
import traceback
from pathlib import Path
from types import TracebackType
from typing import IO

from cacho.services.notices import Notice, NoticeKind

Trace = TracebackType | None

LIMIT = 200_000  # bytes, after which a new file is begun; two are kept

_file: IO[str] | None = None


def open_log(path: Path) -> Notice | None:
    """Begin the diary of this run and let uncaught errors go there too. Never raises."""
    global _file  # noqa: PLW0603 - one diary for the whole program
    close_log()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _turn_over(path)
        _file = path.open("a", encoding="utf-8", errors="backslashreplace", buffering=1)
    except OSError:
        _file = None
    _stand_in_for_missing_streams()
    sys.excepthook = _uncaught
    if _file is None:
        return Notice(NoticeKind.FOLDER_UNWRITABLE, str(path.parent))
    with contextlib.suppress(Exception):  # no such signal, a stream without a number
        faulthandler.enable(_file)
    return None


def close_log() -> None:
    """Close the diary; what is noted afterwards is lost."""
    global _file  # noqa: PLW0603
    if _file is not None:
        with contextlib.suppress(Exception):
            faulthandler.disable()
        with contextlib.suppress(OSError):
            _file.close()
    _file = None


def note(text: str) -> None:
    """Write one line with the time before it."""
    if _file is None:
        return
    with contextlib.suppress(OSError, ValueError):
        if _file.tell() < LIMIT:  # a fault that repeats each frame must not fill the disk
            _file.write(f"{time.strftime('%Y-%m-%d %H:%M:%S')} {text}\n")


def failure(text: str, error: BaseException) -> None:
    """Write a line and the traceback of an error."""
    note(f"{text}\n{''.join(traceback.format_exception(error)).rstrip()}")


def _turn_over(path: Path) -> None:
    with contextlib.suppress(FileNotFoundError):
        if path.stat().st_size > LIMIT // 2:
            os.replace(path, path.with_name(path.name + ".old"))


def _stand_in_for_missing_streams() -> None:
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            stream = _file or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
            setattr(sys, name, stream)


def _uncaught(kind: type[BaseException], error: BaseException, trace: Trace) -> None:
    if not issubclass(kind, KeyboardInterrupt):
        failure("uncaught", error)
    sys.__excepthook__(kind, error, trace)
