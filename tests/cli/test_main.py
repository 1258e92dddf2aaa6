"""The command as people and scripts run it, its output in a pipe."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import Done, command

COLOURS = ("FORCE_COLOR", "PY_COLORS", "CLICOLOR_FORCE", "GITHUB_ACTIONS")
PREFIX = "You are a direct and concise assistant."
ROUTES = "RETRIEVAL, CODE_GENERATION, CONVERSATIONAL, PLATFORM"

Run = Callable[..., "Result"]


class Result:
    """What a run left behind."""

    def __init__(self, done: Done) -> None:
        self.code, self.out, self.err = done.returncode, done.stdout, done.stderr

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@pytest.fixture(scope="session")
def run(own_cache: Path, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Run the command; all runs share the cache of the tests."""
    home = tmp_path_factory.mktemp("cwd")
    plain = {key: value for key, value in os.environ.items() if key not in COLOURS}

    def start(*words: str | Path, stdin: bytes = b"", cwd: Path = home, process: bool = False, **more: str) -> Result:
        environment = {**plain, "FINGERPOST_CACHE": str(own_cache), **more}
        result = Result(command(*words, stdin=stdin, cwd=cwd, env=environment, process=process))
        assert "Traceback" not in result.err
        assert "\x1b" not in result.out + result.err
        return result

    return start


def lines(file: Path, rows: list[Any]) -> Path:
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return file


# route


def test_a_confidence_names_the_route_that_was_not_given(run: Run, tmp_path: Path) -> None:
    (tmp_path / "routebook.toml").write_text('[[routes]]\nname = "refund"\n[[routes]]\nname = "shipping"\n')
    texts = {"refund": ["money back please", "refund the coat"], "shipping": ["my parcel is late", "where is my order"]}
    lines(tmp_path / "examples.jsonl", [{"text": t, "route": route} for route, each in texts.items() for t in each])
    out = run("route", "--routebook", tmp_path, "who won the election in 1848").out
    assert out.startswith("(none)  fallback, best guess ")
    assert ", unsure: none of these" in out
    assert ", confidence " not in out


def test_route_says_where_and_why_in_one_line(run: Run) -> None:
    result = run("route", "what does addVar do?", process=True)
    assert result.code == 0
    assert result.err == ""
    [line] = result.out.splitlines()
    assert line.startswith("RETRIEVAL  student, confidence ")
    assert "reaches the threshold" in line


def test_route_reads_past_turns_as_route_and_text(run: Run) -> None:
    past = ("--history", "RETRIEVAL: what is addVar", "--history", "CODE_GENERATION: write a login endpoint")
    decision = run("route", "explain this", "--json", *past).json
    assert "refers to [CODE_GENERATION]" in decision["trail"][0]["said"]
    assert set(decision["trail"][0]) == {"who", "said", "micros"}
    assert {"route", "accepted", "confidence", "layer", "reason", "runner_up", "margin", "scope"} <= decision.keys()


def test_route_reads_past_turns_from_a_file(run: Run, tmp_path: Path) -> None:
    spoken = [
        {"role": "user", "content": "how much of my quota is left?", "route": "PLATFORM"},
        {"role": "assistant", "content": "Half of it."},
    ]
    file = tmp_path / "turns.json"
    file.write_text(json.dumps(spoken), encoding="utf-8")
    decision = run("route", "explain this", "--json", "--history", file).json
    assert "refers to [PLATFORM]" in decision["trail"][0]["said"]


def test_a_past_turn_may_be_long(run: Run) -> None:
    result = run("route", PREFIX, "--history", "RETRIEVAL: " + "what is addVar " * 100)
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith("PLATFORM  rules")


@pytest.mark.parametrize("content", ["{", '{"role": "user"}', '[{"role": "user"}]'])
def test_a_file_that_holds_no_turns_is_told(run: Run, tmp_path: Path, content: str) -> None:
    file = tmp_path / "turns.json"
    file.write_text(content)
    result = run("route", "hi", "--history", file)
    assert result.code == 2
    assert result.out == ""
    assert result.err.startswith("fingerpost: ")


