// My hand: its order, the cards selected and those put together as melds, by mouse, touch and keys.
// A card in it is named by its text and its copy: "7h/0" and "7h/1" are the two equal sevens.

const HOLD = 220;   // milliseconds a finger rests before it picks a card up instead of scrolling
const SLIP = 6;     // pixels a mouse moves before a press becomes a drag
const SORTS = [["rank", "Rank"], ["suit", "Suit"], ["hand", "Hand"]];

let handParts = 0;

const ordinal = n => n + (["th", "st", "nd", "rd"][n % 100 > 10 && n % 100 < 14 ? 0 : n % 10] ?? "th");
const counted = n => `${n || "no"} ${n > 1 ? "cards" : "card"}`;
const cardOf = key => key.split("/")[0];
const without = (list, gone) => list.filter(one => !gone.includes(one));

/** The children of `parent` for the items, each kept as long as its key is there. */
function keep(parent, items, keyOf, make, update = () => {}) {
  const wanted = new Set(items.map(keyOf));
  const old = new Map();
  for (const child of [...parent.children]) {
    const key = child.getAttribute("data-key");
    if (wanted.has(key)) old.set(key, child);
    else child.remove();
  }
  items.forEach((item, i) => {
    const key = keyOf(item);
    const child = old.get(key) ?? make(item);
    child.setAttribute("data-key", key);
    if (parent.children[i] !== child) parent.insertBefore(child, parent.children[i] ?? null);
    update(child, item, i);
  });
}

/** Sets the text of an element, if it is another one: else screen readers would say it again. */
function put(element, text) {
  if (element.textContent !== (text ?? "")) element.textContent = text ?? "";
}

/** Sets attributes; null and false take one away. */
function mark(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) element.removeAttribute(name);
    else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
  }
}

/** The keys of cards: equal ones are counted. */
function keysOf(cards) {
  const seen = {};
  return cards.map(card => `${card}/${seen[card] = (seen[card] ?? -1) + 1}`);
}

/** The keys in the order of a sort, wilds last. */
function sorted(keys, sort) {
  const place = key => {
    const rank = CARD_RANKS.indexOf(key[0]), suit = CARD_SUITS.indexOf(key[1]);
    return (isWildCard(key) ? 1000 : 0) + (sort === "suit" ? suit * 100 + rank : rank * 10 + suit);
  };
  return [...keys].sort((a, b) => place(a) - place(b) || (a < b ? -1 : 1));
}

const DEALT = 4;    // so many new cards at once are another deal

/** What the browser remembers of the hand of each seat. */
function handMemory() {
  const seats = new Map();
  const blank = () => ({ sort: "rank", order: [], picked: [], slots: [], parked: [], from: [], at: null });
  return {
    of(seat) {
      if (!seats.has(seat)) seats.set(seat, blank());
      return seats.get(seat);
    },
    /** Forgets what is not in the hand any more, and takes in what has come. */
    settle(memory, keys, slots, pick) {
      const come = without(keys, memory.order);
      if (come.length >= DEALT) Object.assign(memory, blank(), { sort: memory.sort });
      memory.order = [...memory.order.filter(key => keys.includes(key)), ...without(keys, memory.order)];
      const held = list => list.filter(key => keys.includes(key));
      // What was put together is kept while there is no place to show it.
      if (slots === 0 && memory.slots.length) memory.parked = memory.slots;
      const old = memory.slots.length || slots === 0 ? memory.slots : memory.parked;
      memory.slots = Array.from({ length: slots }, (_, i) => held(old[i] ?? []));
      const staged = memory.slots.flat();
      memory.picked = pick === "none" ? [] : without(held(memory.picked), staged);
      if (pick === "one") memory.picked = memory.picked.slice(-1);
      memory.from = memory.slots.map((_, i) => memory.from[i] ?? null);
    },
    /** The keys that lie in the row of the hand, in its order. */
    row(memory) {
      const all = memory.sort === "hand" ? memory.order : sorted(memory.order, memory.sort);
      return without(all, memory.slots.flat());
    },
  };
}

