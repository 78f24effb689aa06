"""Position: the common base of Game and View."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any, Self, cast

import numpy as np

from ..drawing import figure_of
from .errors import Refusal, choose_from, quoted
from .ruleset import Ruleset
from .twin import Struct

if TYPE_CHECKING:
    from ..scene.scene import Drawing, Scene

CHANCE = "chance"


class Position:
    """A position of a game. It never changes, and its attributes are copies.

    Besides the names below it has those of its game, such as `pawns` and `dice`: what is made with
    a ruleset is of a class that has them too, the ruleset's `position_type`.
    """

    _plain: type[Position]    # the class without the names of a game

    def __new__(cls, ruleset: Ruleset, *_: Any) -> Self:
        """An object of the class with the names of the ruleset's game."""
        fields: Any = ruleset.position_type or Position
        return cast(Self, object.__new__(_class_of(cast(Any, cls), fields)))

    def __init__(self, ruleset: Ruleset, state: Struct) -> None:
        self._ruleset = ruleset
        self._state = state

    def __eq__(self, other: object) -> bool:
        return (type(other) is type(self) and self._ruleset is other._ruleset
                and self._key() == other._key())

    def __hash__(self) -> int:
        return hash((self.game, self._key()))

    def _key(self) -> Any:
        return self._state.tobytes()

    def __reduce__(self) -> tuple[Any, ...]:
        return _remade, (self._plain, self._ruleset, vars(self))

    def __deepcopy__(self, memo: Any) -> Self:
        return self    # it never changes

    # --- what it is ----------------------------------------------------------------

    @property
    def game(self) -> str:
        """The name of the game, such as "parcheesi"."""
        return self._ruleset.name

    @property
    def ruleset(self) -> Ruleset:
        """The game's rules as the engine uses them."""
        return self._ruleset

    @property
    def state(self) -> Struct:
        """A copy of the state that the kernel works on."""
        return self._state.copy()

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of the seats that play, in turn order."""
        return self._ruleset.playing(self._state)

    @property
    def options(self) -> dict[str, str | int]:
        """The house rules in force."""
        return self._ruleset.get_options(self._state)

    @property
    def actor(self) -> str | None:
        """The next to act: "chance", a seat, or None if the game is over or a play is under way."""
        rules = self._ruleset.rules
        seat = rules.actor(self._state)
        if seat == rules.NOBODY:
            return None
        return CHANCE if seat == rules.CHANCE else self._ruleset.seat_names[seat]

    @property
    def mover(self) -> str | None:
        """The seat whose turn it is, even while chance or another seat acts."""
        return self._ruleset.mover(self._state)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self._ruleset.rules.actor(self._state) == self._ruleset.rules.NOBODY)

    @property
    def winners(self) -> tuple[str, ...]:
        """The winners; empty until the game is over."""
        return self._ruleset.winners(self._state)

    @property
    def position(self) -> str:
        """The position as one line of text, which `position(game, line)` reads back."""
        return self._ruleset.write(self._state)

    # --- what may be done ------------------------------------------------------------

    def legal_codes(self) -> list[int]:
        """The legal actions as numbers of the kernel; empty if no seat acts."""
        rules = self._ruleset.rules
        if rules.actor(self._state) < 0:
            return []
        actions = np.zeros(rules.MAX_ACTIONS, np.int64)
        count = rules.legal_actions(self._state, actions)
        return [int(code) for code in actions[:count]]

    def legal(self) -> list[Any]:
        """The legal actions of the seat to act; empty if chance acts or the game is over."""
        return [self._ruleset.decode(self._state, code) for code in self.legal_codes()]

    def why_not(self, action: Any) -> Refusal | None:
        """None if `action` is legal, else the rule that forbids it and a sentence.

        Answers for any action, also as a string ("move c 3"); ValueError or TypeError if it is not
        an action.
        """
        action = self._ruleset.as_play(action)
        if not isinstance(action, self._ruleset.action_types):
            names = ", ".join(kind.__name__ for kind in self._ruleset.action_types)
            raise TypeError(f"an action of {self.game} is one of {names}; "
                            f"{quoted(action)} is a {type(action).__name__}")
        code = self._ruleset.encode(self._state, action)
        if isinstance(code, Refusal):
            return code
        rule = self._ruleset.rules.why_not(self._state, code)
        if rule == self._ruleset.rules.Rule.NONE:
            return None
        return Refusal(self._ruleset.rules.Rule(rule).name,
                       self._ruleset.refusal(self._state, action, rule))

    def words(self, action: Any) -> str:
        """A short label for a legal `action` that says what it would do."""
        return self._ruleset.words(self._state, action)

    def chances(self) -> list[tuple[Any, Fraction]]:
        """The outcomes of chance, each with its probability; empty if a seat acts."""
        return self._ruleset.chances(self._state) if self.actor == CHANCE else []

    # --- how it looks ----------------------------------------------------------------

    def scene(self, *, seat: str | None = None, **layers: Any) -> Scene:
        """The board as a scene to draw; layers as in the game's board.py.

        With `seat` it is seen from that seat's side of the board; ValueError if the seat is not
        playing, or if the seats of the game have no sides.
        """
        if seat is not None:
            if not self._ruleset.sides:
                raise ValueError(f"{self._ruleset.title}: seats have no sides of the board, so "
                                 "leave out seat; g.view(seat) is what a seat may see")
            layers["seat"] = choose_from(seat, self.seats, "seat")
        return self._ruleset.scene(self, **layers)

    def figure(self, width: int = 640, *, seat: str | None = None, **layers: Any) -> Any:
        """The board in plotly, `width` pixels wide; `seat` and layers as for `scene`.

        >>> import bonkbook as bb
        >>> print(bb.new("parcheesi", seats=4).figure(seat="blue").words.splitlines()[-1])
        Seen from blue's side.
        """
        return figure_of(self.scene(seat=seat, **layers), width=width)

    def svg(self, width: int = 640, *, seat: str | None = None, **layers: Any) -> Drawing:
        """The board as an SVG string that notebooks show as a picture; arguments as for `figure`.

        >>> import bonkbook as bb
        >>> bb.new("parcheesi", seats=4).svg(width=440)[:4]
        '<svg'
        """
        return self.scene(seat=seat, **layers).svg(width)

    def _repr_mimebundle_(self, include: Sequence[str] = (), exclude: Sequence[str] = (),
                          **_: Any) -> dict[str, str]:
        return {**self.svg()._repr_mimebundle_(), "text/plain": repr(self)}

    def __repr__(self) -> str:
        head = f"{self._ruleset.title}: "
        if self.is_over:
            head += f"over, {' and '.join(self.winners) or 'nobody'} won"
        elif self.actor == CHANCE:
            head += self._ruleset.awaited(self._state)
        else:
            head += f"{self.actor} to act"
        return f"{head}\n{self.position}"


class View(Position):
    """What one seat may see of a game, which is all that bots and widgets get."""

    def __init__(self, ruleset: Ruleset, state: Struct, seat: str) -> None:
        index = ruleset.seat_names.index(seat)
        super().__init__(ruleset, ruleset.hide(state.copy(), index))
        self.seat = seat

    def _key(self) -> Any:
        return self.seat, super()._key()


@cache
def _class_of(plain: type[Position], fields: type[Position]) -> type[Position]:
    """`plain`, such as Game or View, with the names that positions of a game have."""
    bases = (fields,) if issubclass(fields, plain) else (fields, plain)
    return type(plain.__name__, bases, {"__doc__": plain.__doc__, "__module__": plain.__module__,
                                        "_plain": plain})


def _remade(plain: type[Position], ruleset: Ruleset, held: dict[str, Any]) -> Position:
    """A position that was pickled or copied."""
    made = plain.__new__(plain, ruleset)
    vars(made).update(held)
    return made
