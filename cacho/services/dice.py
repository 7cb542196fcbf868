"""Dice that the command line asked for: known faces first, for trying things out.

Owns only how they are mixed with the seeded ones; sources of dice themselves are the engine's.
"""

from collections.abc import Callable, Sequence

from cacho.engine import DiceSource, ScriptedDice

LOT_TURN = 0
"""The turn that stands for the lot in the coordinates of dice."""


class TurnsFirst:
    """Known faces for the turns; the lot is left to chance, so that the first face is a roll's."""

    def __init__(self, faces: Sequence[int], chance: DiceSource) -> None:
        self._known = ScriptedDice(faces, chance)
        self._chance = chance

    def faces(
        self, match_id: str, seat: int, turn: int, roll: int, places: tuple[int, ...]
    ) -> tuple[int, ...]:
        """See `engine.DiceSource`."""
        source = self._chance if turn == LOT_TURN else self._known
        return source.faces(match_id, seat, turn, roll, places)


def scripted_turns(faces: Sequence[int]) -> Callable[[DiceSource], DiceSource]:
    """Give what puts these faces before the dice of a match, roll after roll."""

    def mixed(chance: DiceSource) -> DiceSource:
        return TurnsFirst(faces, chance)

    return mixed
