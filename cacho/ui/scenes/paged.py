"""Screens of several pages: turned with buttons, arrows and numbers, the present one among dots.

Owns which page is seen. What stands on a page is the subclass's matter.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cacho.services.i18n import gettext as _
from cacho.ui import look
from cacho.ui.input import Digit, Intent, Move, Step
from cacho.ui.painter import Item, Rect, Text
from cacho.ui.scenes.menu import Menu, back_button
from cacho.ui.widgets import Button, Widget

if TYPE_CHECKING:
    from cacho.ui.app import App

PREVIOUS: Final[Rect] = (1180, 956, 320, 96)
NEXT: Final[Rect] = (1530, 956, 330, 96)
_DOT_STEP: Final = 44.0


class Paged(Menu):
    """A screen of pages; past the last one it closes."""

    closes = True
    """Whether there is a button past the last page, which closes it; a list has none."""

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.page = 0

    @property
    def pages(self) -> int:
        """How many there are, at least one."""
        return 1

    def handle(self, intent: Intent) -> None:
        """Turn pages with the arrows left and right, or by their number."""
        match intent:
            case Move(Step.LEFT):
                self._flip(max(0, self.page - 1))
            case Move(Step.RIGHT):
                self._flip(min(self.pages - 1, self.page + 1))
            case Digit(number) if number <= self.pages:
                self._flip(number - 1)
            case _:
                super().handle(intent)

    def _turn(self, by: int) -> None:
        page = self.page + by
        if page >= self.pages:
            self.app.pop()
        elif page >= 0:
            self.page = page

    def _flip(self, page: int) -> None:
        if page != self.page:
            self.page = page
            self.app.sounds.play("focus")

    def default_focus(self) -> str:
        """Enter turns the page."""
        return "next"

    def turning(self) -> list[Widget]:
        """Return the way back, and both ways to turn."""
        widgets: list[Widget] = [back_button(self.app.pop)]
        if self.page:
            widgets.append(Button("previous", PREVIOUS, _("Anterior"), lambda: self._turn(-1)))
        last = self.page == self.pages - 1
        if not last or self.closes:
            label = _("Listo") if last else _("Siguiente")
            widgets.append(Button("next", NEXT, label, lambda: self._turn(1), "red"))
        return widgets

    def paint_dots(self, items: list[Item], x: float) -> None:
        """Add a dot a page around `x`, and in words which one this is."""
        for i in range(self.pages):
            at = x + (i - (self.pages - 1) / 2) * _DOT_STEP
            size = 84 if i == self.page else 48
            items.append(Text("•", at, 978, size, "print", look.CREAM, "centre", shadow=True))
        told = _("Página {n} de {all}").format(n=self.page + 1, all=self.pages)
        place = (x, 1030, 32, "print", look.CREAM, "centre", 380, True)
        items.append(Text(told, *place, tag="page.number"))
