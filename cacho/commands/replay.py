"""`cacho replay`: a record of a match as a transcript that people can read.

Reads one file, never more of it than a record may have, and prints `engine.transcript`.
"""

import argparse

from cacho.engine import Problem, RecordError, parse_record, replay, transcript

from . import fail, fault, read_record, say, warn


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command `replay` to the program's parser."""
    parser = subparsers.add_parser(
        "replay",
        help="print the record of a match as a transcript",
        description="Print the record of a match as a transcript: every turn, every roll with the "
        "points of every open box, every note, the result.",
    )
    parser.add_argument("file", metavar="FILE", help="a record, like those the game keeps")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print one record; the exit status is 0, or 2 when it cannot be read or is damaged."""
    try:
        data = read_record(args.file)
    except OSError as error:
        return fail(f"{args.file} cannot be read: {error.strerror}")
    try:
        record = parse_record(data)
        match = replay(record)
    except RecordError as error:
        how = "newer" if error.problem is Problem.OTHER_VERSION else "damaged"
        return fail(f"{args.file} is {how}: {fault(error)}")
    say(transcript(match))
    for warning in record.warnings:
        warn(f"{args.file}: {warning}")
    return 0
