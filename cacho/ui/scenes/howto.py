"""How to play: short pages to turn, over whatever is there. Esc returns to the same moment.

Shows the rules of the running match; before one, those that a new match would have. The rules in
full are in the book, one press away.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from cacho.engine import Ruleset
from cacho.services.i18n import gettext as _
from cacho.ui import look
from cacho.ui.input import Digit, Intent, Move, Step
from cacho.ui.painter import Backdrop, Item, Rect, Text
from cacho.ui.scenes.book import Book
from cacho.ui.scenes.lessons import LESSONS, paint_words
from cacho.ui.scenes.menu import Menu, back_button, heading
from cacho.ui.widgets import Button, Widget

if TYPE_CHECKING:
    from cacho.ui.app import App

SHEET: Final[Rect] = (60, 150, 800, 776)
PREVIOUS: Final[Rect] = (1180, 956, 320, 96)
BOOK: Final[Rect] = (1530, 36, 330, 88)
NEXT: Final[Rect] = (1530, 956, 330, 96)


class HowTo(Menu):
    """The pages, one at a time."""

    name = "howto"

    def __init__(self, app: App, rules: Ruleset | None = None) -> None:
        super().__init__(app)
        self._rules = rules or running_rules(app) or app.rules
        self.page = 0

    def _turn(self, by: int) -> None:
        page = self.page + by
        if page == len(LESSONS):
            self.app.pop()
        elif page >= 0:
            self.page = page

    def handle(self, intent: Intent) -> None:
        """Turn pages with the arrows left and right, or by their number."""
        match intent:
            case Move(Step.LEFT):
                self._flip(max(0, self.page - 1))
            case Move(Step.RIGHT):
                self._flip(min(len(LESSONS) - 1, self.page + 1))
            case Digit(number) if number <= len(LESSONS):
                self._flip(number - 1)
            case _:
                super().handle(intent)

    def _open_book(self) -> None:
        self.app.push(Book(self.app, self._rules))

    def _flip(self, page: int) -> None:
        if page != self.page:
            self.page = page
            self.app.sounds.play("focus")

    def default_focus(self) -> str:
        """Enter turns the page."""
        return "next"

    def widgets(self) -> Sequence[Widget]:
        """Return the way back, and both ways to turn."""
        last = self.page == len(LESSONS) - 1
        widgets = [back_button(self.app.pop)]
        if not any(scene.name == "book" for scene in self.app.stack):
            widgets.append(Button("book", BOOK, _("Reglamento"), self._open_book))
        if self.page:
            widgets.append(Button("previous", PREVIOUS, _("Anterior"), lambda: self._turn(-1)))
        label = _("Listo") if last else _("Siguiente")
        widgets.append(Button("next", NEXT, label, lambda: self._turn(1), "red"))
        return widgets

    def paint_under(self, items: list[Item]) -> None:
        """Add the page and where it stands among the others."""
        items.append(Backdrop("table"))
        heading(items, _("Cómo se juega"))
        lesson = LESSONS[self.page]
        paint_words(items, lesson, self._rules, SHEET)
        lesson.picture(items, self._rules)
        self._dots(items)

    def _dots(self, items: list[Item]) -> None:
        """Add a dot a page, and in words which one this is."""
        count = len(LESSONS)
        for i in range(count):
            x, here = 770 + (i - (count - 1) / 2) * 44, i == self.page
            size = 84 if here else 48
            items.append(Text("•", x, 978, size, "print", look.CREAM, "centre", shadow=True))
        told = _("Página {n} de {all}").format(n=self.page + 1, all=count)
        items.append(
            Text(told, 770, 1030, 32, "print", look.CREAM, "centre", 380, True, tag="page.number")
        )


def running_rules(app: App) -> Ruleset | None:
    """Return the rules of the match on the table, if there is one."""
    for scene in app.stack:
        rules = getattr(getattr(scene, "state", None), "rules", None)
        if isinstance(rules, Ruleset):
            return rules
    return None
