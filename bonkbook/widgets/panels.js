// The panels behind tabs. What the open one shows is in `view.body`; forms are in forms.js.

/** The chances of the position shown, and the 36 rolls coloured by what they lead to. */
function oddsPanel(body, send) {
  if (!body.lines) return [h("p", {}, body.message)];
  const columns = [body.when, ...(body.turns ? [body.whole] : [])];
  const heat = body.heat === null ? null : choice("heat", "Heat map on the board", body.heats, body.heat,
                                                  value => send("heat", { value }));
  return [guessSwitch(body.guess, send), h("div", { class: "bb-two bb-wide" },
    h("div", {}, chanceTable(body.caption, body.lines, columns, send), heat),
    body.tables.map(table => table.words ? coveredPart(table, send) : textTable(table, send)),
    body.grid ? (body.grid.words ? coveredPart(body.grid, send) : rollGrid(body.grid)) : null,
    body.risks.length ? h("div", {}, chanceTable("Captured before its own next turn", body.risks, ["by then"], send)) : null)];
}

/** The switch that covers all answers until they are guessed, and what uncovers or covers all at once. */
function guessSwitch(guess, send) {
  const all = guess.left ? button("all", "Show all", () => send("show_chance", { part: "all" }))
    : button("all", "Cover all again", () => send("guess_first", { on: true }));
  return h("div", { class: "bb-row bb-guessing" },
    h("label", { class: "bb-check" },
      h("input", { type: "checkbox", role: "switch", "data-key": "guess-first", checked: guess.on,
                   onchange: event => send("guess_first", { on: event.target.checked }) }),
      "Guess first"),
    guess.on && all,
    guess.on && h("p", { class: "bb-hint" }, "Each answer stays covered until you guess it, or have it shown."));
}

/** The cells of a chance: its texts, each in a column, or the button to guess it while it is covered. */
function chanceCells(chance, texts, send) {
  const wide = { colspan: texts.length, class: "bb-number" };
  if (chance === null) return [h("td", wide)];
  if (chance.typed !== undefined) return [h("td", wide, "?")];
  if (chance.words) return [h("td", wide, button(chance.id, "Guess", () => send("ask_chance", { part: chance.id }),
                                                 { "aria-label": `Guess: ${chance.words}` }))];
  const focus = i => chance.id && !i ? { tabindex: "-1", "data-key": chance.id } : {};
  return texts.map((text, i) => h("td", { class: `bb-number${text.length > 11 ? " bb-long" : ""}`, ...focus(i) },
                                  text.replace("/", "/\u200b")));
}

/** The rows below a row: the form for a guess, and what was said to the guesses. */
function guessRows(chances, names, span, send) {
  const row = (...inner) => h("tr", { class: "bb-guess" }, h("td", { colspan: span }, inner));
  return chances.map((chance, i) => {
    if (chance?.said) return row(names.length > 1 && names[i] ? h("b", {}, `${names[i]}: `) : null, chance.said);
    if (chance?.typed === undefined) return null;
    const wrong = chance.problem ? { "aria-invalid": "true", "aria-description": chance.problem } : {};
    return row(form([field(chance.id, `Your guess: ${chance.words}`, chance.typed, "1/6 or 17 %", { maxlength: 40, required: true, ...wrong }),
                     chance.problem && h("p", { class: "bb-bad" }, chance.problem)],
      [h("button", { type: "submit", class: "bb-button bb-strong", "data-key": chance.id }, "Guess"),
       button(chance.id, "Show", () => send("show_chance", { part: chance.id }))],
      values => send("guess_chance", { part: chance.id, guess: values[chance.id] })));
  });
}

/** What is covered as a whole. */
function coveredPart(part, send) {
  return h("div", {}, h("b", {}, part.caption), h("div", {},
    button(part.id, "Show", () => send("show_chance", { part: part.id }), { "aria-label": `Show: ${part.caption}` })));
}

