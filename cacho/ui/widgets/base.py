"""What every control has in common."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol

from cacho.ui import look as looks
from cacho.ui.painter import Item, Outline, Rect, Rgb


class Look(NamedTuple):
    """How a widget is seen right now."""

    focused: bool = False
    pressed: bool = False


class Widget(Protocol):
    """A place on the page that can be pressed."""

    @property
    def id(self) -> str:
        """Name of the target, the same as long as it means the same."""
        ...

    @property
    def rect(self) -> Rect:
        """Where a press counts, logical units; at least 80 a side."""
        ...

    @property
    def why(self) -> str:
        """Why it is off, in the player's words; empty when it is on."""
        ...

    def press(self, x: float, y: float) -> None:
        """Do what it is for; (x, y) where it was pressed, its centre from the keyboard."""
        ...

    def paint(self, items: list[Item], look: Look) -> None:
        """Add its picture."""
        ...


class Spot(NamedTuple):
    """A target whose picture somebody else paints: a die, a box. It only adds the focus ring."""

    id: str
    rect: Rect
    act: Callable[[], None]
    why: str = ""
    radius: float = 18.0
    grow: float = 2.0

    def press(self, x: float, y: float) -> None:
        """Act."""
        del x, y
        self.act()

    def paint(self, items: list[Item], look: Look) -> None:
        """Add the ring while it has the focus."""
        if look.focused:
            focus_ring(items, self.rect, self.grow, self.radius)


RING_EDGE: Rgb = (66, 26, 8)
"""The dark border that makes the golden ring stand out from paper too."""


def focus_ring(items: list[Item], rect: Rect, grow: float = 2.0, radius: float = 18.0) -> None:
    """Add the focus ring around a rectangle, `grow` units outside it: gold with a dark border."""
    x, y, w, h = rect
    for more, line, colour in ((grow + 3, 12.0, RING_EDGE), (grow, 6.0, looks.GOLD)):
        place = (x - more, y - more, w + 2 * more, h + 2 * more)
        items.append(Outline(*place, colour, line, radius + more, tag="focus"))


def contains(rect: Rect, x: float, y: float) -> bool:
    """Whether a place lies in a rectangle, borders included."""
    return rect[0] <= x <= rect[0] + rect[2] and rect[1] <= y <= rect[1] + rect[3]


def blocked(widget: Widget) -> bool:
    """Whether a widget is off."""
    return bool(widget.why)
