"""Gives a file to cvc5 or Bitwuzla, whose wheels have no executables, and prints what those would print.

usage: smt.py cvc5 FILE.smt2 | smt.py bitwuzla FILE.smt2 | smt.py bitwuzla FILE.btor2
"""

import sys


def cvc5_smt2(path):
    import cvc5

    solver = cvc5.Solver()
    parser = cvc5.InputParser(solver)
    parser.setFileInput(cvc5.InputLanguage.SMT_LIB_2_6, path)
    symbols = parser.getSymbolManager()
    while not (command := parser.nextCommand()).isNull():
        print(command.invoke(solver, symbols), end="")


def bitwuzla_smt2(path):
    import bitwuzla

    bitwuzla.Parser(bitwuzla.TermManager(), bitwuzla.Options()).parse(path)


def bitwuzla_btor2(path):
    """Answers whether the constraints can hold, with the values of the inputs."""
    import bitwuzla

    options = bitwuzla.Options()
    options.set(bitwuzla.Option.PRODUCE_MODELS, True)
    parser = bitwuzla.Parser(bitwuzla.TermManager(), options, "btor2")
    parser.parse(path, True)
    solver = parser.bitwuzla()
    result = solver.check_sat()
    print({bitwuzla.Result.SAT: "sat", bitwuzla.Result.UNSAT: "unsat"}.get(result, "unknown"))
    if result == bitwuzla.Result.SAT:
        values = (f"(|{word.symbol()}| #b{solver.get_value(word).value(2)})" for word in parser.get_declared_funs())
        print(f"({' '.join(values)})")


solver, path = sys.argv[1:]
language = path.rsplit(".", 1)[-1]
globals()[f"{solver}_{language}"](path)
