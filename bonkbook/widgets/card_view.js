// The card table: the seats and their melds, the piles, the claim, my hand and the melds I put together.
// It knows no rule: what can be done, and every sentence about it, comes with the view.

const all = values => values ?? [];

/** A small card that is only looked at; a wild says what it stands for. */
function laidCard({ card, as }) {
  const name = as ? `${cardName(card).replace(", wild", "")} as ${cardName(as)}` : cardName(card);
  return h("li", { class: as ? "bb-laid bb-stands" : "bb-laid", title: name }, cardFace(card),
           as && h("span", { class: "bb-as", "aria-hidden": "true" }, `=${cardSign(as)}`),
           h("span", { class: "bb-hidden" }, name));
}

const laidKeys = cards => keysOf(cards.map(one => `${one.card}${one.as ?? ""}`));

/** Shows one card in a place, or none. */
function showFace(place, card) {
  if (place.getAttribute("data-card") === (card ?? "")) return;
  place.setAttribute("data-card", card ?? "");
  place.replaceChildren(...(card ? [cardFace(card)] : []));
}

/** Fills a list with small cards. */
function keepLaid(element, cards) {
  const keys = laidKeys(cards);
  keep(element, keys.map((key, i) => ({ key: `laid-${key}`, ...cards[i] })), one => one.key, laidCard);
}

/** A seat: who it is, how many cards it holds, or which if they lie open. */
const seatPart = {
  make: seat => h("div", { class: "bb-place", role: "group" }, badge(seat, 32),
    h("strong", {}),
    h("div", { class: "bb-held" }, h("b", {}), h("span", { class: "bb-backs", "aria-hidden": "true" })),
    h("div", { class: "bb-tags" }, h("span", { class: "bb-player" }), h("span", { class: "bb-about" }),
      h("span", { class: "bb-shown" })),
    h("ul", { class: "bb-cards-laid bb-open" })),
  update(element, seat) {
    const name = seat.name ?? seat.seat, cards = counted(seat.cards ?? 0);
    const [, who, held, tags, open] = element.children, [player, note, revealed] = tags.children;
    put(who, name);
    put(player, seat.player);
    put(held.firstChild, cards);
    const backs = held.lastChild, shown = seat.hand ? 0 : Math.min(seat.cards, 8);
    while (backs.childElementCount > shown) backs.lastChild.remove();
    while (backs.childElementCount < shown) backs.append(cardBack());
    put(note, seat.note);
    put(revealed, seat.revealed ? "✓ revealed" : "");
    keepLaid(open, sorted(all(seat.hand), "rank").map(card => ({ card })));
    element.classList.toggle("bb-acting", Boolean(seat.acting));
    mark(element, { "aria-label": `${name}, ${cards}`, "aria-current": seat.acting ? "true" : null });
  },
};

/** A meld with the ends at which cards can be laid off. */
function meldPart(press) {
  const make = meld => h("div", { class: "bb-meld", role: "group" },
    h("div", { class: "bb-meld-title" }, badge(meld.look, 20), h("span", {})),
    h("div", { class: "bb-meld-row" }, h("span", { class: "bb-ends" }), h("ul", { class: "bb-cards-laid" }),
      h("span", { class: "bb-ends" })));
  const makeEnd = ({ target, place }) => h("button", {
    type: "button", class: "bb-end", "data-drop": target, onclick: () => press(place),
  }, h("span", {}), h("span", { "aria-hidden": "true" }, "+"));
  const update = (element, meld, lit) => {
    const title = `${meld.look.name ?? meld.seat}: ${meld.title ?? "meld"}`;
    put(element.firstChild.lastChild, title);
    mark(element, { "aria-label": title });
    const [low, cards, high] = element.lastChild.children;
    keepLaid(cards, meld.cards);
    const ends = all(meld.ends).map(one => {
      const place = { to: "meld", meld: meld.id, end: one.end };
      return { ...one, place, target: targetOf(place) };
    });
    for (const [side, isLow] of [[low, true], [high, false]])
      keep(side, ends.filter(one => (one.end === "low") === isLow), one => one.target, makeEnd, (one, end) => {
        put(one.firstChild, end.text);
        mark(one, { "aria-label": end.name, title: end.name });
        one.classList.toggle("bb-lit", lit.has(end.target));
      });
  };
  return { make, update };
}

