"""Writing a name, of house rules or a person: typed, or put together letter by letter on a sheet.

What stands there at first is proposed; it may stay. Owns only the name being written, and gives it
back.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from cacho.services.houses import house_name
from cacho.services.i18n import gettext as _
from cacho.ui.input import Erase, Intent, SelectAll, Typed
from cacho.ui.letters import Letters, left_out, too_long
from cacho.ui.painter import Backdrop, Item, Paper, Rect
from cacho.ui.scenes.menu import Menu, back_button, heading
from cacho.ui.widgets import Button, Field, Widget
from cacho.ui.widgets.prose import drawable

if TYPE_CHECKING:
    from cacho.ui.app import App

LONGEST: Final = 24
"""Letters that a name may have: a card shows them all."""
STRIP: Final[Rect] = (360, 158, 1200, 110)
SHEET: Final[Rect] = (360, 300, 900, 500)
CELL: Final = (120.0, 94.0)
KEYS: Final = (1290.0, 270.0)
"""Left border and width of the keys."""
SAVE: Final[Rect] = (1290, 916, 570, 136)


class Naming(Menu):
    """One strip of paper. Enter or the red button gives the name to `done`, Esc gives nothing.

    Where it `renames`, what is proposed is the name until now: another one must be written.
    """

    name = "naming"
    typing = True

    def __init__(
        self,
        app: App,
        proposed: str,
        done: Callable[[str], None],
        asked: str = "",
        *,
        label: str = "",
        renames: bool = False,
    ) -> None:
        super().__init__(app)
        self._proposed = proposed
        self._label = label
        self._renames = renames
        self._asked = asked
        self._done = done
        self.text = ""
        self._letters = Letters()

    @property
    def given(self) -> str:
        """The name as it would be kept: what was written, else what was proposed."""
        return house_name(self.text) or self._proposed

    # -------------------------------------------------------------------- writing

    def _type(self, text: str) -> None:
        """Put text at the end, what can be drawn of it, as far as it fits."""
        before = self._letters.stays(self.text)
        wanted = unicodedata.normalize("NFC", before + text).lstrip()
        kept = "".join(char for char in wanted if char == " " or drawable(char))
        self.text = " ".join(kept.split(" "))[:LONGEST]
        self._letters.settle()
        if len(kept) > LONGEST:
            self.app.refuse(too_long(LONGEST))
        elif kept != wanted:
            self.app.refuse(left_out())
        self.app.changed()

    def _erase(self) -> None:
        self.text = self._letters.stays(self.text)[:-1]
        self.app.changed()

    def _save(self) -> None:
        self.app.pop()
        self._done(self.given)

    def handle(self, intent: Intent) -> None:
        """Take what is written first."""
        match intent:
            case Typed(text):
                self._type(text)
            case Erase():
                self._erase()
            case SelectAll():
                self._letters.marked = bool(self.text)
            case _:
                super().handle(intent)
                self._letters.marked = False

    # -------------------------------------------------------------------- targets

    def default_focus(self) -> str:
        """Enter keeps the name."""
        return "save"

    def widgets(self) -> Sequence[Widget]:
        """Return the strip, the letters, the keys, and the ways on and back."""
        strip = Field(
            "strip",
            STRIP,
            self.text,
            lambda: None,
            writing=True,
            hint=self._proposed,
            pen="blue",
            marked=self._letters.marked,
        )
        return (
            strip,
            *self._letters.signs(self.text, SHEET, SHEET[1] + 16, CELL, self._type),
            *self._keys(),
            back_button(self.app.pop),
            self._button(),
        )

    def _button(self) -> Button:
        """Return what keeps the name, and says which."""
        if not self._renames:
            label = self._label or _("Guardar")
            return Button("save", SAVE, label, self._save, "red", self.given)
        same = self.given == self._proposed
        why = _("Primero escribe el nombre nuevo.") if same else ""
        told = self._proposed if same else f"{self._proposed} → {self.given}"
        return Button("save", SAVE, _("Cambiar el nombre"), self._save, "red", told, why=why)

    def _keys(self) -> list[Widget]:
        keys = self._letters.keys(self.text, self._type, self._erase)
        return [
            Button(id_, (KEYS[0], 318 + 122.0 * i, KEYS[1], 96), label, act, "dark")
            for i, (id_, label, act) in enumerate(keys)
        ]

    # -------------------------------------------------------------------- picture

    def paint_under(self, items: list[Item]) -> None:
        """Add the wood, the heading and the sheet of letters."""
        items.append(Backdrop("table"))
        heading(items, self._asked or _("¿Cómo se llaman estas reglas?"))
        items.append(Paper("big_0", *SHEET, tag="letters"))
