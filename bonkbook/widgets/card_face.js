// How a card looks and what it is called. Own drawings; a card is a text like 7h, Td or 2s.

const CARD_RANKS = "A23456789TJQK", CARD_SUITS = "cdhs";
const RANK_WORDS = ["ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
                    "jack", "queen", "king"];
const SUIT_WORDS = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" };
const SUIT_SIGNS = { c: "♣", d: "♦", h: "♥", s: "♠" };

// Four colours besides the four shapes, each with a contrast of 5 and more on the paper.
const SUIT_INKS = { c: "#0b6b4c", d: "#0a58b0", h: "#bf2026", s: "#16181d" };
// Each in a box of 20 by 20.
const SUIT_PATHS = {
  h: "M10 18.4C4 12.6.9 9.7.9 6.1.9 3.3 3.1 1.5 5.5 1.5c1.9 0 3.6 1.1 4.5 2.9.9-1.8 2.6-2.9 4.5-2.9"
     + " 2.4 0 4.6 1.8 4.6 4.6 0 3.6-3.1 6.5-9.1 12.3Z",
  d: "M10 .4c2 3.5 4.5 6.9 7.7 9.6-3.2 2.7-5.7 6.1-7.7 9.6-2-3.5-4.5-6.9-7.7-9.6C5.5 7.3 8 3.9 10 .4Z",
  s: "M10 .8c3.5 4.2 8.9 7 8.9 11.2 0 2.6-1.9 4.1-3.9 4.1-1.7 0-3.1-.8-3.9-2.2"
     + " .2 2.4 1 4.2 2.6 5.5H6.3c1.6-1.3 2.4-3.1 2.6-5.5-.8 1.4-2.2 2.2-3.9 2.2"
     + "-2 0-3.9-1.5-3.9-4.1C1.1 7.8 6.5 5 10 .8Z",
  c: "M10 .8a4.3 4.3 0 0 1 3.2 7.2 4.3 4.3 0 1 1-2.3 6.2c.2 2.3 1 4 2.7 5.2H6.4"
     + "c1.7-1.2 2.5-2.9 2.7-5.2A4.3 4.3 0 1 1 6.8 8 4.3 4.3 0 0 1 10 .8Z",
};

// Where the pips of a number lie on a face of 64 by 90.
const LEFT = 22, MIDDLE = 32, RIGHT = 42;
const [TOP, UPPER, HALF, LOWER, BOTTOM] = [19, 36, 45, 54, 71];
const corners = [[LEFT, TOP], [RIGHT, TOP], [LEFT, BOTTOM], [RIGHT, BOTTOM]];
const sixPips = [...corners, [LEFT, HALF], [RIGHT, HALF]];
const eightPips = [...corners, [LEFT, UPPER], [RIGHT, UPPER], [LEFT, LOWER], [RIGHT, LOWER]];
const PIP_PLACES = {
  2: [[MIDDLE, TOP], [MIDDLE, BOTTOM]], 3: [[MIDDLE, TOP], [MIDDLE, HALF], [MIDDLE, BOTTOM]],
  4: corners, 5: [...corners, [MIDDLE, HALF]], 6: sixPips, 7: [...sixPips, [MIDDLE, 32]],
  8: [...sixPips, [MIDDLE, 32], [MIDDLE, 58]], 9: [...eightPips, [MIDDLE, HALF]],
  T: [...eightPips, [MIDDLE, 27.5], [MIDDLE, 62.5]],
};
// A feather, a tiara and a crown, for jack, queen and king.
const HEADGEAR = {
  J: "M23 31q3-9 17-10-2 8-9 8l9 2v3H24z",
  Q: "M22 34l-2-11 6 5 6-9 6 9 6-5-2 11z",
  K: "M22 34l-3-13 7 6 3-9h6l3 9 7-6-3 13z",
};

const isWildCard = card => card[0] === "2";
const rankSign = rank => rank === "T" ? "10" : rank;

