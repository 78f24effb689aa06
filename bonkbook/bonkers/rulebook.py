"""Bonkers' rule book: each rule in plain words, its source, its options, an example.

An example is a position line and plays; the last play either makes the rule take effect
or is refused by it. The engine draws the pictures from it.
"""

from __future__ import annotations

from ..engine.ruleset import Option, RuleEntry

OPTIONS = (
    Option("layout", "The board: the standard board, or your own, given as a line such as size 55; "
           "start 0; score 0 17 36; lose 27; go_to_lose 13 46; printed 52:-15, or in Python as the "
           "Path of a .toml or .json file.",
           ("standard", "own")),
    Option("deck", "The cards: all kinds, only Ahead, Back and Exchange, or your own, given as a "
           "line such as EX 2; +3 10; -3 10, or in Python as the Path of a file.",
           ("standard", "directional", "own")),
    Option("entrapment_stop", "Where a trapped token rests: on the forward space of the loop, on "
           "the space with the card that leads there, or where the loop closes.",
           ("ahead", "ahead_card", "first")),
    Option("entrapment_loops", "Whether any loop is an entrapment, or only a loop of two spaces (a "
           "longer loop simply ends the turn where it closes).", ("any", "two_only")),
    Option("placing", "Whether a player on a space without a card must place one, or may choose "
                      "not to.",
           ("must", "may")),
    Option("start_scores", "Whether Start scores like the other Score spaces, or is only a resting "
           "space.", ("yes", "no")),
    Option("nearest", "Where Nearest Score looks: in both directions, or only ahead.",
           ("either", "ahead")),
    Option("empty_exchange", "Whether an Exchange card may be placed when there is nothing to "
           "take: freely, or only if no other card is in hand.", ("free", "avoid")),
    Option("exchange", "Whether an Exchange card may be declined, or must be used.",
           ("may", "must")),
    Option("double_six", "Which rolls of a turn score a point for a double six: every roll, or "
                         "only the first.",
           ("every", "first_roll")),
    Option("win", "When twelve points (or the target) win: at once, or only if the player still "
           "has them at the end of the turn.",
           ("at_once", "end_of_turn")),
    Option("lose_card_windows", "When the Large Lose Card may be played: before rolls, before the "
           "token moves and before a card is followed, or only before rolls.",
           ("all", "before_roll")),
    Option("lose_card_cost", "Points that a Large Lose Card costs in all: 1, or 2 including the "
           "point for landing on Lose.", default=1, least=1, most=2),
    Option("target", "Points needed to win, any number from 1.", default=12, least=1),
)

