"""The first screen, the groups, an example in every help, old names, and completion in a shell."""

from __future__ import annotations

import os
import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from fingerpost.cli.groups import ARRANGED, BOTH, FIRST, tell_moved
from fingerpost.cli.main import app
from tests.cli.command import command

ROOT: Any = typer.main.get_command(app)
REPOSITORY = Path(__file__).parents[2]
ASSISTANT = {"allowlist", "analytics", "demo-data", "tour"}


def walked(group: Any = ROOT, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Yield every command and group that a help shows, with its path."""
    for name, found in group.commands.items():
        if not found.hidden:
            yield (*path, name), found
            if hasattr(found, "commands"):
                yield from walked(found, (*path, name))


ALL = dict(walked())


def unusable(example: str) -> str:
    """Return what is wrong with an example: a command, an option or an argument that does not exist; "" if nothing is."""
    name, *words = shlex.split(example.partition(" > ")[0])
    found: Any = ROOT
    while words and hasattr(found, "commands"):
        found = found.commands.get(words.pop(0))
    if name != "fingerpost" or found is None or hasattr(found, "commands"):
        return "no such command"
    try:
        found.make_context(found.name, words).close()
    except Exception as error:  # noqa: BLE001 - of the parser, which typer keeps to itself
        return str(getattr(error, "message", "") or error)
    return ""


def test_the_first_screen_has_a_dozen_commands_at_most() -> None:
    shown = [path[0] for path, found in ALL.items() if len(path) == 1 and not hasattr(found, "commands")]
    assert set(shown) <= set(FIRST)
    assert len(shown) <= 12
    assert shown == sorted(shown, key=FIRST.index)
    groups = [path[0] for path, found in ALL.items() if len(path) == 1 and hasattr(found, "commands")]
    assert groups == list(ARRANGED)


def test_what_an_assistant_brings_is_shown_under_its_name_alone() -> None:
    assert {path for path in ALL if ASSISTANT & set(path)} == {
        ("agents", "allowlist"), ("agents", "analytics"), ("agents", "analytics", "try"), ("agents", "demo-data"),
        ("agents", "demo-data", "agents"), ("avap", "tour"),
    }  # fmt: skip


def test_every_command_of_a_group_is_there() -> None:
    missing = [(name, one) for name, group in ARRANGED.items() for one in group.commands if (name, one) not in ALL]
    assert missing == []


@pytest.mark.parametrize("path", [(), *ALL], ids=" ".join)
def test_every_help_has_an_example_that_can_be_typed(path: tuple[str, ...]) -> None:
    done = command(*path, "--help", env={**os.environ, "COLUMNS": "200", "TERM": "dumb"})
    assert done.returncode == 0
    if not path:
        assert "Begin with: fingerpost new shop" in done.stdout
        return
    [line] = [line.strip() for line in done.stdout.splitlines() if line.strip().startswith("Example: ")]
    example = line.removeprefix("Example: ")
    assert unusable(example) == ""
    last = "fingerpost mcp" if path[-1] == "mcp" else f"fingerpost {' '.join(path)}"
    assert example.startswith(last)


@pytest.mark.parametrize(
    ("example", "fault"),
    [
        ("fingerpost rout hello", "no such command"),
        ("fingerpost build", "no such command"),
        ("fingerpost new shop --colour red", "No such option: --colour"),
        ("fingerpost new", "NAME"),
        ("fingerpost check ./shop ./other", "unexpected extra argument"),
    ],
)
def test_an_example_that_cannot_be_typed_is_found(example: str, fault: str) -> None:
    assert fault.lower() in unusable(example).lower()


def test_old_names_work_and_a_person_is_told_the_new_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    old, new = command("schema"), command("build", "schema")
    assert (old.returncode, old.stdout, old.stderr) == (0, new.stdout, "")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    for name in ("tune", "mcp", "route", None):
        tell_moved(name)
    told = "`fingerpost tune` is now `fingerpost measure tune`; the old name still works.\n"
    assert capsys.readouterr().err == told


def unknown_commands(text: str) -> list[str]:
    """Return the commands that a text names, in backticks or out of them, and that no help shows: old names as well."""
    unknown = []
    for match in re.finditer(
        r"(?:`fingerpost\s+|(?<![\w/.-])fingerpost +)(?!fingerpost\b)((?:[a-z][a-z-]*\b ?)+)", text
    ):
        found: Any = ROOT
        for name in match[1].split():
            inner = getattr(found, "commands", None)
            if inner is None:
                break
            found = inner.get(name)
            if found is None or (found.hidden and name not in BOTH):
                unknown.append(f"fingerpost {match[1].strip()}")
                break
    return unknown


def test_messages_and_pages_name_the_commands_of_today() -> None:
    kinds = {".py", ".md", ".toml", ".html", ".yaml", ".yml", ".json", ".service", ".conf", ".env", ".txt", ""}
    files = [REPOSITORY / "README.md", REPOSITORY / "Makefile"]
    for folder in ("src", "docs", "examples", "deploy"):
        files += [file for file in sorted((REPOSITORY / folder).rglob("*")) if file.suffix in kinds and file.is_file()]
    assert len(files) > 800
    named = {file: unknown_commands(file.read_text(encoding="utf-8")) for file in files}
    assert {str(file.relative_to(REPOSITORY)): found for file, found in named.items() if found} == {}


@pytest.mark.parametrize(
    ("text", "unknown"),
    [
        ("run `fingerpost index` again", ["fingerpost index"]),
        ("`fingerpost\n    students list` shows them", ["fingerpost students list"]),
        ("$ podman compose exec fingerpost fingerpost index", ["fingerpost index"]),
        ("<code>fingerpost keys new NAME</code>", ["fingerpost keys new"]),
        ("`fingerpost server key new`", ["fingerpost server key new"]),
        ("`fingerpost teach students promot 3`", ["fingerpost teach students promot"]),
        ("`fingerpost rout hello`", ["fingerpost rout hello"]),
        ("`fingerpost route hello`, `fingerpost data store check`, `fingerpost mcp`, `fingerpost teach students`", []),
        ("`fingerpost agents allowlist URL`, /opt/fingerpost install, from fingerpost import Router", []),
    ],
)
def test_an_old_or_wrong_name_of_a_command_is_found(text: str, unknown: list[str]) -> None:
    assert unknown_commands(text) == unknown


@pytest.mark.parametrize(
    ("words", "completed"),
    [
        ("fingerpost ro", ["route"]),
        ("fingerpost measure ", ["diff", "tune", "rag", "audit"]),
        ("fingerpost route --ex", ["--explain"]),
        ("fingerpost teach students pro", ["promote"]),
    ],
)
def test_a_shell_completes_commands_and_options(words: str, completed: list[str]) -> None:
    said = {"_FINGERPOST_COMPLETE": "complete_bash", "COMP_WORDS": words, "COMP_CWORD": str(words.count(" "))}
    env = {key: value for key, value in os.environ.items() if key != "FINGERPOST_ROUTEBOOK"}
    done = command(env={**env, **said})
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.split() == completed


def test_the_script_of_a_shell_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    said = {"_FINGERPOST_COMPLETE": "source_bash"}
    done = command(env={**os.environ, **said})
    assert "complete -o default -F _fingerpost_completion fingerpost" in done.stdout
