"""The API of the program, on its standard input and output: `certamen serve --stdio`."""

import json
import os
import subprocess
import tempfile
import threading
import weakref
from typing import IO, Any

from .errors import CertamenError, ProgramMissing
from .program import end, failure, program


class Server:
    """A process that answers one request after the other. It starts with the first one, and ends with its owner."""

    def __init__(self, *arguments: str) -> None:
        self._arguments = arguments
        self._lock = threading.Lock()
        self._process: subprocess.Popen[str] | None = None
        self._errors: IO[bytes] | None = None
        self._owner = 0
        self._end: weakref.finalize[Any, Any] | None = None
        self._asked = 0

    def get(self, path: str, query: dict[str, str] | None = None) -> Any:
        """The answer of an address."""
        with self._lock:
            self._asked += 1
            request = {"id": self._asked, "path": "/api/v1/" + path, "query": query or {}}
            try:
                answer = self._exchange(json.dumps(request))
            except BaseException:
                # An answer may still be on its way: the next request needs another process.
                self.close()
                raise
        if answer["status"] >= 400:
            raise CertamenError(answer["body"]["error"], answer["status"])
        return answer["body"]

    def close(self) -> None:
        """Ends the process; the next request starts another one."""
        if self._end:
            self._end()
        self._process = self._end = None

    def _exchange(self, line: str) -> Any:
        process = self._started()
        assert process.stdin and process.stdout and self._errors
        try:
            process.stdin.write(line + "\n")
            process.stdin.flush()
        except BrokenPipeError:
            pass
        while True:
            answer = process.stdout.readline()
            if not answer:
                raise self._ended(process)
            part = json.loads(answer)
            if part["id"] == self._asked and part["last"]:
                return part

    def _started(self) -> "subprocess.Popen[str]":
        # After a fork, the process answers the parent.
        if self._process is None or self._owner != os.getpid():
            command = [program(), "--quiet", "serve", "--stdio", *self._arguments]
            errors = tempfile.TemporaryFile()
            try:
                # In a session of its own, so that Ctrl-C in a terminal is for Python alone.
                process = subprocess.Popen(
                    command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, text=True, encoding="utf-8",
                    start_new_session=True,
                )
            except OSError as error:
                errors.close()
                raise ProgramMissing(f"{command[0]}: {error.strerror}") from error
            self._owner, self._process, self._errors = os.getpid(), process, errors
            self._end = weakref.finalize(self, end, process, errors)
        return self._process

    def _ended(self, process: "subprocess.Popen[str]") -> CertamenError:
        assert self._errors
        error = failure(self._errors, process.wait())
        if "'serve'" in error.line:
            return ProgramMissing(f"{program()} was built without the feature `serve`", error.code)
        return error


#: Knows the games of the program.
SHARED = Server()
