"""The program as a whole: window, canvas, sounds, settings, and the stack of scenes.

Owns what outlives a scene. It reads the queue, hands intents to the scene on top, steps it, and
shows the picture when something changed. Everything a scene needs from outside comes through here,
so that a test can give it a clock, a silent sound bus and no window at all.
"""

from __future__ import annotations

import gc
import json
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, Protocol

from cacho.engine import Seat, Setup
from cacho.services import i18n, keepsakes
from cacho.services.clock import moment
from cacho.services.houses import Houses, load_houses, save_houses
from cacho.services.notices import Notice, NoticeKind
from cacho.services.people import load_people, save_people
from cacho.services.resources import take_lost
from cacho.services.settings import save_settings
from cacho.services.thinking import Beside, Think
from cacho.ui import look
from cacho.ui.cache import trim
from cacho.ui.input import (
    Dropped,
    Hidden,
    Intent,
    Press,
    Quit,
    Resized,
    SoundDevices,
    ToggleFullscreen,
)
from cacho.ui.loop import FRAME
from cacho.ui.messages import MessageLine
from cacho.ui.painter import Glow, Ink, Item, Layer, Painter, Rect, Rgb, Text, Veil
from cacho.ui.viewport import Viewport

if TYPE_CHECKING:
    from cacho.engine import Course, DiceSource, Ruleset
    from cacho.services.paths import Home
    from cacho.services.session import Session
    from cacho.services.settings import Settings
    from cacho.services.store import MatchStore
    from cacho.strategy import Solution
    from cacho.ui.scenes.base import Scene

TIDY_SECONDS: Final = 0.8
MANY: Final = 4000
"""So many looks drawn ahead are remembered as done."""
SLOW: Final = (0.011, 0.018)
"""Seconds a frame takes from which on the dice are drawn at every second, every third frame."""
COST_RISES, COST_FALLS = 0.2, 0.006
"""How quickly a dear frame is noticed, and how slowly forgotten: the next throw comes soon."""
LATE: Final = 1.3
"""A picture is late that comes after so many times the pace."""
STEADY: Final = 1 / 45
"""Seconds from one picture to the next where a machine is too slow for 60 a second."""
STRAINED, EASED = 0.0145, 0.0115
"""Seconds of painting from which on it is, if pictures are late although dice are drawn as seldom
as can be; and down to which it stays so."""
WORN: Final = 0.85
"""Then late pictures are remembered so well: some pictures after the last of `OFTEN`."""
PAUSE: Final = 0.5
"""Pictures so far apart belong to two motions."""
LATE_RISES, LATE_FALLS = 0.10, 0.005
"""How quickly late pictures are noticed, and how slowly forgotten: the next throw comes soon."""
OFTEN: Final = (0.25, 0.45, 0.60, 0.75)
"""So well remembered, some two, four, seven or thirteen of a hundred pictures are late: then the
dice are drawn at every second frame, and so on up to every fifth."""
SELDOM: Final = 7
"""And at every seventh where pictures come at the steady pace: of five dice one a picture."""
LAYOUT_EVERY: Final = 0.1
"""Seconds after which the layout is told again while things move."""
SHADE: Final[Rgb] = (14, 7, 3)
MESSAGE_INSET: Final = 64.0
RULE_SIGN: Final = 116.0
"""Room for the number of a rule at the end of the message line."""
MESSAGE_SIZES: Final = (38.0, 35.0, 32.0, 29.0, 27.0)


class Sounds(Protocol):
    """What scenes may ask of the sound bus."""

    def play(self, name: str, gain: float = 1.0, pan: float = 0.0) -> None:
        """Sound something once."""
        ...

    def loop(self, name: str, gain: float = 1.0, dice: int = 5, strength: float = 0.6) -> None:
        """Sound something until told to stop: a cup with dice, shaken as hard as 0..1."""
        ...

    def shake(self, strength: float) -> None:
        """Shake it harder or softer, 0..1."""
        ...

    def stop_loop(self) -> None:
        """Stop it."""
        ...

    def hush(self) -> None:
        """Stop everything that sounds, as when a scene is skipped."""
        ...


