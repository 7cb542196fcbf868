"""The only reader of SDL's event queue: events in, intents out.

Owns what counts as *one* press. A tap arrives as a finger event and a made-up mouse event: fingers
are ignored. A second press in the same place within a moment is one shaky finger. The click that
brings the window to the front does nothing else. Keys do not repeat, except to move and to erase.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeAlias

import pygame as pg

from cacho.ui.viewport import Viewport

SHAKY_SECONDS: Final = 0.06
"""Two presses of the mouse in one place within this time are one."""
ECHO_SECONDS: Final = 0.35
"""A mouse press in the place of a tap within this time is the tap's echo."""
SAME_PLACE: Final = 30.0
"""Window pixels."""
FRONT_SECONDS: Final = 0.15
"""A press this soon after the window came back to the front only brought it there."""
GONE_SECONDS: Final = 0.3
"""For less time a window is away only while the window manager changes it, as to full screen."""


class Step(StrEnum):
    """Where the focus should go."""

    LEFT = "left"
    RIGHT = "right"
    UP = "up"
    DOWN = "down"
    NEXT = "next"
    BACK = "back"


@dataclass(frozen=True)
class Press:
    """A finger or mouse button went down at a place on the page."""

    x: float
    y: float


@dataclass(frozen=True)
class Drag:
    """The pointer moved while down."""

    x: float
    y: float


@dataclass(frozen=True)
class Release:
    """It came up."""

    x: float
    y: float


@dataclass(frozen=True)
class Move:
    """Move the focus."""

    step: Step


@dataclass(frozen=True)
class Activate:
    """Press what has the focus (Enter)."""


@dataclass(frozen=True)
class Shake:
    """The space bar went down or came up."""

    down: bool


@dataclass(frozen=True)
class Cancel:
    """One step back (Esc)."""


@dataclass(frozen=True)
class Digit:
    """A key 1..9."""

    number: int


@dataclass(frozen=True)
class Key:
    """A letter or named key that is a shortcut on some screen: "h", "f1", "delete" ..."""

    name: str


@dataclass(frozen=True)
class Typed:
    """Text from the keyboard, composed: accents, ñ."""

    text: str


@dataclass(frozen=True)
class Erase:
    """Take back the last letter."""


@dataclass(frozen=True)
class SelectAll:
    """Ctrl+A in a field: what comes next takes the place of all that is written."""


@dataclass(frozen=True)
class Resized:
    """The window has another size, or must be drawn anew."""


@dataclass(frozen=True)
class ToggleFullscreen:
    """F11 or Alt+Enter."""


@dataclass(frozen=True)
class SoundDevices:
    """A sound device came or went."""


@dataclass(frozen=True)
class Hidden:
    """The window was hidden or shown again."""

    hidden: bool


@dataclass(frozen=True)
class Away:
    """The window lost the keyboard: whatever is held down counts as let go."""


@dataclass(frozen=True)
class Dropped:
    """A file was dropped on the window."""

    file: str


@dataclass(frozen=True)
class Quit:
    """The window was closed, or the system asks us to end."""


Intent: TypeAlias = (
    Press
    | Drag
    | Release
    | Move
    | Activate
    | Shake
    | Cancel
    | Digit
    | Key
    | Typed
    | Erase
    | SelectAll
    | Resized
    | ToggleFullscreen
    | SoundDevices
    | Hidden
    | Away
    | Dropped
    | Quit
)

_STEPS: Final = {
    pg.K_LEFT: Step.LEFT,
    pg.K_RIGHT: Step.RIGHT,
    pg.K_UP: Step.UP,
    pg.K_DOWN: Step.DOWN,
}
_NAMED: Final = {
    pg.K_F1: "f1",
    pg.K_DELETE: "delete",
    pg.K_HOME: "home",
    pg.K_END: "end",
    pg.K_PAGEUP: "page up",
    pg.K_PAGEDOWN: "page down",
}
_PADS: Final = {getattr(pg, f"K_KP{n}"): n for n in range(1, 10)}
_SIMPLE: Final[dict[int, Intent]] = {
    pg.QUIT: Quit(),
    pg.WINDOWCLOSE: Quit(),
    pg.WINDOWEXPOSED: Resized(),
    pg.WINDOWSIZECHANGED: Resized(),
    pg.WINDOWRESTORED: Hidden(False),
    pg.WINDOWSHOWN: Hidden(False),
    pg.WINDOWMINIMIZED: Hidden(True),
    pg.WINDOWHIDDEN: Hidden(True),
    pg.AUDIODEVICEADDED: SoundDevices(),
    pg.AUDIODEVICEREMOVED: SoundDevices(),
}


