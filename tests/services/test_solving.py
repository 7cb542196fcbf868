"""The best play from another process and from disk, whatever happens to either."""

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from cacho.engine import CASUAL, COCH, Ruleset
from cacho.services.solving import KEPT, MOVING, STILL, SUFFIX, TRIES, Solving, program
from cacho.strategy import Solution, solve

LONG = 120  # seconds; a busy machine is no fault
Folder = Callable[..., Solving]


@pytest.fixture(scope="session")
def parts() -> tuple[bytes, bytes]:
    """What the process writes for Casual: first without scores, then with them."""
    solution = solve(CASUAL)
    return solution.to_bytes(scored=False), solution.to_bytes()


@pytest.fixture
def player(tmp_path: Path):
    """Give `Solving` whose process is a script of a line or two; `None` is the real program."""
    made: list[Solving] = []

    def make(script: str | None = None, folder: Path = tmp_path / "solutions") -> Solving:
        command = None if script is None else (sys.executable, "-c", script)
        made.append(Solving(folder, command))
        return made[-1]

    yield make
    for solving in made:
        solving.close()


def writes(path: Path, *parts: bytes, cut: int = 0) -> str:
    """A script that writes these parts as the process does, the last one cut short."""
    framed = b"".join(len(part).to_bytes(8, "little") + part for part in parts)
    path.write_bytes(framed[: len(framed) - cut])
    return f"import sys; sys.stdout.buffer.write(open({str(path)!r}, 'rb').read())"


def wait(solving: Solving, rules: Ruleset) -> Solution | None:
    until = time.monotonic() + LONG
    while not solving.settled(rules) and time.monotonic() < until:
        time.sleep(0.01)
    assert solving.settled(rules)
    return solving.solution(rules)


DEAD = "raise SystemExit(1)"


def test_the_real_program_solves(player: Folder) -> None:
    solving = player()
    assert solving.solution(COCH) is None
    solving.ask(COCH)
    solution = wait(solving, COCH)
    assert solution is not None
    assert solution.scored
    assert solution.expected == solve(COCH).expected
    again = player(DEAD)
    again.ask(COCH)
    kept = wait(again, COCH)
    assert kept is not None, "it was not kept on disk"
    assert kept.to_bytes() == solution.to_bytes()


def test_asking_never_waits(player: Folder) -> None:
    solving = player("import time; time.sleep(60)")
    start = time.perf_counter()
    for _ in range(50):
        solving.ask(CASUAL)
        assert solving.solution(CASUAL) is None
    assert time.perf_counter() - start < 30, "half of what one answer takes"
    assert not solving.settled(CASUAL)
    solving.close()


def test_what_comes_first_is_there_first(
    player: Folder, tmp_path: Path, parts: tuple[bytes, bytes]
) -> None:
    script = writes(tmp_path / "first", parts[0])
    solving = player(f"{script}; sys.stdout.buffer.flush(); import time; time.sleep(60)")
    solving.ask(CASUAL)
    until = time.monotonic() + LONG
    while solving.solution(CASUAL) is None and time.monotonic() < until:
        time.sleep(0.01)
    solution = solving.solution(CASUAL)
    assert solution is not None
    assert not solution.scored
    assert not list((tmp_path / "solutions").glob("*")), "only the whole is kept"


@pytest.mark.parametrize("script", [DEAD, "import os; os.kill(os.getpid(), 9)", "print('?' * 99)"])
def test_a_process_that_fails_is_given_up(player: Folder, script: str) -> None:
    solving = player(script)
    solving.ask(CASUAL)
    assert wait(solving, CASUAL) is None


def test_what_was_given_up_is_tried_again(
    player: Folder, tmp_path: Path, parts: tuple[bytes, bytes]
) -> None:
    good, tried = writes(tmp_path / "good", *parts), tmp_path / "tried"
    solving = player(
        "import pathlib\n"
        f"tried = pathlib.Path({str(tried)!r})\n"
        "times = len(tried.read_bytes()) if tried.exists() else 0\n"
        "tried.write_bytes(b'x' * (times + 1))\n"
        f"if times >= {TRIES}: {good}\n"
    )
    solving.ask(CASUAL)
    assert wait(solving, CASUAL) is None
    solving.ask(CASUAL)
    assert wait(solving, CASUAL) is not None


def test_an_answer_that_breaks_off_is_none(
    player: Folder, tmp_path: Path, parts: tuple[bytes, bytes]
) -> None:
    solving = player(writes(tmp_path / "torn", *parts, cut=100))
    solving.ask(CASUAL)
    solution = wait(solving, CASUAL)
    assert solution is not None
    assert not solution.scored
    assert not list((tmp_path / "solutions").glob("*"))


