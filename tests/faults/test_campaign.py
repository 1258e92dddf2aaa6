"""The campaign's own machinery: what meets a bar, what misses it, what is skipped, and the report and exit status."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

pytest.importorskip("fastapi", reason="serving needs the extra fingerpost[serve]")
pytest.importorskip("grpc", reason="serving needs the extra fingerpost[serve]")

from benchmarks.faults import __main__ as campaign_command
from benchmarks.faults.campaign import MET, MISSED, SKIPPED, CannotRun, Line, Measured, as_markdown, part_of, run


def _skip(_: float) -> Measured:
    raise CannotRun("no server here: install one")


def _fail(_: float) -> Measured:
    raise TimeoutError("the server does not answer")


GOOD = Line("good", "0 lost", lambda share: Measured(f"{100 * share:g} asked | 0 lost"))
BAD = Line("bad", "0 lost", lambda _: Measured("100 asked", ["3 lost"]))


def test_a_line_is_met_missed_or_skipped_and_an_error_misses_it() -> None:
    lines = [GOOD, BAD, Line("absent", "0 lost", _skip), Line("broken", "0 lost", _fail)]
    outcomes = list(run(lines, 0.1))
    assert [outcome.state for outcome in outcomes] == [MET, MISSED, SKIPPED, MISSED]
    assert outcomes[1].figures == "100 asked; 3 lost"
    assert outcomes[2].figures == "no server here: install one"
    assert outcomes[3].figures == "TimeoutError: the server does not answer"
    assert outcomes[0].command == "python -m benchmarks.faults --only good --share 0.1"


def test_the_report_has_the_date_the_counts_and_a_row_a_line() -> None:
    report = as_markdown(list(run([GOOD, BAD], 1)), 1)
    assert "share 1: 1 met, 1 NOT MET, 0 skipped." in report
    assert "| good | 0 lost | 100 asked \\| 0 lost | met | 0 |" in report
    assert "UTC" in report


@pytest.mark.parametrize(("line", "status"), [(GOOD, 0), (BAD, 1), (Line("absent", "", _skip), 0)])
def test_the_exit_status_is_1_where_a_bar_is_missed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, line: Line, status: int
) -> None:
    file = tmp_path / "new" / "report.md"
    monkeypatch.setattr(campaign_command, "LINES", {line.name: line})
    monkeypatch.setattr(sys, "argv", ["faults", "--report", str(file)])
    with pytest.raises(SystemExit) as ended:
        campaign_command.main()
    assert ended.value.code == status
    assert f"| {line.name} |" in file.read_text(encoding="utf-8")


@pytest.mark.parametrize("share", ["0", "1.5", "-1"])
def test_a_share_that_is_none_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], share: str
) -> None:
    monkeypatch.setattr(sys, "argv", ["faults", f"--share={share}"])
    with pytest.raises(SystemExit):
        campaign_command.main()
    assert "is no share: give a number above 0, and at most 1" in capsys.readouterr().err


def test_a_part_is_spread_over_the_whole() -> None:
    assert part_of("abcdefghij", 0.2) == ["a", "f"]
    assert part_of("abc", 0.01) == ["a"]
    assert part_of("abc", 1) == ["a", "b", "c"]


def test_every_line_has_a_name_of_its_own() -> None:
    assert len(campaign_command.LINES) == sum(len(part.LINES) for part in campaign_command.PARTS) == 14
