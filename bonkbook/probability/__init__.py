"""Exact probability: values, distributions, waiting times, chains, two dice."""

from bonkbook.probability.chain import Chain, ChainError
from bonkbook.probability.dice import ROLLS, Event, dice_event, event_groups, named_events
from bonkbook.probability.dice_run import DiceRun
from bonkbook.probability.estimate import Estimate
from bonkbook.probability.exact import Distribution, P, Probability
from bonkbook.probability.expression import ExpressionError
from bonkbook.probability.waiting import Geometric

__all__ = [
    "ROLLS",
    "Chain",
    "ChainError",
    "DiceRun",
    "Distribution",
    "Estimate",
    "Event",
    "ExpressionError",
    "Geometric",
    "P",
    "Probability",
    "dice_event",
    "event_groups",
    "named_events",
]
