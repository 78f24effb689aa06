// The panels that change something: seats, setting up, house rules, files.

/** A labelled line of text to type. */
function field(key, label, value, hint, attributes = {}) {
  const input = h("input", { class: "bb-input", "data-key": key, name: key, "aria-label": label, value: value ?? "",
                             placeholder: hint, autocomplete: "off", spellcheck: "false", ...attributes });
  return h("label", { class: "bb-field" }, h("span", { class: "bb-label" }, label), input);
}

/** A form whose values go up by name when it is sent. */
function form(fields, buttons, act) {
  return h("form", { class: "bb-form", onsubmit: event => {
    event.preventDefault();
    act(Object.fromEntries(new FormData(event.target)), event.submitter?.value ?? "");
  } }, fields, h("div", { class: "bb-row" }, buttons));
}

function submit(value, words, strong = false) {
  return h("button", { type: "submit", class: `bb-button${strong ? " bb-strong" : ""}`, value,
                       "data-key": `submit-${value}` }, words);
}

/** Who decides for each seat, and what a policy would do for the seat to act. */
function seatsPanel(body, send) {
  const seats = body.seats.map(seat => h("div", { class: "bb-seat" }, badge(seat),
    choice(`seat-${seat.seat}`, `${seat.seat} is played by`, body.players, seat.player,
           value => send("player", { seat: seat.seat, player: value }))));
  const all = choice("seat-all", "All seats at once", [["", "choose …"], ...body.players], "",
                     value => value && send("player", { seat: null, player: value }));
  const sight = !body.hands.length ? null : h("div", { class: "bb-row" },
    choice("hands", "Cards are shown", body.hands, body.shown, value => send("hands", { value })),
    choice("patience", "Time to interrupt", body.patiences, body.patience,
           value => send("patience", { value: Number(value) })));
  const advice = body.advice;
  const ask = h("div", { class: "bb-advice" },
    h("h4", {}, "What would a bot do, and why?"),
    body.actor && body.actor !== "chance"
      ? h("div", { class: "bb-row" },
          choice("adviser", `Ask for ${body.actor}`, body.policies, advice.policy,
                 value => send("advice", { policy: value })),
          button("ask", "Ask", () => send("advice", { policy: advice.policy })),
          advice.action && button("follow", "Do that", () => send("act", { action: advice.action }),
                                  { class: "bb-button bb-strong" }))
      : h("p", {}, "Available when a player must choose. Roll, or step forward."),
    advice.action && h("p", { class: "bb-told" }, h("b", {}, `${advice.words}. `), advice.why),
    advice.scores?.length ? h("ol", { class: "bb-scores" }, advice.scores.map(([words, score, share]) =>
      h("li", {}, h("span", {}, words), h("span", { class: "bb-number" }, score),
        h("i", { style: `width:${share}%`, "aria-hidden": "true" })))) : null);
  return [h("div", { class: "bb-two" }, h("div", {}, seats, all, sight), ask)];
}

/** A position by form, and by its line of text. */
function setupPanel(body, send) {
  const fields = body.fields.map(one => one.choices
    ? choice(one.name, one.label, one.choices, one.value, () => {}, { name: one.name })
    : field(one.name, one.label, one.value, one.hint));
  const made = form(h("div", { class: "bb-fields" }, fields), [
    submit("set", "Set up this position", true),
    button("refill", "Fill in from the table", () => send("refill"))],
    values => send("setup", { fields: values }));
  const area = h("textarea", { class: "bb-input", rows: 3, name: "line", "data-key": "line",
                               spellcheck: "false", value: body.line });
  const lined = form(h("label", { class: "bb-field" },
      h("span", { class: "bb-label" }, "The position as one line of text"), area),
    [submit("line", "Set up this line", true), copyButton(() => area.value, "Copy the line")],
    values => send("setup", { line: values.line }));
  return [h("p", { class: "bb-hint" }, body.hint), h("div", { class: "bb-two" }, made, lined)];
}

function copyButton(text, words) {
  const made = button("copy", words, async () => {
    let done = false;
    try {
      await navigator.clipboard.writeText(text());
      done = true;
    } catch {  // no permission, or no secure page: the old way
      const area = h("textarea", { value: text(), class: "bb-hidden" });
      made.after(area);
      area.select();
      done = document.execCommand("copy");
      area.remove();
    }
    made.textContent = done ? "Copied" : "Select the text and copy it";
    made.focus();
    setTimeout(() => { made.textContent = words; }, 2000);
  });
  return made;
}

/** The house rules, each with what it says. */
function optionsPanel(body, send) {
  const one = option => h("div", { class: `bb-option${option.value === option.usual ? "" : " bb-changed"}` },
    option.choices.length
      ? h("fieldset", {}, h("legend", {}, option.title),
          h("p", { class: "bb-hint" }, option.words),
          h("div", { class: "bb-row" }, option.choices.map(([value, words]) =>
            h("label", { class: "bb-check" },
              h("input", { type: "radio", name: option.name, value, checked: value === option.value,
                           "data-key": `${option.name}-${value}` }),
              h("span", {}, words, value === option.usual && h("small", {}, " (default)"))))))
      : h("div", {}, field(option.name, option.title, option.value, option.usual,
                           option.number ? { type: "number", min: option.least, max: 1000 } : {}),
          h("p", { class: "bb-hint" }, `${option.words} Default: ${option.usual}.`)));
  return [form(h("div", { class: "bb-options" }, body.options.map(one)),
    [submit("here", "Use from here on", true), submit("new", "New game with these"),
     button("usual", "Reset to standard rules", () => send("options", { usual: true, fields: {}, how: "here" }))],
    (values, how) => send("options", { fields: values, how }))];
}

/** New games, saving and loading. */
function filePanel(body, send) {
  const fresh = form(h("div", { class: "bb-fields" },
      choice("seats", "Seats", body.seats, body.seated, () => {}, { name: "seats" }),
      field("seed", "Seed (empty = random)", "", "7", { inputmode: "numeric" })),
    [submit("new", "New game", true)], values => send("new", values));
  const picked = h("input", { type: "file", accept: ".json,application/json", class: "bb-input",
                              "data-key": "upload", onchange: async event => {
    const file = event.target.files[0];
    if (!file) return;
    if (file.size > body.most) send("load", { name: file.name, size: file.size });
    else send("load", { name: file.name, text: await file.text() });
    event.target.value = "";
  } });
  const kept = form(field("path", "Save to or load from a file on the computer that runs Python",
                          body.path, "game.json"),
    [submit("save", "Save there"), submit("load", "Load from there")],
    (values, how) => send(how === "load" ? "load" : "save", { path: values.path }));
  return [h("div", { class: "bb-two" },
    h("div", {}, h("h4", {}, "A new game"), fresh),
    h("div", {}, h("h4", {}, "This game"),
      h("p", { class: "bb-hint" }, body.about),
      h("div", { class: "bb-row" }, button("download", "Download", () => send("download"),
        { class: "bb-button bb-strong" }), copyButton(() => body.position, "Copy the position")),
      h("label", { class: "bb-field" }, h("span", { class: "bb-label" }, "Load a saved game"), picked), kept))];
}
