"""A player's home in a temporary folder, and ways to play a match in it."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from cacho.engine import CASUAL, Note, Roll, Seat, Setup
from cacho.services import i18n, lock
from cacho.services.paths import Home, prepare
from cacho.services.session import Session
from cacho.services.store import MatchStore

SEED = bytes(range(32))


@pytest.fixture(autouse=True)
def _spanish() -> Iterator[None]:
    before = i18n.current()
    i18n.set_language("es")
    yield
    i18n.set_language(before)


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    home = Home(tmp_path / "José Ñandú" / "datos", tmp_path / "José Ñandú" / "config")
    assert prepare(home) == ()
    yield home
    lock.release(home)


@pytest.fixture
def store(home: Home) -> Iterator[MatchStore]:
    store = MatchStore(home)
    yield store
    store.close()


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


__all__ = ["SEED", "Roll", "first_roll", "play", "play_out", "setup_of"]
