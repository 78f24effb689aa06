"""The board of BONK: what is written on it does not run into what lies on it."""

from __future__ import annotations

import pytest

import bonkbook as bb


@pytest.mark.parametrize("number", range(1, 8))
def test_what_a_round_asks_for_ends_before_the_piles(number: int) -> None:
    g = bb.bonk.position(round=number, hands=("3h 4d", "Kh 5s"), discards="8d Kh 3c 4c")
    scene = g.scene()
    lines = [space for space in scene.spaces if space.id.startswith("contract")]
    assert " ".join(line.label for line in lines).endswith(str(g.contract))
    stock = next(card for card in scene.cards if card.id == "stock")
    first_hand = min(card.y - card.height / 2 for card in scene.cards if "hand" in card.id)
    for line in lines:
        half = line.label_size * 0.6 * len(line.label) / 2     # letters are narrower than that
        assert line.x - half > -0.5
        assert line.x + half < stock.x - stock.width / 2 + 1
        assert line.y < first_hand
