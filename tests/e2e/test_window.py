"""The real window: full screen and back, closing, other screens, no screen, no load when still."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tools import visitor
from tools.bench.measures import processor_share
from tools.desktop import (
    ROOT,
    RealGame,
    Screen,
    clean_environment,
    eventually,
    missing_programs,
)

pytestmark = pytest.mark.window
StartGame = Callable[..., RealGame]


FULL = (0, 0, 1920, 1080)


def switch(game: RealGame, keys: str, wanted: tuple[int, int, int, int]) -> None:
    """Press F11 or its like, and wait until the window is where it should be and drawn."""
    game.key(keys)
    game.wait(lambda now: now.window == wanted[2:], f"a picture of {wanted[2:]}")
    eventually(lambda: game.geometry() == wanted, f"the window at {wanted}")


def test_full_screen_and_back(real_game: StartGame) -> None:
    game = real_game("--windowed")
    windowed = game.geometry()
    for keys in ("F11", "alt+Return"):
        switch(game, keys, FULL)
        switch(game, keys, windowed)


def test_out_of_full_screen_comes_a_window_that_fits_on_the_screen(real_game: StartGame) -> None:
    game = real_game()
    game.key("F11")
    game.wait(lambda now: now.window != FULL[2:], "a window")
    left, top, width, height = eventually(
        lambda: place if (place := game.geometry())[1] > 40 else None, "its place"
    )
    assert left > 20
    assert left + width < 1900
    assert top + height < 1060
    switch(game, "F11", FULL)


def test_clicks_arrive_after_going_full_screen_and_back(real_game: StartGame) -> None:
    game = real_game("--windowed")
    windowed = game.geometry()
    switch(game, "F11", FULL)
    switch(game, "F11", windowed)
    game.click("options")
    game.wait_scene("options")


@pytest.mark.parametrize("options", [(), ("--windowed",)], ids=["full screen", "windowed"])
def test_closing_the_window_ends_it(real_game: StartGame, options: tuple[str, ...]) -> None:
    game = real_game(*options)
    assert game.close() == 0


def test_a_polite_signal_ends_it(real_game: StartGame) -> None:
    game = real_game()
    assert game.terminate() == 0


def test_escape_does_not_end_it(real_game: StartGame) -> None:
    game = real_game()
    game.key("Escape", "Escape", "Escape")
    time.sleep(0.5)
    assert game.running


def test_waiting_costs_next_to_nothing(real_game: StartGame) -> None:
    """A table on which nothing moves hardly counts; the light that plays on the title does a bit.

    The quietest of three looks, since other programs make this one look busier.
    """
    game = real_game()
    time.sleep(3)
    assert min(processor_share(game.pid, 2) for _look in range(3)) < 0.05
    visitor.sit_down(game)
    time.sleep(3)
    assert min(processor_share(game.pid, 2) for _look in range(3)) < 0.015


def test_no_graphics_driver_is_loaded(real_game: StartGame) -> None:
    game = real_game()
    loaded = Path(f"/proc/{game.pid}/maps").read_text(encoding="utf-8")
    assert "SDL2" in loaded
    assert "libGL" not in loaded


def test_without_a_screen_it_says_so(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "cacho"],
        cwd=ROOT,
        env=clean_environment(tmp_path),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    said = (done.stdout + done.stderr).strip()
    assert done.returncode == 2
    assert len(said.splitlines()) == 1
    assert "--self-test" in said


def test_a_second_copy_leaves_the_first_alone(real_game: StartGame, tmp_path: Path) -> None:
    first = real_game("--windowed")
    first.click("play")
    first.wait_scene("players")
    second = real_game("--windowed", scene="")
    time.sleep(1)
    second.kill()
    assert first.running


@pytest.mark.parametrize(
    "size",
    [(1024, 768), (1366, 768), (1280, 800), (2560, 1080), (3840, 2160), (1080, 1920)],
    ids=lambda size: f"{size[0]}x{size[1]}",
)
def test_every_screen_is_filled_and_reachable(size: tuple[int, int], tmp_path: Path) -> None:
    if lacking := missing_programs():
        pytest.skip(f"no {', '.join(lacking)} here: make deps")
    with Screen(*size) as screen, RealGame(screen, tmp_path) as game:
        layout = game.wait(lambda now: now.window == size, f"the whole of {size}")
        assert game.geometry() == (0, 0, *size)
        picture = screen.picture()
        width, height = size
        for x, y in ((2, 2), (width - 3, 2), (2, height - 3), (width - 3, height - 3)):
            assert max(picture.get_at((x, y))[:3]) > 12, f"black bar at {x}, {y}"
        for target in layout.targets:
            x, y = layout.middle(target)
            assert 0 <= x < width
            assert 0 <= y < height
        game.click("options")
        game.wait_scene("options")


def test_the_clean_environment_is_clean(tmp_path: Path) -> None:
    """The drivers that keep other tests silent must never reach a real window."""
    assert os.environ["SDL_VIDEODRIVER"] == "dummy"
    passed = clean_environment(tmp_path, ":1")
    assert not [name for name in passed if name.startswith(("SDL_", "CACHO_", "PYTHON"))]
