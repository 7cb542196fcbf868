"""Who plays: one to six names on strips of paper, in the order of the seats.

A seat is a person's or a bot's; a press makes it another's, and a bot brings its own name.

Names are typed, picked from those who played before, or put together letter by letter on a sheet.
What is written is tidied at once, and the player is told what was left out. Owns nothing of the
match: it ends by giving names and who starts to the app. The rules are chosen on a screen of
their own, one press away.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final, Literal

from cacho.engine import Level, Seat, teams_of
from cacho.services import people
from cacho.services.i18n import gettext as _
from cacho.services.i18n import ngettext as n_
from cacho.ui import look, regulars, rulestext
from cacho.ui.input import Erase, Intent, Move, SelectAll, Step, Typed
from cacho.ui.letters import Key, Letters, left_out, too_long
from cacho.ui.painter import Backdrop, Item, Paper, Rect, Text
from cacho.ui.scenes.menu import Lying, Menu, back_button, heading, still_life
from cacho.ui.teams import LETTERS
from cacho.ui.widgets import Button, Choice, Field, Sign, Widget
from cacho.ui.widgets.prose import drawable

if TYPE_CHECKING:
    from cacho.ui.app import App

ROW: Final = (60.0, 158.0, 1040.0, 104.0)
ROW_STEP: Final = 122.0
CLOSER: Final = 13.0
"""How much closer than others partners lie."""
TOOL: Final = 84.0
WHO_PLAYS: Final = 140.0
"""Room for the sign and the word of who plays a seat."""
COLUMN: Final = (1180.0, 680.0)
START: Final[Rect] = (1180, 892, 680, 160)
RULES: Final[Rect] = (390, 956, 710, 96)
WHO: Final[Rect] = (1180, 50, 680, 84)
"""Where it is chosen who starts: above the names, and above the letters as well."""
DICE_OF: Final[Rect] = (1180, 778, 680, 92)
"""Where it is chosen whose dice are rolled."""
NAMES_TOP, NAMES_STEP, NAMES_TALL = 222.0, 99.0, 86.0
SHOWN, SUGGESTED = 8, 3
SHEET: Final[Rect] = (1180, 258, 680, 500)
CELL: Final = (94.0, 94.0)
KEYS_TOP: Final = 778.0
KEY_PLACES: Final = ((0.0, 152.0), (164.0, 172.0), (348.0, 142.0), (502.0, 178.0))

CUP: Final = ("idle", 1420.0, 458.0)
DICE: Final = (Lying(5, 1640, 498, 0.3), Lying(2, 1740, 608, -0.2))
LOOSE: Final = (Lying(6, 420, 722, 0.2), Lying(3, 590, 786, -0.3), Lying(1, 730, 696, 0.1))
"""What lies on the wood where nobody's name stands yet."""
FEW: Final = 3

Start = Literal["lot", "first"]


@dataclass(eq=False)
class Row:
    """One seat's strip. `passing`: it came by Enter and goes again if nothing is written.

    `own` is the name of the person who sat there before the bot did.
    """

    name: str = ""
    passing: bool = False
    bot: Level | None = None
    own: str = ""

    @property
    def waits(self) -> bool:
        """Whether a person may still be given this seat."""
        return not self.name and self.bot is None


