"""The coach at one table: when it speaks, what of its advice is seen, and the odds on the sheet.

Owns what was asked and what stands on the slip of paper. It is asked, or speaks by itself after a
mistake, as the settings have it; never for a bot, and never in a match without help. It reckons
beside the game, so that no frame waits.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from cacho.engine import (
    Action,
    Ask,
    Box,
    Declare,
    Faces,
    Help,
    Hold,
    Mark,
    State,
    points_by_hatch,
)
from cacho.services.i18n import gettext as _
from cacho.services.thinking import Thought
from cacho.strategy import Solution
from cacho.strategy.coach import ROUND, Advice, BoxOdds, ToWin, Unit, advise, odds_of
from cacho.strategy.plans import (
    Adviser,
    LeaveIt,
    NoteIn,
    Plan,
    RollOn,
    Valued,
    best_plan,
    misread,
    plan_before,
    value_of,
)
from cacho.ui import look
from cacho.ui.coachtext import advice_text, meant_aims, mistake_text
from cacho.ui.dicerow import paint_row
from cacho.ui.layout import Place, layout_of
from cacho.ui.painter import Glow, Ink, Item, Light, Paper, Rect, Text
from cacho.ui.partners import givers
from cacho.ui.pose import Pose, to_page
from cacho.ui.regulars import bot_of
from cacho.ui.widgets.prose import evened, fitting_size, height_of, wrapped
from cacho.ui.wording import decimal, percent

if TYPE_CHECKING:
    from cacho.ui.app import App

SLIP: Final[Rect] = (766, 4, 600, 134)
"""It ends where the highest die begins."""
HEAD: Final = 30.0
"""What its title takes."""
ROWS: Final = ((96.0, 52.0, 74.0), (66.0, 38.0, 66.0), (HEAD, 0.0, 0.0))
"""The same where dice stand beside it, how large those are, and how far apart: with much room, with
little, and with none."""
DIE: Final = 70.0
"""So far from the middle of a die that lies on the table the slip keeps, if there is room."""
LONGER: Final = 20.0
"""So much longer is the slip for a sentence that needs it."""
SLIP_ROOM: Final = SLIP[2] - 44
"""The longest line of its sentence."""
SLIP_SIZES: Final = (36.0, 34.0, 32.0, 30.0, 28.0, 26.0)
SLIP_LEADING: Final = 1.14
ASK: Final[Rect] = (404, 114, 184, 84)
ODDS: Final[Rect] = (456, 202, 132, 84)
"""Where the coach and the odds are asked: in the corner between the mouth of the cup and the dice,
which never come to rest there."""
TICK: Final = 44.0
TICKED: Final = ((52.0, -92.0), (-96.0, -92.0), (56.0, 28.0), (-100.0, 28.0))
"""Where the tick of a die may stand, from its middle: beside its upper right corner if there is
room, otherwise where the other dice are farthest."""
TICK_CLEAR: Final = 86.0
"""From so far on another die is not in its way."""
BAR: Final = 34.0
"""The part of a box, at its lower edge, that its odds take."""
INSET: Final = 13.0
"""What odds keep clear of the lines at both sides of a box."""
CLOSE: Final = 9.0
"""The same where a partner's sign takes room."""
WORDS: Final = 25.0
"""So far above the lower edge of a box their letters stand."""
MADE: Final = 3
"""With so many dice of its face a number counts as made; with fewer it is worth points, too."""
WHOLE: Final = 10.0
"""From so many points on what a note costs is told without tenths: there is no room for both."""
NARROW: Final = 120.0
"""A box of a sheet narrower than this shows its chance, or what it costs once no roll is left, and
only in the hatch where a note is worth most: it is as likely in the others."""
AT_ONCE: Final = 0.006
"""Seconds for which an answer is waited for; no frame comes late by it."""


class Past(NamedTuple):
    """Dice as they lay when something was decided, and the places that were better held."""

    dice: Faces
    hold: frozenset[int]

    @classmethod
    def of(cls, state: State, best: Plan) -> Past:
        """Return the dice of a state, with what the best plan holds."""
        return cls(state.dice, best.hold if isinstance(best, RollOn) else frozenset())


