// The dice lab in the browser. It draws `view`, all of it, and asks the kernel for every change:
// nothing is decided here.

const FACES = [1, 2, 3, 4, 5, 6];
const BATCHES = [10, 100, 1000, 10000];
const OWN = "own"; // the entry of a list under which one writes an expression
const NONE = "none";
const RUN_EVERY = 150; // milliseconds between the batches of a run
const RUN_UP_TO = 1000000; // rolls

// ---- elements ----

function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

function draw(tag, attributes, text) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (text !== undefined) element.textContent = text;
  return element;
}

// Only what differs is written: a screen reader repeats a text that is set anew.
function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

function show(element, wanted) {
  element.hidden = !wanted;
}

let made = 0;
const fresh = name => `bb-dice-${name}-${++made}`;

// ---- choosing an event ----

function chooser(part, heading, listed, ask) {
  const id = fresh(part), field = fresh("text"), problem = fresh("problem");
  const select = make("select", { id, class: "bb-dice-select" });
  if (part === "given") select.append(make("option", { value: NONE }, "nothing"));
  for (const group of listed) {
    const options = group.events.map(e => make("option", { value: `=${e.name}` }, e.name));
    select.append(make("optgroup", { label: group.heading }, ...options));
  }
  select.append(make("option", { value: OWN }, "write your own …"));
  const text = make("input", {
    id: field, type: "text", maxlength: 200, spellcheck: "false", autocomplete: "off",
    autocapitalize: "off", placeholder: "a = 5 or b = 5 or a + b = 5", "aria-describedby": problem,
  });
  const form = make(
    "form", { class: "bb-dice-own" },
    make("label", { for: field }, "The dice are called a and b"),
    make("span", { class: "bb-dice-line" }, text,
         make("button", { type: "submit", class: "bb-dice-button" }, "Use it")),
    make("p", { id: problem, class: "bb-dice-problem", role: "alert" }),
  );
  let writing = false;
  form.addEventListener("submit", event => {
    event.preventDefault();
    ask({ do: "write", part, text: text.value });
  });
  select.addEventListener("change", () => {
    writing = select.value === OWN;
    show(form, writing);
    if (writing) return text.focus();
    ask({ do: "choose", part, name: select.value === NONE ? null : select.value.slice(1) });
  });
  const words = make("p", { class: "bb-dice-words" });
  const element = make("div", { class: "bb-dice-choose" },
                       make("label", { for: id }, heading), select, form, words);

  function update(view) {
    const event = view[part], error = view.error?.part === part ? view.error : null;
    const own = event !== null && !event.listed;
    if (!error) writing = own || (writing && select.value === OWN && text.value === "");
    select.value = writing || error ? OWN : event === null ? NONE : `=${event.name}`;
    const written = error ? error.text : own ? event.name : null;
    if (written !== null && document.activeElement !== text) text.value = written;
    show(form, select.value === OWN);
    text.setAttribute("aria-invalid", String(error !== null));
    explain(form.querySelector(`#${problem}`), error);
    say(words, event === null ? "" : event.words === event.name ? "" : `${event.words}.`);
    show(words, words.textContent !== "");
  }
  return { element, update };
}

// What is wrong with an expression: the sentence, and the place marked in the text.
function explain(element, error) {
  const key = JSON.stringify(error);
  if (element.dataset.key === key) return;
  element.dataset.key = key;
  element.replaceChildren();
  if (!error) return;
  element.append(error.message);
  if (!error.place) return;
  const [start, end] = error.place;
  element.append(make("code", {}, error.text.slice(0, start),
                      make("mark", {}, error.text.slice(start, end) || " "),
                      error.text.slice(end)));
}

// ---- the 36 rolls ----

