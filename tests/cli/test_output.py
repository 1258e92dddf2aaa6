"""What people see on a terminal: no figure is cut, however narrow it is."""

from __future__ import annotations

import json

import pytest

from fingerpost import Decision
from fingerpost.cli import output

HEADERS = ("request", "champion", "accuracy", "text")
ROW = ("0f2b6c1e-8d58-4a37-b6f0-5d3c9a1e7b42", "CODE_GENERATION (student)", "0.9731", "cuánto me queda de plan " * 3)


def shown(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], width: int) -> str:
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setattr(output, "is_terminal", lambda: True)
    output.print_table(HEADERS, [ROW, ROW], wide=[3])
    return capsys.readouterr().out


@pytest.mark.parametrize("width", [40, 60, 80, 100, 120, 200])
def test_nothing_is_cut(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], width: int) -> None:
    out = shown(monkeypatch, capsys, width)
    assert "…" not in out
    assert max(map(len, out.splitlines())) <= width
    whole = "".join(out.split())
    for cell in ROW[1:3]:
        assert "".join(cell.split()) in whole
    assert whole.count("plan") == 6


def test_a_wide_terminal_has_a_table_and_a_narrow_one_a_line_a_figure(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert any(ROW[0] in line and "0.9731" in line for line in shown(monkeypatch, capsys, 160).splitlines())
    narrow = shown(monkeypatch, capsys, 80).splitlines()
    assert [line.split() for line in narrow].count(["accuracy", "0.9731"]) == 2
    assert [line.split() for line in narrow].count(["request", ROW[0]]) == 2


@pytest.mark.parametrize("terminal", [False, True])
def test_marks_of_direction_are_not_shown(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], terminal: bool
) -> None:
    monkeypatch.setattr(output, "is_terminal", lambda: terminal)
    given = "".join(f"a{chr(code)}" for code in (0x202E, 0x202A, 0x202C, 0x2066, 0x2069, 0x200E, 0x200F, 0x061C))
    output.print_line(output.escape(given))
    output.print_table(["text"], [[given]])
    output.print_card(given, f"{given}\nñ \u200d שלום")
    out = capsys.readouterr().out
    assert out.count("aaaaaaaa") == 3
    assert "ñ \u200d שלום" in out, "all else stays"
    assert not set(given) - {"a"} & set(out)


CONTROLS = "".join(map(chr, (*range(9), *range(11, 32), *range(0x7F, 0xA0))))


@pytest.mark.parametrize("terminal", [False, True])
def test_control_characters_never_reach_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], terminal: bool
) -> None:
    monkeypatch.setattr(output, "is_terminal", lambda: terminal)
    monkeypatch.setenv("COLUMNS", "500")
    monkeypatch.setenv("NO_COLOR", "1")
    given = f"a{CONTROLS}b\x1b[2Jc\x1b]0;title\x07 ñ\u200dй"
    output.print_line(output.escape(given))
    output.print_table(["text"], [[given]], wide=[0])
    output.print_card(given, given)
    output.print_json({given: [given]})
    out = capsys.readouterr().out
    assert not set(CONTROLS) & set(out)
    assert out.count("\\x1b[2Jc\\x1b]0;title\\x07 ñ\u200dй") >= 3
    assert json.loads(output.json_text([given])) == [given], "JSON holds what was given"
    assert output.shown("one\r\ntwo\tthree\n") == "one\ntwo\tthree\n"


@pytest.mark.parametrize(
    ("route", "layer", "scope", "shown"),
    [
        (None, "fallback", -1.0, "best guess refund 0.95"),
        ("other", "fallback", -1.0, "best guess refund 0.95"),
        ("refund", "fallback", -1.0, "0.95"),
        ("shipping", "fallback", 1.0, "0.95"),
        ("shipping", "student", None, "0.95"),
    ],
)
def test_a_confidence_names_the_route_that_it_belongs_to(
    route: str | None, layer: str, scope: float | None, shown: str
) -> None:
    decision = Decision(route, False, 0.95, layer, "r", runner_up="refund", scope=scope)
    assert output.confidence_text(decision) == shown


def test_a_poor_guess_out_of_scope_is_not_told() -> None:
    assert output.confidence_text(Decision("other", False, 0.01, "fallback", "r", runner_up="refund", scope=-1.0)) == ""
    in_scope = Decision("refund", False, 0.3, "fallback", "r", scope=1.0)
    assert output.confidence_text(in_scope) == "0.30"


def test_no_confidence_is_shown_where_it_belongs_to_no_route() -> None:
    assert output.confidence_text(Decision(None, False, 0.0, "fallback", "r")) == ""
