"""BONK's rule book: each rule in plain words, its source, its options, an example.

An example is a position line and plays; the last play either makes the rule take effect
or is refused by it. The engine draws the pictures from it.
"""

from __future__ import annotations

from dataclasses import replace

from ..engine.ruleset import Option, RuleEntry

_NO_YES, _YES_NO = ("no", "yes"), ("yes", "no")

OPTIONS = (
    Option("contracts", "What each round asks for and how many cards are dealt: the seven standard "
           "rounds, or your own, such as 2s-7 1s1r-8.", ("standard", "own")),
    Option("final_contract", "What round 7 asks for, with every card in a meld: a run of seven "
           "with any other melds, with two sets, or with a run and a set; or three runs.",
           ("long_run_and_any", "long_run_two_sets", "long_run_run_set", "three_runs")),
    Option("max_wilds", "The largest number of twos in a meld.",
           ("none", "0", "1", "2", "3", "4", "5", "6", "7", "8")),
    Option("min_naturals", "The smallest number of cards in a meld that are not twos.",
           default=0, most=4),
    Option("set_distinct_suits", "Whether the cards of a set must be of different suits.",
           _NO_YES),
    Option("runs_same_suit", "Whether the runs of one contract may be of the same suit.", _NO_YES),
    Option("run_around_corner", "Whether a run may continue past the ace: king, ace, two, three.",
           _NO_YES),
    Option("swap_wilds", "Whether a two in a meld may be exchanged for the card that it stands "
           "for.",
           _NO_YES),
    Option("go_out", "How the last card may be played: in any way, or only as a discard.",
           ("any", "discard")),
    Option("lay_off_same_turn", "Whether players may lay off in the turn in which they reveal.",
           _YES_NO),
    Option("refuse", "How a claim is refused: by taking the card as this turn's draw, or freely, "
           "so that the card stays on the pile and the player draws from the stock or the pile.",
           ("by_taking", "freely")),
    Option("bonk_after_reveal", "Whether players may claim a card after they have revealed.",
           _YES_NO),
    Option("discarder_may_bonk", "Whether the player who discarded a card may claim it.", _NO_YES),
    Option("bonk_ban", "When nobody may claim: in round 1; or in the first lap of every round, "
           "from the card turned up until each player has had a turn (the discard that ends the "
           "lap can be claimed); or never.", ("round_1", "first_lap", "none")),
    Option("stock_empty", "What happens when the stock is empty: the discards are shuffled into a "
           "new one; or nobody can claim any more, and the round ends without a winner once a "
           "player draws from the stock instead of taking the top discard.",
           ("reshuffle", "end_round")),
    Option("round_opener", "Who opens a round: the next seat, or the winner of the last round.",
           ("rotate", "last_winner")),
    Option("tie", "Who wins if players tie for the lowest total: all of them, or those with the "
           "most rounds won.", ("share", "most_rounds_won")),
)

_SEED, _RULING = "printed rules", "our ruling"
_MELD_RULES = ("max_wilds", "min_naturals")


def _rule(name: str, title: str, words: str, source: str, line: str, *plays: str,
          options: tuple[str, ...] = (), ask: str = "") -> RuleEntry:
    """An entry; `ask` names the rule to ask about if this one has no effect of its own."""
    return RuleEntry(name, title, words, source, options, (line, plays), not ask, ask)


_THREE = "P1 0 5s 8d | P2 0 Kh Kd 4c | P3 0 4d 4h Qs | round 2 | discards 9d 4s"
_READY = "P1 0 7h 7c 2d 9h 9c 9d 7s 4c | P2 0 Kh Kd | discards 5c | turn P1 | stage play"
_TWO_SETS = "P1 0 {} | P2 0 Kh Kd | discards 5c | turn P1 | stage play"
_DOWN = ("P1 0 {} | P2 0 Kh Kd | round {} | melds P1 {} | discards 5c | turn P1 | stage play")

