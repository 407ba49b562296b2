// A position is set up by clicking: the text of the position is what counts, the board shows it.
"use strict";

function setUp() {
  const form = document.getElementById("editor");
  if (!form) return;
  const text = form.querySelector("#at");
  const ending = form.querySelector("#ending");
  const valid = form.querySelector("#valid");
  const cells = [...form.querySelectorAll(".cell")];
  const choices = [...form.querySelectorAll(".palette input")];
  const pictures = new Map(choices.map((choice) => [choice.value, choice.nextElementSibling]));
  const names = new Map(choices.map((choice) => [choice.value, choice.dataset.name]));
  const length = Math.max(...cells.map((cell) => Number(cell.dataset.place))) + 1;

  const draw = () => {
    const letters = [...text.value];
    for (const cell of cells) {
      const letter = letters[Number(cell.dataset.place)];
      const token = cell.querySelector(".token");
      const picture = pictures.get(letter);
      token.replaceChildren();
      if (picture) for (const part of [...picture.children].slice(1)) token.append(part.cloneNode(true));
      cell.setAttribute("aria-label", say("square", cell.dataset.square, names.get(letter) || "?"));
    }
  };
  let asked = 0;
  const check = async () => {
    const mine = ++asked;
    const query = new URLSearchParams(new FormData(form));
    const answer = await fetch("/api/v1/" + form.dataset.game + "/legal?" + query);
    const found = await answer.json();
    if (mine !== asked) return;
    valid.textContent = found.legal ? TEXT.valid : found.reason;
    valid.className = found.legal ? "legal" : "trouble";
  };
  const changed = () => { draw(); check(); };
  const put = (cell, letter) => {
    const letters = [...text.value];
    letters[Number(cell.dataset.place)] = letter;
    text.value = letters.join("");
    changed();
  };
  const chosen = () => (choices.find((choice) => choice.checked) || choices[0]).value;
  const beside = (cell, dx, dy) => {
    const at = (other) => [Number(other.dataset.x), Number(other.dataset.y)];
    const [x, y] = at(cell);
    const ahead = cells.filter((other) => {
      const [ox, oy] = at(other);
      return dx ? oy === y && Math.sign(ox - x) === dx : ox === x && Math.sign(oy - y) === dy;
    });
    const distance = (other) => Math.abs(at(other)[0] - x) + Math.abs(at(other)[1] - y);
    return ahead.sort((one, other) => distance(one) - distance(other))[0];
  };
  const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  for (const cell of cells) {
    cell.addEventListener("click", () => put(cell, chosen()));
    cell.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      if (event.key === "Enter" || event.key === " ") { event.preventDefault(); put(cell, chosen()); }
      else if (ways[event.key]) { event.preventDefault(); const next = beside(cell, ...ways[event.key]); if (next) next.focus(); }
      else if (pictures.has(event.key)) { event.preventDefault(); put(cell, event.key); }
    });
  }
  if (ending) ending.addEventListener("change", () => {
    text.value = [...text.value].slice(0, length).join("") + ending.value;
    changed();
  });
  form.querySelector("#clear").addEventListener("click", () => {
    // What is drawn as nothing is empty.
    const empty = choices.find((choice) => choice.nextElementSibling.children.length === 1);
    const letters = [...text.value];
    if (empty) for (const cell of cells) letters[Number(cell.dataset.place)] = empty.value;
    text.value = letters.join("");
    changed();
  });
  text.addEventListener("input", changed);
  changed();
}

setUp();
