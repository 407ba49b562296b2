"""Asks Bitwuzla, whose wheel has no executable, whether the constraints of a BTOR2 file can hold, with the values of
the inputs: btor2.py FILE
"""

import sys

import bitwuzla

options = bitwuzla.Options()
options.set(bitwuzla.Option.PRODUCE_MODELS, True)
parser = bitwuzla.Parser(bitwuzla.TermManager(), options, "btor2")
parser.parse(sys.argv[1], True)
solver = parser.bitwuzla()
result = solver.check_sat()
print({bitwuzla.Result.SAT: "sat", bitwuzla.Result.UNSAT: "unsat"}.get(result, "unknown"))
if result == bitwuzla.Result.SAT:
    values = (f"(|{word.symbol()}| #b{solver.get_value(word).value(2)})" for word in parser.get_declared_funs())
    print(f"({' '.join(values)})")