class Solver(Protocol):
    """What the program may ask of whoever works out the best play (`services.solving`)."""

    def ask(self, rules: Ruleset, /) -> None:
        """Have some rules solved, if they are not yet."""
        ...

    def solution(self, rules: Ruleset, /) -> Solution | None:
        """The solution of some rules; None as long as it is not known."""
        ...

    def settled(self, rules: Ruleset, /) -> bool:
        """Whether nothing more will come."""
        ...

    def give_way(self, moving: bool, /) -> None:
        """Stand still while something moves on screen."""
        ...

    def close(self) -> None:
        """End what is still being worked out."""
        ...


class Window(Protocol):
    """What the program may ask of its window."""

    @property
    def size(self) -> tuple[int, int]:
        """Pixels."""
        ...

    def show(self, layers: tuple[Layer, ...], wait: Callable[[], None] = lambda: None) -> None:
        """Paint a picture, wait, and bring it to the screen."""
        ...

    def resized(self) -> None:
        """Take over the window's present size and draw everything anew."""
        ...

    def set_fullscreen(self, full: bool) -> None:
        """Go full screen on the window's monitor, or back."""
        ...

    def prepare(self, item: Item) -> None:
        """Draw the look of an item ahead, so that its first frame does not wait."""
        ...

    def fetch(self, sprites: Sequence[str], instead_of: Sequence[str] = ()) -> None:
        """Bring in pictures that will soon be shown, beside the game, in place of others."""
        ...


@dataclass
class Wishes:
    """What the command line asked for; none of it is kept."""

    speed: str = ""
    seed: bytes | None = None
    dice: Callable[[DiceSource], DiceSource] | None = None
    layout_file: Path | None = None


