"""The `.env` of the current folder: what commands take from it, and who does not read it."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from fingerpost.cli.env_file import settings_of_env_file, take_env_file
from fingerpost.settings import Settings
from tests.cli.command import command

BARE = {key: value for key, value in os.environ.items() if key != "FINGERPOST_ROUTEBOOK"}


def test_a_command_takes_the_settings_of_its_folder(tmp_path: Path, own_cache: Path) -> None:
    bare = {**BARE, "FINGERPOST_CACHE": str(own_cache), "HOME": str(tmp_path)}
    assert command("route", "hola", cwd=tmp_path, env=bare).returncode == 2
    (tmp_path / ".env").write_text("FINGERPOST_ROUTEBOOK=agents # ours\n")
    done = command("route", "hola", "--json", cwd=tmp_path, env=bare)
    assert json.loads(done.stdout)["routebook"] == "agents"


def test_a_variable_that_is_set_stays_even_if_it_is_empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".env").write_text("OLLAMA_URL=http://127.0.0.1:1\nOPENAI_MODEL_NAME=small\nFINGERPOST_RATE=3\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(os, "environ", {"OLLAMA_URL": "", "OPENAI_MODEL_NAME": "large"})
    take_env_file()
    assert os.environ == {"OLLAMA_URL": "", "OPENAI_MODEL_NAME": "large", "FINGERPOST_RATE": "3"}


def test_only_what_fingerpost_reads_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = ("LD_PRELOAD", "PATH", "PYTHONPATH", "HOME", "SECRET_KEY", "DATABASE_URL", "OPENAI_API_KEY",
             "AVAP_PARSER_URL", "RELEVANCE_THRESHOLD", "FINGERPOST_KEEP_TEXT")  # fmt: skip
    (tmp_path / ".env").write_text("".join(f"{name}=x\n" for name in names))
    monkeypatch.chdir(tmp_path)
    assert list(settings_of_env_file()) == list(names[5:])


def test_a_folder_of_that_name_is_no_file_of_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".env").mkdir()
    monkeypatch.chdir(tmp_path)
    assert settings_of_env_file() == {}


def test_an_error_is_one_line_without_the_value(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("# key\nOPENAI_API_KEY='sk-hunter2\n")
    done = command("route", "hi", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "fingerpost: .env, line 2, OPENAI_API_KEY: the quote is not closed: add the closing one\n"


def test_the_library_reads_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".env").write_text("FINGERPOST_RATE=3\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("FINGERPOST_RATE", raising=False)
    assert Settings.from_environment().serving.rate == 0


def test_doctor_names_the_variables_and_no_value(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("FINGERPOST_RATE=31\nOPENAI_API_KEY=sk-hunter2\nFINGERPOST_TRACES=off\n")
    done = command("doctor", cwd=tmp_path, env={**os.environ, "FINGERPOST_TRACES": "store"})
    assert ".env\tsets FINGERPOST_RATE, OPENAI_API_KEY; set before, and not replaced: FINGERPOST_TRACES" in done.stdout
    assert "hunter2" not in done.stdout + done.stderr
