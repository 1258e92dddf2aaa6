"""`history`, `feedback` and `label`, as people run them: on a database that the environment names."""

from __future__ import annotations

import json
import os
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fingerpost.cli import history, output
from fingerpost.errors import RowsError
from fingerpost.routebook.load import load
from fingerpost.stores import Store
from fingerpost.testing import ScriptedReply, ScriptedServer
from fingerpost.types import Turn
from tests.cli.command import Done, command

Run = Callable[..., Done]

BOOK = """
fallback = "TALK"
[[routes]]
name = "BILLING"
[[routes]]
name = "CODE"
[[routes]]
name = "TALK"
"""
EXAMPLES = {
    "BILLING": ["how much did I spend", "show my invoice", "what do I owe you"],
    "CODE": ["write a loop", "write a function", "add two numbers in code"],
    "TALK": ["good morning", "nice to meet you", "you are funny"],
}
SAID = (
    ("r1", "sum the prices in a list", "CODE", "llm", 0.8),
    ("r2", "what did I pay in May, ana@example.org", "BILLING", "llm", 0.7),
    ("r3", "the sum of everything", "CODE", "student", 0.9),
    ("r4", "no, quería decir la factura de mayo", "BILLING", "llm", 0.9),
    ("r5", "is this the weather", "TALK", "llm", 0.3),
)


def lines(file: Path, *rows: Any) -> Path:
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return file


@pytest.fixture
def book(tmp_path: Path) -> Path:
    folder = tmp_path / "desk"
    folder.mkdir()
    (folder / "routebook.toml").write_text(BOOK, encoding="utf-8")
    lines(
        folder / "examples.jsonl",
        *({"text": text, "route": name} for name, texts in EXAMPLES.items() for text in texts),
    )
    return folder


@pytest.fixture
def database(tmp_path: Path) -> str:
    place = f"sqlite:///{tmp_path / 'talks.sqlite'}"
    with Store.open(place) as store:
        for request, text, route, layer, confidence in SAID:
            store.write("s", request, [Turn("user", text, route, layer, confidence)], user="ana", routebook="desk")
        store.write("other", "r1", [Turn("user", "hello", "PLATFORM", "llm", 0.9)], routebook="avap")
    return place


@pytest.fixture
def run(own_cache: Path, tmp_path: Path, database: str) -> Run:
    def start(*words: str | Path, given: str = "", process: bool = False, **more: str) -> Done:
        environment = {**os.environ, "FINGERPOST_CACHE": str(own_cache), "DATABASE_URL": database, **more}
        done = command(*words, stdin=given, cwd=tmp_path, env=environment, process=process)
        assert "Traceback" not in done.stderr
        return done

    return start


