"""A private X display with a window manager, and the real game running in it.

Owns everything that window tests, packaging tests and benchmarks share: starting and stopping
Xvfb, pressing keys and buttons as a person would, reading the screen. It knows of the game only
what is public: its options, and the file that `--dump-layout` keeps up to date.

Needs Linux with Xvfb, openbox, xdotool, setxkbmap, xprop and xwininfo (`make deps`).
"""

from __future__ import annotations

import json
import mmap
import os
import select
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self, TypeVar

if TYPE_CHECKING:
    from pygame import Surface

ROOT = Path(__file__).resolve().parent.parent
FROM_SOURCE = (sys.executable, "-m", "cacho")
PROGRAMS = ("Xvfb", "openbox", "xdotool", "setxkbmap", "xprop", "xwininfo")
T = TypeVar("T")
PATIENCE = 20.0
"""Seconds until something that should have happened counts as not happening."""
CALM = 0.45
"""Seconds that a person takes from seeing something to pressing it; the game counts on them."""


def missing_programs() -> list[str]:
    """Name the programs that a window test needs and this machine lacks."""
    if not sys.platform.startswith("linux"):
        return list(PROGRAMS)
    return [name for name in PROGRAMS if shutil.which(name) is None]


def clean_environment(home: Path, display: str = "", **more: str) -> dict[str, str]:
    """Give the environment of somebody who has just logged in for the first time.

    Nothing of the test run's own (drivers, PYTHONPATH, CACHO_...) gets through; `home` is the
    empty home folder, `more` is added as it is.
    """
    kept = {name: os.environ[name] for name in ("PATH", "TMPDIR") if name in os.environ}
    screen = {"DISPLAY": display} if display else {}
    return kept | {"HOME": str(home), "LANG": "es_BO.UTF-8"} | screen | more


def eventually(ask: Callable[[], T], what: str, patience: float = PATIENCE) -> T:
    """Ask until the answer is true-ish and give it; TimeoutError naming `what` otherwise."""
    end = time.monotonic() + patience
    while not (answer := ask()):
        if time.monotonic() > end:
            raise TimeoutError(f"waited {patience:.0f} s for {what}")
        time.sleep(0.01)
    return answer


