// The script of the explorer. Without it, the lists of plies are links, and only long searches need it.
"use strict";

// A text with its parts filled in.
function say(name, ...parts) {
  return parts.reduce((text, part) => text.replace("{}", () => String(part)), TEXT[name]);
}

// A click on a square shows the plies that begin there; the next one plays, as soon as one ply is meant. `play` does it.
// Listeners hang on the parts of the board, so that they are gone when another board takes its place.
function playOnBoard(board, items, status, play) {
  if (!board || items.length === 0) return;
  const words = (text) => (text || "").split(" ").filter(Boolean);
  const plies = items.map((item) => ({ item, squares: words(item.dataset.squares), changes: words(item.dataset.changes) }));
  let chosen = [];
  const begins = (ply, way) => way.every((square, place) => ply.squares[place] === square);
  const mark = (ply, on) => {
    for (const spot of board.querySelectorAll(".spot, .change")) {
      const square = spot.dataset.square;
      spot.classList.toggle("hinted", on && ply.squares.includes(square));
      spot.classList.toggle("flipped", on && ply.changes.includes(square));
    }
  };
  const show = () => {
    const left = plies.filter((ply) => begins(ply, chosen));
    const next = new Set(left.map((ply) => ply.squares[chosen.length]));
    for (const ply of plies) ply.item.hidden = !begins(ply, chosen);
    for (const spot of board.querySelectorAll(".spot")) {
      spot.classList.toggle("chosen", chosen.includes(spot.dataset.square));
      spot.classList.toggle("next", chosen.length > 0 && next.has(spot.dataset.square));
    }
    if (status) status.textContent = chosen.length ? say("plies", chosen.join(" "), left.length) : "";
    return left;
  };
  const choose = (square) => {
    let way = [...chosen, square];
    if (!plies.some((ply) => begins(ply, way))) way = chosen[0] === square ? [] : [square];
    chosen = plies.some((ply) => begins(ply, way)) ? way : [];
    const left = show();
    const only = left.length === 1 ? left[0] : undefined;
    if (only && only.squares.length === chosen.length) play(only.item);
  };
  const alone = (square) => plies.filter((ply) => ply.squares.length === 1 && ply.squares[0] === square)[0];
  for (const spot of board.querySelectorAll(".spot")) {
    const square = spot.dataset.square;
    spot.addEventListener("click", () => choose(square));
    spot.addEventListener("keydown", (event) => {
      if (event.key === "Escape") { chosen = []; show(); }
      if (event.key === "Enter" || event.key === " ") { event.preventDefault(); choose(square); }
    });
    for (const [kind, on] of [["mouseenter", true], ["mouseleave", false], ["focus", true], ["blur", false]]) {
      spot.addEventListener(kind, () => { const ply = alone(square); if (ply) mark(ply, on); });
    }
  }
  for (const ply of plies) {
    ply.item.addEventListener("mouseenter", () => mark(ply, true));
    ply.item.addEventListener("mouseleave", () => mark(ply, false));
  }
}

// Draws a board with a place to click for each square that a ply touches, and lists the plies as buttons.
function drawPlies(place, list, board, play) {
  const picture = new DOMParser().parseFromString(board.svg, "image/svg+xml").documentElement;
  const touched = new Set(board.plies.flatMap((ply) => ply.squares));
  for (const square of board.squares.filter((square) => touched.has(square.name))) {
    const spot = document.createElementNS("http://www.w3.org/2000/svg", "rect");
    const parts = { class: "spot", x: square.x, y: square.y, width: square.edge, height: square.edge, tabindex: 0,
      role: "button", "aria-label": square.name, "data-square": square.name };
    for (const [name, value] of Object.entries(parts)) spot.setAttribute(name, value);
    picture.append(spot);
  }
  place.replaceChildren(picture);
  const items = board.plies.map((ply) => {
    const item = element("li");
    item.dataset.squares = ply.squares.join(" ");
    item.dataset.changes = (ply.changes || []).join(" ");
    const button = element("button", ply.name);
    button.type = "button";
    button.addEventListener("click", () => play(ply));
    item.append(button);
    return item;
  });
  list.replaceChildren(...items);
  playOnBoard(picture, items, document.getElementById("choice"), (item) => play(board.plies[items.indexOf(item)]));
}

