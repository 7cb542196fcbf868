"""The measurements, each a function from a display to figures. See `__main__` for what they mean.

Owns how the game is driven while it is measured. The game tells of its frames in the file that
CACHO_TRACE names, one JSON object a line: `t` (perf_counter seconds), `draw` (seconds it took),
`scene`, `moving`, `shaking`, `first`. On Linux that clock is the same in every process.
"""

import itertools
import json
import math
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import psutil

from cacho.services import settings
from cacho.services.settings import Settings
from cacho.ui.canvas import TUMBLING
from cacho.ui.drawing import die
from tools import visitor
from tools.bench.slow import held_back
from tools.desktop import FROM_SOURCE, PATIENCE, ROOT, RealGame, Screen, clean_environment

STARTS = 9
STILL_SECONDS = 20.0
ROLLS = 9
SETTLED = 1.5
"""Seconds after a roll in which free memory has been given back."""
PRESSES = 40
DICE = 600
CALM_WAIT = 60.0
"""Seconds to wait at most for other programs to come to rest."""
PICTURE = ROOT / "assets" / "sprites" / "table" / "table_1080.jpg"
PACKAGE = ROOT / "dist" / "Cacho" / "Cacho"
BARE = ROOT / "var" / "bare"
SOUND = {"SDL_AUDIODRIVER": "dummy"}
"""A device that is open and mixes, wherever the measurement runs."""


@dataclass(frozen=True)
class Figure:
    """One line of the table; `limit` is the largest value that will do, or None."""

    what: str
    value: float
    unit: str
    limit: float | None = None


def start_from_source(screen: Screen) -> list[Figure]:
    """First frame of `python -m cacho` beside the bare window."""
    bare = [sys.executable, "-m", "tools.bench.bare"]
    return start_figures("source", screen, bare, FROM_SOURCE)


def start_from_package(screen: Screen) -> list[Figure]:
    """First frame of dist/Cacho beside the bare window frozen likewise."""
    if not PACKAGE.exists():
        print("no dist/Cacho: make package", file=sys.stderr)
        return []
    return start_figures("package", screen, [frozen_bare()], [PACKAGE])


def start_figures(
    which: str, screen: Screen, bare: Sequence[str | Path], game: Sequence[str | Path]
) -> list[Figure]:
    """Start both in turns, so that whatever the machine does meanwhile meets both."""
    times: dict[str, list[float]] = {"bare": [], "game": []}
    for _ in range(STARTS + 1):
        times["bare"].append(seconds_to_first_frame(screen, bare, bare=True))
        times["game"].append(seconds_to_first_frame(screen, game, bare=False))
    middle = {name: statistics.median(several[1:]) for name, several in times.items()}
    return [
        Figure(f"start, {which}: bare window", middle["bare"], "s"),
        Figure(f"start, {which}: the game", middle["game"], "s"),
        Figure(f"start, {which}: more than bare", middle["game"] - middle["bare"], "s", 0.2),
    ]


