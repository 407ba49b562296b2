// A game is written: what the server says of the text is shown as one types. The page keeps the plies, the server nothing.
"use strict";

// How long nobody types before the text is read, in milliseconds.
const PAUSE = 300;

function writeGame() {
  const page = document.getElementById("write");
  if (!page) return;
  const [text, said, on, list] = ["text", "said", "on", "plies"].map((id) => document.getElementById(id));
  const mistake = document.getElementById("mistake");
  let name = "my";
  let plies = [];
  let reading = new AbortController();

  const address = (what, more) => "/api/v1/" + what + "?" + new URLSearchParams({ board: on.value, ...more });

  // Reads the text, at the position behind the plies that were played.
  const read = async () => {
    reading.abort();
    const { signal } = (reading = new AbortController());
    const at = plies.length > 0 ? plies[plies.length - 1].position : "";
    let answer;
    let found;
    try {
      answer = await fetch(address("board", { at }), { method: "POST", body: text.value, signal });
      found = await answer.json();
    } catch {
      if (signal.aborted) return;
      found = { error: TEXT.ended };
    }
    // Other rules may not have this position or this board.
    if (found.error && !found.line && answer?.ok && (at || on.value)) {
      plies = [];
      on.replaceChildren();
      await read();
    } else show(found);
  };

  const show = (found) => {
    const isWrong = Boolean(found.error);
    text.setAttribute("aria-invalid", String(isWrong));
    said.textContent = found.error || say("reads", found.game.name);
    said.className = isWrong ? "trouble" : "legal";
    document.getElementById("written").hidden = isWrong;
    mark(found);
    if (isWrong) return;
    name = found.game.name;
    const board = on.value || found.game.boards[0];
    on.replaceChildren(...found.game.boards.map((known) => new Option(known, known, false, known === board)));
    const lines = { about: found.game.about, ended: found.ended || "", perft: say("perft", found.perft.join(", ")), words: found.words.join(" ") };
    for (const [id, line] of Object.entries(lines)) document.getElementById(id).textContent = line;
    document.getElementById("played").replaceChildren(...plies.map((ply) => element("li", ply.name)));
    drawPlies(page.querySelector(".board"), list, found, (ply) => { plies.push(ply); read(); });
  };

  // The line with the mistake, and the place where it was noticed.
  let place = 0;
  const mark = ({ line, character }) => {
    mistake.hidden = !line;
    if (!line) return;
    const lines = text.value.split("\n");
    const letters = [...(lines[line - 1] || "")];
    const before = letters.slice(0, character - 1).join("");
    place = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0) + before.length;
    const marked = element("mark", letters[character - 1] || " ");
    mistake.querySelector("pre").replaceChildren(line + "  " + before, marked, letters.slice(character).join(""));
  };

  let pause;
  text.addEventListener("input", () => { clearTimeout(pause); pause = setTimeout(read, PAUSE); });
  on.addEventListener("change", () => { plies = []; read(); });
  const buttons = {
    back: () => { plies.pop(); read(); },
    again: () => { plies = []; read(); },
    "to-mistake": () => { text.focus(); text.setSelectionRange(place, place + 1); },
  };
  for (const [id, act] of Object.entries(buttons)) document.getElementById(id).addEventListener("click", act);
  const save = document.getElementById("save");
  save.addEventListener("click", () => {
    URL.revokeObjectURL(save.href);
    save.href = URL.createObjectURL(new Blob([text.value], { type: "text/plain" }));
    save.download = name + ".game";
  });
  for (const what of ["ask", "check"]) {
    const form = document.getElementById(what);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const button = form.querySelector("button");
      const answer = form.nextElementSibling;
      if (button.textContent === TEXT.stop && running) running();
      else begin(address(what, Object.fromEntries(new FormData(form))), answer, button, (found) => showAnswer(answer, found), text.value);
    });
  }
  read();
}

writeGame();
