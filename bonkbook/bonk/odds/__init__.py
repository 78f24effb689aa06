"""BONK's own odds: dealt contracts, the cards that complete one, and whether to bonk.

All odds are from the view of one seat, even for a Game. The cards that the seat has not seen are
equally likely; conclusions from the others' play are left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from ...engine.game import checked_seed, position
from ...engine.patience import telling
from ...engine.position import Position
from ...engine.ruleset import GameOdds, ruleset
from ...engine.twin import Struct, fastest
from ...exact_odds import BEST, ONE_ROLL, WORST, OddsLine
from ...probability.estimate import Estimate
from ...probability.exact import Distribution, P
from ...whole import whole
from ..faces import Contract, card_text, round_terms
from ..kernel import cards as c
from ..kernel import policies, state
from .claiming import (
    BonkOrNot,
    after_claim,
    can_claim,
    chance_at_once,
    chance_of,
    chance_of_pairs,
    points_with,
    weigh,
)
from .knowledge import MOST_GAMES, Knowledge, pool_of
from .sets_and_runs import melds

__all__ = ["KEEP_NEAREST", "BonkOrNot", "Out", "answer", "bonk_or_not", "by_draw",
           "complete_within", "deal", "discards", "melds", "next_draw", "outs", "panel",
           "pile_card", "points", "points_drawn", "unseen"]

KEEP_NEAREST = ("the discard is always the card that leaves the hand nearest to the contract as "
                "the bots see it, and among equals the most expensive; nobody goes out, and "
                "discards and bonks are ignored")
# The default number of games in a simulation, less than a second.
GAMES_COMPILED, GAMES_INTERPRETED = 10_000, 100
QUICK_PAIRS = 200       # pairs of cards that the panel tries when interpreted
SOON = 3                # draws that the panel looks ahead
MOST_DRAWS = 50         # the largest number of draws
PANEL_GAMES = 2_000     # for those draws, compiled: a few hundredths of a second


# --- The deal ----------------------------------------------------------------------------

def deal(round: int | Contract, *, games: int | None = None, seed: int = 0,
         **house: Any) -> P | Estimate:
    """The chance that a dealt hand meets the contract of a round.

    It is an exact P, with outcomes by the number of wilds, for rounds 1 to 6 and similar contracts.
    It is an Estimate from random hands (`games`, by default 400,000 compiled or 5,000 interpreted)
    if every card must fit, if a run must be longer than four, under house rules for melds, and if
    many spare cards make the count long.

    >>> deal(1)
    7607464/379345395 = 2.0 %
    >>> deal(3)
    18289/12824273 = 0.143 %
    """
    terms = round_terms(round, **house)
    with telling("Counting the hands that meet the contract."):
        if _is_counted_soon(terms):
            return melds(int(terms[c.DEALT]), int(terms[c.SETS]), int(terms[c.RUNS]))
        return _simulated_deal(terms, games, seed)


def _is_counted_soon(terms: c.Ints) -> bool:
    """Whether the hands that meet a contract can be counted exactly in about ten seconds."""
    if terms[c.LONG_RUN] or terms[c.EVERY_CARD] or \
            terms[c.MAX_WILDS:].tolist() != [c.UNLIMITED, 0, 0, 0, 0]:
        return False
    sets, runs = int(terms[c.SETS]), int(terms[c.RUNS])
    spare = int(terms[c.DEALT]) - c.SET_LEAST * sets - c.RUN_LEAST * runs
    return runs == 0 or spare <= (2 if sets + runs <= 2 else 1)


def _simulated_deal(terms: c.Ints, games: int | None, seed: int) -> Estimate:
    """The share of random hands that meet the contract."""
    twin, rng = fastest("bonk"), np.random.default_rng(checked_seed(seed))
    usual = 400_000 if twin.is_compiled else 5_000
    asked = usual if games is None else whole(games, "games", 1, MOST_GAMES)
    met = 0
    for begun in range(0, asked, 5_000):
        hands = _dealt(rng, min(5_000, asked - begun), int(terms[c.DEALT]))
        met += int(twin.part("melds").can_reveal_each(hands, terms).sum())
    return Estimate.of_frequency(met, asked)


def _dealt(rng: np.random.Generator, hands: int, size: int) -> c.Ints:
    """Random hands of `size` cards as counts: int64[hands, 4, 13]."""
    dealt = np.argpartition(rng.random((hands, state.CARDS)), size)[:, :size] % c.KINDS
    counts = np.zeros((hands, c.KINDS), np.int64)
    np.add.at(counts, (np.arange(hands)[:, None], dealt), 1)
    return counts.reshape(hands, c.SUITS, c.RANKS)


# --- Outs --------------------------------------------------------------------------------

@dataclass(frozen=True)
class Out:
    """A card that can be drawn: its unseen copies, and what it would do for the seat."""

    card: str
    copies: int
    completes: bool     # the hand would meet the contract
    lays_off: bool      # after the reveal: it can be laid off on the table

    @property
    def is_useful(self) -> bool:
        """Whether the card completes the contract or can be laid off."""
        return self.completes or self.lays_off

    def __str__(self) -> str:
        what = "completes the contract" if self.completes else \
            "can be laid off" if self.lays_off else "does not help"
        return f"{self.card}: {self.copies} unseen, {what}"


def unseen(position: Position, seat: str | None = None) -> dict[str, int]:
    """The cards that the seat has not seen, each with its number of copies.

    They include the others' hands, since the seat cannot know where they are.
    """
    pool = Knowledge.of(position, seat).pool
    return {card_text(kind): int(pool[kind]) for kind in np.flatnonzero(pool).tolist()}


def outs(position: Position, seat: str | None = None) -> list[Out]:
    """Each card that can be drawn, with what it would do; useful cards first.

    >>> import bonkbook as bb
    >>> g = bb.bonk.position(round=1, hands=("7h 7c 7s 9d 9s Ks 3c", "3h"), discards="4c")
    >>> [out.card for out in outs(g) if out.completes]
    ['2c', '9c', '2d', '2h', '9h', '2s', '9d', '9s']
    >>> next_draw(g)
    7/48 = 14.6 % (all unseen cards are equally likely)
    """
    know = Knowledge.of(position, seat)
    useful = set(_useful(know))
    found = [_out(know, kind, kind in useful) for kind in np.flatnonzero(know.pool).tolist()]
    return sorted(found, key=lambda out: (not out.is_useful, -out.copies))


def _useful(know: Knowledge) -> list[int]:
    """The kinds that would complete the hand or, once it is revealed, can be laid off."""
    if not know.has_hand:
        return []
    return know.fitting() if know.has_revealed else know.completing()


def _out(know: Knowledge, kind: int, is_useful: bool) -> Out:
    return Out(card_text(kind), int(know.pool[kind]), is_useful and not know.has_revealed,
               is_useful and know.has_revealed)


def next_draw(position: Position, seat: str | None = None) -> P:
    """The chance that the next card from the stock completes the hand, by card.

    Once the seat has revealed, the chance that the card can be laid off. If the seat has already
    drawn in its turn, the hand is taken after the best discard (see `discards`).
    """
    know = Knowledge.of(position, seat)
    if know.is_full and not know.has_revealed and know.has_hand:
        found = _by_discard(know)
        if found:
            return next(iter(found.values()))
    return _next_draw(know)


def _next_draw(know: Knowledge) -> P:
    return chance_of(_useful(know), know)


def discards(position: Position, seat: str | None = None) -> dict[str, P]:
    """The chance for each discard that the next card completes the hand, the best first.

    Empty unless the seat has drawn and has not revealed. Equal chances are sorted by points,
    highest first.
    """
    know = Knowledge.of(position, seat)
    if not know.is_full or know.has_revealed or not know.has_hand:
        return {}
    return _by_discard(know)


def _by_discard(know: Knowledge) -> dict[str, P]:
    know = know.with_cards([], pool_of(know.s, taken=-1))       # the discard is on the pile
    hand = know.s.hand[know.seat]
    kinds = [kind for kind in range(c.KINDS) if hand[kind] and not c.is_wild(kind)]
    pool = know.pool
    if not know.terms[c.EVERY_CARD]:    # what completes the smaller hand completes this one
        pool = np.where(np.isin(np.arange(c.KINDS), know.completing()), pool, 0)
    found = {kind: chance_of(know.with_cards([kind - c.KINDS], pool).completing(), know)
             for kind in kinds}
    kinds.sort(key=lambda kind: (-found[kind], -state.POINTS[kind % c.RANKS]))
    return {card_text(kind): found[kind] for kind in kinds}


def pile_card(position: Position, seat: str | None = None) -> Out | None:
    """What the top of the discard pile would do for the seat; None if there is none."""
    know = Knowledge.of(position, seat)
    return _pile_card(know)


def _pile_card(know: Knowledge) -> Out | None:
    kind = state.top_card(know.s)
    if kind == state.NO_CARD or not know.has_hand:
        return None
    if know.has_revealed:
        return _out(know, kind, policies.fits_table(know.s, kind))
    return _out(know, kind, know.with_cards([kind]).meets())


# --- More draws --------------------------------------------------------------------------

def complete_within(position: Position, draws: int = 3, games: int | None = None, seed: int = 0,
                    seat: str | None = None, claim: bool = False) -> Estimate:
    """The estimated chance that the seat meets the contract within `draws` of its draws.

    It draws from the stock and discards by KEEP_NEAREST. With `claim` it has first taken the top of
    the discard pile and a penalty card. `games` is the number of games, by default 10,000 compiled
    or 100 interpreted. For a single draw, `next_draw` is exact. ValueError once the seat has
    revealed.
    """
    return by_draw(position, draws, games, seed, seat, claim)[-1]


def by_draw(position: Position, draws: int = 3, games: int | None = None, seed: int = 0,
            seat: str | None = None, claim: bool = False) -> list[Estimate]:
    """The chance of having met the contract after 0, 1, ... draws: draws + 1 Estimates.

    The last one is `complete_within`, which explains the arguments.
    """
    know = Knowledge.of(position, seat)
    draws = whole(draws, "draws", 1, MOST_DRAWS)
    _check_contract(know)
    penalties = 0
    if claim:
        know, penalties = after_claim(know, _claimed(know)), 1
    rng = np.random.default_rng(checked_seed(seed))
    with telling(f"Playing {draws} draws many times."):
        hits, played = _drawn_on(know, draws, games, rng, penalties)
    return [Estimate.of_frequency(int(met), played) for met in np.cumsum(hits)]


def _check_contract(know: Knowledge) -> None:
    if not know.has_hand or know.has_revealed:
        raise ValueError(f"{know.name} has no contract to meet, since it has "
                         f"{'revealed' if know.has_revealed else 'no cards'}")


def _drawn_on(know: Knowledge, draws: int, games: int | None, rng: np.random.Generator,
              penalties: int) -> tuple[c.Ints, int]:
    """The number of games that meet the contract at each draw, and the number played."""
    s = know.s.copy()
    s.turn = know.seat
    twin = know.twin
    usual = GAMES_COMPILED if twin.is_compiled else GAMES_INTERPRETED
    games = usual if games is None else whole(games, "games", 1, MOST_GAMES)
    hits, pool = np.zeros(draws + 1, np.int64), know.pool.copy()
    twin.part("reach").draw_on_often(twin.state(s), know.seat, pool, penalties, know.is_full,
                                     know.keep, rng, hits, games)
    return hits, games


# --- Points and claims -------------------------------------------------------------------

def points(position: Position, seat: str | None = None) -> int:
    """The points that the seat's hand costs if somebody goes out now."""
    return Knowledge.of(position, seat).points


