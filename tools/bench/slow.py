"""A slow machine on a fast one: lets a process have only a share of one core.

Owns the ways of holding a process back. The kernel does it where we may write to its control
groups, of either version; elsewhere the process is stopped as soon as it has had its share and
continued a moment later. Either way the share is given out in small pieces, a thousandth of a
second in four: the usual tenth would let a process run freely for a frame and a half and then stop
it for four.
"""

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

PERIOD = 0.004
"""Seconds in which the share is given out: a frame lasts four of them."""
CGROUPS = Path("/sys/fs/cgroup")


@contextmanager
def held_back(pid: int, share: float, used: Callable[[int], float]) -> Iterator[str]:
    """Let a process have `share` of one core; tell how. `used` gives its processor seconds.

    It stays on that core, and so do the processes it starts: what works for it in the background
    then stands back for it as it would on a machine with one core, not beside it on another.
    """
    _keep_on_one_core(pid)
    group = _group(share)
    if group is None:
        with _governed(pid, share, used):
            yield "stopped and continued"
        return
    try:
        (group / "cgroup.procs").write_text(str(pid), encoding="ascii")
        yield "cgroup"
    finally:
        with suppress(OSError):
            (group.parent / "cgroup.procs").write_text(str(pid), encoding="ascii")
        with suppress(OSError):
            group.rmdir()


def _keep_on_one_core(pid: int) -> None:
    core = max(os.sched_getaffinity(pid))
    for thread in Path(f"/proc/{pid}/task").iterdir():
        with suppress(ProcessLookupError):  # it has just ended
            os.sched_setaffinity(int(thread.name), {core})


def _group(share: float) -> Path | None:
    """Make a control group with that share, before all others; None where that is not allowed."""
    quota, period = round(share * PERIOD * 1e6), round(PERIOD * 1e6)
    version_2 = (CGROUPS / "cgroup.controllers").exists()
    group = (CGROUPS if version_2 else CGROUPS / "cpu") / f"cacho-bench-{os.getpid()}"
    limits = (
        {"cpu.max": f"{quota} {period}", "cpu.weight": "10000"}
        if version_2
        else {
            "cpu.cfs_quota_us": str(quota),
            "cpu.cfs_period_us": str(period),
            "cpu.shares": "262144",
        }
    )
    try:
        group.mkdir()
        for name, value in limits.items():
            (group / name).write_text(value, encoding="ascii")
    except OSError:
        with suppress(OSError):
            group.rmdir()
        return None
    return group


@contextmanager
def _governed(pid: int, share: float, used: Callable[[int], float]) -> Iterator[None]:
    """Stop a process as soon as it has had its share of a period, and continue it in the next."""
    over = threading.Event()

    def govern() -> None:
        while not over.is_set():
            begun, had = time.perf_counter(), used(pid)
            while (left := PERIOD - (time.perf_counter() - begun)) > 0:
                if used(pid) - had >= share * PERIOD:
                    os.kill(pid, signal.SIGSTOP)
                    time.sleep(left)
                    os.kill(pid, signal.SIGCONT)
                else:
                    time.sleep(min(left, 0.0005))

    governor = threading.Thread(target=govern, daemon=True)
    governor.start()
    try:
        yield
    finally:
        over.set()
        governor.join()