/** Stock and discard pile, and the list of what lies under its top. */
function pilesPart(send, press) {
  let open = false, view = {};
  const pile = (key, name, act, drop) => h("button", {
    type: "button", class: "bb-pile", "data-key": key, onclick: act, "data-drop": drop,
  }, h("span", { class: "bb-pile-card" }), h("span", { class: "bb-pile-name" }, name), h("span", { class: "bb-pile-count" }));
  const stock = pile("stock", "Stock", () => send("draw", { from: "stock" }));
  stock.firstChild.append(cardBack());
  const top = pile("discards", "Discards", () => view.discards?.press === "drop"
    ? press({ to: "discard" }) : send("draw", { from: "discard" }), "discard");
  const toggle = button("under", "", () => { open = !open; draw(); }, { class: "bb-button bb-under" });
  const under = h("ol", { class: "bb-cards-laid bb-under-list", "aria-label": "The discard pile, from its top down" });
  const el = h("div", { class: "bb-piles" }, stock, top, toggle, under);
  const draw = () => {
    const cards = all(view.discards?.cards);
    mark(toggle, { "aria-expanded": String(open), hidden: cards.length < 2 });
    put(toggle, open ? "Close the pile" : `${cards.length - 1} card${cards.length > 2 ? "s" : ""} underneath`);
    under.hidden = !open || cards.length < 2;
    if (!under.hidden) keepLaid(under, [...cards].reverse().map(card => ({ card })));
  };
  return { el, show(next, lit) {
    view = next;
    const pile = view.stock, discards = view.discards;
    el.hidden = !pile && !discards;
    if (el.hidden) return;
    put(stock.lastChild, String(pile?.count ?? 0));
    stock.classList.toggle("bb-lit", Boolean(pile?.press));
    stock.classList.toggle("bb-none", !pile?.count);
    mark(stock, { "aria-label": `Stock, ${counted(pile?.count ?? 0)}. ${pile?.label ?? ""}`, title: pile?.title ?? pile?.label });
    const cards = all(discards?.cards), card = cards.at(-1);
    showFace(top.firstChild, card);
    put(top.lastChild, String(cards.length));
    top.classList.toggle("bb-lit", discards?.press === "draw" || lit.has("discard"));
    top.classList.toggle("bb-none", !card);
    const what = card ? `${counted(cards.length)}, ${cardName(card)} on top` : "empty";
    mark(top, { "aria-label": `Discards, ${what}. ${discards?.label ?? ""}`, title: discards?.title ?? discards?.label });
    draw();
  } };
}

