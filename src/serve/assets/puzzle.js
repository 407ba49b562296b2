// Puzzles: lists of them, and play against the table. What was solved stays in the local storage of the browser.
"use strict";

// A browser may refuse to store anything; then progress lasts as long as the page.
const memory = {
  read(name) {
    try { return JSON.parse(localStorage.getItem(name)) || []; } catch { return []; }
  },
  write(name, value) {
    try { localStorage.setItem(name, JSON.stringify(value)); } catch { /* nothing is kept */ }
  },
};

const solvedName = (game) => "solved:" + game;
const listName = (game) => "list:" + game;

function isSolved(game, position) {
  return memory.read(solvedName(game)).includes(position);
}

function keepSolved(game, position) {
  const all = memory.read(solvedName(game));
  if (!all.includes(position)) memory.write(solvedName(game), [...all, position]);
}

function puzzleAddress(game, table, position) {
  return positionLink(game, table, position, "puzzle").href;
}

// A list of puzzles. The same list says which puzzle is next.
function listPuzzles(place, game, table, puzzles) {
  const list = element("ol");
  list.className = "found";
  for (const found of puzzles) {
    const item = element("li");
    item.append(positionLink(game, table, found.position, "puzzle"), element("span", " " + valueText(found.value) + " "));
    if (isSolved(game, found.position)) {
      const mark = element("strong", "✓ " + TEXT.solved);
      mark.className = "legal";
      item.append(mark);
    }
    if (found.line) {
      const line = element("details");
      line.append(element("summary", TEXT.solution), element("code", found.line));
      item.append(" ", line);
    }
    list.append(item);
  }
  place.append(list);
  memory.write(listName(game), { table: table || "", positions: puzzles.map((found) => found.position) });
  showProgress(game, puzzles);
}

function showProgress(game, puzzles) {
  const place = document.getElementById("progress");
  const done = puzzles.filter((found) => isSolved(game, found.position)).length;
  if (place) place.textContent = say("progress", done, puzzles.length);
}

// The puzzles that a search has found.
function showPuzzles(place, answer, form) {
  place.replaceChildren(element("p", answer.text || answer.error));
  if (!answer.positions) { place.firstChild.className = "trouble"; return; }
  const { game, table } = form.dataset;
  const hides = form.querySelector(".unsolved").checked;
  listPuzzles(place, game, table, answer.positions.filter((found) => !(hides && isSolved(game, found.position))));
}

function ownLists() {
  const page = document.getElementById("puzzles");
  if (!page) return;
  const game = page.dataset.game;
  const form = document.getElementById("own");
  const text = document.getElementById("own-list");
  text.value = memory.read("own:" + game).join("\n");
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const lines = text.value.split("\n").map((line) => line.trim()).filter(Boolean);
    memory.write("own:" + game, lines);
    const place = form.nextElementSibling;
    place.replaceChildren();
    if (lines.length === 0) place.append(element("p", TEXT.nothing));
    listPuzzles(place, game, undefined, lines.map((position) => ({ position })));
  });
  document.getElementById("forget").addEventListener("click", () => {
    memory.write(solvedName(game), []);
    for (const mark of page.querySelectorAll(".found strong")) mark.remove();
    document.getElementById("progress").textContent = "";
  });
}

const RANK = { loss: 0, draw: 1, win: 2 };

// One puzzle. A ply that keeps the outcome stands, and the table answers with its best ply; any other is taken back.
class Puzzle {
  constructor(page) {
    this.page = page;
    this.game = page.dataset.game;
    this.start = page.dataset.position;
    this.said = document.getElementById("said");
    for (const [name, act] of [["hint", () => this.hint()], ["solution", () => this.solve()], ["again", () => this.begin()]]) {
      document.getElementById(name).addEventListener("click", () => this.busy(act));
    }
    this.next();
    this.busy(() => this.begin());
  }

  async ask(what, position) {
    const kept = new URLSearchParams(this.page.dataset.kept);
    kept.set("at", position);
    return (await fetch("/api/v1/" + this.game + "/" + what + "?" + kept)).json();
  }

  tell(text, kind) {
    this.said.textContent = text;
    this.said.className = "verdict " + (kind || "");
  }

