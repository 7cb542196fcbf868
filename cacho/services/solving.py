"""The best play of the rules in use, worked out by a process of its own and kept on disk.

Owns that process, the folder of solutions, and when which of them is read. Whoever asks goes on at
once and looks again later; no frame waits for anything here, and while something moves on screen
everything here stands still. Whatever goes wrong (a process that is killed, a full disk, a damaged
file) costs time, or the exact play, and never the game.
"""

import contextlib
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final

from cacho import __version__
from cacho.engine import FIELDS, Ruleset, field_text
from cacho.services import log, safefile
from cacho.strategy import Solution, SolutionError, rules_key

if TYPE_CHECKING:
    import subprocess

SUFFIX: Final = ".solution"
KEPT: Final = 24
"""So many solutions stay on disk, 4 MB each; with one more the one not used longest goes."""
REMEMBERED: Final = 3
"""So many stay in memory."""
TRIES: Final = 2
"""Processes that are started for one solution before it is given up."""
LARGEST: Final = 64 << 20
"""Bytes; no solution comes near it."""
LENGTH_BYTES: Final = 8
"""Before each solution that the process writes stands its length, the lowest byte first."""
MOVING, STILL = b"m", b"s"
"""What the process reads: whether it has to stand still, for something moves, or may go on."""
LOOK_AGAIN: Final = 0.01
"""Seconds from one look to the next whether it may go on."""


def program() -> tuple[str, ...]:
    """How this program is started once more, packaged or not."""
    return (sys.executable,) if getattr(sys, "frozen", False) else (sys.executable, "-m", "cacho")


def make_way() -> None:
    """Let the game have the processor first; called by the process that works for it.

    It has less of a claim on it, stands still whenever the game says so, and ends with the game.
    """
    with contextlib.suppress(AttributeError, OSError):  # Windows: done when it is started
        os.nice(15)
    heeding = _Heeding()
    signal.signal(signal.SIGINT, heeding.stand_still)
    heeding.start()


class _Heeding(threading.Thread):
    """Hears what the game says, and interrupts what the main thread of the process does."""

    def __init__(self) -> None:
        super().__init__(name="heeding", daemon=True)
        self._moving = False

    def run(self) -> None:
        """Hear every word; when no more can come the game is gone, and nobody wants an answer."""
        with contextlib.suppress(OSError):
            while word := os.read(0, 1):
                self._moving = word == MOVING
                if self._moving:
                    signal.raise_signal(signal.SIGINT)  # taken by the main thread
            os._exit(1)

    def stand_still(self, *_signal: object) -> None:
        """Wait in the main thread, in the middle of whatever it does, until nothing moves."""
        while self._moving:
            time.sleep(LOOK_AGAIN)


class Solving:
    """The solutions of rules, as far as they are known; `folder` keeps them between two starts."""

    def __init__(self, folder: Path, command: Sequence[str] | None = None) -> None:
        self._folder = folder
        self._command = tuple(command or program())
        self._jobs: dict[str, _Job] = {}
        self._still = threading.Event()
        self._still.set()

    def ask(self, rules: Ruleset) -> None:
        """Have some rules solved, if they are not yet. Returns at once; to ask again is harmless.

        What was given up is tried anew.
        """
        key = rules_key(rules)
        job = self._jobs.pop(key, None)
        if job is None or job.given_up:
            job = _Job(rules, self._file(key), self._command, self._still)
            job.start()
        self._jobs[key] = job
        for other in list(self._jobs)[:-REMEMBERED]:
            self._jobs.pop(other).stop()

    def solution(self, rules: Ruleset) -> Solution | None:
        """The solution of some rules; None as long as it is not known.

        First comes one without scores, a moment later one with all of them (`Solution.scored`).
        """
        job = self._jobs.get(rules_key(rules))
        return job.solution if job else None

    def give_way(self, moving: bool) -> None:
        """Stand still from now on while something moves on screen, go on when it does not."""
        if moving is not self._still.is_set():
            return
        if moving:
            self._still.clear()
        else:
            self._still.set()
        for job in self._jobs.values():
            job.tell()

    def settled(self, rules: Ruleset) -> bool:
        """Whether nothing more will come: all is known, or was given up, or never asked for."""
        job = self._jobs.get(rules_key(rules))
        return job is None or not job.is_alive()

    def close(self) -> None:
        """End what is still being worked out."""
        while self._jobs:
            self._jobs.popitem()[1].stop()

    def _file(self, key: str) -> Path:
        """Another version of the program may reckon otherwise."""
        return self._folder / f"{key[:32]}-{__version__}{SUFFIX}"


