"""Lists: so much of one a page, asked for anew whenever its screen comes to the top.

`Listing` owns which part of a list is seen; `Strips` how it lies: a strip of paper each, or a sheet
that says why there is none. What is listed, and what a strip tells of it, is the subclass's matter.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, Generic, Protocol, TypeVar

from cacho.services.i18n import short_moment
from cacho.ui import look
from cacho.ui.painter import Backdrop, Item, Paper, Rect
from cacho.ui.scenes.menu import heading
from cacho.ui.scenes.paged import Paged
from cacho.ui.widgets import Cell, Row, Widget
from cacho.ui.widgets.prose import paragraph

if TYPE_CHECKING:
    from cacho.ui.app import App

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

FIRST, STEP, TALL = 156.0, 130.0, 116.0
LEFT, WIDE = 60.0, 1200.0
"""Left border and width of the strips."""
SMALL: Final = 30.0
"""Height of the letters of what is told below."""


class Found(Protocol[T_co]):
    """What a list is made of; a tuple will do."""

    def __len__(self) -> int:
        """How long it is."""
        ...

    def __getitem__(self, part: slice, /) -> Sequence[T_co]:
        """Return a part of it."""
        ...


class Listing(Paged, Generic[T], ABC):
    """A screen with a list, which ends with its last page."""

    closes = False
    many = 6
    """So many stand on a page."""

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.found: Found[T] = ()

    @abstractmethod
    def find(self) -> Found[T]:
        """Return the whole list as it is now."""

    def load(self) -> None:
        """Ask for the list again; of fewer pages than before the last one is seen."""
        self.found = self.find()
        self.page = min(self.page, self.pages - 1)

    def entered(self) -> None:
        """Show the list as it is now: it may have changed meanwhile."""
        self.load()
        super().entered()

    @property
    def count(self) -> int:
        """How long the list is."""
        return len(self.found)

    @property
    def pages(self) -> int:
        """As many as the list fills, at least one."""
        return max(1, -(-self.count // self.many))

    @property
    def shown(self) -> Sequence[T]:
        """What of the list stands on the page."""
        first = self.page * self.many
        return self.found[first : first + self.many]


class Strips(Listing[T]):
    """A list of strips of paper, each of which is pressed."""

    each = "strip"
    """What one is called among the targets: "strip.1" and so on."""
    left = LEFT
    dots = True
    """Whether pages are shown as dots; not where something else stands in their place."""

    # ------------------------------------------------------------ for subclasses

    @abstractmethod
    def title(self) -> str:
        """Say what is listed."""

    @abstractmethod
    def nothing(self) -> str:
        """Say that there is none."""

    @abstractmethod
    def line(self, number: int, one: T) -> Sequence[Widget]:
        """Return the strip of one that is shown, counted from 0, and what lies beside it."""

    def beside(self) -> Sequence[Widget]:
        """Return what is pressed beside the list and below it."""
        return ()

    # -------------------------------------------------------------------- targets

    def strip(self, number: int, cells: tuple[Cell, ...], act: Callable[[], None]) -> Row:
        """Return a strip of the page, counted from 0."""
        rect = (self.left, FIRST + number * STEP, WIDE, TALL)
        return Row(f"{self.each}.{number + 1}", rect, cells, act, f"row_{number}")

    def default_focus(self) -> str:
        """Enter presses the first."""
        return f"{self.each}.1" if self.count else "back"

    def widgets(self) -> Sequence[Widget]:
        """Return the strips, what lies beside them, and the ways to turn and back."""
        lines = [self.line(number, one) for number, one in enumerate(self.shown)]
        return [*(widget for line in lines for widget in line), *self.beside(), *self.turning()]

    # -------------------------------------------------------------------- picture

    def paint_under(self, items: list[Item]) -> None:
        """Add the wood, the heading, why nothing is listed, and which page this is."""
        items.append(Backdrop("table"))
        heading(items, self.title())
        if not self.count:
            _blank(items, self.nothing())
        if self.dots and self.pages > 1:
            self.paint_dots(items, 770)


def match_cells(who: str, told: str, date: str | None, room: float = WIDE - 60) -> tuple[Cell, ...]:
    """Return what a strip tells of a match: who played, and when; below, in `room`, what else."""
    moment = short_moment(date) if date else ""
    return (
        Cell(who, 30, 40, WIDE - 380, 48, "pen"),
        Cell(told, 30, 86, room, SMALL, "print", look.FAINT),
        Cell(moment, WIDE - 30, 40, 310, 34, "print", look.INK, "right"),
    )


def _blank(items: list[Item], told: str) -> None:
    """Add a sheet that says why nothing stands there."""
    sheet: Rect = (LEFT + 120, 300, WIDE - 240, 300)
    items.append(Paper("big_1", *sheet, angle=-0.4, tag="blank"))
    middle = sheet[0] + sheet[2] / 2
    paragraph(items, told, middle, 390, sheet[2] - 120, 42, "hand", align="centre", tag="blank")