/** The claim: a big button for each who may, and the time that is left for it. */
function bonkPart(send, shout) {
  let bonk = null, left = 0, timer = 0, stopped = false;
  const text = h("p", { class: "bb-bonk-text" });
  const face = h("span", { class: "bb-bonk-card", "aria-hidden": "true" });
  const claims = h("div", { class: "bb-row" });
  const pass = button("bonk-pass", "", () => leave(false));
  const hold = button("bonk-hold", "Stop the clock", () => { stopped = true; stop(); draw(); });
  const clock = h("span", { class: "bb-clock", role: "timer" });
  const bar = h("span", { class: "bb-time", "aria-hidden": "true" }, h("span", {}));
  const running = h("div", { class: "bb-running" }, bar, clock);
  const el = h("section", { class: "bb-bonk", "aria-label": "Claim the discard" },
    h("div", { class: "bb-bonk-what" }, face, text), claims,
    h("div", { class: "bb-row" }, pass, hold), running);
  el.hidden = true;
  const stop = () => { clearInterval(timer); timer = 0; };
  const leave = timeout => { stop(); send("pass", { timeout }); };
  const claim = seat => { stop(); send("bonk", { seat }); };
  const draw = () => {
    const timed = bonk.seconds > 0 && !stopped;
    hold.hidden = running.hidden = !timed;
    put(clock, timed ? `${Math.ceil(left)} s` : "");
    bar.firstChild.style.width = `${timed ? 100 * left / bonk.seconds : 0}%`;
  };
  const tick = () => {
    const box = el.getBoundingClientRect();
    if (document.hidden || box.bottom < 0 || box.top > innerHeight) return;   // out of sight: it waits
    left = Math.max(0, left - 0.1);
    draw();
    if (left === 0) leave(true);
  };
  return { el, stop,
    claimOnly() { if (bonk && bonk.claims.length === 1) claim(bonk.claims[0].seat); },
    show(next) {
      const isNew = next && (next.id !== bonk?.id || next.seconds !== bonk.seconds);
      if (isNew || !next) stop();
      bonk = next ?? null;
      el.hidden = !bonk;
      put(text, bonk?.text);
      if (!bonk) return;
      showFace(face, bonk.card);
      keep(claims, bonk.claims, one => `bonk-${one.seat}`, one => h("button", {
        type: "button", class: "bb-claim", onclick: () => claim(one.seat),
      }, h("span", {}), h("small", {})), (one, { label, who }) => {
        put(one.firstChild, label);
        put(one.lastChild, who);
      });
      put(pass, bonk.pass);
      pass.hidden = !bonk.pass;
      if (isNew) {
        shout(bonk.text);
        left = bonk.seconds ?? 0;
        stopped = false;
        if (left > 0) timer = setInterval(tick, 100);
      }
      draw();
    } };
}

/** Points of the rounds and in all. */
function scoresPart() {
  const el = h("section", { class: "bb-points" });
  let shown = "";
  return { el, show(scores) {
    el.hidden = !scores;
    const now = JSON.stringify(scores ?? null);
    if (!scores || now === shown) return;
    shown = now;
    const points = value => h("td", {}, value === null || value === undefined ? "·" : String(value));
    el.replaceChildren(h("table", {}, h("caption", {}, "Points"),
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, h("span", { class: "bb-hidden" }, "Seat")),
        scores.columns.map(name => h("th", { scope: "col" }, name)), h("th", { scope: "col" }, "Total"))),
      h("tbody", {}, scores.rows.map(row => h("tr", {}, h("th", { scope: "row" }, row.seat),
        row.points.map(points), h("td", { class: "bb-total" }, String(row.total)))))));
  } };
}