class Coaching:
    """Beside one table."""

    def __init__(self, app: App) -> None:
        self._app = app
        self.told = ""
        """The sentence on the slip; "" where there is none."""
        self.past: Past | None = None
        """The dice that it speaks of, where they do not lie on the table any more."""
        self.advice: Advice | None = None
        """What it is about, as long as it can be followed."""
        self._known: Solution | None = None
        """What was taken over; only the thread that reckons asks the copy of it."""
        self._copy: Solution | None = None
        self._asked: Thought[Advice | None] | None = None
        self._odds: tuple[State, Thought[tuple[BoxOdds, ...]]] | None = None
        self._seen: State | None = None
        """The state of which the odds were there when somebody looked last."""
        self._ready: tuple[int, int] | None = None
        """The turn that was thought of before anything was done in it."""
        self._mistake: tuple[str, Past] | None = None
        """What would have been better than what was just done, until that has been seen."""
        self._recorded: set[tuple[int, int, Help]] = set()

    # ------------------------------------------------------------------- what is possible

    def solution(self, state: State) -> Solution | None:
        """What the coach knows of the rules; None as long as it is being worked out."""
        solving = self._app.solving
        if solving is None or not state.helped:
            return None
        solving.ask(state.rules)
        return solving.solution(state.rules)

    def foresee(self, state: State) -> None:
        """Have the rules solved from the start of a match, where somebody may ask about them."""
        settings = self._app.settings
        if (settings.coach != "off" or settings.odds) and any(not seat.bot for seat in state.seats):
            self.solution(state)

    def offered(self, state: State) -> bool:
        """Whether it can be asked at this table."""
        return state.helped and self._app.settings.coach != "off" and bot_of(state) is None

    def why_not(self, state: State) -> str:
        """Say why it has nothing to say now; "" where it has."""
        if not state.deciding:
            return _("Primero tira: después te digo.")
        if self.solution(state) is None:
            return _("Todavía lo está pensando.")
        return ""

    @staticmethod
    def _unit(state: State, solution: Solution) -> Unit:
        """Among rivals it is the chance to win that counts, once all scores are known."""
        return "chance" if len(state.sheets) > 1 and solution.scored else "points"

    # --------------------------------------------------------------------------- asking

    def _apart(self, known: Solution) -> Solution:
        """The copy of a solution that the thread asks."""
        if self._copy is None or self._known is not known:
            self._known, self._copy = known, known.apart()
        return self._copy

    def ask(self, state: State) -> tuple[Ask, ...]:
        """Say what to do, or stop saying it; returns what is to be recorded of it."""
        if self.advice is not None or self._asked is not None:
            self.hush()
            return ()
        solution = self.solution(state)
        if solution is None:
            return ()
        unit, copy = self._unit(state, solution), self._apart(solution)
        self._asked = self._app.think(lambda: advise(state, copy, unit))
        self._answered(AT_ONCE)
        return self._record(state, Help.COACH)

    def _answered(self, wait: float = 0.0) -> bool:
        """Put what was asked on the slip as soon as it is known; True when it has just been."""
        if self._asked is None or not self._asked.done(wait):
            return False
        self.advice, self._asked = self._asked.answer, None
        self._say(advice_text(self.advice) if self.advice else "")
        return True

    def _say(self, told: str, past: Past | None = None) -> None:
        """Put a sentence on the slip; a message that lay there before is taken away."""
        self.told, self.past = told, past
        if told:
            self._app.fall_silent()

    def hush(self) -> None:
        """Take the slip away."""
        self.told, self.past, self.advice, self._asked = "", None, None, None

    def rest(self, state: State) -> bool:
        """Think of what is to be known of a state; True if there is more to see of it now."""
        self._be_ready(state)
        answered = self._answered()
        if not self.odds(state) or self._seen is state:
            return answered
        self._seen = state
        return True

    def _be_ready(self, state: State) -> None:
        """Reckon a turn ahead where its decisions will be judged: then the roll does not wait."""
        turn = (state.seat, state.round)
        if self._ready == turn or not self._judges(state):
            return
        solution = self.solution(state)
        if solution is not None:
            adviser = self._adviser(state, solution)
            self._ready = turn
            self._app.think(lambda: adviser.weigh(state))

    def odds(self, state: State) -> tuple[BoxOdds, ...]:
        """The odds of every open box, if they are to be seen and are known."""
        settings = self._app.settings
        if not (settings.odds and state.helped and state.deciding) or bot_of(state):
            return ()
        if self._odds is None or self._odds[0] is not state:
            solution = self.solution(state)
            if solution is None:
                return ()
            copy = self._apart(solution)
            self._odds = state, self._app.think(lambda: odds_of(state, copy))
            self._odds[1].done(AT_ONCE)
        thought = self._odds[1]
        return thought.answer if thought.done() else ()

    def seen_odds(self, state: State) -> tuple[Ask, ...]:
        """What is to be recorded once the odds were seen."""
        return self._record(state, Help.ODDS) if self.odds(state) else ()

    def _record(self, state: State, kind: Help) -> tuple[Ask, ...]:
        """Once a turn of each player is enough."""
        key = (state.seat, state.round, kind)
        if key in self._recorded:
            return ()
        self._recorded.add(key)
        return (Ask(state.seat, kind),)

    # ------------------------------------------------------------------------- mistakes

    def before(self, state: State, action: Action) -> tuple[Ask, ...]:
        """Judge what is about to be done; returns what is to be recorded if it was a mistake."""
        if isinstance(action, Ask):
            return ()
        if not isinstance(action, Hold | Declare):
            self.hush()
        self._mistake = self._judged(state, action)
        return self._record(state, Help.COACH) if self._mistake else ()

    def _judges(self, state: State) -> bool:
        """Whether it looks at what is done in a state."""
        watches = self._app.settings.coach == "mistakes" and state.helped
        return watches and state.deciding and bot_of(state) is None

    def _adviser(self, state: State, solution: Solution) -> Adviser:
        """Who weighs for the thread that reckons."""
        copy = self._apart(solution)
        return copy if self._unit(state, solution) == "points" else ToWin(copy)

    def _judged(self, state: State, action: Action) -> tuple[str, Past] | None:
        """Say what would be better than an action, with the dice; None where it is good enough."""
        played = plan_before(state, action)
        if played is None or not self._judges(state):
            return None
        solution = self.solution(state)
        if solution is None:
            return None
        unit, adviser = self._unit(state, solution), self._adviser(state, solution)
        best, given = self._app.think(lambda: _weighed(state, action, adviser)).answer
        given += misread(state, action) if unit == "points" else 0
        least = self._app.settings.coach_from * (1.0 if unit == "points" else 0.01)
        if given < least:
            return None
        return mistake_text(state, best, played, given, unit), Past.of(state, best.plan)

    def settled(self) -> None:
        """What was done has been seen: say what would have been better."""
        mistake, self._mistake = self._mistake, None
        if mistake:
            self._say(*mistake)

    # --------------------------------------------------------------------------- picture

    @property
    def lit(self) -> frozenset[int]:
        """The places of the dice that are to be held."""
        plan = self.advice.plan if self.advice else None
        return plan.hold if isinstance(plan, RollOn) else frozenset()

    def paint_slip(self, items: list[Item], pose: Pose) -> None:
        """Add the slip of paper with the sentence, unless a message is to be read there.

        `pose` is how the dice lie now: the slip keeps clear of them.
        """
        if not self.told or self._app.said:
            return
        room = room_above(pose)
        head, edge, step = row_for(self.told, room) if self.past else ROWS[-1]
        (x, y, w, h), size = slip_for(self.told, head, room)
        items.append(Paper("row_2", x, y, w, h, angle=-0.4, tag="slip"))
        label = (_("Consejo"), x + 20, y + 16, 26, "hand", look.ALARM)
        items.append(Text(*label, tag="slip.label"))
        if self.past and edge:
            wide = step * len(self.past.dice)
            row = (x + (w - wide) / 2, y + 6, wide, head)
            paint_row(items, self.past.dice, row, edge, self.past.hold, "slip")
        lines = wrapped(self.told, "print", size, evened(self.told, "print", size, SLIP_ROOM))
        top = y + head + 3 + (h - head) / 2 - (len(lines) - 1) * size * SLIP_LEADING / 2
        for number, line in enumerate(lines):
            place = (x + w / 2, top + number * size * SLIP_LEADING - 4, size, "print", look.INK)
            items.append(Text(line, *place, "centre", SLIP_ROOM + 20, tag="slip.text"))

    def paint_sheet(
        self, items: list[Item], state: State, worth: Mapping[tuple[Box, int], int]
    ) -> None:
        """Add to the large sheet the box that is meant, ringed, and the odds.

        `worth` is what the dice bring as they are read now. What a note costs is told of the best
        reading, so not where another is shown.
        """
        odds, meant = {(one.box, one.hatch): one for one in self.odds(state)}, self._meant(state)
        given, best = givers(state), points_by_hatch(state)
        for place in _next_places(state):
            key = (place.box, place.hatch)
            if key in meant:
                _paint_meant(items, place, lower=BAR if odds else 0.0)
            if key in odds and (
                place.cell[2] >= NARROW or place.hatch == self._hatch(state, place.box)
            ):
                aside = 36.0 if place.box in given else 0.0
                now, one = worth.get(key), odds[key]
                shown = one if now == best.get(key) else replace(one, cost=None)
                _paint_odds(items, place, shown, aside, bool(now))

    def _meant(self, state: State) -> frozenset[tuple[Box, int]]:
        """The boxes that the advice is about: the one to note or to declare, else the likeliest."""
        if self.advice is None:
            return frozenset()
        match self.advice.plan:
            case NoteIn(box=box, hatch=hatch):
                return frozenset({(box, hatch)})
            case RollOn(goal=Box() as box):
                boxes = {box}
            case RollOn():
                boxes = {aim.box for aim in meant_aims(self.advice)[:1]}
            case LeaveIt():
                return frozenset()
        return frozenset((box, self._hatch(state, box)) for box in boxes)

    def _hatch(self, state: State, box: Box) -> int:
        """The hatch that is worth most without an open box (R-30)."""
        able = [hatch for one, hatch in state.sheet.open_places if one is box]
        solution = self.solution(state) if len(able) > 1 else None
        if solution is None:
            return able[0]
        sheet, mark = state.sheet, Mark(0)

        def left(hatch: int) -> float:
            return round(solution.value(sheet.with_mark(box, mark, hatch)), 6)

        return max(able, key=left)  # of equal ones the first


