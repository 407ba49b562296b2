"""Tables: values, numbers of positions, histograms."""

from pathlib import Path

import pytest

import certamen
from certamen import Board, CertamenError, Table, Value


@pytest.fixture(scope="module")
def ostle(tmp_path_factory: pytest.TempPathFactory) -> Table:
    place = tmp_path_factory.mktemp("ostle")
    certamen.run("retro", "build", "ostle", board="3x3", dir=place)
    return Table.open(place)


def test_values_agree_along_the_best_line(ostle: Table) -> None:
    board = ostle.board()
    probed = ostle.probe(board)
    assert probed == ostle.probe() and set(probed.moves) == set(board.legal_moves)
    value = probed.value
    assert value.outcome == "win" and value.plies and value.score is None
    for plies in range(value.plies, 1, -1):
        probed = ostle.probe(board)
        assert probed.value.plies == plies
        board.push(next(iter(probed.moves)))
    board.push(next(iter(ostle.probe(board).moves)))
    assert board.is_game_over()


def test_a_histogram_counts_every_position(ostle: Table) -> None:
    histogram = ostle.histogram()
    assert len(ostle) == 5718 and histogram["drawn", 0] == 223 and histogram["decided", 1] == 702


def test_numpy_takes_all_values(tmp_path: Path) -> None:
    numpy = pytest.importorskip("numpy")
    certamen.run("retro", "build", "chomp", board="4x3", dir=tmp_path)
    table = Table.open(tmp_path)
    array = table.to_numpy()
    assert len(array) == len(table) == 34 and array["plies"].max() == 8
    values, numbers = numpy.unique(array[["outcome", "plies"]], return_counts=True)
    names = {1: "won", 0: "drawn", -1: "lost"}
    counted = {(names[int(one["outcome"])], int(one["plies"])): int(n) for one, n in zip(values, numbers)}
    assert counted == table.histogram()
    row = array[array["plies"] == 8][0]
    assert table.probe(row["position"].decode()).value == Value("win", 8, None)


def test_a_position_behind_the_end_has_no_value(tmp_path: Path) -> None:
    certamen.run("retro", "build", "chomp", board="4x3", dir=tmp_path)
    table = Table.open(tmp_path)
    board = table.board()
    board.push("a1")
    assert board.is_game_over()
    with pytest.raises(CertamenError, match="the game is over"):
        table.probe(board)


def test_tables_of_a_file_have_its_rules(tmp_path: Path) -> None:
    text = certamen.run("games", "tic-tac-toe", text=True)["text"].replace("game tic-tac-toe", "game mine")
    file, place = tmp_path / "mine.game", tmp_path / "tables"
    file.write_text(text)
    certamen.run("retro", "build", file, dir=place)
    table = Table.open(place)
    assert table.game.name == "mine" and table.probe().value.outcome == "draw"
    assert len(table) == sum(table.histogram().values())
    after = table.board()
    after.push(after.legal_moves[0])
    probed = certamen.run("retro", "probe", file, after.position, dir=place)
    assert table.probe(after).value == Value.of(probed["value"])


def test_values_are_scores_and_moves_to_a_goal_as_well() -> None:
    assert Value.of({"score": -8, "winner": "White"}) == Value(None, None, -8)
    assert Value.of({"moves": 28, "outcome": "solved"}) == Value("solved", 28, None)


def test_what_is_no_table_is_an_error(tmp_path: Path, ostle: Table) -> None:
    with pytest.raises(certamen.CertamenError, match="no tables"):
        Table.open(tmp_path)
    with pytest.raises(certamen.CertamenError, match="position"):
        ostle.probe("012")
    with pytest.raises(certamen.CertamenError):
        ostle.probe(Board("ostle").position)
