"""Parcheesi's ruleset for the engine: actions as numbers, chance, words."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from ..engine.dice import Roll, StartRoll
from ..engine.errors import Refusal, choose_from
from ..engine.ruleset import GameOdds, Ruleset, register
from ..engine.twin import Struct
from . import positions, sentences
from .actions import Enter, Move, Pass
from .kernel import legality, rules, state
from .rulebook import OPTIONS, RULE_BOOK

if TYPE_CHECKING:
    from ..scene.scene import Scene

OPPOSITE = {2: ("red", "blue"), 3: ("red", "green", "blue"), 4: positions.SEAT_NAMES}


class Parcheesi(Ruleset):
    """Nests, blockades, bonuses: four pawns a seat round a cross of 68 spaces."""

    name = "parcheesi"
    title = "Parcheesi"
    sides = True
    seat_names = positions.SEAT_NAMES
    options, rule_book = OPTIONS, RULE_BOOK
    action_types = (Enter, Move, Pass)
    outcome_types = (Roll, StartRoll)
    plays = MappingProxyType({"roll": Roll, "pass": Pass, "enter": lambda *dice: Enter(dice),
                              "move": Move, "start": lambda *dice: StartRoll(dice)})
    like = "'roll 5 3', 'enter 5', 'move a 3', 'pass', 'start 2 6'"
    refusal = staticmethod(sentences.refusal_sentence)
    sentence = staticmethod(sentences.event_sentence)
    words = staticmethod(sentences.action_words)
    write, read = staticmethod(positions.write), staticmethod(positions.read)
    position_type = positions.ParcheesiPosition

    def places(self, count: int) -> tuple[str, ...]:
        """Two players sit opposite each other."""
        return OPPOSITE[count]

    @property
    def odds(self) -> GameOdds:
        """The exact odds of Parcheesi."""
        from .odds import ODDS  # when first asked for
        return ODDS

    def start_with(self, s: Struct, seat: str) -> None:
        """Lets `seat` start without a roll."""
        s.turn, s.stage = self.seat_names.index(seat), state.ROLL
        s.contending = [0] * state.SEATS

    # --- actions ---------------------------------------------------------------------

    def encode(self, s: Struct, action: Enter | Move | Pass) -> int | Refusal:
        """The rules' number for `action`, or why there is none here."""
        if s.stage in (state.START, state.ROLL, state.OVER):
            rule = rules.why_not(s, state.PASS)
            return Refusal(rule.name, sentences.refusal_sentence(s, action, rule))
        if isinstance(action, Pass):
            return state.PASS
        if isinstance(action, Enter):
            return self._encode_enter(s, action)
        seat = choose_from(action.seat or self.seat_names[s.turn], self.playing(s), "seat")
        if seat != self.seat_names[s.turn]:
            mover = self.seat_names[s.turn]
            return Refusal("ROLL", f"It is {mover}'s turn; only their pawns move.")
        if s.progress[s.turn][action.pawn] == state.NEST:
            rule = state.Rule.ENTER_ON_FIVE      # also with a 5: entering is not a move
            return Refusal(rule.name, sentences.refusal_sentence(s, action, rule))
        slot = self._slot_of(s, action.die)
        return slot if isinstance(slot, Refusal) else state.SLOTS * action.pawn + slot

    def _encode_enter(self, s: Struct, action: Enter) -> int | Refusal:
        pawn = state.first_in_nest(s)
        if pawn < 0:
            return Refusal("ENTER_ON_FIVE", f"{self.seat_names[s.turn]} has no pawn in the nest.")
        if sum(action.dice) != 5 or len(action.dice) not in (1, 2):
            return Refusal("ENTER_ON_FIVE", sentences.wrong_dice_sentence(s, action.dice))
        if len(action.dice) == 1:
            slot = self._slot_of(s, 5)
            if isinstance(slot, Refusal) or slot == state.SUM:
                return self._not_rolled(s, 5)
            return state.SLOTS * pawn + slot
        if tuple(sorted(s.die[:2])) != action.dice:
            return Refusal("ROLL", f"The dice do not show {sentences.numbers(action.dice)}.")
        return state.SLOTS * pawn + state.SUM

    def _slot_of(self, s: Struct, spaces: int) -> int | Refusal:
        """The slot that moves this number of spaces: a die, both dice or a bonus."""
        for slot in range(state.HOME_SLOT + 1):
            if spaces and legality.spaces_of(s, slot) == spaces:
                return slot
        if spaces and spaces in (s.capture_bonus, s.home_bonus):
            return state.CAPTURE_SLOT if spaces == s.capture_bonus else state.HOME_SLOT
        return self._not_rolled(s, spaces)

    def _not_rolled(self, s: Struct, spaces: int) -> Refusal:
        left = [n for slot in range(state.HOME_SLOT + 1) if slot != state.SUM
                and (n := legality.spaces_of(s, slot))]
        return Refusal("ROLL", f"There is no {spaces} to move; the numbers left are "
                       f"{', '.join(map(str, left))}.")

    def decode(self, s: Struct, code: int) -> Enter | Move | Pass:
        """The action for a number of the rules."""
        if code == state.PASS:
            return Pass()
        pawn, slot = divmod(code, state.SLOTS)
        if s.progress[s.turn][pawn] == state.NEST:
            return Enter(s.die[:2] if slot == state.SUM else s.die[slot])
        return Move(pawn, legality.spaces_of(s, slot))

    # --- chance ----------------------------------------------------------------------

    def chances(self, s: Struct) -> list[tuple[Any, Fraction]]:
        """The 36 rolls, or at the start a die for each seat still contending."""
        if s.stage == state.ROLL:
            return super().chances(s)
        dice = sum(s.contending)
        return [(StartRoll(numbers), Fraction(1, 6**dice))
                for numbers in product(range(1, 7), repeat=dice)]

    def sample(self, s: Struct, rng: np.random.Generator) -> Roll | StartRoll:
        """A random roll."""
        if s.stage == state.ROLL:
            return super().sample(s, rng)
        return StartRoll(tuple(rng.integers(1, 7, sum(s.contending)).tolist()))

    def why_not_outcome(self, s: Struct, outcome: Roll | StartRoll) -> str | None:
        """None if `outcome` is possible here, else the reason."""
        if s.stage == state.ROLL:
            return None if isinstance(outcome, Roll) else ("the start is already decided; roll two "
                                                           "dice")
        needed = sum(s.contending)
        if not isinstance(outcome, StartRoll):
            return f"the roll for the start is first: {needed} dice, one for each seat"
        if len(outcome.dice) != needed or not all(1 <= n <= 6 for n in outcome.dice):
            return f"the roll for the start is {needed} numbers from 1 to 6, one for each seat"
        return None

    def happen(self, s: Struct, outcome: Roll | StartRoll, log: Any) -> None:
        """Applies a roll."""
        if isinstance(outcome, Roll):
            super().happen(s, outcome, log)
        else:
            numbers = iter(outcome.dice)
            rules.roll_for_start(s, [next(numbers) if c else 0 for c in s.contending], log)

    # --- picture --------------------------------------------------------------

    def scene(self, position: positions.ParcheesiPosition, **layers: Any) -> Scene:
        """The board as a scene to draw."""
        from . import board
        return board.scene(position.pawns, **layers)


RULESET = Parcheesi()
register(RULESET)
