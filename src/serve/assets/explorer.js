// The script of the explorer. Without it, the lists of plies are links, and only long searches need it.
"use strict";

// A click on a square shows the plies that begin there; the next one plays, as soon as one ply is meant.
function playOnBoard() {
  const board = document.querySelector(".board svg");
  const items = [...document.querySelectorAll("#plies li")];
  const status = document.getElementById("choice");
  if (!board || items.length === 0) return;
  const plies = items.map((item) => ({
    item,
    link: item.querySelector("a"),
    squares: (item.dataset.squares || "").split(" ").filter(Boolean),
  }));
  let chosen = [];
  const begins = (ply, way) => way.every((square, place) => ply.squares[place] === square);
  const show = () => {
    const left = plies.filter((ply) => begins(ply, chosen));
    const next = new Set(left.map((ply) => ply.squares[chosen.length]));
    for (const ply of plies) ply.item.hidden = !begins(ply, chosen);
    for (const spot of board.querySelectorAll(".spot")) {
      spot.classList.toggle("chosen", chosen.includes(spot.dataset.square));
      spot.classList.toggle("next", chosen.length > 0 && next.has(spot.dataset.square));
    }
    if (status) status.textContent = chosen.length ? chosen.join(" ") + ": " + left.length + " plies" : "";
    return left;
  };
  const choose = (square) => {
    let way = [...chosen, square];
    if (!plies.some((ply) => begins(ply, way))) way = chosen[0] === square ? [] : [square];
    chosen = plies.some((ply) => begins(ply, way)) ? way : [];
    const left = show();
    const only = left.length === 1 ? left[0] : undefined;
    if (only && only.squares.length === chosen.length && only.link) only.link.click();
  };
  board.addEventListener("click", (event) => {
    const spot = event.target.closest(".spot");
    if (spot) choose(spot.dataset.square);
  });
  board.addEventListener("keydown", (event) => {
    const spot = event.target.closest(".spot");
    if (event.key === "Escape") { chosen = []; show(); }
    if (spot && (event.key === "Enter" || event.key === " ")) { event.preventDefault(); choose(spot.dataset.square); }
  });
  for (const ply of plies) {
    const mark = (on) => () => {
      for (const spot of board.querySelectorAll(".spot")) {
        spot.classList.toggle("hinted", on && ply.squares.includes(spot.dataset.square));
      }
    };
    ply.item.addEventListener("mouseenter", mark(true));
    ply.item.addEventListener("mouseleave", mark(false));
  }
}

// One board of a record at a time, chosen by a slider.
function slide() {
  const slider = document.getElementById("ply");
  const boards = [...document.querySelectorAll(".boards li")];
  if (!slider || boards.length === 0) return;
  const show = () => {
    const at = Number(slider.value);
    boards.forEach((board, place) => { board.hidden = place !== at; });
    document.getElementById("ply-number").textContent = slider.value;
  };
  slider.addEventListener("input", show);
  show();
}

function element(name, text) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  return made;
}

function positionLink(game, table, position) {
  const link = element("a", position);
  link.href = "/" + game + "/position?at=" + encodeURIComponent(position) + (table ? "&table=" + encodeURIComponent(table) : "");
  return link;
}

// The answer of long work: a line of text, a picture, and links to positions.
function showAnswer(place, answer, game, table) {
  place.replaceChildren(element("p", answer.text || answer.verdict || answer.error));
  place.firstChild.className = "result " + (answer.error || answer.verdict === "not verified" ? "trouble" : "");
  if (answer.svg) {
    const picture = element("img");
    picture.alt = answer.position || "the witness";
    picture.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(answer.svg);
    place.append(picture);
  }
  if (answer.position && game) place.append(element("p"), positionLink(game, table, answer.position));
  if (answer.positions) {
    const list = element("ol");
    list.className = "found";
    for (const found of answer.positions) {
      const item = element("li");
      const value = found.value ? found.value.outcome + (found.value.plies !== undefined ? " in " + found.value.plies : "") : "";
      const line = element("details");
      line.append(element("summary", "line"), element("code", found.line));
      item.append(positionLink(game, table, found.position), element("span", " " + value + " "), line);
      list.append(item);
    }
    place.append(list);
  }
}

let running = null;

// Begins long work. A second click, another search or leaving the page stops it.
function begin(address, place, button, game, table) {
  if (running) running();
  const label = button.textContent;
  const source = new EventSource(address);
  place.replaceChildren(element("p", "searching …"));
  button.textContent = "Stop";
  const end = (text) => {
    source.close();
    button.textContent = label;
    running = null;
    if (text) place.replaceChildren(element("p", text));
  };
  running = () => end("stopped");
  source.addEventListener("progress", (event) => { place.firstChild.textContent = JSON.parse(event.data).text; });
  source.addEventListener("answer", (event) => { end(); showAnswer(place, JSON.parse(event.data), game, table); });
  source.addEventListener("failure", (event) => { end(); showAnswer(place, JSON.parse(event.data), game, table); });
  source.onerror = async () => {
    if (source.readyState === EventSource.CLOSED && running) {
      end();
      // The reason stands in the answer itself, which an event source does not show.
      const answer = await fetch(address);
      const kind = answer.headers.get("content-type") || "";
      const text = kind.startsWith("text/event-stream") ? "the connection ended" : await answer.text();
      if (kind.startsWith("application/json")) showAnswer(place, JSON.parse(text), game, table);
      else place.replaceChildren(element("p", text));
    } else if (running) end("the connection ended");
  };
}

function search() {
  for (const button of document.querySelectorAll("button.search")) {
    const place = button.nextElementSibling;
    const about = button.parentElement.dataset;
    button.addEventListener("click", () => {
      if (button.textContent === "Stop" && running) running();
      else begin(button.dataset.stream, place, button, about.game, about.table);
    });
  }
  for (const form of document.querySelectorAll("form.ask")) {
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const button = form.querySelector("button");
      if (button.textContent === "Stop" && running) { running(); return; }
      const given = [...new FormData(form)].filter(([, value]) => value !== "");
      begin(form.dataset.stream + "?" + new URLSearchParams(given), form.nextElementSibling, button, form.dataset.game);
    });
  }
}

playOnBoard();
slide();
search();