class Input:
    """Turns events into intents; `clock` gives seconds, `typing` says whether a field has focus."""

    def __init__(
        self,
        clock: Callable[[], float],
        pixel_ratio: float = 1.0,
        clipboard: Callable[[], str] = lambda: "",
    ) -> None:
        self._clock = clock
        self._clipboard = clipboard
        self.viewport = Viewport(1920, 1080)
        self.pixel_ratio = pixel_ratio
        """Surface pixels a mouse unit: 2 on a Retina screen."""
        self.typing = False
        self._last_down: tuple[float, float, float, bool] | None = None
        self._left: float | None = None
        self._front_since = -math.inf
        self._down = False

    def read(self, events: Iterable[pg.Event]) -> Iterator[Intent]:
        """Yield what the players mean by these events."""
        for event in events:
            yield from self._of(event)

    def _of(self, event: pg.Event) -> Iterator[Intent]:
        kind = event.type
        if kind in _SIMPLE:
            yield _SIMPLE[kind]
        elif kind == pg.WINDOWFOCUSGAINED:
            now = self._clock()
            if self._left is not None and now - self._left >= GONE_SECONDS:
                self._front_since = now
            self._left = None
        elif kind == pg.WINDOWFOCUSLOST:
            self._left = self._clock()
            self._down = False
            yield Away()
        elif kind in (pg.MOUSEBUTTONDOWN, pg.MOUSEBUTTONUP, pg.MOUSEMOTION):
            yield from self._pointer(event)
        elif kind == pg.KEYDOWN:
            yield from self._key(event)
        elif kind == pg.KEYUP and event.key == pg.K_SPACE and not self.typing:
            yield Shake(down=False)
        elif kind == pg.DROPFILE:
            yield Dropped(event.file)
        elif kind == pg.TEXTINPUT and self.typing:
            yield Typed(event.text)

    # ------------------------------------------------------------------ pointer

    def _pointer(self, event: pg.Event) -> Iterator[Intent]:
        px, py = event.pos[0] * self.pixel_ratio, event.pos[1] * self.pixel_ratio
        x, y = self.viewport.to_page(px, py)
        if event.type == pg.MOUSEMOTION:
            if self._down:
                yield Drag(x, y)
        elif event.button != 1:
            return
        elif event.type == pg.MOUSEBUTTONUP:
            if self._down:
                self._down = False
                yield Release(x, y)
        elif self._counts(px, py, bool(getattr(event, "touch", False))):
            self._down = True
            yield Press(x, y)

    def _counts(self, px: float, py: float, touch: bool) -> bool:
        """Whether a press is a new one: no echo of the last, nor the click that woke the window."""
        now, last = self._clock(), self._last_down
        if now - self._front_since < FRONT_SECONDS and not touch:
            return False
        if last is not None and math.hypot(px - last[1], py - last[2]) <= SAME_PLACE:
            wait = ECHO_SECONDS if last[3] != touch else SHAKY_SECONDS
            if now - last[0] < wait:
                return False  # not remembered: whoever hammers on is heard again, and refused there
        self._last_down = (now, px, py, touch)
        return True

    # --------------------------------------------------------------------- keys

    def _key(self, event: pg.Event) -> Iterator[Intent]:
        key, mod = event.key, event.mod
        alt, ctrl = mod & pg.KMOD_LALT, mod & (pg.KMOD_CTRL | pg.KMOD_GUI)
        if key == pg.K_F11 or (key in (pg.K_RETURN, pg.K_KP_ENTER) and alt):
            yield ToggleFullscreen()
        elif key in (pg.K_RETURN, pg.K_KP_ENTER):
            yield Activate()
        elif key in (pg.K_ESCAPE, pg.K_AC_BACK):
            yield Cancel()
        elif key == pg.K_TAB:
            yield Move(Step.BACK if mod & pg.KMOD_SHIFT else Step.NEXT)
        elif key in _STEPS:
            yield Move(_STEPS[key])
        elif key == pg.K_BACKSPACE:
            yield Erase()
        elif key in _NAMED:
            yield Key(_NAMED[key])
        elif key == pg.K_v and ctrl and self.typing:
            yield Typed(self._clipboard())
        elif key == pg.K_a and ctrl and self.typing:
            yield SelectAll()
        elif not self.typing and not ctrl and not alt:
            yield from self._shortcut(key, event.unicode)

    def _shortcut(self, key: int, unicode: str) -> Iterator[Intent]:
        if key == pg.K_SPACE:
            yield Shake(down=True)
        elif key in _PADS:
            yield Digit(_PADS[key])
        elif unicode.isdigit() and unicode != "0" and unicode.isascii():
            yield Digit(int(unicode))
        elif pg.K_1 <= key <= pg.K_9:
            yield Digit(key - pg.K_0)
        elif unicode.isprintable() and unicode:
            yield Key(unicode.lower())
