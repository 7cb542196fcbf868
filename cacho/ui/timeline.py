"""Motion as data: clips side by side and one after another, seekable to any moment.

A clip changes a *pose* as a function of the time since the clip began, and lists the sounds that
belong to it. Nothing here keeps time, calls back or sleeps: the loop asks `at(t)`, a test asks for
any `t` it likes, and "skip" is asking for the end.

Generic over the pose; must not know dice, sheets or pygame.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

P = TypeVar("P")

_HAIR = 1e-9
"""Rounding of sums of seconds must not leave a clip a hair before its end."""


@dataclass(frozen=True, slots=True)
class Cue:
    """A sound at a moment of a clip: seconds, logical sound name, gain 0..1, pan -1..1."""

    time: float
    sound: str
    gain: float = 1.0
    pan: float = 0.0


class Clip(Protocol[P]):
    """Something that happens to a pose."""

    @property
    def duration(self) -> float:
        """Seconds."""
        ...

    def at(self, t: float, pose: P) -> P:
        """Return the pose `t` seconds into the clip; below 0 nothing, beyond the end: its end."""
        ...

    def cues(self) -> Iterator[Cue]:
        """Yield the sounds, times from the clip's start."""
        ...


@dataclass(frozen=True)
class Tween(Generic[P]):
    """`change(pose, share)` with the share eased from 0 to 1."""

    duration: float
    change: Callable[[P, float], P]
    ease: Callable[[float], float] = lambda s: s
    sounds: tuple[Cue, ...] = ()

    def at(self, t: float, pose: P) -> P:
        """Return the pose changed by the share of time that has passed."""
        if t < -_HAIR:
            return pose
        share = 1.0 if t >= self.duration - _HAIR else max(0.0, t / self.duration)
        return self.change(pose, self.ease(share))

    def cues(self) -> Iterator[Cue]:
        """Yield the sounds of this tween."""
        yield from self.sounds


@dataclass(frozen=True)
class Seq(Generic[P]):
    """One after another."""

    clips: tuple[Clip[P], ...]

    @property
    def duration(self) -> float:
        """Sum of all."""
        return sum(clip.duration for clip in self.clips)

    def at(self, t: float, pose: P) -> P:
        """Return the pose with the finished clips at their ends and the running one part-way."""
        for clip in self.clips:
            if t < -_HAIR:
                break
            pose = clip.at(t, pose)
            t -= clip.duration
        return pose

    def cues(self) -> Iterator[Cue]:
        """Yield all sounds in the order of the clips."""
        start = 0.0
        for clip in self.clips:
            for cue in clip.cues():
                yield Cue(cue.time + start, cue.sound, cue.gain, cue.pan)
            start += clip.duration


@dataclass(frozen=True)
class Par(Generic[P]):
    """All at once; a later clip has the last word on what both change."""

    clips: tuple[Clip[P], ...]

    @property
    def duration(self) -> float:
        """The longest."""
        return max((clip.duration for clip in self.clips), default=0.0)

    def at(self, t: float, pose: P) -> P:
        """Return the pose changed by every clip."""
        for clip in self.clips:
            pose = clip.at(t, pose)
        return pose

    def cues(self) -> Iterator[Cue]:
        """Yield the sounds of all clips."""
        for clip in self.clips:
            yield from clip.cues()


@dataclass(frozen=True)
class Faster(Generic[P]):
    """A clip played `rate` times as fast."""

    clip: Clip[P]
    rate: float

    @property
    def duration(self) -> float:
        """Seconds at the new speed."""
        return self.clip.duration / self.rate

    def at(self, t: float, pose: P) -> P:
        """Return the pose of the clip at the stretched time."""
        return self.clip.at(t * self.rate, pose)

    def cues(self) -> Iterator[Cue]:
        """Yield the sounds, closer together."""
        for cue in self.clip.cues():
            yield Cue(cue.time / self.rate, cue.sound, cue.gain, cue.pan)


def seq(*clips: Clip[P]) -> Seq[P]:
    """Play clips one after another."""
    return Seq(clips)


def par(*clips: Clip[P]) -> Par[P]:
    """Play clips at once."""
    return Par(clips)


def wait(seconds: float) -> Tween[P]:
    """Let time pass."""
    return Tween(seconds, lambda pose, _: pose)


def sound(name: str, gain: float = 1.0, pan: float = 0.0) -> Tween[P]:
    """Sound something, in no time."""
    return Tween(0.0, lambda pose, _: pose, sounds=(Cue(0.0, name, gain, pan),))


def cut(change: Callable[[P], P]) -> Tween[P]:
    """Change the pose at once."""
    return Tween(0.0, lambda pose, _: change(pose))


class Player(Generic[P]):
    """Where a clip stands: steps forward, and tells the sounds that fell due."""

    def __init__(self, clip: Clip[P], base: P) -> None:
        self.clip = clip
        self.base = base
        self.time = 0.0
        self._cues: Sequence[Cue] = sorted(clip.cues(), key=lambda cue: cue.time)
        self._next = 0

    @property
    def done(self) -> bool:
        """Whether the end is reached."""
        return self.time >= self.clip.duration

    def step(self, seconds: float) -> list[Cue]:
        """Go forward; return the sounds that fell due, those at 0 with the first step."""
        self.time = min(self.time + seconds, self.clip.duration)
        due: list[Cue] = []
        while self._next < len(self._cues) and self._cues[self._next].time <= self.time:
            due.append(self._cues[self._next])
            self._next += 1
        return due

    def pose(self, ahead: float = 0.0) -> P:
        """Return the pose now, or `ahead` seconds later (to draw between two steps)."""
        return self.clip.at(min(self.time + ahead, self.clip.duration), self.base)


def smooth(s: float) -> float:
    """Start and end softly."""
    return s * s * (3 - 2 * s)


def into(s: float) -> float:
    """Start softly, end fast."""
    return s * s
