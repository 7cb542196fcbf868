"""The beats of a bot's turn: what it does next, and when, so that everybody can follow.

Owns the pauses between two acts and the thought behind the next one. Asks, never acts: the table
does what comes out. A pause that is over while the thought is not done lasts a little longer, and
nobody notices; where the rules have not been solved yet it can be seen that the bot thinks.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Final

from cacho.engine import Action, Level, State, legal_actions
from cacho.strategy import Solution, Wits, choose
from cacho.ui.regulars import bot_of

if TYPE_CHECKING:
    from cacho.engine import Setup
    from cacho.services.thinking import Thought
    from cacho.ui.app import App

PACES: Final = {"slow": 1.8, "normal": 1.0, "fast": 0.45, "instant": 0.0}
"""How long pauses are at each pace, beside the usual."""
RATES: Final = {"slow": 1.0, "normal": 1.3, "fast": 2.0, "instant": 1.0}
"""How many times as fast as a person's bots' dice move."""
EXACT: Final = (Level.MAESTRO, Level.TIBURON)
"""The levels that play by the solution of the rules, and wait for it."""
PATIENCE: Final = 15.0
"""Seconds after which, once in a match, they play on without it."""
MOMENT: Final = 0.6
"""A shorter wait is not told of."""
UNDO_SECONDS: Final = 1.6
"""So long at least a person's note can be taken back before a bot rolls, at any pace."""
AT_ONCE: Final = 0.012
"""Seconds for which an instant bot's thought is waited for: less than a picture would take that
shows nothing but that it thinks, and no frame comes late by it."""


class Beat(Enum):
    """What was seen last, and how long it wants to be looked at, in seconds."""

    NOTED = 1.3
    """Somebody noted: the mark."""
    LANDED = 0.9
    """Dice fell."""
    SHOWN = 0.7
    """Dice were ringed or turned over, a box was declared."""
    CAME = 0.5
    """Somebody came to the table, or back from a menu."""


class Beats:
    """When the bots of a match act, and what they do."""

    def __init__(self, app: App, setup: Setup) -> None:
        self._app = app
        self._seed = setup.match_id
        self.wits = Wits(setup.rules)
        self._known: Solution | None = None
        """What was taken over; the bots' thread asks a copy of it."""
        for seat in setup.seats:
            if seat.bot is not None:
                self._ask(seat.bot)
        self._due = 0.0
        self._thought: Thought[Action] | None = None
        self._about: State | None = None
        self.ponders = False
        """Whether a bot has been waiting for a while until the rules are solved."""
        self._waits_from: float | None = None
        """When one began to wait, the first time in the match."""

    @property
    def instant(self) -> bool:
        """Whether bots act without a pause, and without anything moving."""
        return self._app.settings.pace == "instant"

    @property
    def rate(self) -> float:
        """How many times as fast as usual a bot's things move."""
        return RATES[self._app.settings.pace]

    def pause(self, beat: Beat, least: float = 0.0) -> None:
        """Let what happened be looked at before the next act."""
        seconds = max(least, beat.value * PACES[self._app.settings.pace])
        self._due = self._app.clock() + seconds

    def hurry(self) -> None:
        """End the pause, and the wait for what is not known."""
        self._due = self._app.clock()
        if self._waits_from is not None:
            self._waits_from = self._due - PATIENCE

    def _ask(self, level: Level) -> None:
        """Have the best play worked out for those who need it."""
        if self._app.solving is not None and level in EXACT:
            self._app.solving.ask(self.wits.rules)

    def _learn(self) -> None:
        """Take over what is known by now."""
        solving = self._app.solving
        known = solving.solution(self.wits.rules) if solving is not None else None
        if known is not None and known is not self._known:
            self._known, self.wits.exact = known, known.apart()

    def _knows_enough(self, level: Level) -> bool:
        """Whether it knows all it goes by, or nothing more will come."""
        if level not in EXACT or self._app.solving is None:
            return True
        if self._known is not None and (self._known.scored or level is not Level.TIBURON):
            return True
        return self._app.solving.settled(self.wits.rules)

    def _must_wait(self, state: State, level: Level) -> bool:
        """Whether there is something to decide, and that takes more than is known so far."""
        if self._knows_enough(level) or len(legal_actions(state)) == 1:
            return False
        now = self._app.clock()
        if self._waits_from is None:
            self._waits_from = now
        self.ponders = MOMENT < now - self._waits_from < PATIENCE
        return now < self._waits_from + PATIENCE

    def next_act(self, state: State) -> Action | None:
        """Return what the bot does now; None while it pauses or thinks."""
        level = bot_of(state)
        if level is None:
            return None
        if self._about is not state:
            self._about, self._thought = state, None
            self._ask(level)
        if self._thought is None:
            self._learn()
            if self._must_wait(state, level):
                return None
            self.ponders = False
            wits, seed = self.wits, self._seed
            self._thought = self._app.think(lambda: choose(state, level, wits, seed))
        late = self._app.clock() >= self._due
        if late and self._thought.done(AT_ONCE if self.instant else 0.0):
            return self._thought.answer
        return None
