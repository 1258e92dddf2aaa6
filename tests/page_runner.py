"""Runs the pages of the documents: writes the files that they show, runs their commands, and compares the output."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

COMMAND = Path(sys.executable).with_name("fingerpost")
_FENCE = re.compile(r'^```(\w+)(?: title="([^"]+)")?\n(.*?)^```$', re.DOTALL | re.MULTILINE)
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
SERVED = "localhost:8080"
"""The address of the server in the pages; in tests it has a port of its own."""


class Block(NamedTuple):
    """A block of code in a page; `title` is the file that it is the content of."""

    language: str
    title: str
    body: str


def blocks(text: str, language: str = "") -> list[Block]:
    """Return the blocks of a page, or those in one language."""
    found = [Block(*groups) for groups in _FENCE.findall(text)]
    return [block for block in found if not language or block.language == language]


def commands(body: str) -> Iterator[tuple[str, list[str]]]:
    """Yield every command of a console block with the output that stands below it."""
    command, shown = "", list[str]()
    for line in [*body.splitlines(), "$ "]:
        if line.startswith("$ "):
            if command:
                yield command, shown
            command, shown = line[2:], []
        elif line:
            shown.append(line)


def missing_lines(shown: list[str], printed: str) -> list[str]:
    """Return the shown lines that were not printed; any number will do, and "…" stands for anything."""
    lines = [" ".join(_NUMBER.sub("0", line).split()) for line in printed.splitlines()]
    missing = []
    for line in shown:
        wanted = " ".join(_NUMBER.sub("0", line).split())
        pattern = re.compile(".*".join(map(re.escape, wanted.split("…"))))
        if not any(pattern.fullmatch(one) for one in lines):
            missing.append(line)
    return missing


@dataclass
class Session:
    """A shell as the reader of a page has it: a folder, variables, and a server that was started."""

    folder: Path
    environment: dict[str, str] = field(default_factory=lambda: dict(os.environ))
    ran: list[str] = field(default_factory=list)
    address: str = SERVED
    servers: list[subprocess.Popen[str]] = field(default_factory=list)

    def run_page(self, text: str) -> list[str]:
        """Write the files and run the commands of a page; return what was shown and not printed."""
        wrong: list[str] = []
        for block in blocks(text):
            if block.title:
                file = self.folder / block.title
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(block.body, encoding="utf-8")
            elif block.language == "console":
                for command, shown in commands(block.body):
                    wrong += [f"{command}: {line}" for line in missing_lines(shown, self.run(command))]
        return wrong

    def run(self, command: str) -> str:
        """Run one command and return what it printed; AssertionError if it fails or may not be run here."""
        if command.startswith("export "):
            name, _, value = command.removeprefix("export ").partition("=")
            self.environment[name] = value
            return ""
        words = shlex.split(command.replace(SERVED, self.address))
        assert words[0] in {"fingerpost", "curl"}, f"a page that is run has {command!r}"
        self.ran.append(" ".join(words[:2]) if words[0] == "fingerpost" else words[0])
        if words[:2] == ["fingerpost", "serve"]:
            return self._serve(words)
        program = [str(COMMAND), *words[1:]] if words[0] == "fingerpost" else words
        done = subprocess.run(
            program, cwd=self.folder, env=self.environment, capture_output=True, text=True, check=False, timeout=300
        )
        assert done.returncode == 0, (command, done.stderr)
        return done.stdout + "\n" + done.stderr

    def _serve(self, words: list[str]) -> str:
        """Start a server in the background, on free ports, and return what it printed until it was ready."""
        log = self.folder / "serve.log"
        ports = ["--http-port", "0", "--grpc-port", "0"]
        with log.open("w", encoding="utf-8") as out:
            server = subprocess.Popen(
                [COMMAND, *words[1:], *ports], cwd=self.folder, env=self.environment, stdout=out, stderr=out, text=True
            )
        self.servers.append(server)
        end = time.monotonic() + 120
        while "\ngRPC" not in (printed := log.read_text(encoding="utf-8")):
            assert server.poll() is None, printed
            assert time.monotonic() < end, printed
            time.sleep(0.1)
        self.address = re.findall(r"^HTTP http://(\S+)", printed, re.MULTILINE)[0]
        return printed

    def close(self) -> None:
        """Stop the servers that a page started."""
        for server in self.servers:
            server.terminate()
            server.wait(timeout=60)
