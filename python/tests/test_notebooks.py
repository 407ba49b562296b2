"""The notebooks run, and print what they hold; with REFRESH=1 they are written anew. And the magic `%%game`."""

import os
import re
from pathlib import Path
from typing import Any

import nbformat
import pytest
from IPython.core.error import UsageError
from IPython.core.interactiveshell import InteractiveShell
from nbclient import NotebookClient

import certamen

NOTEBOOKS = sorted((Path(__file__).parents[1] / "notebooks").glob("*.ipynb"))


def printed(notebook: Any) -> list[list[str]]:
    """What each cell of code prints as text, without places in memory; pictures are not compared."""
    texts = []
    for cell in notebook.cells:
        outputs = cell.get("outputs", [])
        found = [output.get("text") or output.get("data", {}).get("text/plain", "") for output in outputs]
        texts.append([re.sub(r"0x[0-9a-f]+", "0x", text) for text in found])
    return texts


@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_prints_what_it_holds(path: Path, tmp_path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    expected = printed(notebook)
    # The folder of the notebook stays clean: certificates, tables and formulas go to another one.
    NotebookClient(notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}).execute()
    if os.environ.get("REFRESH"):
        for cell in notebook.cells:
            cell.metadata.pop("execution", None)
        nbformat.write(notebook, path)
        return
    assert any(expected) and printed(notebook) == expected


COL = """game my-col "No stone beside an own stone."
board 3x3
word own X, opp O
swap own opp
place stone = empty & ~near(own, 1)
play own = own | m.to
"""


@pytest.fixture
def shell() -> InteractiveShell:
    shell = InteractiveShell()
    shell.run_line_magic("load_ext", "certamen")
    return shell


def test_a_game_in_a_cell(shell: InteractiveShell) -> None:
    board = shell.run_cell_magic("game", "", COL)
    assert len(board.legal_moves) == 9 and shell.user_ns["my_col"].name == "my-col"
    shell.run_cell_magic("game", "mine", COL)
    assert len(certamen.Board(shell.user_ns["mine"]).legal_moves) == 9


def test_a_mistake_in_a_cell_is_one_line(shell: InteractiveShell) -> None:
    with pytest.raises(UsageError, match="line 5"):
        shell.run_cell_magic("game", "", COL.replace("near", "nearly"))
    with pytest.raises(UsageError, match="my name is not a name"):
        shell.run_cell_magic("game", "my name", COL)
