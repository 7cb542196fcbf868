"""A chart is read against its lines: bars, band and ground share one scale."""

import pygame as pg
import pytest

from cacho.services.fairness import judge
from cacho.ui import charts
from cacho.ui.drawing import ink
from cacho.ui.painter import Ink

CHART = (140, 200, 1020, 440)
NEAR = 4
"""Units by which the hand may miss."""


def inked(mark: Ink) -> pg.Rect:
    """Return where the ink of a mark lies when it is drawn in a window of 1920 x 1080."""
    ((glyph, box, seed),) = ink.parts(mark.glyph, (mark.x, mark.y, mark.w, mark.h), mark.seed)
    surface = pg.Surface((1920, 1080), pg.SRCALPHA, 32)
    ink.Mark(glyph, box, ink.PENS[mark.pen], seed).draw(surface)
    return surface.get_bounding_rect(60)


def drawn(counts: tuple[int, ...]) -> dict[str, pg.Rect]:
    """Return where the ink of each bar, the edges of the band and the ground lie."""
    items: list = []
    charts.columns(items, CHART, counts, judge(counts).band)
    marks = [item for item in items if isinstance(item, Ink)]
    upper, lower = (inked(mark) for mark in marks if mark.tag == "edge")
    bars = {mark.tag: inked(mark) for mark in marks if mark.tag.startswith("column.")}
    return {**bars, "upper": upper, "lower": lower, "ground": inked(marks[-1])}


@pytest.mark.parametrize(
    "counts",
    [
        (62, 59, 65, 59, 61, 77),
        (11, 12, 9, 8, 14, 10),
        (42, 88, 41, 89, 64, 60),
        (2900, 3000, 3100, 3050, 3010, 2800),
        (1, 0, 2, 0, 1, 3),
    ],
)
def test_every_bar_ends_where_its_count_lies_beside_the_band(counts: tuple[int, ...]) -> None:
    seen = drawn(counts)
    ground, upper, lower = (seen[line].centery for line in ("ground", "upper", "lower"))
    least, most = judge(counts).band
    one = (ground - upper) / most
    assert ground - lower == pytest.approx(least * one, abs=NEAR)
    for face, count in enumerate(counts, 1):
        bar = seen.get(f"column.{face}")
        assert (bar is None) == (count == 0)
        if bar is not None:
            assert bar.top == pytest.approx(ground - count * one, abs=NEAR), count
            assert bar.bottom == pytest.approx(ground, abs=NEAR), count


def test_the_whole_top_of_a_bar_is_level() -> None:
    """Each stroke of a bar goes up to its count and down to the ground, within a few units."""
    for high in (30, 120, 396):
        for seed in range(6):
            strokes = ink.strokes("bar", (0, 0, 84, high), ink.BLUE_PEN, seed)
            for ys in ([y for _x, y in stroke] for stroke in strokes):
                turns = [
                    y
                    for before, y, after in zip(ys, ys[1:], ys[2:], strict=False)
                    if (y - before) * (after - y) < 0
                ]
                assert len(turns) > 5
                assert all(min(y, high - y) < 2 * NEAR for y in turns), turns


def test_the_ground_and_the_edges_of_the_band_are_drawn_once_and_straight() -> None:
    seen = drawn((62, 59, 65, 59, 61, 77))
    for line in ("ground", "upper", "lower"):
        assert seen[line].h <= 2 * NEAR
        assert seen[line].w == pytest.approx(CHART[2], abs=2 * NEAR)
