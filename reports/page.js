"use strict";
// Sorts a table by the column whose head was clicked: numbers by their value, the rest as text; a second click turns it round.
for (const table of document.querySelectorAll("table.sortable")) {
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => head.querySelector("button").addEventListener("click", () => {
    const body = table.tBodies[0];
    const key = (row) => {
      const cell = row.cells[column];
      return cell.dataset.number === undefined ? null : Number(cell.dataset.number);
    };
    const order = head.getAttribute("aria-sort") === "descending" ? 1 : head.getAttribute("aria-sort") === "ascending" ? -1 : 0;
    const hasNumbers = [...body.rows].some((row) => key(row) !== null);
    const way = order || (hasNumbers ? -1 : 1); // numbers: the largest first
    const rows = [...body.rows].sort((a, b) => {
      const x = key(a), y = key(b);
      if (x === null && y === null) return way * a.cells[column].textContent.localeCompare(b.cells[column].textContent, "en", { numeric: true });
      if (x === null || y === null) return x === null ? 1 : -1;
      return way * (x - y);
    });
    heads.forEach((other) => other.removeAttribute("aria-sort"));
    head.setAttribute("aria-sort", way > 0 ? "ascending" : "descending");
    body.append(...rows);
  }));
}
for (const input of document.querySelectorAll(".filter input")) {
  const rows = [...input.closest("details").querySelector("tbody").rows];
  input.addEventListener("input", () => {
    const wanted = input.value.toLowerCase();
    for (const row of rows) row.hidden = !row.textContent.toLowerCase().includes(wanted);
  });
}
// A frame that can be scrolled to the right fades out there.
function cue(frame) { frame.classList.toggle("goes-on", frame.scrollLeft + frame.clientWidth < frame.scrollWidth - 4); }
const frames = document.querySelectorAll(".frame");
const watch = new ResizeObserver((entries) => entries.forEach((entry) => cue(entry.target)));
for (const frame of frames) {
  watch.observe(frame);
  frame.addEventListener("scroll", () => cue(frame), { passive: true });
}
addEventListener("beforeprint", () => document.querySelectorAll("details").forEach((part) => { part.open = true; }));
