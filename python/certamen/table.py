"""Tables of solved games: the value of every position."""

import os
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Union

from .board import Board
from .errors import CertamenError
from .game import Game
from .program import run
from .server import Server


@dataclass(frozen=True)
class Value:
    """The value of a position for the player to move: an outcome with its plies, or a score."""

    outcome: str | None
    #: The plies to the end, in a puzzle the moves to the goal.
    plies: int | None
    score: int | None

    @classmethod
    def of(cls, json: dict[str, Any]) -> "Value":
        """What the program prints with `--json`."""
        return cls(json.get("outcome"), json.get("plies", json.get("moves")), json.get("score"))


@dataclass(frozen=True)
class Probe:
    """The values of a position and of its plies."""

    value: Value
    #: The value of each ply for the player who makes it, the best one first.
    moves: dict[str, Value]
    #: A line of best play.
    line: str
    json: dict[str, Any] = field(repr=False)


class Table:
    """The tables in a directory, as `certamen retro build` writes them.

    >>> import certamen, tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> _ = certamen.run("retro", "build", "chomp", dir=folder.name)
    >>> table = Table.open(folder.name)
    >>> table.game, len(table)
    (Game('chomp'), 34)
    >>> table.probe().value
    Value(outcome='win', plies=8, score=None)
    >>> sum(number for (outcome, plies), number in table.histogram().items() if outcome == "lost")
    7
    >>> folder.cleanup()
    """

    def __init__(self, directory: str, game: Game, name: str, server: Server) -> None:
        self.directory = directory
        self.game = game
        self._name = name
        self._server = server
        self._counted: Any = None

    @classmethod
    def open(cls, directory: Union[str, "os.PathLike[str]"]) -> "Table":
        """Opens the tables in a directory. They are only read."""
        path = os.path.abspath(directory)
        server = Server("--dir", path)
        for listed in server.get("games")["games"]:
            for tables in listed["tables"]:
                game = Game(listed["name"])
                game._server = server
                return cls(path, game, tables["name"], server)
        raise CertamenError(f"{path}: no tables in it")

    def board(self, position: str | None = None) -> Board:
        """A position of these tables to play on, the start if none is given."""
        return Board(self.game, position, table=self._name)

    def probe(self, position: Union[Board, str, None] = None) -> Probe:
        """The values of a position, of the start if none is given."""
        if isinstance(position, Board) and position._load().get("is_beyond"):
            raise CertamenError("the game is over: no table has the position after its last ply")
        at = position.position if isinstance(position, Board) else position
        query = {"table": self._name} if at is None else {"table": self._name, "at": at}
        found = self._server.get(f"{self.game.name}/position", query)
        if "value" not in found:
            raise CertamenError(f"{at}: the tables do not have this position")
        moves = {one["move"]: Value.of(one["value"] or one) for one in found["moves"]}
        return Probe(Value.of(found["value"]), moves, found.get("line") or "", found)

    def __len__(self) -> int:
        """The number of positions; those that are equal by symmetry count once."""
        counted = self._stats()
        return int(counted["positions"] if "positions" in counted else counted["states"])

    def histogram(self) -> Counter[tuple[str, int]]:
        """The number of positions of each value: `("won", 3)`, `("lost", 2)`, `("drawn", 0)`, or `("score", -8)`. A game whose
        statistics do not tell wins from losses has `("decided", 3)`."""
        counted = self._stats()
        names = {"won": "won", "lost": "lost", "plies": "decided", "scores": "score"}
        histogram: Counter[tuple[str, int]] = Counter()
        for member, name in names.items():
            for number, positions in counted.get(member, {}).items():
                histogram[name, int(number)] += positions
        if counted.get("drawn"):
            histogram["drawn", 0] = counted["drawn"]
        return histogram

    def to_numpy(self) -> Any:
        """Every position with its value: a structured array of NumPy with the fields `position` (bytes), `outcome` (1 won, 0
        drawn, -1 lost), `plies` (-1 for a draw) and `score`, as far as they were computed."""
        import numpy

        with tempfile.TemporaryDirectory() as place:
            file = os.path.join(place, "table.npy")
            run("retro", "export", self.game.name, to="npy", dir=self.directory, output=file)
            return numpy.load(file)

    def _stats(self) -> Any:
        if self._counted is None:
            answer = run("retro", "stats", self.game.name, dir=self.directory)
            self._counted = answer["tables"][0] if "tables" in answer else answer
        return self._counted

    def __repr__(self) -> str:
        return f"Table({self.directory!r})"
