"""Build-time part of the art: renders and synthesises everything under `assets/`."""

from pathlib import Path

KIT = Path(__file__).resolve().parent.parent
ROOT = KIT.parent.parent
ASSETS = ROOT / "assets"
SPRITES = ASSETS / "sprites"
SOUNDS = ASSETS / "sounds"
FONTS = ASSETS / "fonts"
THROWS = ASSETS / "throws"
ICON = ASSETS / "icon"
WORK = ROOT / "var" / "art"
"""Intermediate files and previews; not committed."""
