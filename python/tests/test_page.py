"""The examples of docs/python.md and of the README are run as they are written."""

import csv
import doctest
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import certamen

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs/python.md"


def test_the_examples_of_the_page_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"```pycon\n(.*?)```", PAGE.read_text(), re.DOTALL)
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    names: dict[str, object] = {}
    for number, block in enumerate(blocks, 1):
        test = parser.get_doctest(block, names, f"block {number}", str(PAGE), 0)
        runner.run(test, clear_globs=False)
        names = test.globs
    assert len(blocks) > 3 and runner.tries > 10 and runner.failures == 0


def test_the_lines_of_the_readme_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    block = re.search(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    assert block
    *lines, last = block[1].splitlines()
    names: dict[str, object] = {}
    exec("\n".join(lines), names)
    said = last.rpartition("# ")[2]
    assert str(eval(last, names)) == said


def readers(*pages: str) -> dict[str, Any]:
    """What the pages define in Python."""
    names: dict[str, Any] = {}
    for page in pages:
        block = re.search(r"```python\n(.*?)```", (ROOT / "docs" / page).read_text(), re.DOTALL)
        assert block
        exec(block[1], names)
    return names


def test_the_reader_of_tables_finds_what_the_program_counts(tmp_path: Path) -> None:
    names = readers("retro.md")
    certamen.run("retro", "build", "chomp", board="4x3", dir=tmp_path)
    values = [value for file in tmp_path.glob("*.plies") for value in names["values"](file)]
    words = {"win": "won", "loss": "lost"}
    found = Counter((words[value[0]], value[1]) for value in values if value is not None)
    assert found == certamen.Table.open(tmp_path).histogram() and sum(found.values()) == 34


def test_the_reader_of_tables_of_ostle_finds_what_the_program_exports(tmp_path: Path) -> None:
    entries = readers("retro.md", "ostle.md")["entries"]
    certamen.run("retro", "build", "ostle", board="3x3", pieces=2, lose_at=0, dir=tmp_path)
    certamen.run("retro", "export", "ostle", dir=tmp_path, to="csv", output=tmp_path / "rows.csv")
    rows: dict[str, list[dict[str, str]]] = {}
    for row in csv.DictReader((tmp_path / "rows.csv").read_text().splitlines()):
        position = row["position"]
        rows.setdefault(f"{position.count('1')}v{position.count('2')}", []).append(row)
    words = {"1": "win", "-1": "loss"}
    probed = 0
    for layer, of_layer in rows.items():
        found = list(entries(tmp_path / f"{layer}.table"))
        values = [(words[row["outcome"]], int(row["plies"])) if row["outcome"] != "0" else "draw" for row in of_layer]
        assert [best for best, _, _ in found] == values
        for row, (best, second, only) in zip(of_layer, found):
            # A move is forbidden only where the opponent can have moved so that it would restore the board.
            if only is not None and "draw" not in (best, second) and best[1] > 1 and probed < 5:
                ranks = row["position"].split("-")[::-1]
                named = [(digit, f"{'abc'[file]}{up + 1}") for up, rank in enumerate(ranks) for file, digit in enumerate(rank)]
                squares = [at for wanted in "13" for digit, at in named if digit == wanted]
                move = squares[only // 4] + "UDLR"[only % 4]
                probe = certamen.run("retro", "probe", "ostle", row["position"], dir=tmp_path, forbidden=move)
                assert (probe["value"]["outcome"], probe["value"]["plies"]) == second, (row, move)
                probed += 1
    assert probed == 5
