// What all scripts of a page make elements with: text goes in as text, never as markup.
"use strict";
const elements = {
  make(name, className, text) {
    const element = document.createElement(name);
    if (className) element.className = className;
    if (text !== undefined) element.textContent = text;
    return element;
  },
  show(element, shown) { element.toggleAttribute("hidden", !shown); },
};
