"""certamen: questions about board games, answered with SAT solvers, tables and proofs.

A board, in the habit of python-chess:

>>> import certamen
>>> board = certamen.Board("othello")
>>> board.legal_moves
('d3', 'c4', 'f5', 'e6')
>>> board.push("f5")
>>> board.legal_moves
('f4', 'd6', 'f6')

A bound with a proof, and a formula for a solver of one's own:

>>> certamen.prove("othello.mobility", board="4x4").bound
8
>>> cnf, names = certamen.emit("othello.mobility", board="4x4", at_least=8)
>>> names["own[a1]"]
1

The module starts the program `certamen`, which does the work: it is in the wheel, or where the environment variable
CERTAMEN says, or on the path. A flag of the program is a keyword: `at_least=8` is `--at-least 8`. What the program could
not do is raised as a :class:`CertamenError`, in the program's words.
"""

from .board import Board
from .errors import CertamenError, IllegalMoveError, ProgramMissing, Undecided
from .formula import Emission, NameMap, decode, emit
from .game import Game
from .notebook import load_ipython_extension as load_ipython_extension
from .program import program, run
from .questions import Bound, Enumeration, Solution, Verification, check, count, prove, solve
from .questions import enumerate as enumerate
from .table import Probe, Table, Value
from .witness import Witness

# `enumerate` is not in it: `from certamen import *` leaves Python's own in its place.
__all__ = [
    "Board", "Bound", "CertamenError", "Emission", "Enumeration", "Game", "IllegalMoveError", "NameMap", "Probe",
    "ProgramMissing", "Solution", "Table", "Undecided", "Value", "Verification", "Witness", "check", "count", "decode",
    "emit", "program", "prove", "run", "solve",
]
