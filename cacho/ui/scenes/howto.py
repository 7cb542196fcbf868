"""How to play: short pages to turn, over whatever is there. Esc returns to the same moment.

Shows the rules of the running match; before one, those that a new match would have. The rules in
full are in the book, one press away.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from cacho.engine import Ruleset
from cacho.services.i18n import gettext as _
from cacho.ui.painter import Backdrop, Item, Rect
from cacho.ui.scenes.book import Book
from cacho.ui.scenes.lessons import Lesson, lessons_of, paint_words
from cacho.ui.scenes.menu import heading
from cacho.ui.scenes.paged import Paged
from cacho.ui.widgets import Button, Widget

if TYPE_CHECKING:
    from cacho.ui.app import App

SHEET: Final[Rect] = (60, 150, 800, 776)
BOOK: Final[Rect] = (1530, 36, 330, 88)


class HowTo(Paged):
    """The pages, one at a time."""

    name = "howto"

    def __init__(self, app: App, rules: Ruleset | None = None) -> None:
        super().__init__(app)
        self._rules = rules or running_rules(app) or app.rules

    @property
    def lessons(self) -> Sequence[Lesson]:
        """The pages that say something under the rules."""
        return lessons_of(self._rules)

    @property
    def pages(self) -> int:
        """How many lessons there are."""
        return len(self.lessons)

    def _open_book(self) -> None:
        self.app.push(Book(self.app, self._rules))

    def widgets(self) -> Sequence[Widget]:
        """Return the way back, and both ways to turn."""
        if any(scene.name == "book" for scene in self.app.stack):
            return self.turning()
        back, *turning = self.turning()
        return [back, Button("book", BOOK, _("Reglamento"), self._open_book), *turning]

    def paint_under(self, items: list[Item]) -> None:
        """Add the page and where it stands among the others."""
        items.append(Backdrop("table"))
        heading(items, _("Cómo se juega"))
        lesson = self.lessons[self.page]
        paint_words(items, lesson, self._rules, SHEET)
        lesson.picture(items, self._rules)
        self.paint_dots(items, 770)


def running_rules(app: App) -> Ruleset | None:
    """Return the rules of the match on the table, if there is one."""
    for scene in app.stack:
        rules = getattr(getattr(scene, "state", None), "rules", None)
        if isinstance(rules, Ruleset):
            return rules
    return None