def test_a_past_turn_without_a_route_is_told(run: Run) -> None:
    result = run("route", "hi", "--history", "what is addVar")
    assert result.code == 2
    assert '"ROUTE: text"' in result.err


def test_explain_shows_who_said_what_and_its_cost(run: Run) -> None:
    result = run("route", "en menos palabras", "--explain")
    lines = [line.split("\t") for line in result.out.splitlines()]
    assert lines[0][0].startswith("CONVERSATIONAL, porque la regla prior-answer-again reconoce")
    steps = lines[lines.index(["layer", "result", "ms"]) + 1 : -1]
    assert [step[0] for step in steps] == ["resolve", "rules"]
    assert all(float(step[2]) >= 0 for step in steps)


def test_a_declared_route_is_taken(run: Run) -> None:
    result = run("route", "what does addVar do?", "--declared", "PLATFORM")
    assert result.code == 0
    assert result.out.startswith("PLATFORM  declared, confidence 1.00")


def test_an_unknown_declared_route_lists_the_routes(run: Run) -> None:
    result = run("route", "hi", "--declared", "SALES")
    assert result.code == 2
    assert result.out == ""
    assert result.err == f"fingerpost: declared route 'SALES' does not exist; routes: {ROUTES}\n"


def test_an_unknown_routebook_lists_the_installed_ones(run: Run) -> None:
    result = run("route", "hi", "--routebook", "nobody-has-this")
    assert result.code == 2
    assert len(result.err.splitlines()) == 1
    assert "nobody-has-this" in result.err
    assert "installed: agents, avap" in result.err


def test_a_message_on_standard_input_may_be_broken_utf8(run: Run) -> None:
    result = run("route", "-", stdin=b"\xff\xfe \xed\xa0\x80 " + PREFIX.encode() + b" caf\xe9 \x00", process=True)
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith("PLATFORM  rules")


@pytest.mark.parametrize("words", [(), ("",), ("  ",), ("-",)])
def test_an_empty_message_is_told(run: Run, words: tuple[str, ...]) -> None:
    result = run("route", *words)
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("fingerpost: the message is empty: write one")


def test_words_without_quotes_are_one_message(run: Run) -> None:
    assert run("route", *PREFIX.split()).out == run("route", PREFIX).out


def test_an_unknown_route_in_the_history_is_told(run: Run) -> None:
    result = run("route", "hi", "--history", "SALES: what is addVar")
    assert (result.code, result.out) == (2, "")
    assert result.err == f"fingerpost: --history: route 'SALES' does not exist; routes: {ROUTES}\n"


def test_a_missing_file_of_examples_is_told(run: Run, tmp_path: Path) -> None:
    run("new", "shop", cwd=tmp_path)
    (tmp_path / "shop" / "examples.jsonl").unlink()
    result = run("route", "hi", "--routebook", "./shop", cwd=tmp_path)
    assert result.code == 2
    assert "shop/examples.jsonl: there is no such file" in result.err
    assert "there is no such file, and no rule leads to" in result.err
    (tmp_path / "shop" / "examples.jsonl").touch()
    assert run("route", "hi", "--routebook", "./shop", cwd=tmp_path).code == 0


def test_explain_does_not_count_the_loading_of_the_encoder(run: Run) -> None:
    result = run("route", "what does addVar do?", "--explain", process=True)
    lines = result.out.splitlines()
    trail = [line.split("\t") for line in lines[lines.index("layer\tresult\tms") + 1 :]]
    times = [float(cells[2]) for cells in trail if len(cells) == 3]
    assert len(times) >= 3
    assert sum(times) < 500


def test_broken_bytes_as_an_argument_are_read_as_blanks(run: Run) -> None:
    result = run("route", os.fsdecode(b"\xff" + PREFIX.encode()), process=True)
    assert result.code == 0
    assert result.out.startswith("PLATFORM")