  async begin() {
    this.hints = 0;
    this.helped = false;
    this.isOver = false;
    document.getElementById("played").replaceChildren();
    const values = await this.turn(this.start);
    if (!values.value || !values.value.outcome) { this.tell(say("noValues", values.error || "")); return; }
    this.goal = values.value.outcome;
    this.tell(say("yourTurn", TEXT[this.goal]));
  }

  // Shows a position, and remembers what the table says of it.
  async turn(position) {
    const [board, values] = await Promise.all([this.ask("board", position), this.ask("position", position)]);
    this.board = board;
    this.values = values;
    this.hints = 0;
    this.draw();
    return values;
  }

  // While the table thinks, nothing can be played.
  async busy(work) {
    if (this.page.getAttribute("aria-busy") === "true") return;
    this.page.setAttribute("aria-busy", "true");
    try { await work(); } finally { this.page.setAttribute("aria-busy", "false"); }
  }

  draw() {
    const { board } = this;
    this.page.dataset.at = board.position;
    const place = this.page.querySelector(".board");
    const shown = this.isOver ? { ...board, plies: [] } : board;
    drawPlies(place, document.getElementById("plies"), shown, (ply) => this.busy(() => this.play(ply.name)));
  }

  find(name) {
    const same = (other) => other.toLowerCase() === name.toLowerCase();
    return { ply: this.board.plies.find((ply) => same(ply.name)), judged: this.values.moves.find((one) => same(one.move)) };
  }

  // A ply of the player.
  async play(name) {
    const { ply, judged } = this.find(name);
    if (this.isOver || !ply || !judged || !judged.value) return;
    if (RANK[judged.value.outcome] < RANK[this.goal]) {
      this.tell(say("letsGo", name, TEXT[this.goal], valueText(judged.value)), "trouble");
      this.draw();
      return;
    }
    const best = this.values.moves[0].value;
    const slower = this.goal === "win" && judged.value.plies > best.plies;
    const remark = slower ? say("slower", name, judged.value.plies, best.plies) + " " : "";
    if (await this.make(ply)) return;
    const reply = this.values.moves[0].move;
    if (await this.make(this.find(reply).ply)) return;
    this.tell(remark + say("answers", reply) + " " + say("yourTurn", TEXT[this.goal]));
  }

  // Makes a ply. True if the game is over behind it.
  async make(ply) {
    document.getElementById("played").append(element("li", ply.name));
    if (ply.position) await this.turn(ply.position);
    this.isOver = !ply.position || Boolean(this.board.ended) || this.board.plies.length === 0;
    if (this.isOver) this.finish(ply);
    return this.isOver;
  }

  finish(ply) {
    if (!ply.position) document.getElementById("plies").replaceChildren();
    this.draw();
    this.tell(this.helped ? TEXT.doneHelped : TEXT.done, "legal");
    if (!this.helped) keepSolved(this.game, this.start);
  }

  // First the square on which the best ply begins, then the ply.
  hint() {
    const best = this.isOver || !this.values.moves ? undefined : this.values.moves[0];
    if (!best) return;
    this.helped = true;
    const { ply } = this.find(best.move);
    const square = ply && ply.squares[0];
    this.tell(this.hints++ === 0 && square ? say("hint", square) : say("hintMove", best.move));
    for (const spot of this.page.querySelectorAll(".spot")) spot.classList.toggle("hinted", spot.dataset.square === square);
  }

  // The rest of the line of best play, ply by ply.
  async solve() {
    this.helped = true;
    while (!this.isOver && this.values.moves && this.values.moves.length > 0) {
      const { ply } = this.find(this.values.moves[0].move);
      if (!ply || (await this.make(ply))) break;
    }
  }

  // The puzzle behind this one in the list that was shown last.
  next() {
    const { table, positions = [] } = memory.read(listName(this.game));
    const after = positions[positions.indexOf(this.start) + 1];
    if (!positions.includes(this.start) || !after) return;
    const button = document.getElementById("next");
    button.hidden = false;
    button.addEventListener("click", () => { location.href = puzzleAddress(this.game, table, after); });
  }
}

ownLists();
if (document.getElementById("puzzle")) new Puzzle(document.getElementById("puzzle"));
