"""What the program prints with --json, and the files that it writes, validated by `certamen schema`."""

import json
import shlex
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from certamen.program import program

SMALL = "--board 4x4"

#: Commands in the order in which they are run in one directory, below the words of their schema.
EXAMPLES = {
    "games": ["games", "games chomp", "games chomp --text", "games othello --check --board 4x4 --games 2 --seed 1"],
    "emit": [
        f"emit othello.mobility {SMALL} --at-least 8 -o q.cnf --map q.map",
        f"emit othello.mobility {SMALL} --at-least 8 --full --projection show -o p.cnf",
        f"emit othello.mobility {SMALL} --at-least 8 --format smt2 -o q.smt2 --map q.names",
        "emit --family family --out instances",
        f"emit othello.mobility {SMALL} --reachable --transition-system --at-least 7 --format aig -o t.aig",
    ],
    "solve": [
        f"solve othello.mobility {SMALL} --at-least 8",
        f"solve othello.mobility {SMALL} --at-least 9 --proof r.lrat --cnf r.cnf",
        "solve othello.mobility --at-least 36 --time-limit 0.01",
        "solve --cnf r.cnf",
    ],
    "decode": ["decode --map q.map model", "decode --map q.map no-model"],
    "prove": [
        f"prove othello.mobility {SMALL} --out cert",
        f"prove othello.mobility {SMALL} --discs 4 --empties 11",
        "prove othello.mobility --time-limit 0.01",
    ],
    "enumerate": [
        f"enumerate othello.mobility {SMALL} --at-least 8 --up-to-symmetry --out list",
        f"enumerate othello.mobility {SMALL} --at-least 8 --no-proof",
    ],
    "count": [
        f"count othello.mobility {SMALL} --at-least 8",
        "count othello.mobility --at-least 30 --time-limit 0.01",
    ],
    "profile": [f"profile othello 'max count(legal)' {SMALL} --by 'count(occupied)' --out profile"],
    "cube": [f"cube othello.mobility {SMALL} --at-least 9 --count 2 --out cubes"],
    "run-cube": ["run-cube cubes 0", "run-cube cubes 1"],
    "plan cube": [
        f"plan cube othello.mobility {SMALL} --at-least 9 --count {count} --out {place}"
        for count, place in ((2, "camp"), (1, "open"))
    ],
    "status": ["status camp"],
    "submit": ["submit camp --to slurm --dry-run"],
    "work": ["work camp"],
    "gather": ["gather open", "gather camp --recompute 1 --seed 1"],
    "check": [
        "check cert",
        "check list",
        "check cubes",
        "check camp",
        "check --cnf r.cnf --proof r.lrat",
        "check --cnf q.cnf --proof r.lrat",
    ],
    "replay": [
        "replay othello F5D6",
        "replay othello A1",
        "replay othello --file games",
        "replay othello --file games --summary",
        "replay othello --file games --format lines",
        "replay othello --file games --where 'count(legal) >= 5'",
        "replay othello --file games --repair",
        "replay go --file game.sgf",
    ],
    "convert": ["convert othello games --to ggf -o games.ggf"],
    "perft": ["perft othello 3 --divide", "perft ostle 2 --board 3x3 --naive"],
    "show": ["show othello START", "show go X./.O"],
    "reach": ["reach konane START", f"reach othello START {SMALL}", "reach othello --file positions --any-order"],
    "retro build": ["retro build chomp --board 3x3 --plan", "retro build chomp --board 3x3 --dir chomp"],
    "retro probe": ["retro probe chomp --dir chomp"],
    "retro stats": ["retro stats chomp --dir chomp"],
    "retro longest": ["retro longest chomp --dir chomp"],
    "retro audit": ["retro audit chomp --dir chomp"],
    "retro distances": ["retro distances chomp --board 3x3", "retro distances chomp --board 3x3 --plan"],
    "retro export": ["retro export chomp --dir chomp --to csv -o chomp.csv"],
    "retro build ostle": [f"retro build ostle --board 3x3 --rule {rule} --dir {rule}" for rule in ("literal", "paper")],
    "retro probe ostle": ["retro probe ostle --dir literal"],
    "retro distances ostle": ["retro distances ostle --board 3x3 --dir literal"],
    "retro stats ostle": ["retro stats ostle --dir literal"],
    "retro longest ostle": ["retro longest ostle --dir literal"],
    "retro audit ostle": ["retro audit ostle --dir literal", "retro audit ostle --dir literal --samples 1"],
    "retro compare ostle": ["retro compare ostle --dir literal --with paper"],
    "puzzles ostle": ["puzzles ostle --dir literal"],
    "schema": ["schema"],
    "solvers": ["solvers"],
}

#: The files that the examples write, by the kinds of their schemas.
FILES = {"map": "q.map", "name-map": "q.names", "certificate": "cert/certificate.json", "list": "list/certificate.json"}

#: The files that they read.
GIVEN = {
    "no-model": "s UNSATISFIABLE\n",
    "games": "F5D6C3\nF5D6C3D3C4\nF5D7\n",
    "positions": "-----XO--OX-----\n",
    "family": "seed 1\nemit othello.mobility --board 4x4 --at-least 8\n",
    "game.sgf": "(;GM[1]FF[4]SZ[5];B[cc];W[cd])",
}


@cache
def validator(*words: str) -> Any:
    schema = json.loads(subprocess.check_output([program(), "schema", *words]))
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def run(command: str, place: Path) -> str:
    ran = subprocess.run(
        [program(), "--quiet", *shlex.split(command)], cwd=place, capture_output=True, text=True, encoding="utf-8"
    )
    # A file that is not read to its end or that is not legal is an answer as well.
    assert ran.returncode != 2, f"{command}: {ran.stderr}"
    return ran.stdout


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, list[tuple[str, str]]]]:
    """The directory of the examples, and what they print, by the words of their schema."""
    place = tmp_path_factory.mktemp("schema")
    for name, text in GIVEN.items():
        (place / name).write_text(text, encoding="utf-8")
    (place / "model").write_text(run(EXAMPLES["solve"][0], place), encoding="utf-8")
    printed = {
        words: [(command, run(f"--json {command}", place)) for command in commands]
        for words, commands in EXAMPLES.items()
    }
    return place, printed


@pytest.mark.parametrize("words", EXAMPLES)
def test_answers_are_as_their_schema_says(
    words: str, answers: tuple[Path, dict[str, list[tuple[str, str]]]]
) -> None:
    schema = validator(*words.split())
    for command, text in answers[1][words]:
        lines = text.splitlines()
        assert lines, command
        for line in lines:
            errors = [error.message for error in schema.iter_errors(json.loads(line))]
            assert not errors, f"{command}: {errors}"


@pytest.mark.parametrize("kind", FILES)
def test_files_are_as_their_schema_says(
    kind: str, answers: tuple[Path, dict[str, list[tuple[str, str]]]]
) -> None:
    errors = list(validator("--file", kind).iter_errors(json.loads((answers[0] / FILES[kind]).read_text())))
    assert not errors, errors


def test_a_schema_refuses_what_the_program_does_not_print() -> None:
    """What would pass any schema would show nothing."""
    for words in EXAMPLES:
        if words != "show":
            assert not validator(*words.split()).is_valid({"nonsense": 1}), words
    claimed: dict[str, Any] = {"verdict": "undecided", "reason": "", "at_least": None, "witnesses": []}
    assert validator("prove").is_valid(claimed) and validator("prove").is_valid({**claimed, "remarks": ["a"]})
    assert not validator("prove").is_valid({**claimed, "more": 1})
    assert not validator("prove").is_valid({**claimed, "witnesses": [{}]})
