"""Compares the CNF of a question with what other tools make of it by bit-blasting: size, and Kissat's time on each.

usage: target/solvers/bin/python benches/bitblast.py [CERTAMEN [QUERY FLAGS...]]

The tools are those of .ci/solvers: z3 and Bitwuzla bit-blast the SMT-LIB text, ABC writes the AIGER graph as clauses. Each
CNF is solved with several seeds; shown is the median of the processor time.
"""

import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile

BIN = pathlib.Path(sys.executable).parent
SEEDS = range(3)
LIMIT = 120  # seconds a run


def z3_cnf(smt2, cnf):
    import z3

    goal = z3.Goal()
    goal.add(z3.parse_smt2_file(str(smt2)))
    (clauses,) = z3.Then("simplify", "propagate-values", "bit-blast", "simplify", "aig", "tseitin-cnf")(goal)
    cnf.write_text(clauses.dimacs(False) + "\n")


def bitwuzla_cnf(smt2, cnf):
    import bitwuzla

    options = bitwuzla.Options()
    options.set(bitwuzla.Option.WRITE_CNF, str(cnf))
    options.set(bitwuzla.Option.TIME_LIMIT_PER, 2000)
    text = smt2.with_suffix(".asked.smt2")
    text.write_text("".join(line for line in smt2.open() if not line.startswith(("(get-value", "(check-sat"))))
    parser = bitwuzla.Parser(bitwuzla.TermManager(), options)
    parser.parse(str(text), True)
    parser.bitwuzla().check_sat()


def abc_cnf(aig, cnf, optimize):
    script = f"read_aiger {aig}; {optimize} write_cnf {cnf}"
    subprocess.run(["berkeley-abc", "-q", script], check=True, stdout=subprocess.DEVNULL)


def size(cnf):
    header = next(line for line in cnf.open() if line.startswith("p cnf"))
    return tuple(map(int, header.split()[2:]))


def seconds(cnf, seed):
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    ran = subprocess.run([BIN / "kissat", "-q", "-n", f"--seed={seed}", f"--time={LIMIT}", cnf], stdout=subprocess.PIPE)
    return ran.returncode, resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def main():
    certamen = sys.argv[1] if len(sys.argv) > 1 else "target/release/certamen"
    question = sys.argv[2:] or ["othello.mobility", "--at-least", "35"]
    place = pathlib.Path(tempfile.mkdtemp())
    files = {form: place / f"question.{form}" for form in ("dimacs", "smt2", "aig")}
    for form, path in files.items():
        subprocess.run([certamen, "-q", "emit", *question, "--format", form, "-o", path], check=True)
    makers = {
        "certamen": lambda cnf: cnf.write_bytes(files["dimacs"].read_bytes()),
        "z3": lambda cnf: z3_cnf(files["smt2"], cnf),
        "Bitwuzla": lambda cnf: bitwuzla_cnf(files["smt2"], cnf),
        "ABC": lambda cnf: abc_cnf(files["aig"], cnf, ""),
        "ABC, dc2": lambda cnf: abc_cnf(files["aig"], cnf, "dc2; dc2;"),
    }
    print("| CNF by | variables | clauses | Kissat, median of", len(SEEDS), "|\n|---|---:|---:|---:|")
    verdicts = set()
    for name, make in makers.items():
        cnf = place / f"{name.replace(', ', '-')}.cnf"
        make(cnf)
        codes, times = zip(*(seconds(cnf, seed) for seed in SEEDS))
        verdicts.update(code for code in codes if code != 0)
        # The same answer from all that are not cut off by the limit.
        assert len(verdicts) <= 1 and verdicts <= {10, 20}, f"{name}: {codes}"
        variables, clauses = size(cnf)
        time = f"over {LIMIT} s" if 0 in codes else f"{statistics.median(times):.2f} s"
        print(f"| {name} | {variables:,} | {clauses:,} | {time} |", flush=True)


main()
