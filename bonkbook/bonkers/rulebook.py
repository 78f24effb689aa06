"""Bonkers' rule book: each rule in plain words, its source, its options, an example.

An example is a position line and plays; the last play either makes the rule take effect
or is refused by it. The engine draws the pictures from it.
"""

from __future__ import annotations

from ..engine.ruleset import Option, RuleEntry

OPTIONS = (
    Option("layout", "The board: the one that comes with the game, or your own: a line such as "
           "size 55; start 0; score 0 17 36; lose 27; go_to_lose 13 46; printed 52:-15, or in "
           "Python the Path of a .toml or .json file.",
           ("standard", "own")),
    Option("deck", "The cards: all kinds, only Ahead, Back and Exchange, or your own: "
           "a line such as EX 2; +3 10; -3 10, or in Python the Path of a file.",
           ("standard", "directional", "own")),
    Option("entrapment_stop", "Where a trapped token rests: on the loop's forward space, on the "
           "space with the card that leads there, or where the loop closes.",
           ("ahead", "ahead_card", "first")),
    Option("entrapment_loops", "Whether any loop is an entrapment, or only one of two spaces (a "
           "longer one just ends the turn where it closes).", ("any", "two_only")),
    Option("placing", "Whether a card must be placed on a bare space, or may be.",
           ("must", "may")),
    Option("start_scores", "Whether Start scores like the other Score spaces, or is only a space "
           "to rest on.", ("yes", "no")),
    Option("nearest", "Where Nearest Score looks: either way, or only ahead.",
           ("either", "ahead")),
    Option("empty_exchange", "Whether an Exchange card may be placed when there is nothing to "
           "take: freely, or only if no other card is in hand.", ("free", "avoid")),
    Option("exchange", "Whether an Exchange card may be declined, or must be used.",
           ("may", "must")),
    Option("double_six", "Which rolls of a turn score for a double six: every one, or the first.",
           ("every", "first_roll")),
    Option("win", "When twelve points, or the target, win: at once, or only if they stand when the "
           "turn ends.",
           ("at_once", "end_of_turn")),
    Option("lose_card_windows", "When the Large Lose Card may be played: before rolls, before the "
           "token moves and before a card is followed, or only before rolls.",
           ("all", "before_roll")),
    Option("lose_card_cost", "Points that a Large Lose Card costs in all: 1, or 2 with the one "
           "for landing on Lose.", default=1, least=1, most=2),
    Option("target", "Points that win, any number from 1.", default=12, least=1),
)

_SEED, _RULING, _KNOWN = "rules", "ruling", "publications"


def _rule(name: str, title: str, words: str, source: str, line: str, *plays: str,
          options: tuple[str, ...] = ()) -> RuleEntry:
    return RuleEntry(name, title, words, source, options, (line, plays))


_START = "P1 0 0 +1 -2 EX RA | P2 0 0 +3 +3 NS -12 | start P1 P2 | lose_cards P1 P2"
_TWO = "P1 20 2 +1 EX -3 | P2 0 0"

