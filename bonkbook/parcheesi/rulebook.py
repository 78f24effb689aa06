"""Parcheesi's rule book: each rule in plain words, its source, its options, an example.

An example is a position line and plays; the last play either makes the rule take effect
or is refused by it. The engine draws the pictures from it.
"""

from __future__ import annotations

from ..engine.ruleset import Option, RuleEntry

OPTIONS = (
    Option("must_enter", "Whether a five that can bring a pawn out must be used for it: always, "
           "only if the pawn captures on its entry space, or never.",
           ("always", "capture_only", "never")),
    Option("blocked_five", "What happens to a five while a blockade on the entry keeps a pawn in: "
           "that die is forfeited, another pawn may use it, or all the dice that make the five are "
           "forfeited, even if the blockade is the player's own.",
           ("forfeit_die", "usable", "forfeit_roll")),
    Option("sum", "How one pawn uses both dice: as two moves with a stop in between, or also in "
           "one jump that does not touch the space between.", ("two_moves", "one_jump")),
    Option("forced_die", "Which die is used when either can be used but not both: the player's "
           "choice, or the larger.", ("choice", "larger")),
    Option("capture_bonus", "Spaces earned by a capture.", default=20),
    Option("home_bonus", "Spaces earned by a pawn that gets home.", default=10),
    Option("bonus_chain", "Whether each capture of a roll earns its bonus, or only the first.",
           ("unlimited", "one_per_roll")),
    Option("bonus_use", "Whether a bonus that can be used must be used, or may be given up.",
           ("must", "may")),
    Option("safe_share", "Whether pawns of two colours may share a safe space.", ("no", "yes")),
    Option("own_blockade", "Whether a blockade also blocks its owner's pawns, or they may pass it "
           "(but never land on it).", ("bars", "passes")),
    Option("doubles_break_blockade", "Whether a player who rolls doubles must use them to break a "
           "blockade of their own, if possible.",
           ("if_moved", "must")),
    Option("blockade_together", "Whether the two pawns of a blockade may move on together in one "
           "roll.", ("no", "yes")),
    Option("doubles14", "Whether the undersides of doubles are played too, 14 spaces in all, when "
           "the player has no pawn in the nest.", ("no", "yes")),
    Option("third_double", "Whether doubles rolled a third time in a row bring the penalty at "
           "once, or are moved first.", ("penalty_at_once", "moved_first")),
    Option("penalty_spares_home_path", "Whether a pawn on its home path is safe from the penalty "
           "for three doubles.", ("no", "yes")),
    Option("extra_turn", "What earns another roll: doubles, or also a capture or a pawn home.",
           ("doubles", "doubles_capture_home")),
    Option("overshoot", "What a pawn does with a number too large to get home: it cannot use it, "
           "or it counts into home and back out (never back onto the track).",
           ("barred", "bounce")),
)

_SEED, _RULING = "printed rules", "our ruling"


def _rule(name: str, title: str, words: str, source: str, line: str, *plays: str,
          options: tuple[str, ...] = (), happens: bool = True, ask: str = "") -> RuleEntry:
    return RuleEntry(name, title, words, source, options, (line, plays), happens, ask)


_START = "red N N N N | blue N N N N | start red blue"