@dataclass
class App:
    """The running program."""

    window: Window
    sounds: Sounds
    home: Home
    store: MatchStore
    settings: Settings
    clock: Callable[[], float] = time.perf_counter
    read: Callable[[bool], list[Intent]] = lambda typing: []
    apply_volumes: Callable[[Settings], None] = lambda settings: None
    sound_devices: Callable[[], None] = lambda: None
    think: Think = field(default_factory=Beside)
    """How bots and the coach think: beside the game, so that no frame waits."""
    solving: Solver | None = None
    """Who works out the best play of the rules in use; nobody where nothing is to be worked out."""
    wishes: Wishes = field(default_factory=Wishes)
    stack: list[Scene] = field(default_factory=list)
    running: bool = True
    visible: bool = True

    def __post_init__(self) -> None:
        self.painter = Painter()
        self._dirty = True
        self.line = MessageLine()
        self._layout = ""
        self._layout_at = 0.0
        self.drawn = 0
        self.started = 0
        self._first: deque[Item] = deque()
        self._soon: deque[Item] = deque()
        self._foreseen: set[Item] = set()
        self._tidy_at: float | None = self.clock() + TIDY_SECONDS
        """When memory that is free is given back: a moment after screens have changed."""
        self.session: Session | None = None
        """The match at the table, or the last one that was."""
        self._errand: tuple[int, Callable[[], None]] | None = None
        """What takes a moment, and how many pictures had been shown when it was asked for."""
        self._cost = 0.0
        self._late, self._shown_at = 0.0, 0.0
        self._strained = False
        """Whether the machine has been seen to be too slow for 60 pictures a second."""
        self._hurried = False
        """Whether the next picture leaves no time to draw something ahead."""
        self._houses: Houses | None = None
        self._playing: Ruleset | None = None
        """The rules of the match at the table, as long as nobody has left it or chosen others."""

    # -------------------------------------------------------------------- scenes

    @property
    def top(self) -> Scene:
        """The scene that gets the presses."""
        return self.stack[-1]

    def push(self, scene: Scene) -> None:
        """Put a scene over the others."""
        self.line.turn_page()
        self.stack.append(scene)
        self.tidy_soon()
        scene.entered()
        self.changed()

    def pop(self) -> None:
        """Take the top scene away; the one below goes on where it was."""
        if len(self.stack) > 1:
            self.line.turn_page()
            self.stack.pop()
            self.top.entered()
            self.changed()

    def go(self, scene: Scene) -> None:
        """Make this the only scene."""
        self.stack = []
        self.push(scene)

    def quit(self) -> None:
        """End the program, once this round of the loop is done."""
        self.running = False

    def pop_to(self, scene: Scene) -> None:
        """Take away what lies over a scene, without its taking notice."""
        while self.top is not scene:
            self.line.turn_page()
            self.stack.pop()
        self.changed()

    def show_help(self) -> None:
        """Open the pages on how to play, over whatever is there.

        While the message line says why something is not possible, open the book at that rule.
        """
        from cacho.ui.scenes.howto import HowTo  # noqa: PLC0415 - scenes import the app

        if self.said and self.line.rule:
            self.show_book(self.line.rule)
        elif self.top.name not in ("howto", "book"):
            self.push(HowTo(self))

    def show_book(self, rule: str = "") -> None:
        """Open the book of the running rules (else of those chosen), at a rule: "R-22"."""
        from cacho.ui.scenes.book import Book  # noqa: PLC0415 - scenes import the app
        from cacho.ui.scenes.howto import running_rules  # noqa: PLC0415

        if self.top.name != "book":
            self.push(Book(self, running_rules(self) or self.rules, rule))

    def changed(self) -> None:
        """Draw again at the next chance."""
        self._dirty = True

    # --------------------------------------------------------------------- rules

    @property
    def houses(self) -> Houses:
        """The rules of this table: those chosen last, and the house rules that were kept."""
        if self._houses is None:
            self._houses, notice = load_houses(self.home.rules_file)
            self.tell(notice)
        return self._houses

    @property
    def rules(self) -> Ruleset:
        """What the next match is played by: as chosen; at a table, as the match there is."""
        return self._playing or self.houses.chosen

    def choose_rules(self, rules: Ruleset) -> None:
        """Play the next match by these rules, also after the next start of the program."""
        self.keep_houses(self.houses.choose(rules))

    def keep_houses(self, houses: Houses) -> None:
        """Take over what was chosen and kept, at once and on disk."""
        self._houses, self._playing = houses, None
        self.tell(save_houses(self.home.rules_file, houses))
        self.changed()

    # ------------------------------------------------------------------- matches

    @property
    def open_session(self) -> Session | None:
        """The match that can be gone on with."""
        session = self.store.resume(self.wishes.dice)
        self._tell_of_store()
        return session

    def resume_match(self, path: Path | None = None) -> None:
        """Go on with the open match, or that of a record, exactly where it stands."""
        session = self.store.resume(self.wishes.dice, path) if path else self.open_session
        self._tell_of_store()
        if session is not None:
            self._sit_down(session)

    def start_match(
        self,
        players: Sequence[str | Seat],
        start: Literal["lot"] | int,
        rules: Ruleset | None = None,
    ) -> None:
        """Begin a match of these players: by lot, or with a seat that starts.

        A name is a person's seat. It is played by the rules chosen, unless others are given.
        """
        seats = tuple(one if isinstance(one, Seat) else Seat(one) for one in players)
        setup = Setup(
            rules or self.rules,
            seats,
            start,
            tie_break=self.settings.tie_break,
            own_dice=self.settings.own_dice,
            trusting=self.settings.trusting,
            duplicate=self.settings.duplicate and not self.settings.own_dice,
            helped=self.settings.helped,
            **self._wished_id(),
        )
        left = self.session if self._runs else None
        session = self.store.start(setup, self.wishes.seed, self.wishes.dice)
        self._tell_of_store()
        self.tell(session.notice)
        self.remember(seats)
        self._sit_down(session)
        if left is not None:
            self.say(i18n.gettext("La otra partida queda guardada: podrán seguirla después."))

    @property
    def _runs(self) -> bool:
        """Whether the match that was last at this table was begun, is not over and may go on."""
        last = self.session
        return last is not None and not (last.over or last.closed) and bool(last.match.log)

    def remember(self, seats: Iterable[Seat]) -> None:
        """Offer those who sit here for the next match, also after the next start."""
        people, _ = load_people(self.home.people_file)
        sitting = tuple(seats)
        bots = tuple((seat.name, seat.bot) for seat in sitting if seat.bot)
        people = people.remember([seat.name for seat in sitting], bots)
        self.tell(save_people(self.home.people_file, people))

    def _wished_id(self) -> dict[str, Any]:
        """With a seed from the command line the name of the match follows from it too.

        The dice are a function of both, so the same seed gives the same evening again.
        """
        if self.wishes.seed is None:
            return {}
        self.started += 1
        text = self.wishes.seed + self.started.to_bytes(4, "big")
        return {"match_id": sha256(text).hexdigest()[:8]}

    def rematch(self) -> None:
        """Begin again with those who still sit there; the next one starts (it goes round)."""
        session = self.session
        sitting = session.sitting if session else {}
        if session is None or not sitting:
            self.new_match()
            return
        self._finish_match()
        started = session.state.starter or 0
        after = [number for number, at in enumerate(sitting) if at > started]
        self.start_match(tuple(sitting.values()), after[0] if after else 0)

    def new_match(self) -> None:
        """Ask who plays."""
        from cacho.ui.scenes.players import Players  # noqa: PLC0415 - scenes import the app
        from cacho.ui.scenes.title import Title  # noqa: PLC0415

        self._leave_table()
        self.go(Title(self))
        self.push(Players(self))

    def leave_to_title(self) -> None:
        """Leave the table: a match that goes on stays open, one that ended is put away."""
        from cacho.ui.scenes.title import Title  # noqa: PLC0415

        self._leave_table()
        self.go(Title(self))

    def _sit_down(self, session: Session) -> None:
        from cacho.ui.scenes.table import Table  # noqa: PLC0415

        self.session, self._playing = session, session.setup.rules
        self.go(Table(self, session))

    def _leave_table(self) -> None:
        """Put the match away if it is over; its rules stay with it."""
        self._finish_match()
        self._playing = None

    def _finish_match(self) -> None:
        """Put the match at the table away if it is over."""
        if self.session is not None and self.session.over:
            self.tell(self.session.finish())

    def _tell_of_store(self) -> None:
        for notice in self.store.take_notices():
            self.tell(notice)

    # ------------------------------------------------------------------ messages

    def say(self, sentence: str, rule: str = "") -> None:
        """Put a sentence on the message line for a while; F1 then opens the book at `rule`."""
        self.line.say(sentence, self.clock(), rule)
        self.changed()

    def report(self, sentence: str) -> None:
        """Tell what happened at the table, until something else happens there."""
        self.line.say(sentence, self.clock(), passing=True)
        self.changed()

    def fall_silent(self) -> None:
        """Take the message away: it has been read, or something else is to be read there."""
        self.line.fall_silent()
        self.changed()

    def refuse(self, sentence: str, rule: str = "") -> None:
        """Say why something is not possible, with its sound and its rule."""
        self.sounds.play("refuse")
        self.say(sentence, rule)

    def tell(self, notice: Notice | None) -> None:
        """Put a problem of the disk or the like on the message line, until it has been seen."""
        if notice is None:
            return
        told = self.line.say if notice.kind is NoticeKind.KEPT else self.line.tell
        told(i18n.notice_text(notice), self.clock())
        self.changed()

    def do_after(self, sentence: str, act: Callable[[], None]) -> None:
        """Say what is going to take a moment, and do it once that has been seen."""
        self.say(sentence)
        self._errand = (self.drawn, act)

    def keep_sheet(self, course: Course, setup: Setup) -> None:
        """Put the final sheets of a match among the player's pictures, and say where."""
        from cacho.ui import keepsake  # noqa: PLC0415

        date = setup.date or moment()

        def keep() -> None:
            picture = keepsake.png(course, setup, date, self.settings.marks)
            name = keepsakes.file_name(date, ".png")
            self.tell(keepsakes.keep(self.home.pictures, name, picture))

        self.do_after(i18n.gettext("Guardando la hoja…"), keep)

    def take_in(self, file: Path) -> None:
        """Take in the record of a match from elsewhere, and say what came of it."""
        from cacho.services.exchange import import_record  # noqa: PLC0415 - few ask for it
        from cacho.ui.arrivals import arrived  # noqa: PLC0415

        self.say(arrived(import_record(self.store, self.home, file)))
        self._tell_of_store()
        self.top.entered()

    def give_away(self, data: bytes, setup: Setup, seats: Iterable[Seat]) -> None:
        """Put the record of a match among the player's documents, and say where.

        `seats` are those of its end.
        """
        from cacho.services.exchange import export_name  # noqa: PLC0415 - few ask for it

        self.tell(keepsakes.keep(self.home.documents, export_name(setup, seats), data))

    @property
    def said(self) -> str:
        """The sentence on the message line."""
        return self.line.sentence

    # ------------------------------------------------------------------ settings

    @property
    def speed(self) -> str:
        """Speed of animations: normal, fast or none."""
        return self.wishes.speed or self.settings.speed

    def set(self, **changes: object) -> None:
        """Change settings: at once, and on disk."""
        before = self.settings
        self.settings = replace(before, **changes)  # type: ignore[arg-type]
        if "language" in changes:  # even if it is the one kept: --lang may have asked for another
            i18n.set_language(self.settings.language or i18n.system_language())
        if self.settings.fullscreen != before.fullscreen:
            self.window.set_fullscreen(self.settings.fullscreen)
        self.apply_volumes(self.settings)
        self.tell(save_settings(self.home.settings_file, self.settings))
        self.changed()

    @property
    def detail(self) -> int:
        """For how many frames a tumbling die should keep one look: 1, or more if we are slow."""
        if self._strained:
            return SELDOM
        dear = sum(self._cost > slow for slow in SLOW)
        return 1 + max(dear, sum(self._late > often for often in OFTEN))

    @property
    def pace(self) -> float:
        """Seconds from one picture to the next: sixty a second, unless the machine is too slow.

        A steady 45 look better than 60 of which every third is missing.
        """
        return STEADY if self._strained else FRAME

    # ---------------------------------------------------------------- the loop's

    @property
    def moving(self) -> bool:
        """Whether the top scene moves."""
        return self.top.moving

    def listen(self) -> bool:
        """Take everything the players did since the last time."""
        intents = self.read(self.top.typing)
        for intent in intents:
            self._take(intent)
        return bool(intents)

    def _take(self, intent: Intent) -> None:
        match intent:
            case Quit():
                self.quit()
            case Resized():
                self.window.resized()
                self._foreseen.clear()
            case ToggleFullscreen():
                self.set(fullscreen=not self.settings.fullscreen)
            case Hidden(hidden):
                self.visible = not hidden
            case SoundDevices():
                self.sound_devices()
            case Dropped(file):
                self.take_in(Path(file))
            case Press(x, y) if self._asks_why(x, y):
                self.sounds.play("press")
                self.show_book(self.line.rule)
            case _:
                self.top.handle(intent)
        self.changed()

    def _asks_why(self, x: float, y: float) -> bool:
        """Whether a press is on the message line while a rule is behind it."""
        left, top, w, h = self.top.message_place
        inside = left <= x <= left + w and top <= y <= top + h
        return bool(self.said and self.line.rule) and inside

    def step(self, seconds: float) -> None:
        """Advance the top scene."""
        gc.disable()  # collecting in the middle of a roll would cost a frame; at rest it does not
        self._give_way(moving=True)
        self.top.step(seconds)
        self._dirty = True

    def soon(self, items: Iterable[Item], first: bool = False) -> None:
        """Have the looks of items drawn ahead, one at a time, while there is time for it.

        `first`: before those that wait already.
        """
        new = [item for item in items if item not in self._foreseen]
        if len(self._foreseen) > MANY:
            self._foreseen.clear()
        self._foreseen.update(new)
        (self._first if first else self._soon).extend(new)

    def tidy_soon(self) -> None:
        """Give memory that is free back to the system in a moment, when nothing moves."""
        self._tidy_at = self.clock() + TIDY_SECONDS

    def prepare_one(self) -> None:
        """Draw one look ahead: a few thousandths of a second.

        While something moves, no more than one a picture, and none after one that came late.
        """
        queue = self._first or self._soon
        if queue and not (self.moving and self._hurried):
            self._hurried = True
            self.window.prepare(queue.popleft())

    def prepare_first(self) -> None:
        """The same while dice fly: on a slow machine only what was wanted first."""
        if self._first or self.detail == 1:
            self.prepare_one()

    def rest(self) -> bool:
        """Let fall due what waits for the clock; True if the scene has changed by it."""
        gc.enable()
        self._give_way(moving=False)
        now = self.clock()
        if self._errand is not None and self.drawn > self._errand[0]:
            (_number, act), self._errand = self._errand, None
            act()
        self.prepare_one()
        if self._tidy_at is not None and now > self._tidy_at and not (self._first or self._soon):
            self._tidy_at = None
            trim()
        changed = self.top.rest(now)
        self._dirty = self.line.rest(now) or changed or self._dirty
        for file in take_lost():
            told = i18n.gettext("Falta un archivo del juego: {file}. Se sigue sin él.")
            self.line.tell(told.format(file=file), now)
            self.changed()
        return changed

    def _give_way(self, moving: bool) -> None:
        """Keep whoever works out the best play from making pictures late."""
        if self.solving is not None:
            self.solving.give_way(moving)

    def draw(self, ahead: float, wait: Callable[[], None] = lambda: None) -> None:
        """Paint the picture if it changed, `wait` until it is due, and show it."""
        if not self._dirty:
            return
        self._dirty = False
        begin = self.clock()
        painted = begin

        def paint_is_dry() -> None:
            nonlocal painted
            painted = self.clock()
            wait()

        self.window.show(self.picture(ahead), paint_is_dry)
        if self.moving:
            more = painted - begin - self._cost
            self._cost += more * (COST_RISES if more > 0 else COST_FALLS)
            self._keep_pace()
        else:
            self._hurried = False
        self.drawn += 1
        if self.wishes.layout_file is not None and self._layout_due:
            self._dump_layout(self.wishes.layout_file)

    def _keep_pace(self) -> None:
        """Notice whether this picture came late after the one before."""
        now = self.clock()
        passed, self._shown_at = now - self._shown_at, now
        self._hurried = LATE * self.pace < passed < PAUSE
        if passed < PAUSE:
            memory = LATE_RISES if self._hurried else LATE_FALLS
            self._late += (self._hurried - self._late) * memory
        if self._strained:
            self._strained = self._cost > EASED
        else:
            self._strained = self._late > WORN and self._cost > STRAINED

    def picture(self, ahead: float = 0.0) -> tuple[Layer, ...]:
        """Return the layers of all visible scenes and the message line."""
        painter = self.painter
        painter.begin()
        first = max(i for i, scene in enumerate(self.stack) if not scene.overlay or i == 0)
        for scene in self.stack[first:]:
            if scene.overlay:
                painter.add(Veil(alpha=scene.veil))
            scene.paint(painter, ahead if scene is self.top else 0.0)
        if self.said:
            items: list[Item] = []
            message(items, self.said, self.top.message_place, self.line.rule)
            painter.add(*items)
        return painter.end()

    @property
    def _layout_due(self) -> bool:
        """Whether to tell it again: always at rest, in motion now and then: it takes a while."""
        begins = self.moving and self._layout_at == 0.0
        return not self.moving or begins or self.clock() - self._layout_at > LAYOUT_EVERY

    def _dump_layout(self, file: Path) -> None:
        """Write where every target is, for whoever drives the game from outside."""
        self._layout_at = self.clock() if self.moving else 0.0
        view = Viewport(*self.window.size)
        layout = json.dumps(
            {
                "scene": self.top.name,
                "quiet": not self.moving,
                "focus": self.top.focus if self.top.focus_shown else "",
                "k": view.k,
                "offset": view.offset,
                "window": self.window.size,
                "targets": {w.id: list(w.rect) for w in self.top.widgets()},
            }
        )
        if layout != self._layout:
            self._layout = layout
            part = file.with_name(file.name + ".part")
            part.write_text(layout, encoding="utf-8")
            part.replace(file)


