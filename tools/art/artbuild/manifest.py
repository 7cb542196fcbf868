"""Writes the manifests of sprites, sounds, throws and icon from what lies in assets/.

    python -m artbuild.manifest

What cannot be read off a file comes from the scripts that made it: the cup's poses from
`var/art/cup.json`, the sounds' levels from `var/art/sounds.json`; where those are missing the
values of the present manifest are kept.
"""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import Any

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ["SDL_AUDIODRIVER"] = "dummy"

import pygame as pg

from artbuild import ICON, SOUNDS, SPRITES, THROWS, WORK

LICENCE = "MIT"
REFERENCE = (1920, 1080)
SHAKE_SHADOWS = {
    f"shake_{k}": f"shake_{near}" for k, near in enumerate((0, 0, 2, 2, 5, 5, 5, 7, 7, 0))
}
UNUSED = {f"{frame}_shadow" for frame, near in SHAKE_SHADOWS.items() if frame != near}
LEATHER = {"margin": 45, "pitch": 15}
SHADOW = {"margin": 64, "spread": 48}
RING_RADIUS, RING_RADIUS_PAINTED = 72, 88
FAINT = 2
SHADOW_FAINT = 4
"""Alpha (0..255) below which a pixel does not count for the part of a picture that is kept."""
ICON_FOR = {"cacho.png": "Linux, and every window", "cacho.ico": "Windows", "cacho.icns": "macOS"}
GENERATORS = {
    "cup": "artbuild.cup_frames",
    "cup_2x": "artbuild.cup_frames",
    "paper": "artbuild.ui_assets",
    "ui": "artbuild.ui_assets",
    "die": "artbuild.matcaps",
}

Entry = dict[str, Any]


def pixels_hash(surface: pg.Surface) -> str:
    """Return the SHA-256 of the decoded pixels, RGBA, row after row."""
    return hashlib.sha256(pg.image.tobytes(surface, "RGBA")).hexdigest()


def read(path: Path) -> Entry:
    """Return a JSON file, or nothing where there is none."""
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def write(path: Path, head: Entry, name: str, entries: list[Entry]) -> None:
    """Write a manifest, one entry a line, so that it is searched and compared line by line."""
    lines = ",\n".join("  " + json.dumps(entry, ensure_ascii=False) for entry in entries)
    opening = json.dumps({"format": 1} | head, ensure_ascii=False)[:-1]
    text = f'{opening}, "{name}": [\n{lines}\n]}}\n'
    path.write_text(text, encoding="utf-8")


def with_shared_shadows(poses: dict[str, Entry]) -> dict[str, Entry]:
    """Return the poses with the sprite of each shadow: in the shake one serves its neighbours.

    Enlarged they are dear to make and to keep; where a shadow falls is the pose's own.
    """
    for id_, pose in poses.items():
        frame = id_.removeprefix("cup_")
        pose["shadow"]["sprite"] = f"cup_{SHAKE_SHADOWS.get(frame, frame)}_shadow"
    return poses


def cup_poses(old: dict[str, Entry]) -> dict[str, Entry]:
    """Return offset, duration, mouth and shadow of each cup frame, by sprite id."""
    made = read(WORK / "cup.json").get("frames")
    if made is None:
        keys = ("group", "offset", "duration_ms", "mouth", "shadow")
        return with_shared_shadows(
            {i: {k: e[k] for k in keys} for i, e in old.items() if "mouth" in e}
        )
    poses = {}
    for frame in made:
        shadow = frame["shadow"]
        poses[f"cup_{frame['id']}"] = {
            "group": frame["group"],
            "offset": frame["offset"],
            "duration_ms": frame["duration_ms"],
            "mouth": frame["mouth"],
            "shadow": {"offset": shadow["offset"], "enlarged": shadow["scale"]},
        }
    return with_shared_shadows(poses)


def ring(pixels: int) -> Entry:
    """Return the size of a chalk ring on the page: two kept dice must have room side by side."""
    side = round(pixels * RING_RADIUS / RING_RADIUS_PAINTED, 2)
    half = round(side / 2, 2)
    return {"size": [side, side], "anchor": [half, half], "radius": RING_RADIUS, "for_edge": 104}


