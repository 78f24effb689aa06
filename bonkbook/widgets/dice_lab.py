"""The dice lab: choose an event of two dice, guess, then see it, and roll until one believes it."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from importlib.resources import files
from typing import Any

import anywidget
import traitlets

from bonkbook.engine.errors import check_flag, quoted
from bonkbook.engine.game import checked_seed
from bonkbook.engine.ruleset import games, ruleset
from bonkbook.figures.grid import Grid, dice_grid_svg, grid_of
from bonkbook.probability.dice import Event, event_groups
from bonkbook.widgets import messages
from bonkbook.widgets.dice_bench import Bench
from bonkbook.widgets.dice_view import lab_view, list_view


def dice_lab(
    event: str | Event = "5 by a die or by the sum",
    given: str | Event | None = None,
    *,
    events: Iterable[Event | Sequence[Any]] | None = None,
    seed: int | None = None,
    revealed: bool = False,
) -> DiceLab:
    """The dice lab as a widget: an event of two dice to be guessed, seen, and tried out.

    event, given: the event and the condition to begin with: the name of one in the list, an
    expression such as "a = 5 or b = 5", or an Event.
    events: further events for the list, as Events or triples (name, words, rolls); by default those
    of the games.
    seed: a number makes the simulated rolls the same each time.
    revealed: whether the answer is shown at once, without a guess.
    """
    check_flag(revealed, "revealed")
    seed = None if seed is None else checked_seed(seed)
    extra = _events_of_the_games() if events is None else events
    return DiceLab(Bench(event_groups(extra), event, given, seed, revealed))


def _events_of_the_games() -> Iterable[Any]:
    own = [ruleset(name).odds.dice_events for name in games()]
    return [event for events in own if events for event in events()]


def _text(name: str) -> str:
    # a text, not a path: anywidget watches a path for changes and keeps a closed widget alive by it
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


# What was meant for another question than the one that is asked now does nothing.
_OF_A_QUESTION = frozenset(("guess", "mark", "reveal", "again", "roll", "clear"))


class DiceLab(anywidget.AnyWidget):
    """The dice lab in the browser: it shows `view`, and asks for changes by messages.

    What can be done in the browser can be done here as well: `choose`, `write`, `guess`, `mark`,
    `reveal`, `again`, `roll`, `clear`.
    """

    _esm = _text("dice_lab.js")
    _css = _text("dice_lab.css")

    listed: Any = traitlets.List().tag(sync=True)
    """The events that can be chosen, under their headings."""
    view: Any = traitlets.Dict().tag(sync=True)
    """All that is shown, made by `lab_view`."""

    def __init__(self, bench: Bench) -> None:
        self._lock = threading.RLock()
        self.bench = bench
        super().__init__(listed=list_view(bench), view=lab_view(bench))
        self.on_msg(self._asked)

    def choose(self, part: str, name: str | None) -> None:
        """Take an event from the list, by its name, as the "event" or as the "given" one.

        A `given` of None is no condition. A name that is not in the list is a ValueError.
        """
        self._do(lambda: self.bench.choose(part, name))

    def write(self, part: str, text: str) -> None:
        """Take an expression as the "event" or as the "given" one.

        One that cannot be read leaves everything as it was, and the lab says what is wrong.
        """
        self._do(lambda: self.bench.write(part, text))

    def guess(self, count: int) -> None:
        """Guess how many of the possible rolls make the event."""
        self._do(lambda: self.bench.guess(count))

    def mark(self, roll: Sequence[int], on: bool = True) -> None:
        """Mark a roll as one that is expected to make the event, or take the mark off."""
        self._do(lambda: self.bench.mark(roll, on))

    def reveal(self) -> None:
        """Show the event, its probability, and how good the guess was."""
        self._do(self.bench.reveal)

    def again(self) -> None:
        """Hide the answer and forget the guess."""
        self._do(self.bench.again)

    def roll(self, times: int, quiet: bool = False) -> None:
        """Roll the dice so many times more (up to 10 million in all).

        quiet: whether the line that screen readers read out is left as it was.
        """
        self._do(lambda: self.bench.roll(times, quiet))

    def clear(self) -> None:
        """Forget the simulated rolls."""
        self._do(self.bench.clear)

    @property
    def grid(self) -> Grid:
        """The answer as a grid."""
        return grid_of(self.bench.event, self.bench.given)

    def _do(self, change: Any) -> None:
        with self._lock:
            self.bench.refused = False
            change()
            self.view = lab_view(self.bench)

    def _asked(self, _: Any, content: Any, buffers: Any) -> None:
        """Do what the browser asks; a request that makes no sense is said, and changes nothing."""
        request = content if isinstance(content, dict) else {}
        with self._lock:
            try:
                self._answer(request)
            except ValueError as problem:
                refusal = f"That was not possible: {problem}"
                self._do(lambda: self.bench.refuse(refusal))

    def _answer(self, request: dict[str, Any]) -> None:
        do = messages.text(request, "do")
        if do in _OF_A_QUESTION and messages.whole(request, "question") != self.bench.question:
            return
        match do:
            case "choose":
                name = request.get("name")
                self.choose(messages.text(request, "part"),
                            None if name is None else messages.text(request, "name"))
            case "write":
                self.write(messages.text(request, "part"), messages.text(request, "text"))
            case "guess":
                self.guess(messages.whole(request, "count"))
            case "mark":
                self.mark(messages.numbers(request, "roll"), messages.flag(request, "on"))
            case "reveal":
                self.reveal()
            case "again":
                self.again()
            case "roll":
                self.roll(messages.whole(request, "times"), messages.flag(request, "quiet", False))
            case "pause":
                self._do(self.bench.say_run)
            case "clear":
                self.clear()
            case other:
                raise ValueError(f"the dice lab does not know {quoted(other)}")

    def __repr__(self) -> str:
        return f"Dice lab\n{self.grid.words}"

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """The widget, and for where no kernel runs the answer as a picture and as text."""
        live = super()._repr_mimebundle_(**kwargs)
        data, metadata = live if live is not None else ({}, {})  # a closed widget has no view
        still = {"image/svg+xml": dice_grid_svg(self.grid), "text/plain": repr(self)}
        return {**data, **still}, metadata
