// Small helpers that every part of the table begins with.

/** An element: h("button", {class: "x", onclick: f, "aria-label": "Roll"}, "Roll"). */
function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value") element.value = value;
    else if (name === "style") element.style.cssText = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter(child => (child ?? false) !== false));
  return element;
}

/** A button; `key` names it, so that it gets the focus back when it is drawn anew. */
function button(key, words, act, attributes = {}) {
  return h("button", { type: "button", class: "bb-button", "data-key": key, onclick: act,
                       ...attributes }, words);
}

/** A labelled list to choose from; `choices` are texts or [value, text]. */
function choice(key, label, choices, value, act, attributes = {}) {
  const select = h("select", { class: "bb-select", "data-key": key, "aria-label": label, ...attributes,
                               onchange: event => act(event.target.value) });
  for (const one of choices) {
    const [id, words] = Array.isArray(one) ? one : [one, one];
    select.append(h("option", { value: id, selected: String(id) === String(value) }, words));
  }
  return h("label", { class: "bb-field" }, h("span", { class: "bb-label" }, label), select);
}

/**
 * Draws anew with `draw`; the focus stays on the control of the same name, else on a main one, or
 * if there is none on what `elsewhere` finds in another part.
 */
function redraw(root, draw, elsewhere = () => null) {
  const active = document.activeElement;
  const inside = active && root.contains(active);
  const key = inside ? active.getAttribute("data-key") : null;
  draw();
  const usable = one => root.contains(one) && !one.disabled && one.getClientRects().length > 0;
  if (!inside || usable(document.activeElement)) return;
  const all = [...root.querySelectorAll("[data-key], [data-main], button, select")].filter(usable);
  const next = (key && all.find(one => one.getAttribute("data-key") === key))
    || all.find(one => one.matches("[data-main]")) || elsewhere()
    || all.find(one => one.matches("button, select"));
  next?.focus({ preventScroll: root.contains(next) });   // what is elsewhere may be out of sight
}

/** Keys pressed in here stay in here: the notebook would take "b" for a new cell. */
function guard(element) {
  element.setAttribute("data-lm-suppress-shortcuts", "true");
  const stop = event => event.stopPropagation();
  for (const name of ["keydown", "keypress", "keyup"]) element.addEventListener(name, stop);
}

/** Calls `draw(view)` now and at every change of the view; returns how to stop that. */
function follow(model, draw) {
  const changed = () => draw(model.get("view") ?? {});
  model.on("change:view", changed);
  changed();
  return () => model.off("change:view", changed);
}

const DOUBLE = 500, NEAR = 10;   // milliseconds and pixels within which presses are one: a double click
const PATIENT = 400;             // milliseconds before a part says that it waits

/**
 * How a part of the table speaks to the kernel: `send(kind, more)` says with each message which stop is shown, and which
 * one was shown when the press began, be it a double click or a key held down. Until the kernel has heard it, the
 * part says that it waits; then `heard` is called.
 */
function speaker(model, el, heard = () => {}) {
  const life = new AbortController(), early = { capture: true, signal: life.signal };
  // `time` is when it was pressed; `seen`, when this page came to it: a busy page comes late.
  let press = { began: 0, time: -DOUBLE, seen: -DOUBLE, x: NaN, y: NaN };
  document.addEventListener("pointerdown", ({ timeStamp: time, clientX: x, clientY: y }) => {
    const again = time - press.time < DOUBLE && Math.hypot(x - press.x, y - press.y) < NEAR;
    press = { began: again ? press.began : time, time, seen: performance.now(), x, y };
  }, early);
  document.addEventListener("keydown", ({ timeStamp: time, repeat }) => {
    press = { began: repeat ? press.began : time, time, seen: performance.now(), x: NaN, y: NaN };
  }, early);

  const waits = h("span", { class: "bb-waits", "aria-live": "polite" });
  queueMicrotask(() => el.append(waits));   // after all else
  let n = Math.floor(Math.random() * 1e9);  // another view of the part hears its answers too
  let timer = 0;
  const answered = content => {
    if (content?.kind !== "heard" || content.n !== n) return;
    clearTimeout(timer);
    timer = 0;
    waits.textContent = "";
    heard();
  };
  model.on("msg:custom", answered);

  /** The stop at which the press began, that of all parts of a table; by a clock it begins now. */
  const began = stop => {
    if (performance.now() - press.seen > DOUBLE) return stop;
    const table = el.closest(".bb-table") ?? el;
    if (table.bbPress?.began !== press.began) table.bbPress = { began: press.began, stop };
    return table.bbPress.stop;
  };
  const send = (kind, more = {}, stop = model.get("stop")) => {
    model.send({ kind, ...more, meant: { stop, began: began(stop), n: ++n } });
    timer ||= setTimeout(() => { waits.textContent = "Waiting for Python …"; }, PATIENT);
  };
  return { send, close() { life.abort(); clearTimeout(timer); model.off("msg:custom", answered); } };
}

const SVG = "http://www.w3.org/2000/svg";

/** The drawing that an SVG text stands for; parsed as XML, so nothing in it can run. */
function drawing(text) {
  return document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
}

/** The mark of a seat: its letter in its shape and colour. */
function badge(look, size = 34) {
  const shapes = {
    circle: '<circle cx="20" cy="20" r="17"/>',
    square: '<rect x="4" y="4" width="32" height="32" rx="3"/>',
    diamond: '<path d="M20 1 39 20 20 39 1 20Z"/>',
    triangle: '<path d="M20 2 39 37H1Z"/>',
    hexagon: '<path d="M11 3h18l10 17-10 17H11L1 20Z"/>',
  };
  const mark = h("span", { class: "bb-badge", "aria-hidden": "true",
                           style: `width:${size}px;height:${size}px` });
  const low = look.shape === "triangle" ? 33 : 27;
  const face = drawing(`<svg xmlns="${SVG}" viewBox="0 0 40 40" width="${size}" height="${size}">
    <g fill="${look.colour}" stroke="#111" stroke-width="1.6">${shapes[look.shape] ?? shapes.square}</g>
    <text x="20" y="${low}" text-anchor="middle" font-size="18" font-weight="700"
          fill="${look.ink}"></text></svg>`);
  face.querySelector("text").textContent = look.letter;
  mark.append(face);
  return mark;
}

/** A button that opens the rule book at a rule. */
function ruleButton(key, rule, title, open, attributes = {}) {
  return h("button", { type: "button", class: "bb-rule", "data-key": key, onclick: () => open(rule),
                       "aria-label": `Rule: ${title}. Open it in the rule book`, ...attributes },
           title);
}
