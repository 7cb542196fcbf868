"""A match step by step, and its moments: what of it is worth seeing again.

Owns which moments a match has, and what the throw of the game is. Reads a log and decides no rule;
how a moment is told or shown is the screen's matter.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from .actions import Action
from .events import (
    Dormida,
    EarlyWin,
    Event,
    Noted,
    SeatLeft,
    StarterChosen,
    TakenBack,
    TieBreakBegan,
    TurnPassed,
)
from .rules import DORMIDA_POINTS, Box
from .state import Setup, State, new_state
from .transition import apply


class MomentKind(StrEnum):
    """What makes a moment one."""

    DORMIDA = "dormida"
    """Five alike de mano, whether they won or were noted as 100 (R-13)."""
    EARLY_WIN = "early-win"
    """The belly of gold, or the fours (R-27, R-28)."""
    GRANDE = "grande"
    """A Grande that was noted with its points (R-11)."""
    DE_MANO = "de-mano"
    """An escalera, full or poker noted de mano (R-12)."""
    NOTE = "note"
    """Any other note; only ever the throw of the game."""
    LEAD = "lead"
    """At the end of a round another team is alone in front than was so last."""
    LEFT = "left"
    """A player went home (R-32)."""
    TIE_BREAK = "tie-break"
    """Those who tied begin to roll for the win (R-31)."""
    LAST_TURN = "last-turn"
    """The turn that ended the match."""


@dataclass(frozen=True)
class Moment:
    """A moment: after `at` actions it has been seen; `begin` actions lead up to its turn."""

    kind: MomentKind
    at: int
    begin: int
    seat: int
    box: Box | None = None
    points: int = 0


class Step(NamedTuple):
    """An action, what happened, and where the match stood then."""

    action: Action
    events: tuple[Event, ...]
    state: State


@dataclass(frozen=True)
class Course:
    """A match from its beginning: `state(0)` is before the first action."""

    begin: State
    steps: tuple[Step, ...]

    def __len__(self) -> int:
        return len(self.steps)

    def state(self, at: int) -> State:
        """Where the match stood after `at` actions."""
        return self.steps[at - 1].state if at else self.begin

    @cached_property
    def turns(self) -> tuple[int, ...]:
        """After how many actions each turn began, the lot and the tie-break included."""
        begun = (StarterChosen, TurnPassed, TieBreakBegan)
        starts = [
            at
            for at, step in enumerate(self.steps, 1)
            if any(isinstance(event, begun) for event in step.events)
        ]
        return (0, *starts)

    def turn_of(self, at: int) -> int:
        """After how many actions the turn began that action number `at` belongs to."""
        return self._begins[at]

    @cached_property
    def _begins(self) -> tuple[int, ...]:
        """For each action, counted from 1, where its turn began: also once a note was undone."""
        begins, turns, now = [0], set(self.turns), 0
        noted: dict[tuple[int, Box, int, int], int] = {}
        for at, step in enumerate(self.steps, 1):
            begins.append(now)
            for event in step.events:
                match event:
                    case Noted():
                        noted[_place(event)] = now
                    case TakenBack():
                        now = noted[_place(event)]
                    case _:
                        pass
            now = at if at in turns else now
        return tuple(begins)

    @cached_property
    def notes(self) -> tuple[tuple[int, Noted], ...]:
        """Every note that was not taken back, with the number of actions up to it."""
        notes: dict[tuple[int, Box, int, int], tuple[int, Noted]] = {}
        for at, step in enumerate(self.steps, 1):
            for event in step.events:
                match event:
                    case Noted():
                        notes[_place(event)] = (at, event)
                    case TakenBack():
                        del notes[_place(event)]
                    case _:
                        pass
        return tuple(sorted(notes.values(), key=lambda note: note[0]))

    @cached_property
    def moments(self) -> tuple[Moment, ...]:
        """Everything worth seeing again, as it came."""
        found = [*self._noted(), *self._happened(), *self._leads(), *self._end()]
        return tuple(sorted(found, key=lambda moment: moment.at))

    @cached_property
    def throw(self) -> Moment | None:
        """The throw of the game: one that ended it at once, else the note of the most points.

        A dormida or an early win comes first. Of notes with as many points that of fewer rolls,
        then the later one. None where nobody has noted a point.
        """
        for moment in self.moments:
            if moment.kind is MomentKind.EARLY_WIN or _won(moment):
                return moment
        scored = [note for note in self.notes if note[1].points]
        if not scored:
            return None
        at, note = max(scored, key=lambda one: (one[1].points, -self._rolls(*one), one[0]))
        return self._moment(_kind_of(note) or MomentKind.NOTE, at, note)

    def _rolls(self, at: int, note: Noted) -> int:
        """With how many rolls the dice of a note were made."""
        return self.state(at - 1).on_table[note.series].roll

    def _moment(self, kind: MomentKind, at: int, note: Noted) -> Moment:
        return Moment(kind, at, self.turn_of(at), note.seat, note.box, note.points)

    def _noted(self) -> Iterator[Moment]:
        for at, note in self.notes:
            if kind := _kind_of(note):
                yield self._moment(kind, at, note)

    def _happened(self) -> Iterator[Moment]:
        for at, step in enumerate(self.steps, 1):
            for event in step.events:
                match event:
                    case SeatLeft(seat):
                        yield Moment(MomentKind.LEFT, at, at - 1, seat)
                    case Dormida(seat) if at not in self._given_up:
                        yield Moment(MomentKind.DORMIDA, at, self.turn_of(at), seat)
                    case EarlyWin(seat) if at not in self._given_up:
                        yield Moment(MomentKind.EARLY_WIN, at, self.turn_of(at), seat)
                    case TieBreakBegan(seats) if at not in self._given_up:
                        yield Moment(MomentKind.TIE_BREAK, at, at, seats[0])
                    case _:
                        pass

    @cached_property
    def _given_up(self) -> frozenset[int]:
        """The notes that were taken back, and all that came between a note and its taking back."""
        noted: dict[tuple[int, Box, int, int], int] = {}
        given_up: set[int] = set()
        for at, step in enumerate(self.steps, 1):
            for event in step.events:
                match event:
                    case Noted():
                        noted[_place(event)] = at
                    case TakenBack():
                        given_up |= set(range(noted.pop(_place(event)), at))
                    case _:
                        pass
        return frozenset(given_up)

    def _leads(self) -> Iterator[Moment]:
        """Yield each change of the lead from one round's end to another's."""
        last: int | None = None
        for at, _note in self.notes:
            state, before = self.state(at), self.state(at - 1)
            if (state.round, state.phase) == (before.round, before.phase):
                continue
            first = leader(state)
            if first is not None and last is not None and first != last:
                yield Moment(MomentKind.LEAD, at, self.turn_of(at), state.teams[first][0])
            last = last if first is None else first

    def _end(self) -> Iterator[Moment]:
        """Yield the turn that ended the match: a dormida's, else that of the last note."""
        state = self.state(len(self))
        if state.outcome is not None and state.outcome.kind == "dormida":
            yield Moment(MomentKind.LAST_TURN, len(self), self.turn_of(len(self)), state.seat)
        elif state.outcome is not None and self.notes:
            at, note = self.notes[-1]
            yield Moment(MomentKind.LAST_TURN, at, self.turn_of(at), note.seat)


