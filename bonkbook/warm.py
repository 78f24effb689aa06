"""Fills the compile cache: `python -m bonkbook.warm`, once after installing.

Afterwards simulations and exact odds start at once. It does nothing without numba.
"""

from __future__ import annotations

import time

from .engine.compiling import has_numba
from .engine.game import new
from .engine.ruleset import games, ruleset
from .engine.twin import cache_folder, compiled, is_kept, mark_warm
from .exact_odds import panel
from .simulation import simulate


def warm(game: str) -> float:
    """Compiles what `game` uses; returns the seconds it took."""
    began = time.perf_counter()
    policies = compiled(game).policies
    named = next(name for name, weights in policies.POLICIES.items() if weights)
    simulate(game, 1, policies=named)
    mark_warm(game)    # so that the odds use the compiled kernel
    if own := ruleset(game).odds.warm:
        own()
    else:
        panel(new(game, first=ruleset(game).seated(2)[0], seed=0))
    return time.perf_counter() - began


def main() -> None:
    """Compiles every game and prints what it does."""
    if not has_numba():
        print("without numba simulations run uncompiled, about a hundred times slower: "
              "pip install -U 'bonkbook[fast]'")
        return
    for game in games():
        print(f"{game}: compiled in {warm(game):.1f} s", flush=True)
        if not is_kept(game):
            print(f"{game}: not kept, since {cache_folder(game) or 'the home folder'} cannot be "
                  "written")


if __name__ == "__main__":
    main()