def points_drawn(position: Position, seat: str | None = None) -> Distribution:
    """The points that the seat's hand costs after one more card from the stock."""
    return points_with(Knowledge.of(position, seat))


def bonk_or_not(position: Position, seat: str | None = None) -> BonkOrNot | None:
    """The chances and points with and without a claim; None if the seat cannot claim now.

    A claim brings the card and a penalty card from the stock, without a discard. Also None once the
    seat has revealed (then see `pile_card`).

    >>> import bonkbook as bb
    >>> g = bb.bonk.position(round=2, stage="claims", turn="P2", discards="7d", hands=(
    ...     "9h", "Kd 4s", "7h 7c 5s 6s Qd Jc 9d 3h"))
    >>> bonk_or_not(g, "P3").gain > 0
    True
    """
    know = Knowledge.of(position, seat)
    if not can_claim(know) or know.has_revealed:
        return None
    return weigh(know, state.top_card(know.s))


def _claimed(know: Knowledge) -> int:
    """The card that the seat may claim; ValueError if there is none."""
    if not can_claim(know):
        raise ValueError(f"{know.name} cannot claim a card here")
    return int(state.top_card(know.s))


# --- For the odds panel and bonkbook.odds ---------------------------------------------------

def panel(position: Position, seat: str | None = None) -> list[OddsLine]:
    """The odds for a seat, from what it can know; empty if it has no cards."""
    know = Knowledge.of(position, seat)
    if not know.has_hand:
        return []
    lines = _revealed_lines(know) if know.has_revealed else \
        _contract_lines(know) + _soon_lines(know)
    twos = [kind for kind in np.flatnonzero(know.pool).tolist() if c.is_wild(kind)]
    return [*lines, OddsLine("wild", "the next card is a two", chance_of(twos, know))]


