"""The pages of the documents run: their files, commands and output, and their Python; every command in them exists."""

from __future__ import annotations

import asyncio
import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from fingerpost.cli.main import app
from fingerpost.cli.new import ROUTEBOOK_TEMPLATE
from tests.page_runner import Session, blocks, commands, missing_lines

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
DESK = ROOT / "examples" / "support-desk"
PAGES = [ROOT / "README.md", *sorted(DOCS.rglob("*.md"))]
PYTHON = ("README.md", "docs/how-to/python.md", "docs/how-to/explanations.md", "docs/how-to/langgraph.md",
          "docs/how-to/apps.md", "docs/how-to/handlers.md", "docs/explanation/assistants.md")  # fmt: skip
"""Pages whose Python runs, each as one program; the others show calls of servers and files that are not here."""


@pytest.fixture
def shell(tmp_path: Path) -> Iterator[Session]:
    session = Session(tmp_path)
    session.environment.update(XDG_DATA_HOME=str(tmp_path / "data"), FINGERPOST_CACHE=str(tmp_path / "cache"))
    yield session
    session.close()


@pytest.mark.slow
def test_the_tutorial_runs_as_it_is_written(shell: Session) -> None:
    pytest.importorskip("fastapi", reason="the tutorial serves")
    if shutil.which("curl") is None:
        pytest.skip("the tutorial calls its server with curl")
    assert shell.run_page((DOCS / "tutorial.md").read_text(encoding="utf-8")) == []
    assert {f"fingerpost {name}" for name in ("import", "route", "ask", "check", "eval", "serve", "data")} <= set(
        shell.ran
    )
    assert shell.ran.count("curl") == 3


def test_the_tutorial_ends_with_the_example() -> None:
    shown = {block.title: block.body for block in blocks((DOCS / "tutorial.md").read_text(encoding="utf-8"))}
    for written, file in (
        ("desk/routebook.toml", "routebook.toml"),
        ("desk/knowledge/router.md", "knowledge/router.md"),
        ("rows.jsonl", "rows.jsonl"),
    ):
        assert shown[written] == (DESK / file).read_text(encoding="utf-8"), written
    rows = [line.rpartition(",") for line in shown["messages.csv"].splitlines()[1:]]
    examples = [f'{{"text": "{text}", "route": "{route}"}}' for text, _, route in rows]
    assert examples == (DESK / "examples.jsonl").read_text(encoding="utf-8").splitlines()


@pytest.mark.slow
def test_the_commands_of_the_readme_print_what_it_shows(shell: Session) -> None:
    shutil.copytree(DESK, shell.folder / "desk")
    assert shell.run_page((ROOT / "README.md").read_text(encoding="utf-8")) == []
    assert set(shell.ran) == {"fingerpost new", "fingerpost route", "fingerpost ask"}


@pytest.mark.slow
def test_the_commands_of_the_assistants_run(shell: Session) -> None:
    pytest.importorskip("sqlglot", reason="the routebook `agents` answers by SQL")
    assert shell.run_page((DOCS / "explanation" / "assistants.md").read_text(encoding="utf-8")) == []
    assert {"fingerpost agents", "fingerpost ask", "fingerpost measure", "fingerpost build"} <= set(shell.ran)


# Python.