/** The melds that are put together, with what is said about them, and the button that lays them down. */
function slotsPart({ send, stage, takeBack, answer, payload, way }) {
  const slots = h("div", { class: "bb-slots" });
  const text = h("p", { class: "bb-missing", "aria-live": "polite" });
  const reveal = button("reveal", "Reveal", () => send("reveal", payload()), { class: "bb-button bb-reveal" });
  const ask = button("ways", "", () => send("ways"));
  let offered = [];
  const ways = h("div", { class: "bb-ways", role: "group", "aria-label": "Ways to lay it down" });
  const el = h("section", { class: "bb-lay", "aria-label": "The melds to lay down" }, slots,
    h("div", { class: "bb-reveal-row" }, reveal, text, ask), ways);
  const make = ({ i }) => h("div", { class: "bb-slot", role: "group", "data-drop": `slot:${i}`,
      onclick: event => event.target.closest("button, select, label") || stage(i) },
    h("div", { class: "bb-slot-head" }, h("div", {}, h("strong", {}), h("span", { class: "bb-slot-says" })),
      button(`stage-${i}`, "", () => stage(i))),
    h("div", { class: "bb-slot-cards" }, h("div", { class: "bb-staged" }),
      button(`back-${i}`, "Take back", () => takeBack(i))),
    h("span", { class: "bb-slot-ask" }));
  const update = (slot, { i, label, hint, keys, says, picked }) => {
    const [head, cards, question] = slot.children;
    const [words, putHere] = head.children, [staged, back] = cards.children;
    mark(slot, { "aria-label": label });
    slot.classList.toggle("bb-ok", Boolean(says?.ok));
    put(words.firstChild, label);
    put(words.lastChild, says?.text ? `${says.ok ? "✓" : "…"} ${says.text}` : hint);
    keep(staged, keys, key => `staged-${key}`, key => h("button", {
      type: "button", class: "bb-card bb-staged-card", onclick: () => takeBack(i, key),
    }, cardFace(cardOf(key)), h("span", { class: "bb-as", "aria-hidden": "true" })), (one, key, at) => {
      const as = isWildCard(key) ? all(says?.as)[at] : "";
      put(one.lastChild, as ? `=${cardSign(as)}` : "");
      const name = `${cardName(cardOf(key))}${as ? ` as ${cardName(as)}` : ""}, ${ordinal(at + 1)}: take it back`;
      mark(one, { "aria-label": name, title: name });
    });
    put(putHere, picked ? `Put ${picked} here` : "Put here");
    putHere.disabled = picked === 0;
    mark(putHere, { "aria-label": `${putHere.textContent}: the selected cards, into ${label}` });
    cards.hidden = keys.length === 0;
    mark(back, { "aria-label": `Take back the cards of ${label}` });
    const asked = says?.ask;
    question.replaceChildren(...(asked ? [choice(`ask-${i}`, asked.label, asked.choices, asked.value,
                                                 value => answer(i, value))] : []));
  };
  return { el, show(view, memory, current) {
    el.hidden = memory.slots.length === 0;
    const verdict = el.hidden ? {} : view.verdict ?? {};   // what is hidden is not in the page
    keep(slots, memory.slots.map((keys, i) => ({
      i, keys, says: all(verdict.slots)[i], picked: memory.picked.length,
      ...(all(view.slots)[i] ?? view.more_slots),
    })), ({ i }) => `slot-${i}`, make, update);
    put(reveal, verdict.label ?? "Reveal");
    reveal.classList.toggle("bb-ready", Boolean(verdict.ready && current));
    mark(reveal, { "aria-description": verdict.text, "data-main": Boolean(verdict.ready && current) });
    put(text, verdict.text);
    put(ask, view.ways_label);
    ask.hidden = !view.ways_label;
    offered = all(verdict.ways);
    keep(ways, offered.map((one, i) => ({ ...one, i })), ({ i }) => `way-${i}`,
         ({ i }) => button(`way-${i}`, "", () => way(offered[i])),
         (one, { label }) => put(one, label));
  } };
}

/** A row of buttons; each item has a key and a label. */
function buttonsPart(label, act) {
  const el = h("div", { class: "bb-acts", role: "group", "aria-label": label });
  return { el, show(items) {
    keep(el, items, one => one.key, item => button(item.key, "", () => act(item)), (one, item) => {
      put(one, item.label);
      one.className = `bb-button${item.main ? " bb-main" : ""}`;
      mark(one, { title: item.title || null, "data-main": item.main ? "true" : null });
    });
  } };
}

/** The name of a place where a card can go, as it stands in data-drop. */
function targetOf({ to, meld, end }) {
  return to === "meld" ? `meld:${meld}:${end ?? ""}` : to;
}

/** The place that such a name stands for. */
function placeOf(target) {
  const [to, meld, end] = target.split(":");
  return to === "meld" ? { to, meld: Number(meld), end } : { to };
}

/** The cover between the turns of two people; what it hides is not in the page. */
function coverPart(send) {
  const [title, text] = [h("h3", {}), h("p", {})];
  const show = button("show", "", () => send("show"), { class: "bb-button bb-main", "data-main": true });
  const el = h("section", { class: "bb-cover", "aria-label": "The screen changes hands" },
    h("span", { class: "bb-cover-backs", "aria-hidden": "true" }, cardBack(), cardBack(), cardBack()),
    h("div", {}, title, text), show);
  return { el, show(cover) {
    el.hidden = !cover;
    if (!cover) return;
    put(title, cover.title);
    put(text, cover.text);
    put(show, cover.button);
  } };
}