/** The row of cards; `told` hears of every change, `dropped` of a card over a target and let go on it. */
function handPart({ told, dropped, announce }) {
  const memories = handMemory(), keysId = `bb-keys-${++handParts}`;
  let hand = null, memory = memories.of(""), fresh = new Set();
  const count = h("span", { class: "bb-count" });
  const title = h("h3", { class: "bb-hand-title" });
  const sorts = h("div", { class: "bb-sorts", role: "group", "aria-label": "The order of the hand" },
    SORTS.map(([sort, words]) => button(`sort-${sort}`, words, () => {
      if (sort === "hand") memory.order = [...memories.row(memory), ...memory.slots.flat()];
      memory.sort = sort;
      told();
    }, { "aria-label": sort === "hand" ? "Hand: manual order" : `${words}: sort by ${sort}` })));
  const mover = (way, sign, by) => button(
    `move-${way}`, h("span", { "aria-hidden": "true" }, sign), () => move(memory.at, by),
    { "aria-label": `Move the card to the ${way}`, title: `Move the card to the ${way} (Alt and an arrow key)` });
  const left = mover("left", "◀", -1), right = mover("right", "▶", 1);
  const clear = button("clear", "Clear", () => { memory.picked = []; told(); }, { title: "Clear selection (Escape)" });
  const list = h("div", { class: "bb-hand", role: "listbox", "aria-multiselectable": "true",
                          "aria-orientation": "horizontal", "aria-describedby": keysId });
  const help = h("p", { class: "bb-hidden", id: keysId },
    "Arrow keys move between cards, Space selects, Alt with an arrow key moves a card, Escape clears.");
  const empty = h("p", { class: "bb-empty" });
  const bar = h("div", { class: "bb-hand-bar" }, h("div", { class: "bb-hand-name" }, title, count), sorts,
                h("div", { class: "bb-shift", role: "group", "aria-label": "Move the card" }, left, right), clear);
  const el = h("section", { class: "bb-my-hand" }, bar, help, list, empty);

  /** Selects a card, or takes it out of the selection. */
  const toggle = key => {
    memory.at = key;
    if (hand.pick === "none") return told();
    if (memory.picked.includes(key)) memory.picked = without(memory.picked, [key]);
    else memory.picked = hand.pick === "one" ? [key] : [...memory.picked, key];
    told();
  };

  /** Moves a card in the row; from then on the order is by hand. */
  const move = (key, by) => {
    const row = memories.row(memory), from = row.indexOf(key);
    const to = Math.min(Math.max(from + by, 0), row.length - 1);
    if (from < 0 || from === to) return;
    place(key, row[to], by > 0);
    announce(`${cardName(cardOf(key))}, ${ordinal(to + 1)} of ${row.length}`);
  };

  /** Puts a card before or after another one of the row; after the last one if there is none. */
  const place = (key, beside, after) => {
    const row = without(memories.row(memory), [key]);
    const to = row.includes(beside) ? row.indexOf(beside) + (after ? 1 : 0) : row.length;
    row.splice(to, 0, key);
    memory.slots = memory.slots.map(slot => without(slot, [key]));
    memory.order = [...row, ...memory.slots.flat()];
    memory.sort = "hand";
    memory.at = key;
    told();
  };

  const focus = key => {
    memory.at = key;
    roving();
    [...list.children].find(one => one.getAttribute("data-key") === `card-${key}`)?.focus();
  };

  const roving = () => {
    for (const option of list.children) {
      const isAt = option.getAttribute("data-key") === `card-${memory.at}`;
      mark(option, { tabindex: isAt ? "0" : "-1", "data-main": isAt });
    }
    left.disabled = right.disabled = list.children.length < 2;
  };

  const columns = () => getComputedStyle(list).gridTemplateColumns.split(" ").length;
  list.addEventListener("keydown", event => {
    const row = memories.row(memory), at = row.indexOf(memory.at);
    if (at < 0) return;
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns(), ArrowDown: columns(),
                   Home: -at, End: row.length - 1 - at }[event.key];
    if (event.key === " " || event.key === "Enter") toggle(memory.at);
    else if (event.key === "Escape" && memory.picked.length) { memory.picked = []; told(); }
    else if (step !== undefined && event.altKey) move(memory.at, step);
    else if (step !== undefined && row[at + step]) focus(row[at + step]);
    else if (step === undefined) return;
    event.preventDefault();
  });
  list.addEventListener("focusin", event => {
    const key = event.target.getAttribute("data-key")?.slice(5);
    if (key && key !== memory.at) { memory.at = key; roving(); }
  });

  const drag = cardDrag(list, {
    begin: key => { memory.at = key; },
    over: dropped.over,
    end: (key, target, beside) => {
      if (beside) place(key, beside.key, beside.after);
      else if (target) dropped.on(key, target);
    },
    tap: toggle,
  });

  /** As many columns as there is room for, no card's part that can be hit less than 44 px wide. */
  const fit = () => {
    const cards = list.children.length, wide = list.clientWidth;
    if (!cards || !wide) return;
    const card = list.firstChild.offsetWidth;
    const most = Math.max(1, Math.floor((wide - card) / 44) + 1);
    const rows = Math.ceil(cards / most), across = Math.ceil(cards / rows);
    const step = across > 1 ? Math.min(card + 6, (wide - card) / (across - 1)) : card;
    list.style.gridTemplateColumns = `repeat(${across}, ${Math.floor(step * 100) / 100}px)`;
    list.classList.toggle("bb-rows", rows > 1);
  };
  const watch = new ResizeObserver(fit);
  watch.observe(list);

  const drawOption = (option, key) => {
    const nth = memory.picked.indexOf(key) + 1, card = cardOf(key);
    const isNew = fresh.has(key);
    const name = cardName(card) + (nth ? `, selected ${ordinal(nth)}` : "") + (isNew ? ", new" : "");
    mark(option, { "aria-selected": String(nth > 0), "aria-label": name, title: cardName(card) });
    option.classList.toggle("bb-new", isNew);
    put(option.lastChild, nth ? String(nth) : "");
  };

  return {
    el, memory: () => memory, focus,
    stop() { watch.disconnect(); drag.stop(); },
    /** Shows the hand; `slots` is how many melds can be put together. */
    show(view, slots) {
      hand = view;
      el.hidden = !view;
      if (!view) {   // not even its name stays in the page
        list.replaceChildren();
        for (const one of [title, count, empty]) put(one, "");
        mark(list, { "aria-label": null });
        return;
      }
      memory = memories.of(view.seat);
      const keys = keysOf(view.cards);
      memories.settle(memory, keys, slots(memory), view.pick);
      fresh = new Set();   // of equal cards the last copy
      for (const card of view.new ?? [])
        fresh.add(keys.findLast(key => cardOf(key) === card && !fresh.has(key)));
      const row = memories.row(memory);
      const was = [...list.children].findIndex(option => option.tabIndex === 0);
      if (!row.includes(memory.at)) memory.at = row[Math.min(Math.max(was, 0), row.length - 1)] ?? null;
      el.classList.toggle("bb-can-pick", view.pick !== "none");
      put(title, view.title);
      put(count, row.length ? counted(view.cards.length) : "");   // else it says so below
      mark(list, { "aria-label": view.title });
      put(empty, row.length ? "" : view.empty ?? "");
      keep(list, row, key => `card-${key}`,
           key => h("div", { class: "bb-card", role: "option" }, cardFace(cardOf(key)),
                    h("span", { class: "bb-nth", "aria-hidden": "true" })), drawOption);
      SORTS.forEach(([sort], i) => mark(sorts.children[i], { "aria-pressed": String(memory.sort === sort) }));
      clear.disabled = memory.picked.length === 0;
      roving();
      fit();
    },
  };
}

