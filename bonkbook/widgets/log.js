// What happened, a line an effect; the lines come by messages, `view.at` says where the table stands.

function render({ model, el }) {
  el.classList.add("bb-part", "bb-logpart");
  guard(el);
  const { send, close } = speaker(model, el);
  const list = h("ol", { class: "bb-log", "aria-label": "What happened", role: "list" });
  const empty = h("p", { class: "bb-empty" }, "Nothing has happened yet.");
  const older = h("p", { class: "bb-empty", hidden: true }, "Older entries are hidden.");
  el.append(h("h4", { class: "bb-title" }, "Log"), older, empty, list);
  let lines = [], shown = null;

  const entry = ([stop, letter, colour, ink, text, rule, title]) => h("li", { "data-stop": stop },
    h("span", { class: "bb-letter", "aria-hidden": "true", style: `background:${colour};color:${ink}` }, letter),
    h("button", { type: "button", class: "bb-line", tabindex: "-1", title: "Show this moment",
                  onclick: () => send("go", { at: stop }) }, text),
    ruleButton(null, rule, title, name => send("rule", { rule: name }), { tabindex: "-1" }));

  const mark = () => {
    const at = model.get("view")?.at ?? 0;
    let current = null;
    for (const item of list.children) {
      const stop = Number(item.getAttribute("data-stop"));
      item.classList.toggle("bb-later", stop > at);
      const here = stop === at;
      if (here) current = item;
      if (here) item.setAttribute("aria-current", "step");
      else item.removeAttribute("aria-current");
      for (const one of item.querySelectorAll("button")) one.tabIndex = here ? 0 : -1;
    }
    shown = current ?? list.lastElementChild;
    if (!current) shown?.querySelectorAll("button").forEach(one => { one.tabIndex = 0; });
    reach();
  };

  /** Scrolls to where the table stands; scrollIntoView would scroll the notebook too. */
  const reach = () => {
    if (!shown) return;
    const low = shown.offsetTop + shown.offsetHeight - list.clientHeight;
    if (list.scrollTop < low) list.scrollTop = low + 4;
    if (list.scrollTop > shown.offsetTop - 4) list.scrollTop = shown.offsetTop - 4;
  };
  const resized = new ResizeObserver(reach);  // what is above it may take its room
  resized.observe(list);

  // {from, lines, cut}: the lines from stop `from` on are replaced.
  const heard = message => {
    if (message?.kind !== "lines") return;
    lines = lines.filter(line => line[0] < message.from);
    while (list.children.length > lines.length) list.lastElementChild.remove();
    lines.push(...message.lines);
    list.append(...message.lines.map(entry));
    empty.hidden = lines.length > 0;
    if (message.from === 0) older.hidden = !message.cut;
    mark();
  };
  list.addEventListener("keydown", event => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const item = event.target.closest("li");
    if (!step || !item) return;
    event.preventDefault();
    const next = step > 0 ? item.nextElementSibling : item.previousElementSibling;
    const kind = event.target.classList.contains("bb-rule") ? ".bb-rule" : ".bb-line";
    next?.querySelector(kind)?.focus();
  });
  model.on("msg:custom", heard);
  const unfollow = follow(model, mark);
  send("hello");
  return () => { close(); resized.disconnect(); unfollow(); model.off("msg:custom", heard); };
}

export default { render };
