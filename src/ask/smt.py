"""Answers an SMT-LIB file with cvc5 or Bitwuzla, whose wheels have no executables: smt.py cvc5|bitwuzla FILE|--version"""

import importlib.metadata
import sys

# An error is one line.
sys.tracebacklimit = 0


def cvc5(path):
    import cvc5

    solver = cvc5.Solver()
    parser = cvc5.InputParser(solver)
    parser.setFileInput(cvc5.InputLanguage.SMT_LIB_2_6, path)
    symbols = parser.getSymbolManager()
    while not (command := parser.nextCommand()).isNull():
        print(command.invoke(solver, symbols), end="")


def bitwuzla(path):
    import bitwuzla

    bitwuzla.Parser(bitwuzla.TermManager(), bitwuzla.Options()).parse(path)


solver, path = sys.argv[1:]
if path == "--version":
    __import__(solver)
    print(importlib.metadata.version(solver))
else:
    {"cvc5": cvc5, "bitwuzla": bitwuzla}[solver](path)