_SEED, _RULING, _KNOWN = "printed rules", "our ruling", "publications"


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
          "Everyone rolls both dice; the highest total starts. Players who tie for the highest "
          "roll again. Play passes to the left, to the next seat.", _SEED, _START, "start 7 9"),
    _rule("ROLL", "A turn",
          "Roll both dice, move, and do what the space says. If it moves the token on, do what the "
          "next space says, until the token stops.", _SEED, f"{_TWO} | turn P1", "roll 3 1"),
    _rule("MOVE", "Moving",
          "The token moves ahead by the sum of the dice, clockwise round the ring. The standard "
          "ring has 55 spaces, 0 to 54. Spaces passed over have no effect; only landing counts. "
          "The places of the special spaces in the boxed game are not published; these places are "
          "our own.",
          f"{_SEED}; the places: {_RULING}", "P1 50 2 | P2 0 0 | turn P1", "roll 4 3",
          options=("layout",)),
    _rule("DOUBLE_SIX", "Double six",
          "A double six scores a point at once, on every roll of a turn; then the 12 spaces are "
          "moved. The roll for the start does not count.", f"{_SEED}; re-rolls: {_RULING}",
          "P1 20 2 | P2 0 0 | turn P1", "roll 6 6", options=("double_six",)),
    _rule("PLACE_CARD", "Placing a card",
          "On a track space with no card and no opponent the player must place a card from hand "
          "beside the token and follow it.", _SEED,
          f"{_TWO} | turn P1", "roll 3 1", "place -3", options=("placing",)),
    _rule("ONE_CARD_A_TURN", "One card a turn",
          "At most one card is placed in a turn. After that, or with no card in hand, the token "
          "stops on a track space with no card and no opponent, and the turn ends.", _SEED,
          "P1 20 2 +1 EX | P2 0 0 | turn P1", "roll 3 1", "place +1", options=("placing",)),
    _rule("FOLLOW_CARD", "Following a card",
          "On a track space with a card and no opponent the token follows the card. It does not "
          "matter who placed it.", _SEED, "P1 20 2 | P2 0 0 | cards 24:+6 | turn P1", "roll 3 1"),
    _rule("OCCUPIED", "Occupied spaces",
          "On a track space where an opponent's token stands the player rolls again from there; no "
          "card is placed or followed. The printed Back 15 space counts as a track space here.",
          f"{_SEED}; print: {_RULING}", "P1 20 2 | P2 24 0 | cards 24:+6 | turn P1",
          "roll 3 1"),
    _rule("SCORE_SPACE", "Score spaces",
          "Landing on a Score space, in any way, scores a point. If no opponent stands there, the "
          "turn ends; otherwise the player rolls again. The standard board has three: Start (0), "
          "17 and 36. Standing on Start at the beginning scores nothing.",
          f"{_SEED}; Start from {_KNOWN}",
          "P1 32 2 | P2 0 0 | turn P1", "roll 3 1", options=("start_scores", "layout")),
    _rule("LOSE_SPACE", "The Lose space",
          "Landing on Lose (27 on the standard board) costs a point and ends the turn, even if an "
          "opponent stands there.",
          _SEED, "P1 20 2 | P2 0 0 | turn P1", "roll 4 3", options=("layout",)),
    _rule("FLOOR", "Never below zero", "A score never goes below 0.", _SEED,
          "P1 20 0 | P2 0 0 | turn P1", "roll 4 3"),
    _rule("GO_TO_LOSE", "Spaces that go to Lose",
          "The spaces printed Go to Lose (13 and 46 on the standard board) always send the token "
          "to Lose.", _SEED,
          "P1 40 2 | P2 0 0 | turn P1", "roll 4 2", options=("layout",)),
    _rule("BACK_15", "The printed Back 15",
          "The space printed Back 15 (52 on the standard board) sends the token 15 spaces back.",
          _KNOWN,
          "P1 48 2 | P2 0 0 | turn P1", "roll 3 1", options=("layout",)),
    _rule("AHEAD", "Ahead cards",
          "The token moves ahead by the number on the card; the landing counts like any other.",
          _SEED, "P1 20 2 | P2 0 0 | cards 24:+12 | turn P1", "roll 3 1"),
    _rule("BACK", "Back cards",
          "The token moves back by the number on the card; the landing counts like any other.",
          _SEED, "P1 37 2 | P2 0 0 | cards 41:-5 | turn P1", "roll 3 1"),
    _rule("NEAREST_SCORE", "Nearest Score",
          "The token goes to the Score space the fewest spaces away, ahead or back; if two are "
          "equally near, it goes ahead.", f"{_KNOWN}; the direction: {_RULING}",
          "P1 20 3 | P2 30 0 | cards 26:NS | turn P1", "roll 2 4", options=("nearest",)),
    _rule("GO_TO_START", "Go to Start",
          "The token goes to Start. The landing counts like any other, so it scores a point.",
          _KNOWN,
          "P1 5 3 | P2 20 0 | cards 11:GS | turn P1", "roll 2 4", options=("start_scores",)),
    _rule("ROLL_AGAIN_CARD", "Roll Again",
          "The player rolls both dice again and moves on from there.", _KNOWN,
          "P1 5 3 | P2 20 0 | cards 11:RA | turn P1", "roll 2 4"),
    _rule("EXCHANGE", "Exchange cards",
          "Placed or landed on, an Exchange card lets the player take any Track Card on the board "
          "that is not an Exchange card, put it beside the token and the Exchange card where it "
          "lay; then the card taken is followed. With no card to take, or if the player declines, "
          "the token stops and the turn ends. Landing on an Exchange card does not count as "
          "placing a card, and no card is drawn for it. Printed spaces cannot be taken.",
          f"{_SEED}; the details: {_RULING}",
          "P1 25 3 EX +1 | P2 10 0 | cards 34:+6 | turn P1", "roll 2 3", "place EX", "take 34",
          options=("exchange", "empty_exchange")),
    _rule("ENTRAPMENT", "Entrapment",
          "If cards or printed spaces lead the token back to a space that it left by a card since "
          "the last roll, it is trapped. The player scores a point, the turn ends, and the token "
          "rests on the forward space of the loop, which is the space furthest ahead in it. With "
          "two cards, that is where the Ahead card leads. It does not matter who placed the cards.",
          f"{_SEED} for two cards; longer loops: {_RULING}",
          "P1 20 2 | P2 0 0 | cards 21:+3 24:-3 | turn P1", "roll 3 1",
          options=("entrapment_stop", "entrapment_loops")),
    _rule("LARGE_LOSE_CARD", "The Large Lose Card",
          "Once in the game a player may play it in an opponent's turn: before any roll, after a "
          "roll but before the token moves, or after a card is placed or reached but before it is "
          "followed. It may not be played between a landing and its effect. It stops the turn: the "
          "token goes to Lose, the mover loses one point in all, and the dice pass on. If several "
          "players want to play theirs, the first in turn order after the mover does. The card is "
          "then out of the game.",
          f"{_SEED}; the moments: {_RULING}",
          "P1 20 2 | P2 0 0 | turn P1 | lose_cards P2", "lose card",
          options=("lose_card_windows", "lose_card_cost")),
    _rule("DRAW", "Drawing",
          "A player who has placed a card draws one from the pile when the turn ends, however it "
          "ends, if the pile has any left.",
          _SEED, "P1 20 2 +1 | P2 0 0 | cards 19:+1 | turn P1 | stage draw", "draw -5"),
    _rule("DEPLETED", "No cards left",
          "When the pile is empty, play continues with the cards still in hand. Placed cards never "
          "come back.", _SEED, "P1 20 2 +1 | P2 0 0 | turn P1 | pile 0", "roll 2 2", "place +1"),
    _rule("WIN", "Winning",
          "The first player with 12 points wins at once, even in the middle of a move.", _SEED,
          "P1 34 11 | P2 0 0 | turn P1", "roll 6 6", options=("win", "target")),
    _rule("ROLL_LIMIT", "The last roll of a turn",
          "A turn has at most 1,000 rolls. If the player would roll again after that, the token "
          "goes back to Start without scoring, and the turn ends. This happens only on boards "
          "where almost every space gives another roll.", _RULING,
          "P1 20 2 | P2 24 0 | cards 20:RA | turn P1 | rolled 999", "roll 3 1"),
)

RULE_BOOK = {entry.name: entry for entry in _ENTRIES}