def _revealed_lines(know: Knowledge) -> list[OddsLine]:
    lines = [OddsLine("lay_off", "the next card can be laid off",
                      chance_of(know.fitting(), know))]
    return lines + _pile_lines(know, "{} can be laid off")


def _contract_lines(know: Knowledge) -> list[OddsLine]:
    """The chances of meeting the contract: now, with the next card, the discard or a claim."""
    if know.is_full:
        lines = [OddsLine("now", "meet the contract with this hand", _sure(know.meets()))]
        for card, p in list(_by_discard(know).items())[:1]:
            lines.append(OddsLine("next", f"meet it with the next card, after discarding {card}",
                                  p))
        return lines
    lines = [OddsLine("next", "meet the contract with the next card",
                      chance_of(know.completing(), know))]
    if can_claim(know):
        lines += _claim_lines(know, state.top_card(know.s))
    return lines + _pile_lines(know, "meet it with {}")


def _claim_lines(know: Knowledge, kind: int) -> list[OddsLine]:
    """The chances after a claim; for two draws only if they are quick to count."""
    after, card = after_claim(know, kind), card_text(kind)
    lines = [OddsLine("claim", f"meet it with {card} and the penalty card",
                      chance_at_once(after))]
    if know.twin.is_compiled or after.pairs_to_try() <= QUICK_PAIRS:
        lines.append(OddsLine("claim_next", f"meet it in the next turn after claiming {card}",
                              chance_of_pairs(after)))
    return lines