def test_a_cache_that_is_a_file_is_told(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    result = run("route", "hi", FINGERPOST_CACHE=str(file))
    assert result.code == 2
    assert result.err.startswith("fingerpost: FINGERPOST_CACHE")


# new


def test_new_writes_a_routebook_that_routes(run: Run, tmp_path: Path) -> None:
    made = run("new", "shop", cwd=tmp_path)
    assert (made.code, made.err) == (0, "")
    assert "--routebook ./shop" in made.out
    result = run("route", "--routebook", "./shop", "where is my package?", cwd=tmp_path)
    assert result.code == 0
    assert result.out.startswith("shipping  ")


def test_new_touches_nothing_that_exists(run: Run, tmp_path: Path) -> None:
    (tmp_path / "shop").mkdir()
    (tmp_path / "shop" / "routebook.toml").write_text("mine")
    result = run("new", "shop", cwd=tmp_path)
    assert result.code == 2
    assert "exists already: choose another name" in result.err
    assert (tmp_path / "shop" / "routebook.toml").read_text() == "mine"


@pytest.mark.parametrize("name", ["a b", "file/shop"])
def test_new_refuses_names_that_make_no_folder(run: Run, tmp_path: Path, name: str) -> None:
    (tmp_path / "file").touch()
    result = run("new", name, cwd=tmp_path)
    assert result.code == 2
    assert result.err.startswith(f"fingerpost: {name}: ")
    assert [entry.name for entry in tmp_path.iterdir()] == ["file"]


# train and eval

TALK: dict[str, tuple[list[str], list[str]]] = {
    "weather": (["will it rain", "how warm is it", "is there snow"], ["today", "in Lisbon", "tomorrow", "here", "on Sunday"]),
    "music": (["play some jazz", "turn the song up", "skip this track"], ["now", "in the kitchen", "please", "again", "softly"]),
    "timer": (["set a timer", "wake me up", "start the countdown"], ["at seven", "in ten minutes", "for eggs", "at noon", "soon"]),
    "oos": (["who painted", "how old is", "translate"], ["the Mona Lisa", "a tortoise", "cheese", "my grandmother", "the moon"]),
}  # fmt: skip
ASKED = [
    ("is it raining in Porto", "weather", "en"),
    ("what is the temperature outside", "weather", "en"),
    ("vai chover amanhã?", "weather", "pt"),
    ("play a song by the Beatles", "music", "en"),
    ("next track please", "music", "en"),
    ("pon música tranquila", "music", "es"),
    ("set an alarm for six", "timer", "en"),
    ("countdown of five minutes", "timer", "en"),
    ("despiértame a las ocho", "timer", "es"),
    ("who wrote Don Quixote", "oos", "en"),
    ("how tall is a giraffe", "oos", "en"),
    ("translate good night", "oos", "en"),
]


@pytest.fixture(scope="session")
def taught(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Sixty rows of three labels and of none."""
    rows = [{"text": f"{a} {b}", "label": label} for label, parts in TALK.items() for a, b in product(*parts)]
    return lines(tmp_path_factory.mktemp("taught") / "train.jsonl", rows)


@pytest.fixture(scope="session")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    rows = [
        {"id": f"row-{i}", "text": text, "expected": label, "lang": lang, "tags": ["plain"]}
        for i, (text, label, lang) in enumerate(ASKED)
    ]
    return lines(tmp_path_factory.mktemp("asked") / "test.jsonl", rows)


@pytest.fixture(scope="session")
def trained(run: Run, taught: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Result]:
    out = tmp_path_factory.mktemp("trained") / "student"
    return out, run("train", taught, "--out", out)


@pytest.fixture(scope="session")
def evaluated(run: Run, trained: tuple[Path, Result], asked: Path, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The figures, the report and the result of one evaluation that is to pass."""
    folder = tmp_path_factory.mktemp("evaluated")
    files = folder / "figures.json", folder / "report.html"
    options = ("--json", files[0], "--report", files[1], "--fail-under-best", "0.5", "--no-llm")
    result = run("eval", asked, "--student", trained[0], *options)
    return json.loads(files[0].read_text(encoding="utf-8")), files[1].read_text(encoding="utf-8"), result


def test_train_writes_a_student_and_tells_what_to_expect(trained: tuple[Path, Result]) -> None:
    out, result = trained
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith("60 rows, 3 routes, ")
    assert "Cross-validation: accuracy " in result.out
    head = json.loads((out / "student.json").read_text())
    assert sorted(str(route) for route, _ in head["labels"]) == ["None", "music", "timer", "weather"]
    assert len((out / "examples.jsonl").read_text().splitlines()) == 60


def test_eval_writes_every_figure(evaluated: Any) -> None:
    figures, _, result = evaluated
    assert (result.code, result.err) == (0, "")
    assert {
        *("rows", "accuracy", "ece", "oos_auroc", "coverage", "selective_accuracy", "qualifier_accuracy", "by_route"),
        *("by_tag", "by_lang", "layers", "llm_calls", "latency_ms", "violations", "errors"),
    } <= figures.keys()
    assert figures["rows"] == 12
    assert figures["accuracy"] >= 0.75
    assert figures["oos_auroc"] > 0.7
    assert figures["by_lang"]["es"]["rows"] == 2
    assert set(figures["by_route"]) == {"weather", "music", "timer"}


def test_eval_prints_the_figures_as_a_table_of_tabs(evaluated: Any) -> None:
    figures, _, result = evaluated
    table = dict(line.split("\t")[:2] for line in result.out.splitlines() if "\t" in line)
    assert table["rows"] == "12"
    assert table["accuracy"] == f"{figures['accuracy']:.4f}"
    assert "qualifier_accuracy" not in table, "no row says what to expect of it"


def test_eval_writes_a_report_of_its_own(evaluated: Any) -> None:
    figures, report, _ = evaluated
    assert report.lstrip().lower().startswith("<!doctype html>")
    assert f"{figures['accuracy']:.1%}" in report
    assert "<script" not in report


def test_training_twice_gives_identical_predictions(run: Run, taught: Path, asked: Path, tmp_path: Path) -> None:
    """Once with a cache and once without, in processes of their own: tests share vectors of other batches."""
    for name, cache in (("cached", tmp_path / "cache"), ("student", "off")):
        assert run("train", taught, "--out", tmp_path / name, process=True, FINGERPOST_CACHE=str(cache)).code == 0
    heads = [json.loads((tmp_path / name / "student.json").read_text()) for name in ("cached", "student")]
    assert heads[0] == heads[1]
    figures = []
    for name in ("cached", "student"):
        assert run("eval", asked, "--student", tmp_path / name, "--json", tmp_path / f"{name}.json").code == 0
        figures.append(json.loads((tmp_path / f"{name}.json").read_text(encoding="utf-8")))
    assert figures[0] | {"latency_ms": None, "routebook": None} == figures[1] | {"latency_ms": None, "routebook": None}


def test_rows_the_student_was_fitted_on_are_refused(run: Run, taught: Path, trained: tuple[Path, Result]) -> None:
    result = run("eval", taught, "--student", trained[0], process=True)
    assert result.code == 2
    assert "60 of 60 rows are training examples" in result.err


def test_odd_characters_in_rows_stop_neither_training_nor_evaluation(run: Run, tmp_path: Path) -> None:
    labels = ("ask", "ask", "buy", "buy")
    texts = ("what is \ud83d it", "tell me more", "I take \ud83d it", "sold, send the bill\u2028please")
    rows = lines(tmp_path / "rows.jsonl", [{"text": t, "label": label} for t, label in zip(texts, labels, strict=True)])
    other = [{"text": "\ud83d why is it so", "expected": "buy"}, {"text": "I buy two", "expected": "ask"}]
    fresh = lines(tmp_path / "fresh.jsonl", other)
    trained = run("train", rows, "--out", tmp_path / "student")
    assert (trained.code, trained.err) == (0, "")
    figures = tmp_path / "figures.json"
    result = run("eval", fresh, "--student", tmp_path / "student", "--json", figures, "--report", tmp_path / "r.html")
    assert (result.code, result.err) == (0, "")
    assert json.loads(figures.read_text(encoding="utf-8"))["rows"] == 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("eval", "missing.jsonl"), "missing.jsonl: no such file"),
        (("eval", "rows.jsonl"), "rows.jsonl, line 1: label = 'SALES' is not a route"),
        (("eval", "rows.jsonl", "--student", "nowhere"), "nowhere: no classifier here"),
        (("train", "missing.jsonl", "--out", "x"), "missing.jsonl: no such file"),
        (("train", "rows.jsonl", "--out", "x"), "examples of at least two routes are needed, found ['SALES']"),
        (("train", "rows.jsonl", "--out", "x", "--accept-error", "3"), "must lie between 0 and 1"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_what_cannot_be_used_is_one_line_and_exit_code_two(
    run: Run, tmp_path: Path, words: tuple[str, ...], said: str
) -> None:
    lines(tmp_path / "rows.jsonl", [{"text": "how much is it?", "label": "SALES"}])
    result = run(*words, cwd=tmp_path)
    assert result.code == 2
    assert result.out == ""
    assert len(result.err.splitlines()) == 1
    assert said in result.err
    assert not (tmp_path / "x").exists()


def test_an_accuracy_below_the_bar_fails_and_a_bar_that_is_no_share_is_refused(run: Run, tmp_path: Path) -> None:
    (tmp_path / "routebook.toml").write_text(
        '[[routes]]\nname = "fruit"\n[[routes]]\nname = "stone"\n'
        '[[rules]]\nname = "f"\nroute = "fruit"\ncontains = ["apple", "flint"]\n'
    )
    rows = [{"text": "an apple", "expected": "fruit"}, {"text": "a flint", "expected": "stone"}]
    lines(tmp_path / "rows.jsonl", rows)
    words = ("eval", "rows.jsonl", "--routebook", ".", "--no-llm", "--fail-under")
    assert run(*words, "0.5", cwd=tmp_path).code == 0
    below = run(*words, "0.9", cwd=tmp_path)
    assert below.code == 1
    assert "accuracy_served 0.5 is under 0.9 (--fail-under)" in below.out
    assert "a flint" in below.out
    wrong = run(*words, "90", cwd=tmp_path)
    assert (wrong.code, wrong.err) == (2, "fingerpost: --fail-under 90: give a share between 0 and 1, such as 0.9\n")


# diff


def test_diff_tells_what_flipped_and_whether_it_is_noise(run: Run, tmp_path: Path) -> None:
    routes = '[[routes]]\nname = "fruit"\n[[routes]]\nname = "stone"\n'
    for name, fruit, stone in (("old", '"apple"', '"pear", "flint"'), ("new", '"apple", "pear"', '"flint"')):
        (tmp_path / name).mkdir()
        rules = f'[[rules]]\nname = "f"\nroute = "fruit"\ncontains = [{fruit}]\n'
        rules += f'[[rules]]\nname = "s"\nroute = "stone"\ncontains = [{stone}]\n'
        (tmp_path / name / "routebook.toml").write_text(routes + rules)
    rows = [{"id": f"pear-{i}", "text": f"pear {i}", "expected": "fruit"} for i in range(7)]
    lines(tmp_path / "rows.jsonl", [*rows, {"text": "an apple", "expected": "fruit"}])
    result = run("diff", "old", "new", "rows.jsonl", cwd=tmp_path)
    assert (result.code, result.err) == (0, "")
    summary, header, *flips = result.out.splitlines()
    assert summary == (
        "accuracy 0.1250 -> 1.0000, served 0.1250 -> 1.0000 on 8 rows in scope; of 8 rows 7 fixed, 0 broken, "
        "0 changed between wrong routes; significant (p = 0.016)"
    )
    assert header.split("\t") == ["change", "id", "old", "new", "text"]
    assert flips[0].split("\t") == ["fixed", "pear-0", "stone", "fruit", "pear 0"]
    assert len(flips) == 7


# doctor


def test_doctor_finds_everything_in_order(run: Run, own_cache: Path) -> None:
    result = run("doctor", process=True)
    assert (result.code, result.err) == (0, "")
    found = {line.split("\t")[1]: line.split("\t")[0] for line in result.out.splitlines()[1:]}
    parts = ("fingerpost", "encoder", "cache", "models", "store", "traces", "documents", "parser", "servers")
    assert found == dict.fromkeys((*parts, "routebook agents", "routebook avap", "routebook miniapps"), "ok")
    assert str(own_cache) in result.out
