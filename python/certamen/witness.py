"""A position that the program found."""

from dataclasses import dataclass, field
from typing import Any

from .board import Board
from .game import Game


@dataclass(frozen=True)
class Witness:
    """A position that answers a question, verified by the program's naive game. A notebook shows it as a board."""

    game: Game = field(repr=False)
    #: The position as text.
    position: str
    #: All that the program says of it.
    json: dict[str, Any] = field(repr=False)
    #: The name of its board, None if the position itself says it.
    board_name: str | None = field(default=None, repr=False)

    @classmethod
    def of(cls, game: Game, json: dict[str, Any], board: str | None = None) -> "Witness":
        """What the program prints with `--json`, about a question on this board."""
        return cls(game, str(json.get("position", json.get("board", ""))), json, board)

    def board(self) -> Board:
        """The position to play on."""
        return Board(self.game, self.position, board=self.board_name)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        return self.board()._repr_mimebundle_()
