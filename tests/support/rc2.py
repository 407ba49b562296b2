"""Gives a WCNF file to RC2 of python-sat, and prints its answer in the manner of the MaxSAT evaluations."""

import sys

from pysat.examples.rc2 import RC2
from pysat.formula import WCNF

with RC2(WCNF(from_file=sys.argv[1])) as solver:
    model = solver.compute()
    print(f"o {solver.cost}" if model is not None else "s UNSATISFIABLE")
    if model is not None:
        print("s OPTIMUM FOUND")
        print("v", *model, 0)
