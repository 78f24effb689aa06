// Whose turn it is, the dice, the actions, and the line that says what happened.

const PIPS = { 1: [5], 2: [1, 9], 3: [1, 5, 9], 4: [1, 3, 7, 9], 5: [1, 3, 5, 7, 9],
               6: [1, 3, 4, 6, 7, 9] };

/** A die, or a bonus as its number; a used one is pale and crossed out. */
function dieFace(die) {
  const words = `${die.kind === "bonus" ? "bonus of " : ""}${die.n}${die.used ? ", used" : ""}`;
  const face = h("span", { class: `bb-die bb-${die.kind}${die.used ? " bb-used" : ""}`, role: "img",
                           "aria-label": words, title: words });
  const pips = (PIPS[die.n] ?? []).map(at =>
    `<circle cx="${10 + 10 * ((at - 1) % 3)}" cy="${10 + 10 * Math.floor((at - 1) / 3)}" r="3.7"/>`);
  const inner = die.kind === "die" ? pips.join("")
    : `<text x="20" y="26" text-anchor="middle" font-size="17" font-weight="700">+${Number(die.n)}</text>`;
  const cross = die.used ? '<path class="bb-cross" d="M5 35 35 5"/>' : "";
  face.append(drawing(`<svg xmlns="${SVG}" viewBox="0 0 40 40">
    <rect x="1.5" y="1.5" width="37" height="37" rx="8"/>${inner}${cross}</svg>`));
  return face;
}

/** The row of dice to choose a roll by number. */
function chooser(names, chosen, changed, use) {
  const rows = names.map((name, i) => h("div", { class: "bb-faces", role: "radiogroup", "aria-label": name },
    h("span", { class: "bb-label" }, name),
    h("div", { class: "bb-row" }, [1, 2, 3, 4, 5, 6].map(n => {
      const face = h("button", {
        type: "button", class: "bb-face", role: "radio", "data-key": `face-${i}-${n}`,
        "aria-checked": String(chosen[i] === n), "aria-label": String(n),
        tabindex: chosen[i] === n ? "0" : "-1",
        onclick: () => changed(i, n),
        onkeydown: event => {
          const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
          if (!step) return;
          event.preventDefault();
          changed(i, (n - 1 + step + 6) % 6 + 1, true);
        },
      });
      face.append(dieFace({ n, kind: "die", used: false }));
      face.firstChild.setAttribute("aria-hidden", "true");
      return face;
    }))));
  return h("div", { class: "bb-chooser" }, rows,
           button("use", `Play ${chosen.join(" and ")}`, use, { class: "bb-button bb-strong" }));
}

/** Tells the kernel how wide the board may be and what a click on it is meant for, the screen reader what it shows. */
function watchBoard(el, model, send) {
  let root = null, board = null, sent = 0, timer = 0;
  const watch = new ResizeObserver(() => {
    if (!root) {
      root = el.closest(".bb-table");
      board = root?.querySelector(".bb-board");
      if (board) { watch.observe(board); guard(root); describe(); listen(); }
    }
    const wide = Math.floor((board?.clientWidth ?? 0) / 10) * 10;
    if (wide < 100 || wide === sent) return;
    clearTimeout(timer);
    timer = setTimeout(() => { sent = wide; send("width", { value: wide }); }, 60);
  });
  // The board's own message cannot say it. Its stop is that of its picture, which comes later than the words; once
  // more at the end of the click, so that the table says how long it waits.
  const aim = () => {
    const stop = board.layout?.editrevision;
    if (stop !== undefined) send("aim", {}, stop);
  };
  const listen = () => {
    for (const name of ["pointerdown", "click"]) board.addEventListener(name, aim, true);
  };
  const describe = () => {
    if (!board) return;
    board.setAttribute("role", "img");
    board.setAttribute("aria-label", model.get("view")?.board ?? "The board");
  };
  watch.observe(el);
  return { describe, stop() {
    watch.disconnect();
    clearTimeout(timer);
    for (const name of ["pointerdown", "click"]) board?.removeEventListener(name, aim, true);
  } };
}