// One tab stop; arrows move, space and enter mark.
function grid(ask) {
  const cells = [];
  const rows = FACES.map(a => {
    const row = FACES.map(b => cell(a, b));
    cells.push(...row);
    return make("div", { role: "row", class: "bb-dice-row" },
                make("span", { role: "rowheader", class: "bb-dice-head" }, String(a)), ...row);
  });
  const heads = FACES.map(b =>
    make("span", { role: "columnheader", class: "bb-dice-head" }, String(b)));
  const corner = make("span", { role: "columnheader", class: "bb-dice-head bb-dice-corner" });
  corner.append(make("span", { class: "bb-dice-unseen" }, "die 1 down, die 2 across"));
  const table = make(
    "div", { role: "grid", class: "bb-dice-grid", "aria-label": "The 36 rolls of two dice",
             "aria-multiselectable": "true" },
    make("div", { role: "row", class: "bb-dice-row" }, corner, ...heads), ...rows,
  );
  table.addEventListener("keydown", move);
  let view = null, at = 0;

  function cell(a, b) {
    return make("button", {
      type: "button", role: "gridcell", class: "bb-dice-cell", tabindex: a === 1 && b === 1 ? 0 : -1,
      onclick: () => { focus(6 * (a - 1) + b - 1); toggle(a, b); },
    });
  }

  function toggle(a, b) {
    const kind = view.kinds[view.cells[6 * (a - 1) + b - 1]];
    if (!view.revealed) ask({ do: "mark", roll: [a, b], on: kind.mark !== "●" });
  }

  function focus(index) {
    cells[at].tabIndex = -1;
    at = index;
    cells[at].tabIndex = 0;
    cells[at].focus();
  }

  function move(event) {
    const row = Math.floor(at / 6), column = at % 6;
    const to = {
      ArrowRight: [row, Math.min(5, column + 1)], ArrowLeft: [row, Math.max(0, column - 1)],
      ArrowDown: [Math.min(5, row + 1), column], ArrowUp: [Math.max(0, row - 1), column],
      Home: event.ctrlKey ? [0, 0] : [row, 0], End: event.ctrlKey ? [5, 5] : [row, 5],
    }[event.key];
    if (!to) return;
    event.preventDefault();
    focus(6 * to[0] + to[1]);
  }

  const legend = make("ul", { class: "bb-dice-legend" });
  function update(next) {
    view = next;
    cells.forEach((element, i) => paint(element, i, view));
    const shown = view.kinds.filter(k => k.count > 0);
    legend.replaceChildren(...shown.map(k => make(
      "li", {}, swatch(k), `${k.words} (${k.count})`)));
  }
  const head = make("p", { class: "bb-dice-axis", "aria-hidden": "true" }, "die 1 ↓   die 2 →");
  return { element: make("div", { class: "bb-dice-board" }, head, table, legend), update };
}

function paint(element, i, view) {
  const a = Math.floor(i / 6) + 1, b = (i % 6) + 1, kind = view.kinds[view.cells[i]];
  say(element, kind.mark);
  element.style.background = kind.colour;
  element.style.color = kind.ink;
  element.setAttribute("aria-label", `${a} ${b}: ${kind.words}`);
  element.setAttribute("aria-selected", String(!view.revealed && kind.mark === "●"));
  element.setAttribute("aria-disabled", String(view.revealed || kind.mark === "–"));
  element.title = `die 1: ${a}, die 2: ${b}, sum ${a + b}: ${kind.words}`;
}

function swatch(kind) {
  const box = make("span", { class: "bb-dice-swatch", "aria-hidden": "true" }, kind.mark);
  box.style.background = kind.colour;
  box.style.color = kind.ink;
  return box;
}

// ---- the guess and the answer ----

function guess(ask) {
  const id = fresh("guess");
  const slider = make("input", { id, type: "range", min: 0, max: 36, step: 1 });
  const number = make("output", { for: id, class: "bb-dice-number" });
  const reveal = make("button", {
    type: "button", class: "bb-dice-button", onclick: () => ask({ do: "reveal" }),
  });
  slider.addEventListener("input", () => say(number, `${slider.value} of ${slider.max}`));
  slider.addEventListener("change", () => ask({ do: "guess", count: Number(slider.value) }));
  const element = make(
    "div", { class: "bb-dice-guess" },
    make("label", { for: id }, "How many of the 36 rolls are in the event? Move the slider, or tap the rolls."),
    make("span", { class: "bb-dice-line" }, slider, number), reveal);

  function update(view) {
    show(element, !view.revealed);
    slider.max = view.possible;
    if (document.activeElement !== slider || view.guess !== null) slider.value = view.guess ?? 0;
    say(number, view.guess === null ? `? of ${view.possible}` : `${view.guess} of ${view.possible}`);
    slider.setAttribute("aria-valuetext", number.textContent);
    say(reveal, view.guess === null ? "Show without a guess" : "Reveal");
    reveal.classList.toggle("bb-dice-main", view.guess !== null);
  }
  return { element, update };
}

