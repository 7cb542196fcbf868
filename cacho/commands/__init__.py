"""What the program does without a screen: one module a command, `add_parser` and `run` in each.

A command prints its answer, and returns 0; what it cannot do it says in one sentence on the error
stream, and returns 2. The text is English, whatever the language of the screen.
"""

import sys
from pathlib import Path
from typing import TextIO

from cacho.engine import MAX_SIZE, Reason, RecordError
from cacho.services import i18n

FAILED = 2
"""Exit status of a command that could not do what it was asked."""


def fail(sentence: str) -> int:
    """Say in one sentence what went wrong, and give the exit status for it."""
    _write(sys.stderr, f"cacho: {sentence}\n")
    return FAILED


def read_record(name: str) -> bytes:
    """Read a file that may be a record, never more of it than tells that it is none.

    Raises OSError, for a name that no file can have as well.
    """
    try:
        with Path(name).open("rb") as file:
            return file.read(MAX_SIZE + 1)
    except ValueError as error:  # a zero byte
        raise OSError(0, str(error)) from None


def why(reason: Reason) -> str:
    """Say why the rules do not allow something, in the sentence that the screen has for it."""
    from cacho.ui.reasons import sentence  # noqa: PLC0415 - few records are against the rules

    i18n.set_language("en")
    return sentence(reason)


def fault(error: RecordError) -> str:
    """Say where a record is wrong, and how."""
    told = f"the rules do not allow this: {why(error.reason)}" if error.reason else error.detail
    return f"line {error.line_no}: {told}"


def say(text: str) -> None:
    """Print `text`, whatever alphabet the terminal knows."""
    _write(sys.stdout, text if text.endswith("\n") else f"{text}\n")


def warn(sentence: str) -> None:
    """Tell something worth knowing that does not stop the command."""
    _write(sys.stderr, f"cacho: {sentence}\n")


def _write(stream: TextIO, text: str) -> None:
    encoding = stream.encoding or "utf-8"
    stream.write(text.encode(encoding, "replace").decode(encoding))
    stream.flush()
