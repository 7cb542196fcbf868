"""The best play of Cacho, exactly: what every sheet, hold and note is worth, under any rules.

    >>> from cacho.engine import CASUAL, Match, Roll, Seat, ScriptedDice, Setup
    >>> solution = solve(CASUAL)
    >>> round(solution.expected, 6)
    160.014957
    >>> match = Match(Setup(CASUAL, (Seat("Ana"),)), ScriptedDice([3, 3, 6, 1, 2]))
    >>> _ = match.submit(Roll())
    >>> best, *others = solution.weigh(match.state)
    >>> best.action
    Hold(places=frozenset({1, 2}))
    >>> round(best.value - others[0].value, 3) >= 0
    True

Pure, like the engine it stands on: no clock, chance, disk, screen or language comes in here.

Words:

to play for points  to make the most points of a sheet, whatever the others do: five alike de mano
            count as their box (or 100), early wins are ignored, the game goes on to the last box.
solution    what every sheet is still worth under the best play for points: `solve`.
wits        what a player that the program has knows of the rules; it chooses what to do: `choose`.
to weigh    to say of every action of a state what is to be expected after it: the points of its
            sheet (`Solution.weigh`), or the chance to win (`Solution.weigh_to_win`).
scores      how likely every number of points is: `Solution.scores`, a `Spread`.
awake       without a dormida: `Solution.awake_scores`.
abreast     reckoned for many sheets in one step.
"""

from .advice import Weighed
from .bots import Wits, choose
from .solution import Solution, solve
from .spread import Spread
from .stored import SolutionError, rules_key

__all__ = [
    "Solution",
    "SolutionError",
    "Spread",
    "Weighed",
    "Wits",
    "choose",
    "rules_key",
    "solve",
]
