"use strict";
// A button at each table that copies it as tab-separated text: what a spreadsheet takes.
(() => {
  const words = (cell) => {
    const copy = cell.cloneNode(true);
    for (const note of copy.querySelectorAll("sup")) note.remove();
    for (const part of copy.querySelectorAll("small")) part.prepend(" ");
    return [copy.textContent.trim().replace(/\s+/g, " "), ...Array(cell.colSpan - 1).fill("")];
  };
  const text = (table) => [...table.rows].map((row) => [...row.cells].flatMap(words).join("\t")).join("\n") + "\n";
  // What a page from a file may do differs between browsers.
  const copy = async (text) => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      const area = document.createElement("textarea");
      area.value = text;
      document.body.append(area);
      area.select();
      document.execCommand("copy");
      area.remove();
    }
  };
  for (const table of document.querySelectorAll("table")) {
    const button = Object.assign(document.createElement("button"), { className: "copy", type: "button", textContent: "copy", title: "copy the table, tab-separated" });
    button.addEventListener("click", async () => {
      await copy(text(table));
      button.textContent = "copied";
      setTimeout(() => (button.textContent = "copy"), 1500);
    });
    // Outside of what scrolls sideways.
    const outside = table.parentElement.classList.contains("wide") ? table.parentElement : table;
    outside.before(button);
  }
})();
