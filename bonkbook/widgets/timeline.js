// Undo and redo, the steps, the slider over the whole game, autoplay.

const PACES = [[2500, "slow"], [1200, "steady"], [600, "quick"], [200, "very quick"]];

function render({ model, el }) {
  el.classList.add("bb-part", "bb-timeline");
  guard(el);
  const { send, close } = speaker(model, el, () => { waiting = false; go(); });
  const where = h("output", { class: "bb-where" });
  const slider = h("input", {
    type: "range", class: "bb-slider", min: 0, step: 1, "data-key": "slider",
    "aria-label": "The whole game: effect by effect with the arrow keys, a turn with Page Up and Page Down",
  });
  const first = h("div", { class: "bb-row bb-moves" });
  const steps = h("div", { class: "bb-row bb-steps", role: "group", "aria-label": "Step by" });
  const auto = h("div", { class: "bb-row bb-auto" });
  el.append(h("div", { class: "bb-track" }, slider, where), h("div", { class: "bb-bars" }, first, steps, auto,
    h("p", { class: "bb-keys" })));

  // One message under way at a time: a fast drag must not leave a queue behind.
  let waiting = false, wanted = null;
  const go = () => {
    if (wanted === null || waiting) return;
    waiting = true;
    send("go", { at: wanted });
    wanted = null;
  };
  slider.addEventListener("input", () => { wanted = Number(slider.value); go(); });
  slider.addEventListener("keydown", event => {
    const by = { PageUp: "back", PageDown: "turn" }[event.key];
    if (!by) return;
    event.preventDefault();
    send("step", { by });
  });

  let timer = 0;
  const draw = view => {
    if (view.last === undefined) return;
    redraw(el, () => {
      slider.max = view.last;
      if (wanted === null) slider.value = view.at;
      slider.disabled = view.last === 0;
      slider.setAttribute("aria-valuetext", view.text);
      slider.style.setProperty("--bb-done", `${view.last ? (100 * view.at) / view.last : 0}%`);
      el.querySelector(".bb-keys").textContent = `Keys: ${view.keys}, N next effect, U undo, Y redo`;
      where.textContent = view.text + (view.playing && view.waits && !view.over ? " (autoplay waits for you)" : "");
      first.replaceChildren(
        button("undo", "↶ Undo", () => send("undo"),
               { disabled: !view.undo, title: "Undo this play (key U)", "aria-label": "Undo" }),
        button("redo", "↷ Redo", () => send("redo"),
               { disabled: !view.redo, title: "Redo (key Y)", "aria-label": "Redo" }),
        button("before", "‹ Effect", () => send("go", { at: view.at - 1 }),
               { disabled: view.at === 0, title: "Back by one effect", "aria-label": "Back by one effect" }));
      const done = view.over && view.live;
      const step = (by, words, title) => button(`step-${by}`, words, () => send("step", { by }),
        { disabled: done, title, "aria-label": title, "data-main": by === "effect" });
      steps.replaceChildren(h("span", { class: "bb-label", "aria-hidden": true }, "Step by"),
        step("effect", "Effect ›", "Next effect"), step("play", "Play »", "Next play"),
        step("turn", "Turn ⇥", "Go to the end of the turn"), step("end", "End ⤓", "Go to the end"));
      auto.replaceChildren(
        button("auto", view.playing ? "❚❚ Pause" : "▶ Autoplay", () => send("auto", { on: !view.playing }),
               { "aria-pressed": String(view.playing), disabled: done && !view.playing,
                 "aria-label": view.playing ? "Pause autoplay" : "Autoplay",
                 class: "bb-button" + (view.playing ? " bb-strong" : "") }),
        choice("pace", "Pace", PACES, view.pace, value => send("pace", { value: Number(value) })));
    });
    clearTimeout(timer);
    // The browser keeps the time: the kernel never sleeps.
    if (view.playing && !view.waits) timer = setTimeout(() => send("tick"), view.pace);
  };
  const unfollow = follow(model, draw);
  return () => { unfollow(); close(); clearTimeout(timer); };
}

export default { render };