/** How cards come into the slots and back; `told` hears of it, `said` gets it in words. */
function staging({ hand, told, said, nameOf }) {
  /** Puts the selected cards into a slot, in their order; a dragged card alone, unless it is one of them. */
  const stage = (i, key = null) => {
    const memory = hand.memory();
    const keys = key === null || memory.picked.includes(key) ? memory.picked : [key];
    if (keys.length === 0) return;
    const rest = memory.slots.map(slot => without(slot, keys));
    memory.slots = rest.map((slot, at) => at === i ? [...slot, ...keys] : slot);
    memory.picked = without(memory.picked, keys);
    said(`${keys.length === 1 ? cardName(cardOf(keys[0])) : counted(keys.length)} put into ${nameOf(i)}`);
    told();
    if (key === null) hand.focus(memory.at);
  };
  /** Takes a card of a slot back into the hand, or all of them. */
  const takeBack = (i, key = null) => {
    const memory = hand.memory();
    const taken = key === null ? memory.slots[i] : [key];
    memory.slots[i] = without(memory.slots[i], taken);
    memory.from[i] = null;
    told();
    hand.focus(taken[0]);
  };
  const answer = (i, value) => { hand.memory().from[i] = value; told(); };
  /** Fills the slots with a way that was offered. */
  const way = ({ melds, from }) => {
    const memory = hand.memory(), free = [...memory.order];
    const take = card => free.splice(free.findIndex(key => cardOf(key) === card), 1)[0];
    const held = card => free.some(key => cardOf(key) === card);
    memory.slots = melds.map(cards => cards.flatMap(card => held(card) ? [take(card)] : []));
    memory.picked = [];
    memory.from = melds.map((_, i) => all(from)[i] ?? null);
    told();
  };
  return { stage, takeBack, answer, way };
}

