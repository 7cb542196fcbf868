"""The rules book: one ruleset in full, two sheets at a time, over whatever is there.

Lays the rules of `chapters` on as many sheets as they need. What another tradition plays otherwise
is ringed in red pencil and told below; a rule that was asked for is pointed at. Changes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from cacho.engine import Ruleset
from cacho.services import i18n
from cacho.services.i18n import gettext as _
from cacho.ui import look, rulestext
from cacho.ui.painter import Backdrop, Glow, Ink, Item, Paper, Rect, Text
from cacho.ui.scenes.chapters import CHAPTERS, Entry
from cacho.ui.scenes.menu import Lying, heading, still_life
from cacho.ui.scenes.paged import Paged
from cacho.ui.widgets import Widget
from cacho.ui.widgets.prose import height_of, paragraph

if TYPE_CHECKING:
    from cacho.ui.app import App

LEFT: Final[Rect] = (60, 150, 890, 782)
RIGHT: Final[Rect] = (970, 150, 890, 782)
INSET, MARGIN, RIGHTMOST = 40.0, 138.0, 48.0
TOP, FOOT = 46.0, 34.0
"""From the upper edge of a sheet to its first line, and from its last one to the lower edge."""
TITLE, TOLD = 54.0, 28.0
SIZES: Final = (34.0, 33.0, 32.0, 31.0)
"""Of the words: the largest one that needs no more sheets than the smallest."""
HEADING: Final = 1.5
"""Height of a heading with the room below it, in heights of its letters."""
GAP, BREAK = 17.0, 12.0
"""Between two rules, and more of it between two chapters."""
EDGE, DICE_ROW = 44.0, 68.0
DIE_STEP: Final = 64.0
ROOM: Final = LEFT[2] - MARGIN - RIGHTMOST


SIGN: Final[Rect] = (748, 962, 408, 84)
"""A slip that says what the red ring means."""
BESIDE: Final = (Lying(5, 1560, 560, 0.3), Lying(3, 1650, 690, -0.2), Lying(6, 1450, 700, 0.1))
"""What lies where the last page has no second sheet."""


class Leaf(NamedTuple):
    """What stands on one sheet: headings of chapters and rules, each with its upper edge."""

    lines: tuple[tuple[float, str | Entry], ...]
    size: float
    """Of the words on it."""

    @property
    def entries(self) -> list[Entry]:
        """The rules on the sheet."""
        return [what for _top, what in self.lines if isinstance(what, Entry)]


class Book(Paged):
    """The sheets of one ruleset, opened at the beginning or at a rule: `Book(app, rules, "R-22")`.

    A rule that was asked for has a warm light behind it.
    """

    name = "book"

    def __init__(self, app: App, rules: Ruleset, rule: str = "") -> None:
        super().__init__(app)
        self.rules = rules
        self.rule = rule
        self._laid: tuple[str, tuple[Leaf, ...]] = ("", ())
        self.page = self._page_of(rule)

    @property
    def leaves(self) -> tuple[Leaf, ...]:
        """The sheets in the language of the moment."""
        if self._laid[0] != i18n.current():
            self._laid = (i18n.current(), tuple(laid(self.rules)))
        return self._laid[1]

    @property
    def pages(self) -> int:
        """How often there are two sheets to be seen."""
        return -(-len(self.leaves) // 2)

    def _page_of(self, rule: str) -> int:
        for at, leaf in enumerate(self.leaves):
            if any(entry.rule == rule for entry in leaf.entries):
                return at // 2
        return 0

    # -------------------------------------------------------------------- turning

    def default_focus(self) -> str:
        """Enter turns the page; where a rule was asked for it goes back to the table."""
        return "back" if self.rule else "next"

    def widgets(self) -> Sequence[Widget]:
        """Return the way back, and both ways to turn."""
        return self.turning()

    # -------------------------------------------------------------------- picture

    def paint_under(self, items: list[Item]) -> None:
        """Add both sheets, what they are of, and where they stand among the others."""
        items.append(Backdrop("table"))
        name = rulestext.short_title(self.rules)
        heading(items, _("Reglamento: {rules}").format(rules=name))
        for sprite, sheet, leaf in zip(
            ("big_1", "big_0"), (LEFT, RIGHT), self.leaves[2 * self.page :], strict=False
        ):
            items.append(Paper(sprite, *sheet, angle=0.3 if sheet is LEFT else -0.3, tag="page"))
            self._leaf(items, sheet, leaf)
        if 2 * self.page + 1 == len(self.leaves):
            still_life(items, BESIDE, ("lying", 1250.0, 520.0))
        self.paint_dots(items, 570)
        self._sign(items)

    def _leaf(self, items: list[Item], sheet: Rect, leaf: Leaf) -> None:
        x, y, w, _h = sheet
        for top, what in leaf.lines:
            if isinstance(what, Entry):
                self._entry(items, x, y + top, what, leaf.size)
            else:
                place = (what, x + INSET + 6, y + top + TITLE * 0.6, TITLE, "hand", look.INK)
                items.append(Text(*place, "left", w - INSET - RIGHTMOST, tag="title"))

    def _entry(self, items: list[Item], x: float, y: float, entry: Entry, size: float) -> None:
        """Add one rule with its number in the margin, ringed if another tradition differs."""
        told = difference(self.rules, entry)
        left = x + MARGIN
        if entry.rule == self.rule:
            high = entry_height(self.rules, entry, size)
            light = (x + 66, y + 4, LEFT[2] - 132, high - 8)
            items.append(Glow(*light, alpha=150, tag="asked"))
        number = (x + INSET + 40, y + size * 0.62)
        items.append(Text(entry.rule, *number, TOLD, "print", look.FAINT, "centre", 84, tag="rule"))
        if told:
            ring = (number[0] - 50, number[1] - 28, 100.0, 56.0)
            items.append(
                Ink("ring", *ring, "red_pencil", int(entry.rule[2:]), tag=f"differs.{entry.rule}")
            )
        y = paragraph(items, entry.text(self.rules), left, y, ROOM, size, tag="words")
        if told:
            y = paragraph(items, told, left, y, ROOM, TOLD, colour=look.FAINT, tag="differs")
        if entry.dice:
            _dice(items, entry.dice, left + EDGE, y + DICE_ROW / 2 - 2)

    def _sign(self, items: list[Item]) -> None:
        """Add what the red ring means."""
        items.append(Paper("row_2", *SIGN, angle=-0.4))
        x, y, w, h = SIGN
        items.append(Ink("ring", x + 22, y + h / 2 - 25, 78, 50, "red_pencil", 4))
        place = (x + 118, y + h / 2, 32, "print", look.INK, "left", w - 140)
        items.append(Text(_("otros juegan distinto"), *place, tag="sign"))


def difference(rules: Ruleset, entry: Entry) -> str:
    """Return how other traditions have a rule; empty where all agree."""
    told = rulestext.differences(rules, entry.fields)
    return _("Distinto: {list}.").format(list=" · ".join(told)) if told else ""


def entry_height(rules: Ruleset, entry: Entry, size: float) -> float:
    """Return how high a rule stands on a sheet, units."""
    told = difference(rules, entry)
    high = height_of(entry.text(rules), ROOM, size)
    return high + (height_of(told, ROOM, TOLD) if told else 0) + (DICE_ROW if entry.dice else 0)


def laid(rules: Ruleset) -> list[Leaf]:
    """Lay all rules on as few sheets as will do, in letters as large as these allow."""
    ways = [_laid(rules, size) for size in SIZES]
    return min(ways, key=len)


def _laid(rules: Ruleset, size: float) -> list[Leaf]:
    """Fill one sheet after another: a heading never stands without its first rule."""
    leaves: list[Leaf] = []
    lines: list[tuple[float, str | Entry]] = []
    top = TOP
    for chapter in CHAPTERS:
        for number, entry in enumerate(chapter.entries):
            high = entry_height(rules, entry, size)
            above = 0.0 if number else TITLE * HEADING
            if lines and top + above + high > LEFT[3] - FOOT:
                leaves.append(Leaf(tuple(lines), size))
                lines, top = [], TOP
            if above:
                lines.append((top, chapter.title()))
                top += above
            lines.append((top, entry))
            top += high + GAP
        top += BREAK
    return [*leaves, Leaf(tuple(lines), size)]


def _dice(items: list[Item], faces: Sequence[int], x: float, y: float) -> None:
    """Add dice in a row, each turned a little in its own way."""
    lying = [Lying(face, x + i * DIE_STEP, y, 0.12 * (-1) ** i) for i, face in enumerate(faces)]
    still_life(items, lying, edge=EDGE)
