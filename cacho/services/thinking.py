"""Thinking beside the game: a question is answered in a thread, and the screen never waits for it.

Owns the one thread in which all questions are answered, in the order in which they were asked. What
is asked must be about values that do not change meanwhile. Must not know what it is about.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

T = TypeVar("T")


class Thought(Generic[T]):
    """A question that somebody thinks about."""

    def __init__(self, question: Callable[[], T]) -> None:
        self._question = question
        self._answered = threading.Event()
        self._answer: tuple[T] | None = None
        self._error: Exception | None = None

    def think(self) -> None:
        """Find the answer, or what keeps it from being found."""
        try:
            self._answer = (self._question(),)
        except Exception as error:
            self._error = error
        self._answered.set()

    def done(self, wait: float = 0.0) -> bool:
        """Whether the answer is there; waits for it so many seconds at most."""
        return self._answered.wait(wait)

    @property
    def answer(self) -> T:
        """The answer, waited for if need be. Raises what the question raised."""
        self._answered.wait()
        if self._answer is None:
            raise self._error or RuntimeError("a thought ended without an answer")
        return self._answer[0]


class Think(Protocol):
    """A way of having questions answered."""

    def __call__(self, question: Callable[[], T], /) -> Thought[T]:
        """Have a question answered."""
        ...


class Beside:
    """Answers in a thread of its own, which begins with the first question."""

    def __init__(self) -> None:
        self._waiting: queue.SimpleQueue[Thought[object]] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None

    def __call__(self, question: Callable[[], T]) -> Thought[T]:
        """Have a question answered after those that wait already."""
        thought = Thought(question)
        self._waiting.put(thought)  # type: ignore[arg-type]
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="thinking", daemon=True)
            self._thread.start()
        return thought

    def _run(self) -> None:
        while True:
            self._waiting.get().think()


def at_once(question: Callable[[], T]) -> Thought[T]:
    """Answer before anything else happens: for whoever can wait."""
    thought = Thought(question)
    thought.think()
    return thought
