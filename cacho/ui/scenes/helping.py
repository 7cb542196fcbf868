"""What help one wants at the table: the coach, the odds on the sheet, the singing of a roll.

Owns these settings only; whether a match allows help is agreed on with its rules.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from cacho.services.i18n import gettext as _
from cacho.ui import look
from cacho.ui.coachtext import points_text
from cacho.ui.painter import Backdrop, Item, Paper, Rect, Text
from cacho.ui.scenes.menu import Menu, back_button, heading
from cacho.ui.widgets import Choice, Widget
from cacho.ui.widgets.prose import paragraph

SHEET: Final[Rect] = (160, 150, 1600, 780)
FIRST, STEP, TALL = 196.0, 180.0, 92.0
INSET, WIDE, NARROW = 60.0, 820.0, 480.0


@dataclass(frozen=True)
class Row:
    """A setting: its name, what it means, and its values with their words."""

    setting: str
    label: Callable[[], str]
    told: Callable[[], str]
    options: Callable[[], tuple[tuple[str, str], ...]]


def _yes_or_no() -> tuple[tuple[str, str], ...]:
    return (("False", _("No")), ("True", _("Sí")))


ROWS: Final = (
    Row(
        "coach",
        lambda: _("Consejo"),
        lambda: _("Dice qué guardar y para qué, si se lo pides o también cuando te equivocas."),
        lambda: (
            ("off", _("Apagado")),
            ("asked", _("Si pregunto")),
            ("mistakes", _("Si me equivoco")),
        ),
    ),
    Row(
        "coach_from",
        lambda: _("Desde cuánto avisa"),
        lambda: _("Calla si perdiste menos. Con rivales cuenta partidas de cada 100."),
        lambda: tuple((str(n), points_text(n)) for n in (1, 2, 4)),
    ),
    Row(
        "odds",
        lambda: _("Chances en la hoja"),
        lambda: _(
            "Qué tan probable es cada casilla si tiras por ella (un número cuenta con tres "
            "dados), y cuánto pierdes si la anotas ahora."
        ),
        _yes_or_no,
    ),
    Row(
        "song",
        lambda: _("Cantar el tiro"),
        lambda: _("Dice en palabras de café lo que salió, y qué dado falta."),
        _yes_or_no,
    ),
)


class Helping(Menu):
    """Four settings on one sheet."""

    name = "helping"

    def widgets(self) -> Sequence[Widget]:
        """Return the controls, and the way back."""
        return (*(self._control(at, row) for at, row in enumerate(ROWS)), back_button(self.app.pop))

    def _control(self, at: int, row: Row) -> Widget:
        options = row.options()
        wide = WIDE if len(options) > 2 else NARROW
        x, y, w, _h = SHEET
        place = (x + w - INSET - wide, y + FIRST + at * STEP - 150, wide, TALL)
        value = str(getattr(self.app.settings, row.setting))
        return Choice(row.setting, place, options, value, partial(self._set, row.setting))

    def _set(self, setting: str, text: str) -> None:
        values: dict[str, object] = {"True": True, "False": False, "1": 1, "2": 2, "4": 4}
        self.app.set(**{setting: values.get(text, text)})

    def paint_under(self, items: list[Item]) -> None:
        """Add the wood, the sheet, and what every control is for."""
        items.append(Backdrop("table"))
        heading(items, _("Ayuda en la mesa"))
        items.append(Paper("big_0", *SHEET, angle=0.2, tag="sheet"))
        x, y, w, _h = SHEET
        for at, row in enumerate(ROWS):
            room = w - 2 * INSET - 40 - (WIDE if len(row.options()) > 2 else NARROW)
            top = y + FIRST + at * STEP - 150
            name = (row.label(), x + INSET, top + 22, 44, "hand", look.INK, "left", room)
            items.append(Text(*name, tag="label"))
            paragraph(items, row.told(), x + INSET, top + 50, room, 29, tag="told")
        session = self.app.session
        playing = any(scene.name == "table" for scene in self.app.stack)
        if playing and session is not None and not session.setup.helped:
            told = _("Esta partida se juega sin ayuda.")
            where = (told, 1860, 1004, 32, "print", look.CREAM, "right", 1400)
            items.append(Text(*where, shadow=True, tag="without"))