def read(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def words(database: str) -> dict[str, str | None]:
    with Store.open(database) as store:
        return {said.request: said.corrected for said in store.stored_messages("desk")}


# history


def test_list_shows_ids_and_decisions_of_the_newest(run: Run, book: Path) -> None:
    done = run("history", "list", "--routebook", book, "--last", "2")
    header, *rows = [line.split("\t") for line in done.stdout.splitlines()]
    assert header[0] == "request"
    assert [(row[0], row[2], row[3]) for row in rows] == [("r4", "s", "BILLING by llm, 0.90"), ("r5", "s", "TALK by llm, 0.30")]  # fmt: skip
    assert run("history", "list", "--routebook", book, "--session", "nowhere").stdout.startswith(
        "No messages of session nowhere "
    )


def test_a_confirmed_decision_is_not_called_corrected(
    run: Run, book: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Store.open(database) as store:
        store.correct("r4", "BILLING", "s", "desk")
        store.correct("r5", "CODE", "s", "desk")
    said = run("feedback", "r4", "--route", "billing", "--routebook", book)
    assert said.stdout == "Saved: r4 was BILLING, as decided\n"
    monkeypatch.setattr(output, "is_terminal", lambda: True)
    shown = run("history", "list", "--routebook", book, "--last", "2").stdout
    assert "BILLING by llm, 0.90; confirmed\n" in shown
    assert "TALK by llm, 0.30; corrected to CODE\n" in shown


def test_sweep_deletes_by_a_clock_that_a_person_vouches_for(run: Run, book: Path, database: str) -> None:
    refused = run("history", "sweep", given="n\n", FINGERPOST_RETENTION_DAYS="1e-6")
    assert refused.returncode == 1
    assert len(words(database)) == 5
    done = run("history", "sweep", "--yes", FINGERPOST_RETENTION_DAYS="1e-6")
    assert done.stdout.endswith("deleted: 6 turns, 0 traces, 0 empty sessions\n")
    assert words(database) == {}


@pytest.mark.parametrize("ahead", [-1, 8])
def test_a_schedule_cannot_vouch_for_a_clock_that_is_far_from_the_known_time(
    run: Run, book: Path, database: str, ahead: int
) -> None:
    known = time.time() - ahead * 86400
    with sqlite3.connect(database.removeprefix("sqlite:///")) as connection:
        connection.execute("UPDATE fingerpost_clock SET proven = ?", (known,))
    refused = run("history", "sweep", "--yes", FINGERPOST_RETENTION_DAYS="1e-6")
    assert refused.returncode == 1
    latest = f"the latest time known to be right is {history._format_time(known)}."
    assert latest in refused.stdout
    assert "without --yes" in refused.stdout
    assert len(words(database)) == 5
    done = run("history", "sweep", given="y\n", FINGERPOST_RETENTION_DAYS="1e-6")
    assert latest in done.stdout
    assert words(database) == {}


def test_what_nobody_labelled_is_written_for_the_teacher(run: Run, book: Path, database: str, tmp_path: Path) -> None:
    with Store.open(database) as store:
        store.write("t", "r6", [Turn("user", "sort my names", "CODE", "student", 0.9)], routebook="desk")
    out = tmp_path / "texts.jsonl"
    told = run("history", "export", str(out), "--routebook", str(book), "--unlabelled")
    assert "1 text in random order" in told.stdout
    assert [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()] == [{"text": "sort my names"}]


def test_export_writes_rows_that_teach_and_stand_as_examples(run: Run, book: Path, tmp_path: Path) -> None:
    out = tmp_path / "rows.jsonl"
    done = run("history", "export", out, "--routebook", book, "--json")
    assert done.returncode == 0, done.stderr
    rows = read(out)
    assert [(row["text"], row["route"], row["source"]) for row in rows] == [
        ("sum the prices in a list", "CODE", "teacher"),
        ("what did I pay in May, [e-mail]", "BILLING", "teacher"),
        ("the sum of everything", "BILLING", "correction"),
        ("la factura de mayo", "BILLING", "correction"),
    ]
    assert {frozenset(row) for row in rows} == {frozenset({"text", "route", "source", "cut", "at"})}
    told = json.loads(done.stdout)
    assert (told["rows"], told["by_source"], told["by_route"]) == (4, {"teacher": 2, "correction": 2}, {"CODE": 1, "BILLING": 3})  # fmt: skip
    assert told["left_out"] == {"the teacher was unsure": 1}
    assert "ana" not in done.stdout + done.stderr
    trained = run("train", out, "--out", tmp_path / "student")
    assert trained.returncode == 0, trained.stderr
    with (book / "examples.jsonl").open("a", encoding="utf-8") as file:
        file.write(out.read_text(encoding="utf-8"))
    assert len(load(book).examples) == 9 + 4


def test_export_tells_what_nobody_corrected_and_keeps_it_from_judging(
    run: Run, book: Path, database: str, tmp_path: Path
) -> None:
    with Store.open(database) as store:
        for number, text in enumerate(("sort my names", "draw a circle here", "no, that is wrong", "well")):
            turn = Turn("user", text, "CODE", "student", 0.97)
            store.write("t", f"u{number}", [turn], user="eva", routebook="desk")
    out, theirs = tmp_path / "rows.jsonl", tmp_path / "theirs.jsonl"
    done = run("history", "export", out, "--routebook", book)
    assert "1 by the classifier and not corrected" in done.stdout
    assert [row["text"] for row in read(out) if row["source"] == "uncorrected"] == ["sort my names"]
    assert "1\tthe next message may object to the answer" in done.stdout
    assert "1\tdecided only by the classifier, and the last message of its session" in done.stdout
    judged = run("eval", out, "--routebook", book, "--no-llm")
    assert judged.returncode == 2
    assert "cannot judge a classifier" in " ".join(judged.stderr.split())
    done = run("history", "export", theirs, "--routebook", book, "--source", "correction", "--source", "teacher")
    assert {row["source"] for row in read(theirs)} == {"correction", "teacher"}
    assert "1\tlabel from another source" in done.stdout
    refused = run("history", "export", tmp_path / "x.jsonl", "--routebook", book, "--unlabelled", "--source", "person")
    assert (refused.returncode, "--source does not apply" in refused.stderr) == (2, True)


def test_export_leaves_out_what_is_held_out_and_tells_why(run: Run, book: Path, tmp_path: Path) -> None:
    held = lines(tmp_path / "held.jsonl", {"text": "Sum the prices in a LIST!", "expected": "CODE"})
    out = tmp_path / "rows.jsonl"
    done = run("history", "export", out, "--routebook", book, "--held-out", held)
    assert done.stdout.startswith("3 rows (2 by corrections, 1 by the language model): ")
    assert "1\ttoo similar to a held-out text" in done.stdout
    assert "1\tthe teacher was unsure" in done.stdout
    lost = run("history", "export", held, "--routebook", book, "--held-out", held)
    assert (lost.returncode, len(read(held))) == (2, 1)
    assert "is a held-out file" in lost.stderr


def test_export_overwrites_nothing(run: Run, book: Path, tmp_path: Path) -> None:
    precious = lines(tmp_path / "rows.jsonl", {"text": "labelled by hand", "route": "CODE"})
    for more in ((), ("--unlabelled",)):
        refused = run("history", "export", precious, "--routebook", book, *more)
        assert refused.returncode == 2
        assert "exists already: name another file, or remove it first" in refused.stderr
    assert read(precious) == [{"text": "labelled by hand", "route": "CODE"}]


def test_export_puts_a_person_above_all(run: Run, book: Path, tmp_path: Path) -> None:
    said = run("feedback", "r1", "--route", "billing", "--routebook", book, process=True)
    assert (said.returncode, said.stdout) == (0, "Saved: r1 should have been BILLING\n")
    run("history", "export", tmp_path / "rows.jsonl", "--routebook", book)
    assert ("sum the prices in a list", "BILLING", "person") in [(r["text"], r["route"], r["source"]) for r in read(tmp_path / "rows.jsonl")]  # fmt: skip


def test_a_file_is_replaced_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = lines(tmp_path / "rows.jsonl", {"old": True})

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(RowsError, match="No space left on device; the old content is unchanged"):
        history.write_rows(out, [{"new": True}] * 1000)
    assert read(out) == [{"old": True}]
    assert list(tmp_path.iterdir()) == [out], "nothing half is left"
    with pytest.raises(RowsError, match="cannot be written"):
        history.write_rows(tmp_path / "nowhere" / "rows.jsonl", [])


def test_rows_may_hold_a_lone_surrogate(tmp_path: Path) -> None:
    rows = [{"text": "a \ud83d b ñ"}]
    history.write_rows(tmp_path / "rows.jsonl", rows)
    assert read(tmp_path / "rows.jsonl") == rows
    assert "ñ" in (tmp_path / "rows.jsonl").read_text(encoding="utf-8")


# feedback


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (("r1", "--route", "NOWHERE"), "route 'NOWHERE' does not exist in desk; routes: BILLING, CODE, TALK"),
        (("r77", "--route", "CODE"), "request 'r77' is not in the store: take the id from X-Fingerpost-Request"),
        (("r1", "--route", "CODE", "--session", "other"), "was decided by the routebook avap, not by desk"),
        (("r5", "--route", "CODE", "--session", "nowhere"), "request 'r5' is not in the store"),
    ],
)
def test_what_is_wrong_with_feedback_is_one_clear_line(
    run: Run, book: Path, database: str, given: tuple[str, ...], says: str
) -> None:
    done = run("feedback", *given, "--routebook", book)
    assert (done.returncode, done.stdout) == (2, "")
    [line] = done.stderr.splitlines()
    assert says in line
    assert set(words(database).values()) == {None}