def legend() -> str:
    """Say what the odds on the sheet are, and what the points above them are not."""
    return _(
        "En gris, los puntos si anotas ahora. Abajo, la chance de lograr la casilla si tiras; "
        "en rojo, lo que pierdes si anotas."
    )


def room_above(pose: Pose) -> float:
    """How long the slip may be before it lies over a die."""
    left, top, wide, _high = SLIP
    lying = [to_page(die.at) for die in pose.dice if die is not None]
    below = [y for x, y in lying if left - DIE < x < left + wide + DIE]
    return min(below, default=math.inf) - DIE - top


def row_for(told: str, room: float) -> tuple[float, float, float]:
    """Which of the `ROWS` there is room for: the sentence comes first, then the dice below it."""
    much, little, none = ROWS
    if room >= SLIP[3] + much[0]:
        return much
    (_x, _y, _w, high), _size = slip_for(told, little[0], room)
    return little if high <= max(room, SLIP[3] + LONGER) else none


def slip_for(told: str, head: float = HEAD, room: float = 0.0) -> tuple[Rect, float]:
    """The place of the slip, and the size of its letters.

    With dice in its `head` it is longer where there is `room`, else its letters are smaller. It is
    longer, and nearer to the dice, only for the longest sentences; should one need still more room,
    the slip lies over a die sooner than that a word is cut.
    """
    x, y, w, h = SLIP
    usual = max(h, min(room, h + head - HEAD))
    for high in (usual, usual + LONGER):
        size = fitting_size((told,), SLIP_ROOM, high - head, SLIP_SIZES, leading=SLIP_LEADING)
        needed = head + height_of(told, SLIP_ROOM, size, leading=SLIP_LEADING)
        if needed <= high:
            break
    return (x, y, w, max(high, needed)), size