_ENTRIES = (
    _rule("SEATS", "Seats, tokens, cards",
          "Two to four seats play. Each has a token on Start, no points, one Large Lose Card and "
          "four Track Cards, which lie face up; the rest is the face-down pile. The 40 cards are "
          "two each of Ahead and of Back 1, 2, 3, 4, 5, 6, 10 and 12, and two each of Nearest "
          "Score, Go to Start, Roll Again and Exchange.",
          _SEED, "P1 0 0 | P2 0 0 | start P1 P2 | lose_cards P1 P2 | stage deal",
          "deal +1 -2 EX RA / +3 +3 NS -12", options=("layout", "deck")),
    _rule("HIGHEST_STARTS", "Who starts",
          "Everyone rolls both dice; the highest sum starts. Those tied for the highest roll "
          "again. Play passes to the left, to the next seat.", _SEED, _START, "start 7 9"),
    _rule("ROLL", "A turn",
          "A turn is: roll both dice, move, do what the space says, and what the spaces after it "
          "say, until the token stops.", _SEED, f"{_TWO} | turn P1", "roll 3 1"),
    _rule("MOVE", "Moving",
          "The token moves ahead by the sum of the dice, clockwise round the ring, which usually "
          "has 55 spaces, 0 to 54. Spaces passed over do nothing; only landing counts. Where the "
          "special spaces are in the game's box is not published; these places are our own.",
          f"{_SEED}; the places by {_RULING}", "P1 50 2 | P2 0 0 | turn P1", "roll 4 3",
          options=("layout",)),
    _rule("DOUBLE_SIX", "Double six",
          "A double six scores a point at once, on every roll of a turn; then the 12 spaces are "
          "moved. The roll for the start does not count.", f"{_SEED}; re-rolls by {_RULING}",
          "P1 20 2 | P2 0 0 | turn P1", "roll 6 6", options=("double_six",)),
    _rule("PLACE_CARD", "Placing a card",
          "On a track space with no card and no opponent the player must place one of the cards "
          "in hand beside the token, and follows it.", _SEED,
          f"{_TWO} | turn P1", "roll 3 1", "place -3", options=("placing",)),
    _rule("ONE_CARD_A_TURN", "One card a turn",
          "A turn has one placement at most. After it, or with no card in hand, the token stops "
          "on such a space and the turn ends.", _SEED,
          "P1 20 2 +1 EX | P2 0 0 | turn P1", "roll 3 1", "place +1", options=("placing",)),
    _rule("FOLLOW_CARD", "Following a card",
          "On a track space with a card and no opponent the token follows the card, whoever laid "
          "it.", _SEED, "P1 20 2 | P2 0 0 | cards 24:+6 | turn P1", "roll 3 1"),
    _rule("OCCUPIED", "Occupied spaces",
          "On a track space where an opponent's token stands the player rolls again from there; "
          "no card is placed and none is followed. The printed Back 15 space counts as such a "
          "space.", f"{_SEED}; print by {_RULING}", "P1 20 2 | P2 24 0 | cards 24:+6 | turn P1",
          "roll 3 1"),
    _rule("SCORE_SPACE", "Score spaces",
          "Landing on a Score space, in whatever way, scores a point. If no opponent stands there "
          "the turn ends, else the player rolls again. Usually there are three: Start (0), 17 and "
          "36; standing on Start at the beginning scores nothing.",
          f"{_SEED}; Start from {_KNOWN}",
          "P1 32 2 | P2 0 0 | turn P1", "roll 3 1", options=("start_scores", "layout")),
    _rule("LOSE_SPACE", "The Lose space",
          "Landing on Lose, usually 27, costs a point and ends the turn, whether or not somebody "
          "stands there.", _SEED, "P1 20 2 | P2 0 0 | turn P1", "roll 4 3", options=("layout",)),
    _rule("FLOOR", "Never below zero", "No score ever goes below 0.", _SEED,
          "P1 20 0 | P2 0 0 | turn P1", "roll 4 3"),
    _rule("GO_TO_LOSE", "Spaces that go to Lose",
          "The spaces printed so, usually 13 and 46, send the token to Lose, always.", _SEED,
          "P1 40 2 | P2 0 0 | turn P1", "roll 4 2", options=("layout",)),
    _rule("BACK_15", "The printed Back 15",
          "The space printed Back 15, usually 52, sends the token 15 spaces back.", _KNOWN,
          "P1 48 2 | P2 0 0 | turn P1", "roll 3 1", options=("layout",)),
    _rule("AHEAD", "Ahead cards",
          "The token moves so many spaces ahead; where it lands counts like any landing.",
          _SEED, "P1 20 2 | P2 0 0 | cards 24:+12 | turn P1", "roll 3 1"),
    _rule("BACK", "Back cards",
          "The token moves so many spaces back; where it lands counts like any landing.",
          _SEED, "P1 37 2 | P2 0 0 | cards 41:-5 | turn P1", "roll 3 1"),
    _rule("NEAREST_SCORE", "Nearest Score",
          "The token goes to the Score space the fewest spaces away, ahead or back; if two are "
          "equally near, ahead.", f"{_KNOWN}; the direction by {_RULING}",
          "P1 20 3 | P2 30 0 | cards 26:NS | turn P1", "roll 2 4", options=("nearest",)),
    _rule("GO_TO_START", "Go to Start",
          "The token goes to Start. That is an ordinary landing: it scores.", _KNOWN,
          "P1 5 3 | P2 20 0 | cards 11:GS | turn P1", "roll 2 4", options=("start_scores",)),
    _rule("ROLL_AGAIN_CARD", "Roll Again",
          "The player rolls both dice again and moves on from there.", _KNOWN,
          "P1 5 3 | P2 20 0 | cards 11:RA | turn P1", "roll 2 4"),
    _rule("EXCHANGE", "Exchange cards",
          "Placed or landed on, an Exchange card lets the player take any Track Card on the board "
          "that is not an Exchange card, put it beside the token and the Exchange card where it "
          "lay; then the card taken is followed. With none to take, or if the player declines, the "
          "token stops and the turn ends. Landing on one is no placement, and no card is drawn "
          "for it. Print cannot be taken.",
          f"{_SEED}; the details by {_RULING}",
          "P1 25 3 EX +1 | P2 10 0 | cards 34:+6 | turn P1", "roll 2 3", "place EX", "take 34",
          options=("exchange", "empty_exchange")),
    _rule("ENTRAPMENT", "Entrapment",
          "Cards (and print) that lead the token back to a space that it left by a card since the "
          "last roll trap it: a point, the turn ends, and the token rests on the forward space of "
          "the loop, the one furthest ahead in it: with two cards, where the Ahead card leads. It "
          "counts whoever laid the cards.",
          f"{_SEED} for two cards; longer loops by {_RULING}",
          "P1 20 2 | P2 0 0 | cards 21:+3 24:-3 | turn P1", "roll 3 1",
          options=("entrapment_stop", "entrapment_loops")),
    _rule("LARGE_LOSE_CARD", "The Large Lose Card",
          "Once in the game a player may play it in an opponent's turn: before any roll, after a "
          "roll before the token moves, and after a card is placed or reached before it is "
          "followed; not between a landing and its effect. It stops the turn, the token goes to "
          "Lose, the mover loses a point in all, and the dice pass on. If several want to, the "
          "first in turn order after the mover does. The card is gone then.",
          f"{_SEED}; the moments by {_RULING}",
          "P1 20 2 | P2 0 0 | turn P1 | lose_cards P2", "lose card",
          options=("lose_card_windows", "lose_card_cost")),
    _rule("DRAW", "Drawing",
          "A player who has placed a card draws one from the pile, if one is left, when the turn "
          "ends, however it ended.",
          _SEED, "P1 20 2 +1 | P2 0 0 | cards 19:+1 | turn P1 | stage draw", "draw -5"),
    _rule("DEPLETED", "No cards left",
          "When the pile is empty play goes on with the cards still held. Placed cards never come "
          "back.", _SEED, "P1 20 2 +1 | P2 0 0 | turn P1 | pile 0", "roll 2 2", "place +1"),
    _rule("WIN", "Winning",
          "The first to 12 points wins at once, in the middle of a move too.", _SEED,
          "P1 34 11 | P2 0 0 | turn P1", "roll 6 6", options=("win", "target")),
    _rule("ROLL_LIMIT", "The last roll of a turn",
          "A turn has 1,000 rolls at most. A player who would roll once more has no further roll: "
          "the token goes back to Start, without a point, and the turn ends. Only boards on "
          "which almost every space gives another roll lead so far.", _RULING,
          "P1 20 2 | P2 24 0 | cards 20:RA | turn P1 | rolled 999", "roll 3 1"),
)

RULE_BOOK = {entry.name: entry for entry in _ENTRIES}
