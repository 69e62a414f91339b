// The replay viewer (reports/switch_signal/replay/page.py). Names in the data come from files: they become text and attributes, never markup.
"use strict";
(() => {
  const narrow = matchMedia("(max-width: 640px)");
  const PAUSE = 1100; // milliseconds between steps at speed 1
  const { make, show } = elements;

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
    const board = replayBoard(root, data.cells), panel = replayPanel(root, data.cards, board.trains);
    const slider = find(".replay-slider");
    const follow = find(".replay-follow input");
    const speed = () => Number(find(".replay-speed select").value);
    let game, moments, at = 0, playing = 0, linkLater = 0;

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
      why.querySelector("div").replaceChildren(...(step.why || []).map(panel.weighed));
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
      board.still();
      board.draw(state);
      panel.draw(state, game);
      drawWords(moments[at]);
      drawLog(turn);
      board.drawMarks(step);
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
      const moves = animate && at === before + 1 && step.way && step.train && !board.calm.matches;
      const goOn = () => { if (playing) playing = setTimeout(next, PAUSE / speed()); };
      clearTimeout(playing || undefined);
      if (playing && at === moments.length - 1) pause();
      if (moves) board.run(step, speed(), () => { board.still(); board.drawTrains(state); goOn(); });
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
      board.drawNumbers(game.numbers);
      drawTurns();
      at = 0;
      go(fromLink() ?? 0);
    }

    root.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (!button || !root.contains(button)) return;
      if (button.dataset.go) take(button.dataset.go);
      else if (button.dataset.game) choose(Number(button.dataset.game));
      else if (button.dataset.step) { pause(); go(Number(button.dataset.step)); }
    });
    slider.addEventListener("input", () => { pause(); go(Number(slider.value)); });
    follow.addEventListener("change", () => board.drawMarks(moments[at].step));
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
    follow.checked = narrow.matches && board.large;
    choose(0);
    root.dataset.ready = "";
  }

  document.querySelectorAll(".replay").forEach(begin);
})();
