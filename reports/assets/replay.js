// The replay viewer (reports/replay_page.py). Names in the data come from files: they become text and attributes, never markup.
"use strict";
(() => {
  const SVG = "http://www.w3.org/2000/svg";
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const narrow = matchMedia("(max-width: 640px)");
  const SLOTS = [[0, -17], [-22, 12], [22, 12], [-22, -14], [22, -14]]; // of trains in one city
  const PAUSE = 1100; // milliseconds between steps at speed 1
  const PER_PIXEL = 5; // milliseconds of a run
  const BAD = new Set(["tokens", "clock-out"]);

  const make = (name, className, text) => {
    const element = document.createElement(name);
    if (className) element.className = className;
    if (text !== undefined) element.textContent = text;
    return element;
  };
  const show = (element, shown) => element.toggleAttribute("hidden", !shown);

  // The state after every step: each sets some keys of the one before.
  function unfold(steps) {
    let state = {};
    let turn = 0;
    return steps.map((step) => {
      state = Object.assign({}, state, step.set);
      if (step.card) state.card = step.card;
      turn = step.turn || turn;
      return { step, state, turn };
    });
  }

  function begin(root) {
    const data = JSON.parse(root.querySelector(".replay-data").textContent);
    const find = (selector) => root.querySelector(selector);
    const all = (selector) => [...root.querySelectorAll(selector)];
    const named = (attribute) => new Map(all(`[${attribute}]`).map((e) => [e.getAttribute(attribute), e]));
    const board = find("svg.board");
    const whole = board.getAttribute("viewBox").split(" ").map(Number);
    const trains = named("data-train");
    const junctions = named("data-junction");
    const fields = named("data-field");
    const slider = find(".replay-slider");
    const follow = find(".replay-follow input");
    let game, moments, at = 0, playing = 0, frame = 0, zoom = 0, view = whole, linkLater = 0;

    // ---- the board
    function put(train, x, y, angle) {
      const element = trains.get(train);
      element.setAttribute("transform", `translate(${x} ${y})`);
      const radians = (angle * Math.PI) / 180;
      const [dx, dy] = [Math.cos(radians), Math.sin(radians)];
      element.querySelector(".arrow").setAttribute("transform", `rotate(${angle})`);
      const number = element.querySelector("text");
      number.setAttribute("x", -4 * dx);
      number.setAttribute("y", -4 * dy + 4);
      const cargo = element.querySelector(".cargo");
      cargo.setAttribute("cx", -16 * dx);
      cargo.setAttribute("cy", -16 * dy);
    }

    function drawTrains(state) {
      const taken = new Map();
      for (const [train, element] of trains) {
        const [cell, heading, good] = state[`train:${train}`] || [null, null, null];
        element.dataset.at = cell || "";
        element.dataset.heading = heading || "";
        element.dataset.good = good || "";
        show(element, cell !== null);
        if (cell === null) continue;
        let [x, y, angles] = data.cells[cell];
        if (heading === null) { // in a city: beside its letter and beside others
          const slot = taken.get(cell) || 0;
          taken.set(cell, slot + 1);
          x += SLOTS[slot % SLOTS.length][0];
          y += SLOTS[slot % SLOTS.length][1];
        }
        put(train, x, y, heading === null ? 0 : angles[heading]);
      }
    }

    function drawSwitches(state) {
      for (const [junction, element] of junctions) {
        const open = state[`switch:${junction}`] || [];
        element.dataset.open = open.join(" ");
        const ends = open.map((line) => {
          for (const arm of element.querySelectorAll(".arm")) if (arm.dataset.line === line) return arm.dataset.end;
          return element.dataset.middle;
        });
        const curve = open.length ? `M${ends[0]}Q${element.dataset.middle} ${ends[1]}` : "";
        element.querySelector(".joined").setAttribute("d", curve);
        for (const arm of element.querySelectorAll(".arm")) show(arm, open.length && !open.includes(arm.dataset.line));
      }
    }

    // Where a mark of a step stands: [x, y, radius].
    function place(mark) {
      const cut = mark.indexOf(":");
      const [kind, name] = [mark.slice(0, cut), mark.slice(cut + 1)];
      if (kind === "cell") return [data.cells[name][0], data.cells[name][1], 27];
      if (kind === "junction") return [...junctions.get(name).dataset.middle.split(" ").map(Number), 23];
      const element = kind === "field" ? fields.get(name) : trains.get(name);
      const shift = /translate\(([-\d.]+)[ ,]([-\d.]+)\)/.exec(element.getAttribute("transform") || "");
      return shift ? [Number(shift[1]), Number(shift[2]), kind === "field" ? 14 : 24] : null;
    }

    function drawMarks(step) {
      const bad = BAD.has(step.kind) || step.kind === "stop";
      const marks = (step.marks || []).map(place).filter(Boolean);
      const layer = find(".marks");
      layer.replaceChildren(...marks.map(([x, y, radius]) => {
        const ring = document.createElementNS(SVG, "circle");
        ring.setAttribute("cx", x);
        ring.setAttribute("cy", y);
        ring.setAttribute("r", radius);
        if (bad) ring.setAttribute("class", "bad");
        return ring;
      }));
      const way = step.way || [];
      find(".way").setAttribute("d", way.length ? `M${way.join(" ")}` : "");
      for (const [train, element] of trains) element.classList.toggle("acting", train === step.train);
      look(marks, way, step.train);
    }

    // ---- moving pictures
    function run(step, done) {
      const points = [];
      for (let k = 0; k < step.way.length; k += 2) points.push([step.way[k], step.way[k + 1]]);
      const lengths = points.slice(1).map(([x, y], k) => Math.hypot(x - points[k][0], y - points[k][1]));
      const length = lengths.reduce((sum, part) => sum + part, 0);
      const speed = Number(find(".replay-speed select").value);
      const time = Math.min(2600, Math.max(350, length * PER_PIXEL)) / speed;
      let start = null;
      const draw = (now) => {
        start ??= now;
        const share = (now - start) / time;
        if (share >= 1) return done();
        let left = length * share * (2 - share), k = 0;
        while (k < lengths.length - 1 && left > lengths[k]) left -= lengths[k++];
        const [[ax, ay], [bx, by]] = [points[k], points[k + 1]];
        const part = lengths[k] ? left / lengths[k] : 0;
        put(step.train, ax + part * (bx - ax), ay + part * (by - ay), (Math.atan2(by - ay, bx - ax) * 180) / Math.PI);
        frame = requestAnimationFrame(draw);
      };
      trains.get(step.train).setAttribute("data-running", "");
      frame = requestAnimationFrame(draw);
    }

    function still() {
      cancelAnimationFrame(frame);
      for (const element of trains.values()) element.removeAttribute("data-running");
    }

    // Close-up: the part of the board where it happens, never less than a third of it.
    function look(marks, way, train) {
      const points = marks.map(([x, y]) => [x, y]);
      for (let k = 0; k < way.length; k += 2) points.push([way[k], way[k + 1]]);
      const cell = train && trains.get(train).dataset.at;
      if (cell) points.push(data.cells[cell]);
      let target = whole;
      if (follow.checked && points.length) {
        const [xs, ys] = [points.map((p) => p[0]), points.map((p) => p[1])];
        const [left, right, top, low] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
        const needed = Math.max((right - left + 200) / whole[2], (low - top + 200) / whole[3], 0.42);
        const scale = Math.min(1, needed);
        const [width, height] = [whole[2] * scale, whole[3] * scale];
        const within = (middle, size, most) => Math.min(Math.max(middle - size / 2, 0), most - size);
        target = [within((left + right) / 2, width, whole[2]), within((top + low) / 2, height, whole[3]), width, height];
      } else if (follow.checked) target = view;
      board.classList.toggle("close", target[2] < whole[2]);
      cancelAnimationFrame(zoom);
      const from = view, begun = performance.now();
      const draw = (now) => {
        const share = calm.matches ? 1 : Math.min(1, Math.max(0, (now - begun) / 300));
        view = target.map((end, k) => from[k] + (end - from[k]) * share);
        board.setAttribute("viewBox", view.map((n) => n.toFixed(1)).join(" "));
        if (share < 1) zoom = requestAnimationFrame(draw);
      };
      if (String(target) !== String(view)) draw(begun);
    }

    // ---- the panel
    function cardsInto(row, counts) {
      row.dataset.cards = counts.join(",");
      row.querySelectorAll("td").forEach((cell, kind) => { cell.textContent = counts[kind] || "·"; });
    }

    function pips(cell, count, colour) {
      if (cell.dataset.count === String(count)) return;
      cell.dataset.count = count;
      const discs = count > 4 ? [make("i", `good ${colour}`), `×${count}`] : Array.from({ length: count }, () => make("i", `good ${colour}`));
      cell.replaceChildren(...discs);
      cell.setAttribute("aria-label", count);
    }

    function drawPanel(state) {
      Object.assign(root.dataset, { turn: state.turn, seat: state.seat });
      const clock = find(".clock");
      clock.dataset.clock = state.clock;
      clock.querySelector(".number").textContent = state.clock;
      clock.querySelector(".tokens").replaceChildren(
        ...Array.from({ length: Math.min(game.tokens, 24) }, (_, k) => make("i", k < state.clock ? "token" : "token gone")));
      const timetable = find(".timetable");
      Object.assign(timetable.dataset, { left: state.left, bottom: state.bottom || "", executed: state.cards });
      const symbols = state.card ? data.cards[state.card] || [] : [];
      timetable.querySelector(".card").replaceChildren(
        make("b", "", state.card || ""), ...symbols.map((symbol) => make("i", `symbol ${symbol}`, symbol)));
      timetable.querySelector(".left").textContent =
        `${state.left} left${state.bottom ? `, ${state.bottom} last` : ""}`;
      const aboard = {};
      for (const train of trains.keys()) {
        const [cell, , good] = state[`train:${train}`] || [null, null, null];
        if (good) aboard[good] = (aboard[good] || 0) + 1;
        for (const chip of all(".depot [data-depot]")) if (chip.dataset.depot === train) show(chip, cell === null && `train:${train}` in state);
      }
      let home = 0;
      for (const row of all(".goods tbody tr")) {
        const colour = row.querySelector("[data-aboard]").dataset.aboard;
        for (const cell of row.querySelectorAll("td")) {
          let count = aboard[colour] || 0;
          if (cell.dataset.waiting) count = state[`goods:${cell.dataset.waiting}`];
          if (cell.dataset.home) home += count = state[`home:${cell.dataset.home}`];
          pips(cell, count, colour);
        }
      }
      find(".goal").textContent = `${home} delivered, ${game.required} needed`;
      find(".goal").dataset.delivered = home;
      for (const row of all("[data-hand]")) {
        const hand = state[`hand:${row.dataset.hand}`];
        show(row, hand);
        cardsInto(row, hand || [0, 0, 0]);
        row.classList.toggle("active", state.turn > 0 && Number(row.dataset.hand) === state.seat);
      }
      cardsInto(find("[data-pile]"), state.pile);
      cardsInto(find("[data-discards]"), state.discards);
      for (const chip of all("[data-helper]")) {
        chip.dataset.unused = Number(state.helpers.includes(chip.dataset.helper));
        show(chip, game.helpers.includes(chip.dataset.helper));
      }
      for (const stock of all("[data-stock]")) {
        stock.dataset.count = state[`goods:${stock.dataset.stock}`];
        stock.querySelector("text").textContent = stock.dataset.count;
      }
      const green = new Set(state.signals);
      for (const [field, element] of fields) element.dataset.green = Number(green.has(field));
    }

    function drawWords(moment) {
      const { step, turn } = moment;
      find(".replay-where").textContent = `${turn ? `Turn ${turn} · ` : ""}step ${at} of ${moments.length - 1}`;
      const now = find(".replay-now");
      now.dataset.kind = step.kind;
      now.classList.toggle("won", step.won === true);
      now.classList.toggle("lost", step.won === false);
      find(".replay-words").replaceChildren(...step.words.map((line) => make("p", "", line)));
      const dice = find(".replay-dice");
      show(dice, Boolean(step.dice));
      const colour = step.train && step.kind === "stop" ? step.train.split("-")[0] : "";
      dice.replaceChildren(...(step.dice || []).map((face) => make("i", `die ${colour}`, face)));
      const why = find(".replay-why");
      show(why, Boolean(step.why));
      why.querySelector("div").replaceChildren(...(step.why || []).map(weighed));
    }

    function weighed([heading, rows, more]) {
      const block = make("div", "weighed");
      block.append(make("p", "", heading));
      const list = make("ol");
      for (const [chosen, choice, chance, gain, terms] of rows) {
        const item = make("li", chosen === 1 ? "chosen" : "");
        item.append(make("span", "choice", choice), make("b", "gain", [chance, gain].filter(Boolean).join(" · ")));
        if (terms) item.append(make("small", "", terms));
        list.append(item);
      }
      if (rows.length) block.append(list);
      if (more) block.append(make("p", "more", more));
      return block;
    }

    function drawLog(turn) {
      const log = find(".replay-log");
      if (log.dataset.turn !== String(turn)) {
        log.dataset.turn = turn;
        log.replaceChildren();
        moments.forEach((moment, number) => {
          if (moment.turn !== turn) return;
          const line = make("button", `line ${moment.step.kind}`);
          line.type = "button";
          line.dataset.step = number;
          line.append(...moment.step.words.map((words) => make("span", "", words)));
          log.append(line);
        });
      }
      for (const line of log.children) {
        const here = Number(line.dataset.step) === at;
        if (here) line.setAttribute("aria-current", "step");
        else line.removeAttribute("aria-current");
        if (here) log.scrollTop = Math.max(0, line.offsetTop - log.clientHeight / 2);
      }
    }

    function drawTurns() {
      const chips = [];
      moments.forEach(({ step, turn }, number) => {
        if (step.turn || number === 0) {
          const chip = make("button", "turn");
          chip.type = "button";
          chip.dataset.step = number;
          chip.dataset.turn = turn;
          chip.append(make("span", "came"), make("b", "", turn || "0"), make("span", "lost"));
          chip.title = turn ? `Turn ${turn}` : "Setup";
          chips.push(chip);
        }
        const [came, , lost] = chips[chips.length - 1].children;
        if (step.kind === "deliver") {
          const before = moments[number - 1].state[`train:${step.train}`];
          came.append(make("i", `good ${before[2]}`));
        }
        if (step.kind === "tokens") lost.textContent = `−${Number(lost.textContent.slice(1)) + moments[number - 1].state.clock - moments[number].state.clock}`;
      });
      find(".replay-turns").replaceChildren(...chips);
    }

    // ---- going through the game
    function go(number, animate) {
      const before = at, held = root.contains(document.activeElement) ? document.activeElement : null;
      at = Math.max(0, Math.min(moments.length - 1, number));
      const { step, state, turn } = moments[at];
      still();
      drawTrains(state);
      drawSwitches(state);
      drawPanel(state);
      drawWords(moments[at]);
      drawLog(turn);
      drawMarks(step);
      // a line of the story that is gone takes the focus with it, and keys would no longer reach the viewer
      if (held && !held.getClientRects().length) root.focus({ preventScroll: true });
      root.dataset.step = at;
      root.dataset.steps = moments.length - 1;
      slider.value = at;
      slider.setAttribute("aria-valuetext", `step ${at}${turn ? `, turn ${turn}` : ""}`);
      for (const chip of find(".replay-turns").children) {
        const here = Number(chip.dataset.turn) === turn;
        if (here) chip.setAttribute("aria-current", "true");
        else chip.removeAttribute("aria-current");
      }
      const moves = animate && at === before + 1 && step.way && step.train && !calm.matches;
      const goOn = () => { if (playing) playing = setTimeout(next, PAUSE / Number(find(".replay-speed select").value)); };
      clearTimeout(playing || undefined);
      if (playing && at === moments.length - 1) pause();
      if (moves) run(step, () => { still(); drawTrains(state); goOn(); });
      else goOn();
      if (data.page) link();
    }

    const next = () => go(at + 1, true);

    function pause() {
      clearTimeout(playing);
      playing = 0;
      root.removeAttribute("data-playing");
      find('[data-go="play"]').setAttribute("aria-label", "Play");
    }

    function play() {
      root.setAttribute("data-playing", "");
      find('[data-go="play"]').setAttribute("aria-label", "Pause");
      playing = -1;
      if (at === moments.length - 1) go(0);
      else next();
    }

    function turnFrom(direction) {
      const starts = [...find(".replay-turns").children].map((chip) => Number(chip.dataset.step));
      const wanted = direction > 0 ? starts.find((step) => step > at) : starts.filter((step) => step < at).pop();
      return wanted ?? (direction > 0 ? moments.length - 1 : 0);
    }

    const ways = {
      first: () => go(0),
      last: () => go(moments.length - 1),
      back: () => go(at - 1),
      on: next,
      "turn-back": () => go(turnFrom(-1)),
      "turn-on": () => go(turnFrom(1)),
      play: () => (playing ? pause() : play()),
    };
    const keys = { Home: "first", End: "last", ArrowLeft: "back", ArrowRight: "on", PageUp: "turn-back", PageDown: "turn-on", " ": "play" };

    function take(way) {
      if (way !== "play" && playing) pause();
      ways[way]();
    }

    function link() { // not at every step: browsers limit how often an address may change
      clearTimeout(linkLater);
      linkLater = setTimeout(() => history.replaceState(null, "", `#step=${at}`), 250);
    }

    function fromLink() {
      const wanted = data.page && /^#step=(\d+)$/.exec(location.hash);
      return wanted ? Number(wanted[1]) : null;
    }

    function choose(number) {
      pause();
      game = data.games[number];
      moments = unfold(game.steps);
      slider.max = moments.length - 1;
      find(".replay-title").textContent = game.title[0];
      find(".replay-setup").textContent = game.title[1];
      for (const button of all("[data-game]")) button.setAttribute("aria-pressed", Number(button.dataset.game) === number);
      find(".replay-log").dataset.turn = ""; // of another game
      drawNumbers();
      drawTurns();
      at = 0;
      go(fromLink() ?? 0);
    }

    function drawNumbers() { // V5 deals the numbers of start places
      for (const element of all(".start[data-cell]")) {
        const numbers = game.numbers[element.dataset.cell] || [];
        const text = element.querySelector("text");
        text.textContent = numbers.length < 4 ? numbers.join(",") : `${Math.min(...numbers)}–${Math.max(...numbers)}`;
        text.dataset.letters = text.textContent.length;
      }
    }

    root.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (!button || !root.contains(button)) return;
      if (button.dataset.go) take(button.dataset.go);
      else if (button.dataset.game) choose(Number(button.dataset.game));
      else if (button.dataset.step) { pause(); go(Number(button.dataset.step)); }
    });
    slider.addEventListener("input", () => { pause(); go(Number(slider.value)); });
    follow.addEventListener("change", () => drawMarks(moments[at].step));
    document.addEventListener("keydown", (event) => {
      const target = event.target;
      const ours = data.page || root.contains(target);
      if (!ours || event.ctrlKey || event.metaKey || event.altKey || !keys[event.key] || target.matches("select")) return;
      // a space presses the button or box that was reached by keyboard
      if (event.key === " " && target.matches("button:focus-visible, summary, input[type=checkbox]")) return;
      event.preventDefault();
      take(keys[event.key]);
    });
    if (data.page) addEventListener("hashchange", () => { const step = fromLink(); if (step !== null && step !== at) { pause(); go(step); } });
    follow.checked = narrow.matches && board.classList.contains("large");
    choose(0);
    root.dataset.ready = "";
  }

  document.querySelectorAll(".replay").forEach(begin);
})();
