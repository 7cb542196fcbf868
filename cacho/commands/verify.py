"""`cacho verify`: whether a finished record tells the truth, a sentence for each thing found.

Reads one file, never more of it than a record may have, asks `engine.verify`, and prints the
findings or one JSON line.
"""

import argparse
import json
from typing import Final, assert_never

from cacho.engine import Finding, FindingKind, Reason, Verdict, Verification, verify

from . import fail, read_record, say, why

FALSE: Final = 1
"""Exit status where something in the record is not as promised, or it is no record."""
UNKNOWN: Final = 2
"""Exit status where nothing is wrong, but not everything could be checked."""


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command `verify` to the program's parser."""
    parser = subparsers.add_parser(
        "verify",
        help="check the dice and the moves of a finished match",
        description="Check the record of a finished match: the seed against what was promised, "
        "every face against the seed, every action against the rules. The exit status is 0 where "
        "all is as promised, 1 where something is not or the file is no record, 2 where not "
        "everything can be checked.",
    )
    parser.add_argument("file", metavar="FILE", help="a record, like those the game keeps")
    parser.add_argument("--json", action="store_true", help="print one line of JSON")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Check one record; the exit status is 0, 1 or 2 as the parser's description says."""
    try:
        verification = verify(read_record(args.file))
    except OSError as error:
        return fail(f"{args.file} cannot be read: {error.strerror}")
    say(_as_json(verification) if args.json else _as_text(verification))
    return _STATUS[verification.verdict]


_STATUS: Final = {
    Verdict.TRUE: 0,
    Verdict.FALSE: FALSE,
    Verdict.NO_RECORD: FALSE,
    Verdict.UNKNOWN: UNKNOWN,
}


def _as_json(verification: Verification) -> str:
    return json.dumps(
        {
            "verdict": verification.verdict,
            "findings": [
                {
                    "kind": finding.kind,
                    "line": finding.line_no,
                    "count": finding.count,
                    "detail": finding.detail,
                }
                for finding in verification.findings
            ],
        }
    )


def _as_text(verification: Verification) -> str:
    return "\n".join([*map(_sentence, verification.findings), _verdict(verification.verdict)])


def _verdict(verdict: Verdict) -> str:
    match verdict:
        case Verdict.TRUE:
            return "Verified: the record tells the truth."
        case Verdict.FALSE:
            return "Not verified: the record does not tell the truth."
        case Verdict.UNKNOWN:
            return "Not decided: not everything can be checked."
        case Verdict.NO_RECORD:
            return "Not verified: this is no record of a match, or a damaged one."
        case _:
            assert_never(verdict)


def _sentence(finding: Finding) -> str:
    at = f"line {finding.line_no}: " if finding.line_no else ""
    return f"{at}{_told(finding)}"


def _told(finding: Finding) -> str:  # noqa: PLR0911, PLR0912 - one line a finding
    match finding.kind:
        case FindingKind.UNREADABLE:
            return f"this is wrong: {finding.detail}"
        case FindingKind.NEWER:
            return finding.detail
        case FindingKind.TORN:
            return "the last line has no end and is left out"
        case FindingKind.RULES_KEPT:
            return f"all {finding.count} actions are what the rules allow"
        case FindingKind.RULES_BROKEN:
            told = why(Reason(finding.detail))
            return f"the rules do not allow this: {told} Nothing after it was checked."
        case FindingKind.NOT_OVER:
            return "the match is not finished"
        case FindingKind.OWN_DICE:
            return "the table rolled its own dice, so nothing was promised of them"
        case FindingKind.NO_COMMITMENT:
            return "no seed was promised before the dice rolled"
        case FindingKind.NO_SEED:
            return f"the seed promised is not revealed; {finding.count} faces cannot be checked"
        case FindingKind.RESEEDED:
            return "another seed is promised here, which may have been chosen"
        case FindingKind.SEED_KEPT:
            return "this seed is the one that was promised"
        case FindingKind.SEED_BROKEN:
            return "this seed was never promised"
        case FindingKind.FACES_KEPT:
            return f"all {finding.count} faces that can be checked follow from the seed"
        case FindingKind.FACES_BROKEN:
            return f"the seed has {finding.detail!r} here"
        case _:
            assert_never(finding.kind)