def _soon_lines(know: Knowledge) -> list[OddsLine]:
    """The chances within a few draws, without and with a claim, if they are quick to estimate."""
    if not know.twin.is_compiled or not know.pool.any() or (know.is_full and know.meets()):
        return []
    lines = [_soon_line("soon", f"meet it within {SOON} draws", know, 0)]
    if can_claim(know):
        kind = state.top_card(know.s)
        label = f"meet it within {SOON} draws after claiming {card_text(kind)}"
        lines.append(_soon_line("claim_soon", label, after_claim(know, kind), 1))
    return lines


def _soon_line(key: str, label: str, know: Knowledge, penalties: int) -> OddsLine:
    hits, played = _drawn_on(know, SOON, PANEL_GAMES, np.random.default_rng(0), penalties)
    return OddsLine(key, label, Estimate.of_frequency(int(hits.sum()), played),
                    note=f"estimated from {played:,} games; {KEEP_NEAREST}")


def _pile_lines(know: Knowledge, label: str) -> list[OddsLine]:
    """What the top discard would do, if the seat may draw it or keep it."""
    s = know.s
    out = _pile_card(know) if s.turn == know.seat and s.stage in _BEFORE_DRAW else None
    if out is None:
        return []
    note = "others may claim it first" if s.stage == state.CLAIMS else ""
    return [OddsLine("discard", label.format(out.card), _sure(out.is_useful), note=note)]


