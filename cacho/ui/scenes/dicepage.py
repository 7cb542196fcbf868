"""How the dice fell: how often each face, with the band of fair dice, and one plain sentence.

Of everybody or of one who rolled, bots and guests too, tonight or ever, the game's dice or the
table's own. Judges nothing itself: `fairness.judge` does, and says so where there are too few dice
to tell.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from cacho.services.fairness import Fairness, Judgement, judge
from cacho.services.i18n import gettext as _
from cacho.services.i18n import ngettext as n_
from cacho.ui import charts, look
from cacho.ui.painter import Backdrop, Item, Paper, Rect, Text
from cacho.ui.scenes.menu import Lying, Menu, back_button, heading, still_life
from cacho.ui.widgets import Button, Choice, Widget
from cacho.ui.widgets.prose import evened, paragraph

if TYPE_CHECKING:
    from cacho.ui.app import App

SHEET: Final[Rect] = (60, 140, 1180, 790)
CHART: Final[Rect] = (140, 200, 1020, 440)
SIDE: Final = (1290.0, 570.0)
VERDICT: Final = 40.0
"""Height of the letters of the sentence."""
EDGE: Final = 62.0
NONE: Final = (0,) * 6
"""The faces of who rolled none."""


class DicePage(Menu):
    """One chart, and what it is of."""

    name = "dice"

    def __init__(self, app: App, person: str = "") -> None:
        super().__init__(app)
        self.person = person
        self.tonight = False
        self.own = False
        self._load()

    def _load(self) -> None:
        matches = self.app.store.evening.matches if self.tonight else None
        history = self.app.store.history
        told = dict(history.faces_by_name(matches, own_dice=self.own))
        self.people = ("", *sorted({*told, self.person} - {""}, key=str.casefold))
        everybody = history.faces(matches, own_dice=self.own)
        self.judgement = judge(told.get(self.person, NONE) if self.person else everybody)

    # -------------------------------------------------------------------- targets

    def widgets(self) -> Sequence[Widget]:
        """Return whose dice are looked at, since when, and which."""
        x, w = SIDE
        when = (("ever", _("Siempre")), ("tonight", _("Esta noche")))
        dice = (("game", _("Del juego")), ("own", _("De la mesa")))
        who = self.person or _("Todos")
        return [
            Choice(
                "when", (x, 200, w, 96), when, "tonight" if self.tonight else "ever", self._when
            ),
            Choice("dice", (x, 340, w, 96), dice, "own" if self.own else "game", self._which),
            Button("before", (x, 520, 110, 110), "‹", lambda: self._who(-1), "dark", size=72),
            Button("person", (x + 122, 520, w - 244, 110), who, lambda: self._who(1), "tan"),
            Button(
                "after", (x + w - 110, 520, 110, 110), "›", lambda: self._who(1), "dark", size=72
            ),
            back_button(self.app.pop),
        ]

    def _when(self, value: str) -> None:
        self.tonight = value == "tonight"
        self._load()

    def _which(self, value: str) -> None:
        self.own = value == "own"
        self._load()

    def _who(self, by: int) -> None:
        here = self.people.index(self.person)
        self.person = self.people[(here + by) % len(self.people)]
        self._load()

    # -------------------------------------------------------------------- picture

    def paint_under(self, items: list[Item]) -> None:
        """Add the sheet with the chart, the faces below it, and the sentence."""
        items.append(Backdrop("table"))
        heading(items, _("Los dados"))
        items.append(Paper("big_2", *SHEET, angle=0.3, tag="sheet"))
        x, w = SIDE
        asked = (_("¿De quién?"), x + 6, 486, 44, "hand", look.CREAM, "left", w)
        items.append(Text(*asked, shadow=True))
        judged = self.judgement
        middles = charts.columns(items, CHART, judged.counts, judged.band)
        below = CHART[1] + CHART[3] + 52
        lying = [Lying(face, across, below, 0.05) for face, across in enumerate(middles, 1)]
        still_life(items, lying, edge=EDGE)
        said, middle = sentence(judged), SHEET[0] + SHEET[2] / 2
        even = evened(said, "print", VERDICT, SHEET[2] - 130)
        paragraph(items, said, middle, 764, even, VERDICT, align="centre", tag="verdict")


def sentence(judged: Judgement) -> str:
    """Say plainly what can be said of the dice."""
    rolled = n_("{n} dado", "{n} dados", judged.rolled).format(n=judged.rolled)
    match judged.fairness:
        case Fairness.TOO_FEW:
            return _("{rolled}: son muy pocos para decir algo.").format(rolled=rolled)
        case Fairness.FAIR:
            told = _fair(judged.outside)
        case Fairness.UNUSUAL:
            told = _(
                "{rolled}. En conjunto salieron disparejos: a dados limpios les pasa una vez de "
                "cada {once}. Puede ser casualidad."
            )
    share = max(1, round(100 * judged.p_value))
    return told.format(rolled=rolled, share=share, once=judged.once_in, n=judged.outside)


def _fair(outside: int) -> str:
    """Say that dice fall evenly; of faces that lie outside the band all the same it is told."""
    if not outside:
        return _(
            "{rolled}. Caen parejo: con dados limpios cada barra queda en la franja 95 de 100 "
            "veces, y {share} de 100 veces salen todas así o más disparejas."
        )
    return n_(
        "{rolled}. {n} cara se sale de la franja: con dados limpios se sale alguna una vez de cada "
        "cuatro. En conjunto caen parejo: {share} de 100 veces salen así o más disparejos.",
        "{rolled}. {n} caras se salen de la franja: con dados limpios se sale alguna una vez de "
        "cada cuatro. En conjunto caen parejo: {share} de 100 veces salen así o más disparejos.",
        outside,
    )