/** A caption, which has the focus after its table was covered as a whole. */
const captionOf = table => h("caption", table.id ? { tabindex: "-1", "data-key": table.id } : {}, table.caption);

/** A table of chances: the exact fraction, percent, and a bar; the notes are below it, each once. */
function chanceTable(caption, lines, columns, send) {
  const notes = [...new Set(lines.map(line => line.note).filter(note => note))];
  const mark = note => "*".repeat(notes.indexOf(note) + 1);
  const rows = lines.map(line => {
    const chances = [line.roll, line.turn].slice(0, columns.length);
    return [h("tr", {},
      h("th", { scope: "row" }, line.label, line.note && ` ${mark(line.note)}`,
        line.roll.words ? null
          : h("span", { class: "bb-bar", "aria-hidden": "true" }, h("i", { style: `width:${100 * line.roll.p}%` }))),
      chances.map(one => chanceCells(one, [one?.exact ?? "", one?.percent ?? ""], send))),
    guessRows(chances, columns, 1 + 2 * columns.length, send)];
  });
  const table = h("table", { class: "bb-odds" },
    h("caption", {}, caption),
    h("thead", {}, h("tr", {}, h("td", {}),
      columns.map(name => h("th", { scope: "col", colspan: 2, class: "bb-number" }, name)))),
    h("tbody", {}, rows));
  return [table, notes.map(note => h("p", { class: "bb-hint" }, `${mark(note)} ${note}.`))];
}

/** A table of texts: what each row is about, then its numbers, of which chances may be covered. */
function textTable(table, send) {
  const heads = table.columns.some(name => name) && h("thead", {}, h("tr", {}, h("td", {}),
    table.columns.map(name => h("th", { scope: "col", class: "bb-number" }, name))));
  const cells = one => typeof one === "string" ? h("td", { class: "bb-number" }, one)
    : chanceCells(one, one.texts ?? Array(one.span).fill(""), send);
  return h("table", { class: "bb-odds" }, captionOf(table), heads,
    h("tbody", {}, table.rows.map(([name, ...numbers]) => [
      h("tr", {}, h("th", { scope: "row" }, name), numbers.map(cells)),
      guessRows(numbers, table.columns, 1 + table.columns.length, send)])));
}

/** The 6x6 grid: the first die down, the second across; a letter beside every colour. */
function rollGrid(grid) {
  const looks = Object.fromEntries(grid.legend.map(one => [one.key, one]));
  const cell = (key, a, b) => h("td", { style: `background:${looks[key].colour};color:${looks[key].ink}`,
    title: `${a} and ${b}: ${looks[key].words}` },
    h("span", { "aria-hidden": "true" }, looks[key].letter), h("span", { class: "bb-hidden" }, looks[key].words));
  const faces = [1, 2, 3, 4, 5, 6];
  return h("div", { class: "bb-gridbox" },
    h("table", { class: "bb-grid6" },
      captionOf(grid),
      h("thead", {}, h("tr", {}, h("td", {}), faces.map(b => h("th", { scope: "col" }, String(b))))),
      h("tbody", {}, faces.map(a => h("tr", {}, h("th", { scope: "row" }, String(a)),
        faces.map(b => cell(grid.cells[6 * (a - 1) + b - 1], a, b)))))),
    h("ul", { class: "bb-legend" }, grid.legend.map(one => h("li", {},
      h("b", { style: `background:${one.colour};color:${one.ink}`, "aria-hidden": "true" }, one.letter),
      `${one.words}: ${one.count} of 36`))));
}

