"""`train`: what it writes, what it says, and what it refuses before anything is written."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner, Result

from fingerpost.cli.train import register
from fingerpost.errors import RowsError
from fingerpost.routebook.load import is_student
from fingerpost.routing.student import serialization
from fingerpost.routing.student.model import Student
from fingerpost.routing.student.training import fit
from fingerpost.testing import WordEncoder
from fingerpost.types import Example
from tests.conftest import SHOP

SONGS = ("a song", "a tune", "a hymn", "an aria", "the blues", "a ballad", "an anthem", "a carol", "a lullaby", "jazz")

app = typer.Typer()
register(app)


@pytest.fixture(autouse=True)
def words(monkeypatch: pytest.MonkeyPatch) -> None:
    """Train on the double encoder."""
    monkeypatch.setattr("fingerpost.models.factory.EmbeddedEncoder", lambda _: WordEncoder())
    monkeypatch.setenv("FINGERPOST_CACHE", "off")


@pytest.fixture
def rows(tmp_path: Path) -> Path:
    file = tmp_path / "rows.jsonl"
    labelled = [{"text": text, "label": name} for name, texts in SHOP.items() for text in texts]
    labelled += [{"text": f"sing me {what}", "label": "oos"} for what in SONGS]
    file.write_text("".join(json.dumps(row) + "\n" for row in labelled), encoding="utf-8")
    return file


def train(*words: str | Path) -> Result:
    return CliRunner().invoke(app, [str(word) for word in words])


def test_a_classifier_is_written_with_its_examples(rows: Path, tmp_path: Path) -> None:
    out = tmp_path / "new" / "student"
    result = train(rows, "--out", out)
    assert result.exit_code == 0, result.output
    assert result.output.startswith("40 rows, 3 routes, ")
    assert "Cross-validation: accuracy " in result.output
    assert is_student(out)
    assert set(serialization.load(out, WordEncoder.fingerprint).routes) == set(SHOP)
    examples = [json.loads(line) for line in (out / "examples.jsonl").read_text(encoding="utf-8").splitlines()]
    assert len(examples) == 40
    assert examples[-1] == {"text": "sing me jazz", "route": "oos", "after": None}


def test_a_classifier_may_be_replaced(rows: Path, tmp_path: Path, fitted_once: dict[bytes, object]) -> None:
    out = tmp_path / "student"
    first = train(rows, "--out", out)
    assert (first.exit_code, "in place of" in first.output) == (0, False)
    before = (out / "student.json").read_text(encoding="utf-8")
    fitted_once.clear()
    again = " ".join(train(rows, "--out", out).output.split())
    assert "student, in place of the classifier that was there" in again
    assert (out / "student.json").read_text(encoding="utf-8") == before


def test_few_rows_are_said_to_be_few(tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    file.write_text('{"text": "one a", "label": "a"}\n{"text": "two b", "label": "b"}\n', encoding="utf-8")
    result = train(file, "--out", tmp_path / "student")
    assert result.exit_code == 0, result.output
    assert "Too few rows for cross-validation: nothing was estimated, and the threshold is 0.85." in result.output


@pytest.mark.parametrize("share", ["0", "1", "-0.1", "3"])
def test_a_share_of_errors_that_is_none_is_refused(rows: Path, tmp_path: Path, share: str) -> None:
    result = train(rows, "--out", tmp_path / "student", "--accept-error", share)
    assert isinstance(result.exception, RowsError)
    assert str(result.exception) == f"--accept-error {float(share)} must lie between 0 and 1"
    assert not (tmp_path / "student").exists()


def test_what_lies_in_the_way_is_left_alone(rows: Path, tmp_path: Path) -> None:
    folder, file = tmp_path / "letters", tmp_path / "letter"
    folder.mkdir()
    for letter in (folder / "letter", file):
        letter.write_text("dear", encoding="utf-8")
    for out in (folder, file):
        result = train(rows, "--out", out)
        assert isinstance(result.exception, RowsError)
        assert str(result.exception).endswith("holds something other than a classifier: choose a new folder")
    assert [letter.read_text(encoding="utf-8") for letter in (folder / "letter", file)] == ["dear", "dear"]
    assert list(folder.iterdir()) == [folder / "letter"]


def test_rows_that_are_missing_are_refused_by_their_name(tmp_path: Path) -> None:
    result = train(tmp_path / "none.jsonl", "--out", tmp_path / "student")
    assert isinstance(result.exception, RowsError)
    assert "none.jsonl: no such file" in str(result.exception)


def test_what_a_classifier_labelled_itself_sets_no_threshold(
    rows: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    by_others = rows.read_text(encoding="utf-8")
    own = "".join(
        json.dumps({"text": f"{text} once more", "label": name, "source": "uncorrected"}) + "\n"
        for name, texts in SHOP.items()
        for text in texts
    )
    seen: list[tuple[int | None, list[str]]] = []

    def watched(examples: list[Example], *given: Any, trusted: int | None = None, **more: Any) -> Student:
        seen.append((trusted, [example.text for example in examples]))
        return fit(examples, *given, trusted=trusted, **more)

    monkeypatch.setattr("fingerpost.routing.student.training.fit", watched)
    rows.write_text(own + by_others, encoding="utf-8")
    assert train(rows, "--out", tmp_path / "student").exit_code == 0
    [(trusted, texts)] = seen
    assert (trusted, len(texts)) == (40, 70)
    assert not [text for text in texts[:trusted] if text.endswith(" once more")]
    rows.write_text(own, encoding="utf-8")
    refused = train(rows, "--out", tmp_path / "another")
    assert isinstance(refused.exception, RowsError)
    assert "gave all these labels itself" in str(refused.exception)
