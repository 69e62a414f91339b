// The board of a replay: trains, switches, what a step is about, and the part of it that is shown.
"use strict";
const replayBoard = (() => {
  const SVG = "http://www.w3.org/2000/svg";
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const SLOTS = [[0, -17], [-22, 12], [22, 12], [-22, -14], [22, -14]]; // of trains in one city
  const PER_PIXEL = 5; // milliseconds of a run
  const BAD = new Set(["tokens", "clock-out", "stop"]);
  const { show } = elements;

  return (root, cells) => {
    const named = (attribute) => new Map([...root.querySelectorAll(`[${attribute}]`)].map((e) => [e.getAttribute(attribute), e]));
    const board = root.querySelector("svg.board"), follow = root.querySelector(".replay-follow input");
    const whole = board.getAttribute("viewBox").split(" ").map(Number);
    const trains = named("data-train"), junctions = named("data-junction"), fields = named("data-field");
    let frame = 0, zoom = 0, view = whole;

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
        let [x, y, angles] = cells[cell];
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
          for (const arm of element.querySelectorAll(".arm")) if (arm.dataset.line === line) return arm.getAttribute("transform").slice("translate(".length, -1);
          return element.dataset.middle;
        });
        const curve = open.length ? `M${ends[0]}Q${element.dataset.middle} ${ends[1]}` : "";
        element.querySelector(".joined").setAttribute("d", curve);
        for (const arm of element.querySelectorAll(".arm")) show(arm, open.length && !open.includes(arm.dataset.line));
      }
    }

    function drawSignals(state) {
      const green = new Set(state.signals);
      for (const [field, element] of fields) {
        element.dataset.green = Number(green.has(field));
        show(element.querySelector(".is-green"), green.has(field));
      }
    }

    function drawStocks(state) {
      for (const stock of root.querySelectorAll("[data-stock]")) {
        stock.dataset.count = state[`goods:${stock.dataset.stock}`];
        stock.querySelector("text").textContent = stock.dataset.count;
      }
    }

    // Where a mark of a step stands: [x, y, radius].
    function place(mark) {
      const cut = mark.indexOf(":");
      const [kind, name] = [mark.slice(0, cut), mark.slice(cut + 1)];
      if (kind === "cell") return [cells[name][0], cells[name][1], 27];
      if (kind === "junction") return [...junctions.get(name).dataset.middle.split(" ").map(Number), 23];
      const element = kind === "field" ? fields.get(name) : trains.get(name);
      const shift = /translate\(([-\d.]+)[ ,]([-\d.]+)\)/.exec(element.getAttribute("transform") || "");
      return shift ? [Number(shift[1]), Number(shift[2]), kind === "field" ? 14 : 24] : null;
    }

    function drawMarks(step) {
      const marks = (step.marks || []).map(place).filter(Boolean);
      root.querySelector(".marks").replaceChildren(...marks.map(([x, y, radius]) => {
        const ring = document.createElementNS(SVG, "circle");
        ring.setAttribute("cx", x);
        ring.setAttribute("cy", y);
        ring.setAttribute("r", radius);
        if (BAD.has(step.kind)) ring.setAttribute("class", "bad");
        return ring;
      }));
      const way = step.way || [];
      root.querySelector(".way").setAttribute("d", way.length ? `M${way.join(" ")}` : "");
      for (const [train, element] of trains) element.classList.toggle("acting", train === step.train);
      look(marks, way, step.train);
    }

    function run(step, speed, done) {
      const points = [];
      for (let k = 0; k < step.way.length; k += 2) points.push([step.way[k], step.way[k + 1]]);
      const lengths = points.slice(1).map(([x, y], k) => Math.hypot(x - points[k][0], y - points[k][1]));
      const length = lengths.reduce((sum, part) => sum + part, 0);
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

    // Close-up: the part of the board where it happens, never less than 0.42 of its width and height.
    function look(marks, way, train) {
      const points = marks.map(([x, y]) => [x, y]);
      for (let k = 0; k < way.length; k += 2) points.push([way[k], way[k + 1]]);
      const cell = train && trains.get(train).dataset.at;
      if (cell) points.push(cells[cell]);
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

    // V5 deals the numbers of start places.
    function drawNumbers(numbers) {
      for (const element of root.querySelectorAll(".start[data-cell]")) {
        const found = numbers[element.dataset.cell] || [];
        const text = element.querySelector("text");
        const [least, most] = [Math.min(...found), Math.max(...found)]; // as numbers_in_words of board/pieces.py
        text.textContent = found.length > 3 || (found.length === 3 && most - least === 2) ? `${least}–${most}` : found.join(",");
        element.dataset.letters = text.textContent.length;
      }
    }

    function draw(state) {
      drawTrains(state);
      drawSwitches(state);
      drawSignals(state);
      drawStocks(state);
    }

    return { trains: [...trains.keys()], large: board.classList.contains("large"), calm, draw, drawMarks, drawNumbers, drawTrains, run, still };
  };
})();
