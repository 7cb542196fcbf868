"""Which folders and files belong to this player.

Owns every path that the game writes to. `CACHO_HOME` puts everything into one folder; otherwise
the system's own places are used. Must not write anywhere else, least of all beside the program.
"""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from cacho.services.notices import Notice, NoticeKind

APP = "Cacho"
SUFFIX = ".cacho"
"""Ends the name of a match's record."""


class Home(NamedTuple):
    """The folders of a player: `data` (matches, people, log), `config` (settings), pictures."""

    data: Path
    config: Path
    pictures_folder: Path | None = None
    documents_folder: Path | None = None
    downloads_folder: Path | None = None

    @property
    def matches(self) -> Path:
        """Records of open matches, `<id>.cacho`, each with its `<id>.seed`."""
        return self.data / "matches"

    @property
    def finished(self) -> Path:
        """Records of matches that were played to the end."""
        return self.matches / "finished"

    @property
    def settings_file(self) -> Path:
        """Language, volumes, speed."""
        return self.config / "settings.json"

    @property
    def people_file(self) -> Path:
        """Names that have played here."""
        return self.data / "people.json"

    @property
    def aliases_file(self) -> Path:
        """Which names are one person."""
        return self.data / "aliases.json"

    @property
    def evening_file(self) -> Path:
        """The matches of this evening."""
        return self.data / "evening.json"

    @property
    def history_file(self) -> Path:
        """The finished matches in short; it can be made anew from their records."""
        return self.data / "history.sqlite"

    @property
    def put_away(self) -> Path:
        """Records of matches that nobody wants to go on with."""
        return self.matches / "put-away"

    @property
    def rules_file(self) -> Path:
        """The rules chosen last, and the house rules that were kept."""
        return self.data / "rules.json"

    @property
    def solutions(self) -> Path:
        """The best play of rules that were played; it can be worked out anew."""
        return self.data / "solutions"

    @property
    def pictures(self) -> Path:
        """Where the sheets to keep go: the player's own pictures."""
        return self.pictures_folder or self.data / "pictures"

    @property
    def documents(self) -> Path:
        """Where records go that are given away: the player's own documents."""
        return self.documents_folder or self.data / "documents"

    @property
    def downloads(self) -> Path:
        """Where files come to lie that somebody sent: the player's own downloads."""
        return self.downloads_folder or self.data / "downloads"

    @property
    def log_file(self) -> Path:
        """What the program noted for a bug report."""
        return self.data / "cacho.log"

    @property
    def lock_file(self) -> Path:
        """Held by the one copy of the program that may save."""
        return self.data / "running.lock"


def find_home(env: Mapping[str, str] | None = None) -> Home:
    """Give the player's folders without making them. `env` replaces the process environment."""
    chosen = (os.environ if env is None else env).get("CACHO_HOME", "").strip()
    if chosen:
        folder = Path(os.path.abspath(os.path.expanduser(chosen)))
        return Home(data=folder, config=folder)
    import platformdirs  # noqa: PLC0415 - 3 ms that a set CACHO_HOME saves

    return Home(
        data=Path(platformdirs.user_data_dir(APP, appauthor=False)),
        config=Path(platformdirs.user_config_dir(APP, appauthor=False)),
        pictures_folder=Path(platformdirs.user_pictures_dir()),
        documents_folder=Path(platformdirs.user_documents_dir()),
        downloads_folder=Path(platformdirs.user_downloads_dir()),
    )


def prepare(home: Home) -> tuple[Notice, ...]:
    """Make the folders. What cannot be made or written to is told; the game goes on without."""
    folders = dict.fromkeys((home.data, home.config, home.matches, home.finished))
    refused = [folder for folder in folders if not _made(folder)]
    return tuple(Notice(NoticeKind.FOLDER_UNWRITABLE, str(folder)) for folder in refused[:1])


def _made(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)
