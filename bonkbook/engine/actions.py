"""Actions that say nothing more than their name."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class PlainAction:
    """An action without fields, such as `class EndTurn(PlainAction)`, written "end turn".

    >>> class EndTurn(PlainAction): pass
    >>> str(EndTurn()), EndTurn() == EndTurn()
    ('end turn', True)
    """

    def __str__(self) -> str:
        return re.sub("(?<!^)(?=[A-Z])", " ", type(self).__name__).lower()
