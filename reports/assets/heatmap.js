"use strict";
// What the run is about by any two factors, everything else as in the setting that others are compared with. All text goes in as text.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const home = document.getElementById("any-two");
  if (!home) return;
  const { factors, policy } = data, count = (factor) => factors[factor].levels.length;
  const fixed = [...data.cells[data.start[0]].at];  // the policy among them can be picked
  const settings = factors.map((_, k) => k).filter((k) => k !== policy);
  const axes = settings.length > 1 ? settings.slice(0, 2) : [settings[0], policy];
  axes.sort((one, other) => count(other) - count(one));  // fewer levels across: a page is narrow
  const selects = [];

  const { make } = elements, { low, high, mean, half } = data.unit, unit = unitOf(data.unit);
  const add = (parent, name, text) => {
    const element = make(name, "", text);
    parent.append(element);
    return element;
  };

  function pick(name, choices, at, set) {
    const label = add(home.querySelector(".picks"), "label", name), select = add(label, "select");
    choices.forEach(([value, text]) => { add(select, "option", text).value = value; });
    select.setAttribute("aria-label", name);
    select.value = at();
    select.addEventListener("change", () => { set(Number(select.value)); show(); });
    selects.push(() => { select.value = at(); });
    return label;
  }

  function heading(row, text, scope) {
    const cell = add(row, "th", text);
    cell.scope = scope;
  }

  function fill(place, cell) {
    if (!cell) { place.textContent = "–"; return; }
    const rate = cell.total / cell.games, shade = high > low ? Math.round(100 * (rate - low) / (high - low)) : 50;
    const [colour, ink] = data.shades[shade];
    place.style.background = colour;
    place.style.color = ink;
    add(place, "b", unit.value(rate));
    add(place, "small", unit.giveOrTake(cell));
  }

  function show() {
    const [down, across] = axes, table = home.querySelector("table"), at = [...fixed];
    const body = make("tbody"), head = make("thead"), row = add(head, "tr");
    heading(row, `${factors[down].label} ↓\n${factors[across].label} →`, "col");
    factors[across].levels.forEach((level) => heading(row, level, "col"));
    factors[down].levels.forEach((level, k) => {
      const line = add(body, "tr");
      heading(line, level, "row");
      factors[across].levels.forEach((_, n) => {
        const place = add(line, "td");
        at[down] = k;
        at[across] = n;
        fill(place, data.cells.find((cell) => cell.at.every((one, f) => one === at[f])));
        if (fixed[down] === k && fixed[across] === n) place.className = "here";
      });
    });
    table.replaceChildren(head, body);
    selects.forEach((update) => update());
    byPolicy.hidden = policy < 0 || axes.includes(policy);
    const rest = factors.map((factor, k) => factor.titles[fixed[k]]).filter((_, k) => !axes.includes(k));
    const outlined = axes.map((k) => factors[k].titles[fixed[k]]).join(", ");
    home.querySelector(".held").textContent = `${mean}, beneath it ${half}. Outlined: ${outlined}.`
      + (rest.length ? ` Everything else held at: ${rest.join(", ")}.` : "");
  }

  const names = factors.map((factor, k) => [k, factor.label]);
  // Whoever picks the other axis again swaps the two.
  const axis = (side) => (factor) => { if (axes[1 - side] === factor) axes[1 - side] = axes[side]; axes[side] = factor; };
  pick("down", names, () => axes[0], axis(0));
  pick("across", names, () => axes[1], axis(1));
  const levels = policy < 0 ? [] : factors[policy].levels.map((level, k) => [k, level]);
  const byPolicy = pick(policy < 0 ? "" : factors[policy].label, levels, () => fixed[policy] ?? "", (level) => { fixed[policy] = level; });
  show();
})();
