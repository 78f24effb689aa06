"""Bonkers a second time, from the words of its rules alone: an oracle to hold the engine against.

A `Table` is what lies before the players, as people see it, and what they have to remember of
the turn. It is played in the words of the plays ("place +3", "take 34"), by one function a
rule, one calling the next; nothing is taken from the engine but what a game begins with.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from bonkbook.engine.game import Game

STANDARD = {"size": 55, "start": 0, "score": [0, 17, 36], "lose": 27, "go_to_lose": [13, 46],
            "printed": {"52": -15}}


@dataclass
class Table:
    """Who has what, who stands where; `way`: the spaces left since the roll, each with its hop."""

    board: dict[str, Any]
    house: dict[str, Any]
    tokens: list[int]
    scores: list[int]
    hands: list[list[str]]
    cards: dict[int, str]
    lose_cards: list[bool]
    pile: int
    turn: int
    stage: str = "roll"
    asked: int = -1
    rolled: int = 0
    placed: bool = False
    dice: tuple[int, ...] = ()
    way: list[tuple[int, int]] = field(default_factory=list)
    cited: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, game: Game, board: dict[str, Any]) -> Table:
        """The table of a game at the beginning of a turn."""
        one = cls(board, dict(game.options), list(game.tokens), list(game.scores),
                  [list(hand) for hand in game.hands], dict(game.cards), list(game.lose_cards),
                  game.pile, game.seats.index(game.mover))
        ask(one, "before_roll", one.turn)
        return one

    @property
    def here(self) -> int:
        """Where the mover's token is."""
        return self.tokens[self.turn]

    @here.setter
    def here(self, space: int) -> None:
        self.tokens[self.turn] = space % self.board["size"]

    def is_occupied(self, space: int) -> bool:
        """Whether an opponent of the mover stands there."""
        return any(token == space for seat, token in enumerate(self.tokens) if seat != self.turn)

    def scores_at(self) -> list[int]:
        """The Score spaces that score."""
        return [space for space in self.board["score"]
                if space != self.board["start"] or self.house["start_scores"] == "yes"]


# -- what may be done


def actions(t: Table) -> set[str]:
    """The plays of the seat to act, in words; none while chance acts."""
    if t.stage.startswith("before_"):
        return {"wait", "lose card"}
    if t.stage == "place":
        found = {f"place {card}" for card in t.hands[t.turn]}
        others = found - {"place EX"}
        if t.house["empty_exchange"] == "avoid" and others and not list(to_take(t)):
            found = others
        return found | ({"decline"} if t.house["placing"] == "may" else set())
    if t.stage == "take":
        found = {f"take {space}" for space in to_take(t)}
        return found | ({"decline"} if t.house["exchange"] == "may" else set())
    return set()


def to_take(t: Table) -> Iterator[int]:
    """The spaces with a card that an Exchange card may be put in place of."""
    return (space for space, card in t.cards.items() if card != "EX")


def forbidden_by(t: Table, words: str) -> str:
    """The rule that a play which is not allowed breaks."""
    name = words.split()[0]
    early = {"over": "WIN", "roll": "ROLL", "draw": "DRAW"}
    if t.stage != "over" and (name in ("lose", "wait") or t.stage.startswith("before_")):
        return "LARGE_LOSE_CARD"
    if t.stage in early:
        return early[t.stage]
    if t.stage == "place":
        held = words[6:] in t.hands[t.turn]
        return "EXCHANGE" if name == "take" or (name == "place" and held) else "PLACE_CARD"
    if name == "place":
        return "ONE_CARD_A_TURN" if t.placed else "FOLLOW_CARD"
    return "EXCHANGE"