def _weighed(state: State, action: Action, adviser: Adviser) -> tuple[Valued, float]:
    """The best plan, and what an action gives away against it."""
    best, value = best_plan(state, adviser), value_of(state, action, adviser)
    return best, 0.0 if value is None else best.value - value


def _next_places(state: State) -> Iterator[Place]:
    """The places of the large sheet that take the next mark of their box."""
    for place in layout_of(state.sheet).places:
        if place.slot == len(state.sheet.marks(place.box, place.hatch)):
            yield place


def _paint_meant(items: list[Item], place: Place, lower: float) -> None:
    """Let a light fall on a box, and ring it; `lower` is left free for its odds."""
    x, y, w, h = place.cell
    tag = f"advised.{place.name}"
    top = y + (12 if place.box is Box.GRANDE and w >= NARROW else 38)  # clear of the name
    high = y + h - lower - top - 4
    items.append(Glow(x + 18, top + 8, w - 36, high - 16, alpha=70, tag=tag))
    items.append(Ink("ring", x + 5, top, w - 10, high, "pencil", 5, tag=tag))


def _paint_odds(items: list[Item], place: Place, odds: BoxOdds, aside: float, points: bool) -> None:
    """Add how likely the box is, and what noting it costs; a narrow one has room for one of them.

    `aside` is what the sign of a partner takes at the left; `points`: whether the dice are worth
    some there now.
    """
    if odds.chance is not None:
        _paint_chance(items, place, odds.chance, aside, points)
    if odds.cost is not None and (place.cell[2] >= NARROW or odds.chance is None):
        _paint_cost(items, place, odds.cost, aside, alone=odds.chance is None)


