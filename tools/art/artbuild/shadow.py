"""Clean-up of rendered shadow layers."""

from __future__ import annotations

import numpy as np
from PIL import Image

SHADOW_TINT = (8, 3, 0)
FEATHER = 0.16


def clean_shadow(image: Image.Image) -> Image.Image:
    """Shadow-catcher layers keep a faint veil up to the frame's edge: subtract it and feather
    the border.
    """
    alpha = np.asarray(image.convert("RGBA"), np.float32)[..., 3]
    border = np.concatenate(
        [alpha[:4].ravel(), alpha[-4:].ravel(), alpha[:, :4].ravel(), alpha[:, -4:].ravel()]
    )
    veil = np.percentile(border, 60)
    alpha = np.clip((alpha - veil) / (255 - veil), 0, 1) * 255
    height, width = alpha.shape
    fade = np.outer(_fade(height), _fade(width))
    out = np.zeros((height, width, 4), np.uint8)
    out[..., :3] = SHADOW_TINT
    out[..., 3] = np.clip(alpha * fade * fade * (3 - 2 * fade), 0, 255)
    return Image.fromarray(out, "RGBA")


def _fade(size: int) -> np.ndarray:
    index = np.arange(size)
    return np.clip(np.minimum(index, size - 1 - index) / (size * FEATHER), 0, 1)