def play(t: Table, words: str) -> Table:
    """The table after a play, of chance too."""
    t = deepcopy(t)
    t.cited = []
    name, *rest = words.split()
    if name == "roll":
        roll(t, *map(int, rest))
    elif name == "draw":
        t.hands[t.turn].append(rest[0])
        t.pile -= 1
        t.cited.append("DRAW")
        pass_dice(t)
    elif name == "wait":
        ask(t, t.stage, t.asked)
    elif name == "lose":
        large_lose_card(t)
    elif name == "place":
        place(t, rest[0])
    elif name == "take":
        take(t, int(rest[0]))
    else:
        t.cited.append("EXCHANGE" if t.stage == "take" else "ONE_CARD_A_TURN")
        end_turn(t)
    return t


# -- the course of a turn


def ask(t: Table, stage: str, after: int) -> None:
    """Asks the next opponent with a Large Lose Card, in turn order; with none left, goes on."""
    count = len(t.tokens)
    order = [(t.turn + k) % count for k in range(1, count)]
    order = order[order.index(after) + 1:] if after in order else order
    holders = [seat for seat in order if t.lose_cards[seat]]
    if holders and (stage == "before_roll" or t.house["lose_card_windows"] == "all"):
        t.stage, t.asked = stage, holders[0]
        return
    t.asked = -1
    if stage == "before_roll":
        t.stage = "roll"
    elif stage == "before_move":
        start, dice = t.here, t.dice
        t.dice = ()
        t.here = start + sum(dice)
        t.cited.append("MOVE")
        land(t)
    else:
        follow(t)


def roll(t: Table, die1: int, die2: int) -> None:
    """A roll: a double six scores at once, then the token moves."""
    t.rolled += 1
    t.way = []
    t.cited.append("ROLL")
    if die1 == die2 == 6 and (t.rolled == 1 or t.house["double_six"] == "every"):
        point(t, "DOUBLE_SIX")
    if t.stage != "over":
        t.dice = (die1, die2)
        ask(t, "before_move", t.turn)


def land(t: Table) -> None:
    """Whatever brought the token here: what the space says."""
    here = t.here
    if here in t.board["score"]:
        score_space(t)
    elif here == t.board["lose"]:
        lose(t, "LOSE_SPACE")
        end_turn(t)
    elif here in t.board["go_to_lose"]:
        t.cited.append("GO_TO_LOSE")
        t.here = t.board["lose"]
        land(t)
    elif t.is_occupied(here):
        t.cited.append("OCCUPIED")
        ask(t, "before_roll", t.turn)
    elif str(here) in t.board["printed"]:
        hop(t, t.board["printed"][str(here)], "BACK_15")
    elif here in [space for space, _ in t.way]:
        entrapment(t)
    elif here in t.cards:
        t.cited.append("FOLLOW_CARD")
        ask(t, "before_follow", t.turn)
    elif t.placed or not t.hands[t.turn]:
        t.cited.append("ONE_CARD_A_TURN")
        end_turn(t)
    else:
        t.stage = "place"


def score_space(t: Table) -> None:
    """A point, and the end of the turn; with an opponent there, another roll."""
    here = t.here
    if here in t.scores_at():
        point(t, "SCORE_SPACE")
    elif t.is_occupied(here):
        t.cited.append("OCCUPIED")
    if t.stage == "over":
        return
    if t.is_occupied(here):
        ask(t, "before_roll", t.turn)
    else:
        end_turn(t)


def place(t: Table, card: str) -> None:
    """A card from the hand, laid beside the token and followed."""
    t.hands[t.turn].remove(card)
    t.cards[t.here] = card
    t.placed = True
    t.cited.append("PLACE_CARD")
    ask(t, "before_follow", t.turn)


def take(t: Table, space: int) -> None:
    """A card of the board beside the token, the Exchange card where it lay."""
    t.cards[t.here], t.cards[space] = t.cards[space], "EX"
    t.cited.append("EXCHANGE")
    ask(t, "before_follow", t.turn)


