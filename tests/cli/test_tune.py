"""`fingerpost measure tune`: a target in, a bar and a promise out; and every way to ask for what cannot be."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from fingerpost.cli.main import app
from fingerpost.errors import FingerpostError
from fingerpost.routebook.load import find_folder, load

DATA = Path(__file__).parent.parent / "data"
DEV = DATA / "avap-dev.jsonl"


def tune(*words: str | Path, rows: Path = DEV) -> Result:
    return CliRunner().invoke(app, ["tune", "--held-out", str(rows), *map(str, words)])


def figures(*words: str | Path, rows: Path = DEV) -> dict[str, Any]:
    found = tune("--json", *words, rows=rows)
    assert found.exit_code in (0, 1), found.exception
    result: dict[str, Any] = json.loads(found.stdout)
    assert found.exit_code == (1 if result["threshold"] is None else 0)
    return result


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A copy of the shipped routebook, in a folder of one's own."""
    folder = tmp_path / "avap"
    shutil.copytree(find_folder("avap"), folder, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    return folder


def test_the_promise_is_told_in_a_sentence_with_its_price_and_its_line() -> None:
    found = tune("--target-error", "0.05")
    assert found.exit_code == 0
    lines = found.stdout.splitlines()
    assert lines[0].startswith("Of the next ")
    assert "at most 5 % are wrong" in lines[0]
    assert "at 95 % confidence" in lines[0]
    assert lines[1].split("\t")[:4] == ["target", "threshold", "accepted", "coverage"]
    assert [line.split("\t")[0] for line in lines[2:4]] == ["5 %", "2.5 %"]
    assert lines[4].startswith("Half the target error would cost ") or lines[4].startswith(
        "Half the target error: Too few rows"
    )
    bar = lines[2].split("\t")[1]
    assert lines[5].endswith(f"under [thresholds]: accept = {bar}")


def test_the_figures_agree_with_themselves_and_rows_of_the_examples_are_left_out() -> None:
    found = figures("--target-error", "0.05")
    assert found["rows"] + found["left_out"] == len(DEV.read_text().splitlines())
    assert found["coverage"] == round(found["accepted"] / found["rows"], 4)
    assert found["wrong"] <= found["most_wrong"] <= 0.05 * found["accepted"]
    assert found["error_bound"] <= 0.05
    assert found["half"]["coverage"] <= found["coverage"]
    assert found["line"] == f"accept = {found['threshold']}"
    assert found["written"] is False


@pytest.mark.slow
def test_more_confidence_never_accepts_more() -> None:
    bars = [figures("--target-error", "0.05", "--confidence", share)["threshold"] for share in ("0.8", "0.99")]
    assert None not in bars
    assert bars[0] <= bars[1]


@pytest.mark.slow
def test_a_route_and_a_language_are_promised_by_themselves() -> None:
    rows = [json.loads(line) for line in DEV.read_text().splitlines()]
    whole = figures("--target-error", "0.1")
    spanish = figures("--target-error", "0.1", "--lang", "es")
    assert spanish["rows"] <= sum(row["lang"] == "es" for row in rows) < whole["rows"]
    route = tune("--target-error", "0.1", "--route", "RETRIEVAL")
    assert "messages that go to RETRIEVAL accepted at" in route.stdout
    assert '[[routes]] with name = "RETRIEVAL": accept = ' in route.stdout
    assert "one threshold for all languages" in tune("--target-error", "0.1", "--lang", "es").stdout


def test_too_few_rows_are_an_answer_with_how_many_it_would_take(tmp_path: Path) -> None:
    few = tmp_path / "few.jsonl"
    few.write_text("\n".join(DEV.read_text().splitlines()[:60]))
    found = tune("--target-error", "0.02", rows=few)
    assert found.exit_code == 1
    assert found.stdout.startswith(
        "Too few rows for this target: a target of 2 % wrong at 95 % confidence needs at least 200 accepted rows"
    )
    told = figures("--target-error", "0.02", rows=few)
    assert (told["threshold"], told["line"]) == (None, None)
    assert told["rows_needed"] >= 200


@pytest.mark.slow
def test_what_is_written_is_what_was_promised_and_is_in_effect(own: Path) -> None:
    before = (own / "routebook.toml").read_text()
    found = figures("--target-error", "0.05", "--routebook", own, "--write")
    after = (own / "routebook.toml").read_text()
    assert found["written"] is True
    assert [line for line in after.splitlines() if line not in before.splitlines()] == [found["line"]]
    assert load(own).thresholds.accept == found["threshold"]
    # The bar in force hides nothing: asked again, the answer is the same.
    assert figures("--target-error", "0.05", "--routebook", own)["threshold"] == found["threshold"]


def test_a_route_is_written_to_itself_alone(own: Path) -> None:
    found = figures("--target-error", "0.1", "--routebook", own, "--route", "RETRIEVAL", "--write")
    book = load(own)
    assert {route.name: route.accept for route in book.routes if route.accept} == {"RETRIEVAL": found["threshold"]}
    assert book.thresholds.accept is None


def test_nothing_is_written_where_nothing_is_promised(own: Path, tmp_path: Path) -> None:
    before = (own / "routebook.toml").read_bytes()
    few = tmp_path / "few.jsonl"
    few.write_text("\n".join(DEV.read_text().splitlines()[:60]))
    assert figures("--target-error", "0.02", "--routebook", own, "--write", rows=few)["written"] is False
    assert (own / "routebook.toml").read_bytes() == before


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--target-error", "0"], "--target-error 0.0 must lie between 0 and 1"),
        (["--target-error", "1"], "--target-error 1.0 must lie between 0 and 1"),
        (["--target-error", "-0.1"], "must lie between 0 and 1"),
        (["--target-error", "nan"], "--target-error nan must lie between 0 and 1"),
        (["--target-error", "0.02", "--confidence", "1"], "--confidence 1.0 must lie between 0.5 and 1"),
        (["--target-error", "0.02", "--confidence", "nan"], "--confidence nan must lie"),
        (["--target-error", "0.02", "--route", "NOPE"], "no such route; routes: RETRIEVAL"),
        (["--target-error", "0.02", "--route", "RETRIEVAL", "--lang", "es"], "cannot be given together"),
        (["--target-error", "0.02", "--lang", "fr"], "no row has lang 'fr'; there are en, es, pt"),
        (["--target-error", "0.02", "--write"], "copy the folder and tune the copy"),
        (["--target-error", "0.02", "--lang", "es", "--write"], "no threshold for one language"),
    ],
)
def test_bad_input_is_told_clearly(words: list[str], told: str) -> None:
    found = tune(*words)
    assert isinstance(found.exception, FingerpostError)
    assert told in str(found.exception)


def test_no_rows_are_told_clearly(tmp_path: Path) -> None:
    empty = tmp_path / "empty.jsonl"
    empty.write_text("\n")
    found = tune("--target-error", "0.02", rows=empty)
    assert isinstance(found.exception, FingerpostError)
    assert "holds no rows" in str(found.exception)
    assert "no such file" in str(tune("--target-error", "0.02", rows=tmp_path / "none.jsonl").exception)
