"""House rules: every parameter, a few on each page, with what it means and who plays it so.

A change holds at once. What contradicts another value is refused with both their names; what has
no effect beside the others is allowed and said to have none. The result can be named and kept.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Final

from cacho.engine import (
    DICE,
    PRESETS,
    Ruleset,
    base_of,
    field_text,
    turn_over,
    with_fields,
    without_effect,
)
from cacho.services.houses import house_name
from cacho.services.i18n import gettext as _
from cacho.services.people import same_name
from cacho.ui import look as looks
from cacho.ui import rulestext
from cacho.ui.input import Digit, Intent
from cacho.ui.painter import Backdrop, Ink, Item, Leather, Paper, Rect, Text
from cacho.ui.scenes.book import Book
from cacho.ui.scenes.menu import Menu, back_button
from cacho.ui.scenes.naming import Naming
from cacho.ui.widgets import Button, Choice, Look, Widget
from cacho.ui.widgets.button import leather_look
from cacho.ui.widgets.prose import height_of, paragraph, width_of
from cacho.ui.wording import listed

if TYPE_CHECKING:
    from cacho.ui.app import App

SECTION: Final[Rect] = (60, 146, 1800, 84)
SHEET: Final[Rect] = (60, 246, 1800, 692)
INSET: Final = 52.0
FIRST, FOOT = 274.0, 24.0
CONTROL: Final = 88.0
WIDTHS: Final = {2: 480.0, 3: 730.0, 4: 860.0, 5: 1020.0}
"""How wide a control is by the number of its words."""
LABEL, SOURCE = 44.0, 27.0
SIZES: Final = (36.0, 34.0, 32.0, 30.0, 28.0, 26.0)
NUMBERS: Final = 588.0
BOOK: Final[Rect] = (390, 956, 350, 96)
KEEP: Final[Rect] = (930, 956, 570, 96)
DONE: Final[Rect] = (1530, 956, 330, 96)
BASE: Final = "base"

CHOICES: Final[dict[str, tuple[str, ...]]] = {
    "rethrow_mano": ("no", "yes"),
    "bajo": ("no", "call", "look"),
    "must_stop": ("no", "yes"),
    "goal": ("free", "rethrow", "fixed"),
    "escalera": ("20", "25"),
    "wrap": ("no", "yes"),
    "grandes": ("1", "2"),
    "five_is_poker": ("no", "yes"),
    "crossing": ("free", "lenient", "forced"),
    "dormida": ("wins", "100"),
    "early_wins": ("none", "panza", "cuatros", "panza,cuatros"),
    "natural_five": ("no", "yes"),
    "hatches": ("1", "3"),
    "team_size": ("1", "2", "3"),
}
"""The values of each field as the engine reads them, in the order in which they are offered."""


@dataclass(frozen=True)
class Agreement:
    """What the table agrees on beside the rules: a setting, no field of a ruleset."""

    setting: str
    name: Callable[[], str]
    no: Callable[[], str]
    """What it means if they do not agree on it."""
    yes: Callable[[], str]
    words: Callable[[], tuple[str, str]] = lambda: (_("No"), _("Sí"))
    """What not to agree on it, and to agree, are called."""
    wide: float = WIDTHS[2]
    """How wide its control is."""


AGREED: Final = {
    "ties": Agreement(
        "tie_break",
        lambda: _("Desempate"),
        lambda: _("Quienes empatan comparten el primer lugar."),
        lambda: _("Quienes empatan en el primer lugar tiran los cinco: gana la suma más alta."),
    ),
    "duplicate": Agreement(
        "duplicate",
        lambda: _("Los mismos dados"),
        lambda: _("A cada uno le caen sus dados."),
        lambda: _(
            "A todos les tocan los mismos dados, a cada uno en otro orden: solo cambia lo "
            "que cada uno elige. Con dados de la mesa no se puede."
        ),
    ),
    "trusting": Agreement(
        "trusting",
        lambda: _("Deshacer lo anotado"),
        lambda: _("Enseguida siempre; después de otro tiro, si todos tocan su nombre."),
        lambda: _("Mesa de confianza: se deshace sin preguntar, también después de otro tiro."),
        lambda: (_("Si todos aceptan"), _("Sin preguntar")),
        wide=720.0,
    ),
    "helped": Agreement(
        "helped",
        lambda: _("Ayuda"),
        lambda: _("Sin ayuda: nadie pide consejo ni mira las chances."),
        lambda: _("Se puede pedir consejo y mirar las chances; la partida anota quién lo hizo."),
    ),
}
"""By the name of the control."""


@dataclass(frozen=True)
class Section:
    """Fields that belong together, on one page."""

    id: str
    name: Callable[[], str]
    fields: tuple[str, ...]


SECTIONS: Final = (
    Section("rolls", lambda: _("Tiros"), (rulestext.ROLLS, "rethrow_mano", "bajo")),
    Section("turning", lambda: _("Volteo"), ("turning",)),
    Section("boxes", lambda: _("Casillas"), ("escalera", "wrap", "grandes", "five_is_poker")),
    Section("noting", lambda: _("Anotar"), ("goal", "must_stop", "crossing")),
    Section("wins", lambda: _("Victorias"), ("dormida", "early_wins", "natural_five")),
    Section("table", lambda: _("Mesa"), (BASE, "team_size", "hatches")),
    Section("agreed", lambda: _("Acuerdos"), tuple(AGREED)),
)


@dataclass(frozen=True)
class Numbers(Choice):
    """A choice among digits, too narrow for ticks: the chosen one is red and ringed with chalk."""

    def paint(self, items: list[Item], look: Look) -> None:
        """Add a piece of leather a digit."""
        for number, (value, word) in enumerate(self.options):
            chosen = value == self.value
            x, y, w, h = self.place(number)
            lit = Look(look.focused and chosen, look.pressed and chosen)
            skin, tag = "red" if chosen else "dark", f"{self.id}.{value}"
            items.append(Leather(skin, leather_look(lit), x, y, w, h, tag=tag))
            place = (x + w / 2, y + h * 0.48)
            items.append(
                Text(word, *place, 44, "hand", looks.CREAM, "centre", shadow=True, tag=tag)
            )
            if chosen:
                items.append(Ink("ring", x + 14, y + 10, w - 28, h - 20, "chalk", number))


class House(Menu):
    """All parameters on six pages, on another what the table agrees on; `rules` are the app's."""

    name = "house"

    def __init__(self, app: App, section: str = "") -> None:
        super().__init__(app)
        self.section = section or SECTIONS[0].id

    @property
    def rules(self) -> Ruleset:
        """The rules as they stand."""
        return self.app.rules

    @property
    def base(self) -> Ruleset:
        """The tradition that was changed."""
        return base_of(self.rules)

    @property
    def fields(self) -> tuple[str, ...]:
        """What is on this page."""
        return next(section.fields for section in SECTIONS if section.id == self.section)

    # ------------------------------------------------------------------- changing

    def _set(self, rules: Ruleset) -> None:
        """Play by these; kept house rules change where they are kept."""
        houses = self.app.houses
        kept = any(one.name == rules.name for one in houses.kept)
        self.app.keep_houses(houses.keep(rules) if kept else houses.choose(rules))

    def _change(self, name: str, text: str) -> None:
        rules, why = rulestext.changed(self.rules, name, text)
        if rules is None:
            self.app.refuse(why, "R-19")
        else:
            self._set(rules)

    def _change_rolls(self, text: str) -> None:
        self._set(rulestext.with_rolls(self.rules, int(text)))

    def _change_limit(self, roll: int, end: int, text: str) -> None:
        """Set the least (end 0) or the most (1) dice of a roll; the other end gives way."""
        limits = list(self.rules.turning[roll - 1])
        limits[end] = int(text)
        limits[1 - end] = (max if end == 0 else min)(limits)
        self._change("turning", rulestext.turning_text(self.rules, roll, *limits))

    def _begin_with(self, key: str) -> None:
        """Begin again from a tradition; the name and who shares a sheet stay."""
        kept = self.rules.name not in PRESETS
        rules = replace(PRESETS[key], name=self.rules.name) if kept else PRESETS[key]
        same = {name: field_text(self.rules, name) for name in ("team_size", "hatches")}
        self._set(with_fields(rules, same))

    def _ask_name(self) -> None:
        proposed = house_name(rulestext.title(self.rules))
        self.app.push(Naming(self.app, proposed, self._keep))

    def _keep(self, name: str) -> None:
        """Keep the rules by a name; under their former one they are no longer kept."""
        before = self.rules
        houses = self.app.houses.drop(before.name)
        taken = [one.name for one in houses.kept]
        self.app.keep_houses(houses.keep(replace(before, name=_unlike(name, taken))))
        self.app.say(_("Guardadas: {name}.").format(name=self.rules.name))

    def handle(self, intent: Intent) -> None:
        """Open a page by its number, too."""
        match intent:
            case Digit(number) if number <= len(SECTIONS):
                self._open(SECTIONS[number - 1].id)
                self.app.sounds.play("focus")
            case _:
                super().handle(intent)

    def _open(self, section: str) -> None:
        self.section = section

    # -------------------------------------------------------------------- targets

    def default_focus(self) -> str:
        """Enter is content with what stands."""
        return "done"

    def widgets(self) -> Sequence[Widget]:
        """Return the pages, the controls of this one, and the ways on and back."""
        pages = tuple((section.id, section.name()) for section in SECTIONS)
        named = self.rules.name not in PRESETS
        return (
            Choice("section", SECTION, pages, self.section, self._open),
            *(self._limits() if self.section == "turning" else self._controls()),
            back_button(self.app.pop),
            Button("book", BOOK, _("Reglamento"), self._open_book),
            Button(
                "keep",
                KEEP,
                _("Cambiar el nombre") if named else _("Guardar con nombre"),
                self._ask_name,
            ),
            Button("done", DONE, _("Listo"), self.app.pop, "red"),
        )

    def _open_book(self) -> None:
        self.app.push(Book(self.app, self.rules))

    def _controls(self) -> list[Widget]:
        controls: list[Widget] = []
        top = FIRST
        for name, high in zip(self.fields, self._heights(), strict=True):
            options = self._options(name)
            wide = self._wide(name)
            place = (SHEET[0] + SHEET[2] - INSET - wide, top + (high - CONTROL) / 2, wide, CONTROL)
            value, act = self._value(name), self._act(name)
            controls.append(Choice(name, place, options, value, act))
            top += high
        return controls

    def _options(self, name: str) -> tuple[tuple[str, str], ...]:
        """Return the values of a field and what they are called."""
        if name == BASE:
            return tuple((key, rulestext.preset_name(key)) for key in PRESETS)
        if name == rulestext.ROLLS:
            return tuple((str(n), str(n)) for n in (1, 2, 3))
        if name in AGREED:
            no, yes = AGREED[name].words()
            return (("no", no), ("yes", yes))
        loose = replace(self.rules, turning=((0, 0),) * self.rules.rolls)
        return tuple(
            (text, rulestext.value_words(with_fields(loose, {name: text}), name))
            for text in CHOICES[name]
        )

    def _value(self, name: str) -> str:
        if name == BASE:
            return self.base.name
        if name in AGREED:
            return "yes" if self._agreed(name) else "no"
        return str(self.rules.rolls) if name == rulestext.ROLLS else field_text(self.rules, name)

    def _act(self, name: str) -> Callable[[str], None]:
        if name == BASE:
            return self._begin_with
        if name in AGREED:
            return lambda text: self.app.set(**{AGREED[name].setting: text == "yes"})
        return self._change_rolls if name == rulestext.ROLLS else partial(self._change, name)

    def _limits(self) -> list[Widget]:
        """Return two rows of digits a roll: the least and the most dice turned over."""
        digits = [(str(n), str(n)) for n in range(DICE + 1)]
        right = SHEET[0] + SHEET[2] - INSET
        controls: list[Widget] = []
        for roll, limits in enumerate(self.rules.turning, 1):
            for end, word in enumerate(("least", "most")):
                x = right - (2 - end) * NUMBERS - (1 - end) * 40
                place = (x, FIRST + 46 + 150 * (roll - 1), NUMBERS, CONTROL)
                act = partial(self._change_limit, roll, end)
                controls.append(Numbers(f"{word}.{roll}", place, digits, str(limits[end]), act))
        return controls

    # -------------------------------------------------------------------- picture

    def paint_under(self, items: list[Item]) -> None:
        """Add the wood, the sheet, the name of it all, and what every control is for."""
        items.append(Backdrop("table"))
        called = (rulestext.title(self.rules), 960, 82, looks.TITLE, "hand", looks.CREAM, "centre")
        items.append(Text(*called, SHEET[2], shadow=True, tag="heading"))
        items.append(Paper("big_0", *SHEET, tag="page"))
        if self.section == "turning":
            self._paint_limits(items)
            return
        top = FIRST
        for name, high in zip(self.fields, self._heights(), strict=True):
            self._paint_field(items, name, top, high)
            top += high

    def _wide(self, name: str) -> float:
        """Return how wide the control of a field is."""
        return AGREED[name].wide if name in AGREED else WIDTHS[len(self._options(name))]

    def _room(self, name: str) -> float:
        return SHEET[2] - 2 * INSET - self._wide(name) - 40

    def _words(self, name: str) -> tuple[str, str]:
        """Return what a value means, and who plays it how."""
        if name == BASE:
            told = _("Elegir una tradición borra todos los cambios.")
            tags = rulestext.change_tags(self.rules, self.base)
            return told, listed(tags)
        if name in AGREED:
            meaning = AGREED[name].yes if self._agreed(name) else AGREED[name].no
            return meaning(), _("Lo acuerda la mesa: no cambia las reglas.")
        return rulestext.sentence(self.rules, name), rulestext.sources(name)

    def _agreed(self, name: str) -> bool:
        return bool(getattr(self.app.settings, AGREED[name].setting))

    def _heights(self) -> list[float]:
        """Return the heights of the rows: as their words need, the rest shared out."""
        needed = [self._needed(name, self._size) for name in self.fields]
        spare = (SHEET[1] + SHEET[3] - FOOT - FIRST - sum(needed)) / len(needed)
        return [high + min(60.0, max(0.0, spare)) for high in needed]

    def _needed(self, name: str, size: float) -> float:
        said, told = self._words(name)
        room = self._room(name)
        high = LABEL * 1.2 + height_of(said, room, size)
        return max(CONTROL, high + (height_of(told, room, SOURCE) if told else 0)) + 14

    @property
    def _size(self) -> float:
        room = SHEET[1] + SHEET[3] - FOOT - FIRST
        fits = (size for size in SIZES if sum(self._needed(n, size) for n in self.fields) <= room)
        return next(fits, SIZES[-1])

    def _paint_field(self, items: list[Item], name: str, top: float, high: float) -> None:
        x, room, size = SHEET[0] + INSET, self._room(name), self._size
        said, told = self._words(name)
        top += (high - self._needed(name, size)) / 2
        label = _label(name)
        self._paint_label(items, name, label, top + LABEL * 0.6)
        y = paragraph(items, said, x, top + LABEL * 1.2, room, size, tag="words")
        if told:
            paragraph(items, told, x, y, room, SOURCE, colour=looks.FAINT, tag="sources")

    def _paint_label(self, items: list[Item], name: str, label: str, y: float) -> None:
        """Add the name of a field; beside it that it was changed, or has no effect."""
        x = SHEET[0] + INSET
        room = self._room(name) if name != "turning" else 480.0
        notes = self._notes(name)
        wide = min(width_of(label, "hand", LABEL), room - (300 if notes else 0))
        items.append(Text(label, x, y, LABEL, "hand", looks.INK, "left", wide + 2, tag="label"))
        if notes:
            place = (x + wide + 26, y + 2, 32, "pen", looks.ALARM, "left", room - wide - 26)
            items.append(Text(", ".join(notes), *place, tag=f"note.{name}"))

    def _notes(self, name: str) -> list[str]:
        if name == BASE or name in AGREED:
            return []
        notes = []
        if not rulestext.same_value(self.rules, self.base, name):
            notes.append(_("cambiado"))
        if name in without_effect(self.rules):
            notes.append(_("así no cambia nada"))
        return notes

    def _paint_limits(self, items: list[Item]) -> None:
        """Add for each roll what its limits mean, and below who plays it how."""
        x, right = SHEET[0] + INSET, SHEET[0] + SHEET[2] - INSET
        for roll, limits in enumerate(self.rules.turning, 1):
            top = FIRST + 150 * (roll - 1)
            label = _("Tras el tiro {n}").format(n=roll)
            place = (label, x, top + 66, LABEL, "hand", looks.INK, "left", 440)
            items.append(Text(*place, tag="label"))
            told = _("se voltean: {limits}").format(limits=rulestext.limits_words(limits))
            items.append(Text(told, x, top + 112, 31, "print", looks.INK, "left", 440, tag="words"))
            for end, word in enumerate((_("como mínimo"), _("como máximo"))):
                left = right - (2 - end) * NUMBERS - (1 - end) * 40
                line = (word, left + 4, top + 22, 30, "print", looks.FAINT, "left", NUMBERS - 20)
                items.append(Text(*line))
        y = FIRST + 150 * self.rules.rolls + 14
        for note in self._notes("turning"):
            y = paragraph(items, note, x, y, 900, 34, "pen", looks.ALARM, tag="note.turning")
        for told in (rulestext.sources("turning"), _turned_meaning()):
            room = SHEET[2] - 2 * INSET
            y = paragraph(items, told, x, y, room, 28, colour=looks.FAINT, tag="sources") + 8


def _label(name: str) -> str:
    if name in AGREED:
        return AGREED[name].name()
    return _("Punto de partida") if name == BASE else rulestext.field_name(name)


def _turned_meaning() -> str:
    return _("Voltear es leer el dado por debajo al anotar; las caras opuestas suman {n}.").format(
        n=1 + turn_over((1,) * DICE)[0]
    )


def _unlike(name: str, taken: Sequence[str]) -> str:
    """Number a name that other house rules have."""
    number, wanted = 2, name
    while any(same_name(wanted, other) for other in taken):
        wanted, number = f"{name[:36]} {number}", number + 1
    return wanted
