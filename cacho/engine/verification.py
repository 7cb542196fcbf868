"""Whether a record tells the truth: its seed, its faces, its actions.

Owns what is checked and the closed list of `Finding`s. Needs nothing but the record, as
docs/record.md defines it for other programs. The sentence for each finding is not its matter.
"""

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, NamedTuple

from .actions import Lot, Roll
from .dice import MIN_SEED, commitment
from .match import Match, dice_of
from .record import Problem, Record, RecordError, action_line, parse_record
from .state import Setup
from .transition import why_not

SEED_LINE: Final = "# seed "
"""Begins the comment that reveals a seed."""
COMMIT_LINE: Final = "# commit "
"""Begins the comment that promises another seed for all dice after it."""


class Verdict(StrEnum):
    """What the findings come to."""

    TRUE = "true"
    """Everything was checked, and everything is as promised."""
    FALSE = "false"
    """Something is not as promised."""
    UNKNOWN = "unknown"
    """Nothing is wrong, but not everything could be checked."""
    NO_RECORD = "no-record"
    """It is no record, or a damaged one, and tells nothing."""


class FindingKind(StrEnum):
    """Everything that can be found."""

    UNREADABLE = "unreadable"
    """The file is no record, or damaged from there on: `detail` says how."""
    NEWER = "newer"
    """The record is of a version that this program does not know: `detail` says which."""
    TORN = "torn"
    """The last line has no end, and is left out."""
    RULES_KEPT = "rules-kept"
    """All `count` actions are what the rules allow."""
    RULES_BROKEN = "rules-broken"
    """The rules do not allow the action there, and nothing after it was checked."""
    NOT_OVER = "not-over"
    """The match is not finished."""
    OWN_DICE = "own-dice"
    """The table rolled its own dice: nothing was promised of them."""
    NO_COMMITMENT = "no-commitment"
    """No seed was promised before the dice rolled."""
    NO_SEED = "no-seed"
    """The seed that was promised there is not revealed, and `count` faces were not checked."""
    RESEEDED = "reseeded"
    """Another seed is promised there: whoever did so could have chosen it."""
    SEED_KEPT = "seed-kept"
    """The seed is the one that was promised there."""
    SEED_BROKEN = "seed-broken"
    """The seed that is revealed there was never promised."""
    FACES_KEPT = "faces-kept"
    """All `count` faces that were checked follow from the seed."""
    FACES_BROKEN = "faces-broken"
    """The dice did not fall there as the seed has it: `detail` says how they should have."""


