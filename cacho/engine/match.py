"""The one mutable object of the engine: a state, the log that led to it, and a source of dice.

Draws the faces an action needs and keeps the log. Must not decide rules (`transition`) or write
anything anywhere (whoever owns the match does).
"""

from .actions import Action, IllegalAction, Lot, Roll
from .dice import DiceSource, DuplicateDice, SeededDice
from .events import Event
from .figures import PLACES
from .state import Phase, Setup, State, new_state, teams_of
from .transition import apply_legal, legal_actions, why_not


def dice_of(setup: Setup, seed: bytes) -> DiceSource:
    """The dice that a seed gives a match, as agreed in its setup."""
    if not setup.duplicate:
        return SeededDice(seed)
    teams = teams_of(len(setup.seats), setup.rules.team_size)
    return DuplicateDice(seed, teams, setup.rules.rounds)


class Match:
    """A match being played: `state` now, and `log`, the actions with their faces that led to it."""

    def __init__(self, setup: Setup, source: DiceSource) -> None:
        self._setup = setup
        self._source = source
        self._state = new_state(setup)
        self._log: list[Action] = []

    @property
    def setup(self) -> Setup:
        """What was agreed before the first roll."""
        return self._setup

    @property
    def state(self) -> State:
        """Where the match stands."""
        return self._state

    @property
    def log(self) -> tuple[Action, ...]:
        """Every action so far, faces filled in, take-backs included."""
        return tuple(self._log)

    @property
    def legal_actions(self) -> tuple[Action, ...]:
        """Everything that may be done now."""
        return legal_actions(self._state)

    @property
    def over(self) -> bool:
        """Whether the match has ended; a take-back may open it again (R-17)."""
        return self._state.phase is Phase.OVER

    def prepare(self, action: Action) -> Action:
        """Fill in the faces that `action` leaves open; nothing changes, so it may be repeated.

        Raises `IllegalAction`, and `OutOfDice` when the source has no faces for it.
        """
        if reason := why_not(self._state, action):
            raise IllegalAction(action, reason)
        match action:
            case Lot(None):
                return Lot(self._lot_faces())
            case Roll(None, bajo):
                return Roll(self._roll_faces(), bajo)
            case _:
                return action

    def submit(self, action: Action) -> tuple[Event, ...]:
        """Do `action`, log it, and tell what happened. Raises as `prepare` does."""
        prepared = self.prepare(action)
        self._state, events = apply_legal(self._state, prepared)
        self._log.append(prepared)
        return events

    def _lot_faces(self) -> tuple[int, ...]:
        number = len(self._state.lot) + 1
        one_die = (1,)
        return tuple(
            self._source.faces(self._setup.match_id, seat, 0, number, one_die)[0]
            for seat in self._state.contenders
        )

    def _roll_faces(self) -> tuple[int, ...]:
        state = self._state
        places = tuple(sorted(PLACES - state.held))
        turn, roll = state.roll_coordinates
        return self._source.faces(self._setup.match_id, state.seat, turn, roll, places)
