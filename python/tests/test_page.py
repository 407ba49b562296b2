"""The examples of docs/python.md and of the README are run as they are written."""

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


def test_the_reader_of_tables_finds_what_the_program_counts(tmp_path: Path) -> None:
    block = re.search(r"```python\n(.*?)```", (ROOT / "docs/retro.md").read_text(), re.DOTALL)
    assert block
    names: dict[str, Any] = {}
    exec(block[1], names)
    certamen.run("retro", "build", "chomp", board="4x3", dir=tmp_path)
    values = [value for file in tmp_path.glob("*.plies") for value in names["values"](file)]
    words = {"win": "won", "loss": "lost"}
    found = Counter((words[value[0]], value[1]) for value in values if value is not None)
    assert found == certamen.Table.open(tmp_path).histogram() and sum(found.values()) == 34
