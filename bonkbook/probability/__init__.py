"""Exact probability: values, distributions, waiting times, chains, two dice."""

from .chain import Chain, ChainError
from .dice import ROLLS, DiceRun, Event, dice_event, event_groups, named_events
from .estimate import Estimate
from .exact import Distribution, Geometric, P, Probability
from .expression import ExpressionError

__all__ = ["ROLLS", "Chain", "ChainError", "DiceRun", "Distribution", "Estimate", "Event",
           "ExpressionError", "Geometric", "P", "Probability", "dice_event", "event_groups",
           "named_events"]