_ENTRIES = (
    _rule("SEATS", "Seats and pawns",
          "Two to four seats play, each with four pawns of one colour, all in the nest at the "
          "start. In turn order they are red, green, blue, yellow. Two seats sit opposite each "
          "other (red and blue) unless they choose their colours.",
          _SEED, _START, "start 2 6", happens=False, ask="ENTER_ON_FIVE"),
    _rule("HIGHEST_STARTS", "Who starts",
          "Everyone rolls one die; the highest starts. Players who tie for the highest roll again.",
          f"{_SEED}; ties: {_RULING}", _START, "start 2 6"),
    _rule("ROLL", "A turn",
          "Roll two dice, use them, then use the bonuses earned, and roll again after doubles. "
          "Then the turn passes to the next seat in the order red, green, blue, yellow, red.",
          _SEED,
          "red N 20 30 40 | blue N N N N | turn red", "roll 3 1"),
    _rule("ENTER_ON_FIVE", "Leaving the nest",
          "A pawn leaves the nest for its entry space with a die that shows 5, or with both dice "
          "when they add up to 5 (1 and 4, or 2 and 3). Double 5 brings out two. The entry spaces "
          "are 5 for red, 22 for green, 39 for blue and 56 for yellow.",
          _SEED, "red N N 20 30 | blue N N N N | turn red | dice 2 3", "enter 2 3"),
    _rule("MUST_ENTER", "A five must enter",
          "A five that can bring a pawn out must be used for it. A die that shows 5 may not be "
          "used otherwise (not even in one jump of both dice, by house rule), and neither die of a "
          "1 and 4 or a 2 and 3 may be used alone. When only one die shows 5, the other may be "
          "used before or after it. The rule applies if the five can bring a pawn out at the "
          "moment of the move.",
          f"{_SEED} for an occupied entry; the rest: {_RULING}",
          "red N N 20 30 | blue N N N N | turn red | dice 5 3", "move c 5",
          options=("must_enter", "sum"), happens=False, ask="ENTER_ON_FIVE"),
    _rule("MOVE", "Moving",
          "The track is a ring of 68 spaces, numbered 0 to 67 in the direction of travel, "
          "counter-clockwise; 0 follows 67. Each die moves one pawn by its number. One pawn may "
          "use both dice, one after the other. It stops after the first, so it must be able to "
          "land there, and it captures there. Where a pawn may also move the sum in one jump (a "
          "house rule), the undersides of doubles are not part of the sum.",
          f"{_SEED}; the rest: {_RULING}",
          "red 20 30 N N | blue N N N N | turn red | dice 6 3", "move a 6", options=("sum",)),
    _rule("USE_BOTH", "Use both dice",
          "If there is a way to use both dice, using only one is not legal. If either die can be "
          "used but not both, the player chooses which. A move that wins is always allowed. Where "
          "the undersides of doubles are played (a house rule), as many of the four dice are used "
          "as possible.", f"{_SEED}; the rest: {_RULING}",
          "red H4 20 X X | green 26 26 N N | turn red | dice 2 4", "move b 2",
          options=("forced_die",), happens=False, ask="NO_LEGAL_MOVE"),
    _rule("CAPTURE", "Capturing",
          "Landing on a single pawn of another colour, on a space that is not safe, sends it to "
          "its nest.", _SEED,
          "red 20 40 N N | green 24 N N N | turn red | dice 4 3", "move a 4"),
    _rule("ENTRY_CAPTURE", "Capturing on the entry",
          "A pawn that enters captures a single opposing pawn on its entry space, even though that "
          "space is safe. Only an entering pawn does this. Where two colours share the space (a "
          "house rule), both pawns are captured.", f"{_SEED}; sharing: {_RULING}",
          "red N N N 40 | green 5 N N N | turn red | dice 1 4", "enter 1 4",
          options=("safe_share",)),
    _rule("CAPTURE_BONUS", "Twenty for a capture",
          "Every capture earns 20 spaces, used after both dice are used or cannot be used. Any one "
          "pawn moves the whole bonus. Where only the first capture of a roll earns a bonus (a "
          "house rule), pawns that get home still earn theirs.", f"{_SEED}; not split: {_RULING}",
          "red 11 44 X X | green N N N N | turn red | bonus capture", "move a 20",
          options=("capture_bonus", "bonus_chain")),
    _rule("SAFE_SPACE", "Safe spaces",
          "A pawn may not land on a safe space that holds a pawn of another colour; it may pass. A "
          "second pawn of the same colour may land there. The twelve safe spaces are 0, 5, 12, 17, "
          "22, 29, 34, 39, 46, 51, 56 and 63. The entry spaces of seats that do not play are safe "
          "too.", _SEED,
          "red 26 N N N | green 29 N N N | turn red | dice 3 6", "move a 3",
          options=("safe_share",), happens=False, ask="CAPTURE"),
    _rule("BLOCKADE", "Blockades",
          "Two pawns of one colour on one space of the track or of the home path are a blockade: "
          "no pawn of any colour, its owner's included, may land on it or pass it. A space never "
          "holds three pawns. The nest and home do not count as spaces here.",
          f"{_SEED}; the home path: {_RULING}",
          "red 26 N N N | green 28 28 N N | turn red | dice 3 6", "move a 3",
          options=("own_blockade",)),
    _rule("ENTRY_BLOCKED", "A blocked entry",
          "While an opponent's blockade stands on the entry space, a pawn cannot come out, and a "
          "die that shows 5 is forfeited by a player with a pawn in the nest. The dice of a 1 "
          "and 4 or a 2 and 3 may be used one by one. The player's own blockade on the entry "
          "also keeps pawns in, but then another pawn may use the 5.",
          f"{_SEED}; the details: {_RULING}",
          "red N N N 30 | green 5 5 N N | turn red | dice 5 3", "move d 5",
          options=("blocked_five",)),
    _rule("BREAK_BLOCKADE", "No blockade moves on together",
          "When one pawn of a pair that stood as a blockade at the moment of the roll has moved, "
          "the other may not join it on another space during that roll, by a die or by a bonus; "
          "nor may the first return to the second (by a bounce, a house rule). So doubles cannot "
          "carry a blockade along. Where doubles must break a blockade (a house rule), a die or a "
          "jump that breaks one is used before any other, even if fewer dice can be used then. "
          "Only a pawn that must enter takes priority. A bounce back to the space where the pawn "
          "stood does not break the blockade.", f"{_SEED}, made exact; house rules: {_RULING}",
          "red N N N N | yellow 1 1 N N | turn yellow | dice 3 3", "move a 3", "move b 3",
          options=("blockade_together", "doubles_break_blockade"), happens=False,
          ask="BLOCKADE"),
    _rule("HOME_PATH", "The home path",
          "After its last track space (0 for red, 17 for green, 34 for blue, 51 for yellow) a pawn "
          "turns onto its own home path, which no other colour enters. No pawn goes round twice. "
          "The path has seven spaces, H0 to H6, and home is one step further: 4 from H3, for "
          "example, and 71 in all from the entry space.", _SEED,
          "red 66 X X X | blue N N N N | turn red | dice 3 1", "move a 3"),
    _rule("EXACT_COUNT", "Home by exact count",
          "A pawn gets home only by the exact count, with a die or a bonus. A pawn that bounces "
          "back (a house rule) never returns to the track.", _SEED,
          "red H4 H1 N N | blue N N N N | turn red | dice 3 1", "move a 3",
          options=("overshoot",)),
    _rule("HOME_BONUS", "Ten for a pawn home",
          "Each pawn that gets home earns 10 spaces, used like a capture bonus, by another pawn.",
          _SEED, "red X 20 N N | blue N N N N | turn red | bonus home", "move b 10",
          options=("home_bonus",)),
    _rule("USE_BONUS", "A bonus must be used",
          "A bonus that a pawn can use must be used; otherwise it is forfeited. Several may be "
          "used in any order. A bonus move can capture or get home and so earn another.",
          _RULING, "red X 20 N N | blue N N N N | turn red | bonus home", "pass",
          options=("bonus_use",)),
    _rule("ROLL_AGAIN", "Doubles roll again",
          "After doubles the player rolls again, whether or not a move was possible.", _SEED,
          "red N N N N | blue N N N N | turn red", "roll 3 3", options=("extra_turn", "doubles14")),
    _rule("THREE_DOUBLES", "Three doubles in a row",
          "Doubles rolled a third time in a row in one turn are not moved. The player's most "
          "advanced pawn that is not home, even one on the home path, goes to the nest, and the "
          "turn ends. Without such a pawn the turn simply ends. Where they are moved first (a "
          "house rule), the penalty follows the bonuses, and nothing earns another roll.",
          f"{_SEED}; the details: {_RULING}",
          "red 20 60 N N | blue N N N N | turn red | doubles 2", "roll 4 4",
          options=("third_double", "penalty_spares_home_path")),
    _rule("NO_LEGAL_MOVE", "Nothing to move",
          "A die or bonus that no pawn can use lapses; the turn goes on without it.", _SEED,
          "red N N N N | blue N N N N | turn red", "roll 6 2"),
    _rule("WIN", "Winning",
          "The first to bring all four pawns home wins, at once, whatever is left of the roll.",
          _SEED, "red H6 X X X | blue N N N N | turn red | dice 1 6", "move a 1"),
)

RULE_BOOK = {entry.name: entry for entry in _ENTRIES}

# A question about the rule on the left asks about any of the rules on the right.
INCLUDES = {"CAPTURE": ("CAPTURE", "ENTRY_CAPTURE")}
