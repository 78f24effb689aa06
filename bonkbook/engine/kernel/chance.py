"""Chance and turns as several games know them: dice, cards and seats at random, who starts.

Nothing here takes a game's Rule: what is kept of compiled code would name that game's module.
"""

INLINED = ("any_die", "any_of", "next_seat")


def any_die(rng):
    """A die's number, 1 to 6, from the stream `rng`."""
    return 1 + int(rng.random() * 6)


def any_of(counts, total, rng):
    """An index of `counts` at random, each as often as it counts; `total` is their sum."""
    place = int(rng.random() * total)
    index = -1
    while place >= 0:
        index += 1
        place -= counts[index]
    return index


def next_seat(s, seat):
    """The next seat that plays after `seat`."""
    seat = (seat + 1) % len(s.playing)
    while not s.playing[seat]:
        seat = (seat + 1) % len(s.playing)
    return seat


def highest(s, rolled):
    """The seat that rolled highest of those contending, -1 if several did: only those still do."""
    best = 0
    for seat in range(len(s.playing)):
        if s.contending[seat]:
            best = max(best, rolled[seat])
    tied, starter = 0, -1
    for seat in range(len(s.playing)):
        s.contending[seat] = 1 if s.contending[seat] and rolled[seat] == best else 0
        tied += s.contending[seat]
        starter = seat if s.contending[seat] else starter
    if tied > 1:
        return -1
    s.contending[starter] = 0
    return starter