@pytest.fixture
def routebooks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make the folders that the pages name: ./shop by the template, ./inn with the routes of the functions."""
    shutil.copytree(ROUTEBOOK_TEMPLATE, tmp_path / "shop")
    (tmp_path / "inn").mkdir()
    routes = [f'[[routes]]\nname = "{name}"\n' for name in ("booking", "cancel")]
    (tmp_path / "inn" / "routebook.toml").write_text("\n".join(routes), encoding="utf-8")
    rows = [("a table for two", "booking"), ("book a room", "booking"), ("cancel it", "cancel"), ("no room", "cancel")]
    lines = [f'{{"text": "{text}", "route": "{route}"}}\n' for text, route in rows]
    (tmp_path / "inn" / "examples.jsonl").write_text("".join(lines), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path


@pytest.mark.parametrize("page", PYTHON)
def test_the_python_of_a_page_runs(page: str, routebooks: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = "\n".join(block.body for block in blocks((ROOT / page).read_text(encoding="utf-8"), "python"))
    assert code
    if "langgraph" in code:
        pytest.importorskip("langgraph", reason="this page needs the extra fingerpost[answer]")
    served: list[Any] = []
    if "server.serve" in code:
        pytest.importorskip("fastapi", reason="this page needs the extra fingerpost[serve]")
        monkeypatch.setattr("fingerpost.server.serve.serve", lambda *given, **named: served.append(named))
    values: dict[str, Any] = {}
    exec(compile(code, page, "exec"), values)  # noqa: S102 - our own pages
    if served:
        assert "booking" in served[0]["handlers"]
    for value in list(values.values()):
        if type(value).__name__ == "Assistant":
            asyncio.run(value.close())


# Every command of every page.


def faults_of(command: str) -> list[str]:
    """Return what is wrong with a command of Fingerpost: a name or an option that does not exist."""
    words, current, wrong = shlex.split(command)[1:], typer.main.get_command(app), []
    known: set[str] = set()
    for word in words:
        group = getattr(current, "commands", None)
        if word in {"|", ">", "<", "&"}:
            break
        if group is not None and not word.startswith("-"):
            if word not in group:
                return [f"{command}: there is no command {word!r}"]
            current = group[word]
        known |= {name for one in current.params for name in (*one.opts, *one.secondary_opts)}
        if word.startswith("--") and word.partition("=")[0] not in {*known, "--help"}:
            wrong.append(f"{command}: {word} is not an option")
    return wrong


def test_every_command_in_the_pages_exists() -> None:
    lines = [
        (page, command)
        for page in PAGES
        for block in blocks(page.read_text(encoding="utf-8"), "console")
        for command, _ in commands(block.body)
    ]
    ours = [(page, command[command.index("fingerpost ") :]) for page, command in lines if _is_ours(command)]
    assert len(ours) >= 50
    assert [f"{page.name}: {fault}" for page, command in ours for fault in faults_of(command)] == []


def _is_ours(command: str) -> bool:
    return re.match(r"(?:[A-Z_]+=\S+ )*fingerpost ", command) is not None


@pytest.mark.parametrize(
    ("command", "fault"),
    [
        ("fingerpost root 'x'", "there is no command 'root'"),
        ("fingerpost teach students promot 3", "there is no command 'promot'"),
        ("fingerpost route 'x' --explian", "--explian is not an option"),
    ],
)
def test_a_command_that_does_not_exist_is_noticed(command: str, fault: str) -> None:
    assert faults_of(command) == [f"{command}: {fault}"]
    assert faults_of("fingerpost route 'x' --explain > out.txt") == []


def test_output_that_has_changed_is_noticed() -> None:
    printed = "outage: student, 0.97\n\nPlease\tunplug it.\n"
    assert missing_lines(["outage: student, 0.99", "Please unplug …"], printed) == []
    assert missing_lines(["bill: student, 0.97", "… plug it."], printed) == ["bill: student, 0.97", "… plug it."]


def test_a_page_that_fails_is_noticed(shell: Session) -> None:
    def page(output: str) -> str:
        return f'```json title="a/b.jsonl"\n{{}}\n```\n\n```console\n$ fingerpost --version\n{output}\n```\n'

    assert shell.run_page(page("fingerpost 0.0.0")) == []
    assert (shell.folder / "a" / "b.jsonl").read_text(encoding="utf-8") == "{}\n"
    assert shell.run_page(page("fingerpost zero")) == ["fingerpost --version: fingerpost zero"]
    with pytest.raises(AssertionError, match="no-such"):
        shell.run("fingerpost no-such")
    with pytest.raises(AssertionError, match="a page that is run"):
        shell.run("rm -r /")
