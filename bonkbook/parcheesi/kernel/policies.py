"""Parcheesi: what a policy looks at, and the named policies as weights of it.

`describe` is in the subset of Python that numba compiles (see engine/twin.py).
"""

from enum import IntEnum

from . import legality
from . import state as st


class Feature(IntEnum):
    """What an action does, each a number of about 0 to 1."""
    ENTER = 0        # brings a pawn out of the nest
    PROGRESS = 1     # spaces moved, of 20
    FOREMOST = 2     # how far the pawn has come already, of 71
    HINDMOST = 3     # how far the pawn still has to go, of 71
    HOME = 4         # gets home
    HOME_PATH = 5    # turns into the home path
    CAPTURE = 6      # captures
    SPOILS = 7       # progress that they lose, of 71
    TO_SAFETY = 8    # ends on a safe space
    FROM_SAFETY = 9  # leaves a safe space
    BLOCKADE = 10    # forms a blockade
    BREAK = 11       # takes a pawn off a blockade
    RISK = 12        # expected progress lost to a capture next roll, more than before, of 71
    HUNT = 13        # single opposing pawns within a roll's reach afterwards


# The features as a bot that is asked for its reasons calls them.
REASONS = {
    "ENTER": "brings a pawn out", "PROGRESS": "spaces moved",
    "FOREMOST": "how far the pawn has come", "HINDMOST": "how far the pawn still has to go",
    "HOME": "gets home", "HOME_PATH": "turns into the home path", "CAPTURE": "captures",
    "SPOILS": "how far the captured pawn had come", "TO_SAFETY": "ends on a safe space",
    "FROM_SAFETY": "leaves a safe space", "BLOCKADE": "makes a blockade",
    "BREAK": "takes a pawn off a blockade", "RISK": "change in the danger of capture",
    "HUNT": "pawns that it could capture next",
}

# Rolls of 36 that can bring a pawn d spaces, by a die or the sum: index d, 0 to 12.
WAYS = (0, 11, 12, 13, 14, 15, 16, 6, 5, 4, 3, 2, 1)

POLICIES = {
    "random": {},
    "runner": {"FOREMOST": 4.0, "PROGRESS": 1.0, "HOME": 2.0},
    "starter": {"ENTER": 8.0, "HINDMOST": 4.0, "PROGRESS": 1.0},
    "hunter": {"CAPTURE": 8.0, "SPOILS": 4.0, "HUNT": 1.5, "ENTER": 2.0, "PROGRESS": 1.0,
               "HOME": 1.0},
    "cautious": {"RISK": -8.0, "TO_SAFETY": 2.0, "FROM_SAFETY": -1.5, "HOME_PATH": 1.5,
                 "HOME": 2.0, "CAPTURE": 2.0, "BLOCKADE": 1.0, "PROGRESS": 0.5, "ENTER": 1.0},
    "builder": {"BLOCKADE": 6.0, "BREAK": -5.0, "TO_SAFETY": 1.0, "ENTER": 2.0,
                "PROGRESS": 0.5, "HOME": 1.0, "RISK": -1.0},
    "allround": {"CAPTURE": 4.0, "SPOILS": 4.0, "HOME": 3.0, "RISK": -6.0, "ENTER": 3.0,
                 "TO_SAFETY": 1.0, "FROM_SAFETY": -0.7, "BLOCKADE": 0.8, "BREAK": -0.6,
                 "HOME_PATH": 0.5, "PROGRESS": 0.5, "FOREMOST": 0.3},
}


def risk_at(s, pawn, there):
    """The chance (at most 1) that a single pawn `there` is hit by some opponent's next roll.

    An estimate for policies: the opponents' chances are added, blockades not looked at.
    """
    if there == st.NEST or st.is_safe(there) or st.own_at(s, there) > 1:
        return 0.0
    ways = 0
    for owner in range(st.SEATS):
        if owner != s.turn:
            for i in range(st.PAWNS):
                foe = st.seen_by(s.turn, owner, s.progress[owner][i])
                if foe != st.NEST and 0 < there - foe <= 12:
                    ways += WAYS[there - foe]
    return min(ways / 36.0, 1.0)


def prey_within_reach(s, there):
    """How many single opposing pawns that can be captured stand 1 to 12 spaces ahead."""
    count = 0
    for target in range(there + 1, min(there + 13, st.HOME_PATH)):
        if not st.is_safe(target) and st.is_single(s, target):
            count += 1
    return count


def spoils_at(s, target):
    """Progress that the opposing pawns at the mover's `target` lose if captured."""
    lost = 0
    for owner in range(st.SEATS):
        if owner != s.turn:
            for i in range(st.PAWNS):
                there = s.progress[owner][i]
                if there != st.NEST and st.seen_by(s.turn, owner, there) == target:
                    lost += there + 1
    return lost


def describe(s, action, out):
    """Writes the features of a legal `action` of the mover into `out`, one a Feature."""
    for k in range(len(out)):
        out[k] = 0.0
    if action == st.PASS:
        return
    pawn, slot = action // st.SLOTS, action % st.SLOTS
    start = s.progress[s.turn][pawn]
    target = legality.target_of(s, pawn, slot)
    out[Feature.ENTER] = 1.0 if start == st.NEST else 0.0
    out[Feature.PROGRESS] = (target - start) / 20.0
    out[Feature.FOREMOST] = max(start, 0) / 71.0
    out[Feature.HINDMOST] = (st.HOME - start) / 71.0
    out[Feature.HOME] = 1.0 if target == st.HOME else 0.0
    out[Feature.HOME_PATH] = 1.0 if start < st.HOME_PATH <= target < st.HOME else 0.0
    out[Feature.TO_SAFETY] = 1.0 if st.is_safe(target) else 0.0
    out[Feature.FROM_SAFETY] = 1.0 if start != st.NEST and st.is_safe(start) else 0.0
    out[Feature.BLOCKADE] = 1.0 if target < st.HOME and st.own_at(s, target) == 1 else 0.0
    out[Feature.BREAK] = 1.0 if start != st.NEST and st.own_at(s, start) == 2 else 0.0
    if target == st.ENTRY or not st.is_safe(target):
        out[Feature.CAPTURE] = 1.0 if st.has_foe(s, target) else 0.0
        out[Feature.SPOILS] = spoils_at(s, target) / 71.0
    before = risk_at(s, pawn, start) * (start + 1)
    s.progress[s.turn][pawn] = target
    out[Feature.RISK] = (risk_at(s, pawn, target) * (target + 1) - before) / 71.0
    out[Feature.HUNT] = prey_within_reach(s, target)
    s.progress[s.turn][pawn] = start
