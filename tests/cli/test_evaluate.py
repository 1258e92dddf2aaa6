"""`fingerpost eval` with and without a file: cross-validation, curve, drift, cost, bars, and what it refuses."""

from __future__ import annotations

import gc
import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from fingerpost import Route, Router, Rule, Turn
from fingerpost.cli.evaluate import _served
from fingerpost.cli.main import app
from fingerpost.routebook.model import Thresholds
from fingerpost.stores import Store
from fingerpost.testing import ScriptedReply, ScriptedServer
from tests.cli.test_main import ASKED, TALK, Run, lines, run  # noqa: F401 - a fixture
from tests.evaluation.test_evaluate import like

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
    written = [f"Written: {files[0]} (figures)", f"Written: {files[1]} (report)"]
    assert [line for line in result.out.splitlines() if line.startswith("Written")] == written
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


def test_drift_is_from_the_examples_that_are_served(run: Run, talk: Path, tmp_path: Path) -> None:  # noqa: F811
    address = stored(tmp_path / "store.sqlite", [(f"{a} {b}", "weather") for a in TALK["weather"][0] for b in "xy"])
    edited = tmp_path / "talk"
    shutil.copytree(talk, edited)
    examples = (talk / "examples.jsonl").read_text(encoding="utf-8").splitlines()
    kept = [line for line in examples if '"weather"' in line] + [line for line in examples if '"weather"' not in line][
        ::3
    ]
    (edited / "examples.jsonl").write_text("\n".join(kept), encoding="utf-8")
    assert run("server", "publish", edited, DATABASE_URL=address).code == 0
    out = tmp_path / "drift.json"
    words = ("eval", "--drift", "--cross-validate", "--routebook", talk, "--json", out)
    assert run(*words, DATABASE_URL=address).code == 0
    found = figures(out)
    assert found["drift"]["routes"]["taught"]["weather"] == pytest.approx(15 / len(kept), abs=1e-4)
    assert found["cross_validation"]["rows"] == len(examples)


# Rows out of scope, and bars.

INSIDE = [
    {"id": "refund", "text": "refund my lamp please", "expected": "refund"},
    {"id": "parcel", "text": "my parcel is late", "expected": "shipping"},
]
STRANGERS = [
    {"id": "zebra", "text": "zebra quantum harmonica", "expected": "oos", "lang": "en"},
    {"id": "egg", "text": "cuánto se cuece un huevo", "expected": "oos", "lang": "es"},
]


