"""What every screen shares: targets, focus, presses, and a picture of items.

A scene lists its widgets anew whenever asked; focus and what is held down are kept by id. A press
acts when it goes down: what a finger meant is known then, and nothing waits for it to come up but
the cup. After the scene changed, targets under a finger that is still down do not react.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cacho.ui.input import (
    Activate,
    Away,
    Cancel,
    Intent,
    Key,
    Move,
    Press,
    Release,
    Shake,
    Step,
)
from cacho.ui.painter import Backdrop, Item, Painter, Rect
from cacho.ui.widgets import Choice, Look, Stepper, Widget, contains, key_spot, move

if TYPE_CHECKING:
    from cacho.ui.app import App

MESSAGE_PLACE = (384.0, 958.0, 780.0, 100.0)
HAMMER_SECONDS = 0.30
"""Presses that follow each other more quickly than this are hammering."""
PRESSED_SECONDS = 0.14
"""How long a button looks pressed at least."""


class Scene:
    """A screen. Subclasses override `widgets`, `paint_under`, and what else they need."""

    name = "scene"
    overlay = False
    """Whether the scene below stays visible, darkened."""
    veil = 170
    """How dark that is, of 255."""
    typing = False
    """Whether keys write text."""
    calm = 0.0
    """Seconds after it appeared in which presses are not taken, nor while somebody hammers."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.focus = ""
        self.focus_shown = False
        self._pressed: tuple[str, float] = ("", 0.0)
        self._since = app.clock()
        self._last_press = -1e9

    # ------------------------------------------------------------ for subclasses

    @property
    def message_place(self) -> Rect:
        """Where the message line lies; beside the way back, which is at the bottom left."""
        return MESSAGE_PLACE

    def widgets(self) -> Sequence[Widget]:
        """Return the targets, in reading order."""
        return ()

    def paint_under(self, items: list[Item]) -> None:
        """Add what lies under the widgets."""
        if not self.overlay:
            items.append(Backdrop("table"))

    def cancel(self) -> None:
        """Esc."""
        self.app.pop()

    def entered(self) -> None:
        """Called when the scene comes to the top, the first time and each time again."""

    @property
    def moving(self) -> bool:
        """Whether the picture changes by itself."""
        return False

    def step(self, seconds: float) -> None:
        """Advance what moves."""

    def rest(self, now: float) -> bool:
        """Do what falls due by the clock while nothing moves; True if the picture changed."""
        name, since = self._pressed
        if name and now - since > PRESSED_SECONDS:
            self._pressed = ("", 0.0)
            return True
        return False

    def default_focus(self) -> str:
        """Return the id that Enter presses before anybody moved the focus."""
        widgets = self.widgets()
        return widgets[0].id if widgets else ""

    # ------------------------------------------------------------------- presses

    def handle(self, intent: Intent) -> None:
        """Take what a player did."""
        if self.calm and isinstance(intent, Press | Activate | Shake) and self._too_soon():
            return
        match intent:
            case Press(x, y):
                self.focus_shown = False
                self.pointer_down(x, y)
            case Release():
                self.pointer_up()
            case Move(step):
                self.move_focus(step)
            case Activate() | Shake(down=True):
                self.activate()
            case Cancel():
                self.cancel()
            case Key("f1") | Key("?"):
                self.app.show_help()
            case Away():
                self.pointer_up()
            case _:
                pass

    def _too_soon(self) -> bool:
        """Whether a press was begun before the scene was there, or is one of many."""
        now, last = self.app.clock(), self._last_press
        self._last_press = now
        return now - self._since < self.calm or now - last < HAMMER_SECONDS

    def pointer_down(self, x: float, y: float) -> None:
        """Press the target under the pointer, if any; the topmost is the last."""
        for widget in reversed(self.widgets()):
            if contains(widget.rect, x, y):
                self.focus = widget.id
                self.press(widget, x, y)
                return
        self.pressed_nothing(x, y)

    def pressed_nothing(self, x: float, y: float) -> None:
        """Take a press that met no target: no act ever comes of it."""

    def pointer_up(self) -> None:
        """Let go."""

    def activate(self) -> None:
        """Press what has the focus; without a visible focus, the default."""
        widgets = {widget.id: widget for widget in self.widgets()}
        wanted = self.focus if self.focus in widgets else self.default_focus()
        if wanted in widgets:
            self.focus = wanted
            self.press(widgets[wanted], *key_spot(widgets[wanted]))

    def press(self, widget: Widget, x: float, y: float) -> None:
        """Press one widget, or say why it is off."""
        if widget.why:
            self.app.refuse(widget.why)
            return
        self._pressed = (widget.id, self.app.clock())
        self.app.sounds.play("press")
        widget.press(x, y)
        self.app.changed()

    def move_focus(self, step: Step) -> None:
        """Move the focus, or turn the value that has it."""
        widgets = self.widgets()
        here = next((w for w in widgets if w.id == self.focus), None)
        if self.focus_shown and step in (Step.LEFT, Step.RIGHT):
            by = 1 if step is Step.RIGHT else -1
            if isinstance(here, Choice | Stepper):
                here.turn(by)
                self.app.sounds.play("focus")
                self.app.changed()
                return
        if here is not None and not self.focus_shown:
            self.focus_shown = True  # the first key only shows where the focus is
        elif here is None:
            self.focus, self.focus_shown = self.default_focus(), True
        else:
            self.focus = move(widgets, self.focus, step)
        self.app.sounds.play("focus")
        self.app.changed()

    # ------------------------------------------------------------------- picture

    def look(self, widget: Widget) -> Look:
        """Return how a widget is seen now."""
        focused = self.focus_shown and widget.id == self.focus and self.app.top is self
        return Look(focused, widget.id == self._pressed[0])

    def paint(self, painter: Painter, ahead: float) -> None:
        """Put the whole picture on the painter, `ahead` seconds after the last step."""
        del ahead
        items: list[Item] = []
        self.paint_under(items)
        for widget in self.widgets():
            widget.paint(items, self.look(widget))
        self.paint_over(items)
        painter.add(*items)

    def paint_over(self, items: list[Item]) -> None:
        """Add what lies over the widgets."""
