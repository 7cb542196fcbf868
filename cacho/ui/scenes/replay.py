"""A match of the past on the table: by itself, step by step, turn by turn, or from a moment.

Shows any log as play itself does: the same pictures, the same motion. Nothing can be changed in
it. `course_of` says where the match stood and what was worth seeing; the transport moves along it.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Final

from cacho.engine import (
    Action,
    Hold,
    Lot,
    Moment,
    MomentKind,
    Note,
    Phase,
    Roll,
    Setup,
    State,
    course_of,
)
from cacho.services.i18n import gettext as _
from cacho.ui import choreography as moves
from cacho.ui import look, told
from cacho.ui import timeline as tl
from cacho.ui.input import Intent, Key, Move, Shake, Step
from cacho.ui.layout import controls_of
from cacho.ui.painter import Ink, Item, Painter, Paper, Rect, Text
from cacho.ui.pose import Pose
from cacho.ui.scenes.stage import Stage
from cacho.ui.widgets import Button, ChalkButton, Look, Widget, focus_ring

if TYPE_CHECKING:
    from cacho.ui.app import App

SPEEDS: Final = (1.0, 2.0, 4.0)
READ: Final = 0.8
"""Seconds for which dice are left to be read before a match goes on by itself."""
AFTER: Final[dict[type[Action], float]] = {Hold: 0.4, Roll: READ, Note: 0.9, Lot: 0.2}
"""Seconds between an action and the next."""
BETWEEN: Final = 0.5
"""The same after any other."""
NEAR: Final = 26.0
"""A press this far from a mark of the strip means the mark."""
BELOW_THE_CUP: Final[Rect] = (8.0, 620.0, 480.0, 184.0)
BELOW_THE_KEYS: Final[Rect] = (490.0, 966.0, 830.0, 104.0)
"""Where what is said covers nothing."""
INSET: Final = 34.0
LOT_ROW: Final = 964.0
"""Upper edge of the keys while the lot is shown."""
SIGNS: Final[dict[MomentKind, str]] = {
    MomentKind.DORMIDA: "star",
    MomentKind.EARLY_WIN: "star",
    MomentKind.GRANDE: "$",
    MomentKind.TIE_BREAK: "/",
    MomentKind.DE_MANO: "hand",
    MomentKind.LAST_TURN: "tick",
    MomentKind.LEAD: "up",
    MomentKind.LEFT: "X",
    MomentKind.NOTE: "O",
}
"""How each moment is marked; where two fall together the one further up is seen."""


class Replay(Stage):
    """A log being watched. With `only`, one moment of it, which lies there until a press."""

    name = "replay"

    def __init__(
        self, app: App, setup: Setup, log: Iterable[Action], only: Moment | None = None
    ) -> None:
        self.course = course_of(setup, log)
        self.only = only
        self.at = only.begin if only else 0
        """How many actions have been done; the last of them may still be moving."""
        super().__init__(app, setup, self.course.state(self.at))
        self.playing = True
        self.speed = SPEEDS[0]
        self._due = app.clock() + READ
        self._rattle: float | None = None
        """Until which second of the motion the cup rattles."""
        self._marked: Moment | None = None
        """The moment that was gone to, until the match has moved on from it."""
        self._marks = _told_apart(self.course.moments, len(self.course))

    # ----------------------------------------------------------------- what stands

    @property
    def state(self) -> State:
        """Where the match stood after what is being seen."""
        return self.course.state(self.at)

    @property
    def end(self) -> int:
        """Where it stops by itself."""
        return self.only.at if self.only else len(self.course)

    @property
    def lingering(self) -> bool:
        """Until the next cup is taken up the sheet of those who noted is to be seen."""
        return not self.moving and self.shown.last_note is not None

    @property
    def message_place(self) -> Rect:
        """Below the cup, or below the keys; where there is no room either, over the strip."""
        state = self.shown
        if state.rules.hatches == 1 or state.phase is Phase.LOT:
            return STRIP if state.results else BELOW_THE_CUP
        full = len(state.sheets) > 4 or state.rules.team_size > 1
        return STRIP if full else BELOW_THE_KEYS

    @property
    def rate(self) -> float:
        """As fast as the one who watches wants it."""
        return self.speed

    # -------------------------------------------------------------------- moving on

    def step(self, seconds: float) -> None:
        """Advance what moves."""
        if self.player is None:
            return
        self._sound(self.player.step(seconds))
        self.app.prepare_one()
        if self._rattle is not None and self.player.time >= self._rattle:
            self._silence()
        if self.player.done:
            self._seen()

    def rest(self, now: float) -> bool:
        """Go on by itself when what lies there has been read."""
        if super().rest(now):
            return True
        if not self.playing or self.moving or now < self._due:
            return False
        self._advance()
        return True

    def _advance(self) -> None:
        """Do the next action, as it was done at the table."""
        before, state = self.pose(), self.state
        step = self.course.steps[self.at]
        self.at += 1
        clips = [*self._taking_up(step.action, before, state)]
        clips += self._clips(step.events, before, frozenset())
        if clips:
            self._play(clips, before)
        else:
            self._seen()

    def _taking_up(self, action: Action, before: Pose, state: State) -> list[tl.Clip[Pose]]:
        """Return how the cup is taken up and shaken, if the action is a roll."""
        still = self.own_dice or self.app.settings.reduced_motion
        if not isinstance(action, Roll) or still:
            return []
        clip = tl.seq(moves.gather(before, state), moves.shake())
        self._rattle = clip.duration / self.rate
        self.app.sounds.loop("cup.shake", dice=state.rolling or 5)
        return [clip]

    def _seen(self) -> None:
        """Come to rest where the match stood."""
        self._silence()
        self.player = self._writing = None
        self.shown, self._marked = self.state, None
        action = self.course.steps[self.at - 1].action if self.at else None
        wait = AFTER.get(type(action), BETWEEN) / self.speed if action else READ
        if self.at >= self.end:
            self.playing = False
        self._due = self.app.clock() + (2 * wait if self.only else wait)
        self._touch()

    def _silence(self) -> None:
        if self._rattle is not None:
            self._rattle = None
            self.app.sounds.stop_loop()

    # --------------------------------------------------------------------- the transport

    def go(self, at: int) -> None:
        """Stand where the match stood after so many actions, at once."""
        if self.moving:
            self.app.sounds.hush()
        self.at = min(max(0, at), len(self.course))
        self._seen()

    def toggle(self) -> None:
        """Play on, or stop; at the end play again from the beginning."""
        if not self.playing and self.at >= self.end:
            self.go(self.only.begin if self.only else 0)
        self.playing = not self.playing
        self._due = self.app.clock()
        self._touch()

    def forward(self) -> None:
        """One step on, in motion; what is moving comes to its end instead. Then it stands still."""
        self.playing = False
        if self.moving:
            self.go(self.at)
            return
        while self.at < len(self.course):
            self._advance()
            if self.moving or self._is_stop(self.at):
                break

    def back(self) -> None:
        """One step back, and stand still there; dice that were held one by one are one step."""
        self.playing = False
        at = self.at - 1
        while at > 0 and not self._is_stop(at):
            at -= 1
        self.go(at)

    def _is_stop(self, at: int) -> bool:
        """Whether a step ends here: not between two presses that hold dice."""
        around = self.course.steps[max(0, at - 1) : at + 1]
        return not (at and len(around) == 2 and all(isinstance(s.action, Hold) for s in around))

    def turn(self, by: int) -> None:
        """Go to the beginning of this turn (or, there already, of the one before), or the next."""
        turns = self.course.turns
        if by < 0:
            here = bisect_left(turns, self.at) - 1
            self.go(turns[max(0, here)])
        else:
            here = bisect_right(turns, self.at)
            self.go(turns[here] if here < len(turns) else len(self.course))

    def to_moment(self, moment: Moment) -> None:
        """Go to the turn of a moment, and play it."""
        self.go(moment.begin)
        self._marked, self.playing = moment, True
        self._due = self.app.clock() + READ

    def _beside(self, by: int) -> None:
        """Go to the moment before or after where the match stands."""
        marks = [m for m in self._marks if (m.begin - self._standing) * by > 0]
        if marks:
            self.to_moment(marks[0] if by > 0 else marks[-1])

    @property
    def _standing(self) -> int:
        """What "before" and "after" are counted from: a moment that was gone to counts itself."""
        return self._marked.begin if self._marked else self.at

    def _next_speed(self) -> None:
        number = SPEEDS.index(self.speed)
        self.speed = SPEEDS[(number + 1) % len(SPEEDS)]

    # ---------------------------------------------------------------------- presses

    def handle(self, intent: Intent) -> None:
        """Take what somebody who watches did."""
        act = self._shortcut(intent) if self.only is None else None
        if act is not None:
            act()
        elif intent == Shake(down=True):
            self.toggle()
        elif intent != Shake(down=False):
            super().handle(intent)
        self._touch()

    def _shortcut(self, intent: Intent) -> Callable[[], None] | None:  # noqa: PLR0911 - a case a key
        match intent:
            case Move(Step.LEFT):
                return self.back
            case Move(Step.RIGHT):
                return self.forward
            case Move(Step.UP):
                return lambda: self._beside(-1)
            case Move(Step.DOWN):
                return lambda: self._beside(1)
            case Key("page up"):
                return lambda: self.turn(-1)
            case Key("page down"):
                return lambda: self.turn(1)
            case Key("home"):
                return lambda: self.go(0)
            case Key("end"):
                return lambda: self.go(len(self.course))
            case _:
                return None

    def cancel(self) -> None:
        """Esc leaves."""
        self.app.sounds.hush()
        self.app.pop()

    def default_focus(self) -> str:
        """Return what Enter presses."""
        return "play" if self.only is None else "back"

    def widgets(self) -> Sequence[Widget]:
        """Return the transport, the strip with the moments, and the way back."""
        if self.only:
            return self._closing()
        wide = controls_of(self.shown).roll[0] > 1000 and self.shown.phase is not Phase.LOT
        places = _PLACES if wide else _places_in_a_row(self._row_at)
        begin = _("Es el comienzo.") if self.at == 0 else ""
        end = _("Es el final.") if self.at >= len(self.course) and not self.moving else ""
        play = _("Parar") if self.playing else _("Seguir")
        sign = ("pause",) if self.playing else ("play",)
        keys: list[tuple[str, tuple[str, ...], str, Callable[[], None], str]] = [
            ("start", ("|", "<"), _("Inicio"), lambda: self.go(0), begin),
            ("turn-back", ("<", "<"), _("Turno"), lambda: self.turn(-1), begin),
            ("step-back", ("<",), _("Paso"), self.back, begin),
            ("play", sign, play, self.toggle, ""),
            ("step-on", (">",), _("Paso"), self.forward, end),
            ("turn-on", (">", ">"), _("Turno"), lambda: self.turn(1), end),
            ("end", (">", "|"), _("Final"), lambda: self.go(len(self.course)), end),
        ]
        out: list[Widget] = [
            ChalkButton(id_, places[id_], glyphs, label, act, _skin(id_), why)
            for id_, glyphs, label, act, why in keys
        ]
        speed = _("Ritmo {n}×").format(n=round(self.speed)) if wide else f"{self.speed:.0f}×"
        out.append(Button("speed", places["speed"], speed, self._next_speed, pad=12))
        out.append(Button("back", places["back"], _("Volver"), self.cancel, "dark", pad=12))
        out.append(Strip(self))
        return out

    @property
    def _row_at(self) -> float:
        """Where the keys stand in a row: below the dice, or below the names of the lot."""
        return LOT_ROW if self.shown.phase is Phase.LOT else controls_of(self.shown).roll[1]

    def _closing(self) -> list[Widget]:
        """Return what there is while one throw is shown: once more, and back."""
        places = controls_of(self.shown)
        x, y, w, h = places.roll
        if x < 1000:
            half = (w - 12) / 2
            rects = ((x, y, half, h), (x + half + 12, y, half, h))
        else:
            rects = ((x, y + 40, w, 140.0), (x, y + 200, w, 110.0))
        again = Button("again", rects[0], _("Otra vez"), self._again, "red")
        return [again, Button("back", rects[1], _("Volver"), self.cancel, "dark")]

    def _again(self) -> None:
        if self.only:
            self.go(self.only.begin)
            self.playing = True
            self._touch()

    # ---------------------------------------------------------------------- picture

    def paint(self, painter: Painter, ahead: float) -> None:
        """Put the table on the painter; in the dark of a dormida the transport stays in sight."""
        super().paint(painter, ahead)
        if self.pose(ahead).dark > 0:
            items: list[Item] = []
            for widget in self.widgets():
                widget.paint(items, self.look(widget))
            painter.add(*items)

    def _hint(self) -> str:
        """Say nothing of what may be done; beside one throw say what it is."""
        return told.moment_name(self.only) if self.only else ""

    @property
    def line(self) -> str:
        """What is told on the strip: the moment that was gone to, or what was seen last."""
        if self._marked:
            return told.moment(self._marked, self.course.state(self._marked.at - 1))
        if self.shown.phase is Phase.OVER:
            return told.won(self.shown)
        at = self.at - 1 if self.moving else self.at
        while at > 0:
            step = self.course.steps[at - 1]
            if line := told.happened(step.events, step.state):
                return line
            at -= 1
        return _("Comienza la partida")


def _told_apart(moments: Sequence[Moment], length: int) -> tuple[Moment, ...]:
    """Leave out moments that would be marked on top of a greater one."""
    order = list(SIGNS)
    apart = NEAR / (STRIP[2] - 2 * INSET) * max(1, length)
    kept: list[Moment] = []
    for moment in sorted(moments, key=lambda moment: order.index(moment.kind)):
        if all(abs(moment.at - other.at) >= apart for other in kept):
            kept.append(moment)
    return tuple(sorted(kept, key=lambda moment: moment.at))


# --------------------------------------------------------------------------- the strip

STRIP: Final[Rect] = (772, 14, 590, 106)


class Strip:
    """A slip of paper with the match as a line: how far it is, and its moments as marks on it.

    A press on a mark plays that moment, one beside it goes to the turn that was played there.
    """

    id = "strip"
    rect = STRIP
    why = ""

    def __init__(self, replay: Replay) -> None:
        self._replay = replay

    def x(self, at: int) -> float:
        """Return where on the line so many actions are."""
        left, _top, wide, _high = self.rect
        return left + INSET + (wide - 2 * INSET) * at / max(1, len(self._replay.course))

    def press(self, x: float, y: float) -> None:
        """Play the moment that was pressed, or go to the turn there."""
        del y
        replay = self._replay
        near = min(replay._marks, key=lambda m: abs(self.x(m.at) - x), default=None)
        if near is not None and abs(self.x(near.at) - x) <= NEAR:
            replay.to_moment(near)
            return
        left, _top, wide, _high = self.rect
        share = min(1.0, max(0.0, (x - left - INSET) / (wide - 2 * INSET)))
        at = round(share * len(replay.course))
        turns = replay.course.turns
        replay.go(at if share >= 1 else turns[bisect_right(turns, at) - 1])

    def paint(self, items: list[Item], seen: Look) -> None:
        """Add the paper, what happened last in words, the line, and the marks."""
        left, top, wide, _high = self.rect
        replay, line = self._replay, top + 82
        items.append(Paper("row_0", *self.rect, tag="strip"))
        words = (replay.line, left + wide / 2, top + 27, 32, "print", look.INK, "centre")
        items.append(Text(*words, wide - 44, tag="strip.line"))
        length = wide - 2 * INSET
        way = (left + INSET, line - 11, length, 22.0)
        items.append(Ink("underline", *way, "pencil", 5))
        share = replay.at / max(1, len(replay.course))
        items.append(Ink("underline", *way, "red_pencil", 5, upto=share))
        for moment in replay._marks:
            items.append(_mark(moment, self.x(moment.at), line))
        here = (self.x(replay.at) - 8, line - 24, 16.0, 48.0)
        items.append(Ink("|", *here, "red_pencil", 3, tag="strip.here"))
        if seen.focused:
            focus_ring(items, self.rect)


def _mark(moment: Moment, x: float, line: float) -> Ink:
    glyph = SIGNS[moment.kind]
    w, h = (26.0, 34.0) if glyph in {"star", "hand", "$"} else (20.0, 26.0)
    pen = "blue" if glyph in {"up", "tick", "/"} else "red_pencil"
    return Ink(glyph, x - w / 2, line - h + 1, w, h, pen, moment.at, tag=f"mark.{moment.kind}")


# ------------------------------------------------------------------------------ places

_PLACES: Final[dict[str, Rect]] = {
    "step-back": (1384, 704, 128, 120),
    "play": (1520, 704, 244, 120),
    "step-on": (1772, 704, 128, 120),
    "start": (1384, 832, 123, 112),
    "turn-back": (1515, 832, 123, 112),
    "turn-on": (1646, 832, 123, 112),
    "end": (1777, 832, 123, 112),
    "speed": (1384, 952, 254, 104),
    "back": (1646, 952, 254, 104),
}
"""Under a sheet of one hatch."""


def _places_in_a_row(y: float) -> dict[str, Rect]:
    """Return the places below the dice, where a sheet of three hatches takes the usual ones."""
    order = ("start", "turn-back", "step-back", "play", "step-on", "turn-on", "end")
    places: dict[str, Rect] = {
        id_: (490.0 + number * 100, y, 94.0, 114.0) for number, id_ in enumerate(order)
    }
    return places | {"speed": (1196, y, 90.0, 114.0), "back": (1292, y, 152.0, 114.0)}


def _skin(id_: str) -> str:
    return "red" if id_ == "play" else "dark"