function render({ model, el }) {
  el.classList.add("bb-part", "bb-cards");
  guard(el);
  let view = {}, sent = "", dragged = null;
  let n = Math.floor(Math.random() * 1e9);   // two views of one table do not count alike
  const { send, close } = speaker(model, el);
  const announcer = h("p", { class: "bb-hidden", "aria-live": "polite" });
  const announce = text => put(announcer, text);
  const alarm = h("p", { class: "bb-hidden", "aria-live": "assertive" });

  /** The card that a press on a target is about. */
  const single = () => hand.memory().picked.length === 1 && view.hand ? cardOf(hand.memory().picked[0]) : null;
  const press = place => send("drop", { card: single(), ...placeOf(targetOf(place)) });
  const payload = () => {
    const { slots, picked, from } = hand.memory();
    return { seat: view.hand?.seat ?? "", slots: slots.map(slot => slot.map(cardOf)),
             cards: picked.map(cardOf), from };
  };

  const dropped = {
    over(key, target, beside) {
      for (const one of el.querySelectorAll(".bb-over")) one.classList.remove("bb-over", "bb-after");
      if (key !== dragged) { dragged = key; light(); }
      if (target) el.querySelector(`[data-drop="${target}"]`)?.classList.add("bb-over");
      else if (beside?.key) {
        const option = [...el.querySelectorAll(".bb-hand > .bb-card")]
          .find(one => one.getAttribute("data-key") === `card-${beside.key}`);
        option?.classList.add("bb-over");
        option?.classList.toggle("bb-after", beside.after);
      }
    },
    on(key, target) {
      if (target.startsWith("slot:")) stages.stage(Number(target.slice(5)), key);
      else send("drop", { card: cardOf(key), ...placeOf(target) });
    },
  };

  /** Draws anew, and tells the kernel if what is selected has changed. */
  const told = () => {
    draw();
    if (!view.hand) return;
    const now = payload(), text = JSON.stringify(now);
    if (text === sent) return;
    sent = text;
    send("selected", { n: ++n, ...now });
    draw();
  };

  const hand = handPart({ told, dropped, announce });
  const nameOf = i => (all(view.slots)[i] ?? view.more_slots)?.label ?? "";
  const stages = staging({ hand, told, said: announce, nameOf });
  const seats = h("div", { class: "bb-seats" });
  const melds = h("div", { class: "bb-melds" }), meldOf = meldPart(press);
  const piles = pilesPart(send, press), bonk = bonkPart(send, text => put(alarm, text)), scores = scoresPart();
  const acts = buttonsPart("What can be done", ({ id }) => send("act", { action: id }));
  const plays = buttonsPart("What the selected card can do", press), cover = coverPart(send);
  const slots = slotsPart({ send, payload, ...stages });
  const title = h("h3", { class: "bb-round" }), headline = h("p", { class: "bb-cards-headline" });
  const said = h("p", { class: "bb-said", role: "status", "aria-live": "polite" });
  const error = h("div", { class: "bb-wrong", role: "alert" });
  el.append(h("div", { class: "bb-card-table" },
    h("div", { class: "bb-felt" },
      h("div", { class: "bb-felt-head" }, title, headline), seats, melds,
      h("div", { class: "bb-middle" }, piles.el, h("div", { class: "bb-now" }, said, acts.el, bonk.el))),
    scores.el,
    h("div", { class: "bb-mine" }, cover.el, hand.el, error, slots.el)), announcer, alarm);
  const hint = h("p", { class: "bb-idle" });
  hand.el.append(h("div", { class: "bb-can-do" }, plays.el, hint));

  /** The targets that take the card selected, or the one that is dragged. */
  const light = () => {
    const card = dragged ? cardOf(dragged) : single();
    const lit = new Set(card ? all(view.hand?.plays?.[card]).map(targetOf) : []);
    const looks = Object.fromEntries(all(view.seats).map(seat => [seat.seat, seat]));
    keep(melds, all(view.melds).map(meld => ({ ...meld, look: looks[meld.seat] ?? { letter: "" } })),
         meld => `meld-${meld.id}`, meldOf.make, (one, meld) => meldOf.update(one, meld, lit));
    piles.show(view, lit);
    return card;
  };

  const slotCount = memory => {
    const listed = all(view.slots).length;
    if (!view.more_slots) return listed;
    return Math.max(listed, memory.slots.findLastIndex(slot => slot.length > 0) + 1) + 1;
  };
  const draw = () => redraw(el, () => {
    put(title, view.title);
    put(headline, view.headline);
    put(said, view.said);
    said.hidden = !view.said;
    drawError(view.error);
    scores.show(view.scores);
    bonk.show(view.bonk);
    cover.show(view.cover);
    hand.show(view.hand, slotCount);
    keep(seats, all(view.seats), seat => `seat-${seat.seat}`, seatPart.make, seatPart.update);
    seats.classList.toggle("bb-open-hands", all(view.seats).some(seat => seat.hand));
    acts.show(all(view.buttons).map(one => ({ ...one, key: `act-${one.id}` })));
    const card = light();
    plays.show(all(card && view.hand?.plays?.[card]).map(one => ({ ...one, key: `play-${targetOf(one)}` })));
    const hints = view.hand?.hints ?? {}, picked = view.hand ? hand.memory().picked.length : 0;
    put(hint, plays.el.childElementCount ? "" : hints[picked > 1 ? "more" : card ?? ""]);
    slots.show(view, view.hand ? hand.memory() : { slots: [] }, view.verdict?.n === n);
  }, () => el.closest(".bb-table")?.querySelector(".bb-controls [data-main]"));   // such as the next deal
  const drawError = problem => {
    const text = problem?.text ?? "";
    if (error.getAttribute("data-text") === text) return;
    error.setAttribute("data-text", text);
    error.replaceChildren(text, ...(problem?.rule
      ? [" ", ruleButton("error-rule", problem.rule, problem.rule_title ?? problem.rule, rule => send("rule", { rule }))] : []));
  };

  const key = event => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.key.toLowerCase() !== "b") return;
    if (event.target.closest?.("input, textarea, select")) return;
    bonk.claimOnly();
  };
  el.addEventListener("keydown", key);
  const unfollow = follow(model, next => {
    if (next.hand?.seat !== view.hand?.seat) announce("");   // what was said of a hand goes with it
    view = next;
    told();
  });
  return () => {
    unfollow();
    close();
    bonk.stop();
    hand.stop();
  };
}

export default { render };