def _paint_chance(
    items: list[Item], place: Place, chance: float, aside: float, points: bool
) -> None:
    """Add a bar as long as the box is likely, and its chance in a hundred.

    Of a number it is told what is likely, three dice of its face: what they are worth now stands
    above. Where there is no room for that, or no need, an empty bar alone says "not by rolling"
    below points: "0 %" would seem to deny them.
    """
    x, y, w, h = place.cell
    inset = CLOSE if aside else INSET
    left, wide, middle, words = x + inset, w - 2 * inset, y + h - 9, y + h - WORDS
    tag = f"odds.{place.name}"
    items.append(Ink("underline", left, middle - 2, wide, 6.0, "pencil", 3, alpha=120, tag=tag))
    if chance > 0:
        bar = (left, middle - 6, max(6.0, wide * chance), 11.0)
        for seed in (3, 8):
            items.append(Ink("scribble", *bar, "pencil", seed, tag=f"{tag}.bar"))
    told, face = percent(chance), place.box.face
    room = w >= NARROW and not aside and told != percent(1)
    goal = f"{MADE}{look.pips(face)} " if face and room else ""
    if points and not goal and told == percent(0):
        return
    if w < NARROW:
        where = (x + w - INSET, words, 26, "print", look.INK, "right", w * 0.6)
        items.append(Text(told.replace(" ", ""), *where, tag=f"{tag}.chance"))
        return
    where = (left + aside, words, 26, "print", look.INK, "left", w * 0.59 - aside)
    items.append(Text(goal + told, *where, tag=f"{tag}.chance"))


def _paint_cost(items: list[Item], place: Place, cost: float, aside: float, alone: bool) -> None:
    """Add how much less than with the best the sheet ends if the box is noted; "=": it is best.

    `alone`, without a chance beside it, it stands in the middle if the box is wide enough.
    """
    x, y, w, h = place.cell
    best = cost > -ROUND
    less = decimal(-cost, 0 if cost <= -WHOLE else 1)
    told = "=" if best else "\N{MINUS SIGN}" + less
    colour = look.INK if best else look.ALARM
    how = (26, "print", colour)
    if alone and w >= NARROW:
        where = (x + w / 2, y + h - WORDS, *how, "centre", w * 0.44)
    else:
        right = x + w - (CLOSE if aside else INSET)
        where = (right, y + h - WORDS, *how, "right", w * (0.6 if alone else 0.44))
    items.append(Text(told, *where, tag=f"odds.{place.name}.cost"))


def paint_lit(
    items: list[Item], pose: Pose, places: frozenset[int], clear_of: Rect = (0, 0, 0, 0)
) -> None:
    """Let a light fall on the dice that are to be held, and tick them with chalk.

    No tick stands where a slip lies over the table: `clear_of`.
    """
    lying = {place: to_page(die.at) for place, die in enumerate(pose.dice, 1) if die is not None}
    for place in sorted(places & lying.keys()):
        x, y = lying[place]
        others = [at for other, at in lying.items() if other != place]
        corners = [(x + dx, y + dy) for dx, dy in TICKED]
        left, top = max(
            [corner for corner in corners if not _under(clear_of, corner)],
            key=lambda corner: min(TICK_CLEAR, _nearest(corner, others)),
        )
        items.append(Light(x, y + 8, 132, alpha=165, tag="advised"))
        items.append(Ink("tick", left, top, TICK, TICK, "chalk", place, tag="advised.tick"))


def _under(slip: Rect, corner: tuple[float, float]) -> bool:
    """Whether a tick would lie under a slip of paper, or touch it."""
    (x, y, w, h), (left, top) = slip, corner
    return x - TICK < left < x + w and top < y + h


def _nearest(corner: tuple[float, float], dice: Iterable[tuple[float, float]]) -> float:
    """How far the middle of a tick is from the nearest of some dice."""
    middle = (corner[0] + TICK / 2, corner[1] + TICK / 2)
    return min((math.dist(middle, at) for at in dice), default=TICK_CLEAR)
