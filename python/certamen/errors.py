"""What can go wrong, in the program's words."""


class CertamenError(Exception):
    """What the program could not do; the text is its line.

    >>> import certamen
    >>> certamen.run("perft", "otello", 3)
    Traceback (most recent call last):
    certamen.errors.CertamenError: perft applies to othello, ...; did you mean `othello`?
    """

    def __init__(self, line: str, code: int | None = None) -> None:
        super().__init__(line)
        self.line = line
        #: The exit code of the program, or the status of an answer of its API.
        self.code = code


class ProgramMissing(CertamenError):
    """There is no program to run, or it is too old."""


class Undecided(CertamenError):
    """A limit ended the work before there was an answer."""


class IllegalMoveError(CertamenError, ValueError):
    """A move is not legal in its position."""