/** Dragging the children of a list: at once by mouse, after a short rest by touch. */
function cardDrag(list, { begin, over, end, tap }) {
  let held = null, moved = false, timer = 0;
  const keyOf = option => option.getAttribute("data-key").slice(5);

  /** What lies under the pointer: a target, or a card of the list and on which side of it. */
  const under = event => {
    const hit = document.elementFromPoint(event.clientX, event.clientY);
    const target = hit?.closest("[data-drop]");
    if (target) return { target: target.getAttribute("data-drop") };
    const option = hit?.closest(".bb-hand > .bb-card");
    if (option && option.parentNode === list) {
      const box = option.getBoundingClientRect();
      return { beside: { key: keyOf(option), after: event.clientX > box.left + box.width / 3 } };
    }
    return hit && list.contains(hit) ? { beside: { key: null, after: true } } : {};
  };
  const drop = () => {
    clearTimeout(timer);
    if (!held) return;
    held.option.classList.remove("bb-dragged");
    held.option.style.translate = "";
    held = null;
    over(null, null);
  };
  const down = event => {
    const option = event.target.closest(".bb-card");
    if (!option || event.button !== 0 || held) return;
    moved = false;
    const mouse = event.pointerType === "mouse";
    held = { option, x: event.clientX, y: event.clientY, id: event.pointerId, ready: mouse };
    if (!mouse) timer = setTimeout(() => { if (held) lift(); }, HOLD);
  };
  const lift = () => {
    held.ready = true;
    held.option.classList.add("bb-dragged");
    begin(keyOf(held.option));
  };
  const shift = event => {
    if (!held || event.pointerId !== held.id) return;
    const dx = event.clientX - held.x, dy = event.clientY - held.y;
    if (!moved && Math.hypot(dx, dy) <= SLIP) return;
    if (!held.ready) return drop();   // a finger that scrolls
    if (!moved) lift();
    moved = true;
    held.option.style.translate = `${dx}px ${dy}px`;
    const { target, beside } = under(event);
    over(keyOf(held.option), target ?? null, beside);
  };
  const up = event => {
    if (!held || event.pointerId !== held.id) return;
    const key = keyOf(held.option), { target, beside } = moved ? under(event) : {};
    drop();
    if (moved) end(key, target, beside);
  };
  const click = event => {
    const option = event.target.closest(".bb-card");
    if (option && !moved) tap(keyOf(option));
    moved = false;
  };
  const still = event => { if (held?.ready) event.preventDefault(); };   // no scrolling, no menu
  const cancel = () => { drop(); moved = false; };
  list.addEventListener("pointerdown", down);
  list.addEventListener("click", click);
  list.addEventListener("touchmove", still, { passive: false });
  list.addEventListener("contextmenu", still);
  window.addEventListener("pointermove", shift);
  window.addEventListener("pointerup", up);
  window.addEventListener("pointercancel", cancel);
  return {
    stop() {
      clearTimeout(timer);
      window.removeEventListener("pointermove", shift);
      window.removeEventListener("pointerup", up);
      window.removeEventListener("pointercancel", cancel);
    },
  };
}