/** A card in a few signs: "10♦"; of a rank alone just that. */
function cardSign(card) {
  return rankSign(card[0]) + (SUIT_SIGNS[card[1]] ?? "");
}

/** A card in words: "seven of hearts", "two of spades, wild". */
function cardName(card) {
  const rank = RANK_WORDS[CARD_RANKS.indexOf(card[0])] ?? card;
  if (!SUIT_WORDS[card[1]]) return rank;
  return `${rank} of ${SUIT_WORDS[card[1]]}${isWildCard(card) ? ", wild" : ""}`;
}

/** A suit's sign around a point, so many units wide; upside down in the lower half. */
function pip(suit, x, y, size, turned = y > HALF) {
  const turn = turned ? " rotate(180)" : "";
  return `<path d="${SUIT_PATHS[suit]}"
    transform="translate(${x} ${y})${turn} scale(${size / 20}) translate(-10 -10)"/>`;
}

/** What stands in the middle of a card, as SVG. */
function cardMiddle(rank, suit, ink) {
  if (rank === "A") return pip(suit, MIDDLE, HALF, 31);
  if (!HEADGEAR[rank]) return PIP_PLACES[rank].map(([x, y]) => pip(suit, x, y, 11)).join("");
  const half = `<path d="${HEADGEAR[rank]}"/>`;
  return `<rect x="16.5" y="11" width="31" height="68" rx="3" fill="${ink}" fill-opacity=".09"
      stroke="${ink}" stroke-width="1.1"/>
    ${half}<g transform="rotate(180 32 45)">${half}</g>
    <path d="M16.5 53.5 47.5 36.5" stroke="${ink}" stroke-width="1.1"/>
    ${pip(suit, 23.5, 42, 9, false)}${pip(suit, 40.5, 48, 9, true)}`;
}

/** The mark of a wild: a golden band with the word on it. */
const WILD_BAND = `<rect x="14.5" y="35.5" width="45" height="19" rx="4" fill="#e6a817" stroke="#5d43"/>
  <text x="19" y="50" font-size="14" font-weight="800" fill="#2a1e00" textLength="36" lengthAdjust="spacingAndGlyphs"
        font-family="system-ui, sans-serif">WILD</text>
  <path d="M8 36.6l1.7 3.5 3.8.5-2.8 2.6.7 3.8L8 45.2l-3.4 1.8.7-3.8-2.8-2.6 3.8-.5z"
        fill="#e6a817" stroke="#5d43" stroke-width=".7"/>`;

/** The face of a card as an SVG element that says nothing: its name is said around it. */
function cardFace(card) {
  const [rank, suit] = card, ink = SUIT_INKS[suit], sign = rankSign(rank);
  const corner = `<text x="9" y="18" text-anchor="middle" font-size="17" font-weight="750"
      ${sign.length > 1 ? 'textLength="14" lengthAdjust="spacingAndGlyphs"' : ""}>${sign}</text>
    ${pip(suit, 9, 26.5, 10.5, false)}`;
  const wild = isWildCard(card);
  const face = drawing(`<svg xmlns="${SVG}" viewBox="0 0 64 90" aria-hidden="true" fill="${ink}"
      font-family="Georgia, 'Times New Roman', 'DejaVu Serif', serif">
    <rect x=".6" y=".6" width="62.8" height="88.8" rx="5.5" fill="${wild ? "#fff3c9" : "#fffdf7"}"
          stroke="${wild ? "#7a59" : "#5b5f66"}" stroke-width="1.2"/>
    ${corner}<g transform="rotate(180 32 45)">${corner}</g>
    ${cardMiddle(rank, suit, ink)}${wild ? WILD_BAND : ""}</svg>`);
  face.setAttribute("class", "bb-face-up");
  return face;
}

/** The back of a card, for piles and the hands of others. */
function cardBack() {
  return h("span", { class: "bb-back", "aria-hidden": "true" });
}
