"""BONK's ruleset for the engine: actions as numbers, chance, words."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from ..engine.errors import Refusal, quoted
from ..engine.ruleset import GameOdds, Ruleset, register
from ..engine.twin import Struct
from . import houserules, positions, sentences
from .actions import (
    ENDS,
    Allow,
    Card,
    Claim,
    Deal,
    Discard,
    Draw,
    EndTurn,
    Keep,
    LayOff,
    Opener,
    Pass,
    Reveal,
    meld_text,
    read_play,
)
from .contracts import Meld, read_contract
from .faces import card_kind, card_text
from .kernel import card_moves, legality, melds, rules, state
from .kernel import cards as c
from .rulebook import OPTIONS, RULE_BOOK

if TYPE_CHECKING:
    from ..scene.scene import Scene

_DRAWS = {"stock": state.DRAW_STOCK, "discard": state.DRAW_DISCARD}
_COMES = (state.UPCARD, state.DRAWING, state.PENALTY)


class Bonk(Ruleset):
    """Seven rounds of sets and runs with wild twos, and a claim out of turn."""

    name = "bonk"
    title = "BONK"
    seat_names = positions.SEAT_NAMES
    options, rule_book = OPTIONS, RULE_BOOK
    action_types = (Claim, Pass, Allow, Keep, Draw, Reveal, LayOff, Discard, EndTurn)
    outcome_types = (Opener, Deal, Card)
    refusal = staticmethod(sentences.refusal_sentence)
    sentence = staticmethod(sentences.event_sentence)
    words = staticmethod(sentences.action_words)
    write, read = staticmethod(positions.write), staticmethod(positions.read)
    position_type = positions.BonkPosition
    chance_rule = "DRAW"
    plain = MappingProxyType({Claim: state.CLAIM, Pass: state.PASS, Allow: state.ALLOW,
                              Keep: state.KEEP, EndTurn: state.END_TURN})

    @property
    def odds(self) -> GameOdds:
        """BONK's odds, from what a seat may see."""
        from .odds import ODDS  # when first asked for
        return ODDS

    def fresh(self, seats: tuple[str, ...]) -> Struct:
        """The state at the start of a game, with the default house rules."""
        s = houserules.blank()
        s.playing = [int(name in seats) for name in self.seat_names]
        return s

    def set_options(self, s: Struct, options: Mapping[str, object]) -> None:
        """Sets house rules, including contracts; ValueError if one is wrong."""
        houserules.apply(s, options)

    def get_options(self, s: Struct, changed_only: bool = False) -> dict[str, str | int]:
        """The house rules of `s` by name."""
        return houserules.in_force(s, changed_only)

    def start_with(self, s: Struct, seat: str) -> None:
        """Lets `seat` open the first round without drawing lots."""
        rules.open_game(s, self.seat_names.index(seat), None)

    def mover(self, s: Struct) -> str | None:
        """The seat whose turn it is, None before the first turn of a round."""
        return None if s.stage <= state.UPCARD else self.seat_names[s.turn]

    def awaited(self, s: Struct) -> str:
        """What chance does next."""
        who = self.seat_names[s.claimant if s.stage == state.PENALTY else s.turn]
        return {state.LOT: "the draw for the first player",
                state.DEAL: f"the deal of round {s.round}", state.UPCARD: "the card turned up",
                state.PENALTY: f"the penalty card of {who}",
                state.DRAWING: f"the card that {who} draws"}[s.stage]

    def winners(self, s: Struct) -> tuple[str, ...]:
        """The names of the winners, several if they share the win."""
        return tuple(name for name, won in zip(self.seat_names, s.won, strict=True) if won)

    def hide(self, s: Struct, seat: int) -> Struct:
        """What `seat` may see: its hand, the table, and common knowledge."""
        return positions.hide(s, seat)

    # --- actions ---------------------------------------------------------------------

    def encode(self, s: Struct, action: Any) -> int | Refusal:
        """The rules' number for `action`, or why there is none here."""
        if type(action) in self.plain:
            return super().encode(s, action)
        if isinstance(action, Draw):
            return _DRAWS[action.source]
        if isinstance(action, Discard):
            return state.DISCARD + card_kind(action.card)
        if isinstance(action, LayOff):
            return self._encode_lay_off(s, action)
        if s.stage != state.PLAY or s.revealed[s.turn]:
            return state.REVEAL
        read = _read_reveal(s, action)
        return read if isinstance(read, Refusal) else state.REVEAL

    def _encode_lay_off(self, s: Struct, action: LayOff) -> int | Refusal:
        kind, meld = card_kind(action.card), action.meld
        if meld >= s.melds:
            code = legality.lay_off_action(state.MELDS - 1, state.HIGH_END, kind)
            rule = rules.why_not(s, code) if s.melds < state.MELDS else state.Rule.LAY_OFF
            return Refusal(state.Rule(rule).name, self.refusal(s, action, rule))
        if s.meld[meld][c.KIND] == c.SET and action.end != "swap":
            return legality.lay_off_action(meld, state.HIGH_END, kind)
        if action.end:
            return legality.lay_off_action(meld, ENDS.index(action.end), kind)
        ends = [code for end in (state.LOW_END, state.HIGH_END)
                if not rules.why_not(s, code := legality.lay_off_action(meld, end, kind))]
        if len(ends) == 1:
            return ends[0]
        rule = rules.why_not(s, legality.lay_off_action(meld, state.LOW_END, kind))
        rule = rule if rule not in (state.Rule.NONE, state.Rule.RUN) else state.Rule.LAY_OFF
        return Refusal(state.Rule(rule).name, self.refusal(s, action, rule))

    def decode(self, s: Struct, code: int) -> Any:
        """The action for a number of the rules."""
        if code in self.plain.values():
            return super().decode(s, code)
        for source, plain in _DRAWS.items():
            if code == plain:
                return Draw(source)
        if code == state.REVEAL:
            return Reveal(_witness(s))
        if code < state.LAY_OFF:
            return Discard(card_text(code - state.DISCARD))
        place, kind = divmod(code - state.LAY_OFF, c.KINDS)
        meld, end = divmod(place, 3)
        is_set = s.meld[meld][c.KIND] == c.SET and end != state.SWAP
        return LayOff(card_text(kind), meld, "" if is_set else ENDS[end])

    def step(self, s: Struct, action: Any, log: Any) -> None:
        """Applies a legal action; a reveal lays down exactly the given melds."""
        if not isinstance(action, Reveal):
            super().step(s, action, log)
            return
        plan, cards = _laid(_read_reveal(s, action))
        rules.lay_down(s, plan, cards, log)
        rules.settle(s, log)

    # --- chance ----------------------------------------------------------------------

    def chances(self, s: Struct) -> list[tuple[Any, Fraction]]:
        """The cards that can be drawn, or the seats that can be drawn by lot.

        ValueError at the deal, which has too many outcomes to list.
        """
        if s.stage == state.LOT:
            names = self.playing(s)
            return [(Opener(name), Fraction(1, len(names))) for name in names]
        if s.stage == state.DEAL:
            raise ValueError("the deal has too many outcomes to list; next() samples one")
        total = sum(s.stock)
        return [(Card(card_text(kind)), Fraction(n, total)) for kind, n in enumerate(s.stock) if n]

    def sample(self, s: Struct, rng: np.random.Generator) -> Any:
        """A random outcome."""
        if s.stage == state.LOT:
            names = self.playing(s)
            return Opener(names[int(rng.integers(len(names)))])
        stock = positions.expand(s.stock)
        if s.stage != state.DEAL:
            return Card(stock[int(rng.integers(len(stock)))])
        players = sum(s.playing)
        dealt = rng.choice(len(stock), _dealt(s) * players, replace=False).tolist()
        return Deal([stock[k] for k in sorted(dealt[i::players])] for i in range(players))

    def why_not_outcome(self, s: Struct, outcome: Any) -> str | None:
        """None if `outcome` is possible here, else the reason."""
        if s.stage in _COMES:
            if not isinstance(outcome, Card):
                return "a card of the stock is needed now, like Card('7h')"
            return None if s.stock[card_kind(outcome.card)] else \
                f"both {outcome.card} are in hands or on the table"
        if s.stage == state.LOT:
            if not isinstance(outcome, Opener):
                return "the player who opens round 1 has to be drawn first"
            return None if outcome.seat in self.playing(s) else \
                f"{quoted(outcome.seat)} is not playing"
        return _bad_deal(s, outcome) if isinstance(outcome, Deal) else \
            "the cards have to be dealt first"

    def happen(self, s: Struct, outcome: Any, log: Any) -> None:
        """Applies an outcome of chance."""
        if isinstance(outcome, Opener):
            rules.open_game(s, self.seat_names.index(outcome.seat), log)
        elif isinstance(outcome, Card):
            rules.come(s, card_kind(outcome.card), log)
        else:
            for seat, hand in zip(positions.seats(s), outcome.hands, strict=True):
                for card in hand:
                    card_moves.give(s, seat, card_kind(card))
            rules.finish_deal(s, log)

    # --- text and picture --------------------------------------------------------------

    def read_play(self, line: str) -> Any:
        """The action or outcome whose str() is `line`."""
        return read_play(line)

    def scene(self, position: positions.BonkPosition, **layers: Any) -> Scene:
        """The table as a scene to draw."""
        from . import board
        return board.scene(position, **layers)


