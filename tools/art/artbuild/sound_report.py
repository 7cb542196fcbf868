"""Writes the table of figures in docs/sound.md from assets/sounds/manifest.json.

    python -m artbuild.sound_report      after artbuild.manifest

Only what stands between the two marks is written; the rest of the page is written by hand.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

from artbuild import ROOT, SOUNDS

PAGE = ROOT / "docs" / "sound.md"
BEGIN, END = "<!-- figures: written by artbuild.sound_report -->", "<!-- end of figures -->"
HEAD = (
    "| group | sounds | seconds | peak dB | wanted | LUFS | −20 dB | centroid | 15–85 % energy |",
    "| --- | --- | --- | --- | --- | --- | --- | --- | --- |",
)

Entry = dict[str, Any]


def span(values: Iterable[float], digits: int = 0) -> str:
    """Return the least and the largest of some values, or the one they all are."""
    ordered = sorted(round(v, digits) for v in values)
    low, high = (f"{v:.{digits}f}".replace("-", "−") for v in (ordered[0], ordered[-1]))
    return low if low == high else f"{low} … {high}"


def rows(entries: list[Entry]) -> Iterator[str]:
    """Yield a line of the table for each group."""
    for group, members in groupby(entries, key=lambda entry: entry["group"]):
        found = list(members)
        bands = [[e["band_hz"][side] for e in found] for side in (0, 1)]
        low, high = (round(sum(side) / len(side)) for side in bands)
        centroid = round(sum(e["centroid_hz"] for e in found) / len(found))
        decay = "loop" if "loop" in found[0] else span(e["decay_ms"] for e in found) + " ms"
        cells = (
            f"`{group}`",
            str(len(found)),
            span((e["seconds"] for e in found), 2),
            span((e["peak_db"] for e in found), 1),
            span((e["level_lufs"] for e in found), 1),
            span((e["loudness_lufs"] for e in found), 1),
            decay,
            f"{centroid} Hz",
            f"{low}–{high} Hz",
        )
        yield f"| {' | '.join(cells)} |"


def main() -> None:
    """Put the table into the page."""
    entries = json.loads((SOUNDS / "manifest.json").read_text(encoding="utf-8"))["sounds"]
    table = "\n".join((*HEAD, *rows(entries)))
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    PAGE.write_text(f"{before}{BEGIN}\n{table}\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