function answer(ask) {
  const sum = make("p", { class: "bb-dice-answer" });
  const words = make("p"), verdict = make("p", { class: "bb-dice-verdict" }), other = make("p");
  const again = make("button", {
    type: "button", class: "bb-dice-button", onclick: () => ask({ do: "again" }),
  }, "Guess again");
  const element = make("div", { class: "bb-dice-result" }, sum, words, verdict, other, again);

  function update(view) {
    show(element, view.revealed);
    if (!view.result) return;
    const r = view.result;
    sum.replaceChildren(...[r.fraction, r.reduced].filter(Boolean).flatMap(f => [fraction(f), " = "]),
                        make("strong", {}, r.percent));
    say(words, r.words + ".");
    say(verdict, r.verdict);
    say(other, r.comparison);
  }
  return { element, update };
}

function fraction(text) {
  const [above, below] = text.split("/");
  if (below === undefined) return text;
  return make("span", { class: "bb-dice-fraction", role: "img", "aria-label": `${above} of ${below}` },
              make("span", {}, above), make("span", {}, below));
}

// ---- the simulation ----

function simulation(ask) {
  let view = null, timer = null, asked = -1;
  const buttons = BATCHES.map(times => make("button", {
    type: "button", class: "bb-dice-button", "aria-label": `Roll ${spaced(times)} times`,
    onclick: () => ask({ do: "roll", times }),
  }, `+${spaced(times)}`));
  const runner = make("button", {
    type: "button", class: "bb-dice-button bb-dice-main", onclick: () => (timer ? pause() : start()),
  }, "Run");
  const clear = make("button", {
    type: "button", class: "bb-dice-button", onclick: () => { pause(); ask({ do: "clear" }); },
  }, "Clear");
  const finding = make("p", { class: "bb-dice-finding" });
  const picture = chart();
  const element = make(
    "div", { class: "bb-dice-run", role: "group", "aria-label": "Simulation" },
    make("p", { class: "bb-dice-heading" }, "Roll the dice, many times"),
    make("div", { class: "bb-dice-buttons" }, ...buttons, runner, clear), finding, picture.element);

  function start() {
    asked = -1;
    timer = setInterval(tick, RUN_EVERY);
    say(runner, "Pause");
    tick();
  }

  function stop() {
    clearInterval(timer);
    timer = null;
    say(runner, "Run");
  }

  function pause() {
    if (!timer) return;
    stop();
    ask({ do: "pause" });
  }

  // The next batch is asked for only when the last one has come: a slow kernel is not flooded.
  function tick() {
    const rolls = view.run.rolls;
    if (rolls >= RUN_UP_TO) return pause();
    if (rolls === asked) return;
    asked = rolls;
    const times = Math.min(10000, Math.max(10, Math.round(rolls / 8)));
    ask({ do: "roll", times, quiet: true });
  }

  function update(next) {
    view = next;
    show(element, view.run !== null);
    if (view.run === null) return stop();
    say(finding, view.run.finding);
    clear.disabled = view.run.rolls === 0;
    picture.update(view.run);
  }
  return { element, update, remove: () => { stop(); picture.remove(); } };
}

function spaced(number) {
  return String(number).replace(/\B(?=(\d{3})+$)/g, " ");
}

// The frequency so far over the number of trials, on a logarithmic axis that begins at 10.
function chart() {
  const svg = draw("svg", { class: "bb-dice-chart", role: "img" });
  const key = make("p", { class: "bb-dice-key", "aria-hidden": "true" });
  const entries = [["freq", "frequency so far"], ["exact", "exact"], ["band", "± 2 standard errors"]];
  for (const [name, words] of entries) {
    key.append(make("span", {}, make("span", { class: `bb-dice-key-${name}` }), words));
  }
  const element = make("div", { class: "bb-dice-figure" }, svg, key);
  let run = null;
  const watcher = new ResizeObserver(() => run && redraw());
  watcher.observe(element);

  function redraw() {
    const width = Math.max(240, element.clientWidth), height = 240;
    svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    svg.setAttribute("height", height);
    svg.setAttribute("aria-label", `Frequency so far. ${run.finding}`);
    svg.replaceChildren(...plot(run, scales(run, width, height)));
  }
  function update(next) {
    run = next;
    redraw();
  }
  return { element, update, remove: () => watcher.disconnect() };
}

function scales(run, width, height) {
  const box = { left: 52, right: width - 12, top: 10, bottom: height - 40 };
  const last = Math.max(1000, run.trials), spread = error(run.exact, 10);
  const seen = run.points.filter(([n]) => n >= 10).map(([, f]) => f);
  const low = Math.max(0, Math.min(run.exact - spread, ...seen) - 0.02);
  const high = Math.min(1, Math.max(run.exact + spread, ...seen) + 0.02);
  const x = n => box.left + (box.right - box.left) * (Math.log10(n) - 1) / (Math.log10(last) - 1);
  const y = f => box.bottom - (box.bottom - box.top) * (f - low) / (high - low);
  return { box, last, low, high, x, y };
}