def _dealt(s: Struct) -> int:
    """The cards dealt to each seat in this round."""
    return int(s.terms[s.round - 1][c.DEALT])


def _bad_deal(s: Struct, deal: Deal) -> str | None:
    """None if the deal is possible, else the reason."""
    players = sum(s.playing)
    if len(deal.hands) != players or any(len(hand) != _dealt(s) for hand in deal.hands):
        return f"a deal is {_dealt(s)} cards to each of {players} seats"
    dealt = [card for hand in deal.hands for card in hand]
    for card in dealt:
        if dealt.count(card) > c.DECKS:
            return f"{card} occurs three times, but there are two decks"
    return None


def _read_reveal(s: Struct, reveal: Reveal) -> Refusal | list[tuple[Meld, list[int]]]:
    """The melds of a reveal, each with its row of a plan, or a Refusal."""
    hand = positions.expand(s.hand[s.turn])
    read = read_contract(state.terms_of(s), f"Round {s.round}", reveal.melds, hand)
    if isinstance(read, Refusal):
        return read
    left = len(hand) - len(reveal.cards)
    if not left and s.go_out == state.BY_DISCARD and not s.terms[s.round - 1][c.EVERY_CARD]:
        return Refusal("GO_OUT", "A card must be left to discard (house rule).")
    return read