def message(items: list[Item], sentence: str, place: Rect, rule: str = "") -> None:
    """Add the message line: one sentence in a soft dark shade, in up to two lines.

    With a rule behind it, its number stands ringed at the end: there a press opens the book.
    """
    from cacho.ui.widgets.prose import evened, fitting_size, wrapped  # noqa: PLC0415 - opens fonts

    x, y, w, h = place
    inset = (x + 14, y + 10, w - 28, h - 20)
    items.append(Glow(*inset, SHADE, 246, tag="message"))  # no leather: only buttons are
    beside = RULE_SIGN if rule else 0.0
    room = w - MESSAGE_INSET - beside
    size = fitting_size((sentence,), room, h - 20, MESSAGE_SIZES)
    lines = wrapped(sentence, "print", size, evened(sentence, "print", size, room))
    top = y + h / 2 - (len(lines) - 1) * size * 0.56
    for number, line in enumerate(lines):
        at = (x + (w - beside) / 2, top + number * size * 1.12 - 2)
        items.append(
            Text(
                line,
                *at,
                size,
                "print",
                look.CREAM,
                "centre",
                w - MESSAGE_INSET - beside + 30,
                shadow=True,
                tag="message.text",
            )
        )
    if rule:
        middle = (x + w - 16 - RULE_SIGN / 2, y + h / 2 - 2)
        sign = (rule, *middle, 30, "print", look.GOLD, "centre", RULE_SIGN - 16)
        items.append(Ink("ring", middle[0] - 56, middle[1] - 31, 112, 62, "chalk", 4))
        items.append(Text(*sign, shadow=True, tag="message.rule"))