function render({ model, el }) {
  el.classList.add("bb-part", "bb-controls");
  guard(el);
  const { send, close } = speaker(model, el);
  const head = h("div", { class: "bb-head" });
  const said = h("p", { class: "bb-said", role: "status", "aria-live": "polite" });
  const rules = h("div", { class: "bb-rules", role: "group", "aria-label": "The rules of this play" });
  const error = h("p", { class: "bb-error", role: "alert" });
  const body = h("div", { class: "bb-body" }), ask = h("div", { class: "bb-ask" });
  el.append(head, said, rules, error, body, ask);
  const chosen = [5, 3, 1, 1];
  let choosing = false;
  const board = watchBoard(el, model, send);

  const chance = view => {
    if (!view.chance) return [];
    const { label, dice: names, outcomes } = view.chance;
    const roll = button("roll", label, () => send("roll"),
                        { class: "bb-button bb-main", "data-main": true, title: `${label} (key R)` });
    if (!names.length && !outcomes.length) return [h("div", { class: "bb-row" }, roll)];
    const toggle = button("choose", names.length ? "Choose the dice" : "Choose the outcome",
                          () => { choosing = !choosing; draw(); }, { "aria-expanded": String(choosing) });
    const panel = !choosing ? null : names.length
      ? chooser(names, chosen.slice(0, names.length), (i, n, focus) => {
          chosen[i] = n;
          draw();
          if (focus) el.querySelector(`[data-key="face-${i}-${n}"]`)?.focus();
        }, () => send("roll", { dice: chosen.slice(0, names.length) }))
      : choice("outcome", "Outcome", [["", "choose …"], ...outcomes], "",
               value => value && send("roll", { outcome: value }));
    return [h("div", { class: "bb-row" }, roll, toggle), panel];
  };

  // The arrow keys, Home and End go through the actions: there may be thirty.
  const walk = event => {
    const all = [...event.currentTarget.querySelectorAll(".bb-action")], at = all.indexOf(event.target);
    const to = { ArrowDown: at + 1, ArrowRight: at + 1, ArrowUp: at - 1, ArrowLeft: at - 1, Home: 0,
                 End: all.length - 1 }[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    all[to]?.focus();
  };

  const actions = view => view.actions.length === 0 ? null :
    h("div", { class: `bb-actions${view.actions.length > 8 ? " bb-many" : ""}`, role: "group", onkeydown: walk,
               "aria-label": view.actions.length > 8 ? `${view.actions.length} legal actions` : "Legal actions" },
      view.actions.map((action, i) => button(`action ${action.id}`, [
        i < 9 && h("kbd", { "aria-hidden": "true" }, String(i + 1)), h("span", {}, action.label),
      ], () => send("act", { action: action.id }), {
        class: `bb-button bb-action${action.marked ? " bb-marked" : ""}`,
        "data-main": i === 0 || action.marked, title: action.label,
        "aria-description": action.marked ? "matches your selection" : null,
        ...(view.looks ? { onmouseenter: () => look(action.id), onmouseleave: () => look(""),
                           onblur: () => look(""),
                           onfocus: event => event.target.matches(":focus-visible") && look(action.id) } : {}),
      })));

  // The board shows where an action leads while its button is under the mouse or has the focus.
  let looking = 0;
  const look = action => {
    clearTimeout(looking);
    looking = setTimeout(() => send("look", { action }), 120);
  };

  const interrupt = view => !view.interrupt ? null :
    h("div", { class: "bb-interrupt", role: "group", "aria-label": view.interrupt.name },
      h("h4", {}, view.interrupt.name),
      view.interrupt.rows.map(row => h("div", { class: "bb-wish" }, badge(row, 30),
        choice(`wish-${row.seat}`, `${row.seat}`, view.interrupt.wishes, row.watch,
               value => send("watch", { seat: row.seat, value })),
        row.offered && button(`interrupt-${row.seat}`, view.interrupt.button, () => send("interrupt", { seat: row.seat }),
               { disabled: !row.now, "aria-label": row.label,
                 class: `bb-button${row.asked ? " bb-strong" : ""}` }))));

  const whyNot = view => {
    if (!view.asks || view.over) return [];
    const open = Array.isArray(view.why);
    const toggle = button("why", "Why not?", () => send("why", { open: !open }),
                          { "aria-expanded": String(open), title: "What is not legal here, and which rule forbids it" });
    const table = open && h("div", { class: "bb-why" }, view.why.map(group => h("section", {},
      h("h4", {}, group.title),
      h("ul", {}, group.rows.map((row, i) => h("li", { class: row.ok ? "bb-yes" : "bb-no" },
        h("span", { class: "bb-what" }, `${row.ok ? "✓" : "✗"} ${row.what}`),
        h("span", {}, row.ok ? "legal" : row.text, " ",
          !row.ok && row.rule && ruleButton(`why-${group.title}-${i}`, row.rule, row.title,
                                            rule => send("rule", { rule })))))))));
    return [toggle, table];
  };

  const draw = () => {
    const view = model.get("view") ?? {};
    if (!view.look) return;
    redraw(el, () => {
      el.style.setProperty("--bb-seat", view.look.colour);
      head.replaceChildren(badge(view.look, 40),
        h("div", { class: "bb-who" }, h("h3", { class: "bb-headline" }, view.headline),
          view.player && !view.over && h("span", { class: "bb-player" }, view.player)),
        h("div", { class: "bb-dice", role: "group", "aria-label": "Dice" }, view.dice.map(dieFace)));
      rules.replaceChildren(...(view.rules ?? []).map(([rule, title], i) =>
        ruleButton(`rule-${i}`, rule, title, name => send("rule", { rule: name }))));
      body.replaceChildren(...[chance(view), actions(view), interrupt(view)].flat().filter(part => part));
      ask.replaceChildren(...whyNot(view).filter(part => part));
    });
    // Only when they change: otherwise a screen reader would say them at every redraw.
    if (said.textContent !== view.said) said.textContent = view.said;
    error.className = view.bad ? "bb-error" : "bb-error bb-note";
    if (error.textContent !== view.error) error.textContent = view.error;
    board.describe();
  };

  const key = event => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest?.("input, textarea, select, [role=radio], [role=tab], .bb-log")) return;
    const view = model.get("view") ?? {};
    const name = event.key.toLowerCase();
    if (name === "r" && view.chance) send("roll");
    else if (name === "u") send("undo");
    else if (name === "y") send("redo");
    else if (name === "n") send("step", { by: "effect" });
    else if (/^[1-9]$/.test(name) && view.actions?.[name - 1])
      send("act", { action: view.actions[name - 1].id });
    else return;
    event.preventDefault();
  };
  let keys = null;
  const attach = new ResizeObserver(() => {
    if (keys) return;
    keys = el.closest(".bb-table") ?? el;
    // Capturing: the parts inside stop their keys on the way up.
    keys.addEventListener("keydown", key, true);
  });
  attach.observe(el);
  const unfollow = follow(model, draw);
  return () => {
    unfollow();
    close();
    clearTimeout(looking);
    board.stop();
    attach.disconnect();
    keys?.removeEventListener("keydown", key, true);
  };
}

export default { render };
