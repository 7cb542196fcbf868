"""A player in front of the game, for tests: real events in, and what stands on the screen out.

`make_app` gives the whole program with a clock that only a test turns, a window that keeps the
last picture, sounds that write down what was played, and folders of its own. `click`, `tap`, `key`
and `type_text` post the events that SDL would, so every test goes through `Input` and the loop.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pygame as pg

from cacho.services import i18n
from cacho.services.paths import Home, prepare
from cacho.services.settings import Settings
from cacho.services.store import MatchStore
from cacho.services.thinking import at_once
from cacho.ui.app import App, Wishes
from cacho.ui.input import Input, Intent
from cacho.ui.loop import Loop
from cacho.ui.painter import Item, Layer, Text
from cacho.ui.viewport import Viewport
from cacho.ui.widgets import Widget

CALM = 0.5
"""Seconds between two presses of somebody in no hurry."""
HELD = 0.09
"""Seconds a button, a finger or a key stays down."""
KEYS = {
    "enter": pg.K_RETURN,
    "esc": pg.K_ESCAPE,
    "space": pg.K_SPACE,
    "tab": pg.K_TAB,
    "left": pg.K_LEFT,
    "right": pg.K_RIGHT,
    "up": pg.K_UP,
    "down": pg.K_DOWN,
    "erase": pg.K_BACKSPACE,
    "delete": pg.K_DELETE,
    "home": pg.K_HOME,
    "end": pg.K_END,
    "page up": pg.K_PAGEUP,
    "page down": pg.K_PAGEDOWN,
    "f1": pg.K_F1,
    "f11": pg.K_F11,
}


@dataclass
class Clock:
    """Time that passes only when told to."""

    now: float = 1000.0

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        """Let time pass; at least a little, so that no loop stands still."""
        self.now += max(seconds, 1e-4)


@dataclass
class KeptWindow:
    """A window that keeps the last picture it was shown."""

    size: tuple[int, int] = (1920, 1080)
    layers: tuple[Layer, ...] = ()
    shown: int = 0
    full: list[bool] = field(default_factory=list)

    def show(self, layers: tuple[Layer, ...], wait: Callable[[], None] = lambda: None) -> None:
        wait()
        self.layers = layers
        self.shown += 1

    def prepare(self, item: Item) -> None:
        pass

    def fetch(self, sprites: Sequence[str], instead_of: Sequence[str] = ()) -> None:
        pass

    def resized(self) -> None:
        pass

    def set_fullscreen(self, full: bool) -> None:
        self.full.append(full)


@dataclass
class KeptSounds:
    """A sound bus that writes down what was asked of it."""

    played: list[str] = field(default_factory=list)
    looping: str | None = None
    strength: float = 0.0
    hushed: int = 0
    silent_reason: str | None = None

    def play(self, name: str, *_: Any, **__: Any) -> None:
        self.played.append(name)

    def loop(self, name: str, *_: Any, **__: Any) -> None:
        self.looping = name

    def shake(self, strength: float) -> None:
        self.strength = strength

    def stop_loop(self, *_: Any, **__: Any) -> None:
        self.looping = None

    def hush(self, *_: Any, **__: Any) -> None:
        self.looping = None
        self.hushed += 1


@dataclass
class TestedApp(App):
    """The program, with what a test needs to reach."""

    __test__ = False

    queue: list[pg.Event] = field(default_factory=list)
    loop: Loop | None = None
    volumes: list[Settings] = field(default_factory=list)
    watch: Callable[[], None] = lambda: None
    """Called after every turn of the loop."""


def make_app(
    folder: Path | None = None,
    *,
    size: tuple[int, int] = (1920, 1080),
    language: str = "es",
    wishes: Wishes | None = None,
    **settings: Any,
) -> TestedApp:
    """Return a program without a scene. A second one on the same folder is the next start of it."""
    where = folder or Path(tempfile.mkdtemp(prefix="cacho-test-"))
    home = Home(data=where / "data", config=where / "config")
    prepare(home)
    i18n.set_language(language)
    clock, window = Clock(), KeptWindow(size)
    events = Input(clock)
    events.viewport = Viewport(*size)
    app = TestedApp(
        window=window,
        sounds=KeptSounds(),
        home=home,
        store=MatchStore(home),
        settings=Settings(language=language, fullscreen=False, **settings),
        clock=clock,
        think=at_once,
        wishes=wishes or Wishes(),
    )

    def read(typing: bool) -> list[Intent]:
        events.typing = typing
        waiting, app.queue[:] = list(app.queue), []
        return list(events.read(waiting))

    app.read = read
    app.apply_volumes = app.volumes.append
    return app


# ---------------------------------------------------------------------- passing time


def turn(app: TestedApp) -> None:
    """Let the loop go round once."""
    if app.loop is None:
        app.loop = Loop(app, app.clock, app.clock.sleep)
    app.loop.turn()
    app.watch()


def wait(app: TestedApp, seconds: float) -> None:
    """Let the program run for a while."""
    end = app.clock() + seconds
    while app.running and app.clock() < end:
        turn(app)


def settle(app: TestedApp, most: float = 30.0) -> None:
    """Let the program run until nothing moves."""
    end = app.clock() + most
    turn(app)
    while app.running and app.moving:
        assert app.clock() < end, "it never comes to rest"
        turn(app)


# --------------------------------------------------------------------------- presses


def target(app: App, id_: str) -> Widget:
    """Return a target of the top scene; says which there are if there is none of that name."""
    found = {widget.id: widget for widget in app.top.widgets()}
    assert id_ in found, f"no target {id_!r} on {app.top.name}: {sorted(found)}"
    return found[id_]


def pixel(app: App, x: float, y: float) -> tuple[int, int]:
    """Return the pixel of the window at a place of the page."""
    px, py = Viewport(*app.window.size).to_window(x, y)
    return round(px), round(py)


def middle(app: App, id_: str, share: tuple[float, float] = (0.5, 0.5)) -> tuple[int, int]:
    """Return the pixel at a share of a target's width and height."""
    x, y, w, h = target(app, id_).rect
    return pixel(app, x + w * share[0], y + h * share[1])


