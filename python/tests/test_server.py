"""The process behind boards: started lazily, used by threads and after forks, replaced when it is gone."""

import gc
import os
import signal
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import certamen
from certamen import Board
from certamen.server import Server


def test_threads_share_a_process() -> None:
    def play(number: int) -> list[str]:
        board = Board("othello")
        for _ in range(5):
            board.push(board.legal_moves[number % len(board.legal_moves)])
        return board.move_stack

    with ThreadPoolExecutor(8) as pool:
        played = list(pool.map(play, range(16)))
    assert played == [play(number) for number in range(16)] and len({tuple(moves) for moves in played}) > 3


def test_a_process_that_is_gone_is_replaced() -> None:
    server = Server()
    assert server.get("games")["games"]
    process = server._process
    assert process
    process.kill()
    with pytest.raises(certamen.CertamenError, match="exit code -9"):
        server.get("games")
    assert server.get("games")["games"] and server._process is not process
    with pytest.raises(certamen.CertamenError) as raised:
        server.get("nim/board")
    assert raised.value.code == 404


def test_a_process_ends_with_its_owner() -> None:
    server = Server()
    server.get("games")
    process = server._process
    assert process
    del server
    gc.collect()
    assert process.poll() is not None


def test_processes_end_with_python() -> None:
    code = "import certamen; certamen.Board('othello').legal_moves; print(certamen.server.SHARED._process.pid)"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    with pytest.raises(ProcessLookupError):
        os.kill(int(ended.stdout), 0)


@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_fork_has_a_process_of_its_own() -> None:
    board = Board("othello")
    before = board.legal_moves
    child = os.fork()
    if child == 0:
        other = Board("othello", board="4x4")
        os._exit(0 if len(other.legal_moves) == 4 and other.text != board.text else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    board.push("f5")
    assert board.legal_moves != before


def test_an_interrupt_ends_a_program(monkeypatch: pytest.MonkeyPatch) -> None:
    code = ("import certamen, sys\ntry:\n  print('begun', flush=True); certamen.prove('othello.mobility', reachable=True)\n"
            "except KeyboardInterrupt: sys.exit(7)")
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        assert process.stdout and process.stdout.readline()
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(1)
        process.send_signal(signal.SIGINT)
        assert process.wait(10) == 7


def test_a_program_that_is_missing_or_too_small_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CERTAMEN", str(tmp_path / "none"))
    with pytest.raises(certamen.ProgramMissing, match="No such file"):
        certamen.run("games")
    with pytest.raises(certamen.ProgramMissing, match="No such file"):
        Server().get("games")
    small = tmp_path / "small"
    small.write_text("#!/bin/sh\necho \"error: unrecognized subcommand 'serve'\" >&2\nexit 2\n")
    small.chmod(small.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("CERTAMEN", str(small))
    with pytest.raises(certamen.ProgramMissing, match="without the feature `serve`"):
        Server().get("games")
    monkeypatch.delenv("CERTAMEN")
    monkeypatch.setenv("PATH", str(tmp_path))
    small.rename(tmp_path / "certamen")
    assert certamen.program().endswith("certamen")
