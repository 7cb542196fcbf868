"""The title with cup and dice laid on it, in one picture: what is seen first should cost least.

Drawn by the game's own canvas from the carved table and its sprites, at 1920 x 1080; larger windows
lay cup and dice themselves, so that they stay crisp.

python -m artbuild.laid
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT))

TARGET = ROOT / "assets" / "sprites" / "table" / "laid_1080.jpg"


def main() -> None:
    """Write assets/sprites/table/laid_1080.jpg."""
    import pygame as pg

    from cacho.ui.offscreen import OffscreenWindow
    from cacho.ui.painter import Backdrop, Item
    from cacho.ui.scenes.menu import still_life
    from cacho.ui.scenes.title import ACES, CUP

    window = OffscreenWindow((1920, 1080))
    items: list[Item] = [Backdrop("title")]
    still_life(items, ACES, CUP)
    window.show((tuple(items),))
    pg.image.save(window.surface, TARGET)
    print(TARGET.relative_to(ROOT), TARGET.stat().st_size // 1024, "KB")


if __name__ == "__main__":
    main()