class _Job(threading.Thread):
    """Reads one solution from its file or from a process; nearly all the time it waits."""

    def __init__(
        self, rules: Ruleset, file: Path, command: Sequence[str], still: threading.Event
    ) -> None:
        super().__init__(name="solving", daemon=True)
        self._rules = rules
        self._file = file
        self._command = command
        self._still = still
        self._speaking = threading.Lock()
        """So that the last word is the newest, and none goes to a process that has ended."""
        self._process: subprocess.Popen[bytes] | None = None
        self._unwanted = False
        self.solution: Solution | None = None

    @property
    def given_up(self) -> bool:
        """Whether it ended without all that was asked for."""
        return not self.is_alive() and not (self.solution and self.solution.scored)

    def stop(self) -> None:
        """Nobody waits for it any more."""
        self._unwanted = True
        process = self._process
        if process is not None:
            with contextlib.suppress(OSError):
                process.kill()

    def tell(self) -> None:
        """Tell the process whether it may go on."""
        with self._speaking:
            if self._process is not None and self._process.stdin is not None:
                word = STILL if self._still.is_set() else MOVING
                with contextlib.suppress(OSError):  # it has just ended
                    os.write(self._process.stdin.fileno(), word)

    def run(self) -> None:
        """Look on disk, else have it worked out; never raises."""
        try:
            self._still.wait()
            self.solution = self._kept()
            for _ in range(TRIES):
                if self._unwanted or (self.solution and self.solution.scored):
                    return
                self._work_out()
            log.note(f"the best play of {self._rules.name} could not be worked out")
        except Exception as error:  # a thread has nobody to raise it to
            log.failure("working out the best play failed", error)

    # ---------------------------------------------------------------------------------- on disk

    def _kept(self) -> Solution | None:
        """The solution on disk; a damaged one is removed, for it can be made anew."""
        try:
            data = self._file.read_bytes()
            os.utime(self._file)
        except OSError:
            return None
        try:
            return Solution.from_bytes(self._rules, data)
        except SolutionError as error:
            log.note(f"{self._file.name}: {error}")
            with contextlib.suppress(OSError):
                self._file.unlink()
            return None

    def _keep(self, data: bytes) -> None:
        """Keep a solution if the disk allows it, and not more than enough of them."""
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            safefile.replace_file(self._file, data)
            files = sorted(
                self._file.parent.glob(f"*{SUFFIX}"), key=lambda file: file.stat().st_mtime
            )
            for file in files[:-KEPT]:
                file.unlink()
        except OSError as error:
            log.note(f"a solution was not kept: {error.strerror}")

    # ------------------------------------------------------------------------ in another process

    def _work_out(self) -> None:
        """Let a process solve the rules, and take what it writes as it comes."""
        with self._begin() as process:
            self._process = process
            self.tell()
            if self._unwanted:  # meanwhile
                process.kill()
            try:
                if process.stdout is not None:
                    with contextlib.suppress(SolutionError):
                        self._take(process.stdout)
            finally:
                with self._speaking:
                    self._process = None

    def _take(self, stream: IO[bytes]) -> None:
        for data in _parts(stream):
            self._still.wait()  # to read it takes the threads of the game some moments
            solution = Solution.from_bytes(self._rules, data)
            self.solution = solution
            if solution.scored:
                self._keep(data)

    def _begin(self) -> "subprocess.Popen[bytes]":
        """Start it beside the game, not before it: with less of a claim on the processor."""
        settings = [f"--set={name}={field_text(self._rules, name)}" for name in FIELDS]
        import subprocess  # noqa: PLC0415 - takes longer than all else here

        windows = getattr(subprocess, "CREATE_NO_WINDOW", 0)
        windows |= getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0)
        return subprocess.Popen(  # noqa: S603 - our own program
            [*self._command, "solve", "--bytes", *settings],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            creationflags=windows,
        )


def _parts(stream: IO[bytes]) -> Iterator[bytes]:
    """Everything that was written whole, up to the end or to where it breaks off."""
    while True:
        head = stream.read(LENGTH_BYTES)
        size = int.from_bytes(head, "little")
        if len(head) < LENGTH_BYTES or size > LARGEST:
            return
        data = stream.read(size)
        if len(data) < size:
            return
        yield data
