"""What a bot weighs in Pig, and the named bots as weights of it."""

from enum import IntEnum

from . import rules

Feature = IntEnum("Feature", "AGAIN POINTS", start=0)
REASONS = {"AGAIN": "rolls again", "POINTS": "points that are kept"}
POLICIES = {"random": {}, "careful": {"AGAIN": 17.5, "POINTS": 1.0}}


def describe(s, action, features):
    """Writes the value of each Feature of an action into `features`."""
    features[Feature.AGAIN] = 1.0 if action == rules.AGAIN else 0.0
    features[Feature.POINTS] = s.points if action == rules.HOLD else 0.0
