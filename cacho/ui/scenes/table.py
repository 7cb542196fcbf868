"""The table: cup, dice, sheets, and the turn of one player after another.

Turns presses into actions of the engine, and goes on when the events that come back have been
seen; how they are seen is `stage`'s matter.

Bots act here too, a beat at a time (`beats`); a press ends the beat, never more than one.

No rule is decided here: `why_not` says what is possible, `points_of` what it is worth.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final, assert_never

from cacho.engine import (
    PLACES,
    Action,
    Ask,
    Asked,
    Bajo,
    Box,
    Declare,
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
    Reason,
    Roll,
    Rolled,
    SeatHanded,
    SeatLeft,
    Stand,
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
    ways_of,
    why_not,
)
from cacho.services.i18n import gettext as _
from cacho.services.i18n import ngettext as n_
from cacho.ui import choreography as moves
from cacho.ui import coaching, reasons, sheets, tabletop, told
from cacho.ui import timeline as tl
from cacho.ui.beats import UNDO_SECONDS, Beat, Beats
from cacho.ui.coaching import ASK, ODDS, Coaching
from cacho.ui.coachtext import song
from cacho.ui.entry import Entry
from cacho.ui.hand import Cover, Hand
from cacho.ui.input import (
    Activate,
    Away,
    Digit,
    Drag,
    Erase,
    Intent,
    Key,
    Move,
    Press,
    Shake,
    Step,
)
from cacho.ui.layout import Place, controls_of, layout_of, result_targets
from cacho.ui.painter import Item, Rect
from cacho.ui.plan import (
    Mode,
    can_call_bajo,
    can_choose,
    can_declare,
    can_hold,
    can_take_back,
    can_turn,
    person_noted,
)
from cacho.ui.pose import Pose, is_blank, to_page, turned_over
from cacho.ui.regulars import bot_of, remark
from cacho.ui.scenes.agreeing import Agreeing, others
from cacho.ui.scenes.stage import Stage
from cacho.ui.widgets import Button, Look, Spot, Widget, contains
from cacho.ui.wording import quoted

if TYPE_CHECKING:
    from cacho.services.session import Session
    from cacho.ui.app import App

HAMMER_SECONDS: Final = 0.40
"""A press for the next roll must come at least this long after the one before."""
SETTLE_SECONDS: Final = 0.12
"""Presses this soon after something came to rest were meant for what was there before."""
READ_SECONDS: Final = 0.40
"""A box is noted no sooner than this after the dice came to rest: they want to be read."""
FRESH_SECONDS: Final = 0.30
"""The card of the next player wants a press at least this long after it appeared."""
STEADY_SECONDS: Final = 0.18
"""Presses at least this far apart are of somebody who insists; closer ones are hammering ..."""
MOMENT_SECONDS: Final = 0.80
"""... and who insists is heard once what they press has been there to see for so long."""
SUNG_SECONDS: Final = 3.0
"""A roll is sung for so long where the hint then says more than what may be done after any."""
LIFT_BY_KEY: Final = 0.2
"""How much one press of the arrow lifts a slammed cup."""
UNMUTE: Final = (24.0, 660.0, 260.0, 84.0)
"""Whoever wonders why it is silent sees it here, and a press brings the sound back."""
BESIDE: Final = ("take-back", "menu", "unmute")
"""What can be pressed beside the card of the next player."""
_NONE: Final = frozenset[int]()
CARD: Final = (470.0, 260.0, 820.0, 330.0)
CUP_SPOTS: Final = {
    "idle": (46.0, 116.0, 370.0, 450.0),
    "lying": (10.0, 136.0, 490.0, 456.0),
}
"""All of the cup as it stands and as it lies."""
CUP_ROUND: Final = 150.0


class Table(Stage):
    """One match being played."""

    name = "table"
    message_place = (762.0, 14.0, 596.0, 104.0)

    def __init__(self, app: App, session: Session) -> None:
        super().__init__(app, session.setup, session.state)
        self.session = session
        self.coach = Coaching(app)
        self.hand: Hand | None = None
        """The cup in the hand, from taking it up to the throw."""
        self.cover: Cover | None = None
        """The slammed cup, until it is lifted."""
        self.entry = Entry()
        """What has been entered of the table's own dice."""
        self.card_since: float | None = None
        """When the card that names the next player appeared; None while there is none."""
        self._told: tuple[Event, State] | None = None
        """What was done last, and where the match stood after it."""
        self._sung_until = 0.0
        """Until when a roll is sung even where the hint says more than usual; 0: no longer."""
        self._slam = self._gripped = False
        self._uncovered: list[tl.Clip[Pose]] = []
        """What is to be seen once a slammed cup is lifted."""
        self._pending: tuple[Event, ...] = ()
        self._roll_press = -1e9
        self._press = -1e9
        self._gap = 1e9
        """How long after the one before it the last press came; a pause means what is seen now."""
        self._met = ("", -1e9)
        """The target that was pressed last, and when."""
        self._settled = -1e9
        self.beats = Beats(app, session.setup)
        self._awaiting_dice = False
        """Whether a bot waits for somebody to roll the table's own dice for it."""
        self._by_bot = False
        """Whether it was a bot who acted last."""
        self._bot_came = False
        """Whether a bot is next and the sheet of those who noted is still to be seen."""
        self.by_keys = False
        """Whether the players press keys: then the dice show which ones."""
        if self.state.last_note is not None and self.state.phase is Phase.TURN:
            self._hand_over()
        self._draw_grid()

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
    def present(self) -> list[int]:
        """The seats whose players are still there."""
        return [seat for seat in range(len(self.state.seats)) if seat not in self.state.gone]

    @property
    def card(self) -> bool:
        """Whether the card that names the next player lies on the table."""
        return self.card_since is not None

    @property
    def lingering(self) -> bool:
        """While the card lies there the sheet of those who noted is to be seen."""
        return self.card or self._bot_came

    @property
    def bot_plays(self) -> bool:
        """Whether a bot is to act by itself."""
        return bot_of(self.state) is not None and not self._awaiting_dice

    @property
    def rate(self) -> float:
        """As fast as the players want it, and bots at their own pace."""
        usual = moves.FASTER if self.app.speed == "fast" else 1.0
        return max(usual, self.beats.rate) if self._by_bot else usual

    @property
    def _still(self) -> bool:
        """Whether what happens is not seen moving."""
        return self.app.speed == "none" or (self._by_bot and self.beats.instant)

    @property
    def _glides(self) -> bool:
        """Whether small things move that keep nobody waiting."""
        return not self._still and not self.app.settings.reduced_motion

    @property
    def numbered(self) -> bool:
        """The dice show their numbers also while keys are pressed that hold them."""
        faces = self.own_dice and self.entry.takes_keys(self.state)
        by_keys = self.by_keys and can_hold(self.shown) and not faces
        return by_keys or super().numbered

    def pose(self, ahead: float = 0.0) -> Pose:
        """Return how everything lies now."""
        live = self.hand or self.cover
        return live.pose() if live is not None else super().pose(ahead)

    def entered(self) -> None:
        """Go on where the match stands: the lot rolls by itself, the end shows its result."""
        self._touch()
        self.coach.foresee(self.state)
        self.app.soon(self._foreseen())
        if self.moving:
            return
        self.beats.pause(Beat.CAME)
        if self.state.phase is Phase.LOT and not self.own_dice:
            self.submit(Lot())
        elif self.state.phase is Phase.OVER:
            self._show_results()

    def _draw_grid(self) -> None:
        """Draw the # of a match that begins; meanwhile the first player may take up the cup."""
        if is_blank(self.state) and self._glides:
            blank = replace(self.poser.rest(self.state), grid=0.0)
            self._play_beside(moves.draw_grid(), blank)

    def _foreseen(self) -> list[Item]:
        """What the first roll will need: every digit that a preview can have, hints, counts."""
        items: list[Item] = []
        for place in {p.preview[2:]: p for p in layout_of(self.state.sheet).places}.values():
            items += sheets.preview_looks(place.preview)
        tabletop.paint_card(items, CARD, "", "")
        for rolls in range(1, self.state.rules.rolls + 1):
            after = replace(
                self.state, rolls=rolls, dice=(1, 2, 3, 4, 6), rolled=PLACES, phase=Phase.TURN
            )
            tabletop.paint_turn(items, after, told.hint(after, self.plan))
        return items

    # -------------------------------------------------------------------- acting

    def submit(self, action: Action, before: Pose | None = None) -> None:
        """Do something: the engine decides, the disk has it, then it is seen."""
        for ask in self.coach.before(self.state, action):
            self.session.submit(ask)
        before, plan = before or self.pose(), self.plan.turned
        lying, self.beside = self._lying, None
        self._by_bot, self._awaiting_dice, self._bot_came = self.bot_plays, False, False
        events = self.session.submit(action)
        self.app.tell(self.session.notice)
        self._pending = events
        if not isinstance(action, Hold | Declare):
            self.plan.forget()
        self.entry.forget()
        clips = self._clips(events, before, plan)
        if not clips or self._still:
            self._finish()
            if isinstance(action, Hold) and self._glides:
                self._play_beside(moves.push_aside(lying, self.poser.rest(self.state)), lying)
            return
        if self._slam:
            self._uncovered = clips[1:]
            clips = [moves.slam(before)]
        self._play(clips, before)

    def _played(self) -> None:
        """Go on when a motion has ended: after a slam the cup still stands over the dice."""
        if self._slam and self.player is not None:
            lying = moves.as_they_fell(self.poser.lying(self.state), self._bajo_called)
            standing = self.player.pose()
            under = moves.covered(self.state, standing, lying)
            self.player, self.cover = None, Cover(standing, under, self._gripped)
            self._ready_to_lift(under, lying)
        else:
            self._finish()

    def _ready_to_lift(self, under: Pose, lying: Pose) -> None:
        """Bring in what lifting the cup shows, while it stands and nothing needs to be painted."""
        self.app.window.fetch(tabletop.cup_sprites("lift"))
        self._foresee((under,))
        if self.poser.detail > 1:
            self.app.soon(tabletop.moving_dice(moves.turning(under, lying)), first=True)
        self._foresee((lying, self.poser.rest(self.state)))

    def _roll_clip(self, event: Rolled, before: Pose) -> tl.Clip[Pose]:
        """A throw that is not seen is not worked out either."""
        return tl.wait(0.0) if self._still else super()._roll_clip(event, before)

    def _soon_seen(self, event: Rolled) -> tuple[Pose, ...]:
        """Dice that are slammed are not seen before the cup stands over them."""
        return () if self._slam else super()._soon_seen(event)

    def _reveal(self, cover: Cover) -> None:
        """Show what lay under the cup."""
        self._slam, self.cover = False, None
        before = cover.pose()
        shown = moves.reveal(before, self.state, self.poser, self._bajo_called)
        self._play([shown, *self._uncovered], before)

    @property
    def _bajo_called(self) -> bool:
        """Whether the roll that is being seen was made with bajo called."""
        return any(isinstance(event, Rolled) and event.bajo for event in self._pending)

    def try_(self, action: Action) -> bool:
        """Submit an action if it is legal now; otherwise say why not."""
        if reason := why_not(self.state, action):
            self.refuse(reason)
            return False
        self.submit(action)
        return True

    def _finish(self) -> None:
        """Come to rest: the new state is what the table shows."""
        self.player = self.cover = None
        self._writing, self._slam = None, False
        self.shown = self.state
        self._settled = self.app.clock()
        self.beats.pause(Beat.SHOWN)
        self.coach.settled()
        self.app.tidy_soon()
        events, self._pending = self._pending, ()
        self._touch()
        for event in events:
            self._after(event)

    def _after(self, event: Event) -> None:  # noqa: PLR0912 - a case an event
        """Do what follows an event once it has been seen."""
        match event:
            case LotRolled(_rolls, contenders_left):
                if contenders_left and not self.own_dice:
                    self.submit(Lot())
            case StarterChosen():
                self.app.report(told.happened((event,), self.state))
                self._draw_grid()
            case Rolled():
                self.beats.pause(Beat.LANDED)
                self._tell(event)
                if self.app.settings.song:
                    self._sung_until = self.app.clock() + SUNG_SECONDS
                if explained := told.five_alike(self.state):
                    self.app.say(*explained)
            case Noted():
                self._tell(event)
                if self.state.sheet_of(event.seat).full:
                    self.app.sounds.play("last")
            case EarlyWin():
                self.app.report(told.early_win(event))
            case SeatLeft():
                self.app.report(told.happened((event,), self.state))
            case SeatHanded(name=name, bot=bot):
                self.card_since, self._bot_came = None, False
                self.app.remember(self.session.sitting.values())
                stands_in = _("La máquina juega por {name}.").format(name=name)
                self.app.report(stands_in if bot else told.happened((event,), self.state))
            case TakenBack():
                self.card_since, self._bot_came = None, False
            case TurnPassed():
                self._hand_over()
            case MatchOver():
                self._show_results()
            case TieBreakBegan():
                self.app.report(_("Empate: se tira por el desempate."))
            case TieAgain():
                self.app.report(_("Empate: tiran otra vez."))
            case HeldChanged() | TurnedOver() | Declared() | Stood() | TieRolled():
                self._tell(event)
            case Dormida() | Asked():
                pass
            case _:
                assert_never(event)

    def _tell(self, event: Event) -> None:
        """Tell what somebody did, in place of what was told before."""
        self.app.line.give_way()
        self._sung_until = 0.0
        if told.line(event, self.state):
            self._told = event, self.state

    @property
    def line(self) -> str:
        """What was done last, in words; a bot's call of bajo stands there until its dice lie."""
        if (self.plan.bajo or self._bajo_called) and bot_of(self.shown) is not None:
            return told.calls_bajo(self._name(self.shown.seat))
        return told.line(*self._told) if self._told else ""

    @property
    def _remark(self) -> str:
        """What a bot says to what it noted last."""
        event, state = self._told or (None, self.state)
        level = state.seats[event.seat].bot if isinstance(event, Noted) else None
        said = remark(level, event) if level and isinstance(event, Noted) else ""
        return f" {quoted(said)}" if said else ""

    def _hand_over(self) -> None:
        """Lay the card that names the next player; alone nobody needs one, and no bot does."""
        if bot_of(self.state) is not None:
            noted = self.state.last_note
            by_person = noted is not None and self.state.seats[noted.seat].bot is None
            self.beats.pause(Beat.NOTED, UNDO_SECONDS if by_person else 0.0)
            self._bot_came = True
        elif len(self.present) > 1:
            self.card_since = self.app.clock()
            self.app.sounds.play("turn")
        self.focus = self.default_focus()  # not where the player before had it
        self._touch()

    def _show_results(self) -> None:
        from cacho.ui.scenes.results import Results  # noqa: PLC0415 - results know the table

        if not can_take_back(self.state):
            self.app.tell(self.session.finish())  # nothing can change any more
        if self.app.top is self:
            self.app.push(Results(self.app, self))

    # --------------------------------------------------------------------- presses

    def handle(self, intent: Intent) -> None:
        """Take what a player did."""
        self._notice_keys(intent)
        match intent:
            case Shake(down=True):
                if not self._skipped():
                    self.take_card() if self.card else self.take_cup()
            case Shake(down=False):
                self.let_go()
            case Digit(number) if number <= 6:
                if not self._skipped():
                    self._press_number(number)
            case Drag(x, y):
                self.drag(x, y)
            case Move(step) if self.hand is not None or self.cover is not None:
                self._move_cup(step)
            case Key("v" | "b" | "d" | "l" | "p" | "h" | "o" as letter):
                self._shortcut(letter)
            case Erase():
                if (self.bot_plays and not self.moving) or not self._skipped():
                    self._erase()
            case Away():
                self._put_down()
                self.let_go()
            case _:
                super().handle(intent)
        self._touch()

    def _notice_keys(self, intent: Intent) -> None:
        if isinstance(intent, Press | Digit | Move | Activate | Shake):
            self.by_keys = not isinstance(intent, Press)

    @property
    def _all_entered(self) -> bool:
        """Whether the table's own dice are all entered: then it is asked whether they are right."""
        return self.own_dice and not self.card and self.entry.full(self.state)

    def _press_number(self, number: int) -> None:
        """A number is a place, or a face where the table's own dice are entered."""
        if self._all_entered:
            self._look_first()
        elif self.own_dice and not self.card and self.entry.takes_keys(self.state):
            self.enter(number)
        elif number <= 5:
            self.press_die(number)

    def _erase(self) -> None:
        """Take back the last face that was entered, or else the last note."""
        if self.entry.erase():
            self.app.fall_silent()  # what was said of the dice holds no more
        else:
            self.take_back()

    def _shortcut(self, letter: str) -> None:
        """Take a letter that stands on one of the buttons."""
        if self.bot_plays:
            return
        if self._all_entered:
            self._look_first()
            return
        match letter:
            case "v":
                self._switch(Mode.TURN)
            case "d":
                self._switch(Mode.DECLARE)
            case "l":
                self.stand()
            case "p":
                self._choose(self.plan.next_result)
            case "h":
                self.ask_coach()
            case "o":
                self.switch_odds()
            case _:
                if not self.moving:
                    self.call_bajo()

    def _switch(self, mode: Mode) -> None:
        """Let presses mean something else, where that is possible now."""
        possible = can_turn(self.state) if mode is Mode.TURN else can_declare(self.state)
        if possible and not self.moving:
            self._sung_until = 0.0
            self.plan.switch(mode)

    def _choose(self, choose: Callable[[State], None]) -> None:
        """Let the team note another of its results, once all of them lie there (R-29)."""
        if self.moving or not self.state.results:
            return
        if can_choose(self.state):
            choose(self.state)
            self.app.sounds.play("paper")
            self._touch()
        else:
            self.refuse(Reason.PARTNER_FIRST if self.state.deciding else Reason.ROLL_FIRST)

    def activate(self) -> None:
        """Press what has the focus; a short press of the cup pours by itself."""
        beside = self.focus_shown and self.focus in BESIDE
        if self.bot_plays and self.focus_shown and not self.moving:
            super().activate()
            return
        if self._skipped():
            return
        if self.card and not beside:
            self.take_card()
        elif self._all_entered and not self.focus_shown:
            self.hand_over()
        elif not self.focus_shown:
            self.move_focus(Step.NEXT)  # Enter presses what is marked: so mark it first
        else:
            super().activate()
            self.let_go()

    def pointer_down(self, x: float, y: float) -> None:
        """Press a target; while something moves, skip to its end. The menu always opens."""
        if self.moving and not contains(controls_of(self.shown).menu, x, y):
            self._skipped()
        else:
            super().pointer_down(x, y)
            if self.hand is not None:
                self.hand.grab(x, y)

    def pressed_nothing(self, x: float, y: float) -> None:
        """A press anywhere ends the beat of a bot; else no act ever comes of it."""
        del x, y
        self._skipped()

    def pointer_up(self) -> None:
        """Let go of the cup."""
        self.let_go()

    def press(self, widget: Widget, x: float, y: float) -> None:
        """Press a target, unless the press was meant for what moved there a moment ago."""
        now = self.app.clock()
        since, box = now - self._settled, widget.id.startswith("box.")
        met, self._met = self._met, (widget.id, now)
        gap = now - met[1] if widget.id == met[0] else 1e9
        again = gap < FRESH_SECONDS
        hasty = again or not self._deliberate
        if self._all_entered and not self._answers(widget, gap=now - met[1], after=met[0]):
            return
        if widget.id == "card" and hasty and not self._insists(gap if again else self._gap):
            return
        if widget.id != "menu" and (
            since < SETTLE_SECONDS or (box and (since < READ_SECONDS or hasty))
        ):
            return
        if widget.why:
            widget.press(x, y)  # asks the engine, and says why not with the rule
        else:
            super().press(widget, x, y)

    def move_focus(self, step: Step) -> None:
        """Move the focus; whoever is on the way to take a note back has time for it."""
        if self._bot_came and can_take_back(self.state):
            self.beats.pause(Beat.NOTED, UNDO_SECONDS)
        super().move_focus(step)

    def cancel(self) -> None:
        """Esc: leave the question of what to declare or turn over; else open the pause."""
        if self.moving or self.card or not self.plan.leave():
            self.open_menu()

    def open_menu(self) -> None:
        """Put the cup down if it is in the hand, and open the pause."""
        from cacho.ui.scenes.pause import Pause  # noqa: PLC0415 - the pause knows no table

        self._put_down()
        self.app.push(Pause(self.app, self))

    def _skipped(self) -> bool:
        """While something moves, or a bot plays, take a press as "skip"; True if it is used up."""
        now, last = self.app.clock(), self._press
        self._press, self._gap = now, now - last
        if not self.moving and not self.bot_plays:
            return False
        if self.bot_plays:
            self._hurry()
        elif self.cover is not None:
            self.cover.held = False
        elif self.player is not None and self._fresh:
            self.app.sounds.hush()
            self._finish()
        self._roll_press = now
        return True

    @property
    def _fresh(self) -> bool:
        """Whether the last press came after a pause, and so is meant for what is seen now."""
        return self._gap >= FRESH_SECONDS

    @property
    def _deliberate(self) -> bool:
        """Whether the last key, or press while something moved, is no hurry or long ago."""
        return self._fresh or self.app.clock() - self._press >= FRESH_SECONDS

    def _insists(self, gap: float) -> bool:
        """Whether somebody who presses so steadily is to be heard: where nothing can be spoilt.

        That is the card, and the first roll of a turn; later ones want the dice to be read.
        """
        rolls = self.state.phase is Phase.TURN and not self.state.rolls and not self.own_dice
        if not rolls and not self.card:
            return False
        seen = self._settled if self.card_since is None else self.card_since
        return gap >= STEADY_SECONDS and self.app.clock() - seen >= MOMENT_SECONDS

    def _go_on(self) -> None:
        self._skipped()

    def _hurry(self) -> None:
        """Go to the end of a bot's beat: of what moves, or of the pause after it."""
        if not self._fresh:
            return
        if not self.moving:
            self.beats.hurry()
            return
        self.app.sounds.hush()
        if self.hand is not None:
            self._throw(slam=False)
        if self.player is not None or self.cover is not None:
            self._finish()

    def default_focus(self) -> str:
        """Return what Enter presses: the card if it lies there, on past a bot, else the roll."""
        if self._all_entered:
            return "ready"
        if self.own_dice and self.state.phase is Phase.LOT:
            return "face.1"
        if self.bot_plays:
            return "go-on"
        return "card" if self.card else "roll"

    def enter(self, face: int) -> None:
        """Enter a face of the table's own dice; after the last one they want to be looked at."""
        roll = Lot() if self.state.phase is Phase.LOT else self.plan.roll()
        if self._may_not(roll):
            return
        self.app.sounds.play("die.soft")
        self.entry.faces.append(face)
        if self._all_entered:
            self.focus = self.default_focus()
        self._touch()

    def hand_over(self) -> None:
        """Make the roll of the table's own dice, which somebody has looked at."""
        if self.try_(self.entry.action(self.state, self.plan.bajo)):
            self.focus = self.default_focus()

    def _answers(self, widget: Widget, gap: float, after: str) -> bool:
        """Whether a press answers if the dice that were entered are right; else says it is asked.

        A face that was pressed twice answers nothing, though "Listo" has come to lie there.
        """
        if widget.id == "ready":
            return gap >= FRESH_SECONDS or not after.startswith("face.")
        if widget.id == "correct" or widget.id in BESIDE:
            return True
        self._look_first()
        return False

    def _look_first(self) -> None:
        self.app.refuse(_right_or_not())

    def _may_not(self, roll: Roll | Lot) -> bool:
        """Refuse a roll that is not possible; one that waits for a goal asks for it."""
        reason = why_not(self.state, roll)
        if reason is None:
            return False
        if reason is Reason.GOAL_FIRST:
            self.plan.switch(Mode.DECLARE)
        self.refuse(reason)
        self._touch()
        return True

    def take_cup(self) -> None:
        """Take up the cup: it shakes until it is let go of. Own dice have none: keys are faces."""
        if self._all_entered:
            self.hand_over()
            return
        now = self.app.clock()
        gap, self._roll_press = now - self._roll_press, now
        hammered = gap < HAMMER_SECONDS and not self._insists(gap)
        if hammered or self.hand is not None or now - self._settled < SETTLE_SECONDS:
            return
        if self._may_not(self.plan.roll()):
            return
        if self.own_dice:
            self.entry.by_key = not self.entry.by_key
            self._touch()
            return
        self._take_up()

    def _take_up(self) -> None:
        """Take the cup in the hand, or where nothing moves let the dice lie at once."""
        self._by_bot = self.bot_plays
        if self._still or self.app.settings.reduced_motion:
            self.app.sounds.play("die.wood")
            self.submit(self.plan.roll())
            return
        self.hand, self.beside = Hand(self.pose(), self.state), None
        self.app.window.fetch(tabletop.cup_sprites("pour", "shake", "lying"))
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
        if slam:
            # at 4K there is no room for all; those are shown again when the cup is next taken up
            slammed = tabletop.cup_sprites("slam", "pour", "lying")
            self.app.window.fetch(slammed, instead_of=tabletop.cup_sprites("shake"))
        self.app.sounds.stop_loop()
        self.submit(self.plan.roll(), before)

    def press_die(self, place: int) -> None:
        """Hold a die or let it go; where dice are turned, turn it over."""
        answer = self.plan.press_die(self.state, place)
        if answer is None:
            self._turn_dice(frozenset({place}))
        elif isinstance(answer, Reason):
            self.refuse(answer)
        else:
            self.try_(answer)

    def _touch_die(self, place: int) -> None:
        """Press a die itself; of the table's own dice number keys then tell faces."""
        self.press_die(place)
        self.entry.by_key = self.own_dice and self.entry.wanted(self.state) > 0

    def _turn_dice(self, places: frozenset[int]) -> None:
        """Show dice rolling over to their opposite faces; the engine hears of it with the note."""
        after, self._sung_until = self.pose(), 0.0
        if self.app.speed == "none":
            self.app.sounds.play("die.soft")
        else:
            back = turned_over(after, places)
            self._play([moves.turn_over(places, back), moves.settle(after)], back)
        self._touch()

    def press_box(self, box: Box, hatch: int = 0) -> None:
        """Note a box, or declare it; crossing one out asks first, unless that is switched off."""
        action = self.plan.press_box(self.state, box, hatch)
        if reason := why_not(self.state, action):
            self.refuse(reason)
            return
        if isinstance(action, Declare):
            self.plan.switch(Mode.DECLARE)
        brings = self.plan.worth(self.state).get((box, hatch), 0)
        if isinstance(action, Note) and brings == 0 and self.app.settings.confirm_cross:
            self._ask_to_cross(action)
        else:
            self.submit(action)

    def stand(self) -> None:
        """Leave the dice as a result of the team's, where that is possible now (R-29)."""
        if not self.moving and not self.card and why_not(self.state, Stand()) is None:
            self.submit(Stand())

    def call_bajo(self) -> None:
        """Call bajo for the next roll, or take it back; where one may look first, turn now."""
        if why_not(self.state, Bajo()) is None:
            self.submit(Bajo())
        elif reason := why_not(self.state, Roll(bajo=True)):
            self.refuse(reason)
        else:
            self.plan.bajo = not self.plan.bajo
            self._touch()

    def refuse(self, reason: Reason) -> None:
        """Say why something is not possible; the rules book opens at that rule."""
        self.app.refuse(reasons.sentence_in(reason, self.state), reasons.rule(reason))

    def _ask_to_cross(self, note: Note) -> None:
        from cacho.ui.scenes.confirm import Confirm  # noqa: PLC0415

        self.app.push(
            Confirm(
                self.app,
                _("¿Tachar {box}?").format(box=sheets.box_name(note.box)),
                _("Los dados no valen nada ahí: la casilla queda en cero."),
                _("Tachar"),
                _("No"),
                lambda: self.submit(note),
                aside=True,
            )
        )

    def take_back(self) -> None:
        """Take a person's last note back; once more was done since, if the table agrees.

        A bot stands by its own notes: they go with that of the person before.
        """
        note, count = person_noted(self.state)
        if note is None:
            rule = reasons.rule(Reason.NOTHING_TO_TAKE_BACK)
            self.app.refuse(self._why_no_take_back(self.state), rule)
        elif count == 1 and why_not(self.state, TakeBack()) is None:
            self.submit(TakeBack())
        elif self.session.setup.trusting or not others(self.state, note.seat):
            self._take_back_agreed(count)
        else:
            agreed = partial(self._take_back_agreed, count)
            self.app.push(Agreeing(self.app, self.state, note, agreed))

    def _take_back_agreed(self, count: int) -> None:
        for _note in range(count):
            self.submit(TakeBack(agreed=True))

    def _why_no_take_back(self, state: State) -> str:
        """Say why there is nothing to take back; "" where there is."""
        if person_noted(state)[0] is not None:
            return ""
        if state.noted is not None and state.noted.seat not in state.gone:
            return _("Eso lo anotó la máquina: así queda.")
        return reasons.sentence(Reason.NOTHING_TO_TAKE_BACK)

    # ------------------------------------------------------------------------ the coach

    def ask_coach(self) -> None:
        """Ask what to do, or put the slip away again."""
        if self.card or self.moving:
            return
        if not self.state.helped:
            self.refuse(Reason.NO_HELP)
            return
        if not self.coach.offered(self.state):
            return
        if why := self.coach.why_not(self.state):
            self.app.refuse(why, "R-33")
            return
        self._record(self.coach.ask(self.state))
        self.app.sounds.play("paper")
        self._touch()

    def switch_odds(self) -> None:
        """Show the odds of every box on the sheet and say what they are, or hide them."""
        if not self.state.helped:
            self.refuse(Reason.NO_HELP)
        else:
            self.app.set(odds=not self.app.settings.odds)
            if self.app.settings.odds:
                self.app.say(coaching.legend())
            self._touch()

    def _coach_rests(self) -> bool:
        """Let the coach think; odds that are seen are written down (R-33). True: there is more."""
        if self.moving or self.card or self.app.top is not self:
            return False
        more = self.coach.rest(self.state)
        self._record(self.coach.seen_odds(self.state))
        if more:
            self._touch()
        return more

    def _record(self, asked: Iterable[Ask]) -> None:
        """Write down which help was used (R-33); nothing else changes."""
        for ask in asked:
            self.session.submit(ask)
            self.shown = self.state

    def take_card(self) -> None:
        """The next player is there: a fresh press takes the card away."""
        now = self.app.clock()
        if (
            self.card_since is not None
            and (self._deliberate or self._insists(self._gap))
            and now - self.card_since >= FRESH_SECONDS
        ):
            self.card_since = None
            self._roll_press = self._settled = now
            self.focus = self.default_focus()
            self.app.sounds.play("press")
            self._touch()

    # ------------------------------------------------------------------------ bots

    def rest(self, now: float) -> bool:
        """Let a bot do what it has decided, once its pause is over; instant ones a whole turn."""
        changed = self._coach_rests() or super().rest(now) or self._sung_out(now)
        while not self.moving and self.app.top is self:
            pondered = self.beats.ponders
            action = self.beats.next_act(self.state) if self.bot_plays else None
            if self.beats.ponders is not pondered:
                changed = True
                self.app.line.give_way()
                self._touch()
            if action is None:
                return changed
            seat, changed = self.state.seat, True
            self._act(action)
            if not self.beats.instant or self.state.seat != seat:
                return True
        return changed

    def _act(self, action: Action) -> None:
        """Do what a bot has decided; dice that a note turns over are turned first."""
        self._bot_came = False
        match action:
            case Roll(bajo=True) if not self.plan.bajo and not self.beats.instant:
                self.plan.bajo = True
                self.app.line.give_way()
                self.beats.pause(Beat.SHOWN)
            case Roll(bajo=bajo):
                self.plan.bajo = bajo
                self._roll_for_bot()
            case Note() if turned := self._to_turn(action):
                self.plan.turned = turned
                self.beats.pause(Beat.SHOWN)
                self._turn_dice(turned)
            case _:
                self.submit(action)
        self._touch()

    def _roll_for_bot(self) -> None:
        """Take the cup; the table's own dice are rolled by whoever sits there."""
        if self.own_dice:
            self.shown, self._awaiting_dice = self.state, True
            return
        self._take_up()
        self.let_go()

    def _to_turn(self, note: Note) -> frozenset[int]:
        """The dice before the bot that its note reads from below, while they lie as they fell."""
        way = ways_of(self.state, note.box)[0]
        mine = way.series == len(self.state.results)
        return way.turned if mine and not self.plan.turned and not self.beats.instant else _NONE

    # ------------------------------------------------------------------ loop's turn

    def step(self, seconds: float) -> None:
        """Advance what moves."""
        if self.hand is not None:
            self._sound(self.hand.step(seconds))
            self.app.sounds.shake(self.hand.strength)
            self.app.prepare_one()
            if not self.hand.held and self.hand.ready:
                self._throw(slam=not self._may("pour"))
        elif self.cover is not None:
            self.cover.step(seconds)
            self.app.prepare_first()
            if self.cover.done:
                self._reveal(self.cover)
        elif self.player is not None:
            self._sound(self.player.step(seconds))
            self.app.prepare_first()
            if self.player.done:
                self._played()

    # ---------------------------------------------------------------------- targets

    def widgets(self) -> Sequence[Widget]:
        """Return everything that can be pressed, in the order of a turn."""
        out: list[Widget] = []
        if bot_of(self.shown) is not None:
            out += self._beside_a_bot()
        elif self.shown.phase is Phase.TURN:
            out += [self._card_button()] if self.card else [*self._cup(), *self._turn()]
            out.append(self._take_back_button())
        elif self.shown.phase is Phase.TIE:
            out += [*self._cup(), self._roll_button()]
        elif self.shown.phase is Phase.LOT and self.own_dice:
            out += self._cup()
        if self.app.settings.muted:
            out.append(Button("unmute", UNMUTE, _("Sin sonido"), self._unmute, "dark", size=34))
        place = controls_of(self.shown).menu
        note, look = _("Esc"), _letters_for(place)
        out.append(Button("menu", place, _("Menú"), self.open_menu, "dark", note, "", *look))
        return out

    def _unmute(self) -> None:
        self.app.set(muted=False)

    def _cup(self) -> list[Widget]:
        """What is thrown with: the cup, or the pad for the table's own dice."""
        if not self.own_dice:
            spot = CUP_SPOTS[self.poser.rest(self.shown).cup.group]
            return [Spot("cup", spot, self.take_cup, radius=CUP_ROUND)]
        roll = Lot() if self.shown.phase is Phase.LOT else self.plan.roll()
        reason = why_not(self.shown, roll)
        why = reasons.sentence(reason) if reason and reason is not Reason.GOAL_FIRST else ""
        return self.entry.widgets(self.shown, self.enter, self.hand_over, self._erase, why)

    def _turn(self) -> list[Widget]:
        buttons = [self._roll_button(), *self._extras()]
        helping = self._help_buttons()
        return [*self._dice(), *buttons, *self._results(), *self._boxes(), *helping]

    def _beside_a_bot(self) -> list[Widget]:
        """What there is to press while a bot plays: on to its next beat, or a note taken back."""
        if self._awaiting_dice:
            return [*self._cup(), self._roll_button()]
        place = controls_of(self.shown).roll
        size, note = min(64.0, place[3] * 0.4), _("Espacio")
        go_on = Button("go-on", place, _("Seguir"), self._go_on, "dark", note, "", size)
        return [go_on, self._take_back_button()]

    def _results(self) -> list[Widget]:
        """A target on every result that a partner left."""
        return [
            Spot(
                f"result.{number + 1}",
                rect,
                lambda number=number: self._choose(  # type: ignore[misc]
                    partial(self.plan.press_result, number=number)
                ),
                grow=4,
            )
            for number, rect in enumerate(result_targets(self.shown))
        ]

    def _extras(self) -> list[Widget]:
        """The buttons that only some rules and moments need, side by side below the roll."""
        state, plan = self.shown, self.plan
        wanted: list[tuple[str, str, str, bool, Callable[[], None]]] = []
        if can_turn(state) and can_hold(state):
            on = plan.mode(state) is Mode.TURN
            wanted.append(("turn", _("Voltear"), "V", on, lambda: self._switch(Mode.TURN)))
        if can_call_bajo(state) or why_not(state, Bajo()) is None:
            wanted.append(("bajo", _("¡Bajo!"), "B", plan.bajo, self.call_bajo))
        if can_declare(state):
            on = plan.mode(state) is Mode.DECLARE
            wanted.append(("declare", _("Declarar"), "D", on, lambda: self._switch(Mode.DECLARE)))
        if why_not(state, Stand()) is None:
            wanted.append(("stand", _("Dejarlos"), "L", False, self.stand))
        return [
            Button(id_, rect, label, act, "red" if on else "tan", note, "", *_letters_for(rect))
            for (id_, label, note, on, act), rect in zip(
                wanted, _side_by_side(controls_of(state).extras, len(wanted)), strict=True
            )
        ]

    def _card_button(self) -> Widget:
        return Spot("card", CARD, self.take_card, grow=6)

    def _roll_button(self) -> Widget:
        reason = why_not(self.shown, self.plan.roll())
        why = reasons.sentence(reason) if reason and reason is not Reason.GOAL_FIRST else ""
        dice, why = self.shown.rolling, _right_or_not() if self._all_entered else why
        if self._all_entered:
            note = ""
        elif dice:
            note = n_("{n} dado · Espacio", "{n} dados · Espacio", dice).format(n=dice)
        elif self.shown.rolls_left:
            note = _("todos guardados")
        elif self.shown.must:
            note = _("te plantas")
        else:
            note = _("no quedan tiros")
        places = controls_of(self.shown)
        rect = places.roll_with_extras if self._extras() else places.roll
        size = min(78.0, rect[3] * 0.46)
        label = _("Lo que salió") if self.own_dice else _("¡Tirar!")
        skin = "tan" if self.own_dice and not self.entry.by_key else "red"
        pad = 30.0 if rect[2] > 300 else 12.0
        return Button("roll", rect, label, self.take_cup, skin, note, why, size, pad)

    def _help_buttons(self) -> list[Widget]:
        """The coach and the odds, where the match allows help."""
        out: list[Widget] = []
        if self.shown.deciding and self.coach.offered(self.shown):
            skin, why = "red" if self.coach.advice else "tan", self.coach.why_not(self.shown)
            label, act = _("¿Qué harías?"), self.ask_coach
            out.append(Button("coach", ASK, label, act, skin, _("H"), why, 34, 12))
            skin, label = "red" if self.app.settings.odds else "dark", _("Chances")
            out.append(Button("odds", ODDS, label, self.switch_odds, skin, _("O"), "", 34, 12))
        return out

    def _take_back_button(self) -> Widget:
        why = self._why_no_take_back(self.shown)
        place = controls_of(self.shown).take_back
        label, look = _("Deshacer"), _letters_for(place)
        return Button("take-back", place, label, self.take_back, "dark", "", why, *look)

    def _dice(self) -> list[Widget]:
        """A target around every die that lies."""
        if not self.shown.deciding:
            return []
        spots: list[Widget] = []
        for place, die in enumerate(self.poser.rest(self.shown).dice, 1):
            if die is not None:
                x, y = to_page(die.at)
                spots.append(
                    Spot(
                        f"die.{place}",
                        (x - 66, y - 66, 132, 132),
                        partial(self._touch_die, place),
                        radius=66,
                        grow=3,
                    )
                )
        return spots

    def _boxes(self) -> list[Widget]:
        """A target on every place of the large sheet."""
        return [self._box(place) for place in layout_of(self.shown.sheet).places]

    def _box(self, place: Place) -> Widget:
        filled = place.slot < len(self.shown.sheet.marks(place.box, place.hatch))
        why = reasons.sentence(Reason.BOX_TAKEN) if filled else ""
        act = partial(self.press_box, place.box, place.hatch)
        return Spot(f"box.{place.name}", place.cell, act, why, grow=-1)

    # ---------------------------------------------------------------------- picture

    def look(self, widget: Widget) -> Look:
        """Return how a widget is seen; the roll looks pressed as long as the cup is held."""
        seen = super().look(widget)
        if widget.id == "roll" and self.hand is not None:
            return Look(seen.focused, True)
        return seen

    def _paint_under(self, items: list[Item]) -> None:
        super()._paint_under(items)
        if self.own_dice and not self.card and self.shown.phase is not Phase.OVER:
            self.entry.paint(items, self.shown)

    def _paint_card(self, items: list[Item]) -> None:
        if self.card and self.shown.phase is Phase.TURN:
            tabletop.paint_card(items, CARD, self._name(self.state.seat), self.line)

    def _paint_lights(self, items: list[Item], pose: Pose) -> None:
        if self.coach.lit:
            slip, _size = coaching.slip_for(self.coach.told)
            coaching.paint_lit(items, pose, self.coach.lit, slip)
        else:
            super()._paint_lights(items, pose)

    @property
    def crowded(self) -> bool:
        """Where the odds stand there is no room for the dice that would turn."""
        return bool(self.coach.odds(self.shown))

    @property
    def said_instead(self) -> bool:
        """Whether a message lies where the hint, or the coach's slip, would."""
        return bool(self.app.said)

    def _paint_notices(self, items: list[Item]) -> None:
        super()._paint_notices(items)
        if not self.moving and not self.lingering and self.shown.deciding:
            self.coach.paint_sheet(items, self.shown, self.plan.worth(self.shown))
        self.coach.paint_slip(items, self._lying)

    def _hint(self) -> str:
        """Say in one line what may be done; nothing where a message or the coach speaks."""
        if self.coach.told or self.said_instead:
            return ""
        if self.own_dice and (asked := self._faces_hint()):
            return asked
        if self.cover is not None:
            return _("Suelta el cubilete, o levántalo despacio.")
        if bot_of(self.shown) is not None:
            return self._bot_hint()
        hint, sung = super()._hint(), self._song
        return hint if told.says_more(hint) and not self._sung_until else sung or hint

    def _bot_hint(self) -> str:
        """Say what a bot, or who noted before it, has done; or what keeps it so long.

        Its roll is sung until it does something.
        """
        if self.beats.ponders:
            return _("{name} lo está pensando…").format(name=self._name(self.state.seat))
        rolled = self._told is not None and isinstance(self._told[0], Rolled)
        sung = self._song if rolled and not (self.plan.bajo or self.plan.turned) else ""
        return sung or self.line + (self._remark if self._bot_came else "")

    @property
    def _song(self) -> str:
        """What is sung of the dice that lie there, where somebody wants that."""
        return song(self.shown) if self.app.settings.song and not self.moving else ""

    def _sung_out(self, now: float) -> bool:
        """End a song that a hint waits for; True if it has just ended."""
        if not self._sung_until or now < self._sung_until:
            return False
        self._sung_until = 0.0
        self._touch()
        return True

    def _faces_hint(self) -> str:
        """Say what is to be done with the table's own dice; "" where that goes without saying."""
        if self._all_entered:
            return _right_or_not()
        if self._awaiting_dice:
            name = self._name(self.state.seat)
            asked = _("{name} canta ¡bajo! Tira y toca lo que salió.") if self.plan.bajo else ""
            return (asked or _("Tira por {name} y toca lo que salió.")).format(name=name)
        first = not self.shown.rolls and not self.plan.bajo and bot_of(self.shown) is None
        return _("Tira tus dados y toca lo que salió.") if first else ""


def _right_or_not() -> str:
    return _("Mira los dados: si están bien, Listo; si no, Corregir.")


def _side_by_side(rect: Rect, count: int) -> list[Rect]:
    """Split a strip into places for some buttons."""
    x, y, w, h = rect
    one = (w - 12 * (count - 1)) / max(1, count)
    return [(x + i * (one + 12), y, one, h) for i in range(count)]


def _letters_for(place: Rect) -> tuple[float, float]:
    """Return size and margin of the word on a button: smaller on a narrow one, 0: as usual."""
    return (34.0, 18.0) if place[2] < 200 else (0.0, 30.0)
