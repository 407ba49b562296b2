"""The cell magic `%%game` of notebooks, after `%load_ext certamen`: a game that is stated in a cell."""

from typing import Any

from .board import Board
from .errors import CertamenError
from .game import Game


def load_ipython_extension(shell: Any) -> None:
    """Registers the magic: IPython calls this for `%load_ext certamen`."""

    def game(line: str, cell: str) -> Board:
        """A game, from the text of this cell: `%%game NAME` gives it this name in Python, else that of its statement."""
        from IPython.core.error import UsageError

        try:
            read = Game.from_text(cell)
        except CertamenError as error:
            # One line, without the lines of Python that led there.
            raise UsageError(error.line) from None
        name = line.strip() or read.name.replace("-", "_")
        if not name.isidentifier():
            raise UsageError(f"%%game: {name} is not a name in Python")
        shell.push({name: read})
        return Board(read)

    shell.register_magic_function(game, "cell")
