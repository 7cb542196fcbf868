"""Ways to begin and to play a match in a test."""

import random

from cacho.engine import CASUAL, Note, Seat, Setup
from cacho.services.session import Session

SEED = bytes(range(32))


def setup_of(*names: str, match_id: str = "f00d") -> Setup:
    seats = tuple(map(Seat, names or ("Ana", "José Ñandú")))
    return Setup(CASUAL, seats, "lot" if len(seats) > 1 else 0, match_id)


def play(session: Session, actions: int, chance: random.Random) -> None:
    """Make that many actions at random, fewer if the match ends."""
    for _ in range(actions):
        if not session.over:
            session.submit(chance.choice(session.match.legal_actions))


def play_out(session: Session) -> None:
    """Play on to the end the shortest way: one roll a turn, the first open box."""
    while not session.over:
        actions = session.match.legal_actions
        notes = [action for action in actions if isinstance(action, Note)]
        session.submit(notes[0] if notes else actions[0])


def first_roll(session: Session) -> None:
    """Settle the lot and make the first roll of the first turn."""
    while not session.state.rolls:
        session.submit(session.match.legal_actions[0])
