"""Questions, proofs, formulas and their models."""

import sys
from pathlib import Path
from typing import Any

import pytest
from pysat.formula import CNF
from pysat.solvers import Solver

import certamen

SMALL: dict[str, Any] = {"board": "4x4"}


def test_a_solver_answers() -> None:
    found = certamen.solve("othello", "count(legal) >= 8", **SMALL)
    assert found.satisfiable and found.witness and len(found.witness.board().legal_moves) == 8
    assert "<svg" in found.witness._repr_mimebundle_()["image/svg+xml"]
    refuted = certamen.solve("othello.mobility", at_least=9, **SMALL)
    assert refuted.satisfiable is False and refuted.witness is None
    assert certamen.solve("othello.mobility", at_least=36, time_limit=0.01).satisfiable is None
    with pytest.raises(certamen.CertamenError, match="character 10: expected an operator"):
        certamen.solve("othello", "nonsense here")


@pytest.mark.parametrize("question", ["ostle.win", "push-fight.win", "go.strings", "konane"])
def test_a_witness_is_a_board_of_its_game(question: str) -> None:
    flags: dict[str, dict[str, Any]] = {"ostle.win": {"board": "3x3", "in_": 1}, "push-fight.win": {"in_": 1}, "go.strings": {"board": "3x3"}}
    text = "count(moves) >= 4" if question == "konane" else None
    found = certamen.solve(question, text, **flags.get(question, SMALL))
    assert found.witness and found.witness.board().text


def test_a_witness_on_another_board_of_a_game_file_knows_its_board() -> None:
    question: Any = ("col", "count(occupied) >= 7")
    on: Any = {"board": "4x3"}
    cnf, names = certamen.emit(*question, **on)
    with Solver(bootstrap_with=cnf) as solver:
        assert solver.solve()
        found = [certamen.decode(solver.get_model(), names)]
    found += [certamen.prove("col", "max count(occupied)", **on).witnesses[0], next(certamen.enumerate(*question, **on))]
    assert [witness.board().text.count("\n") for witness in found] == [4, 4, 4]


def test_a_bound_is_proved_and_checked(tmp_path: Path) -> None:
    kept = tmp_path / "certificate"
    proved = certamen.prove("othello", "max count(flips(m)) for m in legal", out=kept, **SMALL)
    assert (proved.verdict, proved.certificate) == ("exact", kept) and proved.bound and proved.witnesses
    checked = certamen.check(kept)
    assert checked and checked.json["claim"]["bound"] == proved.bound
    (proof,) = kept.glob("*.zst")
    proof.write_bytes(proof.read_bytes()[:-1] + b"X")
    altered = certamen.check(kept)
    assert not altered and altered.reason and "was altered" in altered.reason
    with pytest.raises(certamen.CertamenError, match="cannot read"):
        certamen.check(tmp_path / "nothing")
    nothing = certamen.prove("othello", "max count(legal) where count(own) >= 90")
    assert (nothing.verdict, nothing.bound) == ("impossible", None)
    assert certamen.prove("othello.mobility", time_limit=0.01).verdict == "undecided"


def test_the_proof_of_another_program_is_checked(tmp_path: Path) -> None:
    cnf, proof = tmp_path / "q.cnf", tmp_path / "q.lrat"
    certamen.solve("othello.mobility", at_least=9, cnf=cnf, proof=proof, **SMALL)
    assert certamen.check(cnf=cnf, proof=proof)
    certamen.run("emit", "othello.mobility", at_least=8, output=cnf, **SMALL)
    assert not certamen.check(cnf=cnf, proof=proof)


def test_a_list_comes_position_by_position() -> None:
    found = certamen.enumerate("othello.mobility", at_least=8, **SMALL)
    first = next(found)
    assert first.json["mobility"] == 8 and found.complete is None
    assert 1 + len(list(found)) == 24 == certamen.count("othello.mobility", at_least=8, **SMALL)
    assert found.complete and found.json["positions"] == 24
    # A list that is broken off ends its program.
    with_more = certamen.enumerate("othello.mobility", at_least=20)
    next(with_more)
    with_more.close()
    assert list(with_more) == [] and with_more.complete is None
    with pytest.raises(certamen.CertamenError, match="nonsense"):
        next(certamen.enumerate("othello", "nonsense"))


def test_a_limit_is_an_error_of_its_own() -> None:
    with pytest.raises(certamen.Undecided, match="the time limit is reached") as raised:
        certamen.count("othello.mobility", at_least=30, time_limit=0.1)
    assert raised.value.code == 3


def test_models_of_pysat_are_decoded() -> None:
    cnf, names = certamen.emit("othello.mobility", at_least=8, **SMALL)
    assert isinstance(cnf, CNF) and (cnf.nv, len(cnf.clauses)) == (149, 285)
    assert names["own[a1]"] == 1 and len(names) > 32 and "legal[d3]" in names
    with Solver(bootstrap_with=cnf) as solver:
        assert solver.solve()
        model = solver.get_model()
    assert certamen.decode(model, names).json["mobility"] == 8
    wrong = [-literal if abs(literal) <= 16 else literal for literal in model]
    with pytest.raises(certamen.CertamenError, match="clause [0-9]+ is not satisfied"):
        certamen.decode(wrong, names)
    with Solver(bootstrap_with=certamen.emit("othello.mobility", at_least=9, **SMALL).cnf) as solver:
        assert not solver.solve()


def test_without_pysat_clauses_are_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pysat.formula", None)
    cnf, _ = certamen.emit("othello.mobility", at_least=8, **SMALL)
    assert type(cnf) is list and len(cnf) == 285 and all(type(clause) is list for clause in cnf)
    with pytest.raises(certamen.CertamenError, match="for files"):
        certamen.emit("othello.mobility", at_least=8, format="aag", **SMALL)


def test_a_question_about_a_file_is_decoded(tmp_path: Path) -> None:
    text = certamen.run("games", "konane", text=True)["text"]
    game = certamen.Game.from_text(text.replace("game konane", "game my-konane"))
    cnf, names = certamen.emit(game, "count(moves) >= 6", **SMALL)
    with Solver(bootstrap_with=cnf) as solver:
        solver.solve()
        found = certamen.decode(solver.get_model(), names)
    assert len(found.board().legal_moves) >= 6 and found.board().game == game


@pytest.mark.skipif(sys.platform == "win32", reason="the program is a script")
@pytest.mark.parametrize("end", ["kill -9 $$", "exit 2"])
def test_a_part_of_an_answer_is_no_answer(end: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "certamen"
    program.write_text(f"#!/bin/sh\necho '{{}}'\n{end}\n")
    program.chmod(0o755)
    monkeypatch.setenv("CERTAMEN", str(program))
    with pytest.raises(certamen.CertamenError):
        certamen.run("enumerate", "othello")
