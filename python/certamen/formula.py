"""Formulas for solvers of one's own, and their answers."""

import json
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from .errors import CertamenError
from .game import AnyGame, Game
from .program import run
from .questions import command
from .witness import Witness


class NameMap(Mapping[str, "int | bool"]):
    """What the variables of a formula mean: names such as `legal[d3]`, each with its literal, or with a bool if its value
    is fixed. `decode` needs it."""

    def __init__(self, game: Game, text: str) -> None:
        self.game = game
        #: The map as the program wrote it.
        self.text = text
        self.json: dict[str, Any] = json.loads(text)
        self._bits = {name: bit for word in self.json["words"] for name, bit in word["bits"].items()}

    def __getitem__(self, name: str) -> "int | bool":
        bit: int | bool = self._bits[name]
        return bit

    def __iter__(self) -> Iterator[str]:
        return iter(self._bits)

    def __len__(self) -> int:
        return len(self._bits)

    def __repr__(self) -> str:
        return f"<NameMap of {len(self)} names>"


class Emission(NamedTuple):
    """A formula and its map."""

    #: A `pysat.formula.CNF` if PySAT is installed, else a list of clauses.
    cnf: Any
    map: NameMap


def emit(subject: AnyGame, question: str | None = None, **flags: Any) -> Emission:
    """The clauses of a question, and what their variables mean.

    >>> cnf, names = emit("othello", "count(legal) >= 8", board="4x4")
    >>> names["opp[b1]"]
    18

    With PySAT the solver's model is decoded to a position, which the program's naive game verifies:

    >>> from pysat.solvers import Solver
    >>> with Solver(bootstrap_with=cnf) as solver:
    ...     solver.solve()
    ...     len(decode(solver.get_model(), names).board().legal_moves)
    True
    8
    """
    game, words = command(subject, question)
    with tempfile.TemporaryDirectory(prefix="certamen-") as folder:
        output, names = Path(folder, "cnf"), Path(folder, "map")
        run("emit", *words, output=output, map=names, **flags)
        return Emission(_formula(output.read_text()), NameMap(game, names.read_text()))


def _formula(text: str) -> Any:
    """A formula in DIMACS as the program writes it: a clause a line."""
    lines = text.splitlines()
    comments = [line for line in lines if line.startswith("c")]
    header = lines[len(comments)].split()
    if header[:2] != ["p", "cnf"]:
        raise CertamenError("emit: this format is for files: use run(\"emit\", ..., output=FILE)")
    clauses = [[int(literal) for literal in line.split()[:-1]] for line in lines[len(comments) + 1:]]
    try:
        from pysat.formula import CNF
    except ImportError:
        return clauses
    formula = CNF(from_clauses=clauses)
    formula.nv = max(formula.nv, int(header[2]))
    formula.comments = comments
    return formula


def decode(model: Iterable[int], map: NameMap) -> Witness:
    """The position that a model of a formula stands for.

    The program checks the model against every clause, and its naive game counts again. A :class:`CertamenError` says what
    is wrong with a model.
    """
    answer = "s SATISFIABLE\nv " + " ".join(str(literal) for literal in model if literal) + " 0\n"
    with tempfile.TemporaryDirectory(prefix="certamen-") as folder:
        path = Path(folder, "map")
        path.write_text(map.text, encoding="utf-8")
        file = [map.game.subject] if map.game.is_file else []
        found = run("decode", *file, "-", map=path, stdin=answer)
    if not found.get("witness"):
        raise CertamenError(found["reason"].removeprefix("standard input: "), 1)
    question = map.json["question"]
    return Witness.of(map.game, found["witness"], question.get("flags", question).get("board"))
