"""Boards: plies, ends, pictures, games of files."""

from pathlib import Path

import pytest

import certamen
from certamen import Board, Game

COL = """game my-col "No stone beside an own stone."
board 3x3, 4x3
word own X, opp O
swap own opp
place stone = empty & ~near(own, 1)
play own = own | m.to
"""


def test_a_board_is_played_on_and_taken_back() -> None:
    board = Board("othello")
    assert len(board.legal_moves) == 4 and board._repr_svg_().startswith("<svg")
    start = board.copy()
    for move in ("F5", "d6", "c3"):
        board.push(move)
    assert board.move_stack == ["f5", "d6", "c3"] and board.peek() == "c3" and start.ply() == 0
    assert board != start and not board.is_legal("a1")
    other = board.copy()
    assert [board.pop() for _ in range(3)] == ["c3", "d6", "f5"]
    assert board == start and other.ply() == 3 and other.text != board.text
    with pytest.raises(IndexError):
        board.pop()
    with pytest.raises(certamen.IllegalMoveError, match="a1 is not legal in "):
        board.push("a1")
    assert board.ply() == 0 and repr(board) == f"Board('othello', '{board.position}')"


def test_the_program_agrees_with_every_ply_of_a_game() -> None:
    for game, between in (("othello", ""), ("ostle", ","), ("konane", " ")):
        board = Board(game)
        for number in range(6):
            if board.is_game_over():
                break
            board.push(board.legal_moves[number * 5 % len(board.legal_moves)])
        replayed = certamen.run("replay", game, between.join(board.move_stack))
        assert replayed["legal"], (game, board.move_stack)


@pytest.mark.parametrize("game, board", [("ostle", "3x3"), ("go", "2x2"), ("chomp", "4x3"), ("othello", "4x4")])
def test_games_end(game: str, board: str) -> None:
    played = Board(game, board=board)
    assert not played.is_game_over() and played.result() == "*"
    # A ply that ends the game, wherever there is one.
    while not played.is_game_over() and played.ply() < 40:
        ends = [ply["name"] for ply in played._load()["plies"] if ply["ended"]]
        played.push((ends or list(played.legal_moves))[-1])
    assert played.is_game_over() and played.legal_moves == () and played.result() != "*", played.move_stack
    assert played.text and played.position and played._repr_svg_().startswith("<svg")
    before = played.ply()
    played.pop()
    assert played.ply() == before - 1 and played.legal_moves


def test_a_position_is_read_again() -> None:
    for game in ("othello", "ostle", "go", "push-fight", "fox-and-hounds"):
        board = Board(game)
        board.push(board.legal_moves[0])
        assert Board(game, board.position) == board
    assert set(Board("othello")._repr_mimebundle_()) == {"text/plain", "image/svg+xml"}


def test_flags_choose_boards_and_rules() -> None:
    assert len(Board("othello", board="4x4").text.splitlines()) == 6
    assert len(Board("connect4", board="7x6,K=3").legal_moves) == 7
    assert Board("ostle", board="3x3", pieces=2, lose_at=0).position.count("1") == 2
    with pytest.raises(certamen.CertamenError, match="`rule-8` is no name of a query here"):
        Board("ostle", rule_8="literal").push("a1U")


def test_games_of_files(tmp_path: Path) -> None:
    path = tmp_path / "col.game"
    path.write_text(COL)
    assert Game.of(path) == Game.of(str(path)) == Game.from_file(path) != Game("col")
    for game in (Game.from_file(path), Game.from_text(COL)):
        assert (game.name, game.boards) == ("my-col", ("3x3", "4x3"))
        board = Board(game, board="4x3")
        assert len(board.legal_moves) == 12
        board.push("b2")
        assert "b2" not in board.legal_moves and Board(game, board.position, board="4x3") == board
    assert "own" in game.words and certamen.prove(game, "max count(moves)", board="4x3").bound == 12


def test_errors_are_those_of_the_program(tmp_path: Path) -> None:
    with pytest.raises(certamen.CertamenError, match="line 5, character 24: `naer`") as raised:
        Game.from_text(COL.replace("~near", "~naer"))
    assert raised.value.code == 2 and raised.value.line == str(raised.value)
    with pytest.raises(certamen.CertamenError, match="did you mean `othello`"):
        Board("otello").legal_moves
    with pytest.raises(certamen.CertamenError, match="the position: "):
        Board("othello", "XX/")
    with pytest.raises(certamen.CertamenError, match="--board: othello is played on 4x4, 6x6 and 8x8 squares"):
        Board("othello", board="9x9").legal_moves
    with pytest.raises(certamen.CertamenError, match="cannot read"):
        Game.from_file(tmp_path / "none.game")
