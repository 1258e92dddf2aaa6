"""The generated pages of the reference: they are what the code says now, and a change of it is noticed."""

from __future__ import annotations

import logging
from collections.abc import Mapping

import pytest
import typer
from scripts.reference import FOLDER, commands, grpc_methods, pages, settings, table


@pytest.mark.parametrize("name", sorted(pages()))
def test_a_page_is_up_to_date(name: str) -> None:
    """`make reference` writes it."""
    if name in {"commands.md", "http.md"}:
        pytest.importorskip("fastapi", reason="the page tells of the extra fingerpost[serve] too")
    page = pages()[name]()
    assert (FOLDER / name).read_text(encoding="utf-8") == page
    assert len(page.splitlines()) > 50


def test_a_new_command_is_on_its_page(monkeypatch: pytest.MonkeyPatch) -> None:
    app = typer.Typer()

    @app.callback()
    def main() -> None: ...

    @app.command()
    def greet(
        name: str = typer.Argument(help="Whom."),
        times: int = typer.Option(2, help="How often | so often."),
        loud: bool = typer.Option(False, help="In capitals."),
    ) -> None:
        """Say hello. Nothing else.

        \b
        $ tool greet ana

        Example: tool greet eva
        """

    monkeypatch.setattr("fingerpost.cli.main.app", app)
    page = commands.commands_page()
    assert "| [`fingerpost greet`](#fingerpost-greet) | Say hello. |" in page
    assert "```console\n$ tool greet ana\n```\n\n```console\n$ tool greet eva\n```" in page
    assert "| `NAME` | Whom. | required |\n| `--times N` | How often \\| so often. | `2` |" in page
    assert "| `--loud`, `--no-loud` | In capitals. |  |" in page


def test_a_new_field_is_on_the_page_of_grpc(monkeypatch: pytest.MonkeyPatch) -> None:
    proto = grpc_methods.PROTO.read_text(encoding="utf-8")
    field = "  string query = 1;\n"
    assert proto.count(field) == 1

    class Changed:
        def read_text(self, encoding: str) -> str:
            return proto.replace(field, f"{field}  repeated int32 weights = 99;  // how much it counts\n")

    monkeypatch.setattr(grpc_methods, "PROTO", Changed())
    assert "| `weights` | 99 | repeated int32 | how much it counts |" in grpc_methods.grpc_page()


def test_writing_a_page_leaves_the_log_as_it_was(caplog: pytest.LogCaptureFixture) -> None:
    assert pages()["http.md"]()
    logging.getLogger("fingerpost").warning("still told")
    assert caplog.messages[-1] == "still told"


def test_settings_are_told_as_they_are_read() -> None:
    found = settings.read_variables()
    assert found["FINGERPOST_HTTP_PORT"] == settings.Described("0 to 65535", "8080")
    assert found["FINGERPOST_KEEP_TEXT"] == settings.Described("`on`, `off`", "off")
    assert found["FINGERPOST_RELEVANCE"] == settings.Described("`cosine`, `model`", "cosine")
    assert found["OPENAI_MODEL_NAME_CLASSIFIER"] == settings.Described()
    assert len(found) > 60


@pytest.mark.parametrize(
    ("named", "fault"),
    [
        (["A"], "B: read, but without a meaning"),
        (["A", "B", "C"], "C: nothing reads it"),
        (["A", "B", "A"], "A: told twice"),
    ],
)
def test_a_variable_without_a_meaning_and_a_meaning_without_a_variable_are_noticed(
    named: list[str], fault: str
) -> None:
    read: Mapping[str, settings.Described] = {"A": settings.Described(), "B": settings.Described()}
    settings.check_meanings(["A", "B"], read)
    with pytest.raises(ValueError, match=fault):
        settings.check_meanings(named, read)


def test_a_table_holds_whatever_its_cells_have() -> None:
    assert table(("a", "b"), [("x|y", "one\n  two")]) == ["| a | b |", "| --- | --- |", "| x\\|y | one two |"]