class Players(Menu):
    """Seats, names, and who starts."""

    name = "players"
    message_place = (60.0, 884.0, 1040.0, 66.0)

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self._people, notice = people.load_people(app.home.people_file)
        app.tell(notice)
        last, level_of = self._people.last, self._people.level_of
        typed = ["" if people.is_stand_in(name) else name for name in last]
        bots = map(level_of, last)
        self._rows = [Row(name, bot=bot) for name, bot in zip(typed, bots, strict=True)]
        self._rows = self._rows or [Row(), Row()]
        self._start: Start = "first" if app.settings.starts == "first" else "lot"
        self._writing: Row | None = None
        self._letters = Letters()
        if not self._people.last:
            self._begin(self._rows[0])

    # ------------------------------------------------------------------- writing

    def _begin(self, row: Row) -> None:
        """Write in a row; what was written before is done."""
        self._finish()
        self._writing, self.typing = row, True
        self.focus = f"name.{self._rows.index(row) + 1}"

    def _finish(self) -> None:
        """Stop writing: tidy the name, and let a row go that came by Enter and stayed empty."""
        row, self._writing, self.typing = self._writing, None, False
        self._letters.settle()
        if row is None:
            return
        row.name = people.clean_name(row.name, drawable)
        if row.passing and not row.name and len(self._rows) > 1:
            self._rows.remove(row)
        row.passing = False
        self._tell_apart(row)

    def _tell_apart(self, row: Row) -> None:
        """Give a name that was there already a number, and say so."""
        named = [other for other in self._rows if other.name]
        alike = [other for other in named if people.same_name(row.name, other.name)]
        if not row.name or len(alike) == 1:
            return
        names = people.seat_names([other.name for other in named])
        for other, name in zip(named, names, strict=True):
            other.name = name  # the later seat of two is the one that gets a number
        last = alike[-1].name
        self.app.say(_("Ya hay alguien con ese nombre: aquí dice {name}.").format(name=last))

    def _type(self, text: str) -> None:
        """Put text at the end of the name; say what of it cannot stand there."""
        row = self._writing
        if row is None:
            return
        wanted = unicodedata.normalize("NFC", self._letters.stays(row.name) + text)
        tidy = people.clean_name(wanted, drawable)
        more = wanted.endswith(" ") and tidy and _count(tidy) < people.LONGEST
        row.name = tidy + " " if more else tidy
        self._letters.settle()
        self.focus = f"name.{self._rows.index(row) + 1}" if not self.focus_shown else self.focus
        if " ".join(wanted.split()) == tidy:
            self.app.changed()
        elif _count(tidy) == people.LONGEST:
            self.app.refuse(too_long(people.LONGEST))
        else:
            self.app.refuse(left_out())

    def _erase(self) -> None:
        """Take the last letter back, with its accents."""
        if self._writing is not None:
            name = self._letters.stays(self._writing.name)
            while name and unicodedata.category(name[-1])[0] == "M":
                name = name[:-1]
            self._writing.name = name[:-1]
            self.app.changed()

    def _next(self) -> None:
        """Enter: on to the next row, or a new one; an empty one at the end means: that is all."""
        row = self._writing
        if row is None:
            return
        number = self._rows.index(row)
        if number + 1 < len(self._rows):
            self._begin(self._rows[number + 1])
        elif row.name.strip() and len(self._rows) < people.SEATS:
            self._add(passing=True)
        else:
            self._done()

    def _done(self) -> None:
        """Stop writing and go to the start button."""
        self._finish()
        self.focus, self.focus_shown = "start", True
        self.app.changed()

    # --------------------------------------------------------------------- seats

    def _add(self, passing: bool = False) -> None:
        row = Row(passing=passing)
        self._finish()
        self._rows.append(row)
        self._begin(row)

    def _remove(self, row: Row) -> None:
        if self._writing is row:
            row.passing = False
            self._writing, self.typing = None, False
        self._rows.remove(row)

    def _change(self, row: Row) -> None:
        """Let the next kind of player have a seat; names that are a bot's come and go with it."""
        self._finish()
        if row.bot is None:
            row.own, row.name = row.name, ""
        row.bot = regulars.after(row.bot)
        if row.name and not regulars.is_regular(row.name):
            return
        others = [other.name for other in self._rows if other is not row]
        row.name = regulars.name_for(row.bot, others) if row.bot else row.own
        self._tell_apart(row)

    def _shift(self, row: Row, by: int) -> None:
        """Move a seat up or down, and the focus with it."""
        here = self._rows.index(row)
        self._rows.remove(row)
        self._rows.insert(here + by, row)
        tool = "up" if by < 0 else "down"
        last = 0 if by < 0 else len(self._rows) - 1
        name = "name" if here + by == last else tool
        self.focus = f"{name}.{here + by + 1}"

    def _pick(self, name: str) -> None:
        """Take somebody who played before: here, or in the first empty seat, or in a new one."""
        if self._writing is not None:
            self._writing.name = name
            self._after_pick()
            return
        row = next((row for row in self._rows if row.waits), None)
        if row is None and len(self._rows) < people.SEATS:
            row = Row()
            self._rows.append(row)
        if row is None:
            self.app.refuse(_("Ya son {n}: no entra nadie más.").format(n=people.SEATS))
        else:
            row.name = name

    def _after_pick(self) -> None:
        """Go on writing in the next empty seat, if there is one."""
        self._finish()
        empty = next((row for row in self._rows if row.waits), None)
        if empty is not None:
            self._begin(empty)

    def _begin_match(self) -> None:
        self._finish()
        names = people.seat_names([row.name for row in self._rows])
        rows = zip(names, self._rows, strict=True)
        seats = [Seat(name, row.bot) if row.bot else name for name, row in rows]
        self.app.start_match(seats, "lot" if self._start == "lot" and len(names) > 1 else 0)

    def _choose_start(self, value: str) -> None:
        self._start = "lot" if value == "lot" else "first"
        self.app.set(starts=self._start)

    # ------------------------------------------------------------------- presses

    def handle(self, intent: Intent) -> None:
        """Take what is written first; the rest is as on every screen."""
        match intent:
            case Typed(text):
                self._type(text)
            case Erase():
                self._erase()
            case SelectAll():
                self._letters.marked = bool(self._written)
            case Move(step) if self._at_name and step in _ROW_STEPS:
                self._step_row(_ROW_STEPS[step])
            case _:
                super().handle(intent)
                self._letters.marked = False

    @property
    def _at_name(self) -> bool:
        """Whether the focus is in the row that is being written."""
        row = self._writing
        return row is not None and self.focus == f"name.{self._rows.index(row) + 1}"

    def _step_row(self, by: int) -> None:
        """Write in the row above or below; beyond the last one is the start button."""
        row = self._writing
        if row is None:
            return
        number = self._rows.index(row) + by
        self.app.sounds.play("focus")
        if 0 <= number < len(self._rows):
            self._begin(self._rows[number])
        elif number >= len(self._rows):
            self._done()

    def activate(self) -> None:
        """Enter goes on to the next name while one is written."""
        if self._writing is not None and (self._at_name or not self.focus_shown):
            self.app.sounds.play("press")
            self._next()
        else:
            super().activate()

    def cancel(self) -> None:
        """Esc stops writing; the next one goes back. The names stay for when one returns."""
        if self._writing is not None:
            self._done()
        else:
            self.app.pop()

    def pressed_nothing(self, x: float, y: float) -> None:
        """A press beside everything stops the writing."""
        del x, y
        self._finish()

    def _leave(self) -> None:
        self._finish()
        self.app.pop()

    def default_focus(self) -> str:
        """Return what Enter presses first."""
        return "start"

    # ------------------------------------------------------------------- targets

    def widgets(self) -> Sequence[Widget]:
        """Return the seats, then what is beside them, then the way on and the way back."""
        widgets: list[Widget] = []
        for number, row in enumerate(self._rows):
            widgets.extend(self._seat(number, row))
        if len(self._rows) < people.SEATS:
            x, y, _w, h = _row_place(len(self._rows), 0)
            label = _("Agregar jugador")
            place = (x, y + 4, 470.0, h - 8)
            widgets.append(Button("add", place, label, self._add, "dark", size=44))
        widgets.extend(self._beside() if self._writing is None else self._alphabet())
        widgets.append(self._start_button())
        widgets.append(self._rules_button())
        widgets.append(back_button(self._leave))
        return widgets

    def _team_of(self, number: int) -> tuple[int, int]:
        """Return the team of a seat, and which of its partners it is, both from 0."""
        teams = teams_of(len(self._rows), self.app.rules.team_size)
        return next((i, team.index(number)) for i, team in enumerate(teams) if number in team)

    def _seat(self, number: int, row: Row) -> list[Widget]:
        team, among = self._team_of(number)
        x, y, w, h = _row_place(number, among)
        ink, id_ = look.INKS[team], number + 1
        shared = self.app.rules.team_size > 1
        tools = x + w - 3 * TOOL - 14
        strip = Field(
            f"name.{id_}",
            (x, y, tools - WHO_PLAYS - x - 6, h),
            row.name,
            partial(self._begin, row),
            writing=row is self._writing,
            hint=_("Jugador {n}").format(n=id_),
            colour=ink.colour,
            pen=ink.pen,
            sprite=f"row_{number}",
            mark=LETTERS[team] if shared else str(id_),
            ringed=shared,
            paper=(x, y, w, h),
            marked=row is self._writing and self._letters.marked,
        )
        kind = Sign(
            f"bot.{id_}",
            (tools - WHO_PLAYS, y, WHO_PLAYS, h),
            partial(self._change, row),
            glyph=regulars.GLYPHS[row.bot],
            under=regulars.level_name(row.bot),
        )
        widgets: list[Widget] = [strip, kind]
        if number > 0:
            up = partial(self._shift, row, -1)
            widgets.append(Sign(f"up.{id_}", (tools, y, TOOL, h), up, glyph="up"))
        if number + 1 < len(self._rows):
            down = partial(self._shift, row, 1)
            widgets.append(Sign(f"down.{id_}", (tools + TOOL, y, TOOL, h), down, glyph="down"))
        if len(self._rows) > 1:
            gone = partial(self._remove, row)
            place = (tools + 2 * TOOL, y, TOOL, h)
            widgets.append(Sign(f"remove.{id_}", place, gone, glyph="X", pen="red_pencil"))
        return widgets

    def _known(self) -> list[str]:
        """Return who played before and does not sit here yet; in writing, whose name begins so."""
        row = self._writing
        seated = [other.name for other in self._rows if other is not row and other.name]
        start = _plain(row.name.strip()) if row else ""
        return [
            name
            for name in self._people.recent
            if not any(people.same_name(name, other) for other in seated)
            and _plain(name).startswith(start)
            and not (row and name == row.name.strip())
        ]

    def _beside(self) -> list[Widget]:
        """Return those who played before, and the choice of who starts."""
        left, wide = COLUMN
        half = (wide - 20) / 2
        widgets: list[Widget] = []
        for i, name in enumerate(self._known()[:SHOWN]):
            top = NAMES_TOP + i // 2 * NAMES_STEP
            place = (left + i % 2 * (half + 20), top, half, NAMES_TALL)
            act = partial(self._pick, name)
            widgets.append(Button(f"known.{i + 1}", place, name, act, "tan", size=46))
        return [self._who(), *widgets, self._dice_of()]

    def _dice_of(self) -> Widget:
        """Return the choice whether the game rolls, or the table with dice of its own."""
        options = (("game", _("Dados del juego")), ("table", _("Dados de la mesa")))
        value = "table" if self.app.settings.own_dice else "game"
        return Choice("dice", DICE_OF, options, value, self._choose_dice)

    def _choose_dice(self, value: str) -> None:
        self.app.set(own_dice=value == "table")

    def _who(self) -> Widget:
        """Return the choice of who starts."""
        options = (("lot", _("Por sorteo")), ("first", _("El primero")))
        alone = _("Con un solo jugador no hay sorteo.") if len(self._rows) == 1 else ""
        return Choice("who", WHO, options, self._start, self._choose_start, alone)

    def _alphabet(self) -> list[Widget]:
        """Return names that begin like what is written, the letters, and the keys below them."""
        left, wide = COLUMN
        third = (wide - 2 * 14) / 3
        widgets: list[Widget] = []
        for i, name in enumerate(self._known()[:SUGGESTED]):
            place = (left + i * (third + 14), ROW[1], third, 84.0)
            act = partial(self._pick, name)
            widgets.append(Button(f"known.{i + 1}", place, name, act, "tan", size=40, pad=20))
        signs = self._letters.signs(self._written, SHEET, SHEET[1] + 18, CELL, self._type)
        return [self._who(), *widgets, *signs, *self._keys()]

    def _keys(self) -> list[Widget]:
        keys: tuple[Key, ...] = (
            *self._letters.keys(self._written, self._type, self._erase),
            ("key.next", _("Siguiente"), self._next),
        )
        return [
            Button(
                id_,
                (COLUMN[0] + left, KEYS_TOP, wide, 92.0),
                label,
                act,
                "dark",
                size=38,
                pad=18,
            )
            for (id_, label, act), (left, wide) in zip(keys, KEY_PLACES, strict=True)
        ]

    @property
    def _written(self) -> str:
        """The name that is being written, as far as it has come."""
        return self._writing.name if self._writing else ""

    def _start_button(self) -> Button:
        count = sum(not row.passing or bool(row.name) for row in self._rows)
        told = n_("{n} jugador", "{n} jugadores", count).format(n=count)
        if self.app.rules.team_size > 1:
            teams = len(teams_of(max(1, count), self.app.rules.team_size))
            told += " · " + n_("{n} equipo", "{n} equipos", teams).format(n=teams)
        return Button("start", START, _("¡A jugar!"), self._begin_match, "red", told, size=76)

    def _rules_button(self) -> Button:
        label = _("Reglas: {rules}").format(rules=rulestext.short_title(self.app.rules))
        return Button(
            "rules", RULES, label, self._choose_rules, note=" · ".join(self._agreed()), size=42
        )

    def _agreed(self) -> Iterator[str]:
        """What the table has agreed on beside the rules, where it is not as usual."""
        settings = self.app.settings
        if settings.own_dice:
            yield _("dados de la mesa")
        elif settings.duplicate:
            yield _("mismos dados")
        if settings.tie_break:
            yield _("desempate")
        if settings.trusting:
            yield _("mesa de confianza")
        if not settings.helped:
            yield _("sin ayuda")

    def _choose_rules(self) -> None:
        from cacho.ui.scenes.rules import Rules  # noqa: PLC0415 - 8 ms that the start saves

        self._finish()
        self.app.push(Rules(self.app))

    # ------------------------------------------------------------------- picture

    def paint_under(self, items: list[Item]) -> None:
        """Add the wood, the headings, and the sheet of letters."""
        items.append(Backdrop("table"))
        heading(items, _("¿Quiénes juegan?"), ROW[0] + 4, "left")
        if len(self._rows) <= FEW:
            still_life(items, LOOSE)
        asked = (_("¿Quién empieza?"), WHO[0] - 24, WHO[1] + 40, 44, "hand")
        items.append(Text(*asked, look.CREAM, "right", 290, shadow=True))
        if self._writing is not None:
            items.append(Paper("big_0", *SHEET, tag="letters"))
            if not self._known():
                told = _("Escribe con el teclado o toca las letras.")
                _small_heading(items, told, 200, 36)
            return
        if self._known():
            _small_heading(items, _("Jugaron antes"), 184)
        else:
            still_life(items, DICE, CUP)


_ROW_STEPS: Final = {Step.UP: -1, Step.BACK: -1, Step.DOWN: 1, Step.NEXT: 1}


def _small_heading(items: list[Item], text: str, y: float, size: float = 44.0) -> None:
    items.append(
        Text(text, COLUMN[0] + 6, y, size, "hand", look.CREAM, "left", COLUMN[1], shadow=True)
    )


def _row_place(number: int, among: int) -> Rect:
    """Return the place of a seat's strip; partners, counted by `among`, lie close together."""
    return (ROW[0], ROW[1] + number * ROW_STEP - among * CLOSER, ROW[2], ROW[3])


def _count(text: str) -> int:
    """Count letters as a person does: accents belong to their letter."""
    return sum(unicodedata.category(char)[0] != "M" for char in text)


def _plain(text: str) -> str:
    """Return a text without accents and capitals, to compare beginnings."""
    bare = unicodedata.normalize("NFKD", text)
    return "".join(char for char in bare if not unicodedata.combining(char)).casefold()