# label


def test_label_asks_goes_on_and_ends_cleanly(run: Run, book: Path, tmp_path: Path) -> None:
    pytest.importorskip("openai", reason="the chat client needs the extra fingerpost[llm]")
    given = lines(tmp_path / "texts.jsonl", *({"text": f"sum number {i} of the prices"} for i in range(6)))
    out = tmp_path / "labels.jsonl"
    label = ("label", given, out, "--routebook", book)
    with ScriptedServer([ScriptedReply(arguments='{"route": "CODE"}')]) as server:
        model = {"OPENAI_BASE_URL": server.url, "OPENAI_MODEL_NAME": "tiny"}
        first = run(*label, "--calls", "2", **model)
        assert (first.returncode, len(server.requests)) == (0, 2), first.stderr
        assert first.stdout.startswith("2 rows labelled with 2 calls: ")
        assert "4\tnot asked: the limit of calls was reached" in first.stdout
        server.replies.append(ScriptedReply(status=500))
        down = run(*label, **model)
        assert down.returncode == 1
        assert (
            "The language model is down. The labels so far are saved: run the same command again to resume."
            in down.stdout
        )
        assert len(read(out)) == 3
        server.replies.clear()
        server.replies.append(ScriptedReply(arguments='{"route": "BILLING"}'))
        last = run(*label, **model)
    assert last.returncode == 0, last.stderr
    assert [row["route"] for row in read(out)] == ["CODE"] * 3 + ["BILLING"] * 3
    alone = run(*label)
    assert (alone.returncode, "set OLLAMA_URL" in alone.stderr) == (2, True)
    same = run("label", given, given, "--routebook", book)
    assert (same.returncode, "is the input file of messages" in same.stderr) == (2, True)
