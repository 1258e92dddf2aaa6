"""`fingerpost eval` with and without a file: cross-validation, curve, drift, cost, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from fingerpost import Turn
from fingerpost.stores import Store
from tests.cli.test_main import ASKED, TALK, Run, lines, run  # noqa: F401 - a fixture

FRESH = [(text, label, lang) for text, label, lang in ASKED if label != "oos"]


@pytest.fixture(scope="module")
def talk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A routebook of three routes with fifteen examples each."""
    folder = tmp_path_factory.mktemp("routebooks") / "talk"
    folder.mkdir()
    names = [name for name in TALK if name != "oos"]
    routes = "".join(f'[[routes]]\nname = "{name}"\n' for name in names)
    (folder / "routebook.toml").write_text(routes, encoding="utf-8")
    examples = [{"text": f"{a} {b}", "route": name} for name in names for a in TALK[name][0] for b in TALK[name][1]]
    lines(folder / "examples.jsonl", examples)
    return folder


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> Path:
    asked = [{"text": text, "expected": label, "lang": lang} for text, label, lang in FRESH]
    return lines(tmp_path_factory.mktemp("rows") / "rows.jsonl", asked)


def figures(file: Path) -> Any:
    return json.loads(file.read_text(encoding="utf-8"))


def test_rows_curve_and_cost(run: Run, talk: Path, rows: Path, tmp_path: Path) -> None:  # noqa: F811
    files = tmp_path / "figures.json", tmp_path / "report.html"
    words = ("--routebook", talk, "--no-llm", "--curve", "--price-in", "0.5", "--price-out", "2")
    result = run("eval", rows, *words, "--json", files[0], "--report", files[1])
    assert (result.code, result.err) == (0, "")
    found = figures(files[0])
    assert [point["share"] for point in found["curve"]["points"]] == [0.125, 0.25, 0.5, 1.0]
    assert found["curve"]["says"] in result.out
    cost = found["cost"]
    assert cost["prices"] == {"prompt": 0.5, "completion": 2.0}
    assert f"a model on every message\t{cost['messages']}\t{cost['every']['calls']}\t" in result.out
    assert cost["every"]["money"] > cost["money"]
    assert "thin" in result.out
    report = files[1].read_text(encoding="utf-8")
    assert "Learning curve" in report
    assert "Cost of deciding" in report


def test_cross_validation_needs_no_file(run: Run, talk: Path, tmp_path: Path) -> None:  # noqa: F811
    files = tmp_path / "figures.json", tmp_path / "report.html"
    result = run("eval", "--cross-validate", "--routebook", talk, "--json", files[0], "--report", files[1])
    assert (result.code, result.err) == (0, "")
    found = figures(files[0])["cross_validation"]
    assert (found["rows"], found["texts"]) == (45, 45)
    assert f"accuracy\t{found['accuracy']:.4f} (" in result.out
    assert "Cross-validation" in files[1].read_text(encoding="utf-8")


def stored(file: Path, texts: list[tuple[str, str]]) -> str:
    """Write messages to a store, each in a session of its own, and return its address."""
    address = f"sqlite:///{file}"
    with Store.open(address) as store:
        for i, (text, route) in enumerate(texts):
            store.write(f"s{i}", f"r{i}", [Turn("user", text, route, layer="student")], routebook="talk")
    return address


def test_drift_compares_what_is_stored(run: Run, talk: Path, tmp_path: Path) -> None:  # noqa: F811
    like = [(f"{a} {b} now", name) for name in TALK if name != "oos" for a in TALK[name][0] for b in TALK[name][1]]
    calm = stored(tmp_path / "calm.sqlite", like)
    result = run("eval", "--drift", "--routebook", talk, "--json", tmp_path / "calm.json", DATABASE_URL=calm)
    assert (result.code, result.err) == (0, "")
    found = figures(tmp_path / "calm.json")["drift"]
    assert (found["messages"], found["routes"]["beyond_noise"]) == (45, False)
    assert found["says"] in result.out
    moved = stored(tmp_path / "moved.sqlite", [(text, "weather") for text, _ in like])
    result = run("eval", "--drift", "--routebook", talk, "--report", tmp_path / "report.html", DATABASE_URL=moved)
    assert "Significant drift (p-value under 1%) in 45 messages: routes (weather 33.3% -> 100.0%" in result.out
    assert "Significant drift" in (tmp_path / "report.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "name a file of rows"),
        (("--curve",), "name a file of rows"),
        (("--cross-validate", "--fail-under", "0.5"), "name a file of rows"),
        (("--cross-validate", "--price-in", "1"), "give both --price-in and --price-out"),
        (("--drift",), "no messages of talk are stored"),
    ],
)
def test_what_cannot_be_measured_is_said(
    run: Run,  # noqa: F811
    talk: Path,
    tmp_path: Path,
    words: tuple[str, ...],
    said: str,
) -> None:
    result = run("eval", *words, "--routebook", talk, DATABASE_URL=f"sqlite:///{tmp_path / 'empty.sqlite'}")
    assert result.code == 2
    assert said in result.err
