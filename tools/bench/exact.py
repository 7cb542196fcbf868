"""How quickly the best play is worked out, and how quickly it answers, in time of one core."""

import statistics
import subprocess
import sys
import time
from collections.abc import Callable

from cacho.engine import CASUAL, PRESETS, Match, Seat, SeededDice, Setup, State
from cacho.strategy import Solution, Weighed, solve
from tools.bench.measures import Figure
from tools.desktop import ROOT, Screen

SOLVED = 3
"""Times that each tradition is solved."""
MATCHES = 3
SOLVE = """
import sys, time
from cacho.engine import PRESETS
from cacho.strategy import solve
start = time.process_time()
solution = solve(PRESETS[sys.argv[1]])
solved = time.process_time()
solution.complete()
print(solved - start, time.process_time() - solved)
"""
"""Solves in a process of its own, where nothing is known yet."""


def exact_play(_screen: Screen) -> list[Figure]:
    """Solving every tradition, and deciding in whole matches of Casual."""
    figures = []
    for name in PRESETS:
        solved, scored = solve_times(name)
        limit = 0.6 if name == CASUAL.name else 5.0
        figures.append(Figure(f"{name}: solved", solved, "s", limit))
        figures.append(Figure(f"{name}: all scores", scored, "s"))
    solution = solve(CASUAL)
    solution.complete()
    points = decision_times(solution.weigh, solution, seats=1)
    win = decision_times(solution.weigh_to_win, solution, seats=6)
    return [
        *figures,
        Figure("decision for points, median", statistics.median(points), "ms", 1.0),
        Figure("decision for points, 95 %", statistics.quantiles(points, n=20)[-1], "ms"),
        Figure("decision to win against five, median", statistics.median(win), "ms", 8.0),
        Figure("decision to win against five, slowest", max(win), "ms", 8.0),
    ]


def solve_times(name: str) -> tuple[float, float]:
    """Seconds to solve a tradition, and to reckon all its scores; the median of some."""
    runs = []
    for _ in range(SOLVED):
        command = [sys.executable, "-c", SOLVE, name]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
        runs.append([float(word) for word in done.stdout.split()])
    solved, scored = (statistics.median(times) for times in zip(*runs, strict=True))
    return solved, scored


def decision_times(
    weigh: Callable[[State], tuple[Weighed, ...]], solution: Solution, seats: int
) -> list[float]:
    """Milliseconds of every decision of some matches."""
    times = []
    for number in range(MATCHES if seats == 1 else 1):
        names = tuple(Seat(f"J{seat}") for seat in range(seats))
        match = Match(Setup(CASUAL, names, 0, f"bench-{number}"), SeededDice(b"cacho" * 4))
        while not match.over:
            start = time.process_time()
            weigh(match.state)
            times.append((time.process_time() - start) * 1000)
            match.submit(solution.best(match.state))
    return times