def follow(t: Table) -> None:
    """What the card beside the token says."""
    card = t.cards[t.here]
    if card == "RA":
        t.cited.append("ROLL_AGAIN_CARD")
        ask(t, "before_roll", t.turn)
    elif card == "EX":
        if list(to_take(t)):
            t.stage = "take"
        else:
            t.cited.append("EXCHANGE")
            end_turn(t)
    elif card == "GS":
        go(t, t.board["start"], "GO_TO_START")
    elif card == "NS":
        go(t, nearest(t), "NEAREST_SCORE")
    else:
        hop(t, int(card), "AHEAD" if card[0] == "+" else "BACK")


def nearest(t: Table) -> int:
    """The Score space the fewest spaces away; ahead if two are."""
    size = t.board["size"]
    ahead = {space: (space - t.here) % size for space in t.scores_at()}
    if t.house["nearest"] == "ahead":
        return min(ahead, key=ahead.__getitem__)
    return min(ahead, key=lambda space: (min(ahead[space], size - ahead[space]), ahead[space]))


def go(t: Table, space: int, rule: str) -> None:
    """The token goes to a space; no way leads on from a Score space, so none need be kept."""
    t.cited.append(rule)
    t.here = space
    land(t)


def hop(t: Table, spaces: int, rule: str) -> None:
    """The token goes so many spaces ahead or back, by a card or by print."""
    t.cited.append(rule)
    t.way.append((t.here, spaces))
    t.here += spaces
    land(t)


def entrapment(t: Table) -> None:
    """The cards have led round: a point, and the token rests on the forward space."""
    spaces = [space for space, _ in t.way]
    loop = t.way[spaces.index(t.here):]
    if t.house["entrapment_loops"] == "two_only" and len(loop) > 2:
        t.cited.append("FOLLOW_CARD")
        return end_turn(t)
    gone, places = 0, [(0, t.here, loop[-1][0])]     # how far ahead, where, and from where
    for k, (space, spaces_on) in enumerate(loop):
        gone += spaces_on
        places.append((gone, loop[(k + 1) % len(loop)][0], space))
    _, rest, source = max(places, key=lambda place: place[0])
    t.here = {"ahead": rest, "ahead_card": source, "first": t.here}[t.house["entrapment_stop"]]
    point(t, "ENTRAPMENT")
    return None if t.stage == "over" else end_turn(t)


def large_lose_card(t: Table) -> None:
    """The one who is asked stops the turn: to Lose, and a point less in all (or two)."""
    t.lose_cards[t.asked] = False
    t.here = t.board["lose"]
    lose(t, "LARGE_LOSE_CARD")
    if t.house["lose_card_cost"] == 2:
        lose(t, "LOSE_SPACE")
    end_turn(t)


# -- points, and the end of a turn


def point(t: Table, rule: str) -> None:
    """A point for the mover, who may have won by it."""
    t.scores[t.turn] += 1
    t.cited.append(rule)
    if t.house["win"] == "at_once" and t.scores[t.turn] >= t.house["target"]:
        win(t)


def lose(t: Table, rule: str) -> None:
    """A point less for the mover, if it has one."""
    t.cited.append(rule)
    if t.scores[t.turn]:
        t.scores[t.turn] -= 1
    else:
        t.cited.append("FLOOR")


def win(t: Table) -> None:
    """The mover has won; nobody is asked any more."""
    t.cited.append("WIN")
    t.stage, t.asked, t.dice = "over", -1, ()


def end_turn(t: Table) -> None:
    """A card is drawn for one that was placed; then the dice pass on."""
    t.dice, t.asked = (), -1
    if t.house["win"] == "end_of_turn" and t.scores[t.turn] >= t.house["target"]:
        win(t)
    elif t.placed and t.pile:
        t.stage = "draw"
    else:
        if t.placed:
            t.cited.append("DEPLETED")
        pass_dice(t)


def pass_dice(t: Table) -> None:
    """The turn of the next seat."""
    t.turn = (t.turn + 1) % len(t.tokens)
    t.rolled, t.placed, t.way = 0, False, []
    ask(t, "before_roll", t.turn)
