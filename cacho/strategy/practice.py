"""A table of positions to practise with, the same for everybody on one day.

They come from matches played well, with dice that follow from the date, from the first box of a
sheet to nearly the last. Owns which positions are worth a question; what is right is told by a
`Solution`.
"""

from collections.abc import Iterator
from hashlib import sha256
from typing import Final

from cacho.engine import Match, Note, Phase, Roll, Seat, SeededDice, Setup, State

from .plans import weighed_plans
from .solution import Solution
from .stored import rules_key

POSITIONS: Final = 10
TRIES: Final = 30
"""So many dice are tried for one position; then the last one has to do."""
TELLING: Final = 0.4
"""Points by which the best plan is better than any other in a position worth a question."""
CLOSE: Final = 6.0
"""By more than this it is no question."""


def positions(date: str, solution: Solution, name: str = "-") -> Iterator[State | None]:
    """Yield the ten positions of a day, and None now and then while one is looked for.

    `date` is any text, e.g. 2026-11-30; `name` is what the player is called. No help may be asked
    in them.
    """
    for number in range(1, POSITIONS + 1):
        found: State | None = None
        for attempt in range(TRIES):
            found = _position(date, number, attempt, solution, name) or found
            if found is not None and _is_telling(found, solution):
                break
            yield None
        yield found


def _position(date: str, number: int, attempt: int, solution: Solution, name: str) -> State | None:
    """A position after some turns; None where the match was over before, or nothing is decided."""
    rules = solution.rules
    key = f"{date} {number} {attempt} {rules_key(rules)}"
    seed = sha256(key.encode()).digest()
    setup = Setup(rules, (Seat(name),), helped=False)
    match = Match(setup, SeededDice(seed))
    turns = (number - 1) * (rules.rounds - 1) // (POSITIONS - 1)
    while match.state.sheet.noted < turns and match.state.phase is Phase.TURN:
        match.submit(solution.best(match.state))
    rolls = 1 + seed[0] % rules.rolls
    while match.state.phase is Phase.TURN and match.state.rolls < rolls:
        if match.state.rolls and not _rolls_on(match, solution):
            break
        match.submit(Roll())
    return match.state if match.state.deciding else None


def _rolls_on(match: Match, solution: Solution) -> bool:
    """Hold and declare what is best for the next roll; False where noting is best."""
    while not isinstance(action := solution.best(match.state), Roll):
        if isinstance(action, Note):
            return False
        match.submit(action)
    return True


def _is_telling(state: State, solution: Solution) -> bool:
    """Whether there is something to think about: a best plan, and another one not far behind."""
    best, *others = (plan.value for plan in weighed_plans(state, solution))
    return bool(others) and TELLING <= best - others[0] <= CLOSE
