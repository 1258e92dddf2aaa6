"""What a command reads is not overwritten by it, whatever it is called; and what cannot be asked for is one line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from fingerpost.cli.main import app
from fingerpost.cli.output_file import check_output_file
from fingerpost.errors import FingerpostError, RowsError

ROW = json.dumps({"text": "where is my parcel", "expected": "PLATFORM"}) + "\n"


def run(*words: str | Path) -> Result:
    return CliRunner().invoke(app, [str(word) for word in words])


def refused(said: str, *words: str | Path) -> None:
    found = run(*words)
    assert isinstance(found.exception, FingerpostError), found.exception
    assert said in str(found.exception)


@pytest.fixture
def held(tmp_path: Path) -> Path:
    file = tmp_path / "held.jsonl"
    file.write_text(ROW, encoding="utf-8")
    return file


def _link(file: Path) -> Path:
    link = file.with_name("link.jsonl")
    link.symlink_to(file)
    return link


def _hard(file: Path) -> Path:
    link = file.with_name("hard.jsonl")
    link.hardlink_to(file)
    return link


def _around(file: Path) -> Path:
    (file.parent / "sub").mkdir()
    return file.parent / "sub" / ".." / file.name


@pytest.mark.parametrize("other", [_link, _hard, _around])
def test_a_file_that_is_read_is_not_written_under_another_name(held: Path, other: Callable[[Path], Path]) -> None:
    out = other(held)
    refused("is a held-out file and would be overwritten", "history", "export", out, "--held-out", held)
    refused("is the input file of messages and would be overwritten", "label", held, out)
    refused("is the input file of rows and would be overwritten", "eval", held, "--json", out)
    refused("is the input file of rows and would be overwritten", "eval", held, "--report", out)
    refused("is the --json file and would be overwritten", "eval", held, "--json", held.parent / "f", "--report",
            held.parent / "." / "f")  # fmt: skip
    refused("is the golden set and would be overwritten", "rag", "--golden", held, "--json", out)
    assert held.read_text(encoding="utf-8") == ROW


def test_another_file_may_be_written(held: Path, tmp_path: Path) -> None:
    check_output_file(tmp_path / "new.jsonl", [held], "a held-out file")
    circle = tmp_path / "circle"
    circle.symlink_to(circle)
    check_output_file(circle, [held], "a held-out file")
    with pytest.raises(RowsError, match="is a held-out file"):
        check_output_file(circle, [circle], "a held-out file")


@pytest.mark.parametrize("out", ["/", "", "."])
def test_a_place_that_is_no_file_is_told(out: str, held: Path) -> None:
    refused("is not a file name: name the file to write", "history", "export", out)
    refused("is not a file name: name the file to write", "eval", held, "--json", out)


HUGE = "9" * 23


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("students", "promote", HUGE), "no student has this number"),
        (("students", "shadow", HUGE), "no student has this number"),
        (("students", "shadow", "9" * 5000), "no student has this number"),
        (("tune", "--target-error", "1e-19", "--held-out", "rows.jsonl"), "less than 1e-06 needs millions of rows"),
        (("eval", "rows.jsonl", "--fail-under", "nan"), "--fail-under nan: give a number"),
        (("eval", "rows.jsonl", "--fail-under", "-inf"), "--fail-under -inf: give a number"),
        (("eval", "rows.jsonl", "--price-in", "inf", "--price-out", "1"), "--price-in inf: give a number"),
        (("eval", "rows.jsonl", "--price-in", "1", "--price-out", "inf"), "--price-out inf: give a number"),
        (("history", "export", "out.jsonl", "--unlabelled", "--held-out", "rows.jsonl"), "does not use --held-out"),
    ],
)
def test_what_cannot_be_asked_for_is_one_line(words: tuple[str, ...], said: str) -> None:
    refused(said, *words)
