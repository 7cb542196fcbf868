"""A cache bounded by bytes, for what costs time to make and memory to keep.

Owns nothing but the bookkeeping: the least recently used entries leave when the limit is passed.
May be used from two threads. Knows no pygame: the caller says what an entry weighs.
`give_back_large_blocks` makes sure that what leaves also leaves the process.
"""

from __future__ import annotations

import sys
from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import RLock
from typing import Final, Generic, TypeVar

V = TypeVar("V")

_MMAP_THRESHOLD: Final = -3  # mallopt's parameter of that name
_ARENA_MAX: Final = -8
_LARGE_BLOCK: Final = 1 << 20


def give_back_large_blocks() -> None:
    """Let freed pictures of a megabyte and more go back to the system at once.

    The GNU C library otherwise learns to keep them, and they lie about in pieces: some 15 MB after
    a few rolls. Elsewhere this does nothing.
    """
    if sys.platform == "linux":
        import ctypes  # noqa: PLC0415 - takes milliseconds, and is needed nowhere else

        mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
        if mallopt is not None:
            mallopt(_MMAP_THRESHOLD, _LARGE_BLOCK)
            mallopt(_ARENA_MAX, 1)  # what the loading threads free must serve the rest too


def trim() -> None:
    """Give freed small blocks back to the system too: a few thousandths of a second, now and then.

    After a change of screens some ten megabytes lie about; elsewhere than on Linux nothing is done.
    """
    if sys.platform == "linux":
        import ctypes  # noqa: PLC0415 - see above

        release = getattr(ctypes.CDLL(None), "malloc_trim", None)
        if release is not None:
            release(0)


class ByteCache(Generic[V]):
    """Keeps values up to `limit` bytes; a single value heavier than that is kept alone."""

    def __init__(self, limit: int, weigh: Callable[[V], int]) -> None:
        self.limit = limit
        self.bytes = 0
        self._weigh = weigh
        self._kept: OrderedDict[Hashable, tuple[V, int]] = OrderedDict()
        self._lock = RLock()

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: Hashable) -> V | None:
        """Return the value and mark it as just used, or None."""
        with self._lock:
            entry = self._kept.get(key)
            if entry is None:
                return None
            self._kept.move_to_end(key)
            return entry[0]

    def put(self, key: Hashable, value: V) -> V:
        """Keep a value, let the oldest go if need be, and return it."""
        weight = self._weigh(value)
        with self._lock:
            old = self._kept.pop(key, None)
            if old is not None:
                self.bytes -= old[1]
            self._kept[key] = (value, weight)
            self.bytes += weight
            while self.bytes > self.limit and len(self._kept) > 1:
                _, (_, gone) = self._kept.popitem(last=False)
                self.bytes -= gone
        return value

    def made(self, key: Hashable, make: Callable[[], V]) -> V:
        """Return the kept value, or make and keep it."""
        value = self.get(key)
        return self.put(key, make()) if value is None else value

    def drop(self, key: Hashable) -> None:
        """Let a value go, if it is kept."""
        with self._lock:
            _, weight = self._kept.pop(key, (None, 0))
            self.bytes -= weight

    def clear(self) -> None:
        """Let everything go."""
        with self._lock:
            self._kept.clear()
            self.bytes = 0
