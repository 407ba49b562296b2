"""The examples of docs/python.md and of the README are run as they are written."""

import doctest
import re
from pathlib import Path

import pytest

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
