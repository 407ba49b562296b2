"""Questions: what a solver answers, with proofs.

A subject is a question of the program (`"othello.mobility"`), or a game in any form, and then the question is a text in
the language of questions: `solve("othello", "count(legal) >= 20")`. Flags of the command line are keywords.
"""

import json
import os
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Union

from .errors import Undecided
from .game import ENDINGS, AnyGame, Game
from .program import failure, flags_of, run, started
from .witness import Witness


def command(subject: AnyGame, question: str | None) -> tuple[Game, list[str]]:
    """The game of a question, and how the command line names it."""
    if isinstance(subject, str) and not subject.endswith(ENDINGS):
        game = Game(subject.partition(".")[0])
        words = [subject]
    else:
        game = Game.of(subject)
        words = [game.subject]
    return game, words if question is None else [*words, question]


@dataclass(frozen=True)
class Solution:
    """What a solver answers. `satisfiable` is None if a limit ended it."""

    satisfiable: bool | None
    witness: Witness | None
    json: dict[str, Any] = field(repr=False)


def solve(subject: AnyGame, question: str | None = None, **flags: Any) -> Solution:
    """Asks whether there is such a position.

    >>> solve("othello", "count(legal) >= 8", board="4x4").satisfiable
    True
    >>> solve("othello.mobility", board="4x4", at_least=9).satisfiable
    False
    """
    game, words = command(subject, question)
    answer = run("solve", *words, **flags)
    witness = answer.get("witness")
    satisfiable = {"SATISFIABLE": True, "UNSATISFIABLE": False}.get(answer["status"])
    return Solution(satisfiable, Witness.of(game, witness, flags.get("board")) if witness else None, answer)


@dataclass(frozen=True)
class Bound:
    """An exact bound, if the verdict is `exact`; else the verdict is `undecided`, or `impossible` if no position is one
    of the question at all."""

    verdict: str
    bound: int | None
    witnesses: list[Witness]
    #: The directory of the certificate, if one was asked for.
    certificate: Path | None
    json: dict[str, Any] = field(repr=False)


def prove(
    subject: AnyGame, question: str | None = None, *, out: Union[str, "os.PathLike[str]", None] = None, **flags: Any
) -> Bound:
    """Finds the largest or smallest number, with a position and a checked refutation of the next number.

    `out` is a directory for the certificate, which anybody can :func:`check`.

    >>> prove("othello", "max count(legal)", board="4x4").bound
    8
    """
    game, words = command(subject, question)
    answer = run("prove", *words, out=out, **flags)
    witnesses = [Witness.of(game, one, flags.get("board")) for one in answer.get("witnesses", [])]
    bound = answer["claim"]["bound"] if answer["verdict"] == "exact" else None
    return Bound(answer["verdict"], bound, witnesses, None if out is None else Path(out), answer)


@dataclass(frozen=True)
class Verification:
    """Whether a certificate or a proof was verified. It is true if it was."""

    verified: bool
    #: Why it was not.
    reason: str | None
    json: dict[str, Any] = field(repr=False)

    def __bool__(self) -> bool:
        return self.verified


def check(directory: Union[str, "os.PathLike[str]", None] = None, **flags: Any) -> Verification:
    """Checks a certificate, or with `cnf` and `proof` the LRAT or DRAT proof of any solver.

    What cannot be read is an error, not a verdict.

    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = prove("othello.mobility", board="4x4", out=folder + "/certificate")
    ...     bool(check(folder + "/certificate"))
    True
    """
    answer = run("check", *([] if directory is None else [os.fspath(directory)]), **flags)
    if answer["verdict"] == "undecided":
        raise Undecided(str(answer.get("reason", "undecided")), 3)
    return Verification(answer["verdict"] == "verified", answer.get("reason"), answer)


class Enumeration(Iterator[Witness]):
    """The positions of a list, as they are found. The program ends if the list is closed, or no longer used."""

    def __init__(self, game: Game, arguments: list[str], board: str | None) -> None:
        #: Whether the list is known to be complete; None until its end.
        self.complete: bool | None = None
        #: The last line of the program.
        self.json: dict[str, Any] = {}
        self._found = self._witnesses(game, arguments, board)

    def _witnesses(self, game: Game, arguments: list[str], board: str | None) -> Iterator[Witness]:
        with tempfile.TemporaryFile() as errors:
            with started(*arguments, "--json", "-q", stdin=subprocess.DEVNULL, stderr=errors) as process:
                assert process.stdout
                for line in process.stdout:
                    answer = json.loads(line)
                    if "complete" in answer:
                        self.json, self.complete = answer, bool(answer["complete"])
                    else:
                        yield Witness.of(game, answer, board)
                code = process.wait()
            if self.complete is None:
                raise failure(errors, code)

    def __next__(self) -> Witness:
        return next(self._found)

    def close(self) -> None:
        """Ends the program."""
        self._found.close()  # type: ignore[attr-defined]


def enumerate(subject: AnyGame, question: str | None = None, **flags: Any) -> Enumeration:
    """Lists all such positions, each as it is found, with a proof at the end that there are no others.

    >>> found = enumerate("othello.mobility", board="4x4", at_least=8, up_to_symmetry=True)
    >>> [witness.position for witness in found]
    ['-----XO--OOXX-X-', '---O-OX-XOO--X-X', '---X-OX-XOO--X-X']
    >>> found.complete
    True
    """
    game, words = command(subject, question)
    return Enumeration(game, ["enumerate", *words, *flags_of(flags)], flags.get("board"))


def count(subject: AnyGame, question: str | None = None, **flags: Any) -> int:
    """Counts such positions exactly. With a limit that is too small, it raises :class:`Undecided`.

    >>> count("othello.mobility", board="4x4", at_least=8)
    24
    """
    _, words = command(subject, question)
    answer = run("count", *words, **flags)
    if "count" not in answer:
        raise Undecided(answer["reason"], 3)
    return int(answer["count"])
