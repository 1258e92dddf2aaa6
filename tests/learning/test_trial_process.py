"""The child process of a trial: one line of JSON a step, and an error in words for people."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from fingerpost.learning.published_routebook import ServedContent
from fingerpost.learning.trial import TrialJob
from fingerpost.learning.trial_process import UNAVAILABLE
from fingerpost.learning.trial_runner import COMMAND
from fingerpost.routebook.pack import digest_of, pack
from fingerpost.settings import Settings
from tests.learning.test_published_routebook import write_book


def lines(job: TrialJob) -> tuple[list[dict[str, Any]], str]:
    done = subprocess.run(COMMAND, input=pickle.dumps(job), capture_output=True, timeout=120, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()], done.stderr.decode()


def test_errors_are_the_last_line_and_no_address_of_a_store_is_in_it(tmp_path: Path) -> None:
    content = pack(write_book(tmp_path / "shop"))
    settings = Settings(cache=None, database=f"sqlite:///{tmp_path}/secret-name")
    (tmp_path / "secret-name").mkdir()
    job = TrialJob(settings, "shop", tmp_path / "shop", ServedContent(None, digest_of(content), content), content)
    told, errors = lines(job)
    assert told[-1] == {"error": UNAVAILABLE}
    assert "secret-name" in errors, "the operator's log has it"
    told, _ = lines(job._replace(settings=replace(settings, database="sqlite://"), content='{"routebook.toml": "no"}'))
    assert "fix the TOML" in told[-1]["error"]
    assert str(tmp_path) not in told[-1]["error"]


def test_the_command_is_this_python() -> None:
    assert COMMAND[0] == sys.executable
    assert COMMAND[-1] == "fingerpost.learning.trial_process"


def test_what_a_library_prints_does_not_get_among_the_lines() -> None:
    child = """
import os
from fingerpost.learning import trial, trial_process
trial.run_trial = lambda *_: (print("by Python"), os.write(1, b"by C\\n")) and {}
trial_process.main()
"""
    done = subprocess.run([sys.executable, "-c", child], input=pickle.dumps(None), capture_output=True, check=True)
    assert json.loads(done.stdout) == {"result": {}}
    assert sorted(done.stderr.splitlines()) == [b"by C", b"by Python"]


def test_it_ends_when_its_server_is_killed() -> None:
    child = """
import sys, time
from fingerpost.learning import trial, trial_process
trial.run_trial = lambda *_: (print("runs", flush=True), time.sleep(60))
trial_process.main()
"""
    server = f"""
import pickle, subprocess, sys, time
child = subprocess.Popen([sys.executable, "-c", {child!r}], stdin=subprocess.PIPE)
child.stdin.write(pickle.dumps(None))
child.stdin.close()
time.sleep(60)
"""
    with subprocess.Popen([sys.executable, "-c", server], stderr=subprocess.PIPE) as process:
        assert process.stderr is not None
        assert process.stderr.readline() == b"runs\n"
        process.kill()
        # The child has the pipe as well, which ends with it.
        assert process.communicate(timeout=30)[1] == b""
