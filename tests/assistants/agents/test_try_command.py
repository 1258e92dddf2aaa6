"""`fingerpost agents analytics try`, as people and pipes run it."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

pytest.importorskip("sqlglot", reason="questions become SQL with the extra fingerpost[analytics]")
pytest.importorskip("sqlalchemy", reason="databases are read with the extra fingerpost[analytics]")

from fingerpost.assistants.agents import try_command
from fingerpost.assistants.agents.analytics.allowlist_file import read_allowlist, write_allowlist
from fingerpost.cli.main import app
from tests.assistants.agents.analytics.clinic import CLINIC, make_clinic


@pytest.fixture
def url(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A clinic, with its allowlist in the current folder."""
    monkeypatch.chdir(tmp_path)
    write_allowlist(tmp_path / "allowlist.json", CLINIC)
    return make_clinic(tmp_path / "clinic.sqlite")


def tried(*arguments: str, said: str | bytes = "") -> Result:
    return CliRunner().invoke(app, ["analytics", "try", *arguments], input=said)


def test_samples_then_lines_of_a_pipe(url: str) -> None:
    result = tried(url, "--language", "es", "--samples", "2", said="how many zorbs?\n\nzorbs = citas\n")
    assert result.exit_code == 0, result.output
    asked = [line for line in result.output.splitlines() if line.startswith("?")]
    assert asked == [
        "? Total de importe de citas por estado",
        "? Cantidad de pacientes por ciudad",
        "? how many zorbs?",
        "? how many zorbs?",
    ]
    assert "not understood: zorbs" in result.output
    assert "| 60 |" in result.output
    assert ">" not in result.output, "no prompt in a pipe"
    assert read_allowlist(Path("allowlist.json")).tables[0].synonyms == ("zorbs",)


def test_json_is_one_object_a_line(url: str) -> None:
    lines = "citas por estado\nx = nada\nzorbs = citas\n"
    result = tried(url, "--samples", "1", "--json", said=lines)
    assert result.exit_code == 0, result.output
    found = [json.loads(line) for line in result.output.splitlines()]
    assert [one.get("question") for one in found] == [
        "Total importe of citas by estado",
        "citas por estado",
        None,
        "citas por estado",
    ]
    assert "is no table, column or known value" in found[2]["error"]
    assert found[3]["synonym"] == "zorbs = citas (in allowlist.json)"


def test_a_mistake_does_not_end_the_trial(url: str) -> None:
    result = tried(url, "--samples", "0", said="x = nada\ncuantas citas\n")
    assert result.exit_code == 0
    assert result.output.index("is no table") < result.output.index("? cuantas citas")


def test_bytes_that_are_no_text_are_an_unknown_word(url: str) -> None:
    result = tried(url, "--samples", "0", said=b"cuantas citas \xff\xfe\ncuantas citas\n")
    assert result.exit_code == 0, result.output
    assert "| 60 |" in result.output


def test_what_a_row_holds_cannot_steer_a_terminal(url: str, tmp_path: Path) -> None:
    import sqlite3

    raw = sqlite3.connect(tmp_path / "clinic.sqlite")
    raw.execute("UPDATE salas SET titulo = ?", ("\x1b[2Jgone\u202e",))
    raw.commit()
    raw.close()
    result = tried(url, "--samples", "0", said="cuántas salas por titulo\n")
    assert "\\x1b[2Jgone\\u202e" in result.output
    assert "\x1b" not in result.output


def test_settings_name_database_and_allowlist(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "allowlist.json").rename(tmp_path / "other.json")
    monkeypatch.setenv("FINGERPOST_ANALYTICS_URL", url)
    monkeypatch.setenv("FINGERPOST_ALLOWLIST", str(tmp_path / "other.json"))
    assert "| 60 |" in tried("--samples", "0", said="cuantas citas").output
    monkeypatch.delenv("FINGERPOST_ALLOWLIST")
    assert "| 60 |" in tried("--samples", "0", "--allowlist", "other.json", said="cuantas citas").output


def test_names_can_be_turned_off(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    question = "cuantas citas de Torre Norte\n"
    assert "| 20 |" in tried(url, "--samples", "0", said=question).output
    monkeypatch.setenv("FINGERPOST_ANALYTICS_NAME_SECONDS", "0")
    assert "no sé situar" in tried(url, "--samples", "0", said=question).output


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((), "no database is named: give its URL"),
        (("sqlite:///nowhere.sqlite",), "name a file that is there"),
        (("oracle://x",), "choose one of sqlite"),
    ],
)
def test_errors_say_what_to_do(url: str, arguments: tuple[str, ...], told: str) -> None:
    result = tried(*arguments)
    assert result.exit_code != 0
    assert told in str(result.exception)


def test_a_missing_allowlist_says_how_to_make_one(url: str, tmp_path: Path) -> None:
    (tmp_path / "allowlist.json").unlink()
    assert "create one with `fingerpost agents allowlist URL`" in str(tried(url).exception)


class Terminal(io.StringIO):
    """Standard input that a person types on."""

    def isatty(self) -> bool:
        return True


def test_on_a_terminal_an_empty_line_ends_it(
    url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", Terminal("cuantas citas\n\ncuantas salas\n"))
    try_command.run_trial(url, None, "en", 0, as_json=False)
    output = capsys.readouterr().out
    assert "An empty line ends it" in output
    assert "> ? cuantas citas" in output
    assert "salas" not in output


def test_help_shows_the_command_under_the_assistant() -> None:
    output = CliRunner().invoke(app, ["agents", "--help"], env={"COLUMNS": "100", "NO_COLOR": "1"}).output
    panel = output[output.index("Commands") :]
    assert panel.index("analytics") < panel.index("╰")
