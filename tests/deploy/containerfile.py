"""Reads deploy/Containerfile: the instructions of each stage, and what its image would run."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent.parent
FILE = ROOT / "deploy" / "Containerfile"


class Instruction(NamedTuple):
    """The name of an instruction, and what follows it."""

    name: str
    given: str

    @property
    def command(self) -> list[str]:
        """Return the words of a command; one that is not written as JSON is run by a shell."""
        return json.loads(self.given) if self.given.startswith("[") else ["/bin/sh", "-c", self.given]


def stages(text: str) -> list[list[Instruction]]:
    """Return the instructions of every stage, from its FROM."""
    found: list[list[Instruction]] = []
    lines = "\n".join(line for line in text.splitlines() if not line.lstrip().startswith("#"))
    for line in lines.replace("\\\n", " ").splitlines():
        name, _, given = line.strip().partition(" ")
        if name == "FROM":
            found.append([])
        if name:
            found[-1].append(Instruction(name, " ".join(given.split())))
    return found


class Image(NamedTuple):
    """What the last stage makes of an image."""

    build: list[list[str]]
    environment: dict[str, str]
    user: int
    command: list[str]
    health: list[str]


def image(text: str) -> Image:
    """Return the commands that build an image, and those that it runs."""
    first, last = stages(text)
    given = {instruction.name: instruction for instruction in last}
    pairs = (word.partition("=") for word in shlex.split(given["ENV"].given))
    health = given["HEALTHCHECK"].given.partition("CMD ")[2]
    return Image(
        build=[instruction.command for instruction in first if instruction.name == "RUN"],
        environment={name: value for name, _, value in pairs},
        user=int(given["USER"].given.partition(":")[0]),
        command=given["CMD"].command,
        health=Instruction("CMD", health).command,
    )