def post(app: TestedApp, kind: int, **fields: Any) -> None:
    """Put an event in the queue, and let the program take it."""
    app.queue.append(pg.Event(kind, **fields))
    turn(app)


def press(app: TestedApp, at: tuple[int, int], touch: bool = False) -> None:
    """Put a mouse button or a finger down at a pixel."""
    if touch:
        w, h = app.window.size
        finger = {"x": at[0] / w, "y": at[1] / h, "dx": 0.0, "dy": 0.0}
        app.queue.append(pg.Event(pg.FINGERDOWN, touch_id=1, finger_id=1, **finger))
    post(app, pg.MOUSEBUTTONDOWN, pos=at, button=1, touch=touch)


def release(app: TestedApp, at: tuple[int, int], touch: bool = False) -> None:
    """Let it come up."""
    if touch:
        w, h = app.window.size
        finger = {"x": at[0] / w, "y": at[1] / h, "dx": 0.0, "dy": 0.0}
        app.queue.append(pg.Event(pg.FINGERUP, touch_id=1, finger_id=1, **finger))
    post(app, pg.MOUSEBUTTONUP, pos=at, button=1, touch=touch)


def click_at(app: TestedApp, at: tuple[int, int], touch: bool = False, held: float = HELD) -> None:
    """Press and let go at a pixel."""
    wait(app, CALM)
    if not touch:
        post(app, pg.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(0, 0, 0), touch=False)
    press(app, at, touch)
    wait(app, held)
    release(app, at, touch)


def click(
    app: TestedApp, id_: str, share: tuple[float, float] = (0.5, 0.5), held: float = HELD
) -> None:
    """Click a target with the mouse."""
    click_at(app, middle(app, id_, share), held=held)


def tap(
    app: TestedApp, id_: str, share: tuple[float, float] = (0.5, 0.5), held: float = HELD
) -> None:
    """Tap a target: finger events, and the mouse events that SDL makes of them."""
    click_at(app, middle(app, id_, share), touch=True, held=held)


