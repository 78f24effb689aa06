"""Runs the probes for some time, each with a new seed, and says how to repeat what fails.

    python -m tests.fuzz --seconds 600
    python -m tests.fuzz --games bonk --probes lines saves
    python -m tests.fuzz --repeat lines bonk 1234
"""

from __future__ import annotations

import argparse
import faulthandler
import random
import signal
import sys
import time
import traceback
from collections import Counter
from types import FrameType

from bonkbook.engine.ruleset import games

from .probes import PROBES, cases

LONGEST = 60  # seconds of work that one case may take; a busy machine makes them no more
WIDEST = 400  # characters of a line of a traceback
LAST_WORD = 900  # seconds by the clock, after which it is a loop that does not listen


class TooLong(Exception):
    """A case that does not come to an end."""


def run(probe: str, game: str, seed: int) -> None:
    """One case, which its three words repeat."""
    PROBES[probe](game, random.Random(f"{probe} {game} {seed}"))


def run_within_limit(probe: str, game: str, seed: int) -> None:
    """One case, stopped where it takes too long; compiled code is stopped with the process."""
    def stop(_: int, frame: FrameType | None) -> None:
        raise TooLong(f"over {LONGEST} s")

    signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, LONGEST)
    faulthandler.dump_traceback_later(LAST_WORD, exit=True)
    try:
        run(probe, game, seed)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        faulthandler.cancel_dump_traceback_later()


def place_of(error: BaseException) -> str:
    """The line of the package that led to it, or else of the probe: one find, however often."""
    frames = [frame for one in (error.__context__, error) if one
              for frame in traceback.extract_tb(one.__traceback__)]
    ours = [frame for frame in frames if "bonkbook" in frame.filename.rsplit("tests", 1)[0][-40:]
            and "tests" not in frame.filename]
    last = (ours or frames)[-1]
    return f"{type(error).__name__} {last.filename}:{last.lineno}"


def report(error: BaseException) -> None:
    """The end of a traceback, its lines cut."""
    for line in "".join(traceback.format_exception(error, limit=-8)).splitlines():
        print(line[:WIDEST], flush=True)


def fuzz(seconds: float, games: tuple[str, ...], probes: list[str], seed: int) -> int:
    """Runs cases in turn until the time is over; returns how many finds there were."""
    end, count, finds = time.monotonic() + seconds, Counter[str](), Counter[str]()
    chosen = [case for case in cases(games) if case[0] in probes]
    print(f"first seed {seed}; {len(chosen)} kinds of cases for {seconds:.0f} s", flush=True)
    while time.monotonic() < end:
        for probe, game in chosen:
            if time.monotonic() > end:
                break
            try:
                run_within_limit(probe, game, seed)
            except Exception as error:
                place = place_of(error)
                finds[place] += 1
                if finds[place] == 1:
                    print(f"\nFOUND: python -m tests.fuzz --repeat {probe} {game} {seed}",
                          flush=True)
                    report(error)
            count[f"{probe} {game}"] += 1
        seed += 1
    for case, times in sorted(count.items()):
        print(f"{case:24} {times:7}")
    for place, times in finds.most_common():
        print(f"{times:6} x {place}")
    print(f"{count.total()} cases up to seed {seed}, {len(finds)} finds")
    return len(finds)


def main() -> int:
    """The command."""
    command = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__,
                                      formatter_class=argparse.RawDescriptionHelpFormatter)
    command.add_argument("--seconds", type=float, default=60)
    command.add_argument("--games", nargs="+", choices=games(), default=list(games()))
    command.add_argument("--probes", nargs="+", choices=list(PROBES), default=list(PROBES))
    command.add_argument("--seed", type=int, help="the first seed; without it a random one")
    command.add_argument("--repeat", nargs=3, metavar=("PROBE", "GAME", "SEED"))
    given = command.parse_args()
    if given.repeat:
        probe, game, seed = given.repeat
        run(probe, game, int(seed))
        print("nothing found")
        return 0
    seed = random.SystemRandom().randrange(10**9) if given.seed is None else given.seed
    return 1 if fuzz(given.seconds, tuple(given.games), given.probes, seed) else 0


if __name__ == "__main__":
    sys.exit(main())
