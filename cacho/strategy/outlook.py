"""How a match stands: the chance of each team to win it, everybody playing for points from here on.

The dice that lie before a player alone are seen; those of a team only once they are noted. What is
approximated is told in `contest`.
"""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from cacho.engine import DICE, Phase, State

from .contest import Prospect, prospect, win_chances
from .flow import ends_from, notes_of
from .keeps import hand_of
from .scores import Scores
from .spread import Spread, mixed
from .tables import BOXES, Tables, Worth, after_note, sheet_index
from .turn import NO_GOAL, Turn


class Moving(NamedTuple):
    """How the team plays whose turn it is."""

    turn: Turn[float]
    worth: Worth[float]
    hatch_of: Callable[[int], int]
    """The hatch in which it notes a box."""


def outlook(state: State, tables: Tables, scores: Scores, moving: Moving) -> tuple[float, ...]:
    """For each team the chance to win, wins that are shared counting in parts; together 1."""
    if state.outcome is not None:
        return _parts(len(state.sheets), state.outcome.winners)
    if state.phase is Phase.TIE:
        return _parts(len(state.sheets), [state.team_of(seat) for seat in state.contenders])
    wins = state.rules.dormida == "wins"
    prospects = [prospect(scores, sheet, dormida_wins=wins) for sheet in state.sheets]
    if state.rolls and state.rules.team_size == 1:
        before = prospects[state.team]
        prospects[state.team] = _with_dice(state, tables, scores, moving, before)
    at = state.team_order.index(state.team)
    return win_chances(prospects, (*state.team_order[at:], *state.team_order[:at]))


def _parts(teams: int, winners: Iterable[int]) -> tuple[float, ...]:
    won = list(winners)
    return tuple((team in won) / len(won) for team in range(teams))


def _with_dice(
    state: State, tables: Tables, scores: Scores, moving: Moving, before: Prospect
) -> Prospect:
    """What a player may end with who has dice on the table."""
    sleeps = state.rules.dormida == "wins"
    bound = state.goal is not None and state.goal_at < state.rolls
    goal = BOXES.index(state.goal) if state.goal is not None and bound else NO_GOAL
    kind = (state.rolls, len(state.rolled) == DICE, goal)
    ends = ends_from(moving.turn, kind, hand_of(state.dice), tables if sleeps else None)
    parts: list[list[tuple[float, Spread]]] = [[] for _ in before.finals]
    for box, chances in enumerate(notes_of(moving.turn, tables, moving.worth, ends)):
        for points, chance in zip(tables.scale[box], chances, strict=True):
            if chance:
                hatch = moving.hatch_of(box)
                later = after_note(sheet_index(state.sheet, hatch), box)
                to_come = scores.awake(later) if sleeps else scores.all(later)
                total = state.sheet.hatch_totals[hatch] + points
                parts[hatch].append((chance, to_come.plus(total)))
    finals = []
    for hatch, found in enumerate(parts):
        elsewhere = sum(
            chance for at, other in enumerate(parts) if at != hatch for chance, _ in other
        )
        finals.append(mixed([*found, (elsewhere, before.finals[hatch])]))
    return Prospect(tuple(finals), before.turns)
