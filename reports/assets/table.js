"use strict";
// Sort, filter and download of the table of all settings.
(() => {
  const { make } = elements;
  const lines = JSON.parse(document.getElementById("data").textContent).csv;
  const table = document.querySelector("table.cells"), body = table.tBodies[0];
  const heads = [...table.tHead.rows[0].cells], rows = [...body.rows];
  const tools = document.querySelector(".tools"), count = make("output");
  const filters = [];
  rows.forEach((row, number) => { row.dataset.number = number; });

  // What has nothing to sort by comes last, in either direction.
  function compare(one, other, column, sign) {
    const [a, b] = [one, other].map((row) => row.cells[column].dataset.by);
    if (a === "" || b === "") return (a === "") - (b === "");
    return sign * (Number(a) - Number(b));
  }

  function sort(column) {
    const down = heads[column].getAttribute("aria-sort") === "ascending";
    heads.forEach((head) => head.removeAttribute("aria-sort"));
    heads[column].setAttribute("aria-sort", down ? "descending" : "ascending");
    rows.sort((one, other) => compare(one, other, column, down ? -1 : 1) || one.dataset.number - other.dataset.number);
    body.append(...rows);
  }

  function filter() {
    rows.forEach((row) => {
      row.hidden = filters.some(({ column, select }) => select.value && row.cells[column].dataset.by !== select.value);
    });
    const shown = rows.filter((row) => !row.hidden).length;
    count.textContent = `${shown} of ${rows.length} settings`;
  }

  function download() {
    const kept = rows.filter((row) => !row.hidden).map((row) => lines[Number(row.dataset.number) + 1]);
    const link = make("a");
    link.href = URL.createObjectURL(new Blob([lines[0], ...kept], { type: "text/csv" }));
    link.download = "settings.csv";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  heads.forEach((head, column) => {
    const button = make("button");
    button.type = "button";
    button.append(...head.childNodes);
    button.addEventListener("click", () => sort(column));
    head.append(button);
    const levels = new Map(rows.map((row) => [row.cells[column].dataset.by, row.cells[column].textContent]));
    if (!("factor" in head.dataset) || levels.size < 2) return;
    const label = make("label"), select = make("select");
    select.append(new Option("all", ""));
    [...levels].sort((a, b) => a[0] - b[0]).forEach(([by, text]) => select.append(new Option(text, by)));
    select.addEventListener("change", filter);
    label.append(button.textContent, select);
    filters.push({ column, select });
    tools.append(label);
  });
  const button = make("button", "", "Download as CSV");
  button.type = "button";
  button.addEventListener("click", download);
  count.setAttribute("aria-live", "polite");
  tools.append(button, count);
  filter();
})();
