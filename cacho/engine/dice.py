"""Where faces come from: the protocol `DiceSource`, seeded, duplicate and scripted dice.

A source is asked by coordinates (match, seat, turn, roll, place) and answers the same coordinates
with the same faces, so that no take-back and no reload ever buys a new roll. Owns the derivation
of faces from a seed, which `docs/record.md` defines for other programs. Must not know the rules.
"""

import hashlib
import hmac
from collections.abc import Iterable, Sequence
from typing import Final, Protocol

MIN_SEED: Final = 16
"""Bytes; a new match uses 32."""


class OutOfDice(LookupError):  # noqa: N818 - named for what it is
    """A source has no face for these coordinates."""


class DiceSource(Protocol):
    """Anything that answers which faces fall."""

    def faces(
        self, match_id: str, seat: int, turn: int, roll: int, places: tuple[int, ...]
    ) -> tuple[int, ...]:
        """The faces of the dice on `places`, in that order; always the same for the same question.

        `seat` is an index; `turn` is the round of the match, from 1, 0 for the lot, and the round
        after the last for a tie-break; `roll` is the roll of the turn, or the round of the lot or
        the tie-break, from 1, and goes on counting where a player has a further series in one
        turn; `places` are 1 to 5, and 1 in the lot. Raises `OutOfDice`.
        """
        ...


class SeededDice:
    """Faces derived from a secret seed with HMAC-SHA256, as `docs/record.md` defines them."""

    def __init__(self, seed: bytes) -> None:
        if len(seed) < MIN_SEED:
            raise ValueError(f"a seed has at least {MIN_SEED} bytes")
        self._seed = seed

    def faces(
        self, match_id: str, seat: int, turn: int, roll: int, places: tuple[int, ...]
    ) -> tuple[int, ...]:
        """See `DiceSource`."""
        return tuple(
            derived_face(self._seed, f"{match_id} {seat + 1} {turn} {roll} {place}")
            for place in places
        )


class DuplicateDice:
    """Seeded dice of which every team gets the same, each in a shuffled order of its own.

    What falls for a team in one round falls for another in another round, so nobody at the table
    has seen before what is to come, and at the end all have had the same dice. `teams` are the
    seats of each; partners get different dice. The lot and a tie-break go as with `SeededDice`.
    `docs/record.md` defines it.
    """

    def __init__(self, seed: bytes, teams: Sequence[Sequence[int]], rounds: int) -> None:
        self._plain = SeededDice(seed)
        self._seed = seed
        self._rounds = rounds
        self._places = {
            seat: (team, partner)
            for team, seats in enumerate(teams)
            for partner, seat in enumerate(seats)
        }
        self._orders: dict[tuple[str, int], list[int]] = {}

    def faces(
        self, match_id: str, seat: int, turn: int, roll: int, places: tuple[int, ...]
    ) -> tuple[int, ...]:
        """See `DiceSource`."""
        if not 1 <= turn <= self._rounds:
            return self._plain.faces(match_id, seat, turn, roll, places)
        team, partner = self._places[seat]
        dealt = self._order(match_id, team)[turn - 1]
        return self._plain.faces(match_id, partner, dealt, roll, places)

    def _order(self, match_id: str, team: int) -> list[int]:
        """The rounds from 1 in the order in which a team gets their dice."""
        if (match_id, team) not in self._orders:
            rounds = range(1, self._rounds + 1)
            self._orders[match_id, team] = sorted(
                rounds, key=lambda turn: self._shuffled(f"{match_id} {team + 1} {turn}")
            )
        return self._orders[match_id, team]

    def _shuffled(self, coordinates: str) -> bytes:
        message = f"cacho/1 order {coordinates}".encode("ascii")
        return hmac.digest(self._seed, message, "sha256")


def derived_face(seed: bytes, coordinates: str) -> int:
    """The face at `coordinates`, written "match seat turn roll place" with the seat from 1.

    The first byte below 252 of HMAC-SHA256(seed, "cacho/1 " + coordinates + " " + block), with
    block 0, 1, 2 ..., gives `byte % 6 + 1`. 252 is a multiple of 6, so faces are equally likely.
    """
    block = 0
    while True:
        message = f"cacho/1 {coordinates} {block}".encode("ascii")
        for byte in hmac.digest(seed, message, "sha256"):
            if byte < 252:
                return byte % 6 + 1
        block += 1


def commitment(seed: bytes) -> str:
    """The SHA-256 of a seed in hex, shown before the match so that the seed cannot change."""
    return hashlib.sha256(seed).hexdigest()


class ScriptedDice:
    """Faces from a list, one a die in the order asked for; then from another source, if any.

    It remembers what it has answered, so that the same coordinates keep their face.
    """

    def __init__(self, faces: Iterable[int], then: DiceSource | None = None) -> None:
        self._script = list(faces)
        if not all(face in range(1, 7) for face in self._script):
            raise ValueError("faces are 1 to 6")
        self._next = 0
        self._then = then
        self._given: dict[tuple[str, int, int, int, int], int] = {}

    def faces(
        self, match_id: str, seat: int, turn: int, roll: int, places: tuple[int, ...]
    ) -> tuple[int, ...]:
        """See `DiceSource`."""
        return tuple(self._face(match_id, seat, turn, roll, place) for place in places)

    def _face(self, match_id: str, seat: int, turn: int, roll: int, place: int) -> int:
        coordinates = (match_id, seat, turn, roll, place)
        if coordinates not in self._given:
            self._given[coordinates] = self._draw(*coordinates)
        return self._given[coordinates]

    def _draw(self, match_id: str, seat: int, turn: int, roll: int, place: int) -> int:
        if self._next < len(self._script):
            self._next += 1
            return self._script[self._next - 1]
        if self._then is None:
            raise OutOfDice("the script has no more faces")
        (face,) = self._then.faces(match_id, seat, turn, roll, (place,))
        return face
