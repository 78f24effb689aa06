"""Pig with two dice: a game that registers itself. `import pig`, and then `bb.new("pig")`."""

from types import MappingProxyType

import bonkbook as bb
from bonkbook.engine.actions import PlainAction
from bonkbook.engine.position import Position
from bonkbook.engine.ruleset import Option, RuleEntry, Ruleset

from .kernel import rules


class Again(PlainAction):
    """Roll again."""


class Hold(PlainAction):
    """Keep the points of the turn, and end it."""


class PigPosition(Position):
    """A position of Pig, with the points of every seat."""
    scores = property(lambda self: tuple(self.state.score))


class Pig(Ruleset):
    """Roll as often as you dare: a one loses the points of the turn."""

    name, title = "pig", "Pig"
    seat_names = ("P1", "P2", "P3", "P4")
    options = (Option("target", "Points that win the game.", default=100, least=1),)
    rule_book = MappingProxyType({rule[0]: RuleEntry(*rule, source="folk game") for rule in (
        ("ROLL", "The roll", "In your turn you roll two dice; their sum is added to the turn."),
        ("ONE", "A one", "A one ends your turn, and the points of the turn are lost."),
        ("TWO_ONES", "Two ones", "Two ones end your turn, and your whole score is lost."),
        ("HOLD", "Holding", "After a roll you can hold: you keep the points of the turn."),
        ("WIN", "Winning", "The first to reach the target wins; with enough points, hold."))})
    plain = MappingProxyType({Again: rules.AGAIN, Hold: rules.HOLD})
    position_type = PigPosition

    def check(self, s):
        """A choice has points to keep, a game that is over a winner with enough of them."""
        over, known = s.winner >= 0, (rules.ROLL, rules.CHOOSE if s.points else rules.ROLL)
        if s.stage not in ((rules.OVER,) if over else known) or over != (max(s.score) >= s.target):
            raise bb.PositionError("stage, points and winner do not fit together", "WIN")

    def sentence(self, s, entry):
        """What an effect did."""
        rule, seat, _, start, target = entry
        return f"{self.seat_names[seat]} " + {
            "ROLL": f"rolls {start} and {target}.", "ONE": f"loses {start} points of this turn.",
            "TWO_ONES": "loses the whole score.", "WIN": f"wins with {target} points.",
            "HOLD": f"keeps {start} points and now has {target}."}[rules.Rule(rule).name]


bb.register(Pig())
