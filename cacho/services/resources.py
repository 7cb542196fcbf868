"""Where the pictures, sounds and fonts are, however the game was installed.

Owns the only path that leads to `assets/`. Must not depend on the current folder.
"""

from functools import cache
from pathlib import Path

from cacho.services import log

PACKAGE = Path(__file__).resolve().parent.parent


class MissingAsset(FileNotFoundError):  # noqa: N818 - reads better where it is raised
    """A file that ships with the game is not there; the sentence names it."""


def asset(*parts: str) -> Path:
    """Give the path of an asset, e.g. ``asset("sprites", "manifest.json")``; folders too.

    Raises MissingAsset if there is no such file.
    """
    path = asset_root().joinpath(*parts)
    if not path.exists():
        raise MissingAsset(f"a file of the game is missing: {'/'.join(parts)} (looked for {path})")
    return path


@cache
def asset_root() -> Path:
    """Give the folder of all assets.

    An installed wheel and the packaged program carry them inside the package, a checkout (and
    an editable installation of one) beside it.
    """
    for root in (PACKAGE / "_assets", PACKAGE.parent / "assets"):
        if root.is_dir():
            return root
    raise MissingAsset(f"the game's assets are missing: no _assets in {PACKAGE}")


_lost: dict[str, bool] = {}


def lose(name: str) -> None:
    """Note that an asset cannot be used, and that the game goes on with something plain instead."""
    if name not in _lost:
        _lost[name] = False
        log.note(f"asset missing or damaged: {name}")


def take_lost() -> tuple[str, ...]:
    """Give the assets that were found to be lost since the last call, each once."""
    if all(_lost.values()):
        return ()
    told = tuple(name for name, known in _lost.items() if not known)
    _lost.update(dict.fromkeys(told, True))
    return told