class Screen:
    """An X display of its own: Xvfb, openbox, a keyboard layout. Use it with `with`."""

    def __init__(self, width: int = 1920, height: int = 1080, keyboard: str = "latam") -> None:
        self.size = (width, height)
        self.display = ""
        self._keyboard = keyboard
        self._folder = Path(tempfile.mkdtemp(prefix="cacho-screen-"))
        self._running: list[subprocess.Popen[bytes]] = []

    def __enter__(self) -> Self:
        self._start_server()
        self._run("openbox", "--sm-disable")
        eventually(self._has_manager, "the window manager")
        subprocess.run(["setxkbmap", self._keyboard], env=self.environment, check=True)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for process in reversed(self._running):
            process.terminate()
            process.wait(PATIENCE)
        shutil.rmtree(self._folder, ignore_errors=True)

    @property
    def environment(self) -> dict[str, str]:
        """What programs on this display get."""
        return clean_environment(self._folder, self.display, LANG="C.UTF-8")

    def _start_server(self) -> None:
        """Let the server choose its number: a fixed one collides with other runs."""
        reading, writing = os.pipe()
        size = f"{self.size[0]}x{self.size[1]}x24"
        options = ["-screen", "0", size, "-fbdir", str(self._folder), "-nolisten", "tcp"]
        try:
            self._run("Xvfb", "-displayfd", str(writing), *options, "-noreset", fds=(writing,))
            os.close(writing)
            self.display = f":{_line_from(reading)}"
        finally:
            os.close(reading)

    def _run(self, *command: str, fds: tuple[int, ...] = ()) -> None:
        log = (self._folder / f"{command[0]}.log").open("wb")
        self._running.append(
            subprocess.Popen(
                command,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                pass_fds=fds,
            )
        )
        log.close()

    def _has_manager(self) -> bool:
        asked = ["xprop", "-root", "_NET_SUPPORTING_WM_CHECK"]
        done = subprocess.run(asked, env=self.environment, capture_output=True, check=False)
        return b"window id" in done.stdout

    def xdotool(self, *words: str) -> str:
        """Run one xdotool command and give what it prints."""
        done = subprocess.run(
            ["xdotool", *words], env=self.environment, capture_output=True, text=True, check=False
        )
        return done.stdout.strip()

    def picture(self) -> Surface:
        """Give what the whole screen shows now, as a surface of its own."""
        import pygame

        data, width, height, start, row = self.frame_buffer()
        with data:
            pixels = data[start : start + row * height]
        wide = pygame.image.frombuffer(pixels, (row // 4, height), "BGRA")
        picture = pygame.Surface((width, height), 0, 24)
        picture.blit(wide.convert(picture), (0, 0))
        return picture

    def frame_buffer(self) -> tuple[mmap.mmap, int, int, int, int]:
        """Map the server's own memory: (bytes, width, height, start, bytes a row), BGRX."""
        with (self._folder / "Xvfb_screen0").open("rb") as file:
            data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        header = struct.unpack(">25I", data[:100])  # the X window dump format, big-endian
        width, height, row, colours = header[4], header[5], header[12], header[19]
        return data, width, height, header[0] + 12 * colours, row


def _line_from(descriptor: int) -> str:
    text = b""
    end = time.monotonic() + PATIENCE
    waiting = select.poll()  # unlike select() it takes descriptors of 1024 and more
    waiting.register(descriptor, select.POLLIN)
    while not text.endswith(b"\n"):
        ready = waiting.poll(1000 * max(0.0, end - time.monotonic()))
        piece = os.read(descriptor, 64) if ready else b""
        if not piece:
            raise TimeoutError("Xvfb did not start")
        text += piece
    return text.decode().strip()


@dataclass(frozen=True)
class Layout:
    """Where everything is, as the running game wrote it last."""

    scene: str = ""
    quiet: bool = False
    focus: str = ""
    k: float = 1.0
    offset: tuple[float, float] = (0.0, 0.0)
    window: tuple[int, int] = (0, 0)
    targets: dict[str, tuple[float, float, float, float]] = field(default_factory=dict)

    def middle(self, target: str) -> tuple[int, int]:
        """Give the middle of a target in pixels of the window."""
        if target not in self.targets:
            raise KeyError(f"no target {target!r} in scene {self.scene!r}: {sorted(self.targets)}")
        x, y, w, h = self.targets[target]
        return (
            round((x + w / 2) * self.k + self.offset[0]),
            round((y + h / 2) * self.k + self.offset[1]),
        )


class RealGame:
    """The game as a player meets it: a process with a window, pressed and looked at from outside.

    `folder` holds its home and its data and outlives it, so a second RealGame on the same folder
    is the next start of the same player. Call `start`, or use it with `with`.
    """

    def __init__(
        self,
        screen: Screen,
        folder: Path,
        *options: str,
        program: Sequence[str | Path] = FROM_SOURCE,
        cwd: Path = ROOT,
        **environment: str,
    ) -> None:
        self.screen = screen
        self.folder = folder
        self.home = folder / "cacho-home"
        self._command = [*map(str, program), *options]
        self._environment = environment
        self._cwd = cwd
        self._layout_file = folder / "layout.json"
        self._output = folder / "output.txt"
        self.process: subprocess.Popen[bytes] | None = None

    # ------------------------------------------------------------- its life

    def start(self, scene: str = "") -> Self:
        """Start it and wait for its window and first picture (of that scene, if named)."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self._layout_file.unlink(missing_ok=True)
        environment = clean_environment(
            self.folder, self.screen.display, CACHO_HOME=str(self.home), **self._environment
        )
        with self._output.open("wb") as output:
            self.process = subprocess.Popen(
                [*self._command, "--dump-layout", str(self._layout_file)],
                env=environment,
                cwd=self._cwd,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
            )
        self.wait(lambda now: now.scene == scene if scene else bool(now.scene), scene or "a scene")
        eventually(self._window, "the window")
        return self

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.kill()

    @property
    def running(self) -> bool:
        """Whether the process lives."""
        return self.process is not None and self.process.poll() is None

    @property
    def pid(self) -> int:
        """Its process number."""
        if self.process is None:
            raise RuntimeError("the game has not been started")
        return self.process.pid

    @property
    def output(self) -> str:
        """What it printed so far."""
        return self._output.read_text(encoding="utf-8", errors="replace")

    def kill(self) -> None:
        """End it at once, as a power cut would (SIGKILL)."""
        self._end(signal.SIGKILL)

    def terminate(self) -> int:
        """Ask it to end (SIGTERM) and give its exit code."""
        return self._end(signal.SIGTERM)

    def close(self) -> int:
        """Close the window as its frame's button does, and give the exit code."""
        self.key("alt+F4")
        return self.wait_end()

    def _end(self, number: signal.Signals) -> int:
        if self.running:
            os.kill(self.pid, number)
        return self.wait_end()

    def wait_end(self) -> int:
        """Wait until it has ended by itself; give its exit code."""
        return self.process.wait(PATIENCE) if self.process else 0

    # ------------------------------------------------------- what it shows

    def layout(self) -> Layout:
        """Read where everything is; an empty layout before the first picture."""
        try:
            told = json.loads(self._layout_file.read_text(encoding="utf-8"))
        except (FileNotFoundError, ValueError):
            return Layout()
        return Layout(
            scene=told["scene"],
            quiet=told["quiet"],
            focus=told["focus"],
            k=told["k"],
            offset=tuple(told["offset"]),
            window=tuple(told["window"]),
            targets={name: tuple(rect) for name, rect in told["targets"].items()},
        )

    def wait(self, fits: Callable[[Layout], bool], what: str) -> Layout:
        """Wait until the layout fits; give it. What the game printed goes into the complaint."""
        end = time.monotonic() + PATIENCE
        while not fits(now := self.layout()):
            if not self.running or time.monotonic() > end:
                state = "runs" if self.running else "has ended"
                raise TimeoutError(f"no {what}: it {state}, shows {now}, printed:\n{self.output}")
            time.sleep(0.01)
        return now

    def wait_scene(self, scene: str) -> Layout:
        """Wait for a scene at rest."""
        return self.wait(lambda now: now.scene == scene and now.quiet, f"scene {scene} at rest")

    def wait_target(self, target: str) -> Layout:
        """Wait until a target is there and nothing moves."""
        return self.wait(lambda now: target in now.targets and now.quiet, f"target {target}")

    def wait_quiet(self) -> Layout:
        """Wait until nothing moves."""
        return self.wait(lambda now: now.quiet, "rest")

    def picture(self) -> Surface:
        """Give what its window shows (what covers it included)."""
        x, y, width, height = self.geometry()
        return self.screen.picture().subsurface((x, y, width, height)).copy()

    def save_picture(self, file: Path) -> Path:
        """Write that picture as PNG."""
        import pygame

        file.parent.mkdir(parents=True, exist_ok=True)
        pygame.image.save(self.picture(), file)
        return file

    # ------------------------------------------------------ what one does to it

    def click(self, target: str, times: int = 1) -> None:
        """Click in the middle of a target once it is there, nothing moves, and a person saw it."""
        self.wait_target(target)
        time.sleep(CALM)
        layout = self.wait_target(target)
        self.press(*layout.middle(target))
        for _ in range(times - 1):
            self.screen.xdotool("click", "1")

    def press(self, x: int, y: int) -> None:
        """Click at a pixel of the window."""
        left, top, _, _ = self.geometry()
        self.screen.xdotool("mousemove", str(left + x), str(top + y), "click", "1")

    def hold(self, target: str) -> None:
        """Press the button on a target and keep it down."""
        self._point(target)
        time.sleep(CALM)
        self.screen.xdotool("mousedown", "1")

    def let_go(self) -> None:
        """Let the button go."""
        self.screen.xdotool("mouseup", "1")

    def _point(self, target: str) -> None:
        x, y = self.wait_target(target).middle(target)
        left, top, _, _ = self.geometry()
        self.screen.xdotool("mousemove", str(left + x), str(top + y))

    def key(self, *names: str) -> None:
        """Press keys one after the other, by their X names: space, Return, ntilde, alt+F4."""
        self.screen.xdotool("key", "--delay", "30", *names)

    def type(self, text: str) -> None:
        """Type a text whose letters have keys; é is `key("dead_acute", "e")` on most layouts."""
        self.screen.xdotool("type", "--delay", "30", text)

    def geometry(self) -> tuple[int, int, int, int]:
        """Give left, top, width and height of the window's inside on the screen."""
        asked = ["xwininfo", "-id", eventually(self._window, "the window")]
        told = subprocess.run(
            asked, env=self.screen.environment, capture_output=True, text=True, check=True
        ).stdout
        wanted = ("Absolute upper-left X:", "Absolute upper-left Y:", "Width:", "Height:")
        lines = [line.strip() for line in told.splitlines()]
        left, top, width, height = (
            int(next(line for line in lines if line.startswith(name)).split()[-1])
            for name in wanted
        )
        return left, top, width, height

    def _window(self) -> str:
        found = self.screen.xdotool("search", "--onlyvisible", "--pid", str(self.pid))
        return found.split()[-1] if found else ""
