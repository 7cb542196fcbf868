"""The people of the history: everybody in a list, and a page for each.

A page tells games, wins, the best sheet, the average by rules, what they cross out most, and how
they fare against others. Two names of one person are joined here, or a person renamed; records
keep the names that were written at the table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from cacho.services.i18n import gettext as _
from cacho.services.i18n import ngettext as n_
from cacho.services.i18n import short_date
from cacho.ui import charts, look, rulestext
from cacho.ui.charts import Bar
from cacho.ui.look import SeatInk
from cacho.ui.painter import Backdrop, Item, Paper, Rect, Text
from cacho.ui.scenes.confirm import Confirm
from cacho.ui.scenes.dicepage import DicePage
from cacho.ui.scenes.history import History
from cacho.ui.scenes.listing import SMALL, WIDE, Strips
from cacho.ui.scenes.menu import CORNER, Menu, back_button, heading, part
from cacho.ui.scenes.naming import Naming
from cacho.ui.sheets import box_name
from cacho.ui.widgets import Button, Cell, Widget
from cacho.ui.wording import fixed, games_text, percent

if TYPE_CHECKING:
    from cacho.services.games import Person, PersonInShort
    from cacho.services.notices import Notice
    from cacho.ui.app import App

LEFT: Final[Rect] = (60, 140, 880, 790)
RIGHT: Final[Rect] = (970, 140, 890, 790)
INSET: Final = 60.0
RIVALS: Final = 6
"""Of so many who played most it is asked how they fared against this person."""
BARS: Final = 4
"""So many rulesets, boxes and opponents are shown: those with most games."""


class People(Strips["PersonInShort"]):
    """Everybody who sat at a finished match. `choose` makes it the question who else is meant."""

    name = "people"
    each = "person"
    left = 360.0

    def __init__(
        self, app: App, asked: str = "", choose: Callable[[str], None] | None = None, but: str = ""
    ) -> None:
        super().__init__(app)
        self._asked = asked
        self._choose = choose
        self._but = but

    def find(self) -> Sequence[PersonInShort]:
        """Return everybody but the one who is not meant."""
        return tuple(one for one in self._everybody if one.name != self._but)

    def load(self) -> None:
        """Ask again who has played, and with which ink they write."""
        self._everybody = self.app.store.history.people()
        self._inks = look.ink_of(self._everybody)
        super().load()

    def title(self) -> str:
        """Say whom one sees, or what is asked."""
        return self._asked or _("Personas")

    def nothing(self) -> str:
        """Say that nobody has played to the end yet."""
        return _("Todavía no hay nadie más.")

    def line(self, number: int, one: PersonInShort) -> Sequence[Widget]:
        """Return a person: their games, and when they played last."""
        told = [games_text(one.games)]
        told.append(n_("{n} ganada", "{n} ganadas", one.won).format(n=one.won))
        if one.dormidas:
            told.append(n_("{n} dormida", "{n} dormidas", one.dormidas).format(n=one.dormidas))
        cells = (
            Cell(one.name, 30, 40, WIDE - 300, 52, "pen", self._inks[one.name].colour),
            Cell(" · ".join(told), 30, 86, WIDE - 60, SMALL, "print", look.FAINT),
            Cell(short_date(one.last), WIDE - 30, 40, 230, 34, "print", look.INK, "right"),
        )
        return [self.strip(number, cells, partial(self._open, one))]

    def _open(self, one: PersonInShort) -> None:
        if self._choose is None:
            self.app.push(PersonPage(self.app, one.name))
        else:
            self.app.pop()
            self._choose(one.name)


class PersonPage(Menu):
    """All about one person, on two sheets."""

    name = "person"
    message_place = CORNER

    def __init__(self, app: App, person: str) -> None:
        super().__init__(app)
        self.person = person
        self._load()

    def _load(self) -> None:
        history = self.app.store.history
        self.known: Person | None = history.person(self.person)
        people = history.people()
        self._inks = look.ink_of(people)
        rivals = [one.name for one in people if one.name != self.person]
        met = [(name, history.head_to_head(self.person, name)) for name in rivals[:RIVALS]]
        met = [(name, against) for name, against in met if against.games or against.together]
        self.rivals = sorted(met, key=lambda one: -(one[1].games + one[1].together))[:BARS]

    @property
    def _ink(self) -> SeatInk:
        return self._inks.get(self.person, look.INKS[0])

    # -------------------------------------------------------------------- targets

    def widgets(self) -> Sequence[Widget]:
        """Return the ways to their matches and dice, to another name, and back."""
        keys: tuple[tuple[str, str, Callable[[], None]], ...] = (
            ("games", _("Sus partidas"), self._games),
            ("dice", _("Sus dados"), self._dice),
            ("rename", _("Otro nombre"), self._rename),
            ("join", _("Es la misma que…"), self._join),
        )
        wide = 360.0
        return [
            back_button(self.app.pop),
            *(
                Button(id_, (400 + number * (wide + 8), 956, wide - 4, 96), label, act, pad=16)
                for number, (id_, label, act) in enumerate(keys)
            ),
        ]

    def _games(self) -> None:
        self.app.push(History(self.app, self.person))

    def _dice(self) -> None:
        self.app.push(DicePage(self.app, self.person))

    def _rename(self) -> None:
        asked = _("¿Cómo se llama {name}?").format(name=self.person)
        self.app.push(Naming(self.app, self.person, self._renamed, asked, renames=True))

    def _renamed(self, name: str) -> None:
        self._now(name, self.app.store.history.rename(self.person, name))

    def _join(self) -> None:
        asked = _("¿Quién es {name}?").format(name=self.person)
        self.app.push(People(self.app, asked, self._ask_to_join, self.person))

    def _ask_to_join(self, other: str) -> None:
        self.app.push(
            Confirm(
                self.app,
                _("¿{name} y {other} son la misma persona?").format(name=self.person, other=other),
                _("Desde ahora todo cuenta para {other}.").format(other=other),
                _("Sí"),
                _("No"),
                lambda: self._now(other, self.app.store.history.join(self.person, other)),
            )
        )

    def _now(self, name: str, notice: Notice | None) -> None:
        self.person = name
        self.app.tell(notice)
        self._load()
        self.app.changed()

    # -------------------------------------------------------------------- picture

    def paint_under(self, items: list[Item]) -> None:
        """Add both sheets."""
        items.append(Backdrop("table"))
        heading(items, self.person)
        items.append(Paper("big_0", *LEFT, angle=-0.3, tag="sheet.left"))
        items.append(Paper("big_1", *RIGHT, angle=0.3, tag="sheet.right"))
        if self.known is not None:
            self._figures(items, self.known)
            self._averages(items, self.known)
            self._crossed(items, self.known)
            self._against(items)

    def _figures(self, items: list[Item], known: Person) -> None:
        """Add what can be counted, a line each."""
        share = percent(known.won / known.games if known.games else 0.0)
        lines = [
            (_("Partidas"), str(known.games)),
            (_("Ganadas"), f"{known.won} ({share})"),
            (_("Rondas que pagó"), str(known.paid)),
            (_("Dormidas"), str(known.dormidas)),
        ]
        if known.best is not None:
            told = f"{known.best.total} ({short_date(known.best.date)})"
            lines.append((_("Mejor hoja"), told))
        x, y, w, _h = LEFT
        for number, (label, told) in enumerate(lines):
            middle = y + 70 + number * 62
            where = (x + INSET, middle, 38, "print", look.FAINT, "left", 360)
            items.append(Text(label, *where, tag="figure"))
            where = (x + w - INSET, middle, 46, "pen", self._ink.colour, "right", 420)
            items.append(Text(told, *where, tag="figure.told"))

    def _averages(self, items: list[Item], known: Person) -> None:
        rows = [
            Bar(rulestext.short_title(one.rules), one.average, fixed(one.average))
            for one in known.by_rules[:BARS]
            if one.average is not None
        ]
        x, y, w, _h = LEFT
        part(items, _("Promedio según las reglas"), x + INSET, y + 424)
        place = (x + INSET, y + 464, w - 2 * INSET, 280.0)
        charts.bars(items, place, rows, self._ink.pen, label=340)

    def _crossed(self, items: list[Item], known: Person) -> None:
        rows = [Bar(box_name(box), times, str(times)) for box, times in known.crossed[:BARS]]
        x, y, w, _h = RIGHT
        part(items, _("Lo que más tacha"), x + INSET, y + 62)
        charts.bars(items, (x + INSET, y + 100, w - 2 * INSET, 280.0), rows, "red_pencil")

    def _against(self, items: list[Item]) -> None:
        """Add how often they were in front of each other."""
        x, y, w, _h = RIGHT
        part(items, _("Frente a frente"), x + INSET, y + 424)
        for number, (name, against) in enumerate(self.rivals):
            middle = y + 500 + number * 66
            colour = self._inks[name].colour
            where = (x + INSET, middle, 44, "pen", colour, "left", 330)
            items.append(Text(name, *where, tag=f"rival.{number + 1}"))
            told = f"{against.first} : {against.second}"
            where = (x + 520, middle, 50, "pen", self._ink.colour, "centre", 170)
            items.append(Text(told, *where, tag=f"against.{number + 1}"))
            if against.together:
                n = against.together
                pairs = n_("{n} en pareja", "{n} en pareja", n).format(n=n)
                where = (x + w - INSET, middle, 32, "print", look.FAINT, "right", 240)
                items.append(Text(pairs, *where))
