"""The game's typefaces: the script subsets of a family merged into one TrueType file each.

    python -m artbuild.fonts PACKAGES DEJAVU      writes assets/fonts/*.ttf and manifest.json

PACKAGES is a folder that holds the unpacked npm packages `@fontsource/<family>`, one folder
`<family>` each; DEJAVU is the path of `DejaVuSans.ttf`. Only the subsets named below are used. The
manifest keeps, for each font, the characters it has (as ranges), so that the game can tell
beforehand what it must take from the fallback and never shows a box for a missing letter.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

from fontTools import subset
from fontTools.merge import Merger, Options
from fontTools.ttLib import TTFont

from artbuild import FONTS

OFL = "OFL-1.1"


@dataclass(frozen=True)
class Family:
    """A handwriting family and the subsets of it that are merged."""

    id: str
    package: str
    weight: int
    scripts: tuple[str, ...]


FAMILIES = (
    Family("hand", "caveat-brush", 400, ("latin", "latin-ext")),
    Family("pen", "caveat", 700, ("latin", "latin-ext", "cyrillic", "cyrillic-ext")),
    Family("print", "patrick-hand", 400, ("latin", "latin-ext", "vietnamese")),
    Family("kalam", "kalam", 700, ("latin", "latin-ext")),
)
FALLBACK_RANGES = (
    (0x20, 0x7E),
    (0xA0, 0x24F),
    (0x2B0, 0x2FF),
    (0x370, 0x3FF),
    (0x400, 0x52F),
    (0x5B0, 0x5F4),
    (0x600, 0x6FF),
    (0x10D0, 0x10FA),
    (0x1E00, 0x1EFF),
    (0x2010, 0x2044),
    (0x20A0, 0x20BF),
    (0x2190, 0x21A9),
    (0x2200, 0x2265),
    (0x25A0, 0x25CF),
    (0x2605, 0x2606),
    (0x2680, 0x2685),
    (0x2713, 0x2718),
    (0xFB50, 0xFDFB),
    (0xFE70, 0xFEFC),
)
"""What the fallback keeps of DejaVu Sans: other alphabets for names, arrows, dice, signs."""


def merged(packages: Path, family: Family) -> TTFont:
    """Return one font of all the subsets; the first that has a character gives its glyph."""
    options = Options()
    options.drop_tables = ["STAT"]
    folder = packages / family.package / "files"
    files = [
        str(folder / f"{family.package}-{script}-{family.weight}-normal.woff")
        for script in family.scripts
    ]
    font = Merger(options).merge(files)
    font.flavor = None
    return font


def fallback(path: Path) -> TTFont:
    """Return the part of DejaVu Sans that the game may need, its layout rules kept."""
    font = TTFont(path)
    options = subset.Options()
    options.layout_features = ["*"]
    options.hinting = False
    options.notdef_outline = True
    options.name_IDs = ["*"]
    worker = subset.Subsetter(options)
    worker.populate(unicodes=[c for a, b in FALLBACK_RANGES for c in range(a, b + 1)])
    worker.subset(font)
    return font


def ranges(font: TTFont) -> list[list[int]]:
    """Return the characters with a drawn glyph as a list of first and last code points."""
    out: list[list[int]] = []
    for code in sorted(font.getBestCmap()):
        if out and code == out[-1][1] + 1:
            out[-1][1] = code
        else:
            out.append([code, code])
    return out


def height_of(font: TTFont, letter: str) -> float:
    """Return how far a letter reaches above the base line, font units."""
    return float(font["glyf"][font.getBestCmap()[ord(letter)]].yMax)


def describe(id_: str, file: Path, font: TTFont, licence: str, source: str) -> dict[str, object]:
    """Return the manifest entry; heights are shares of the em."""
    em = font["head"].unitsPerEm
    return {
        "id": id_,
        "file": file.name,
        "family": font["name"].getBestFamilyName(),
        "cap_height": round(height_of(font, "H") / em, 4),
        "x_height": round(height_of(font, "x") / em, 4),
        "licence": licence,
        "licence_file": f"{file.stem}.LICENSE.txt",
        "source": source,
        "generator": "artbuild.fonts",
        "sha256": hashlib.sha256(file.read_bytes()).hexdigest(),
        "coverage": ranges(font),
    }


def save(font: TTFont, file: Path) -> None:
    """Write a font with the time stamp it came with, so that the same input gives the same file."""
    font.recalcTimestamp = False
    font.save(file)


def main() -> None:
    """Write the fonts and their manifest."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("packages", type=Path)
    parser.add_argument("dejavu", type=Path)
    arguments = parser.parse_args()
    FONTS.mkdir(parents=True, exist_ok=True)
    entries = []
    for family in FAMILIES:
        file = FONTS / f"{family.package}.ttf"
        save(merged(arguments.packages, family), file)
        source = f"npm @fontsource/{family.package} 5.3.0, {', '.join(family.scripts)}"
        entries.append(describe(family.id, file, TTFont(file), OFL, source))
    file = FONTS / "dejavu-sans.ttf"
    save(fallback(arguments.dejavu), file)
    entries.append(
        describe("fallback", file, TTFont(file), "Bitstream-Vera", "DejaVu Sans 2.37, a subset")
    )
    document = {"format": 1, "fonts": entries}
    text = json.dumps(document, separators=(",", ":"), ensure_ascii=False)
    (FONTS / "manifest.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
