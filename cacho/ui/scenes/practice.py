"""The table of the day: ten positions, the same today for everybody, each with its true answer.

`Practice` is the page with what came of them; `Exercise` is one position on the table, where the
controls are those of a match and the answer is told in place of a roll.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from cacho.engine import Action, Event, Match, ScriptedDice, Setup, State, apply, why_not
from cacho.services.i18n import gettext as _
from cacho.services.i18n import ngettext as n_
from cacho.services.i18n import short_date
from cacho.strategy import Solution, rules_key
from cacho.strategy.coach import advise
from cacho.strategy.plans import best_plan, misread, plan_before, value_of
from cacho.strategy.practice import POSITIONS, positions
from cacho.ui import look, rulestext
from cacho.ui.coachtext import advice_text, mistake_text, points_text
from cacho.ui.layout import controls_of
from cacho.ui.painter import Backdrop, Ink, Item, Paper, Rect, Text
from cacho.ui.pose import Pose
from cacho.ui.scenes.menu import Menu, back_button, heading
from cacho.ui.scenes.table import Table
from cacho.ui.widgets import Button, Widget
from cacho.ui.widgets.prose import paragraph

if TYPE_CHECKING:
    from cacho.services.notices import Notice
    from cacho.ui.app import App

SHEET: Final[Rect] = (260, 150, 1400, 780)
BEGIN: Final[Rect] = (1180, 956, 680, 96)
AT_A_TIME: Final = 0.006
"""Seconds of looking for positions at a time."""
EXACT: Final = 0.05
"""Points given away below which an answer is exact."""


class Rehearsal:
    """A match that is not kept: what the table asks of a session, for one position."""

    notice: Notice | None = None

    def __init__(self, state: State) -> None:
        self.setup = Setup(state.rules, state.seats, 0, helped=False)
        self.state = state
        self.match = Match(self.setup, ScriptedDice(()))
        self.over = False
        self.closed = True

    def submit(self, action: Action) -> tuple[Event, ...]:
        """Do what only prepares an answer."""
        self.state, events = apply(self.state, action)
        return events

    def finish(self) -> Notice | None:
        """There is nothing to put away."""
        return None


@dataclass
class Day:
    """The table of one day: its positions as far as they are found, and what was given away."""

    date: str
    solution: Solution
    found: list[State]
    given: list[float]
    _search: Iterator[State | None]

    @property
    def key(self) -> str:
        """What the positions depend on beside the date."""
        return rules_key(self.solution.rules)

    @classmethod
    def of(cls, date: str, solution: Solution) -> Day:
        """Begin to look for the positions of a day."""
        name = _("Mesa del día")
        return cls(date, solution, [], [], positions(date, solution, name))

    def look_on(self) -> bool:
        """Go on looking for a moment; True if one more is found."""
        end, before = time.perf_counter() + AT_A_TIME, len(self.found)
        while len(self.found) < POSITIONS and time.perf_counter() < end:
            state = next(self._search, None)
            if state is not None:
                self.found.append(state)
        return len(self.found) > before


class Practice(Menu):
    """What there is to do today, and how it went."""

    name = "practice"

    def __init__(self, app: App, date: str = "") -> None:
        super().__init__(app)
        self._wanted = date
        self.date = date or time.strftime("%Y-%m-%d")
        self.day: Day | None = None

    def entered(self) -> None:
        """Begin anew on another day, and after other rules were chosen."""
        super().entered()
        today = self._wanted or time.strftime("%Y-%m-%d")
        other = self.day is not None and self.day.key != rules_key(self.app.rules)
        if today != self.date or other:
            self.date, self.day = today, None

    def rest(self, now: float) -> bool:
        """Look for positions while nobody presses anything."""
        if self.day is None:
            rules, solving = self.app.rules, self.app.solving
            if solving is not None:
                solving.ask(rules)
                solution = solving.solution(rules)
                self.day = Day.of(self.date, solution) if solution else None
        if self.day is not None and self.day.look_on():
            return True
        return super().rest(now)

    def default_focus(self) -> str:
        """Enter goes on with the next position."""
        return "begin" if self._next_ready else "back"

    @property
    def _next_ready(self) -> bool:
        return self.day is not None and len(self.day.found) > len(self.day.given)

    def widgets(self) -> Sequence[Widget]:
        """Return the way on, and the way back."""
        if not self._next_ready:
            return (back_button(self.app.pop),)
        begun = bool(self.day and self.day.given)
        label = _("Seguir") if begun else _("Empezar")
        return (Button("begin", BEGIN, label, self.go_on, "red"), back_button(self.app.pop))

    def go_on(self) -> None:
        """Lay the next position on the table."""
        if self.day is not None and self._next_ready:
            self.app.push(Exercise(self.app, self, self.day))

    # ------------------------------------------------------------------- picture

    def paint_under(self, items: list[Item]) -> None:
        """Add the wood, what it is about, and what was given away so far."""
        items.append(Backdrop("table"))
        heading(items, _("Mesa del día"))
        items.append(Paper("big_0", *SHEET, angle=0.2, tag="sheet"))
        x, y, w, h = SHEET
        rules = rulestext.short_title(self.app.rules)
        told = _("{date} · {rules}").format(date=short_date(self.date), rules=rules)
        items.append(Text(told, x + w / 2, y + 62, 46, "hand", look.INK, "centre", w - 120))
        words = _(
            "Diez posiciones, las mismas hoy para todos. Elige qué guardar o qué anotar: después "
            "se dice lo mejor y cuánto se regaló."
        )
        paragraph(items, words, x + w / 2, y + 104, w - 200, 33, align="centre", tag="about")
        for number in range(POSITIONS):
            self._paint_line(items, number)
        if self.day is None:
            wait = _("Todavía se busca la mejor jugada de estas reglas.")
            items.append(Text(wait, x + w / 2, y + h - 60, 36, "print", look.FAINT, "centre"))
        elif self.day.given:
            self._paint_total(items, self.day)

    def _paint_line(self, items: list[Item], number: int) -> None:
        x, y, w, _h = SHEET
        left = x + 120 + (number // 5) * (w / 2 - 40)
        middle = y + 262 + number % 5 * 84
        given = self.day.given if self.day else []
        items.append(Text(f"{number + 1}.", left + 50, middle, 48, "pen", look.INK, "right"))
        if number >= len(given):
            items.append(Ink("-", left + 84, middle - 20, 50, 40, "pencil", number, alpha=120))
        elif given[number] < EXACT:
            tick = (left + 80, middle - 30, 56, 56)
            items.append(Ink("tick", *tick, "green", number, tag=f"answer.{number + 1}"))
            items.append(Text(_("exacta"), left + 160, middle, 40, "print", look.INK))
        else:
            cross = (left + 80, middle - 26, 48, 48)
            items.append(Ink("X", *cross, "red_pencil", number, tag=f"answer.{number + 1}"))
            told = _("regalaste {points}").format(points=points_text(given[number]))
            items.append(Text(told, left + 160, middle, 40, "print", look.ALARM, "left", 400))

    def _paint_total(self, items: list[Item], day: Day) -> None:
        x, y, w, h = SHEET
        exact = sum(given < EXACT for given in day.given)
        told = n_("{n} exacta de {all}", "{n} exactas de {all}", exact).format(
            n=exact, all=len(day.given)
        )
        shown = sum(round(given, 1) for given in day.given)  # so that the lines add up to it
        points = _("regalaste {points}").format(points=points_text(shown))
        where = (x + w / 2, y + h - 64, 52, "hand", look.INK, "centre", w - 120)
        items.append(Text(f"{told} · {points}", *where, tag="total"))


class Exercise(Table):
    """One position: it is answered as one would play, and nothing rolls."""

    name = "exercise"

    def __init__(self, app: App, page: Practice, day: Day) -> None:
        self.number = len(day.given) + 1
        super().__init__(app, Rehearsal(day.found[self.number - 1]))  # type: ignore[arg-type]
        self._page = page
        self._day = day
        self.answered = False

    @property
    def heading(self) -> str:
        """Which position it is."""
        return _("Posición {n} de {all}").format(n=self.number, all=POSITIONS)

    def cancel(self) -> None:
        """Esc goes back to the page."""
        self.app.pop()

    def rest(self, now: float) -> bool:
        """Go on looking for the positions that come after this one."""
        self._day.look_on()
        return super().rest(now)

    def take_cup(self) -> None:
        """To take the cup is to roll on with what is held."""
        action = self.plan.roll()
        if reason := why_not(self.state, action):
            self.refuse(reason)
        else:
            self.submit(action)

    def submit(self, action: Action, before: Pose | None = None) -> None:
        """Hold and declare as in a match; what would roll or note is the answer."""
        if self.answered:
            return
        if plan_before(self.state, action) is None:
            super().submit(action, before)
        else:
            self._answer(action)

    def ask_coach(self) -> None:
        """Keep silent: what was best is told once it is answered, and not before."""

    def switch_odds(self) -> None:
        """Keep silent about chances, too."""

    def _answer(self, action: Action) -> None:
        state, solution = self.state, self._day.solution
        best, value = best_plan(state, solution), value_of(state, action, solution)
        if value is None:
            raise ValueError(f"no answer: {action}")
        given = max(0.0, best.value - value) + misread(state, action)
        played = plan_before(state, action)
        self.answered = True
        self.app.fall_silent()
        self._day.given.append(given)
        self.coach.advice = advise(state, solution)
        if given < EXACT or played is None:
            told = advice_text(self.coach.advice) if self.coach.advice else ""
            self.coach.told = _("¡Eso es! {told}").format(told=told)
            self.app.sounds.play("served")
        else:
            self.coach.told = mistake_text(state, best, played, given)
            self.app.sounds.play("paper")
        self._touch()

    # ------------------------------------------------------------------- targets

    def widgets(self) -> Sequence[Widget]:
        """Return what a turn has; once it is answered, the way on."""
        place = controls_of(self.shown).menu
        back = Button("back", place, _("Volver"), self.cancel, "dark", _("Esc"), size=40, pad=12)
        if not self.answered:
            beside = ("take-back", "menu", "unmute", "cup")
            return (*(w for w in super().widgets() if w.id not in beside), back)
        label = _("Siguiente") if self.number < POSITIONS else _("Listo")
        return (Button("on", controls_of(self.shown).roll, label, self.go_on, "red"), back)

    def default_focus(self) -> str:
        """Enter rolls on, or goes on."""
        return "on" if self.answered else "roll"

    def go_on(self) -> None:
        """Lay the next position in place of this one; after the last one the page tells all."""
        self.app.pop()
        self._page.go_on()

    def _hint(self) -> str:
        """Ask what to do, until it is answered."""
        if self.coach.told:
            return ""
        rolls = _("¿Qué haces? Guarda y tira, o anota.")
        return rolls if self.state.rolls_left else _("¿Qué haces? No quedan tiros: anota.")
