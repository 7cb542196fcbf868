"""The clock of the table: moments as records, history and evening write them."""

import time


def moment(seconds: float | None = None) -> str:
    """Give a moment, in seconds since the epoch, or now, as local time: 2026-11-30T21:04.

    Raises OSError, ValueError or OverflowError for a moment that the system's clock does not know.
    """
    return time.strftime("%Y-%m-%dT%H:%M", time.localtime(seconds))