function playByLinks() {
  if (document.getElementById("puzzle") || document.getElementById("write")) return;
  const items = [...document.querySelectorAll("#plies li")];
  playOnBoard(document.querySelector(".board svg"), items, document.getElementById("choice"), (item) => {
    const link = item.querySelector("a");
    if (link) link.click();
  });
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

function positionLink(game, table, position, page) {
  const link = element("a", position);
  const query = "?at=" + encodeURIComponent(position) + (table ? "&table=" + encodeURIComponent(table) : "");
  link.href = "/" + game + "/" + (page || "position") + query;
  return link;
}

function valueText(value) {
  if (!value) return "";
  const outcome = TEXT[value.outcome] || value.outcome;
  return value.plies === undefined ? outcome : say("inPlies", outcome, value.plies);
}

// The answer of long work: a line of text, a picture, and links to positions.
function showAnswer(place, answer, game, table) {
  place.replaceChildren(element("p", answer.text || answer.verdict || answer.error));
  place.firstChild.className = "result " + (answer.error || answer.verdict === "not verified" ? "trouble" : "");
  if (answer.svg) {
    const picture = element("img");
    picture.alt = answer.position || TEXT.witness;
    picture.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(answer.svg);
    place.append(picture);
  }
  if (answer.steps && game) place.append(stepsList(answer.steps, game));
  else if (answer.position && game) place.append(element("p"), positionLink(game, table, answer.position));
  if (answer.positions) place.append(positionsList(answer.positions, game, table));
}

// A line of play: each ply leads to the board behind it.
function stepsList(steps, game) {
  const list = element("ol");
  list.className = "steps";
  for (const step of steps) {
    const item = element("li");
    const link = step.position ? positionLink(game, undefined, step.position) : element("span");
    link.textContent = step.name;
    item.append(link);
    list.append(item);
  }
  return list;
}

function positionsList(positions, game, table) {
  const list = element("ol");
  list.className = "found";
  for (const found of positions) {
    const item = element("li");
    const line = element("details");
    line.append(element("summary", TEXT.line), element("code", found.line));
    item.append(positionLink(game, table, found.position), element("span", " " + valueText(found.value) + " "), line);
    list.append(item);
  }
  return list;
}

let running = null;

// The events of a stream. An event source would do, but it can send no text.
async function* events(stream) {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const parts = (rest + value).split("\n\n");
    rest = parts.pop();
    for (const part of parts) {
      const [, kind, data] = /^event: (.*)\ndata: (.*)$/.exec(part) || [];
      if (kind) yield [kind, JSON.parse(data)];
    }
  }
}

// Begins long work, about a text if one is sent. A second click, another search or leaving the page stops it. `show`
// shows the answer.
async function begin(address, place, button, show, body) {
  if (running) running();
  const label = button.textContent;
  const control = new AbortController();
  place.replaceChildren(element("p", TEXT.searching));
  button.textContent = TEXT.stop;
  const end = (text) => {
    control.abort();
    button.textContent = label;
    running = null;
    if (text) place.replaceChildren(element("p", text));
  };
  running = () => end(TEXT.stopped);
  try {
    const method = body === undefined ? "GET" : "POST";
    const answer = await fetch(address, { method, body, signal: control.signal });
    const type = answer.headers.get("content-type") || "";
    if (type.startsWith("text/event-stream")) {
      for await (const [kind, found] of events(answer.body)) {
        if (kind === "progress") place.firstChild.textContent = found.text;
        else { end(); show(found); return; }
      }
      end(TEXT.ended);
    } else {
      const text = await answer.text();
      end(text);
      if (type.startsWith("application/json")) show(JSON.parse(text));
    }
  } catch {
    if (!control.signal.aborted) end(TEXT.ended);
  }
}

function search() {
  for (const button of document.querySelectorAll("button.search")) {
    const place = button.nextElementSibling;
    const about = button.parentElement.dataset;
    button.addEventListener("click", () => {
      if (button.textContent === TEXT.stop && running) running();
      else begin(button.dataset.stream, place, button, (found) => showAnswer(place, found, about.game, about.table));
    });
  }
  for (const form of document.querySelectorAll("form.ask")) {
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const button = form.querySelector("button");
      if (button.textContent === TEXT.stop && running) { running(); return; }
      const given = [...new FormData(form)].filter(([, value]) => value !== "");
      const place = form.nextElementSibling;
      const show = form.classList.contains("find")
        ? (found) => showPuzzles(place, found, form)
        : (found) => showAnswer(place, found, form.dataset.game, form.dataset.table);
      begin(form.dataset.stream + "?" + new URLSearchParams(given), place, button, show);
    });
  }
}

// A page that shows how far something is comes anew every few seconds, unless nobody sees it or something in it is chosen.
function refresh() {
  const main = document.getElementById("main");
  const seconds = Number(main.querySelector("[data-refresh]")?.dataset.refresh);
  if (!seconds) return;
  setInterval(async () => {
    const isChosen = main.contains(document.activeElement) || document.getSelection()?.type === "Range";
    if (document.hidden || isChosen) return;
    try {
      const text = await (await fetch(location.href)).text();
      const next = new DOMParser().parseFromString(text, "text/html").getElementById("main");
      if (next) main.replaceChildren(...next.childNodes);
    } catch {
      const place = document.getElementById("refreshed");
      if (place) place.textContent = say("ended");
    }
  }, 1000 * seconds);
}

playByLinks();
slide();
search();
refresh();
