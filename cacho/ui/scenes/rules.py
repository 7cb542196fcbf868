"""Choosing the rules: the five traditions and the kept house rules as cards, one of them chosen.

A press on a card chooses it at once; how many share a sheet and how many grids it has are set
beside any of them. Between two matches only: nothing here touches a match that runs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Final

from cacho.engine import ALALAY, CASUAL, COCH, PRESETS, Ruleset, base_of
from cacho.services.i18n import gettext as _
from cacho.services.i18n import ngettext as n_
from cacho.ui import look as looks
from cacho.ui import rulestext
from cacho.ui.input import Digit, Intent
from cacho.ui.painter import Backdrop, Ink, Item, Leather, Paper, Rect, Text
from cacho.ui.scenes.book import Book
from cacho.ui.scenes.confirm import Confirm
from cacho.ui.scenes.house import House
from cacho.ui.scenes.menu import Menu, back_button, heading
from cacho.ui.widgets import Button, Choice, Look, Widget
from cacho.ui.widgets.button import leather_look
from cacho.ui.widgets.prose import evened, fitting_size, paragraph, wrapped

if TYPE_CHECKING:
    from cacho.ui.app import App

COLUMNS, ROWS = 3, 2
PAGE: Final = COLUMNS * ROWS
FIRST: Final[Rect] = (60, 150, 586, 262)
STEP: Final = (607.0, 284.0)
TEAMS: Final[Rect] = (60, 772, 880, 92)
HATCHES: Final[Rect] = (980, 772, 880, 92)
LABELS: Final = 742.0
NOTE: Final = 909.0
BOOK: Final[Rect] = (390, 956, 350, 96)
DELETE: Final[Rect] = (1210, 956, 290, 96)
DONE: Final[Rect] = (1530, 956, 330, 96)
EARLIER: Final[Rect] = (1652, 40, 96, 84)
LATER: Final[Rect] = (1764, 40, 96, 84)
TITLE: Final = 52.0
LINES: Final = (35.0, 33.0, 31.0, 29.0, 27.0, 26.0)
INSET: Final = 34.0
GAP: Final = 6.0
TICK: Final = 60.0


@dataclass(frozen=True)
class RulesCard:
    """A ruleset to be chosen: its name and two lines; the chosen one is red with a chalk tick."""

    id: str
    rect: Rect
    label: str
    lines: tuple[str, str]
    chosen: bool
    act: Callable[[], None]
    badge: str = ""
    """A word on a slip of paper over the corner."""
    skin: str = "tan"
    size: float = LINES[0]
    """Of the letters of the lines: the same on all cards, as `size_of` has it."""
    why: str = ""

    def press(self, x: float, y: float) -> None:
        """Choose it."""
        del x, y
        self.act()

    def paint(self, items: list[Item], look: Look) -> None:
        """Add leather, tick, name, both lines and the slip."""
        x, y, w, h = self.rect
        skin = "red" if self.chosen else self.skin
        items.append(Leather(skin, leather_look(look), x, y, w, h, tag=self.id))
        if self.chosen:
            spot = (x + 26, y + 20, TICK, TICK)
            items.append(Ink("tick", *spot, "chalk", seed=3, tag=f"{self.id}.chosen"))
        room = w - 2 * INSET
        beside = TICK if self.chosen else 0.0
        middle = x + (w + beside) / 2
        name = (self.label, middle, y + 56, TITLE, "hand", looks.CREAM, "centre", room - beside)
        items.append(Text(*name, shadow=True, tag=f"{self.id}.label"))
        top, tag = y + 96, f"{self.id}.line"
        for line in self.lines:
            narrow = evened(line, "print", self.size, room)
            place = (x + w / 2, top, narrow, self.size, "print", looks.CREAM, "centre")
            top = paragraph(items, line, *place, tag=tag) + GAP
        if self.badge:
            self._slip(items)

    def _slip(self, items: list[Item]) -> None:
        x, y, w, _h = self.rect
        slip = (x + w - 202, y - 40, 218.0, 60.0)
        items.append(Paper("row_3", *slip, angle=-3, tag=f"{self.id}.badge"))
        middle = (slip[0] + slip[2] / 2, slip[1] + slip[3] / 2 + 1)
        place = (self.badge, *middle, 36, "pen", looks.ALARM, "centre", slip[2] - 28)
        items.append(Text(*place, angle=3))


def size_of(cards: Sequence[tuple[str, str]]) -> float:
    """Return the largest letters in which the lines of all cards fit, the first ones unbroken."""
    room, high = FIRST[2] - 2 * INSET, FIRST[3] - 96 - 20
    whole = [
        size
        for size in LINES
        if all(len(wrapped(first, "print", size, room)) == 1 for first, _second in cards)
    ]
    return min(fitting_size(lines, room, high, whole or LINES, GAP) for lines in cards)


class Rules(Menu):
    """Cards, the two variations, and the ways to the book and to the house rules."""

    name = "rules"

    def __init__(self, app: App, label: str = "", done: Callable[[], None] | None = None) -> None:
        super().__init__(app)
        self._label = label
        self._done = done or app.pop
        self._page = next((i // PAGE for i, one in enumerate(self.cards) if self._is(one)), 0)

    @property
    def cards(self) -> list[Ruleset]:
        """The traditions, what was kept, and what was chosen if it is neither."""
        chosen = self.app.rules
        cards = [*PRESETS.values(), *self.app.houses.kept]
        if not any(_alike(one, chosen) for one in cards):
            cards.append(chosen)
        return cards

    def _is(self, rules: Ruleset) -> bool:
        return _alike(rules, self.app.rules)

    # ------------------------------------------------------------------- choosing

    def _choose(self, rules: Ruleset) -> None:
        """Choose a card; a tradition keeps the teams and hatches that stand there."""
        if rules.name in PRESETS:
            now = self.app.rules
            rules = replace(rules, team_size=now.team_size, hatches=now.hatches)
        self.app.choose_rules(rules)

    def _vary(self, name: str, text: str) -> None:
        rules, why = rulestext.changed(self.app.rules, name, text)
        if rules is None:
            self.app.refuse(why)
        else:
            self.app.choose_rules(rules)

    def _open_house(self) -> None:
        self.app.push(House(self.app))

    def _delete(self) -> None:
        rules = self.app.rules
        self.app.push(
            Confirm(
                self.app,
                _("¿Borrar {name}?").format(name=rules.name),
                _("Las partidas ya jugadas con estas reglas se quedan como están."),
                _("Borrar"),
                _("No"),
                lambda: self.app.keep_houses(self.app.houses.drop(rules.name)),
            )
        )

    def entered(self) -> None:
        """Show the page of the chosen card again: a house may have come or gone meanwhile."""
        super().entered()
        self._page = next((i // PAGE for i, one in enumerate(self.cards) if self._is(one)), 0)

    def _flip(self, by: int) -> None:
        self._page = (self._page + by) % self._pages

    @property
    def _pages(self) -> int:
        return len(self.cards) // PAGE + 1  # the way to the house rules is the last card

    def handle(self, intent: Intent) -> None:
        """Choose a card of this page by its number, too."""
        match intent:
            case Digit(number) if number <= len(self._shown()):
                self.app.sounds.play("press")
                self._choose(self._shown()[number - 1])
            case _:
                super().handle(intent)

    # -------------------------------------------------------------------- targets

    def default_focus(self) -> str:
        """Enter is content with what is chosen."""
        return "done"

    def _shown(self) -> list[Ruleset]:
        return self.cards[self._page * PAGE : (self._page + 1) * PAGE]

    def widgets(self) -> Sequence[Widget]:
        """Return the cards, the variations, and the ways on and back."""
        cards = [self._card(at, rules) for at, rules in enumerate(self._shown())]
        if self._page == self._pages - 1:
            cards.append(self._house_card(len(cards)))
        size = size_of([card.lines for card in cards])
        evened = [replace(card, size=size) for card in cards]
        return (*evened, *self._pager(), *self._variations(), *self._ways())

    def _card(self, at: int, rules: Ruleset) -> RulesCard:
        first, second = rulestext.card_lines(rules)
        base = base_of(rules)
        if rules.name not in PRESETS:
            second = rulestext.derived_title(rules, base)
        elif rules != base:
            second = " · ".join(rulestext.change_tags(rules, base))
        return RulesCard(
            f"card.{self._page * PAGE + at + 1}",
            _place(at),
            rulestext.short_title(rules),
            (first, second),
            self._is(rules),
            partial(self._choose, rules),
            badge=_("para empezar") if rules == CASUAL else "",
        )

    def _house_card(self, at: int) -> RulesCard:
        lines = (_("Todo se puede cambiar,"), _("a la manera de su mesa"))
        place, label = _place(at), _("Reglas de la casa")
        return RulesCard("house", place, label, lines, False, self._open_house, skin="dark")

    def _pager(self) -> list[Widget]:
        if self._pages == 1:
            return []
        return [
            Button("earlier", EARLIER, "‹", partial(self._flip, -1), "dark", size=64, pad=10),
            Button("later", LATER, "›", partial(self._flip, 1), "dark", size=64, pad=10),
        ]

    def _variations(self) -> tuple[Widget, ...]:
        rules = self.app.rules
        sizes = [(str(size), rulestext.team_word(size)) for size in (1, 2, 3)]
        grids = [(str(n), n_("{n} reja", "{n} rejas", n).format(n=n)) for n in (1, 3)]
        return (
            Choice("teams", TEAMS, sizes, str(rules.team_size), partial(self._vary, "team_size")),
            Choice("hatches", HATCHES, grids, str(rules.hatches), partial(self._vary, "hatches")),
        )

    def _ways(self) -> list[Widget]:
        ways: list[Widget] = [
            back_button(self.app.pop),
            Button("book", BOOK, _("Reglamento"), self._open_book),
        ]
        if self.app.rules.name not in PRESETS:
            ways.append(Button("delete", DELETE, _("Borrar"), self._delete, "dark"))
        ways.append(Button("done", DONE, self._label or _("Listo"), self._done, "red"))
        return ways

    def _open_book(self) -> None:
        self.app.push(Book(self.app, self.app.rules))

    # -------------------------------------------------------------------- picture

    def paint_under(self, items: list[Item]) -> None:
        """Add the wood, the heading, and what the variations are."""
        items.append(Backdrop("table"))
        heading(items, _("¿Con qué reglas?"))
        for place, told in (
            (TEAMS, _("¿Quiénes comparten una hoja?")),
            (HATCHES, _("¿Cuántas rejas tiene la hoja?")),
        ):
            line = (told, place[0] + 6, LABELS, 38, "hand", looks.CREAM, "left", place[2])
            items.append(Text(*line, shadow=True))
        if self._page == 0:
            line = (_cochabamba(), 960, NOTE, 32, "print", looks.CREAM, "centre", 1780)
            items.append(Text(*line, shadow=True, tag="note"))


def _cochabamba() -> str:
    """Tell in what the two differ that both call themselves the game of Cochabamba."""
    return _(
        "Coch y Alalay son los dos el juego de Cochabamba: Coch obliga a voltear "
        "después del tiro {coch}, Alalay después del {alalay}."
    ).format(coch=_turning_roll(COCH), alalay=_turning_roll(ALALAY))


def _turning_roll(rules: Ruleset) -> int:
    """Return the first roll after which dice must be turned over."""
    return next(roll for roll, (least, _most) in enumerate(rules.turning, 1) if least)


def _alike(card: Ruleset, rules: Ruleset) -> bool:
    """Whether rules are those of a card, whoever shares a sheet and however many grids it has."""
    return replace(card, team_size=rules.team_size, hatches=rules.hatches) == rules


def _place(at: int) -> Rect:
    x, y, w, h = FIRST
    row, column = divmod(at, COLUMNS)
    return (x + column * STEP[0], y + row * STEP[1], w, h)
