"""What people see on a terminal: no figure is cut, however narrow it is."""

from __future__ import annotations

import pytest

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
