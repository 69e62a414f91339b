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
  show(element, shown) { element.toggleAttribute("hidden", !shown); },
};
