"""The closed list of things the player must be told about the machine.

Owns the kinds; the sentences are in `i18n.notice_text`. A notice is never an error to handle:
whoever returns one has already done the sensible thing.
"""

from enum import StrEnum
from typing import NamedTuple


class NoticeKind(StrEnum):
    """What happened. `Notice.detail` is a file name or a number, as noted beside each."""

    FOLDER_UNWRITABLE = "folder-unwritable"  # detail: folder
    SECOND_COPY = "second-copy"
    SETTINGS_DAMAGED = "settings-damaged"  # detail: name under which the file was set aside
    SETTINGS_RESTORED = "settings-restored"  # detail: likewise; the older copy is in use
    SETTINGS_UNREADABLE = "settings-unreadable"
    SETTINGS_UNSAVED = "settings-unsaved"
    PEOPLE_DAMAGED = "people-damaged"  # detail: name under which the file was set aside
    PEOPLE_RESTORED = "people-restored"  # detail: likewise; the older copy is in use
    PEOPLE_UNREADABLE = "people-unreadable"
    PEOPLE_UNSAVED = "people-unsaved"
    RULES_DAMAGED = "rules-damaged"  # detail: name under which the file was set aside
    RULES_RESTORED = "rules-restored"  # detail: likewise; the older copy is in use
    RULES_UNREADABLE = "rules-unreadable"
    RULES_UNSAVED = "rules-unsaved"
    ALIASES_DAMAGED = "aliases-damaged"  # detail: name under which the file was set aside
    ALIASES_RESTORED = "aliases-restored"  # detail: likewise; the older copy is in use
    ALIASES_UNREADABLE = "aliases-unreadable"
    ALIASES_UNSAVED = "aliases-unsaved"
    EVENING_DAMAGED = "evening-damaged"  # detail: name under which the file was set aside
    EVENING_RESTORED = "evening-restored"  # detail: likewise; the older copy is in use
    EVENING_UNREADABLE = "evening-unreadable"
    EVENING_UNSAVED = "evening-unsaved"
    HISTORY_DAMAGED = "history-damaged"  # detail: name of the bad file; made anew from the records
    HISTORY_UNSAVED = "history-unsaved"  # it is in memory only; the records are on the disk
    MATCH_UNSAVED = "match-unsaved"  # the disk refuses; lines are kept and tried again
    MATCH_SAVED_AGAIN = "match-saved-again"
    MATCH_TORN = "match-torn"  # the last line was incomplete and left out
    MATCH_DAMAGED = "match-damaged"  # detail: name under which the record was set aside
    MATCH_RECOVERED = "match-recovered"  # detail: likewise; the sound part of it goes on
    MATCH_UNREADABLE = "match-unreadable"  # detail: file name; it stays where it is
    MATCH_NEWER = "match-newer"  # detail: file name; it stays where it is
    SEED_LOST = "seed-lost"
    SEED_ELSEWHERE = "seed-elsewhere"  # the record came without one
    KEPT = "kept"  # detail: where a file for the player was written
    NOT_KEPT = "not-kept"  # detail: the folder that refused, and why
    DICE_DIFFER = "dice-differ"  # the record's dice are not those of its seed


class Notice(NamedTuple):
    """One thing to tell: ``Notice(NoticeKind.MATCH_NEWER, "3f9a.cacho")``."""

    kind: NoticeKind
    detail: str = ""
