"""A question that wants a yes, on a slip of paper over the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from cacho.ui import look
from cacho.ui.painter import Item, Paper
from cacho.ui.scenes.base import Scene
from cacho.ui.widgets import Button, Widget
from cacho.ui.widgets.prose import height_of, paragraph

if TYPE_CHECKING:
    from cacho.ui.app import App

WIDE: Final = 820.0
NARROW: Final = 520.0
"""The width of a slip that lies on the cup, so that dice and sheet can be seen."""
ASIDE: Final = (284.0, 452.0)
"""The middle of such a slip."""
INSET: Final = 60.0
ASKED, TOLD = 58.0, 36.0
TALL: Final = 112.0


class Confirm(Scene):
    """Asks once. Enter and Esc both mean no: yes has to be gone to, or clicked."""

    name = "confirm"
    overlay = True
    veil = 110

    def __init__(
        self,
        app: App,
        question: str,
        detail: str,
        yes_label: str,
        no_label: str,
        on_yes: Callable[[], None],
        aside: bool = False,
    ) -> None:
        super().__init__(app)
        self._wide = NARROW if aside else WIDE
        self._middle = ASIDE if aside else (960.0, 540.0)
        self._question, self._detail = question, detail
        self._labels = (no_label, yes_label)
        self._on_yes = on_yes

    def entered(self) -> None:
        """Show what Enter would do."""
        self.focus, self.focus_shown = "no", True

    def _yes(self) -> None:
        self.app.pop()
        self._on_yes()

    @property
    def _text_height(self) -> float:
        room = self._wide - 2 * INSET
        return height_of(self._question, room, ASKED, "hand") + (
            height_of(self._detail, room, TOLD) + 16 if self._detail else 0.0
        )

    @property
    def _top(self) -> float:
        return self._middle[1] - self._high / 2

    @property
    def _high(self) -> float:
        return 60 + self._text_height + 44 + TALL + 56

    def widgets(self) -> Sequence[Widget]:
        """Return no, then yes."""
        y = self._top + 60 + self._text_height + 44
        half = (self._wide - 2 * INSET - 28) / 2
        left = self._middle[0] - self._wide / 2 + INSET
        no, yes = self._labels
        return (
            Button("no", (left, y, half, TALL), no, self.app.pop, "tan"),
            Button("yes", (left + half + 28, y, half, TALL), yes, self._yes, "red"),
        )

    def paint_under(self, items: list[Item]) -> None:
        """Add the slip, the question and what hangs on it."""
        middle, wide = self._middle[0], self._wide
        items.append(Paper("big_1", middle - wide / 2, self._top, wide, self._high, tag="slip"))
        room = wide - 2 * INSET
        y = paragraph(
            items,
            self._question,
            middle,
            self._top + 60,
            room,
            ASKED,
            "hand",
            look.INK,
            "centre",
            tag="question",
        )
        if self._detail:
            paragraph(items, self._detail, middle, y + 16, room, TOLD, align="centre", tag="detail")