_ENTRIES = (
    _rule("SEATS", "Seats and cards",
          "Two to five seats play with two decks of 52 cards, without jokers. All eight twos are "
          "wild. The lowest total after seven rounds wins.", f"{_SEED}; two seats: {_RULING}",
          "P1 0 | P2 0 | stage lot", "opener P1"),
    _rule("DEAL", "The deal",
          "In round 1 each player is dealt 7 cards, and in every later round one more, up to 13 in "
          "round 7. One card is turned up to start the discard pile; a two goes back into the "
          "stock and another card is turned up. If the stock has only twos, the discard pile "
          "starts empty.", f"{_SEED}; the card turned up: {_RULING}",
          "P1 0 Ac Ad Ah As 3c 3d 3h | P2 0 4c 4d 4h 4s 5c 5d 5h | turn P1 | stage upcard",
          "card 2h", "card 9d", options=("contracts",)),
    _rule("FIRST_PLAYER", "Who opens",
          "A seat drawn by lot opens round 1; the next seat opens each later round.",
          _RULING, "P1 0 | P2 0 | stage lot", "opener P2", options=("round_opener",)),
    _rule("DRAW", "Drawing",
          "A turn begins by drawing one card, from the stock or the top of the discard pile.",
          _SEED,
          "P1 0 5s 8d | P2 0 Kh Kd | discards 9d 4s | turn P1", "draw discard"),
    _rule("CONTRACT", "What a round asks for",
          "Round 1 asks for two sets, round 2 for a set and a run, round 3 for two runs, round 4 "
          "for three sets, round 5 for two sets and a run, and round 6 for a set and two runs. "
          "Round 7 is the final round.", _SEED,
          _TWO_SETS.format("7h 7c 2d 9h 9c 4d 7s 4c"), "reveal 7h 7c 2d", options=("contracts",),
          ask="REVEAL"),
    _rule("SET", "Sets (three-of-a-kind)",
          "A set is three or more cards of one rank, twos included. Two equal cards are fine.",
          _SEED, _TWO_SETS.format("Kh Kd Ad 9h 9c 9d 7s 4c"), "reveal Kh Kd Ad / 9h 9c 9d",
          options=("set_distinct_suits", *_MELD_RULES), ask="REVEAL"),
    _rule("RUN", "Runs (straights)",
          "A run is four or more cards in sequence in one suit, twos included, laid upwards or "
          "downwards. The ace is low or high, or one at each end, but a run never goes around "
          "the corner.", _SEED,
          "P1 0 Kh Ah 2h 3h 7c 7d 7s 4c 5d | P2 0 Kd Qd | round 2 | discards 5c | turn P1 "
          "| stage play", "reveal 7c 7d 7s / Kh Ah 2h 3h",
          options=("run_around_corner", *_MELD_RULES), ask="REVEAL"),
    _rule("WILD", "Wild twos",
          "A two stands for any card, or for itself; a meld may have any number of them. In a run "
          "its place shows what it stands for. Twos alone make a set of twos; a run of twos alone "
          "must say what they stand for.", f"{_SEED}; the details: {_RULING}",
          _TWO_SETS.format("7h 2c 2d 9h 9c 9d 7s 4c"), "reveal 7h 2c 2d / 9h 9c 9d",
          options=_MELD_RULES, ask="REVEAL"),
    _rule("DIFFERENT_RANKS", "Sets of different ranks",
          "A player never has two sets of the same rank.", _SEED,
          _TWO_SETS.format("7h 7c 7d 7s 7h 2c 9d 4c"), "reveal 7h 7c 7d / 7s 7h 2c", ask="REVEAL"),
    _rule("DIFFERENT_SUITS", "Runs of different suits",
          "The runs of one contract are of different suits.", _SEED,
          "P1 0 3h 4h 5h 6h 9h Th Jh Qh 5d 6d | P2 0 Kd | round 3 | discards 5c | turn P1 "
          "| stage play", "reveal 3h 4h 5h 6h / 9h Th Jh Qh", options=("runs_same_suit",),
          ask="REVEAL"),
    _rule("REVEAL", "Revealing",
          "After drawing, a player may lay down exactly the melds of the contract, of any length, "
          "all at once. A player never has to reveal.", _SEED,
          _READY, "reveal 7h 7c 7s / 9h 9c 9d"),
    _rule("LAY_OFF", "Laying off",
          "After revealing, in the same turn or in a later turn of their own, players may add any "
          "number of cards to any melds on the table: the same rank or a two to a set, the next "
          "card or a two to either end of a run.", _SEED,
          _DOWN.format("5s 4s Kd", 2, "6s 7s 8s 9s"), "lay off 5s on 0 low",
          options=("lay_off_same_turn",)),
    _rule("WILD_STAYS", "Twos stay what they are",
          "A two in a meld is never replaced, moved or given another meaning.", _SEED,
          _DOWN.format("6h 4h 9h", 2, "5h 2c 7h 8h"), "lay off 6h on 0 swap",
          options=("swap_wilds",)),
    _rule("DISCARD", "The discard",
          "A turn ends with one card put on the discard pile, unless the hand is empty. Nothing "
          "may be done after it.", _SEED,
          "P1 0 5s 8d | P2 0 Kh Kd | discards 9d | turn P1 | stage play", "discard 8d"),
    _rule("NO_WILD_DISCARD", "Twos are not discarded",
          "A two cannot be discarded. A player who holds nothing else after drawing and laying off "
          "ends the turn without a discard.", f"{_SEED}; ending without a discard: {_RULING}",
          "P1 0 2s 8d | P2 0 Kh Kd | discards 9d | turn P1 | stage play", "discard 2s"),
    _rule("GO_OUT", "Going out",
          "The first player with no cards left, by a discard or by laying off, wins the round at "
          "once and scores nothing.",
          _SEED, _DOWN.format("7s", 1, "7h 7c 7d"), "lay off 7s on 0 high",
          options=("go_out",)),
    _rule("BONK", "BONK!",
          "After a discard, and after the first card is turned up, the players whose turn it is "
          "not may claim the card, except the player who discarded it. Everyone answers; if "
          "several claim it, the first in turn order after the player whose turn it is gets the "
          "claim.", f"{_SEED}; the order: {_RULING}",
          f"{_THREE} | turn P2 | stage claims", "claim",
          options=("bonk_after_reveal", "discarder_may_bonk", "bonk_ban")),
    _rule("ALLOW_OR_KEEP", "Allow it or keep it",
          "The player whose turn it is allows the claim, or keeps the card as this turn's draw.",
          _SEED, f"{_THREE} | turn P2 | stage answer | claimant P3", "keep",
          options=("refuse",)),
    _rule("PENALTY_CARD", "The penalty card",
          "A player whose claim is allowed takes the card and one more from the stock, and "
          "discards nothing. The turn continues; the card underneath may be drawn but not claimed.",
          _SEED,
          f"{_THREE} | turn P2 | stage answer | claimant P3", "allow", "card Jd"),
    _rule("NO_BONK_IN_ROUND_1", "No bonk in round 1",
          "In the first of the seven rounds nobody may claim.", _SEED,
          "P1 0 5s 8d | P2 0 Kh Kd | P3 0 4d 4h | discards 9d 4s | turn P2", "claim",
          options=("bonk_ban",), ask="BONK"),
    _rule("FINAL_ROUND", "The final round",
          "Round 7 asks for a run of seven or more, and for every other card of the hand in "
          "further sets and runs, including the card just drawn and any cards from a claim. The "
          "player who reveals wins the round, and the game ends; nothing is laid off or discarded.",
          f"{_SEED}; the further melds: {_RULING}",
          "P1 0 3h 4h 5h 6h 7h 8h 9h Kc Kd Ks 5c 5d 5s 5h | P2 90 Kh | round 7 | discards 5c "
          "| turn P1 | stage play", "reveal 3h 4h 5h 6h 7h 8h 9h / Kc Kd Ks / 5c 5d 5s 5h",
          options=("final_contract",)),
    _rule("STOCK_EMPTY", "An empty stock",
          "When a card is needed and the stock is empty, all discards but the top one are shuffled "
          "into a new stock. If there is still no stock, nobody can claim, and the player takes "
          "the top discard or goes without. A lap in which nobody draws ends the round without a "
          "winner.", _RULING,
          "P1 0 5s 8d | P2 0 Kh Kd | discards {} 9d | turn P1", "draw stock",
          options=("stock_empty",)),
    _rule("SCORE", "Scoring",
          "At the end of a round the cards left in hand score points: 5 for each 3 to 9, 10 for "
          "each ten to king, 20 for an ace and 25 for a two. Cards on the table score nothing.",
          _SEED,
          _DOWN.format("4c", 1, "7h 7c 7d"), "discard 4c"),
    _rule("WIN", "Winning",
          "After round 7 the lowest total wins; equal totals share the win.",
          f"{_SEED}; ties: {_RULING}",
          "P1 20 4c | P2 30 Kh Kd | melds P1 7h 7c 7d | discards 5c | turn P1 | stage play "
          "| contracts 2s-7", "discard 4c", options=("tie", "contracts")),
)


def _all_but(*held: str) -> str:
    """The cards of both decks except `held` and the twos, for an example with no stock."""
    cards = [rank + suit for rank in "A3456789TJQK" for suit in "cdhs"] * 2
    for card in held:
        cards.remove(card)
    return " ".join(cards)


def _with_no_stock(entry: RuleEntry) -> RuleEntry:
    """The entry with an example in which all cards are in hands or on the discard pile."""
    assert entry.example is not None
    line, plays = entry.example
    line = line.format(_all_but("5s", "8d", "Kh", "Kd", "9d"))
    line = line.replace("Kh Kd", "Kh Kd 2c 2c 2d 2d 2h 2h 2s 2s")
    return replace(entry, example=(line, plays))


RULE_BOOK = {entry.name: _with_no_stock(entry) if entry.name == "STOCK_EMPTY" else entry
             for entry in _ENTRIES}