def key_down(app: TestedApp, name: str, mod: int = 0) -> None:
    """Put a key down: a name of KEYS or a character."""
    code = KEYS.get(name, ord(name[0].lower()) if len(name) == 1 else 0)
    written = " " if name == "space" else name if len(name) == 1 else ""
    app.queue.append(pg.Event(pg.KEYDOWN, key=code, mod=mod, unicode=written, scancode=0))
    if written and not mod & (pg.KMOD_CTRL | pg.KMOD_LALT):
        app.queue.append(pg.Event(pg.TEXTINPUT, text=written))
    turn(app)


def key_up(app: TestedApp, name: str, mod: int = 0) -> None:
    """Let it come up."""
    code = KEYS.get(name, ord(name[0].lower()) if len(name) == 1 else 0)
    post(app, pg.KEYUP, key=code, mod=mod, unicode="", scancode=0)


def key(app: TestedApp, *names: str, mod: int = 0, held: float = HELD) -> None:
    """Press keys, one after another: "enter", "esc", "space", "tab", "up", "1", "n" ..."""
    for name in names:
        wait(app, CALM)
        key_down(app, name, mod)
        wait(app, held)
        key_up(app, name, mod)


def focus_on(app: TestedApp, id_: str) -> None:
    """Move the focus to a target with the Tab key."""
    for _tab in range(2 * len(ids(app)) + 2):
        if app.top.focus_shown and app.top.focus == id_:
            return
        key(app, "tab")
    raise AssertionError(f"Tab never comes to {id_!r} on {app.top.name}: {ids(app)}")


def by_keys(app: TestedApp, id_: str) -> None:
    """Press a target with nothing but Tab and Enter."""
    focus_on(app, id_)
    key(app, "enter")


WAYS: dict[str, Callable[[TestedApp, str], None]] = {
    "mouse": click,
    "touch": tap,
    "keys": by_keys,
}
"""The three ways in which everything must be possible."""


def type_text(app: TestedApp, text: str) -> None:
    """Write text as a composing keyboard does: ready letters, accents and all."""
    for letter in text:
        app.queue.append(pg.Event(pg.KEYDOWN, key=0, mod=0, unicode="", scancode=0))
        app.queue.append(pg.Event(pg.TEXTINPUT, text=letter))
        turn(app)
        wait(app, 0.03)


def paste(app: TestedApp, text: str) -> None:
    """Write a whole text at once."""
    post(app, pg.TEXTINPUT, text=text)


# ------------------------------------------------------------------ what is to be seen


def items_of(layers: Sequence[Layer]) -> Iterator[Item]:
    """Yield all items of a picture, from back to front."""
    for layer in layers:
        yield from layer


def picture(app: TestedApp) -> tuple[Layer, ...]:
    """Return what the window shows, after whatever is due has been drawn."""
    turn(app)
    return app.window.layers


def items(app: TestedApp) -> list[Item]:
    """Return all items on the screen, from back to front."""
    return list(items_of(picture(app)))


def texts(app: TestedApp) -> list[str]:
    """Return every text on the screen."""
    return [item.text for item in items(app) if isinstance(item, Text)]


def says(app: TestedApp, part: str) -> bool:
    """Whether some text on the screen contains a part; the message line may be broken in two."""
    shown = [item for item in items(app) if isinstance(item, Text)]
    message = " ".join(item.text for item in shown if item.tag == "message.text")
    return any(part in text for text in (*(item.text for item in shown), message))


def tags(app: TestedApp, tag: str) -> list[Item]:
    """Return the items with a tag."""
    return [item for item in items(app) if item.tag == tag]


def ids(app: App) -> list[str]:
    """Return the names of the targets, in reading order."""
    return [widget.id for widget in app.top.widgets()]


def heard(app: TestedApp) -> list[str]:
    """Return the sounds since the last time this was asked."""
    played, app.sounds.played = app.sounds.played, []
    return played


def scenes(app: App) -> list[str]:
    """Return the names of the scenes, from the lowest to the top one."""
    return [scene.name for scene in app.stack]


def overlaps(rects: Sequence[tuple[float, float, float, float]], slack: float = 1.0) -> list[Any]:
    """Return the pairs of rectangles that cover each other by more than `slack` units."""
    out = []
    for i, a in enumerate(rects):
        for b in rects[i + 1 :]:
            wide = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0])
            high = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1])
            if wide > slack and high > slack:
                out.append((a, b))
    return out