def course_of(setup: Setup, log: Iterable[Action]) -> Course:
    """Play a log again. Raises `IllegalAction` where the rules do not allow an action."""
    state = begin = new_state(setup)
    steps: list[Step] = []
    for action in log:
        state, events = apply(state, action)
        steps.append(Step(action, events, state))
    return Course(begin, tuple(steps))


def leader(state: State) -> int | None:
    """The team that is alone in front, by game points where hatches count (R-30); else None."""
    standing = list(zip(state.game_points or state.totals, state.totals, strict=True))
    best = max(standing)
    return standing.index(best) if standing.count(best) == 1 else None


def _kind_of(note: Noted) -> MomentKind | None:
    if note.points == DORMIDA_POINTS:
        return MomentKind.DORMIDA
    if note.box is Box.GRANDE and not note.crossed:
        return MomentKind.GRANDE
    return MomentKind.DE_MANO if note.de_mano else None


def _won(moment: Moment) -> bool:
    """Whether a dormida ended the match; one that was noted has a box."""
    return moment.kind is MomentKind.DORMIDA and moment.box is None


def _place(event: Noted | TakenBack) -> tuple[int, Box, int, int]:
    """Whose note it is, and where it stands; the same partner notes and takes back."""
    return event.seat, event.box, event.slot, event.hatch
