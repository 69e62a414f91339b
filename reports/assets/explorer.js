"use strict";
// Two settings side by side. All text goes in as text, never as markup.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const home = document.getElementById("explorer");
  const alone = data.cells.length === 1; // nothing to pick, nothing to compare with
  const names = alone ? ["all games"] : ["A", "B"];
  const sides = ["a", "b"];
  const chosen = data.start.slice(0, names.length).map((cell) => [...data.cells[cell].at]);

  const { make } = elements, { share, heading, verb } = data.unit, unit = unitOf(data.unit);
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
  const deals = (a, b) => data.products?.games ?? Math.min(a.games, b.games);

  // Student's paired interval, from sums over the deals that all cells have met.
  function differenceOfMeans({ games, reach, sums, products }, first, second) {
    const total = sums[second] - sums[first], mean = total / games;
    const squares = products[first][first] + products[second][second] - 2 * products[first][second];
    const half = reach * Math.sqrt(Math.max(0, squares - total * mean) / (games - 1) / games);
    return [mean, mean - half, mean + half];
  }

  // B minus A on the same deals; without counts of pairs from both intervals (Newcombe 1998).
  function difference(first, second) {
    const [a, b] = [data.cells[first], data.cells[second]];
    if (data.products) return differenceOfMeans(data.products, first, second);
    if (data.pairs) {
      const less = data.pairs[first][second], more = data.pairs[second][first], games = deals(a, b);
      return [(more - less) / games, -upperEnd(less, more, games), upperEnd(more, less, games)];
    }
    const [p, q] = [a.total / a.games, b.total / b.games];
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

  function addParts(body, { heading, labels }, number, cells) {
    const found = cells.map((cell) => cell?.parts[number]);
    const most = Math.max(...found.flatMap((parts) => (parts ? parts.map(([mean, half]) => mean + half) : [])), 1e-9);
    addPart(body, heading);
    labels.forEach((label, k) => addRow(body, label, cells, (place, cell) => {
      const [mean, half] = cell.parts[number][k];
      writeMean(place, cell.parts[number][k], cell.games);
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

  // Shares of the games that are counted so, with their intervals; labels are numbers where the game has no words for them.
  function addShares(body, { heading, labels, low }, number, cells) {
    const found = cells.map((cell) => cell?.shares[number] ?? []), longest = Math.max(...found.map((counts) => counts.length));
    if (!found.flat().some((count) => count)) return;
    addPart(body, heading);
    (labels ?? Array.from({ length: longest }, (_, k) => `${low + k}`)).forEach((label, k) => addRow(body, label, cells, (place, cell) => {
      const counts = cell.shares[number], games = counts.reduce((sum, count) => sum + count, 0), count = counts[k] ?? 0;
      if (!games) { place.textContent = "–"; return; }
      place.append(`${elements.fixed(100 * count / games, 0)} %`, track(count / games, ...wilson(count, games)));
    }));
  }

  // Where a value stands on the way from 0, or the lowest, to the highest; a share of all games.
  const ends = share ? [0, 1] : [Math.min(0, ...data.cells.map((cell) => cell.low)), Math.max(1e-9, ...data.cells.map((cell) => cell.high))];
  const onTrack = (value) => (value - ends[0]) / (ends[1] - ends[0]);

  function fill(cells) {
    const body = make("tbody");
    addRow(body, heading, cells, (place, cell) => {
      const rate = cell.total / cell.games;
      place.append(make("span", "rate", unit.value(rate)), track(onTrack(rate), onTrack(cell.low), onTrack(cell.high)));
      place.append(make("small", "", `${unit.value(cell.low)} to ${unit.value(cell.high)}, ${cell.games.toLocaleString("en")} games`));
    });
    data.means.forEach((label, k) => addRow(body, label, cells, (place, cell) => {
      if (!cell.means[k]) { place.textContent = "–"; return; }
      writeMean(place, cell.means[k], cell.means[k][2], cell.required[k] ? ` of ${cell.required[k]}` : "");
    }));
    data.parts.forEach((each, number) => addParts(body, each, number, cells));
    data.shares.forEach((each, number) => addShares(body, each, number, cells));
    return body;
  }

  function verdict(found) {
    if (found.includes(-1)) return "One of the two has not been played.";
    if (found[0] === found[1]) return "A and B are the same setting.";
    const [change, low, high] = difference(...found);
    const cells = found.map((k) => data.cells[k]), count = (games) => games.toLocaleString("en");
    const how = data.pairs || data.products ? `${count(deals(...cells))} deals that both played` : "both intervals, without pairing of deals";
    const sure = low > 0 || high < 0 ? "" : " That is not clear of chance.";
    const unequal = cells[0].games !== cells[1].games;
    const rates = cells.map((cell) => unit.value(cell.total / cell.games) + (unequal ? ` of ${count(cell.games)} games` : ""));
    const { difference: by } = unit, what = share ? "" : ` ${heading}`;
    return `A ${verb} ${rates[0]}, B ${rates[1]}${what}: a difference of ${by(change)}${share ? " points" : ""} (${by(low)} to ${by(high)}; from ${how}).${sure}`;
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