/** The rule book: a list of rules, and the one that is open, with its example. */
function rulesPanel(body, send) {
  const rule = body.rule;
  const picker = choice("rule", "Rule", body.entries, rule.name, name => send("rule", { rule: name }));
  const options = rule.options.map(option => h("li", {},
    h("b", {}, `${option.title} (here: ${option.value}). `), option.words));
  const picture = (svg, words) => {
    const figure = h("figure", {}, h("figcaption", {}, words));
    const frame = h("div", { class: "bb-picture" });
    frame.append(drawing(svg));
    figure.append(frame);
    return figure;
  };
  return [picker,
    h("article", { class: "bb-entry" },
      h("h3", {}, rule.title, " ", h("code", {}, rule.name)),
      h("p", {}, rule.words), h("p", { class: "bb-source" }, rule.source),
      options.length ? h("div", {}, h("h4", {}, "House rules that change it"), h("ul", {}, options)) : null,
      rule.example && h("div", {}, h("h4", {}, "Example"),
        h("div", { class: "bb-two" }, picture(rule.example.before, "Before"),
          picture(rule.example.after, `After: ${rule.example.plays}`)),
        h("p", { class: rule.example.refused ? "bb-refused" : "bb-told" }, rule.example.told),
        h("div", { class: "bb-row" }, button("try", "Put this example on the table",
          () => send("example", { rule: rule.name })))))];
}

const DRAWN = {
  odds: oddsPanel, rules: rulesPanel, seats: (...all) => seatsPanel(...all),
  setup: (...all) => setupPanel(...all), options: (...all) => optionsPanel(...all),
  file: (...all) => filePanel(...all),
};

/** The strip of tabs: arrow keys move, Enter opens, and closes the one that is open. */
function tabStrip(tabs, open, send) {
  const strip = h("div", { class: "bb-tabs", role: "tablist", "aria-label": "More about this game" });
  const current = Math.max(0, tabs.findIndex(([id]) => id === open));
  tabs.forEach(([id, title], i) => {
    const tab = h("button", {
      type: "button", role: "tab", class: "bb-tab", "data-key": `tab-${id}`,
      "aria-selected": String(id === open), "aria-expanded": String(id === open),
      tabindex: i === current ? "0" : "-1",
      onclick: () => send("open", { tab: id === open ? null : id }),
      onkeydown: event => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (!step) return;
        event.preventDefault();
        const all = [...strip.children];
        const next = all[(i + step + all.length) % all.length];
        all.forEach(one => { one.tabIndex = one === next ? 0 : -1; });
        next.focus();
      },
    }, title);
    strip.append(tab);
  });
  return strip;
}

/** Saves a text as a file of the reader's own computer. */
function download(name, text) {
  const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = h("a", { href: url, download: name, hidden: true });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

function render({ model, el }) {
  el.classList.add("bb-part", "bb-panels");
  guard(el);
  const { send, close } = speaker(model, el);
  const strip = h("div", {});
  const message = h("p", { class: "bb-message", role: "status" });
  const panel = h("div", { class: "bb-panel", role: "tabpanel", tabindex: "-1" });
  el.append(strip, panel, message);
  let shown = "";
  const draw = view => {
    if (!view.tabs) return;
    const drawn = JSON.stringify([view.open, view.body]);
    redraw(el, () => {
      strip.replaceChildren(tabStrip(view.tabs, view.open, send));
      // A form that did not change keeps what was typed into it.
      if (drawn !== shown)
        panel.replaceChildren(...(view.open ? DRAWN[view.open](view.body, send, model) : [])
          .filter(part => part));
      shown = drawn;
      panel.hidden = !view.open;
      panel.setAttribute("aria-label", view.tabs.find(([id]) => id === view.open)?.[1] ?? "");
    });
    // What is said to a guess stands below its row already.
    const seen = view.open === "odds" && view.body?.guess?.on ? "bb-hidden" : view.bad ? "bb-bad" : "bb-good";
    message.className = `bb-message ${seen}`;
    if (message.textContent !== view.message) message.textContent = view.message;
  };
  const heard = content => {
    if (content?.kind === "download") download(content.name, content.text);
    if (content?.kind === "reveal") {
      panel.focus({ preventScroll: true });
      panel.scrollIntoView({ block: "nearest" });
    }
  };
  model.on("msg:custom", heard);
  const unfollow = follow(model, draw);
  return () => { unfollow(); close(); model.off("msg:custom", heard); };
}

export default { render };
