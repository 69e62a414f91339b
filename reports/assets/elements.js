// What all scripts of a page make elements with: text goes in as text, never as markup.
"use strict";
const elements = {
  make(name, className, text) {
    const element = document.createElement(name);
    if (className) element.className = className;
    if (text !== undefined) element.textContent = text;
    return element;
  },
  // As Python writes numbers, so that a page says the same everywhere: exact halves go to the even digit.
  fixed(number, places) {
    const scaled = number * 10 ** places, below = Math.floor(scaled);
    const half = scaled - below === 0.5 && Number.isInteger(number * 2 ** 20); // not one that only multiplying made
    return (half ? (below + Math.abs(below % 2)) / 10 ** places : number).toFixed(places);
  },
  // How what a run is about is written (reports/units.py): a share in percent, its differences in points; anything else as a number.
  unit({ share }) {
    const plain = (number) => elements.fixed(number, 2).replace("-", "−").replace(/\B(?=(\d{3})+\.)/g, ",");
    const signed = (number, text) => (number < 0 ? "−" : "+") + text;
    return {
      value: (number) => (share ? `${elements.fixed(100 * number, 1)} %` : plain(number)),
      difference: (number) => signed(number, share ? elements.fixed(Math.abs(100 * number), 1) : plain(Math.abs(number))),
      // As in the figures: where all or nothing was seen, an interval of a share has one side only.
      giveOrTake: ({ low, high }) => {
        if (!share) return `±${plain((high - low) / 2)}`;
        if (low <= 0) return `≤${(Math.ceil(1000 * high) / 10).toFixed(1)}`;
        return high >= 1 ? `≥${(Math.floor(1000 * low) / 10).toFixed(1)}` : `±${elements.fixed(50 * (high - low), 1)}`;
      },
    };
  },
  show(element, shown) { element.toggleAttribute("hidden", !shown); },
};
