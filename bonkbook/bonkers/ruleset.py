"""Bonkers' ruleset for the engine: actions as numbers, chance, words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import prod
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from ..engine.dice import Roll, StartRoll
from ..engine.errors import Refusal
from ..engine.ruleset import GameOdds, Ruleset, register
from ..engine.twin import Struct
from . import houserules, positions, sentences
from .actions import Deal, Decline, Draw, LoseCard, Place, Take, Wait, card_words
from .kernel import rules, state
from .layout import card_code, card_name
from .rulebook import OPTIONS, RULE_BOOK

if TYPE_CHECKING:
    from ..scene.scene import Scene

_SUMS = range(2, 13)


class Bonkers(Ruleset):
    """A ring whose cards change with every turn: chains, traps, and a race for points."""

    name = "bonkers"
    title = "This Game is Bonkers!"
    seat_names = positions.SEAT_NAMES
    options, rule_book = OPTIONS, RULE_BOOK
    action_types = (Place, Take, Decline, LoseCard, Wait)
    outcome_types = (Roll, StartRoll, Deal, Draw)
    refusal = staticmethod(sentences.refusal_sentence)
    sentence = staticmethod(sentences.event_sentence)
    words = staticmethod(sentences.action_words)
    write, read = staticmethod(positions.write), staticmethod(positions.read)
    position_type = positions.BonkersPosition
    plain = MappingProxyType({Decline: state.DECLINE, Wait: state.WAIT,
                              LoseCard: state.LOSE_CARD})

    @property
    def odds(self) -> GameOdds:
        """The exact odds of Bonkers."""
        from .odds import ODDS  # when first asked for
        return ODDS

    def fresh(self, seats: tuple[str, ...]) -> Struct:
        """The state at the start of a game, with the default house rules."""
        s = houserules.blank()
        s.playing = [int(name in seats) for name in self.seat_names]
        return s

    def set_options(self, s: Struct, options: Mapping[str, object]) -> None:
        """Sets house rules, including board and deck; ValueError if one is wrong."""
        houserules.apply(s, options, sum(s.playing))

    def get_options(self, s: Struct, changed_only: bool = False) -> dict[str, str | int]:
        """The house rules of `s` by name."""
        return houserules.in_force(s, changed_only)

    def start_with(self, s: Struct, seat: str) -> None:
        """Lets `seat` start without a roll, after the deal."""
        s.turn = self.seat_names.index(seat)
        s.contending = [0] * state.SEATS

    def mover(self, s: Struct) -> str | None:
        """The seat whose turn it is, None before the first turn."""
        return None if s.stage in (state.DEAL, state.START) else self.seat_names[s.turn]

    # --- actions ---------------------------------------------------------------------

    def encode(self, s: Struct, action: Any) -> int | Refusal:
        """The rules' number for `action`, or why there is none here."""
        if type(action) in self.plain:
            return super().encode(s, action)
        if isinstance(action, Take):
            if action.space < s.size:
                return state.TAKE + action.space
        elif code := card_code(s, action.card):
            return code
        rule = rules.why_not(s, state.TAKE + s.size if isinstance(action, Take) else state.NO_CARD)
        if isinstance(action, Place) and s.stage in (state.PLACE, state.EXCHANGING):
            return Refusal("SEATS", f"This deck has no {card_words(action.card)} card.")
        return Refusal(state.Rule(rule).name, sentences.refusal_sentence(s, action, rule))

    def decode(self, s: Struct, code: int) -> Any:
        """The action for a number of the rules."""
        if code in self.plain.values():
            return super().decode(s, code)
        return Take(code - state.TAKE) if code >= state.TAKE else Place(card_name(s, code))

    # --- chance ----------------------------------------------------------------------

    def chances(self, s: Struct) -> list[tuple[Any, Fraction]]:
        """The 36 rolls, the cards that can be drawn, or the totals for the start.

        ValueError at the deal, which has too many outcomes to list.
        """
        if s.stage == state.ROLL:
            return super().chances(s)
        if s.stage == state.DRAW:
            total = rules.unseen_cards(s)
            return [(Draw(card_name(s, card)), Fraction(s.unseen[card], total))
                    for card in range(1, s.cards) if s.unseen[card]]
        if s.stage == state.DEAL:
            raise ValueError("the deal has too many outcomes to list; next() samples one")
        ways = {total: 6 - abs(7 - total) for total in _SUMS}
        players = sum(s.contending)
        return [(StartRoll(sums), Fraction(prod(ways[n] for n in sums), 36**players))
                for sums in product(_SUMS, repeat=players)]

    def sample(self, s: Struct, rng: np.random.Generator) -> Any:
        """A random outcome."""
        if s.stage == state.ROLL:
            return super().sample(s, rng)
        if s.stage == state.START:
            return StartRoll(tuple(rng.integers(1, 7, (sum(s.contending), 2)).sum(1).tolist()))
        unseen = [card_name(s, card) for card in range(1, s.cards) for _ in range(s.unseen[card])]
        if s.stage == state.DRAW:
            return Draw(unseen[int(rng.integers(len(unseen)))])
        players = sum(s.playing)
        dealt = rng.choice(len(unseen), state.HAND * players, replace=False).tolist()
        return Deal([unseen[k] for k in dealt[i::players]] for i in range(players))

    def why_chance(self, s: Struct) -> str:
        """The rule to cite for an outcome that is not possible where chance acts."""
        return {state.DEAL: "SEATS", state.START: "HIGHEST_STARTS",
                state.DRAW: "DRAW"}.get(s.stage, "ROLL")

    def why_not_outcome(self, s: Struct, outcome: Any) -> str | None:
        """None if `outcome` is possible here, else the reason."""
        wanted = {state.DEAL: (Deal, "the cards have to be dealt first"),
                  state.START: (StartRoll, "the roll for the start has to be made first"),
                  state.ROLL: (Roll, f"{self.mover(s)} must roll two dice"),
                  state.DRAW: (Draw, f"{self.mover(s)} must draw a card first")}
        kind, sentence = wanted[s.stage]
        if not isinstance(outcome, kind):
            return sentence
        if isinstance(outcome, StartRoll):
            needed = sum(s.contending)
            if len(outcome.dice) != needed or not all(n in _SUMS for n in outcome.dice):
                return f"the roll for the start is {needed} totals of two dice, one for each seat"
        if isinstance(outcome, Draw):
            return _not_unseen(s, [outcome.card])
        return _bad_deal(s, outcome) if isinstance(outcome, Deal) else None

    def happen(self, s: Struct, outcome: Any, log: Any) -> None:
        """Applies an outcome of chance."""
        if isinstance(outcome, Roll):
            super().happen(s, outcome, log)
        elif isinstance(outcome, Draw):
            rules.draw(s, card_code(s, outcome.card), log)
        elif isinstance(outcome, Deal):
            for seat, hand in zip(positions.seats(s), outcome.hands, strict=True):
                for card in hand:
                    rules.give(s, seat, card_code(s, card))
            rules.finish_deal(s, log)
        else:
            sums = iter(outcome.dice)
            rules.roll_for_start(s, [next(sums) if c else 0 for c in s.contending], log)

    # --- text and picture --------------------------------------------------------------

    def read_play(self, line: str) -> Any:
        """The action or outcome whose str() is `line`."""
        word, *rest = line.split() or [""]
        kinds = {"roll": lambda: Roll(*map(int, rest)), "place": lambda: Place(*rest),
                 "take": lambda: Take(*map(int, rest)), "decline": lambda: Decline(*rest),
                 "wait": lambda: Wait(*rest), "draw": lambda: Draw(*rest),
                 "start": lambda: StartRoll(tuple(map(int, rest))),
                 "deal": lambda: Deal(hand.split() for hand in " ".join(rest).split("/"))}
        if line.split() == ["lose", "card"]:
            return LoseCard()
        try:
            return kinds[word]()
        except (KeyError, ValueError, TypeError):
            raise ValueError("not a play; write it like 'roll 5 3', 'place +3', 'take 34', "
                             "'decline', 'lose card', 'wait', 'draw GS', 'start 7 9'") from None

    def scene(self, position: positions.BonkersPosition, **layers: Any) -> Scene:
        """The board as a scene to draw."""
        from . import board
        return board.scene(position, **layers)


def _not_unseen(s: Struct, cards: Sequence[str]) -> str | None:
    """None if these can be face-down cards, else the reason."""
    for card in cards:
        left = s.unseen[card_code(s, card)]
        if left < list(cards).count(card):
            count = f"only {left}" if left else "no"
            return f"{count} {card_words(card)} card{'s are' if left > 1 else ' is'} left face down"
    return None


def _bad_deal(s: Struct, deal: Deal) -> str | None:
    """None if the deal is possible, else the reason."""
    players = sum(s.playing)
    if len(deal.hands) != players or any(len(hand) != state.HAND for hand in deal.hands):
        return f"a deal is {state.HAND} cards to each of {players} seats"
    return _not_unseen(s, [card for hand in deal.hands for card in hand])


RULESET = Bonkers()
register(RULESET)
__all__ = ["RULESET", "Bonkers"]
