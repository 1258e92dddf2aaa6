"""Runs `fingerpost` as a shell does, in this process: importing and loading everything anew takes seconds each time."""

from __future__ import annotations

import contextlib
import io
import os
import subprocess
import sys
import traceback
from collections.abc import Mapping
from contextvars import copy_context
from pathlib import Path
from unittest.mock import patch

from fingerpost.cli.main import main
from fingerpost.stores.trace_writer import _flush_at_exit

INSTALLED = Path(sys.executable).with_name("fingerpost")

Done = subprocess.CompletedProcess[str]


def command(
    *words: str | Path,
    stdin: str | bytes = "",
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
    process: bool = False,
) -> Done:
    """Run the command in its own environment and folder; `process`: as the installed command, in a process of its own.

    Without `process`, an error that nobody expected is printed with its traceback, as Python does where it ends.
    """
    given = stdin if isinstance(stdin, bytes) else stdin.encode()
    environment = dict(os.environ if env is None else env)
    said = [str(word) for word in words]
    if process:
        ran = subprocess.run(
            [INSTALLED, *said], input=given, cwd=cwd, env=environment, capture_output=True, check=False, timeout=240
        )
        return Done(said, ran.returncode, ran.stdout.decode(), ran.stderr.decode())
    out, err = io.BytesIO(), io.BytesIO()
    with (
        patch.dict(os.environ, environment, clear=True),
        contextlib.chdir(cwd or Path.cwd()),
        patch.object(sys, "argv", ["fingerpost", *said]),
        patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(given), encoding="utf-8")),
        patch.object(sys, "stdout", io.TextIOWrapper(out, encoding="utf-8", write_through=True)),
        patch.object(sys, "stderr", io.TextIOWrapper(err, encoding="utf-8", write_through=True)),
    ):
        # What a command puts into its context is not there for the next one.
        code = copy_context().run(_ended_with)
        _flush_at_exit()
        return Done(said, code, out.getvalue().decode(), err.getvalue().decode())


def _ended_with() -> int:
    try:
        main()
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    except Exception:  # noqa: BLE001 - so does Python
        traceback.print_exc()
        return 1
    return 0
