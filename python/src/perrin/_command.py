"""Finds the command and talks to it: one process that stays warm, JSON lines on its stdin and stdout."""

from __future__ import annotations

import atexit
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
import threading
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO, Any

from ._recorded import date_jars
from ._words import in_python

_HERE = Path(__file__).resolve().parent
_SECONDS_TO_STOP = 70.0

# the file that rows are sent in, which a user does not know
_SENT = re.compile(r"\S*/perrin-\w+/data\.parquet")

# the folder of a fit that has no name
_UNNAMED = re.compile(r"\S*/perrin-\w+/fit\b")

# how far a command is
_STEP = re.compile(r".* without fold \d+")


class PerrinError(Exception):
    """What the command could not do, in its own one line."""


class Stopped(KeyboardInterrupt):
    """Ctrl-C ended the command; what it had drawn is in its folder."""


def command() -> list[str]:
    """The words that start the command.

    The first that is there: the variable ``PERRIN_COMMAND``, the runtime in the wheel, the launcher of
    the checkout that this file lies in.
    """
    named = os.environ.get("PERRIN_COMMAND")
    if named:
        return shlex.split(named)
    bundled = _HERE / "_dist" / "bin" / "perrin"
    if bundled.is_file():
        date_jars(_HERE / "_dist")
        return [str(bundled)]
    for folder in _HERE.parents:
        launcher = folder / "perrin"
        if launcher.is_file() and (folder / "cli" / "pom.xml").is_file():
            return [str(launcher)]
    raise PerrinError(
        "this installation has no runtime: install the wheel of your platform, "
        "or name the command by the variable PERRIN_COMMAND"
    )


def _stack_level() -> int:
    """Of a warning, seen from who gives it: the first line outside of this package."""
    level = 1
    frame = sys._getframe(1)
    while frame.f_back is not None and Path(frame.f_code.co_filename).parent == _HERE:
        frame = frame.f_back
        level += 1
    return level


class Server:
    """The process; it is started when it is first asked, and again if it has ended."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._process: subprocess.Popen[str] | None = None
        self._owner = 0
        self._log: IO[bytes] | None = None

    def ask(
        self,
        *words: str | os.PathLike[str],
        listen: Callable[[dict[str, Any]], None] | None = None,
        accept: Sequence[int] = (0,),
        warn: bool = True,
    ) -> str:
        """Runs a command and returns what it prints; hands its progress to ``listen``.

        What it notes beside that are warnings, each once, unless ``warn`` is False.
        """
        request = json.dumps({"args": [os.fspath(word) for word in words]}) + "\n"
        with self._lock:
            try:
                process = self._send(request)
                notes: list[str] = []
                out = self._receive(process, listen, accept, notes)
            except KeyboardInterrupt:
                self._interrupt()
                raise Stopped from None
        for note in dict.fromkeys(notes if warn else ()):
            warnings.warn(note, stacklevel=_stack_level())
        return out

    def start(self) -> None:
        """Lets the process begin while its caller still prepares what to ask."""
        with self._lock:
            self._running()

    def _send(self, request: str) -> subprocess.Popen[str]:
        """Sends to the process, to a new one if it has ended meanwhile, as it does when idle."""
        for attempt in (1, 2):
            process = self._running()
            assert process.stdin is not None
            try:
                process.stdin.write(request)
                process.stdin.flush()
                return process
            except BrokenPipeError:
                self.close()
                if attempt == 2:
                    raise self._died() from None
        raise AssertionError

    def _running(self) -> subprocess.Popen[str]:
        if self._owner != os.getpid():  # a fork must not share the pipes of its parent
            self._process = None
        if self._process is None or self._process.poll() is not None:
            self._log = tempfile.TemporaryFile()
            try:
                self._process = subprocess.Popen(
                    [*command(), "serve", "--attached"],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=self._log,
                    text=True,
                    encoding="utf-8",
                    start_new_session=True,  # Ctrl-C is ours to pass on
                )
            except OSError as error:
                raise PerrinError(f"{command()[0]} cannot be started: {error}") from None
            self._owner = os.getpid()
        return self._process

    def _receive(
        self,
        process: subprocess.Popen[str],
        listen: Callable[[dict[str, Any]], None] | None,
        accept: Sequence[int],
        notes: list[str],
    ) -> str:
        assert process.stdout is not None
        problem = None
        for line in process.stdout:
            answer = json.loads(line)
            if "exit" in answer:
                if answer["exit"] not in accept:
                    raise PerrinError(problem or f"ended with exit code {answer['exit']}")
                return str(answer["out"])
            said = str(answer.get("err", ""))
            if said.startswith("perrin: "):
                problem = in_python(_SENT.sub("data", said.removeprefix("perrin: ")))
            elif said.startswith("{") and listen is not None:
                listen(json.loads(said))
            elif said and not said.startswith("{") and not _STEP.fullmatch(said):
                note = _UNNAMED.sub("the fit", _SENT.sub("data", said.removeprefix("note: ")))
                notes.append(in_python(note))
        raise self._died()

    def _died(self) -> PerrinError:
        said = ""
        if self._process is not None:
            self._process.wait()
        if self._log is not None:
            self._log.seek(0)
            said = self._log.read().decode("utf-8", "replace").strip()
        self._process = None
        last = said.splitlines()[-1] if said else "it said nothing"
        return PerrinError(f"the command ended unexpectedly: {last.removeprefix('perrin: ')}")

    def _interrupt(self) -> None:
        process, self._process = self._process, None
        if process is None or process.poll() is not None:
            return
        process.terminate()  # as an interrupt, but never ignored: background jobs of a shell ignore those
        try:
            process.communicate(timeout=_SECONDS_TO_STOP)
        except (subprocess.TimeoutExpired, KeyboardInterrupt):
            process.kill()

    def close(self) -> None:
        """Ends the process; the next command starts another."""
        process, self._process = self._process, None
        if process is None or self._owner != os.getpid():
            return
        for pipe in (process.stdin, process.stdout):
            try:
                if pipe is not None:
                    pipe.close()
            except OSError:
                pass
        try:
            process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            process.kill()


SERVER = Server()
atexit.register(SERVER.close)
