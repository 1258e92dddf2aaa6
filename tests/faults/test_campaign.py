"""The campaign's own machinery: what meets a bar, what misses it, what is skipped, and the report and exit status."""

from __future__ import annotations

import sys
import tomllib
from datetime import date
from pathlib import Path

import pytest

pytest.importorskip("fastapi", reason="serving needs the extra fingerpost[serve]")
pytest.importorskip("grpc", reason="serving needs the extra fingerpost[serve]")

from benchmarks.faults import __main__ as campaign_command
from benchmarks.faults.campaign import (
    MET,
    MISSED,
    SKIPPED,
    CannotRun,
    KnownMiss,
    Line,
    Measured,
    as_markdown,
    judge_known,
    part_of,
    run,
)


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


def test_what_a_busy_machine_can_cause_is_reported_by_a_part_and_misses_the_bar_of_the_whole() -> None:
    slow = Line("slow", "2 s", lambda _: Measured("100 asked", noisy=["one took 3 s"]))
    [part] = run([slow], 0.1)
    assert (part.state, part.figures) == (MET, "100 asked; reported: one took 3 s")
    [whole] = run([slow], 1)
    assert (whole.state, whole.figures) == (MISSED, "100 asked; one took 3 s")


def test_a_new_miss_and_a_known_one_that_is_met_again_are_told() -> None:
    outcomes = list(run([GOOD, BAD, Line("absent", "", _skip)], 0.1))
    tenth = KnownMiss(0.1)
    assert judge_known(outcomes, 0.1, {"bad": tenth, "absent": tenth}) == []
    assert judge_known(outcomes, 0.1, {}) == ["bad: NOT MET, and no known miss"]
    again = ["good: met again; take it out of known_misses.toml"]
    assert judge_known(outcomes, 0.1, {"bad": tenth, "good": tenth}) == again
    assert judge_known(outcomes, 0.1, {"bad": KnownMiss(0.1, varies=True), "good": KnownMiss(0.1, varies=True)}) == []
    whole = {"bad": KnownMiss(1.0), "good": KnownMiss(1.0)}
    assert judge_known(outcomes, 0.1, whole) == ["bad: NOT MET, and no known miss"], "known of the whole alone"


@pytest.mark.parametrize(
    ("line", "listed", "status"),
    [(BAD, "", 1), (BAD, "[bad]\nshare = 0.1", 0), (GOOD, "", 0), (GOOD, "[good]\nshare = 0.1", 1)],
)
def test_with_known_misses_the_exit_status_is_1_for_what_is_new(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, line: Line, listed: str, status: int
) -> None:
    (tmp_path / "known.toml").write_text(listed, encoding="utf-8")
    monkeypatch.setattr(campaign_command, "KNOWN", tmp_path / "known.toml")
    monkeypatch.setattr(campaign_command, "LINES", {line.name: line})
    monkeypatch.setattr(sys, "argv", ["faults", "--known", "--report", str(tmp_path / "report.md")])
    with pytest.raises(SystemExit) as ended:
        campaign_command.main()
    assert ended.value.code == status


def test_the_known_misses_name_lines_and_say_since_when_and_why(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    listed = tomllib.loads(campaign_command.KNOWN.read_text(encoding="utf-8"))
    assert set(campaign_command.known_misses()) == set(listed)
    assert all(isinstance(entry["since"], date) and len(entry["why"]) > 20 for entry in listed.values())
    (tmp_path / "known.toml").write_text("[lost]\nshare = 1.0", encoding="utf-8")
    monkeypatch.setattr(campaign_command, "KNOWN", tmp_path / "known.toml")
    with pytest.raises(SystemExit, match="lost: no such line"):
        campaign_command.known_misses()


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
