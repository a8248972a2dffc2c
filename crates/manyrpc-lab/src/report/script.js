"use strict";
(() => {
  const choices = document.querySelectorAll("nav select");
  const show = () => {
    const chosen = {};
    for (const select of choices) chosen[select.name] = select.value;
    for (const part of document.querySelectorAll("[data-placement],[data-workload]"))
      part.hidden = ["placement", "workload"].some((kind) => kind in part.dataset && kind in chosen && part.dataset[kind] !== chosen[kind]);
  };
  for (const select of choices) select.addEventListener("change", show);
  document.querySelector("nav").hidden = false;
  show();

  const value = (row, column) => {
    const cell = row.cells[column];
    return cell === undefined ? undefined : cell.dataset.value ?? cell.textContent;
  };
  const compare = (a, b) => {
    const [x, y] = [Number.parseFloat(a), Number.parseFloat(b)];
    if (Number.isNaN(x) && Number.isNaN(y)) return String(a).localeCompare(String(b));
    return Number.isNaN(x) ? 1 : Number.isNaN(y) ? -1 : x - y;
  };
  for (const button of document.querySelectorAll("th button"))
    button.addEventListener("click", () => {
      const header = button.parentElement;
      const body = header.closest("table").tBodies[0];
      const descending = header.ariaSort === "ascending";
      for (const other of header.parentElement.cells) other.ariaSort = null;
      header.ariaSort = descending ? "descending" : "ascending";
      const rows = [...body.rows].sort((a, b) => compare(value(a, header.cellIndex), value(b, header.cellIndex)));
      if (descending) rows.reverse();
      body.append(...rows);
    });
})();