def test_a_damaged_file_is_solved_anew(
    player: Folder, tmp_path: Path, parts: tuple[bytes, bytes]
) -> None:
    script = writes(tmp_path / "whole", *parts)
    first = player(script)
    first.ask(CASUAL)
    wait(first, CASUAL)
    (file,) = (tmp_path / "solutions").glob(f"*{SUFFIX}")
    sound = file.read_bytes()
    for damaged in (sound[:-1], sound[:1000] + b"\0" + sound[1001:], b"", b"cacho solution 1\n"):
        file.write_bytes(damaged)
        again = player(script)
        again.ask(CASUAL)
        assert wait(again, CASUAL) is not None
        assert file.read_bytes() == sound


def test_a_disk_that_takes_nothing(
    player: Folder, tmp_path: Path, parts: tuple[bytes, bytes]
) -> None:
    """A file where the folder should be stands for a full disk: the play is exact all the same."""
    blocked = tmp_path / "blocked"
    blocked.write_bytes(b"")
    solving = player(writes(tmp_path / "whole", *parts), blocked)
    solving.ask(CASUAL)
    solution = wait(solving, CASUAL)
    assert solution is not None
    assert solution.scored


def test_not_more_than_enough_is_kept(
    player: Folder, tmp_path: Path, parts: tuple[bytes, bytes]
) -> None:
    folder = tmp_path / "solutions"
    folder.mkdir()
    for number in range(KEPT + 3):
        (folder / f"{number}{SUFFIX}").write_bytes(b"old")
    solving = player(writes(tmp_path / "whole", *parts))
    solving.ask(CASUAL)
    wait(solving, CASUAL)
    kept = list(folder.glob(f"*{SUFFIX}"))
    assert len(kept) == KEPT
    assert any(file.stat().st_size > 1000 for file in kept), "the new one went"


# ------------------------------------------------------------------ while something moves on screen


def test_nothing_is_begun_while_something_moves(
    player: Folder, tmp_path: Path, parts: tuple[bytes, bytes]
) -> None:
    solving = player(writes(tmp_path / "whole", *parts))
    solving.give_way(True)
    solving.ask(CASUAL)
    time.sleep(1)
    assert solving.solution(CASUAL) is None
    assert not solving.settled(CASUAL)
    solving.give_way(False)
    assert wait(solving, CASUAL) is not None


def test_nothing_is_taken_over_while_something_moves(
    player: Folder, tmp_path: Path, parts: tuple[bytes, bytes]
) -> None:
    script = writes(tmp_path / "whole", *parts)
    solving = player(f"import os; os.read(0, 1); os.read(0, 1); {script}")
    solving.ask(CASUAL)
    time.sleep(1)
    solving.give_way(True)  # the second word: the process answers
    time.sleep(1)
    assert solving.solution(CASUAL) is None
    solving.give_way(False)
    assert wait(solving, CASUAL) is not None


def test_the_process_is_told(player: Folder, tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    solving = player(
        f"import os; file = open({str(heard)!r}, 'wb', 0)\nwhile True: file.write(os.read(0, 1))"
    )

    def hears(words: bytes) -> None:
        until = time.monotonic() + LONG
        while time.monotonic() < until and (not heard.exists() or heard.read_bytes() != words):
            time.sleep(0.01)
        assert heard.read_bytes() == words

    solving.ask(CASUAL)
    hears(STILL)
    solving.give_way(True)
    solving.give_way(True)  # told once
    hears(STILL + MOVING)
    solving.give_way(False)
    hears(STILL + MOVING + STILL)


@pytest.fixture
def process() -> "Iterator[subprocess.Popen[bytes]]":
    """The process that solves Casual for the game."""
    command = [*program(), "solve", "--bytes"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as running:
        yield running
        running.kill()


def say(process: "subprocess.Popen[bytes]", word: bytes) -> None:
    assert process.stdin is not None
    process.stdin.write(word)
    process.stdin.flush()


def stand_still(process: "subprocess.Popen[bytes]") -> None:
    """Stop it in the midst of its work, and wait until it stands."""
    times = psutil.Process(process.pid).cpu_times
    until = time.monotonic() + LONG
    while sum(times()[:2]) < 0.2:
        time.sleep(0.01)
    say(process, MOVING)
    before = -1.0
    while (now := sum(times()[:2])) - before > 0.02:
        assert time.monotonic() < until, "it works on"
        before = now
        time.sleep(0.5)


def test_the_process_stands_still_and_goes_on(
    process: "subprocess.Popen[bytes]", parts: tuple[bytes, bytes]
) -> None:
    for _ in range(3):
        stand_still(process)
        say(process, STILL)
    assert process.stdout is not None
    framed = b"".join(len(part).to_bytes(8, "little") + part for part in parts)
    assert process.stdout.read() == framed


def test_the_process_ends_with_the_game(process: "subprocess.Popen[bytes]") -> None:
    stand_still(process)
    assert process.stdin is not None
    process.stdin.close()
    process.wait(LONG)
