"""Counts the models of a DIMACS file by Ganak, projected on the variables that its comments name.

usage: ganak.py FILE
"""

import sys

from pyganak import Counter

shown, clauses, variables = [], [], 0
with open(sys.argv[1], encoding="ascii") as file:
    for line in file:
        words = line.split()
        if words[:3] == ["c", "p", "show"] or words[:2] == ["c", "ind"]:
            numbers = [int(word) for word in words[3 if words[1] == "p" else 2 :]]
            assert numbers[-1] == 0, line
            shown += numbers[:-1]
        elif words[:2] == ["p", "cnf"]:
            variables = int(words[2])
        elif words[0] != "c":
            clauses.append([int(word) for word in words[:-1]])

counter = Counter()
counter.new_vars(variables)
counter.add_clauses(clauses)
if shown:
    counter.set_sampling_set(shown)
print(counter.count())
