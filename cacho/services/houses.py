"""The rules of this table: which were chosen last, and the house rules that were kept.

Owns their file. Must accept any content of it: what is no ruleset is left out, and Casual is there
all the same. What rules are called on screen is none of its business.
"""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, NamedTuple

from cacho.engine import (
    CASUAL,
    FIELDS,
    PRESETS,
    Ruleset,
    RulesetError,
    field_text,
    with_fields,
)
from cacho.services import lock, safefile
from cacho.services.notices import Notice, NoticeKind
from cacho.services.people import same_name

_TROUBLES = (
    NoticeKind.RULES_RESTORED,
    NoticeKind.RULES_DAMAGED,
    NoticeKind.RULES_UNREADABLE,
)
"""What is told of a file that could not be read as it should."""

NAME: Final = "rules"
MOST: Final = 24
"""So many house rules are kept; with one more the oldest goes."""
LONGEST: Final = 40
"""Characters in the name of a ruleset, as the engine has it."""


class Houses(NamedTuple):
    """`chosen`: what the next match is played by. `kept`: house rules by name, oldest first."""

    chosen: Ruleset = CASUAL
    kept: tuple[Ruleset, ...] = ()

    def choose(self, rules: Ruleset) -> "Houses":
        """Play by these from now on."""
        return self._replace(chosen=rules)

    def keep(self, rules: Ruleset) -> "Houses":
        """Keep house rules by their name, in the place of others of that name, and choose them."""
        names = [same_name(one.name, rules.name) for one in self.kept]
        if any(names):
            kept = [rules if same else one for one, same in zip(self.kept, names, strict=True)]
        else:
            kept = [*self.kept, rules]
        return Houses(rules, tuple(kept[-MOST:]))

    def drop(self, name: str) -> "Houses":
        """Forget house rules; if they were chosen, Casual is."""
        kept = tuple(one for one in self.kept if one.name != name)
        return Houses(CASUAL if self.chosen.name == name else self.chosen, kept)


def house_name(text: str) -> str:
    """Return text as the name of house rules: one short line, and no tradition's own key."""
    name = "".join(char for char in " ".join(text.split()) if char.isprintable())
    name = name[:LONGEST].strip(" ,+")
    return name.capitalize() if name in PRESETS else name


def load_houses(path: Path) -> tuple[Houses, Notice | None]:
    """Read the rules of the table; whatever makes no sense is left out."""
    reading = safefile.read_json(path, NAME)
    kept: dict[str, Ruleset] = {}
    listed = reading.body.get("kept")
    for body in listed if isinstance(listed, list) else ():
        rules = _rules_in(body)
        if rules is not None and rules.name not in PRESETS:
            kept[rules.name] = rules
    chosen = _rules_in(reading.body.get("chosen")) or CASUAL
    return Houses(chosen, tuple(kept.values())[-MOST:]), reading.told(*_TROUBLES)


def save_houses(path: Path, houses: Houses) -> Notice | None:
    """Write the rules of the table; a second copy of the program does not (SECOND_COPY)."""
    if not lock.may_save(path.parent):
        return Notice(NoticeKind.SECOND_COPY)
    body = {"chosen": _body_of(houses.chosen), "kept": [_body_of(one) for one in houses.kept]}
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        safefile.write_json(path, NAME, body)
    except OSError as error:
        return Notice(NoticeKind.RULES_UNSAVED, error.strerror or "")
    return None


def _body_of(rules: Ruleset) -> dict[str, str]:
    return {"name": rules.name, **{name: field_text(rules, name) for name in FIELDS}}


def _rules_in(body: object) -> Ruleset | None:
    """Return the ruleset that was written so; None for anything else."""
    if not isinstance(body, Mapping):
        return None
    texts = {name: body[name] for name in FIELDS if name in body}
    if not all(isinstance(text, str) for text in texts.values()):
        return None
    return _made(body.get("name"), texts)


def _made(name: Any, texts: Mapping[str, str]) -> Ruleset | None:
    base = PRESETS.get(name, CASUAL) if isinstance(name, str) else CASUAL
    try:
        return replace(with_fields(base, texts), name=name)
    except RulesetError:
        return None
