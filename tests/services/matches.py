"""Ways to begin and to play a match in a test."""

import random
from pathlib import Path

from cacho.engine import (
    CASUAL,
    DiceSource,
    Match,
    Note,
    Ruleset,
    Seat,
    SeededDice,
    Setup,
    commitment,
    points_of,
    record_text,
)
from cacho.services.paths import Home
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


def played(
    match_id: str,
    *names: str,
    rules: Ruleset = CASUAL,
    seed: bytes = SEED,
    date: str | None = "2026-11-30T21:04",
    dice: DiceSource | None = None,
) -> Match:
    """A match that was played the shortest way, without a disk."""
    seats = tuple(map(Seat, names or ("Ana", "Luis")))
    setup = Setup(rules, seats, 0, match_id, None if dice else commitment(seed), date=date)
    match = Match(setup, dice or SeededDice(seed))
    while not match.over:
        actions = match.legal_actions
        notes = [action for action in actions if isinstance(action, Note)]
        best = max(notes, key=lambda note: points_of(match.state)[note.box], default=None)
        match.submit(best or actions[0])
    return match


def put(home: Home, match: Match, name: str = "", more: str = "") -> Path:
    """Lay the record of a match with the finished ones."""
    path = home.finished / (name or f"{match.setup.match_id}.cacho")
    path.write_text(record_text(match) + more, "utf-8")
    return path
