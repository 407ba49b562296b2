"""A position to play on, in the habit of python-chess."""

from typing import Any

from .errors import CertamenError, IllegalMoveError
from .game import AnyGame, Game


class Board:
    """A position of a game, the start if none is given, with the plies that led there.

    Plies are named as the player to move sees the board. Where the board is turned after each ply, records name them
    otherwise.

    Flags of the game are keywords: `board` names its board, other ones are those of `certamen show GAME --help`.

    >>> board = Board("ostle", board="3x3")
    >>> board.push("c1U")
    >>> board.move_stack, board.ply()
    (['c1U'], 1)
    >>> board.pop()
    'c1U'
    >>> "c1U" in board.legal_moves
    True
    """

    def __init__(self, game: AnyGame, position: str | None = None, **flags: Any) -> None:
        self.game = Game.of(game)
        #: The plies that were pushed.
        self.move_stack: list[str] = []
        given = {name.replace("_", "-"): value for name, value in flags.items() if value not in (None, False)}
        self._flags = {name: "on" if value is True else str(value) for name, value in given.items()}
        self._position = position
        self._view: Any = None
        self._before: list[tuple[str | None, Any]] = []
        if position is not None:
            self._position = self._load()["position"]

    @property
    def position(self) -> str:
        """The position as text, which `Board` reads again. After a ply that ends the game and leads to no position, the
        one before it."""
        return self._position or str(self._load()["position"])

    @property
    def legal_moves(self) -> tuple[str, ...]:
        """The names of the legal plies, in the order of the rules; none if the game is over."""
        return tuple(ply["name"] for ply in self._plies())

    def is_legal(self, move: str) -> bool:
        """Whether a ply is legal."""
        return self._find(move) is not None

    def push(self, move: str) -> None:
        """Plays a ply.

        >>> Board("othello").push("a1")
        Traceback (most recent call last):
        certamen.errors.IllegalMoveError: a1 is not legal in ...
        """
        ply = self._find(move)
        if ply is None:
            raise IllegalMoveError(f"{move} is not legal in {self.position}")
        self._before.append((self._position, self._view))
        self.move_stack.append(ply["name"])
        if ply["position"] is None:
            self._view = {**self._view, "ended": ply["ended"], "is_beyond": True}
        else:
            self._position, self._view = ply["position"], None

    def pop(self) -> str:
        """Takes the last ply back, and returns it. An `IndexError` if there is none."""
        move = self.move_stack.pop()
        self._position, self._view = self._before.pop()
        return move

    def peek(self) -> str:
        """The last ply. An `IndexError` if there is none."""
        return self.move_stack[-1]

    def ply(self) -> int:
        """The number of plies that were pushed."""
        return len(self.move_stack)

    def copy(self) -> "Board":
        """The same position with the same plies, to go on separately."""
        other = Board(self.game)
        other.move_stack, other._before = self.move_stack.copy(), self._before.copy()
        other._flags, other._position, other._view = self._flags, self._position, self._view
        return other

    def is_game_over(self) -> bool:
        """Whether the game has ended."""
        return self._load()["ended"] is not None

    def result(self) -> str:
        """How the game has ended, in words; `*` if it goes on.

        >>> Board("othello", "XXXXXXXXXXXXXXXX").result()
        'game over: 16 black and 0 white discs'
        """
        return "*" if self._load()["ended"] is None else str(self._load()["ended"])

    @property
    def text(self) -> str:
        """The board, drawn for a terminal.

        >>> print(Board("othello", board="4x4").text)
          a b c d
        1 - + - -
        2 + O X -
        3 - X O +
        4 - - + -
        Black to move: 4 legal moves, 12 empty squares
        """
        return str(self._load()["text"]).rstrip("\n")

    def _plies(self) -> Any:
        view = self._load()
        return view["plies"] if view["ended"] is None else []

    def _find(self, move: str) -> Any:
        plies = self._plies()
        found = [ply for ply in plies if ply["name"] == move]
        found += [ply for ply in plies if ply["name"].lower() == move.lower()]
        return found[0] if found else None

    def _load(self) -> Any:
        """What the program says of the position; it is asked once."""
        if self._view is None:
            query = self._flags if self._position is None else {**self._flags, "at": self._position}
            try:
                self._view = self.game.get("board", query)
            except CertamenError as error:
                if error.code == 404:
                    # There is no such game: the list of games says which there are.
                    self.game.boards
                raise
        return self._view

    def _repr_svg_(self) -> str:
        return str(self._load()["svg"])

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        return {"text/plain": self.text, "image/svg+xml": self._repr_svg_()}

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Board({self.game.name!r}, {self.position!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        ours = (self.game, self._flags, self.position, self.result())
        return ours == (other.game, other._flags, other.position, other.result())
