"use strict";
// Two settings side by side. All text goes in as text, never as markup.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const home = document.getElementById("explorer");
  const alone = data.cells.length === 1; // nothing to pick, nothing to compare with
  const names = alone ? ["all games"] : ["A", "B"];
  const sides = ["a", "b"];
  const chosen = data.start.slice(0, names.length).map((cell) => [...data.cells[cell].at]);

  const { make } = elements;
  const percent = (share, places = 1) => `${elements.fixed(100 * share, places)} %`;
  const points = (share) => (share < 0 ? "−" : "+") + elements.fixed(Math.abs(100 * share), 1);
  const find = (at) => data.cells.findIndex((cell) => cell.at.every((level, k) => level === at[k]));

  // The greatest difference that the score test does not reject, by halving (Tango 1998), as experiments/statistics/paired.py has it.
  function upperEnd(more, less, games) {
    const square = 1.959963984540054 ** 2;
    let inside = (more - less) / games, outside = 1;
    for (let round = 0; round < 60; round++) {
      const trial = (inside + outside) / 2;
      const b = (2 * games - more + less) * trial - more - less;
      const q = (Math.sqrt(b * b + 8 * games * less * trial * (1 - trial)) - b) / (4 * games);
      const variance = games * (2 * q + trial * (1 - trial));
      if ((games * trial - (more - less)) ** 2 > square * variance) outside = trial; else inside = trial;
    }
    return (inside + outside) / 2;
  }

  // Deals that both have played: of a run that is not finished some cells have more than others.
  const deals = (a, b) => Math.min(a.games, b.games);

  // B minus A on the same deals; without counts of pairs from both intervals (Newcombe 1998).
  function difference(first, second) {
    const [a, b] = [data.cells[first], data.cells[second]];
    if (data.pairs) {
      const less = data.pairs[first][second], more = data.pairs[second][first], games = deals(a, b);
      return [(more - less) / games, -upperEnd(less, more, games), upperEnd(more, less, games)];
    }
    const [p, q] = [a.wins / a.games, b.wins / b.games];
    return [q - p, q - p - Math.hypot(q - b.low, a.high - p), q - p + Math.hypot(b.high - q, p - a.low)];
  }

  function control(factor, k, side) {
    const id = `pick-${side}-${k}`, last = factor.levels.length - 1;
    const set = (level) => { chosen[side][k] = Number(level); show(); };
    if (factor.numeric) {
      const box = make("div", "control"), label = make("label", "name", factor.label);
      const slider = make("input"), output = make("output", "", factor.levels[chosen[side][k]]);
      label.htmlFor = slider.id = id;
      Object.assign(slider, { type: "range", min: 0, max: last, step: 1, value: chosen[side][k] });
      const tell = () => {
        output.textContent = factor.levels[slider.value];
        slider.setAttribute("aria-valuetext", factor.titles[slider.value]);
      };
      output.htmlFor = id;
      slider.addEventListener("input", () => { tell(); set(slider.value); });
      tell();
      box.append(label, slider, output);
      return box;
    }
    if (last > 6) {
      const box = make("div", "control"), label = make("label", "name", factor.label), select = make("select");
      label.htmlFor = select.id = id;
      factor.levels.forEach((level, at) => { const option = make("option", "", level); option.value = at; select.append(option); });
      select.value = chosen[side][k];
      select.addEventListener("change", () => set(select.value));
      box.append(label, select);
      return box;
    }
    const box = make("fieldset", "control"), choices = make("div", "choices");
    box.append(make("legend", "", factor.label), choices);
    factor.levels.forEach((level, at) => {
      const label = make("label"), radio = make("input");
      Object.assign(radio, { type: "radio", name: id, value: at, checked: at === chosen[side][k] });
      radio.addEventListener("change", () => set(at));
      label.title = factor.titles[at];
      label.append(radio, level);
      choices.append(label);
    });
    return box;
  }

  // A bar from 0; with an interval, a thin line over its end.
  function track(share, low, high) {
    const box = make("span", "track"), bar = make("span");
    bar.style.width = `${100 * share}%`;
    box.append(bar);
    if (high !== undefined) {
      const line = make("span", "span");
      line.style.left = `${100 * low}%`;
      line.style.width = `${Math.max(0.5, 100 * (high - low))}%`;
      box.append(line);
    }
    return box;
  }

  function addRow(body, heading, cells, draw) {
    const row = make("tr"), head = make("th", "", heading);
    head.scope = "row";
    row.append(head);
    cells.forEach((cell, side) => {
      const place = make("td", sides[side]);
      if (cell) draw(place, cell); else place.textContent = "not played";
      row.append(place);
    });
    body.append(row);
  }

  function addPart(body, text) {
    const row = make("tr", "part"), head = make("th", "", text);
    head.colSpan = 1 + names.length;
    head.scope = "colgroup";
    row.append(head);
    body.append(row);
  }

  // A mean comes with half the width of its 95 % interval; one game, or games that are all alike, have none.
  function writeMean(place, [mean, half], games, of = "") {
    const alike = mean === 0 ? "never" : "always";
    const give = games === 1 ? "one game" : half === 0 ? `${alike} in ${games.toLocaleString("en")} games` : `±${elements.fixed(half, 2)}`;
    place.append(`${elements.fixed(mean, 2)}${of} `, make("small", "give", give));
  }

  function addTokens(body, cells) {
    const most = Math.max(...cells.flatMap((cell) => (cell ? cell.tokens.map(([mean, half]) => mean + half) : [])), 1e-9);
    addPart(body, "Tokens lost a game, by cause");
    data.causes.forEach((label, k) => addRow(body, label, cells, (place, cell) => {
      const [mean, half] = cell.tokens[k];
      writeMean(place, cell.tokens[k], cell.games);
      place.append(track(mean / most, Math.max(0, mean - half) / most, (mean + half) / most));
    }));
  }

  // Wilson's interval of a share (1927), as experiments/statistics/intervals.py has it.
  function wilson(count, games) {
    const square = 1.959963984540054 ** 2, p = count / games;
    const middle = (p + square / (2 * games)) / (1 + square / games);
    const half = Math.sqrt(square * (p * (1 - p) + square / (4 * games)) / games) / (1 + square / games);
    return [Math.max(0, middle - half), Math.min(1, middle + half)];
  }

  // Shares of lost games, with their intervals.
  function addShares(body, heading, labels, cells, key) {
    addPart(body, heading);
    labels.forEach((label, k) => addRow(body, label, cells, (place, cell) => {
      const lost = cell.games - cell.wins, count = cell[key][k] ?? 0;
      if (!lost) { place.textContent = "–"; return; }
      place.append(percent(count / lost, 0), track(count / lost, ...wilson(count, lost)));
    }));
  }

  function fill(cells) {
    const body = make("tbody");
    addRow(body, "games won", cells, (place, cell) => {
      const rate = cell.wins / cell.games;
      place.append(make("span", "rate", percent(rate)), track(rate, cell.low, cell.high));
      place.append(make("small", "", `${percent(cell.low)} to ${percent(cell.high)}, ${cell.games.toLocaleString("en")} games`));
    });
    const means = {
      "goods delivered": "goods", "goods delivered in lost games": "goodsLost", "turns": "turns", "tokens lost": "lost",
      "timetable cards lost to the clock": "cardsLost", "cards unspent at the end": "unspent", "head-ons": "headOns",
    };
    for (const [heading, key] of Object.entries(means))
      addRow(body, heading, cells, (place, cell) => {
        if (cell[key] === null) { place.textContent = "–"; return; }
        const of = key.startsWith("goods") && cell.required ? ` of ${cell.required}` : "";
        writeMean(place, cell[key], key === "goodsLost" ? cell.games - cell.wins : cell.games, of);
      });
    addTokens(body, cells);
    if (cells.some((cell) => cell && cell.games > cell.wins)) {
      addShares(body, "How lost games end", data.endings, cells, "endings");
      const longest = Math.max(...cells.map((cell) => (cell ? cell.near.length : 0)));
      const goods = Array.from({ length: longest }, (_, k) => `${k} ${k === 1 ? "good" : "goods"}`);
      addShares(body, "Lost games by goods delivered", goods, cells, "near");
    }
    return body;
  }

  function verdict(found) {
    if (found.includes(-1)) return "One of the two has not been played.";
    if (found[0] === found[1]) return "A and B are the same setting.";
    const [change, low, high] = difference(...found);
    const cells = found.map((k) => data.cells[k]), count = (games) => games.toLocaleString("en");
    const how = data.pairs ? `${count(deals(...cells))} deals that both played` : "both intervals, without pairing of deals";
    const sure = low > 0 || high < 0 ? "" : " That is not clear of chance.";
    const unequal = cells[0].games !== cells[1].games;
    const rates = cells.map((cell) => percent(cell.wins / cell.games) + (unequal ? ` of ${count(cell.games)} games` : ""));
    return `A wins ${rates[0]}, B ${rates[1]}: a difference of ${points(change)} points (${points(low)} to ${points(high)}; from ${how}).${sure}`;
  }

  function show() {
    const found = chosen.map(find), cells = found.map((k) => data.cells[k]);
    const table = home.querySelector(".versus"), head = make("thead"), row = make("tr");
    ["", ...names].forEach((text) => { const cell = make("th", "", text); cell.scope = "col"; row.append(cell); });
    head.append(row);
    table.replaceChildren(head, fill(cells));
    if (!alone) home.querySelector(".verdict").textContent = verdict(found);
  }

  if (!alone) chosen.forEach((_, side) => {
    const box = make("fieldset", "side");
    box.append(make("legend", "", names[side]));
    data.factors.forEach((factor, k) => box.append(control(factor, k, side)));
    home.querySelector(".sides").append(box);
  });
  show();
})();
