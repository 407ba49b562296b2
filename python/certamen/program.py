"""The program: where it is, and how it is run."""

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import IO, Any

from .errors import CertamenError, ProgramMissing, Undecided

#: The time that the program has to end by itself after a request to stop, in seconds.
FAREWELL = 5.0


def program() -> str:
    """The path of the program: what the variable CERTAMEN says, or the one of the wheel, or the one on the path."""
    named = os.environ.get("CERTAMEN")
    if named:
        return named
    folders = [sysconfig.get_path("scripts"), os.path.dirname(sys.executable)]
    folders.append(sysconfig.get_path("scripts", f"{os.name}_user"))
    for folder in [*folders, *os.get_exec_path()]:
        found = shutil.which("certamen", path=folder)
        if found:
            return found
    raise ProgramMissing("the program certamen is not installed: set the environment variable CERTAMEN to its path")


def flags_of(flags: dict[str, Any]) -> list[str]:
    """Keywords as flags of the command line.

    >>> flags_of({"at_least": 8, "full": True, "time_limit": None, "dir": ["a", "b"], "after": "--X"})
    ['--at-least', '8', '--full', '--dir', 'a', '--dir', 'b', '--after=--X']
    """
    words = []
    for name, value in flags.items():
        # `in_` is the flag `--in`, whose name Python keeps for itself.
        flag = "--" + name.rstrip("_").replace("_", "-")
        for one in value if isinstance(value, (list, tuple)) else [value]:
            if one is True:
                words.append(flag)
            elif one is not None and one is not False:
                text = os.fspath(one) if isinstance(one, os.PathLike) else str(one)
                words += [f"{flag}={text}"] if text.startswith("-") else [flag, text]
    return words


@contextmanager
def started(*arguments: str, **streams: Any) -> Iterator["subprocess.Popen[str]"]:
    """The program with these arguments; it is asked to stop if it still runs at the end."""
    command = [program(), *arguments]
    try:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, encoding="utf-8", **streams)
    except OSError as error:
        raise ProgramMissing(f"{command[0]}: {error.strerror}") from error
    try:
        yield process
    finally:
        end(process)


def end(process: "subprocess.Popen[str]", *files: IO[bytes]) -> None:
    """Ends a process that may still run, and closes its streams and these files."""
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(FAREWELL)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
    for stream in (process.stdin, process.stdout, *files):
        # What was not written yet is lost with the process.
        with suppress(OSError):
            if stream:
                stream.close()


#: The exit codes of commands that have given their whole answer, or as much as their limits allowed.
ANSWERED = (0, 1, 3, 10, 20)


def failure(errors: IO[bytes], code: int | None) -> CertamenError:
    """What the program wrote last as an error."""
    errors.seek(0)
    lines = errors.read().decode(errors="replace").strip().splitlines()
    name, _, line = (lines[-1] if lines else "").partition(": ")
    # Bad usage is several lines, of which the first one says it.
    wrong = [text for text in lines if text.startswith("error: ")]
    line = wrong[0].removeprefix("error: ") if wrong else line or name
    kind = Undecided if code == 3 else CertamenError
    return kind(line or f"the program ended with exit code {code}", code)


def run(*arguments: Any, stdin: str | None = None, **flags: Any) -> Any:
    """Runs any command of the program with `--json`, and returns its answer.

    An answer that something does not hold is an answer as well; what a program printed before it failed is none. Several lines of JSON are returned as a list.

    >>> run("perft", "othello", 5)["leaves"]
    1396
    >>> run("replay", "othello", "A1")["legal"]
    False
    """
    words = [*(str(one) for one in arguments), *flags_of(flags), "--json", "-q"]
    with tempfile.TemporaryFile() as errors:
        given = subprocess.DEVNULL if stdin is None else subprocess.PIPE
        with started(*words, stdin=given, stderr=errors) as process:
            out, _ = process.communicate(stdin)
        answers = [json.loads(line) for line in out.splitlines()]
        if not answers or process.returncode not in ANSWERED:
            raise failure(errors, process.returncode)
        return answers[0] if len(answers) == 1 else answers
