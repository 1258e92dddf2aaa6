"""The faults of version 0.1 against a server of this version, as a process; and what the judges find in those of 0.1."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("openai", reason="models need the extra fingerpost[llm]")
pytest.importorskip("fastapi", reason="serving needs the extra fingerpost[serve]")
pytest.importorskip("grpc", reason="serving needs the extra fingerpost[serve]")
pytest.importorskip("elasticsearch", reason="needs the extra fingerpost[elasticsearch]")
pytest.importorskip("sqlalchemy", reason="databases are read with the extra fingerpost[analytics]")

from benchmarks.faults.campaign import MISSED, CannotRun, run
from benchmarks.faults.rows.__main__ import ROWS, lines_of
from benchmarks.faults.rows.door import judge_too_many
from benchmarks.faults.rows.people import SECRETS, locked_packages
from benchmarks.faults.rows.serving import HERE, Reply
from benchmarks.faults.rows.upstreams import FORMS, UNSOUND, is_told, judge_calls


def test_there_are_27_rows_of_their_own() -> None:
    assert list(ROWS) == list(range(1, 28))
    assert (len(FORMS), len(SECRETS)) == (20, 60)
    [line] = lines_of(HERE, [22])
    assert line.command == f"python -m benchmarks.faults.rows --only 22 --source {HERE}"


@pytest.mark.kill
@pytest.mark.slow
@pytest.mark.parametrize("number", ROWS)
def test_a_fault_of_version_0_1_is_mended(number: int) -> None:
    try:
        measured = ROWS[number].measure(HERE)
    except CannotRun as reason:
        pytest.skip(str(reason))
    assert measured.faults == [], measured.figures


def test_a_folder_without_a_lock_misses_its_bar(tmp_path: Path) -> None:
    assert locked_packages(HERE).faults == []
    assert locked_packages(tmp_path).faults == ["no lock"]


def test_a_version_that_cannot_be_started_misses_every_bar(tmp_path: Path) -> None:
    (tmp_path / "src" / "fingerpost").mkdir(parents=True)
    (tmp_path / "src" / "fingerpost" / "__main__.py").write_text("raise SystemExit('broken')", encoding="utf-8")
    (tmp_path / "src" / "fingerpost" / "__init__.py").touch()
    [outcome] = run(lines_of(tmp_path, [21]), 1)
    assert outcome.state == MISSED
    assert "the server does not listen: broken" in outcome.figures


def _replies(*found: tuple[int, float]) -> list[Reply]:
    return [Reply(status, b"", seconds) for status, seconds in found]


def test_everything_that_queues_misses_the_bar_of_too_many() -> None:
    assert judge_too_many(_replies((200, 1.0), (503, 0.01)), is_well=True).faults == []
    assert judge_too_many(_replies((200, 25.0)), is_well=True).faults == ["nothing is refused: all of it queues"]
    assert judge_too_many(_replies((503, 0.1), (0, 120.0)), is_well=False).faults == [
        "neither served nor refused",
        "/healthz does not answer afterwards",
    ]


def test_a_server_without_a_breaker_misses_its_bar() -> None:
    assert judge_calls(_replies((200, 7.0), (200, 0.1))) == []
    assert judge_calls(_replies((504, 8.0), (504, 8.0))) == [
        "statuses [504, 504]",
        "the last answer still took 8.0 s",
    ]


def test_code_without_a_word_about_it_is_found() -> None:
    assert not is_told({"text": UNSOUND, "validation_status": "", "notes": []})
    assert is_told({"text": UNSOUND, "notes": ["Not checked"]})
    assert is_told({"text": UNSOUND, "validation_status": "INVALID_UNRESOLVED"})
    assert is_told({"text": "I cannot write that."})
