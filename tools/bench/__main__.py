"""Measure what players would notice: start, frames, idling, answers to presses, memory, size.

    python -m tools.bench             # everything; about five minutes
    python -m tools.bench roll still  # only some
    python -m tools.bench --write     # and renew docs/performance.md

Runs the real program on a private display. Prints a table and writes var/bench.json. Machines
differ: the start is measured in turns with a bare pygame-ce window, and only the difference has a
limit. Nothing else should run meanwhile.
"""

import argparse
import json
import os
import platform
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

import psutil
import pygame

from tools.bench import company, exact, keeping, meanwhile, measures
from tools.bench.measures import Figure
from tools.desktop import ROOT, Screen, missing_programs

RESULTS = ROOT / "var" / "bench.json"
PAGE = ROOT / "docs" / "performance.md"
BUSY = 0.1
"""A machine of which others take more than this share is no place to measure."""
MARKS = ("<!-- figures -->\n", "<!-- end of figures -->\n")
MEASURES: dict[str, Callable[[Screen], list[Figure]]] = {
    "start": measures.start_from_source,
    "package": measures.start_from_package,
    "still": measures.still_table,
    "title": measures.title,
    "roll": measures.rolls,
    "large": measures.large_rolls,
    "golpe": measures.golpes,
    "slow": measures.slow_rolls,
    "die": measures.one_die,
    "press": measures.presses,
    "size": measures.sizes,
    "history": keeping.history,
    "record": keeping.record,
    "exact": exact.exact_play,
    "bots": company.company,
    "meanwhile": meanwhile.meanwhile,
}


@dataclass(frozen=True)
class Machine:
    """What the figures were measured on."""

    processor: str
    cores: int
    memory_gb: float
    system: str
    python: str
    pygame: str
    commit: str
    day: str


def main() -> int:
    """Measure, print, keep."""
    options = argparse.ArgumentParser(prog="tools.bench", description=__doc__.splitlines()[0])
    options.add_argument("names", nargs="*", choices=[[], *MEASURES], help=", ".join(MEASURES))
    options.add_argument("--write", action="store_true", help="renew docs/performance.md")
    wanted = options.parse_args()
    if lacking := missing_programs():
        print(f"the measurements need {', '.join(lacking)}: make deps", file=sys.stderr)
        return 2
    machine = this_machine()
    figures: list[Figure] = []
    others = 0.0
    with Screen(1920, 1080) as screen:
        for name in wanted.names or MEASURES:
            print(f"measuring: {name}", file=sys.stderr)
            others = max(others, measures.wait_for_calm())
            new = MEASURES[name](screen)
            print(table(new), file=sys.stderr)
            figures += new
    print(table(figures))
    if others > BUSY:
        print(f"\nOther programs took up to {others:.0%} of the machine: no fair figures.")
    RESULTS.parent.mkdir(exist_ok=True)
    told = {
        "machine": asdict(machine),
        "others": others,
        "figures": [asdict(figure) for figure in figures],
    }
    RESULTS.write_text(json.dumps(told, indent=2) + "\n", encoding="utf-8")
    if wanted.write:
        renew_page(machine, figures)
    return 0


def table(figures: list[Figure]) -> str:
    """A Markdown table: what, measured, limit, and whether it holds."""
    rows = [("what", "measured", "limit", ""), ("---", "---:", "---:", "---")]
    for figure in figures:
        held = "" if figure.limit is None else ("yes" if figure.value <= figure.limit else "**no**")
        limit = "" if figure.limit is None else f"{figure.limit:g} {figure.unit}"
        rows.append((figure.what, f"{figure.value:.4g} {figure.unit}", limit, held))
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def renew_page(machine: Machine, figures: list[Figure]) -> None:
    """Put the figures and the machine between the two marks of docs/performance.md."""
    text = PAGE.read_text(encoding="utf-8")
    before, _, rest = text.partition(MARKS[0])
    _, _, after = rest.partition(MARKS[1])
    measured = f"""
Measured on {machine.day} at commit {machine.commit}: {machine.processor}, {machine.cores} cores,
{machine.memory_gb:.0f} GB, no graphics card, {machine.system}, Python {machine.python},
pygame-ce {machine.pygame}.

{table(figures)}
"""
    PAGE.write_text(before + MARKS[0] + measured + MARKS[1] + after, encoding="utf-8")


def this_machine() -> Machine:
    """Name the machine, the versions and the commit."""
    return Machine(
        processor=processor_name(),
        cores=os.cpu_count() or 0,
        memory_gb=psutil.virtual_memory().total / 1e9,
        system=f"{platform.system()} {platform.release().split('-')[0]}",
        python=platform.python_version(),
        pygame=pygame.version.ver,
        commit=measures.commit(),
        day=time.strftime("%Y-%m-%d"),
    )


def processor_name() -> str:
    """The processor as the system calls it."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        return next(line.split(":")[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


if __name__ == "__main__":
    sys.exit(main())
