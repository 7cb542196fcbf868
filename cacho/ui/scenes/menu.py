"""What the screens around the game share: where the focus begins, headings, the way back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from cacho.services.i18n import gettext as _
from cacho.ui import look
from cacho.ui.drawing import die
from cacho.ui.painter import DieItem, DieShadow, Item, Rect, Text
from cacho.ui.pose import CUP, CupPose
from cacho.ui.scenes.base import Scene
from cacho.ui.tabletop import paint_cup, paint_cup_shadow
from cacho.ui.widgets import Button

BACK: Final[Rect] = (60, 956, 300, 96)
"""The way back is always in this place."""
CORNER: Final[Rect] = (1370.0, 12.0, 510.0, 108.0)
"""Where the message line lies on screens whose foot is full of buttons."""


class Lying(NamedTuple):
    """A die on the table: what it shows, where, and how it is turned."""

    face: int
    x: float
    y: float
    yaw: float = 0.0


class Menu(Scene):
    """A screen of buttons. Opened from the keyboard, it shows its focus at once."""

    def entered(self) -> None:
        """Take over from the scene below whether the focus is shown."""
        if self.focus or len(self.app.stack) < 2:
            return
        self.focus = self.default_focus()
        self.focus_shown = self.app.stack[-2].focus_shown

    def activate(self) -> None:
        """Press what has the visible focus; without one, the default: never what was last clicked.

        So a player who clicked something and then hits Enter gets what the screen is there for.
        """
        if not self.focus_shown:
            self.focus = self.default_focus()
        super().activate()


def heading(items: list[Item], text: str, x: float = 960, align: str = "centre") -> None:
    """Add what the screen is about, large, on the wood."""
    place = (text, x, 84, look.TITLE)
    items.append(Text(*place, "hand", look.CREAM, align, 1400, shadow=True, tag="heading"))


def part(items: list[Item], text: str, x: float, y: float, size: float = 50.0) -> None:
    """Add what a part of a sheet is about."""
    items.append(Text(text, x, y, size, "hand", look.INK, "left", 740, tag="part"))


def back_button(act: Callable[[], None]) -> Button:
    """Return the button that leads back."""
    return Button("back", BACK, _("Volver"), act, "dark")


def still_life(
    items: list[Item],
    dice: Sequence[Lying],
    cup: tuple[str, float, float] | None = None,
    edge: float = 104.0,
) -> None:
    """Add dice at rest and, before them, the cup: (group, x, y)."""
    if cup is not None:
        pose = CupPose(cup[0], 0, cup[1] - CUP[0], cup[2] - CUP[1])
        paint_cup_shadow(items, pose)
    lying = [(one.x, one.y, die.resting(one.face, one.yaw)) for one in dice]
    items.extend(DieShadow(*one, edge=edge) for one in lying)
    if cup is not None:
        paint_cup(items, pose)
    for one in sorted(lying, key=lambda one: one[1]):
        items.append(DieItem(*one, edge, still=True))