const error = (p, n) => 2 * Math.sqrt(p * (1 - p) / n);

function plot(run, s) {
  const parts = [...ticks(run, s)];
  const steps = Array.from({ length: 61 }, (_, i) => 10 * (s.last / 10) ** (i / 60));
  const edge = sign => steps.map(n => point(s, n, clamp(run.exact + sign * error(run.exact, n), s)));
  parts.push(draw("polygon", { class: "bb-dice-band", points: [...edge(1), ...edge(-1).reverse()].join(" ") }));
  parts.push(line(s.box.left, s.y(run.exact), s.box.right, s.y(run.exact), "bb-dice-exact"));
  const seen = run.points.filter(([n]) => n >= 10);
  if (seen.length) {
    parts.push(draw("polyline", { class: "bb-dice-freq", points: seen.map(([n, f]) => point(s, n, f)).join(" ") }));
    const [n, f] = seen[seen.length - 1];
    parts.push(draw("circle", { class: "bb-dice-last", cx: s.x(n), cy: s.y(f), r: 5 }));
  }
  return parts;
}

const clamp = (f, s) => Math.min(s.high, Math.max(s.low, f));
const point = (s, n, f) => `${s.x(n).toFixed(1)},${s.y(f).toFixed(1)}`;

function line(x1, y1, x2, y2, name) {
  return draw("line", { x1, y1, x2, y2, class: name });
}

function* ticks(run, s) {
  const step = [0.01, 0.02, 0.05, 0.1, 0.2].find(t => (s.high - s.low) / t <= 6) ?? 0.25;
  for (let k = Math.ceil(s.low / step); k * step <= s.high + 1e-9; k++) {
    const y = s.y(k * step);
    yield line(s.box.left, y, s.box.right, y, "bb-dice-rule");
    yield draw("text", { x: s.box.left - 6, y: y + 4, "text-anchor": "end" }, `${Math.round(100 * k * step)} %`);
  }
  const powers = Math.floor(Math.log10(s.last));
  for (let k = 1; k <= powers; k++) {
    const x = s.x(10 ** k), end = x > s.box.right - 30;
    yield line(x, s.box.top, x, s.box.bottom, "bb-dice-rule");
    yield draw("text", { x: end ? s.box.right : x, y: s.box.bottom + 16, "text-anchor": end ? "end" : "middle" },
               spaced(10 ** k));
  }
  const middle = (s.box.left + s.box.right) / 2;
  yield draw("text", { x: middle, y: s.box.bottom + 34, "text-anchor": "middle" }, run.axis);
}

// ---- all together ----

function render({ model, el }) {
  const ask = request => model.send({ ...request, question: model.get("view").question });
  const listed = model.get("listed");
  const run = simulation(ask);
  const parts = [
    chooser("event", "Event", listed, ask), chooser("given", "Given", listed, ask),
    grid(ask), guess(ask), answer(ask), run,
  ];
  const [event, given, board, guessing, result] = parts;
  const said = make("p", { class: "bb-dice-said", "aria-live": "polite" });
  const root = make(
    "section", { class: "bb-dice", "aria-label": "Dice lab", "data-lm-suppress-shortcuts": "true" },
    make("div", { class: "bb-dice-columns" },
         make("div", { class: "bb-dice-left" }, event.element, given.element, board.element),
         make("div", { class: "bb-dice-right" }, guessing.element, result.element, run.element)),
    said);
  // Otherwise the notebook takes letters as its shortcuts: "b" would insert a cell.
  for (const kind of ["keydown", "keypress", "keyup"]) {
    root.addEventListener(kind, e => e.stopPropagation());
  }
  let revealed = null;
  const update = () => {
    const view = model.get("view");
    const had = root.contains(document.activeElement) && document.activeElement.offsetParent;
    for (const part of parts) part.update(view);
    say(said, view.said);
    said.classList.toggle("bb-dice-unseen", !view.refused); // what went well is seen elsewhere
    // A button that vanished must not leave the keyboard user nowhere.
    if (had && revealed !== null && view.revealed !== revealed && !document.activeElement?.offsetParent) {
      (view.revealed ? result : guessing).element.querySelector("button, input").focus();
    }
    revealed = view.revealed;
  };
  model.on("change:view", update);
  el.append(root);
  update();
  return () => {
    model.off("change:view", update);
    run.remove();
  };
}

export default { render };