def seconds_to_first_frame(screen: Screen, program: Sequence[str | Path], *, bare: bool) -> float:
    """From starting the process to the line of its first complete frame."""
    with fresh_folder() as folder:
        trace = folder / "trace"
        options = [PICTURE, trace] if bare else []
        environment = clean_environment(
            folder,
            screen.display,
            CACHO_HOME=str(folder / "home"),
            CACHO_TRACE=str(trace),
            **SOUND,
        )
        begun = time.perf_counter()
        process = subprocess.Popen(
            [*map(str, program), *map(str, options)],
            env=environment,
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            return first_frame(trace) - begun
        finally:
            process.kill()
            process.wait()


def first_frame(trace: Path) -> float:
    """Wait for the first complete frame and give its moment."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        for frame in frames(trace):
            if frame.get("first"):
                return float(frame["t"])
        time.sleep(0.005)
    raise TimeoutError("no first frame")


def frozen_bare() -> Path:
    """Freeze the bare window once, in the environment that made the package."""
    program = BARE / "Bare" / "Bare"
    spec = ROOT / "tools" / "bench" / "bare.spec"
    if not program.exists() or program.stat().st_mtime < spec.stat().st_mtime:
        packager = [ROOT / ".venv-package" / "bin" / "python", "-m", "PyInstaller", "--noconfirm"]
        places = ["--workpath", BARE / "work", "--distpath", BARE, "--log-level", "ERROR"]
        subprocess.run([*packager, *places, spec], check=True)
    return program


def still_table(screen: Screen) -> list[Figure]:
    """Processor time of a table on which nothing moves, and the memory it takes."""
    with game_at_table(screen) as game:
        # past the seconds in which it listens more often, and the solution of the rules comes in
        time.sleep(8)
        share = processor_share(game.pid, STILL_SECONDS)
    return [Figure("still table, share of a core", share * 100, "%", 0.6)]


@dataclass
class Watched:
    """What was seen of some rolls; seconds, shares of a core, bytes."""

    gaps: list[float]
    """From one picture to the next, from letting go to rest."""
    draws: list[float]
    shares: list[float]
    busy: float
    memory: int


def watch_rolls(screen: Screen, share: float = 1.0, way: str = "both") -> Watched:
    """Roll five dice nine times in full screen, with a share of a core, and watch every frame."""
    seen = Watched([], [], [], 0.0, 0)
    with game_at_table(screen, way) as game, ExitStack() as slow:
        if share < 1:
            visitor.roll(game)
            visitor.note(game, visitor.BOXES[0])
            wait_alone(game.pid)
            how = slow.enter_context(held_back(game.pid, share, processor_seconds))
            print(f"held back: {how}", file=sys.stderr)
        trace = game.folder / "trace"
        for number in range(ROLLS):
            if number and number % 3 == 0:
                visitor.note(game, visitor.BOXES[number // 3])
            before = len(frames(trace))
            busy, begun = processor_seconds(game.pid), time.perf_counter()
            visitor.roll(game)
            busy, ended = processor_seconds(game.pid) - busy, time.perf_counter()
            seen.shares.append(busy / (ended - begun))
            seen.busy += busy
            moving = [frame for frame in frames(trace)[before:] if frame["moving"]]
            seen.draws += [frame["draw"] for frame in moving]
            seen.gaps += [
                b["t"] - a["t"] for a, b in itertools.pairwise(moving) if not b["shaking"]
            ]
        time.sleep(SETTLED)
        seen.memory = psutil.Process(game.pid).memory_info().rss
    seen.gaps.sort()
    seen.draws.sort()
    return seen


def wait_alone(pid: int) -> None:
    """Wait for the processes it has started: the best play of some rules is worked out once."""
    end = time.monotonic() + CALM_WAIT
    while psutil.Process(pid).children() and time.monotonic() < end:
        time.sleep(0.1)


def title(screen: Screen) -> list[Figure]:
    """Processor time of the title, where a slow light goes round, on two displays."""
    with Screen(3840, 2160) as large:
        shares = [_title_share(screen), _title_share(large)]
    return [
        Figure("title, share of a core", shares[0] * 100, "%", 3),
        Figure("title at 4K, share of a core", shares[1] * 100, "%", 3),
    ]


def _title_share(screen: Screen) -> float:
    with started(screen) as game:
        game.wait_scene("title")
        time.sleep(4)  # past what is brought in behind it
        return processor_share(game.pid, STILL_SECONDS / 2)


def rolls(screen: Screen) -> list[Figure]:
    """Frames of rolls of five dice, from letting go to rest, at the full 1920 x 1080."""
    seen = watch_rolls(screen)
    return [
        Figure("roll: median frame interval", statistics.median(seen.gaps) * 1000, "ms", 17.2),
        Figure("roll: 99 % of frame intervals", percentile(seen.gaps, 0.99) * 1000, "ms", 22),
        Figure("roll: longest frame interval", seen.gaps[-1] * 1000, "ms"),
        Figure("roll: median time to draw", statistics.median(seen.draws) * 1000, "ms"),
        Figure("roll: 99 % of times to draw", percentile(seen.draws, 0.99) * 1000, "ms"),
        Figure("roll: processor time a frame", seen.busy / len(seen.draws) * 1000, "ms"),
        Figure("roll: share of a core", statistics.median(seen.shares) * 100, "%", 35),
        Figure("memory at 1080p, nine rolls made", seen.memory / 1e6, "MB", 130),
    ]


def large_rolls(_screen: Screen) -> list[Figure]:
    """The same on a display of 3840 x 2160."""
    with Screen(3840, 2160) as screen:
        seen = watch_rolls(screen)
    return [
        Figure("roll at 4K: median frame interval", statistics.median(seen.gaps) * 1000, "ms"),
        Figure("roll at 4K: 99 % of intervals", percentile(seen.gaps, 0.99) * 1000, "ms", 25),
        Figure("roll at 4K: 99 % of times to draw", percentile(seen.draws, 0.99) * 1000, "ms"),
        Figure("memory at 4K, nine rolls made", seen.memory / 1e6, "MB", 330),
    ]


def golpes(screen: Screen) -> list[Figure]:
    """Rolls whose cup is slammed and lifted, on two displays."""
    seen = watch_rolls(screen, way="golpe")
    with Screen(3840, 2160) as large:
        larger = watch_rolls(large, way="golpe")
    return [
        Figure("golpe: 99 % of frame intervals", percentile(seen.gaps, 0.99) * 1000, "ms", 22),
        Figure("memory at 1080p, nine golpes made", seen.memory / 1e6, "MB", 130),
        Figure("golpe at 4K: 99 % of intervals", percentile(larger.gaps, 0.99) * 1000, "ms", 25),
        Figure("memory at 4K, nine golpes made", larger.memory / 1e6, "MB", 330),
    ]


def slow_rolls(screen: Screen) -> list[Figure]:
    """The same at 1920 x 1080 with a quarter of one core."""
    seen = watch_rolls(screen, 0.25)
    return [
        Figure("roll, 1/4 core: median interval", statistics.median(seen.gaps) * 1000, "ms"),
        Figure("roll, 1/4 core: 90 % of intervals", percentile(seen.gaps, 0.90) * 1000, "ms", 25),
        Figure("roll, 1/4 core: longest interval", seen.gaps[-1] * 1000, "ms"),
        Figure("roll, 1/4 core: median time to draw", statistics.median(seen.draws) * 1000, "ms"),
    ]


def one_die(_screen: Screen) -> list[Figure]:
    """Processor time of drawing one tumbling die of 104 units, and of its shadow in flight."""
    chance = random.Random(3)
    art, shadow = die.DieArt(104, supersample=TUMBLING), die.ShadowArt(104)
    turns = [die.about(*_axis_and_angle(chance)) for _ in range(DICE)]
    bare: list[float] = []
    cast: list[float] = []
    for turn in turns:
        begun = time.process_time()
        art.render(turn)
        drawn = time.process_time()
        shadow.render(turn, chance.random() * 4)
        cast.append(time.process_time() - begun)
        bare.append(drawn - begun)
    return [
        Figure("one die of 104 units", statistics.median(bare) * 1000, "ms", 0.7),
        Figure("with its shadow in flight", statistics.median(cast) * 1000, "ms", 1.0),
    ]


def _axis_and_angle(chance: random.Random) -> tuple[tuple[float, float, float], float]:
    x, y, z = (chance.gauss(0, 1) for _ in range(3))
    length = math.hypot(x, y, z)
    return (x / length, y / length, z / length), chance.uniform(0, math.tau)


def presses(screen: Screen) -> list[Figure]:
    """From pressing a switch in the options to the changed picture in the server's memory."""
    waits = []
    with started(screen) as game:
        game.click("options")
        layout = game.wait_target("muted")
        x, y = layout.middle("muted")
        hand = subprocess.Popen(["xdotool", "-"], stdin=subprocess.PIPE, env=screen.environment)
        tell(hand, f"mousemove {x} {y}")
        data, _width, _height, start, row = screen.frame_buffer()
        left, top, wide, high = (round(v * layout.k) for v in layout.targets["muted"])

        def switch() -> bytes:
            lines = range(top, top + high, 4)
            return b"".join(
                data[start + line * row + 4 * left : start + line * row + 4 * (left + wide)]
                for line in lines
            )

        for number in range(PRESSES):
            time.sleep(0.3 + 0.0017 * number)  # not in step with the program's naps
            game.wait_quiet()
            before, begun = switch(), time.perf_counter()
            tell(hand, "mousedown 1")
            while switch() == before and time.perf_counter() - begun < 1:
                time.sleep(0.0002)
            waits.append(time.perf_counter() - begun)
            tell(hand, "mouseup 1")
        hand.kill()
        data.close()
    return [
        Figure("press to screen, median", statistics.median(waits) * 1000, "ms", 16),
        Figure("press to screen, longest", max(waits) * 1000, "ms"),
    ]


def sizes(_screen: Screen) -> list[Figure]:
    """What is downloaded and what lies on the disk then."""
    archives = sorted((ROOT / "dist").glob("Cacho-*.tar.xz"))
    if not PACKAGE.exists() or not archives:
        print("no dist/Cacho: make package", file=sys.stderr)
        return []
    unpacked = sum(p.lstat().st_size for p in PACKAGE.parent.rglob("*") if p.is_file())
    return [
        Figure("package, unpacked", unpacked / 1e6, "MB", 60),
        Figure("package, tar.xz", archives[-1].stat().st_size / 1e6, "MB", 28),
    ]


def wait_for_calm() -> float:
    """Wait until the machine has nothing else to do; give the share of it that others take."""
    end = time.monotonic() + CALM_WAIT
    while True:
        others = psutil.cpu_percent(interval=1.0) / 100
        if others < 0.05 or time.monotonic() > end:
            return others


# ------------------------------------------------------------------ driving it


@contextmanager
def fresh_folder() -> Iterator[Path]:
    """A folder for one player, gone afterwards."""
    folder = Path(tempfile.mkdtemp(prefix="cacho-bench-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def started(screen: Screen, *options: str, way: str = "both") -> Iterator[RealGame]:
    """The game in full screen at its title, tracing its frames, the sound device open.

    `way`: the setting how dice are thrown.
    """
    with fresh_folder() as folder:
        game = RealGame(
            screen, folder, "--seed", "7", *options, CACHO_TRACE=str(folder / "trace"), **SOUND
        )
        game.home.mkdir()
        settings.save_settings(game.home / "settings.json", Settings(throw_way=way))
        with game:
            yield game


@contextmanager
def game_at_table(screen: Screen, way: str = "both") -> Iterator[RealGame]:
    """One player at the table, about to roll for the first time."""
    with started(screen, way=way) as game:
        visitor.sit_down(game)
        yield game


def tell(hand: subprocess.Popen[bytes], command: str) -> None:
    """Give a running xdotool a command."""
    if hand.stdin is None:
        raise RuntimeError("xdotool listens to nobody")
    hand.stdin.write(command.encode() + b"\n")
    hand.stdin.flush()


def frames(trace: Path) -> list[dict[str, float]]:
    """Every frame told of so far, the last line only if it is complete."""
    try:
        lines = trace.read_text(encoding="utf-8").splitlines(keepends=True)
    except FileNotFoundError:
        return []
    return [json.loads(line) for line in lines if line.endswith("\n")]


def processor_seconds(pid: int) -> float:
    """Processor time of a process so far, all its threads, as the scheduler counts it.

    Finer than the usual counters, which go by clock ticks and are far off for one that naps.
    """
    tasks = Path(f"/proc/{pid}/task").glob("*/schedstat")
    return sum(int(task.read_text(encoding="ascii").split()[0]) for task in tasks) / 1e9


def processor_share(pid: int, seconds: float) -> float:
    """Share of one core that a process takes over some seconds."""
    before = processor_seconds(pid)
    time.sleep(seconds)
    return (processor_seconds(pid) - before) / seconds


def percentile(ordered: Sequence[float], share: float) -> float:
    """The value below which that share of an ordered list lies."""
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def commit() -> str:
    """Short name of the commit measured, with a star if files were changed since."""
    git = ["git", "-C", str(ROOT), "describe", "--always", "--exclude=*", "--dirty=*"]
    try:
        return subprocess.run(git, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
