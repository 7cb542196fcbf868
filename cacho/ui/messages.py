"""The message line: one sentence at a time, and no problem of the disk that goes unread.

Owns what stands there and for how long. Must not know where it is drawn.
"""

from __future__ import annotations

from collections import deque
from typing import Final

SAY_SECONDS: Final = 4.0
"""How long a sentence stays there."""


class MessageLine:
    """Sentences come and go with what the players do; notices wait until they have been seen.

    All moments are seconds of one clock.
    """

    def __init__(self) -> None:
        self.sentence = ""
        """What stands there; "" for nothing."""
        self.rule = ""
        """The rule behind it, as RULES.md numbers it; "" for none."""
        self._until = 0.0
        self._passing = False
        """Whether it only tells what happened last."""
        self._notices: deque[str] = deque()

    def say(self, sentence: str, now: float, rule: str = "", passing: bool = False) -> None:
        """Put a sentence there for a while; a notice that it covers comes back after it.

        `passing`: it only tells what happened, and gives way to what happens next.
        """
        self.sentence, self.rule, self._until = sentence, rule, now + SAY_SECONDS
        self._passing = passing

    def tell(self, notice: str, now: float) -> None:
        """Put a notice there, after those that wait."""
        if notice not in self._notices:
            self._notices.append(notice)
        if self.sentence not in self._notices:
            self.say(self._notices[0], now)

    def fall_silent(self) -> None:
        """Take away what stands there: it has been read."""
        if self._notices and self.sentence == self._notices[0]:
            self._notices.popleft()
        self.sentence, self.rule = "", ""

    def give_way(self) -> None:
        """Take away what only tells what happened: something else has."""
        if self._passing and self.sentence:
            self.fall_silent()

    def turn_page(self) -> None:
        """Take away what was said on a page that is left; notices stay until they were seen."""
        if self.sentence not in self._notices:
            self.sentence, self.rule = "", ""

    def rest(self, now: float) -> bool:
        """Let what has stood long enough make room; True if the line has changed by it."""
        before = self.sentence
        if before and now > self._until:
            self.fall_silent()
        if not self.sentence and self._notices:
            self.say(self._notices[0], now)
        return self.sentence != before
