"""var/art/throws.npz -> assets/throws/throws.bin, which the standard library can read.

python -m artbuild.export_throws      after artbuild.bake_throws
"""

from __future__ import annotations

import json
import zlib

import numpy as np

from artbuild import THROWS, WORK


def main() -> None:
    """Write the plain file beside the numpy one."""
    with np.load(WORK / "throws.npz") as data:
        header = {
            "throws": data["table"].tolist(),
            "events": [[round(float(v), 4) for v in row] for row in data["events"]],
        }
        motion = zlib.compress(data["motion"].astype("<i2").tobytes(), 9)
    line = json.dumps(header, separators=(",", ":")).encode()
    (THROWS / "throws.bin").write_bytes(line + b"\n" + motion)


if __name__ == "__main__":
    main()
