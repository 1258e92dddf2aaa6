"""The parser service in a child process, as `fingerpost avap serve` starts it, to be killed, paused and restarted."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from types import TracebackType

PATIENCE = 90.0


class ParserProcess:
    """A context manager; `start` after `kill` serves at the same port again."""

    def __init__(self) -> None:
        """Create the handle without starting the process."""
        self.port = 0
        self._process: subprocess.Popen[str] | None = None

    @property
    def address(self) -> str:
        """Return the address of the service."""
        return f"127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start the process and wait until it listens."""
        command = [sys.executable, "-m", "fingerpost", "avap", "serve", "--port", str(self.port)]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        said = self._process.stdout.readline()
        found = re.fullmatch(r"AVAP parser \S+ at grpc://127\.0\.0\.1:(\d+)\n", said)
        assert found, said
        self.port = int(found[1])

    def send(self, number: signal.Signals) -> None:
        """Send a signal to the process."""
        assert self._process is not None
        self._process.send_signal(number)

    def end(self, number: signal.Signals = signal.SIGKILL) -> int:
        """Terminate the process and return its exit code."""
        assert self._process is not None
        self._process.send_signal(number)
        code = self._process.wait(PATIENCE)
        assert self._process.stdout is not None
        self._process.stdout.close()
        self._process = None
        return code

    def __enter__(self) -> ParserProcess:
        """Start the process."""
        self.start()
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        """Kill the process."""
        if self._process is not None:
            self.end()