_BEFORE_DRAW = (state.CLAIMS, state.ANSWER, state.PENALTY, state.DRAW)


def _sure(is_so: bool) -> P:
    return P(int(is_so))


def answer(g: Position, rule: str, turns: int, seat: str, choose: Any = BEST) -> P:
    """The answer to bonkbook.odds for BONK: the chance that the seat can REVEAL or LAY_OFF.

    "roll" is with the next card from the stock. "turn" is with that or the top discard, whichever
    is better, or with the present hand if the seat has already drawn. ValueError for other rules,
    more turns, policies, and before the deal.
    """
    know = Knowledge.of(g, seat)
    _check_question(know, rule, turns, choose)
    if choose == WORST:
        return P(0, note="a player never has to do it")
    if turns == ONE_ROLL:
        return next_draw(g, seat)
    if know.is_full:
        return _sure(_can_now(know))
    out = _pile_card(know) if _pile_lines(know, "") else None
    if out and out.is_useful:
        return P(1, outcomes=[(out.card, Fraction(1))])
    return _next_draw(know)


def in_turn(s: Struct, seat: str) -> Struct:
    """Raises ValueError: odds use only what a seat sees, but a simulation knows all the cards."""
    raise ValueError("in BONK a horizon is only for bonkbook.odds, which answers from what the "
                     "seat sees; simulate plays with all seats, so use turn_limit=1 for one turn")


def _check_question(know: Knowledge, rule: str, turns: int, choose: Any) -> None:
    if turns > 1:
        raise ValueError("in BONK exact odds reach only to the seat's next card or the end of its "
                         "turn; odds.complete_within estimates more draws")
    if rule not in ("REVEAL", "LAY_OFF"):
        raise ValueError("in BONK there are exact odds for REVEAL and, after it, for LAY_OFF, not "
                         f"for {rule}; simulate estimates other rules")
    if choose not in (BEST, WORST):
        raise ValueError("in BONK exact odds are for what a seat can do or avoid (\"best\" or "
                         "\"worst\"); for policies use simulate, with turn_limit=1 for one turn")
    if not know.has_hand:
        raise ValueError(f"{know.name} has no cards yet; ask after the deal, or use "
                         "odds.deal(round) for the chance of a dealt contract")
    if (rule == "LAY_OFF") != know.has_revealed:
        raise ValueError(f"{know.name} has revealed; ask for LAY_OFF" if know.has_revealed else
                         f"{know.name} has not revealed; ask for REVEAL")


def _can_now(know: Knowledge) -> bool:
    """Whether the seat, having drawn, can reveal or lay a card off."""
    codes = Position(ruleset("bonk"), know.s).legal_codes()
    if know.has_revealed:
        return any(code >= state.LAY_OFF for code in codes)
    return state.REVEAL in codes


def warm() -> None:
    """Asks each question once, so that its code is compiled."""
    g = position("bonk", "P1 0 9h Kd | P2 0 Kd 4s | P3 0 7h 7c 5s 6s | round 2 | discards 7d | "
                         "turn P2 | stage claims")
    panel(g, "P3")
    complete_within(g, 1, 1, seat="P3")
    _simulated_deal(round_terms(2), 1, 0)


ODDS = GameOdds(answer, in_turn, panel, warm=warm)
