// The table of a replay, beside the board: clock, timetable, goods, hands, depot and helpers; and what a player weighed.
"use strict";
const replayPanel = (() => {
  const { make, show } = elements;

  return (root, cards, trains) => {
    const find = (selector) => root.querySelector(selector);
    const all = (selector) => [...root.querySelectorAll(selector)];

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

    function draw(state, game) {
      Object.assign(root.dataset, { turn: state.turn, seat: state.seat });
      const clock = find(".clock");
      clock.dataset.clock = state.clock;
      clock.querySelector(".number").textContent = state.clock;
      clock.querySelector(".tokens").replaceChildren(
        ...Array.from({ length: Math.min(game.tokens, 24) }, (_, k) => make("i", k < state.clock ? "token" : "token gone")));
      const timetable = find(".timetable");
      Object.assign(timetable.dataset, { left: state.left, bottom: state.bottom || "", executed: state.cards });
      const symbols = (card) => (cards[card] || []).map((symbol) => make("i", `symbol ${symbol}`, symbol));
      timetable.querySelector(".card").replaceChildren(...symbols(state.card));
      timetable.querySelector(".left").textContent = `${state.left} left`;
      timetable.querySelector(".last").replaceChildren(...(state.bottom ? ["the last one:", ...symbols(state.bottom)] : []));
      const aboard = {};
      for (const train of trains) {
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

    return { draw, weighed };
  };
})();
