"""The table: cup, dice, sheets, and the turn of one player after another.

Turns presses into actions of the engine and the events that come back into motion. While
something moves, the picture still shows the state before (`shown`), so nothing tells a result
before the dice lie; at rest it is the resting picture of the state, always.

No rule is decided here: `why_not` says what is possible, `points_of` what it is worth.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, assert_never

from cacho.engine import (
    Action,
    Box,
    Declared,
    Dormida,
    EarlyWin,
    Event,
    HeldChanged,
    Hold,
    Lot,
    LotRolled,
    MatchOver,
    Note,
    Noted,
    Phase,
    Roll,
    Rolled,
    SeatLeft,
    StarterChosen,
    State,
    Stood,
    TakeBack,
    TakenBack,
    TieAgain,
    TieBreakBegan,
    TieRolled,
    TurnedOver,
    TurnPassed,
    points_of,
    why_not,
)
from cacho.services import i18n
from cacho.services.i18n import gettext as _
from cacho.services.i18n import ngettext as n_
from cacho.ui import choreography as moves
from cacho.ui import reasons, sheets, tabletop
from cacho.ui import timeline as tl
from cacho.ui.hand import Cover, Hand
from cacho.ui.input import Away, Digit, Drag, Erase, Intent, Move, Shake, Step
from cacho.ui.painter import Glow, Ink, Item, Painter
from cacho.ui.pose import Pose, Poser, to_page
from cacho.ui.scenes.base import Scene
from cacho.ui.timeline import Player
from cacho.ui.widgets import Button, Look, Spot, Widget, contains

if TYPE_CHECKING:
    from cacho.services.session import Session
    from cacho.ui.app import App

HAMMER_SECONDS: Final = 0.40
"""A press for the next roll must come at least this long after the one before."""
SETTLE_SECONDS: Final = 0.12
"""Presses this soon after something came to rest were meant for what was there before."""
FRESH_SECONDS: Final = 0.30
"""The card of the next player wants a press at least this long after it appeared."""
LIFT_BY_KEY: Final = 0.2
"""How much one press of the arrow lifts a slammed cup."""
ROLL: Final = (1384.0, 706.0, 516.0, 168.0)
TAKE_BACK: Final = (1384.0, 894.0, 252.0, 120.0)
MENU: Final = (1648.0, 894.0, 252.0, 120.0)
UNMUTE: Final = (24.0, 118.0, 260.0, 80.0)
"""Whoever wonders why it is silent sees it here, and a press brings the sound back."""
CARD: Final = (470.0, 260.0, 820.0, 330.0)
CUP_SPOT: Final = (70.0, 170.0, 330.0, 360.0)


class Table(Scene):
    """One match being played."""

    name = "table"

    def __init__(self, app: App, session: Session) -> None:
        super().__init__(app)
        self.session = session
        self.poser = Poser(session.match.setup.match_id)
        self.shown = session.state
        self.player: Player[Pose] | None = None
        self.hand: Hand | None = None
        """The cup in the hand, from taking it up to the throw."""
        self.cover: Cover | None = None
        """The slammed cup, until it is lifted."""
        self.card_since: float | None = None
        """When the card that names the next player appeared; None while there is none."""
        self.line = ""
        """What happened last, in words."""
        self._writing: Noted | None = None
        self._slam = self._gripped = False
        self._uncovered: list[tl.Clip[Pose]] = []
        """What is to be seen once a slammed cup is lifted."""
        self._pending: tuple[Event, ...] = ()
        self._roll_press = -1e9
        self._press = -1e9
        self._settled = -1e9
        self._version = 0
        if self.state.last_note is not None and self.state.phase is Phase.TURN:
            self._hand_over()

    # ----------------------------------------------------------------- what stands

    @property
    def state(self) -> State:
        """Where the match stands."""
        return self.session.state

    @property
    def moving(self) -> bool:
        """Whether something moves on the table."""
        return self.player is not None or self.hand is not None or self.cover is not None

    @property
    def card(self) -> bool:
        """Whether the card that names the next player lies on the table."""
        return self.card_since is not None

    @property
    def sheet_seat(self) -> int:
        """Whose sheet lies large: that of the one who noted, until the next takes the cup."""
        if self._writing is not None:
            return self._writing.seat
        note = self.shown.last_note
        if note is not None and (self.card or self.shown.phase is Phase.OVER):
            return note.seat
        return self.shown.seat

    def pose(self, ahead: float = 0.0) -> Pose:
        """Return how everything lies now."""
        live = self.hand or self.cover
        if live is not None:
            return live.pose()
        if self.player is None:
            return self.poser.rest(self.state)
        return self.player.pose(ahead)

    def entered(self) -> None:
        """Go on where the match stands: the lot rolls by itself, the end shows its result."""
        self._touch()
        if self.moving:
            return
        if self.state.phase is Phase.LOT:
            self.submit(Lot())
        elif self.state.phase is Phase.OVER:
            self._show_results()

    # -------------------------------------------------------------------- acting

    def submit(self, action: Action, before: Pose | None = None) -> None:
        """Do something: the engine decides, the disk has it, then it is seen."""
        before = before or self.pose()
        events = self.session.submit(action)
        self.app.tell(self.session.notice)
        self._pending = events
        clips = self._clips(events, before)
        if not clips or self.app.speed == "none":
            self._finish()
            return
        if self._slam:
            self._uncovered = clips[1:]
            clips = [moves.slam(before)]
        self._play(clips, before)

    def _play(self, clips: Sequence[tl.Clip[Pose]], before: Pose) -> None:
        self.player = Player(moves.at_speed(tl.seq(*clips), self.app.speed), before)
        self._touch()

    def _played(self) -> None:
        """Go on when a motion has ended: after a slam the cup still stands over the dice."""
        if self._slam and self.player is not None:
            covered = moves.covered(self.state, self.player.pose())
            self.player, self.cover = None, Cover(covered, self._gripped)
        else:
            self._finish()

    def _reveal(self, cover: Cover) -> None:
        """Show what lay under the cup."""
        self._slam, self.cover = False, None
        before = cover.pose()
        self._play([moves.reveal(before, self.state, self.poser), *self._uncovered], before)

    def try_(self, action: Action) -> bool:
        """Submit an action if it is legal now; otherwise say why not."""
        if reason := why_not(self.state, action):
            self.app.refuse(reasons.sentence(reason))
            return False
        self.submit(action)
        return True

    def _clips(self, events: tuple[Event, ...], before: Pose) -> list[tl.Clip[Pose]]:
        """Return what is seen of events, one after another; nothing of what shows at once."""
        clips: list[tl.Clip[Pose]] = []
        for event in events:
            match event:
                case LotRolled(rolls=rolls):
                    clips.append(moves.lot(rolls, self.state, self.poser))
                case Rolled():
                    clips.append(self._roll_clip(event, before))
                case Noted():
                    self._writing = event
                    rest = self.poser.rest(self.state)
                    mark = [self._mark(event)]
                    clips.append(
                        moves.note(mark, sheets.PENCIL_HOME, before, rest, _shine_of(event))
                    )
                case Dormida():
                    clips.append(moves.dormida(self.poser.rest(self.state)))
                case HeldChanged(places=places):
                    grown = len(places) > len(self.shown.held)
                    self.app.sounds.play("chalk" if grown else "chalk.off")
                case TakenBack():
                    self.app.sounds.play("paper")
                case TurnedOver():
                    self.app.sounds.play("die.wood")
                case StarterChosen() | TurnPassed() | MatchOver():
                    pass
                case Declared() | Stood() | EarlyWin() | SeatLeft():
                    pass
                case TieBreakBegan() | TieRolled() | TieAgain():
                    pass
                case _:
                    assert_never(event)
        return clips

    def _roll_clip(self, event: Rolled, before: Pose) -> tl.Clip[Pose]:
        if self.app.settings.reduced_motion:
            return moves.fade(before, self.poser.rest(self.state))
        self.poser.detail = self.app.detail
        return moves.throw(event, self.state, self.poser)

    def _finish(self) -> None:
        """Come to rest: the new state is what the table shows."""
        self.player = self.cover = None
        self._writing, self._slam = None, False
        self.shown = self.state
        self._settled = self.app.clock()
        events, self._pending = self._pending, ()
        self._touch()
        for event in events:
            self._after(event)

    def _after(self, event: Event) -> None:  # noqa: PLR0912 - a case an event
        """Do what follows an event once it has been seen."""
        match event:
            case LotRolled(_rolls, contenders_left):
                if contenders_left:
                    self.app.say(_("Empate: tiran otra vez."))
                    self.submit(Lot())
            case StarterChosen(seat):
                self.app.say(_("Empieza {name}.").format(name=self._name(seat)))
            case Rolled(dice=dice):
                self.line = self._name(event.seat) + ": " + " ".join(map(str, dice))
            case Noted():
                self.line = self._told(event)
                if self.state.sheets[event.seat].full:
                    self.app.sounds.play("last")
            case TakenBack():
                self.card_since = None
            case TurnPassed():
                self._hand_over()
            case MatchOver():
                self._show_results()
            case TieRolled(seat, dice, total):
                self.line = f"{self._name(seat)}: {' '.join(map(str, dice))} = {total}"
            case TieBreakBegan():
                self.app.say(_("Empate: se tira por el desempate."))
            case TieAgain():
                self.app.say(_("Empate: tiran otra vez."))
            case HeldChanged() | TurnedOver() | Declared() | Stood() | SeatLeft():
                pass
            case EarlyWin() | Dormida():
                pass
            case _:
                assert_never(event)

    def _told(self, event: Noted) -> str:
        """Say in words what was noted."""
        name, box = self._name(event.seat), sheets.box_name(event.box)
        if event.crossed:
            return _("{name} tachó {box}").format(name=name, box=box)
        if event.de_mano:
            return _("{name} anotó {points} en {box}, de mano").format(
                name=name, points=event.points, box=box
            )
        return n_(
            "{name} anotó {points} punto en {box}",
            "{name} anotó {points} puntos en {box}",
            event.points,
        ).format(name=name, points=event.points, box=box)

    def _name(self, seat: int) -> str:
        return self.state.seats[seat].name

    def _hand_over(self) -> None:
        """Lay the card that names the next player; alone nobody needs one."""
        if len(self.state.seats) > 1:
            self.card_since = self.app.clock()
            self.app.sounds.play("turn")
        self._touch()

    def _show_results(self) -> None:
        from cacho.ui.scenes.results import Results  # noqa: PLC0415 - results know the table

        if self.app.top is self:
            self.app.push(Results(self.app, self))

    # --------------------------------------------------------------------- presses

    def handle(self, intent: Intent) -> None:
        """Take what a player did."""
        match intent:
            case Shake(down=True):
                if not self._skipped():
                    self.take_card() if self.card else self.take_cup()
            case Shake(down=False):
                self.let_go()
            case Digit(number) if number <= 5:
                if not self._skipped():
                    self.toggle(number)
            case Drag(x, y):
                self.drag(x, y)
            case Move(step) if self.hand is not None or self.cover is not None:
                self._move_cup(step)
            case Erase():
                if not self._skipped():
                    self.take_back()
            case Away():
                self.let_go()
            case _:
                super().handle(intent)
        self._touch()

    def activate(self) -> None:
        """Press what has the focus; a short press of the cup pours by itself."""
        if not self._skipped():
            super().activate()
            self.let_go()

    def pointer_down(self, x: float, y: float) -> None:
        """Press a target; while something moves, skip to its end. The menu always opens."""
        if self.moving and not contains(MENU, x, y):
            self._skipped()
        else:
            super().pointer_down(x, y)
            if self.hand is not None:
                self.hand.grab(x, y)

    def pointer_up(self) -> None:
        """Let go of the cup."""
        self.let_go()

    def press(self, widget: Widget, x: float, y: float) -> None:
        """Press a target, unless the press was meant for what moved there a moment ago."""
        if self.app.clock() - self._settled >= SETTLE_SECONDS or widget.id == "menu":
            super().press(widget, x, y)

    def cancel(self) -> None:
        """Esc: put the cup down if it is in the hand, and open the pause."""
        from cacho.ui.scenes.pause import Pause  # noqa: PLC0415 - the pause knows no table

        self._put_down()
        self.app.push(Pause(self.app))

    def _skipped(self) -> bool:
        """While something moves take a press as "skip"; True if the press is used up."""
        now, last = self.app.clock(), self._press
        self._press = now
        if not self.moving:
            return False
        if self.cover is not None:
            self.cover.held = False
        elif self.player is not None and now - last >= FRESH_SECONDS:
            self._finish()
        self._roll_press = now
        return True

    def default_focus(self) -> str:
        """Return what Enter presses: the card if it lies there, else the roll."""
        return "card" if self.card else "roll"

    def take_cup(self) -> None:
        """Take up the cup: it shakes until it is let go of."""
        now = self.app.clock()
        hammered = now - self._roll_press < HAMMER_SECONDS
        self._roll_press = now
        if hammered or self.hand is not None or now - self._settled < SETTLE_SECONDS:
            return
        if reason := why_not(self.state, Roll()):
            self.app.refuse(reasons.sentence(reason))
            return
        if self.app.speed == "none" or self.app.settings.reduced_motion:
            self.app.sounds.play("die.wood")
            self.submit(Roll())
            return
        self.hand = Hand(self.pose(), self.state)
        self.app.sounds.loop("cup.shake", dice=self.state.rolling, strength=self.hand.strength)
        self._touch()

    def let_go(self) -> None:
        """Let go of the cup: it pours as soon as it has been shaken for a moment."""
        self._gripped = False
        for live in (self.hand, self.cover):
            if live is not None:
                live.held = False

    def drag(self, x: float, y: float) -> None:
        """Move the cup; pulled down hard it is slammed, moved up afterwards it is lifted."""
        if self.cover is not None:
            self.cover.drag(y)
        elif self.hand is not None:
            pulled = self.hand.drag(x, y)
            if pulled and self.hand.ready and self._may("golpe"):
                self._throw(slam=True)

    def _move_cup(self, step: Step) -> None:
        """The arrows slam and lift the cup, as pulling it down and up does."""
        if step is Step.DOWN and self.hand is not None:
            if self.hand.ready and self._may("golpe"):
                self._throw(slam=True)
        elif step is Step.UP and self.cover is not None:
            self.cover.lift += LIFT_BY_KEY

    def _may(self, way: str) -> bool:
        """Whether the players want dice thrown this way."""
        return self.app.settings.throw_way in ("both", way)

    def _put_down(self) -> None:
        """Stop shaking without a roll."""
        if self.hand is not None:
            self.hand = None
            self.app.sounds.stop_loop()
            self._touch()

    def _throw(self, slam: bool) -> None:
        """Throw what is in the cup: the roll is made, and on disk, before it is seen."""
        before = self.pose()
        held = self.hand is not None and self.hand.held
        self.hand = None
        self._slam, self._gripped = slam, held
        self.app.sounds.stop_loop()
        self.submit(Roll(), before)

    def toggle(self, place: int) -> None:
        """Hold a die, or let it go."""
        self.try_(Hold(self.state.held ^ {place}))

    def press_box(self, box: Box) -> None:
        """Note a box; crossing one out asks first, unless that is switched off."""
        if reason := why_not(self.state, Note(box)):
            self.app.refuse(reasons.sentence(reason))
        elif points_of(self.state)[box] == 0 and self.app.settings.confirm_cross:
            self._ask_to_cross(box)
        else:
            self.submit(Note(box))

    def _ask_to_cross(self, box: Box) -> None:
        from cacho.ui.scenes.confirm import Confirm  # noqa: PLC0415

        name = sheets.box_name(box)
        self.app.push(
            Confirm(
                self.app,
                _("¿Tachar {box}?").format(box=name),
                _("Los dados no valen nada ahí: la casilla queda en cero."),
                _("Tachar"),
                _("No"),
                lambda: self.submit(Note(box)),
            )
        )

    def take_back(self) -> None:
        """Take the last note back."""
        self.try_(TakeBack())

    def take_card(self) -> None:
        """The next player is there: a fresh press takes the card away."""
        now = self.app.clock()
        if self.card_since is not None and now - self.card_since >= FRESH_SECONDS:
            self.card_since = None
            self._roll_press = now
            self.app.sounds.play("press")
            self._touch()

    # ------------------------------------------------------------------ loop's turn

    def step(self, seconds: float) -> None:
        """Advance what moves."""
        if self.hand is not None:
            self._sound(self.hand.step(seconds))
            self.app.sounds.shake(self.hand.strength)
            if not self.hand.held and self.hand.ready:
                self._throw(slam=not self._may("pour"))
        elif self.cover is not None:
            self.cover.step(seconds)
            if self.cover.done:
                self._reveal(self.cover)
        elif self.player is not None:
            self._sound(self.player.step(seconds))
            if self.player.done:
                self._played()

    def _sound(self, cues: Sequence[tl.Cue]) -> None:
        for cue in cues:
            self.app.sounds.play(cue.sound, cue.gain, cue.pan)

    # ---------------------------------------------------------------------- targets

    def widgets(self) -> Sequence[Widget]:
        """Return everything that can be pressed, in the order of a turn."""
        out: list[Widget] = []
        if self.shown.phase is Phase.TURN:
            out += [self._card_button()] if self.card else [*self._cup(), *self._turn()]
            out.append(self._take_back_button())
        if self.app.settings.muted:
            out.append(Button("unmute", UNMUTE, _("Sin sonido"), self._unmute, "dark", size=34))
        out.append(Button("menu", MENU, _("Menú"), self.cancel, "dark", note=_("Esc")))
        return out

    def _unmute(self) -> None:
        self.app.set(muted=False)

    def _cup(self) -> list[Widget]:
        return [Spot("cup", CUP_SPOT, self.take_cup)]

    def _turn(self) -> list[Widget]:
        return [*self._dice(), self._roll_button(), *self._boxes()]

    def _card_button(self) -> Widget:
        return Spot("card", CARD, self.take_card, grow=6)

    def _roll_button(self) -> Widget:
        reason = why_not(self.shown, Roll())
        why = reasons.sentence(reason) if reason else ""
        dice = self.shown.rolling
        if dice:
            note = n_("{n} dado · Espacio", "{n} dados · Espacio", dice).format(n=dice)
        elif self.shown.rolls_left:
            note = _("todos guardados")
        else:
            note = _("no quedan tiros")
        return Button("roll", ROLL, _("¡Tirar!"), self.take_cup, "red", note, why, size=78)

    def _take_back_button(self) -> Widget:
        reason = why_not(self.shown, TakeBack())
        why = reasons.sentence(reason) if reason else ""
        return Button("take-back", TAKE_BACK, _("Deshacer"), self.take_back, "dark", why=why)

    def _dice(self) -> list[Widget]:
        """A target around every die that lies."""
        if not self.shown.deciding:
            return []
        reason = why_not(self.shown, Hold(self.shown.held))
        why = reasons.sentence(reason) if reason else ""
        spots: list[Widget] = []
        for place, die in enumerate(self.poser.rest(self.shown).dice, 1):
            if die is not None:
                x, y = to_page(die.at)
                spots.append(
                    Spot(
                        f"die.{place}",
                        (x - 66, y - 66, 132, 132),
                        lambda place=place: self.toggle(place),  # type: ignore[misc]
                        why,
                        radius=66,
                        grow=12,
                    )
                )
        return spots

    def _boxes(self) -> list[Widget]:
        """A target on every place of the large sheet."""
        out: list[Widget] = []
        for name, box, slot in sheets.places(self.shown.sheet):
            out.append(self._box(f"box.{name}", box, slot))
        return out

    def _box(self, name: str, box: Box, slot: int) -> Widget:
        reason = why_not(self.shown, Note(box))
        why = reasons.sentence(reason) if reason else ""
        if slot < len(self.shown.sheet.marks(box)):
            why = _("Esa casilla ya está llena.")
        rect = sheets.cell(box, slot)
        return Spot(name, rect, lambda: self.press_box(box), why, grow=-6)

    # ---------------------------------------------------------------------- picture

    def _touch(self) -> None:
        self._version += 1
        self.app.changed()

    def look(self, widget: Widget) -> Look:
        """Return how a widget is seen; the roll looks pressed as long as the cup is held."""
        seen = super().look(widget)
        if widget.id == "roll" and self.hand is not None:
            return Look(seen.focused, True)
        return seen

    def rest(self, now: float) -> bool:
        """Let the pressed look end."""
        if super().rest(now):
            self._version += 1
            return True
        return False

    def paint(self, painter: Painter, ahead: float) -> None:
        """Put the table on the painter: what stays, what moves, what can be pressed."""
        pose = self.pose(ahead)
        key = (self._version, i18n.current(), self.app.top is self, pose.grid >= 1)
        painter.static("table.wood", (), tabletop.paint_wood)
        shadow: list[Item] = []
        tabletop.paint_cup_shadow(shadow, pose.cup)
        painter.add(*shadow)
        painter.static("table.under", key, self._paint_under)
        dark = pose.dark > 0
        loose: list[Item] = []
        if self.shown.phase is Phase.LOT:
            tabletop.paint_lot(loose, self.state, pose)
        if not dark:
            tabletop.paint_dice(loose, pose, self._rings(pose))
        tabletop.paint_cup(loose, pose.cup)
        self._paint_writing(loose, pose)
        painter.add(*loose)
        painter.static("table.over", key, self._paint_widgets)
        if dark:
            over: list[Item] = []
            told = self._name(self.state.seat) if self.app.top is self else ""
            tabletop.paint_dormida(over, pose, told)
            painter.add(*over)

    def _paint_under(self, items: list[Item]) -> None:
        state = self.shown
        if state.phase is Phase.LOT:
            tabletop.paint_lot_heading(items)
            return
        if state.phase is Phase.TURN:
            tabletop.paint_turn(items, state, self._hint())
        worth = {} if self.moving or self.card else points_of(state)
        marks = self.app.settings.marks
        sheets.paint_row(items, state, self.sheet_seat, marks)
        grid = self.pose().grid >= 1
        sheets.paint_big(items, state, self.sheet_seat, worth, marks, grid)

    def _rings(self, pose: Pose) -> frozenset[int]:
        del pose
        return self.shown.held if self.shown.deciding else frozenset()

    def _paint_writing(self, items: list[Item], pose: Pose) -> None:
        """Add the mark under the pencil, as far as it is written, and the pencil."""
        now = self._writing
        if self.shown.phase is Phase.LOT:
            return
        if 0 < pose.grid < 1:
            lines = sheets.grid_items(self.shown.sheets[self.sheet_seat], self.sheet_seat)
            items += [line._replace(upto=pose.grid) for line in lines]
        if now is not None and pose.glow > 0:
            x, y, w, h = sheets.cell(now.box, now.slot)
            items.append(Glow(x + 12, y + 12, w - 24, h - 24, alpha=round(200 * pose.glow)))
        if now is not None and pose.writing > 0:
            items.append(self._mark(now)._replace(upto=pose.writing))
        tabletop.paint_pencil(items, pose.pencil or sheets.PENCIL_HOME)

    def _mark(self, event: Noted) -> Ink:
        """Return what the pencil writes on the large sheet."""
        box, slot = event.box, event.slot
        mark = self.state.sheets[event.seat].marks(box)[slot]
        glyph = sheets.glyph_of(box, mark, self.app.settings.marks)
        seed = sheets.seed(event.seat, box, slot)
        place = sheets.writing_place(box, slot)
        return sheets.mark_item(place, glyph, event.seat, seed, "writing")

    def _paint_widgets(self, items: list[Item]) -> None:
        for widget in self.widgets():
            if widget.id == "card":
                tabletop.paint_card(items, CARD, self._name(self.state.seat), self.line)
            widget.paint(items, self.look(widget))

    def _hint(self) -> str:
        """Say in one line what may be done."""
        state = self.shown
        if self.card:
            return ""
        if not state.rolls:
            return _("Toma el cubilete y tira.")
        if state.rolls_left:
            return _("Guarda los dados que quieras, tira el resto o anota.")
        return _("Elige una casilla: anota o tacha.")


def _shine_of(event: Noted) -> str:
    """Return the sound of a mark that deserves a moment; most do not."""
    if event.box is Box.GRANDE and not event.crossed:
        return "grande"
    return "served" if event.de_mano else ""
