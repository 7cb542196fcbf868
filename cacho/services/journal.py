"""The record of a running match on disk: a line at a time, safe before anything moves.

Owns the open file. Must never raise for what a disk does: lines that it refuses are kept, in
order, and written with the next one.
"""

import contextlib
import os
from collections.abc import Mapping
from pathlib import Path

from cacho.services import lock, safefile
from cacho.services.notices import Notice, NoticeKind

_BINARY = getattr(os, "O_BINARY", 0)  # Windows would turn line ends otherwise


class Journal:
    """Appends to one text file. What `append` has returned from is on the disk, or in memory."""

    def __init__(self, path: Path, text: str, beside: Mapping[Path, str]) -> None:
        """Begin a file with `text`, at the first `flush`; those in `beside` are made before it."""
        self._path = path
        self._wanted = bytearray(text.encode("utf-8"))
        self._saved = 0
        self._beside = dict(beside)
        self._handle: int | None = None
        self._dirty = False
        self._refused = False

    @classmethod
    def reopen(cls, path: Path, sound: bytes, beside: Mapping[Path, str]) -> "Journal":
        """Go on with a file of which `sound` is the good part; anything after it is cut off."""
        journal = cls(path, "", beside)
        journal._wanted = bytearray(sound)
        with contextlib.suppress(OSError):
            journal._handle = os.open(path, os.O_WRONLY | os.O_APPEND | _BINARY)
            journal._saved = len(sound)
            journal._dirty = True
        return journal

    @property
    def saved(self) -> bool:
        """Whether everything is on the disk."""
        return self._saved == len(self._wanted)

    def append(self, line: str) -> Notice | None:
        """Add one line. Tells once when the disk begins to refuse, and once when it stops."""
        self._wanted += line.encode("utf-8") + b"\n"
        return self.flush()

    def flush(self) -> Notice | None:
        """Try to bring everything to the disk that is not there yet."""
        try:
            self._write()
        except OSError as error:
            self._dirty = True
            first, self._refused = not self._refused, True
            return Notice(NoticeKind.MATCH_UNSAVED, error.strerror or "") if first else None
        again, self._refused = self._refused, False
        return Notice(NoticeKind.MATCH_SAVED_AGAIN) if again else None

    def close(self) -> None:
        """Let go of the file; it can be reopened."""
        lock.let_go(self._path)
        if self._handle is not None:
            with contextlib.suppress(OSError):
                os.close(self._handle)
        self._handle = None

    def _write(self) -> None:
        if self._handle is None or os.fstat(self._handle).st_nlink == 0:
            self._create()
            return
        if self._dirty:  # half a line may have got there
            os.ftruncate(self._handle, self._saved)
        rest = memoryview(self._wanted)[self._saved :]
        self._dirty = True
        while rest:
            rest = rest[os.write(self._handle, rest) :]
        os.fsync(self._handle)
        self._saved = len(self._wanted)
        self._dirty = False

    def _create(self) -> None:
        """Make the file, with all that it shall contain, in one step that cannot be half done."""
        self.close()
        self._saved = 0
        self._path.parent.mkdir(parents=True, exist_ok=True)
        for path, text in self._beside.items():
            safefile.replace_file(path, text.encode("utf-8"))
        safefile.replace_file(self._path, bytes(self._wanted))
        self._handle = os.open(self._path, os.O_WRONLY | os.O_APPEND | _BINARY)
        lock.hold(self._path)
        self._saved = len(self._wanted)
        self._dirty = False