def sprite(path: Path, poses: dict[str, Entry]) -> Entry:
    """Return the manifest entry of a picture."""
    folder, stem = path.parent.name, path.stem
    id_ = {"cup": f"cup_{stem}", "cup_2x": f"cup_{stem}_2x"}.get(folder, stem)
    picture = pg.image.load(path)
    size = list(picture.get_size())
    entry: Entry = {"id": id_, "file": f"{folder}/{path.name}", "pixels": size}
    enlarged = 1.0
    if folder == "cup_2x":
        entry["twice"], enlarged = f"cup_{stem}", 0.5
    if id_.endswith("_shadow"):
        enlarged = poses[id_.removesuffix("_shadow")]["shadow"]["enlarged"]
    entry["size"] = [round(v * enlarged, 2) for v in size]
    entry["anchor"] = [round(v / 2, 2) for v in entry["size"]]
    if folder == "table":
        name = stem.split("_", 1)[0]
        entry |= {"size": list(REFERENCE), "anchor": [0, 0], "backdrop": name}
        entry["fit"] = "page" if name in ("title", "laid") else "cover"
    if folder == "paper":
        entry["anchor"] = [0, 0]
    if stem == "pencil":
        entry["anchor"] = [719, 22]
    if stem.startswith("button_"):
        entry |= LEATHER
    if id_ == "shadow":
        entry |= SHADOW
    if stem.startswith("ring_"):
        entry |= ring(size[0])
    if folder not in ("table", "die") and "margin" not in entry:
        faint = SHADOW_FAINT if stem.endswith("_shadow") else FAINT
        entry["kept"] = list(picture.get_bounding_rect(faint))
    entry |= poses.get(id_, {})
    generator = GENERATORS.get(folder) or f"artbuild.{stem.split('_', 1)[0]}"
    entry |= {"licence": LICENCE, "generator": generator, "sha256": pixels_hash(picture)}
    return entry


def sprites() -> None:
    """Write assets/sprites/manifest.json."""
    target = SPRITES / "manifest.json"
    poses = cup_poses({e["id"]: e for e in read(target).get("sprites", ())})
    files = sorted(f for f in SPRITES.glob("*/*") if f.suffix in (".webp", ".jpg", ".png"))
    for file in [f for f in files if f.parent.name == "cup" and f.stem in UNUSED]:
        file.unlink()
        files.remove(file)
    write(target, {}, "sprites", [sprite(f, poses) for f in files])


def sound_hashes(path: Path) -> Entry:
    """Return the SHA-256 of a file and of its samples as the game's mixer decodes them."""
    samples = pg.mixer.Sound(path).get_raw()
    return {
        "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
        "samples_sha256": hashlib.sha256(samples).hexdigest(),
    }


def sounds() -> None:
    """Write assets/sounds/manifest.json."""
    target = SOUNDS / "manifest.json"
    document = read(WORK / "sounds.json") or read(target)
    pg.mixer.init(document["rate"], -16, 2, allowedchanges=0)
    made = {"licence": LICENCE, "generator": "artbuild.sounds"}
    entries = [e | made | sound_hashes(SOUNDS / e["file"]) for e in document["sounds"]]
    pg.mixer.quit()
    head = {"rate": document["rate"], "loop_unit": document["loop_unit"]}
    write(target, head, "sounds", entries)


def throws() -> None:
    """Write assets/throws/manifest.json."""
    raw = (THROWS / "throws.bin").read_bytes()
    header = json.loads(raw[: raw.index(b"\n")])
    counts: dict[str, int] = {}
    for row in header["throws"]:
        counts[str(row[0])] = counts.get(str(row[0]), 0) + 1
    entry = {
        "id": "throws",
        "file": "throws.bin",
        "throws_of": counts,
        "licence": LICENCE,
        "generator": "artbuild.bake_throws, artbuild.export_throws",
        "sha256": hashlib.sha256(raw).hexdigest(),
    }
    write(THROWS / "manifest.json", {}, "throws", [entry])


def icons() -> None:
    """Write assets/icon/manifest.json; only the PNG, which the window shows, has pixels to hash."""
    entries = []
    for name, system in ICON_FOR.items():
        path = ICON / name
        entry: Entry = {"id": path.suffix[1:], "file": name, "for": system}
        if path.suffix == ".png":
            picture = pg.image.load(path)
            entry |= {"size": list(picture.get_size()), "pixels_sha256": pixels_hash(picture)}
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        entries.append(entry | {"licence": LICENCE, "generator": "tools.icon", "sha256": digest})
    write(ICON / "manifest.json", {}, "icon", entries)


def main() -> None:
    """Write all four."""
    sprites()
    sounds()
    throws()
    icons()


if __name__ == "__main__":
    main()
