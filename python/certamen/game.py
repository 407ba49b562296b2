"""Games: those of the program, and those that are files."""

import os
import shutil
import tempfile
import weakref
from pathlib import Path
from typing import Any, Union

from .program import run
from .server import SHARED, Server

#: What a game can be given as: its name, a file that ends in `.game`, or an object.
AnyGame = Union[str, "os.PathLike[str]", "Game"]

#: The endings of files that state a game: game files, and problems in BDDL.
ENDINGS = (".game", ".ig", ".pg")


class Game:
    """A game of the program by its name, or one that a file states.

    >>> Game("othello").boards
    ('4x4', '6x6', '8x8')
    >>> col = Game.from_text('''
    ... game my-col "No stone beside an own stone."
    ... board 3x3, 4x3
    ... word own X, opp O
    ... swap own opp
    ... place stone = empty & ~near(own, 1)
    ... play own = own | m.to
    ... ''')
    >>> col.name, col.boards
    ('my-col', ('3x3', '4x3'))
    """

    def __init__(self, name: str) -> None:
        #: What the command line calls it: its name, or its file.
        self.subject = name
        self.name = name
        #: Whether `subject` is a file.
        self.is_file = False
        self._server = SHARED
        self._listed: Any = None

    @classmethod
    def of(cls, game: AnyGame) -> "Game":
        """The game that is given in any form."""
        if isinstance(game, Game):
            return game
        subject = os.fspath(game)
        is_file = not isinstance(game, str) or subject.endswith(ENDINGS)
        return cls.from_file(subject) if is_file else cls(subject)

    @classmethod
    def from_file(cls, path: Union[str, "os.PathLike[str]"]) -> "Game":
        """The game that a file states. It is read at once, so that a mistake is an error here."""
        game = cls(os.path.abspath(path))
        game.is_file, game._server = True, Server(game.subject)
        game.name = game._list()["game"]
        return game

    @classmethod
    def from_text(cls, text: str) -> "Game":
        """The game that a text states."""
        folder = tempfile.mkdtemp(prefix="certamen-")
        path = Path(folder, "text.game")
        path.write_text(text, encoding="utf-8")
        try:
            game = cls.from_file(path)
        except BaseException:
            shutil.rmtree(folder)
            raise
        weakref.finalize(game, shutil.rmtree, folder, ignore_errors=True)
        return game

    @property
    def boards(self) -> tuple[str, ...]:
        """The names of its boards."""
        return tuple(self._list()["boards"])

    @property
    def notation(self) -> str:
        """How a position is written."""
        return str(self._list()["notation"])

    @property
    def words(self) -> dict[str, str]:
        """The words that questions about it can use, with their meanings."""
        return {word["name"]: word["meaning"] for word in run("games", self.subject).get("words", [])}

    def _list(self) -> Any:
        if self._listed is None:
            self._listed = run("games", self.subject)["games"][0]
        return self._listed

    def get(self, what: str, query: dict[str, str]) -> Any:
        """An answer of the program's API about this game, such as `board`."""
        return self._server.get(f"{self.name}/{what}", query)

    def __repr__(self) -> str:
        return f"Game({self.subject!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self.subject == other.subject

    def __hash__(self) -> int:
        return hash(self.subject)