def _laid(melds_read: Any) -> tuple[c.Ints, c.Ints]:
    """The rows of a plan and the kinds of each meld, upwards, for the melds of a reveal."""
    plan = np.zeros((c.PLAN_ROWS, c.PLAN_COLUMNS), np.int64)
    cards = np.full((c.PLAN_ROWS, c.LONGEST_MELD), -1, np.int64)
    for n, (meld, row) in enumerate(melds_read):
        kinds = [card_kind(card) for card in meld.cards]
        plan[n, :len(row)] = row
        if row[c.KIND] == c.RUN and not positions.is_upwards(kinds, row[c.LOW]):
            kinds.reverse()
        cards[n, :len(kinds)] = kinds
    return plan, cards


def _witness(s: Struct) -> list[str]:
    """The melds of the reveal with the fewest wilds."""
    counts, terms = state.counts_of(s, s.turn), state.terms_of(s)
    plan = np.zeros((c.PLAN_ROWS, c.PLAN_COLUMNS), np.int64)
    cards = np.zeros((c.PLAN_ROWS, c.LONGEST_MELD), np.int64)
    melds.least_wilds(counts, terms, plan)
    c.lay_out(plan, counts, cards)
    found = []
    for row, laid in zip(plan.tolist(), cards.tolist(), strict=True):
        if row[c.KIND] != c.NONE:
            texts = tuple(map(card_text, laid[:row[c.LENGTH]]))
            is_run = row[c.KIND] == c.RUN
            low = card_text(c.RANKS * row[c.VALUE] + row[c.LOW]) if is_run else None
            found.append(meld_text(Meld("run" if is_run else "set", texts, low)))
    return found


RULESET = Bonk()
register(RULESET)
__all__ = ["RULESET", "Bonk"]