_BROKEN: Final = {FindingKind.RULES_BROKEN, FindingKind.SEED_BROKEN, FindingKind.FACES_BROKEN}
_OPEN: Final = {
    FindingKind.NEWER,
    FindingKind.NOT_OVER,
    FindingKind.OWN_DICE,
    FindingKind.NO_COMMITMENT,
    FindingKind.NO_SEED,
    FindingKind.RESEEDED,
}


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was found: where (a line, from 1; 0 for the whole), how many, and what."""

    kind: FindingKind
    line_no: int = 0
    count: int = 0
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Verification:
    """What the check of a record came to."""

    findings: tuple[Finding, ...]

    @property
    def verdict(self) -> Verdict:
        """Whether the record tells the truth."""
        kinds = {finding.kind for finding in self.findings}
        if FindingKind.UNREADABLE in kinds:
            return Verdict.NO_RECORD
        if kinds & _BROKEN:
            return Verdict.FALSE
        return Verdict.UNKNOWN if kinds & _OPEN else Verdict.TRUE


class _Promise(NamedTuple):
    """A commitment, the line it stands on, and its seed if that is revealed."""

    line_no: int
    commitment: str
    seed: bytes | None


def verify(data: str | bytes) -> Verification:
    """Check a record. Never raises: what cannot be read is a finding too."""
    try:
        record = parse_record(data)
    except RecordError as error:
        newer = error.problem is Problem.OTHER_VERSION
        kind = FindingKind.NEWER if newer else FindingKind.UNREADABLE
        return Verification((Finding(kind, error.line_no, 0, error.detail),))
    comments = _comments(data if isinstance(data, str) else data.decode("utf-8", "replace"))
    seeds = dict(_seeds(comments))
    promises = _promises(record, comments, list(seeds.values()))
    return Verification(
        (
            *_torn(record),
            *_of_seeds(seeds, promises),
            *_of_dice(record, promises),
            *_Play(record, promises).findings(),
        )
    )


# ------------------------------------------------------------------------------- seeds and promises


def _comments(text: str) -> list[tuple[int, str]]:
    """The comments with their lines; a last line without an end may be half a seed."""
    lines = enumerate(text.split("\n")[:-1], 1)
    return [(line_no, line.strip()) for line_no, line in lines if line.startswith("#")]


def _seeds(comments: list[tuple[int, str]]) -> Iterator[tuple[int, bytes]]:
    """Every seed that is revealed, by its line; what is no seed reveals none."""
    for line_no, line in comments:
        if line.startswith(SEED_LINE):
            try:
                seed = bytes.fromhex(line.removeprefix(SEED_LINE))
            except ValueError:
                continue
            if len(seed) >= MIN_SEED:
                yield line_no, seed


def _promises(
    record: Record, comments: list[tuple[int, str]], seeds: list[bytes]
) -> list[_Promise]:
    """The commitments in their order: that of the header, then those of comments."""
    known = {commitment(seed): seed for seed in seeds}
    made = [(0, record.setup.commitment)] if record.setup.commitment else []
    made += [
        (line_no, line.removeprefix(COMMIT_LINE).strip())
        for line_no, line in comments
        if line.startswith(COMMIT_LINE)
    ]
    return [_Promise(line_no, promised, known.get(promised)) for line_no, promised in made]


def _torn(record: Record) -> Iterator[Finding]:
    for warning in record.warnings:
        if warning.problem is Problem.TORN:
            yield Finding(FindingKind.TORN, warning.line_no)


def _of_seeds(seeds: dict[int, bytes], promises: list[_Promise]) -> Iterator[Finding]:
    kept = {promise.commitment for promise in promises}
    for line_no, seed in seeds.items():
        fits = commitment(seed) in kept
        yield Finding(FindingKind.SEED_KEPT if fits else FindingKind.SEED_BROKEN, line_no)


def _of_dice(record: Record, promises: list[_Promise]) -> Iterator[Finding]:
    if record.setup.own_dice:
        yield Finding(FindingKind.OWN_DICE)
    elif not promises:
        yield Finding(FindingKind.NO_COMMITMENT)
    for promise in promises:
        if promise.line_no:
            yield Finding(FindingKind.RESEEDED, promise.line_no)


# --------------------------------------------------------------------------------- playing it again


class _Promised:
    """The dice of whichever seed was promised last."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self.seed = b""

    def faces(
        self, match_id: str, seat: int, turn: int, roll: int, places: tuple[int, ...]
    ) -> tuple[int, ...]:
        return dice_of(self._setup, self.seed).faces(match_id, seat, turn, roll, places)


class _Play:
    """A record played again, each face beside the one that its seed has."""

    def __init__(self, record: Record, promises: list[_Promise]) -> None:
        self._record = record
        self._promises = promises
        self._lines = [promise.line_no for promise in promises]
        self._dice = _Promised(record.setup)
        self._match = Match(record.setup, self._dice)
        self._checked = 0
        self._unchecked = dict.fromkeys(promises, 0)

    def findings(self) -> Iterator[Finding]:
        """Yield what is wrong as it comes, then what is not."""
        wrong = list(self._wrong())
        yield from wrong
        if not any(finding.kind is FindingKind.RULES_BROKEN for finding in wrong):
            yield Finding(FindingKind.RULES_KEPT, 0, len(self._record.actions))
            if not self._match.over:
                yield Finding(FindingKind.NOT_OVER)
        yield from self._of_faces(wrong)

    def _wrong(self) -> Iterator[Finding]:
        for line_no, action in zip(self._record.line_nos, self._record.actions, strict=True):
            if reason := why_not(self._match.state, action):
                yield Finding(FindingKind.RULES_BROKEN, line_no, 0, reason)
                return
            if isinstance(action, Lot | Roll):
                yield from self._wrong_faces(line_no, action)
            self._match.submit(action)

    def _wrong_faces(self, line_no: int, action: Lot | Roll) -> Iterator[Finding]:
        promise = self._promise_at(line_no)
        faces = action.faces or ()
        if promise is None:
            return
        if promise.seed is None:
            self._unchecked[promise] += len(faces)
            return
        self._dice.seed = promise.seed
        fell = self._match.prepare(replace(action, faces=None))
        self._checked += len(faces)
        if fell != action:
            yield Finding(FindingKind.FACES_BROKEN, line_no, len(faces), action_line(fell))

    def _promise_at(self, line_no: int) -> _Promise | None:
        """The last promise that was made before a line."""
        made = bisect_left(self._lines, line_no)
        return self._promises[made - 1] if made else None

    def _of_faces(self, wrong: list[Finding]) -> Iterator[Finding]:
        for promise, count in self._unchecked.items():
            if promise.seed is None:
                yield Finding(FindingKind.NO_SEED, promise.line_no, count)
        broken = any(finding.kind is FindingKind.FACES_BROKEN for finding in wrong)
        if self._checked and not broken:
            yield Finding(FindingKind.FACES_KEPT, 0, self._checked)
