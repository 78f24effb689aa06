"""The tables of the odds panel that only BONK has: outs, discards, to bonk or not to bonk."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..bonk import odds
from ..bonk.board import card_label
from ..engine.position import Position
from ..probability.written import LONGEST_IN_TABLE, fraction_text
from ..scene.palette import percent
from .bonk_view import told
from .guess_first import Chance

MOST_ROWS = 14


def tables(position: Position) -> list[dict[str, Any]]:
    """What each discard leaves, what each card would do, what a claim would bring."""
    claim = _claim(position)
    made = [_discards(odds.discards(position)), _outs(position), claim or _points(position)]
    return [table for table in made if table and table["rows"]]


def _discards(found: Mapping[str, Any]) -> dict[str, Any]:
    rows = [[card_label(card), _chance(p)] for card, p in list(found.items())[:MOST_ROWS]]
    if len(found) > MOST_ROWS:
        rows.append([f"{len(found) - MOST_ROWS} more, none better", "", ""])
    return {"caption": "After each discard: the contract met with the next card",
            "columns": ["", ""], "rows": rows, "ranked": True,
            "question": "contract met with the next card, after discarding {}"}


def _outs(position: Position) -> dict[str, Any]:
    """The cards that help, each with how many of it may come; none where every card does."""
    outs = odds.outs(position)
    useful = [out for out in outs if out.is_useful]
    if len(useful) == len(outs):
        useful = []
    does = "can be laid off" if any(out.lays_off for out in outs) else "completes the contract"
    rows = [[card_label(out.card), str(out.copies), does] for out in useful[:MOST_ROWS]]
    if rest := useful[MOST_ROWS:]:  # their copies in one row, or the class would miscount
        rows.append([f"{len(rest)} more", str(sum(out.copies for out in rest)), does])
    return {"caption": "Cards that help, and how many of each are unseen",
            "columns": ["unseen", "what it does"], "rows": rows}


def _claim(position: Position) -> dict[str, Any] | None:
    """The same chances with the claim and without it."""
    found = odds.bonk_or_not(position)
    if found is None:
        return None
    return {"caption": told(f"To bonk or not to bonk for {found.card}"),
            "columns": ["without", "with the claim"],
            "rows": [["contract met in the next turn", _percent(found.without),
                      _percent(found.claimed)],
                     ["of that, without a further draw", "", _percent(found.at_once)],
                     ["points in hand if somebody goes out before", str(found.points),
                      f"{float(found.points_claimed.mean):.1f}"]]}


def _points(position: Position) -> dict[str, Any] | None:
    """What the hand costs if another goes out; the table of a claim says it already."""
    cost = odds.points(position)
    if not cost:
        return None
    drawn = odds.points_drawn(position).mean
    return {"caption": "Points in hand if somebody else goes out",
            "columns": ["points"],
            "rows": [["as it is", str(cost)],
                     ["with one more card from the stock, on average",
                      f"{float(drawn):.1f}"]]}


def _chance(p: Any) -> Chance:
    return Chance(p, (fraction_text(p, LONGEST_IN_TABLE), *_percent(p).texts))


def _percent(p: Any) -> Chance:
    return Chance(p, (f"{percent(float(p))} %",))
