"""A match looked back on: the chance to win through it, luck and choice, three moments.

Reckons while it is being looked at, a few thousandths of a second at a time. What was best comes
from `cacho.strategy.review`; a press on a moment shows the position on the table, in the replay.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from cacho.engine import Action, Course, Setup, State, course_of, ways_of
from cacho.services.i18n import gettext as _
from cacho.services.i18n import ngettext as n_
from cacho.strategy.plans import NoteIn, Plan, Valued
from cacho.strategy.review import Account, Decision, Point, Review, TurnReview, reviewed
from cacho.ui import look, told
from cacho.ui.coaching import Past
from cacho.ui.coachtext import mistake_text, plan_text, points_text
from cacho.ui.dicerow import paint_row
from cacho.ui.drawing.ink import CURVE
from cacho.ui.painter import Backdrop, Ink, Item, Paper, Rect, Text
from cacho.ui.scenes.listing import Listing
from cacho.ui.scenes.menu import Menu, back_button, heading
from cacho.ui.scenes.replay import Replay
from cacho.ui.sheets import box_name
from cacho.ui.widgets import Button, Look, Widget, focus_ring
from cacho.ui.widgets.prose import paragraph
from cacho.ui.wording import decimal, listed, percent

if TYPE_CHECKING:
    from cacho.ui.app import App

CHART: Final[Rect] = (60, 150, 1120, 786)
PLOT: Final[Rect] = (176, 260, 950, 560)
TABLE: Final[Rect] = (1210, 150, 650, 470)
BUTTONS: Final = (1210.0, 640.0, 650.0, 106.0, 114.0)
"""Left border, first top, width, height of the moments, and how far they are apart."""
TURNS: Final[Rect] = (390, 956, 420, 96)
AT_A_TIME: Final = 0.006
"""Seconds of reckoning at a time."""
LIST: Final[Rect] = (60, 140, 1800, 796)
ROW_HIGH: Final = 122.0
ROW_EDGE, ROW_WIDE, DICE_WIDE = 36.0, 290.0, 410.0
"""How large the dice of a turn are, their room, and that with the number of the roll before."""
NAME: Final = 30.0
"""Where names begin in the table, from its left border."""
ENDS: Final = (366.0, 506.0, 614.0)
"""Where the numbers end in its columns: luck, what was given away, the score."""
EARLY_ENDS: Final = (294.0, 412.0, 528.0, 614.0)
"""The same where something was left unplayed, which has a column before the score."""
NOTE_HIGH: Final = 34.0
RISK: Final = 5.0
"""So many points more given away by who won than by who lost want a word."""
UNPLAYED: Final = 0.05
"""Points from which on something was left."""


def signed(value: float) -> str:
    """Write points with their sign."""
    shown = decimal(abs(value))
    if shown == "0":
        return shown
    return ("+" if value > 0 else "\N{MINUS SIGN}") + shown


def signed_points(value: float) -> str:
    """Say points with their sign: "+8,6 puntos", "−1 punto"."""
    shown = signed(value)
    return n_("{n} punto", "{n} puntos", 1 if shown[1:] == "1" else 2).format(n=shown)


class Looked:
    """What a match comes to, as far as it is reckoned."""

    def __init__(self, app: App, setup: Setup, log: Iterable[Action]) -> None:
        self.setup = setup
        self.log = tuple(log)
        self.course: Course = course_of(setup, self.log)
        self.review: Review | None = None
        self.done = 0.0
        """How much is reckoned, 0 to 1."""
        self._app = app
        self._work: Generator[float, None, Review] | None = None

    def reckon(self) -> bool:
        """Go on for a moment; True if there is more to see now."""
        if self.review is not None:
            return False
        if self._work is None and not self._begin():
            return False
        end = time.perf_counter() + AT_A_TIME
        while self._work is not None and time.perf_counter() < end:
            try:
                self.done = next(self._work)
            except StopIteration as last:
                self.review = last.value
                self._work = None
        return True

    def _begin(self) -> bool:
        """Begin as soon as the rules are solved, for rivals with all scores."""
        solving = self._app.solving
        if solving is None:
            return False
        solving.ask(self.setup.rules)
        solution = solving.solution(self.setup.rules)
        if solution is None or (len(self.course.begin.sheets) > 1 and not solution.scored):
            return False
        self._work = reviewed(self.course, solution, solution.win_chances)
        return True

    def names(self, team: int) -> str:
        """Who shares a sheet, as they were called at the end."""
        state = self.course.state(len(self.course))
        return listed(state.seats[seat].name for seat in state.teams[team])

    def show(self, at: int, sentence: str) -> None:
        """Show on the table where the match stood, and say something about it."""
        scene = Replay(self._app, self.setup, self.log)
        scene.playing = False
        self._app.push(scene)
        scene.go(at)
        if sentence:
            self._app.say(sentence)

    def show_decision(self, decision: Decision) -> None:
        """Show a decision with what was best."""
        self.show(decision.at, judgement(self.course.state(decision.at), decision))

    def show_turn(self, turn: TurnReview) -> None:
        """Show where most was given away in a turn, else how it began."""
        worst = max(turn.decisions, key=lambda one: one.given, default=None)
        if worst is not None and not worst.right:
            self.show_decision(worst)
        else:
            self.show(turn.begin, "")

    def turn_told(self, turn: TurnReview) -> str:
        """Say which turn it is and what it came to."""
        what = _("la dormida") if self.slept and turn.end == len(self.course) else ""
        if turn.box is not None:
            words = _("{points} en {box}") if turn.points else _("tacha {box}")
            what = words.format(points=turn.points, box=box_name(turn.box))
        name = self.course.state(turn.end).seats[turn.seat].name
        return told.in_round(turn.round, name, what)

    @property
    def slept(self) -> bool:
        """Whether a dormida ended the match."""
        outcome = self.course.state(len(self.course)).outcome
        return outcome is not None and outcome.kind == "dormida"


def judgement(state: State, decision: Decision) -> str:
    """Say of a decision what would have been better, or what it was better than."""
    if decision.right:
        chosen, tempting = plan_text(state, decision.chosen), decision.tempting
        if tempting is None:
            return _("Bien hecho: {plan}.").format(plan=chosen)
        told = _("Bien hecho: {plan}, {points} más que {other}.")
        points, other = points_text(decision.obvious), plan_text(state, tempting)
        return told.format(plan=chosen, points=points, other=other)
    best = Valued(decision.best, decision.value)
    return mistake_text(state, best, decision.chosen, decision.given)


class ReviewPage(Menu):
    """The whole match on one page."""

    name = "review"

    def __init__(self, app: App, setup: Setup, log: Iterable[Action]) -> None:
        super().__init__(app)
        self.looked = Looked(app, setup, log)

    def rest(self, now: float) -> bool:
        """Reckon on while nobody presses anything."""
        return self.looked.reckon() or super().rest(now)

    def default_focus(self) -> str:
        """Enter goes on to the turns."""
        return "turns" if self.looked.review else "back"

    # ------------------------------------------------------------------- targets

    def widgets(self) -> Sequence[Widget]:
        """Return the moments, the turns, and the way back."""
        review = self.looked.review
        if review is None:
            return (back_button(self.app.pop),)
        x, top, w, h, step = BUTTONS
        return (
            *(
                Button(id_, (x, top + at * step, w, h), label, act, "tan", note, "", 42, 20)
                for at, (id_, label, note, act) in enumerate(self._moments(review))
            ),
            back_button(self.app.pop),
            Button("turns", TURNS, _("Turno a turno"), self._open_turns, "red", size=48),
        )

    def _moments(self, review: Review) -> list[tuple[str, str, str, Callable[[], None]]]:
        """What is worth seeing: the turning point, the finest and the worst decision."""
        found: list[tuple[str, str, str, Callable[[], None]]] = []
        if (turn := review.turning) is not None:
            note = self.looked.turn_told(turn)
            found.append(("turning", _("El giro"), note, lambda: self.looked.show_turn(turn)))
        for id_, label, decision in (
            ("finest", _("La mejor decisión"), review.finest),
            ("worst", _("La peor decisión"), review.worst),
        ):
            if decision is not None:
                note, act = self._decision_told(decision), self._showing(decision)
                found.append((id_, label, note, act))
        return found

    def _showing(self, decision: Decision) -> Callable[[], None]:
        return lambda: self.looked.show_decision(decision)

    def _decision_told(self, decision: Decision) -> str:
        name = self.looked.course.state(decision.at).seats[decision.seat].name
        points = decision.obvious if decision.right else -decision.given
        return told.in_round(decision.round, name, signed_points(points))

    def _open_turns(self) -> None:
        self.app.push(TurnsPage(self.app, self.looked))

    # ------------------------------------------------------------------- picture

    def paint_under(self, items: list[Item]) -> None:
        """Add the wood, the chart and the table."""
        items.append(Backdrop("table"))
        heading(items, _("Suerte y juego"))
        items.append(Paper("big_0", *CHART, angle=0.2, tag="chart"))
        review = self.looked.review
        if review is None:
            self._paint_waiting(items)
            return
        self._paint_chart(items, review)
        self._paint_accounts(items, review)

    def _paint_waiting(self, items: list[Item]) -> None:
        x, y, w, h = CHART
        words = _("Se está calculando: {share}").format(share=percent(self.looked.done))
        if not round(100 * self.looked.done):
            words = _("Todavía se busca la mejor jugada de estas reglas.")
        paragraph(items, words, x + w / 2, y + h / 2 - 40, w - 200, 44, align="centre", tag="wait")

    def _paint_chart(self, items: list[Item], review: Review) -> None:
        """Add axes, a line a team, and whose line it is."""
        x, y, w, h = PLOT
        title = _("La chance de ganar") if review.by_chance else _("Los puntos que se esperaban")
        where = (CHART[0] + 56, CHART[1] + 56, 50, "hand", look.INK, "left", CHART[2] - 110)
        items.append(Text(title, *where, tag="chart.title"))
        low, high = _range_of(review)
        for share in (0.0, 0.5, 1.0):
            height = y + h * (1 - share)
            line = f"{CURVE}0,50 100,50"
            items.append(Ink(line, x - 8, height - 20, w + 16, 40, "pencil", round(share * 4)))
            value = low + (high - low) * share
            words = percent(value) if review.by_chance else str(round(value))
            items.append(Text(words, x - 22, height, 30, "print", look.FAINT, "right"))
        for team in range(len(review.accounts)):
            path = CURVE + _path(review.points, team, low, high)
            pen = look.INKS[team].pen
            items.append(Ink(path, x, y, w, h, pen, team, tag=f"line.{team}"))
        self._paint_turning(items, review)
        last = _("la dormida") if self.looked.slept else _("final")
        ends = ((_("principio"), x, "left"), (last, x + w, "right"))
        for word, at, align in ends:
            items.append(Text(word, at, y + h + 44, 30, "print", look.FAINT, align))
        if review.approximate:
            about = _("Con tres rejas o en equipos es una aproximación.")
            items.append(Text(about, x + w / 2, y + h + 84, 28, "print", look.FAINT, "centre", w))

    def _paint_turning(self, items: list[Item], review: Review) -> None:
        """Ring the turn that moved the match most."""
        at = [point.at for point in review.points]
        if review.turning is None or review.turning.end not in at or len(at) < 2:
            return
        x, y, w, h = PLOT
        low, high = _range_of(review)
        number = at.index(review.turning.end)
        team = review.winners[0] if review.by_chance and review.winners else review.turning.team
        value = (review.points[number].values[team] - low) / (high - low)
        middle = (x + w * number / (len(at) - 1), y + h * (1 - value))
        ring = (middle[0] - 34, middle[1] - 34, 68, 68)
        items.append(Ink("ring", *ring, "red_pencil", 2, tag="turning.ring"))

    def _paint_accounts(self, items: list[Item], review: Review) -> None:
        """Add a line a team, which adds up: what was expected, luck, choice, and the score."""
        columns, notes = _columns(review), _notes(review, self.looked.setup)
        x, y, w, h = TABLE
        around = 116 + NOTE_HIGH * len(notes)
        high = min(72.0, (h - around) / len(review.accounts))
        h = around + high * len(review.accounts)
        items.append(Paper("big_1", x, y, w, h, angle=-0.3, tag="accounts"))
        for column in columns:
            where = (x + column.end, y + 46, 29, "print", look.FAINT, "right", column.room)
            items.append(Text(column.title, *where))
        for number, account in enumerate(review.accounts):
            team, middle = account.team, y + 72 + high * (number + 0.5)
            ink = look.INKS[team].colour
            where = (x + NAME, middle, 40, "pen", ink, "left", columns[0].end - NAME - 100)
            items.append(Text(self.looked.names(team), *where, tag=f"of.{team}"))
            for column in columns:
                where = (x + column.end, middle, 40, "pen", ink, "right", column.room)
                items.append(Text(column.told(account), *where, tag=f"{column.tag}.{team}"))
        for number, note in enumerate(notes):
            middle = y + h + 4 - NOTE_HIGH * (len(notes) - number)
            items.append(Text(note, x + NAME, middle, 28, "print", look.FAINT, "left", w - 60))


class Column(NamedTuple):
    """A column of the table."""

    tag: str
    title: str
    told: Callable[[Account], str]
    end: float
    room: float


def _columns(review: Review) -> list[Column]:
    """The columns of the table; for what was left unplayed only where that is something."""
    shown: list[tuple[str, str, Callable[[Account], str]]] = [
        ("luck", _("suerte"), lambda account: signed(account.luck)),
        ("given", _("regaló"), lambda account: decimal(account.given)),
        ("score", _("puntos"), lambda account: str(account.score)),
    ]
    early = _ended_early(review)
    if early:
        shown.insert(2, ("unplayed", _("sin jugar"), lambda account: decimal(account.unplayed)))
    ends = EARLY_ENDS if early else ENDS
    rooms = (96.0, *(after - before - 10 for before, after in pairwise(ends)))
    return [Column(*what, end, room) for what, end, room in zip(shown, ends, rooms, strict=True)]


def _notes(review: Review, setup: Setup) -> list[str]:
    """What is to be known about the table."""
    start = review.accounts[0].start + review.accounts[0].correction
    notes = [_("Jugando lo mejor se esperan {points}.").format(points=points_text(start))]
    if _ended_early(review):
        notes.append(_("Sin jugar: lo que todavía se esperaba al terminar."))
    if review.by_chance and _won_by_risk(review):
        notes.append(_("Quien juega a ganar regala puntos, no partidas."))
    if setup.duplicate and len(review.accounts) > 1:
        notes.append(_("Mismos dados, distinta suerte: cada uno guardó otros."))
    return notes


def _won_by_risk(review: Review) -> bool:
    """Whether who won gave more points away than somebody who lost."""
    won = [account.given for account in review.accounts if account.team in review.winners]
    lost = [account.given for account in review.accounts if account.team not in review.winners]
    return bool(won and lost) and min(won) > min(lost) + RISK


def _ended_early(review: Review) -> bool:
    return any(account.unplayed >= UNPLAYED for account in review.accounts)


def _range_of(review: Review) -> tuple[float, float]:
    """The lowest and the highest value of the chart."""
    if review.by_chance:
        return 0.0, 1.0
    values = [value for point in review.points for value in point.values]
    low, high = 20 * (min(values) // 20), 20 * (max(values) // 20 + 1)
    return low, high


def _path(points: Sequence[Point], team: int, low: float, high: float) -> str:
    """The line of a team, in hundredths of the chart."""
    last = max(1, len(points) - 1)
    places = [
        (round(100 * at / last), round(100 * (high - point.values[team]) / (high - low)))
        for at, point in enumerate(points)
    ]
    return " ".join(f"{x},{y}" for x, y in places)


class Line:
    """A turn in the list: pressed, it is shown on the table."""

    why = ""

    def __init__(self, id_: str, rect: Rect, looked: Looked, turn: TurnReview) -> None:
        self.id = id_
        self.rect = rect
        self._looked = looked
        self._turn = turn

    def press(self, x: float, y: float) -> None:
        """Show the turn."""
        del x, y
        self._looked.show_turn(self._turn)

    def paint(self, items: list[Item], seen: Look) -> None:
        """Add what was noted, luck and cost, and what would have been better."""
        x, y, w, h = self.rect
        turn, ink = self._turn, look.INKS[self._turn.team].colour
        told, wide = self._looked.turn_told(turn), w - 580 - DICE_WIDE
        items.append(Text(told, x, y + 38, 42, "pen", ink, "left", wide))
        if self._shown is not None:
            self._paint_dice(items, self._shown, (x + wide + 20, y + 6, DICE_WIDE, 66))
        words = _("suerte {n}").format(n=signed(turn.luck))
        items.append(Text(words, x + w - 270, y + 38, 36, "print", look.INK, "right", 250))
        words = _("regaló {n}").format(n=decimal(turn.given))
        colour = look.ALARM if turn.given >= 1 else look.FAINT
        items.append(Text(words, x + w - 10, y + 38, 36, "print", colour, "right", 250))
        where = (x, y + 86, 29, "print", look.FAINT, "left", w - 20)
        items.append(Text(self._judged(), *where, tag=f"{self.id}.best"))
        if seen.focused:
            focus_ring(items, (x - 16, y, w + 32, h - 6))

    @property
    def _shown(self) -> Decision | None:
        """The decision that the line speaks of: the worst, or where all were right the last."""
        decisions = self._turn.decisions
        if all(decision.right for decision in decisions):
            return decisions[-1] if decisions else None
        return max(decisions, key=lambda one: one.given)

    def _paint_dice(self, items: list[Item], decision: Decision, rect: Rect) -> None:
        """Add after which roll it was, and the dice, those ringed that were better held."""
        x, y, w, h = rect
        state, tag = self._looked.course.state(decision.at), f"{self.id}.roll"
        words = _("tiro {n}").format(n=state.rolls)
        where = (x + w - ROW_WIDE - 14, y + 32, 32, "print", look.FAINT, "right")
        items.append(Text(words, *where, w - ROW_WIDE - 14, tag=tag))
        past = Past.of(state, decision.best)
        row = (x + w - ROW_WIDE, y, ROW_WIDE, h)
        paint_row(items, past.dice, row, ROW_EDGE, past.hold, self.id)

    def _judged(self) -> str:
        """Say what would have been better; or which dice a right note turned, for they lie there
        as they fell.
        """
        shown = self._shown
        if shown is None:
            return _("Nada que mejorar.")
        state = self._looked.course.state(shown.at)
        if shown.right and not _turns(state, shown.chosen):
            return _("Nada que mejorar.")
        return judgement(state, shown)


def _turns(state: State, plan: Plan) -> bool:
    """Whether dice are turned over for a note."""
    ways = ways_of(state, plan.box) if isinstance(plan, NoteIn) and plan.points else ()
    return bool(ways and ways[0].turned)


class TurnsPage(Listing[TurnReview]):
    """All turns, a few on a page."""

    name = "turns"

    def __init__(self, app: App, looked: Looked) -> None:
        super().__init__(app)
        self.looked = looked

    def find(self) -> Sequence[TurnReview]:
        """Return the turns, as far as they are reckoned."""
        return self.looked.review.turns if self.looked.review else ()

    def default_focus(self) -> str:
        """Enter turns the page, on the last one it goes back."""
        return "next" if self.page < self.pages - 1 else "back"

    def widgets(self) -> Sequence[Widget]:
        """Return a target a turn, and the ways to turn."""
        x, y, w, _h = LIST
        lines = [
            Line(
                f"turn.{number + 1}",
                (x + 56, y + 26 + number * ROW_HIGH, w - 112, ROW_HIGH),
                self.looked,
                turn,
            )
            for number, turn in enumerate(self.shown)
        ]
        return (*lines, *self.turning())

    def paint_under(self, items: list[Item]) -> None:
        """Add the wood and the sheet."""
        items.append(Backdrop("table"))
        heading(items, _("Turno a turno"))
        items.append(Paper("big_0", *LIST, angle=0.1, tag="list"))
        self.paint_dots(items, 770)