def evaluated(router: Router, file: Path, *words: str) -> Any:
    """Run `eval` in this process with a router of the test's own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("fingerpost.cli.evaluate._router", lambda *_, **__: router)
        return CliRunner().invoke(app, ["eval", str(file), *words])


def test_a_router_that_accepts_every_stranger_is_shown_up(shop: Router, tmp_path: Path) -> None:
    """The saboteur: without a floor and with the lowest bar, nothing is unlike the examples."""
    bold = like(shop, floor=-1e9, thresholds=Thresholds(accept=0.001))
    result = evaluated(bold, lines(tmp_path / "rows.jsonl", [*INSIDE, *STRANGERS]))
    assert result.exit_code == 0
    table = dict(line.split("\t")[:2] for line in result.stdout.splitlines() if line.count("\t") == 1)
    assert table["accuracy_served"] == "1.0000"
    assert table["out_of_scope.rows"] == "2"
    assert table["out_of_scope.caught"] == "0.0000 (0 of 2): not taken for a route; 0 to the fallback"
    assert table["out_of_scope.accepted"] == "1.0000 (2 of 2): accepted for a route"
    assert "The first 2 errors are messages out of scope, accepted for a route." in result.stdout
    assert "out of scope\trows\tcaught (95 % interval)\taccepted (95 % interval)\t\nen\t1\t0.000 (" in result.stdout
    listed = result.stdout.partition("error\texpected\tgiven\taccepted\t")[2].splitlines()[1:]
    assert [line.split("\t")[0:4:3] for line in listed] == [["zebra", "yes"], ["egg", "yes"]]


def test_strangers_that_are_caught_are_counted_and_no_errors(shop: Router, tmp_path: Path) -> None:
    careful = like(shop, floor=1e9, fallback="product")
    result = evaluated(careful, lines(tmp_path / "rows.jsonl", STRANGERS))
    assert "out_of_scope.caught\t1.0000 (2 of 2): not taken for a route; 2 to the fallback" in result.stdout
    assert "error\t" not in result.stdout


def test_without_rows_out_of_scope_there_are_no_shares_of_them(shop: Router, tmp_path: Path) -> None:
    out = evaluated(shop, lines(tmp_path / "rows.jsonl", INSIDE)).stdout
    assert "out_of_scope.rows\t0\n" in out
    assert "out_of_scope.caught" not in out


def test_figures_that_are_printed_say_of_what_they_are_and_are_documented(shop: Router, tmp_path: Path) -> None:
    out = evaluated(shop, lines(tmp_path / "rows.jsonl", [*INSIDE, *STRANGERS])).stdout
    assert " of all rows accepted\n" in out
    assert " of 2 rows in scope, decided by the model or as a best guess\n" in out
    assert "\t-\n" not in out.partition("cost of deciding")[0], "a figure that no row says anything about"
    assert "qualifier_accuracy" not in out
    assert "table_recall" not in out
    documented = (Path(__file__).parents[2] / "docs" / "how-to" / "evaluation.md").read_text(encoding="utf-8")
    for name in ("ece", "unsure", "accuracy_unsure", "accuracy_served", "oos_auroc"):
        assert f"`{name}`" in documented


def test_what_a_router_returned_is_named_as_it_names_it(shop: Router) -> None:
    taught = Router([Route("a"), Route("other", out_of_scope=True)], rules=[Rule("x", "a", contains=("x",))])
    assert [_served(None, router) for router in (shop, taught)] == ["(none)", "other"]
    assert _served("a", taught) == "a"


def test_diff_tells_rows_that_are_left_out(shop: Router, tmp_path: Path) -> None:
    careful = like(shop, floor=1e9)
    known = shop.routebook.examples[0]
    file = lines(tmp_path / "rows.jsonl", [*INSIDE, {"text": known.text, "expected": known.route}])
    places = iter([shop, careful])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("fingerpost.cli.evaluate._router", lambda *_, **__: next(places))
        out = CliRunner().invoke(app, ["diff", "a", "b", str(file)]).stdout
    assert "of 2 rows (1 more were left out: one of the two was trained on them)" in " ".join(out.split())
    assert "\trefund\t(none)\t" in out
    assert "None" not in out


def test_a_bar_is_for_what_is_served_and_another_for_the_best_guess(shop: Router, tmp_path: Path) -> None:
    """The saboteur: a router whose best guess is always right, and that serves no route at all."""
    silent, rows = like(shop, floor=1e9), lines(tmp_path / "rows.jsonl", INSIDE)
    failed = evaluated(silent, rows, "--fail-under", "0.5")
    assert failed.exit_code == 1
    assert failed.stdout.splitlines()[-1] == "accuracy_served 0 is under 0.5 (--fail-under)"
    assert evaluated(silent, rows, "--fail-under-best", "1").exit_code == 0
    assert evaluated(shop, rows, "--fail-under", "1", "--fail-under-best", "1").exit_code == 0


def test_each_bar_that_is_missed_is_named(shop: Router, tmp_path: Path) -> None:
    wrong = [*INSIDE, {"text": "refund my lamp", "expected": "product"}]
    rows = lines(tmp_path / "rows.jsonl", wrong)
    result = evaluated(like(shop, floor=1e9), rows, "--fail-under", "0.1", "--fail-under-best", "0.9")
    assert result.exit_code == 1
    assert result.stdout.splitlines()[-2:] == [
        "accuracy_served 0 is under 0.1 (--fail-under)",
        "accuracy 0.6667 is under 0.9 (--fail-under-best)",
    ]


def test_no_bar_is_reached_without_a_row_in_scope(shop: Router, tmp_path: Path) -> None:
    result = evaluated(shop, lines(tmp_path / "rows.jsonl", STRANGERS), "--fail-under", "0")
    assert result.exit_code == 1
    said = "accuracy_served is unknown, because no row is in scope: it cannot reach 0 (--fail-under)"
    assert result.stdout.splitlines()[-1] == said


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "name a file of rows"),
        (("--cross-validate", "--fail-under-best", "0.5"), "name a file of rows"),
        (("rows.jsonl", "--fail-under-best", "90"), "--fail-under-best 90: give a share between 0 and 1"),
        (("rows.jsonl", "--fail-under-best", "nan"), "--fail-under-best nan: give a number"),
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


def test_a_model_is_tried_on_the_examples_before_any_row_is_routed(
    run: Run,  # noqa: F811
    talk: Path,
    rows: Path,
) -> None:
    pytest.importorskip("openai", reason="the chat client needs the extra fingerpost[llm]")
    name = next(name for name in TALK if name != "oos")
    with ScriptedServer([ScriptedReply(arguments=json.dumps({"route": name}))]) as server:
        model = {"OPENAI_BASE_URL": server.url, "OPENAI_MODEL_NAME": "tiny"}
        first = run("eval", rows, "--routebook", talk, process=True, **model)
        asked = [request["messages"][-1]["content"] for request in server.requests]
        again = run("eval", rows, "--routebook", talk, **model)
    # A connection that was left open is told now, and what is told is an error.
    gc.collect()
    assert (first.code, again.code) == (0, 0)
    examples = [(talk / "examples.jsonl").read_text().count(question.split('"')[1]) for question in asked]
    tried = examples.index(0) if 0 in examples else len(examples)
    assert 10 <= tried <= 60
    assert not any(examples[tried:])
    assert len(server.requests) == len(asked) + len(asked) - tried, "what was found is kept"


def test_where_it_cannot_be_tried_that_is_told(
    run: Run,  # noqa: F811
    talk: Path,
    rows: Path,
) -> None:
    pytest.importorskip("openai", reason="the chat client needs the extra fingerpost[llm]")
    with ScriptedServer([ScriptedReply(status=503)]) as server:
        model = {"OPENAI_BASE_URL": server.url, "OPENAI_MODEL_NAME": "gone"}
        result = run("eval", rows, "--routebook", talk, **model)
    gc.collect()
    assert result.code == 0
    assert "gone could not be tried on the examples of talk" in result.out
    assert "accepted only where the classifier agrees" in result.out
