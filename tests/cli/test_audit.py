"""`audit`, `user` and `route --session`, as people run them: on a database that the environment names."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fingerpost import Router
from fingerpost.answering.sessions import Sessions
from fingerpost.observability.facts import MODEL, RETRIEVER, record_fact
from fingerpost.settings import Settings
from fingerpost.stores import Store
from tests.cli.command import Done, command

PREFIX = "You are a direct and concise assistant."
TALK = (
    f"{PREFIX} Your project usage percentage is 20%.",
    "cuántas llamadas llevo este mes?",
    "what does addVar do?",
    "and for lists?",
    "en menos palabras",
    "write a loop that adds up the prices in a list",
    "explain this",
    "gracias, me sirvió mucho",
)

BROKEN: dict[str, dict[str, Any]] = {
    "RC-01": {"reading": ["RC-01", "PLATFORM", True], "facts": [["classifier", {"kind": "student"}]]},
    "RC-02": {"reading": ["RC-02", "PLATFORM", True], "route": "RETRIEVAL"},
    "RC-03": {"facts": [["history", {"to": "llm", "entries": 2}]]},
    "RC-04": {"facts": [["retriever", {"docs": 1}]]},
    "RC-05": {"facts": [["model", {"slot": "main", "model": "m", "purpose": "answer"}]]},
    "RC-06": {"facts": [["leans", {"how": "deixis"}], ["history", {"to": "llm", "entries": 7}]]},
}

Run = Callable[..., Done]


@pytest.fixture
def database(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'talks.sqlite'}"


@pytest.fixture
def run(own_cache: Path, tmp_path: Path, database: str) -> Run:
    """Run the command with the test's own database and nothing else from the environment."""
    foreign = ("FINGERPOST_", "OLLAMA_", "OPENAI_", "OTEL_", "DATABASE_URL", "FORCE_COLOR", "PY_COLORS", "CLICOLOR")
    plain = {key: value for key, value in os.environ.items() if not key.startswith(foreign)}

    def start(*words: str | Path, stdin: str = "", process: bool = False, **more: str) -> Done:
        named = {"FINGERPOST_CACHE": str(own_cache), "FINGERPOST_ROUTEBOOK": "avap", "DATABASE_URL": database}
        done = command(*words, stdin=stdin, cwd=tmp_path, env={**plain, **named, **more}, process=process)
        assert "Traceback" not in done.stderr
        return done

    return start


def record(
    router: Router, database: str, traces: str = "store", *, user: str | None = "ana", session: str = "s"
) -> None:
    """Let a program have the talk, searching and answering as each route demands."""
    sessions = Sessions.open(router, Settings(cache=None, database=database, traces=traces))
    for text in TALK:
        with sessions.exchange(session, text, user=user) as exchange:
            decision = exchange.route()
            assert decision.route is not None
            route = router.routebook[decision.route]
            if route.retrieval:
                record_fact(RETRIEVER, docs=3)
            record_fact(MODEL, slot=route.slot, model="m", purpose="answer")
            exchange.answer(f"The answer for {user}.")
    sessions.close()


def trace(**more: Any) -> dict[str, Any]:
    return {"routebook": "avap", "route": "PLATFORM", "declared": False, "reading": None, "facts": [], **more}


def lines(file: Path, *rows: Any) -> Path:
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return file


# audit


@pytest.mark.parametrize("rule", BROKEN)
def test_audit_ends_with_one_for_a_breach_of_any_rule(run: Run, tmp_path: Path, rule: str) -> None:
    result = run("audit", lines(tmp_path / "traces.jsonl", trace(), trace(**BROKEN[rule])))
    first, header, row = result.stdout.splitlines()
    assert result.returncode == 1
    assert first == "2 traces of avap, 1 breach"
    assert header.split("\t") == ["trace", "rule", "breach"]
    assert row.split("\t")[:2] == ["line 2", rule]


def test_audit_of_clean_traffic_in_a_file_ends_with_zero(run: Run, tmp_path: Path, avap: Router, database: str) -> None:
    record(avap, database, str(tmp_path / "traces.jsonl"))
    result = run("audit", tmp_path / "traces.jsonl")
    assert (result.returncode, result.stdout, result.stderr) == (0, f"{len(TALK)} traces of avap, 0 breaches\n", "")


def test_audit_of_clean_traffic_in_the_store_ends_with_zero(run: Run, avap: Router, database: str) -> None:
    record(avap, database)
    result = run("audit", "store")
    assert (result.returncode, result.stdout, result.stderr) == (0, f"{len(TALK)} traces of avap, 0 breaches\n", "")


def test_audit_finds_breaches_in_the_store(run: Run, database: str) -> None:
    with Store.open(database) as store:
        store.put_traces([trace(), *(trace(**broken) for broken in BROKEN.values())])
    result = run("audit", "store")
    assert result.returncode == 1
    assert result.stdout.startswith("7 traces of avap, 6 breaches\n")
    assert [row.split("\t")[1] for row in result.stdout.splitlines()[2:]] == list(BROKEN)


def test_audit_reads_more_traces_than_one_page_of_the_store(run: Run, database: str) -> None:
    with Store.open(database) as store:
        store.put_traces([trace()] * 2500 + [trace(**BROKEN["RC-04"])])
    result = run("audit", "store")
    assert result.returncode == 1
    assert result.stdout.startswith("2501 traces of avap, 1 breach\n")


def test_audit_tells_a_torn_last_line(run: Run, tmp_path: Path) -> None:
    file = lines(tmp_path / "traces.jsonl", trace())
    with file.open("a") as out:
        out.write(json.dumps(trace())[:30])
    result = run("audit", file)
    assert result.returncode == 1
    assert result.stdout.splitlines() == ["2 traces of avap, 0 breaches", "unreadable: line 2: not a JSON object"]


@pytest.mark.parametrize(
    "foreign",
    [
        [1, 2],
        {"hello": "[bold]world[/bold]"},
        trace(route="[red]NOWHERE"),
        trace(facts=[["history", {"entries": None}]]),
        trace(reading=[1, 2]),
    ],
    ids=["list", "object", "route", "entries", "reading"],
)
def test_audit_tells_foreign_json(run: Run, tmp_path: Path, foreign: Any) -> None:
    result = run("audit", lines(tmp_path / "traces.jsonl", trace(), foreign))
    assert result.returncode == 1
    first, told = result.stdout.splitlines()
    assert first == "2 traces of avap, 0 breaches"
    assert told.startswith("unreadable: line 2: ")


def test_audit_of_nothing_is_not_taken_for_a_pass(run: Run, tmp_path: Path) -> None:
    assert run("audit", lines(tmp_path / "traces.jsonl")).returncode == 1
    assert run("audit", lines(tmp_path / "other.jsonl", trace(routebook="shop"))).returncode == 1
    assert run("audit", "store", process=True).returncode == 1


def test_audit_of_a_missing_file_is_one_clear_line(run: Run) -> None:
    result = run("audit", "missing.jsonl")
    assert (result.returncode, result.stdout) == (2, "")
    [line] = result.stderr.splitlines()
    assert line.startswith("fingerpost: missing.jsonl: cannot be read")


def test_a_database_that_cannot_be_used_is_told_without_its_password(run: Run) -> None:
    result = run("audit", "store", DATABASE_URL="mysql://ana:hunter2@host/talks")
    assert result.returncode == 2
    assert result.stderr.startswith("fingerpost: DATABASE_URL begins with 'mysql'")
    assert "hunter2" not in result.stderr


# user


def test_export_writes_a_persons_turns_and_traces(run: Run, avap: Router, database: str) -> None:
    record(avap, database)
    record(avap, database, user="bo", session="t")
    result = run("user", "export", "ana")
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert (result.returncode, result.stderr) == (0, "")
    assert {row["user"] for row in rows} == {"ana"}
    assert [row["text"] for row in rows if row["kind"] == "turn" and row["role"] == "user"] == list(TALK)
    assert len([row for row in rows if row["kind"] == "trace"]) == len(TALK)
    assert "cuántas" in result.stdout


def test_forget_after_export_leaves_nothing_of_a_person(run: Run, avap: Router, database: str, tmp_path: Path) -> None:
    record(avap, database)
    record(avap, database, user="bo", session="t")
    theirs = run("user", "export", "bo").stdout
    exported = len(run("user", "export", "ana").stdout.splitlines())
    result = run("user", "forget", "ana", "--yes")
    assert (result.returncode, result.stdout) == (0, f"{exported} rows deleted\n")
    assert run("user", "export", "ana").stdout == ""
    assert run("user", "export", "bo").stdout == theirs
    for file in tmp_path.glob("talks.sqlite*"):
        assert b"answer for ana" not in file.read_bytes()
    assert run("audit", "store").stdout == f"{len(TALK)} traces of avap, 0 breaches\n"


def test_forget_asks_first(run: Run, avap: Router, database: str) -> None:
    record(avap, database)
    before = run("user", "export", "ana").stdout
    refused = run("user", "forget", "ana", stdin="n\n", process=True)
    assert refused.returncode == 1
    assert "Delete all stored data of ana?" in refused.stdout
    assert run("user", "export", "ana").stdout == before
    assert run("user", "forget", "ana", stdin="y\n").returncode == 0
    assert run("user", "export", "ana").stdout == ""


def test_a_stranger_has_nothing_to_export_and_nothing_to_forget(run: Run) -> None:
    for words in (("export", "nobody"), ("forget", "nobody"), ("forget", "nobody", "--yes")):
        done = run("user", *words)
        assert done.returncode == 0
        assert done.stderr == "Nothing is stored about nobody: is the name spelled as in `--user`?\n"
        assert done.stdout == ("0 rows deleted\n" if "--yes" in words else ""), "and nothing is asked"


# route --session


def test_route_reads_a_session_and_adds_nothing_to_it(run: Run, database: str, tmp_path: Path) -> None:
    assert run("route", "how many calls have I made this month?").returncode == 0
    assert not (tmp_path / "talks.sqlite").exists(), "without a session no store is opened"
    router = Router.from_routebook("avap")
    with Store.open(database) as store, Sessions(router, store).exchange("s", "write an endpoint") as exchange:
        exchange.route()
    here = json.loads(run("route", "explain this", "--session", "s", "--json").stdout)
    elsewhere = json.loads(run("route", "explain this", "--session", "t", "--json").stdout)
    assert "refers to [CODE_GENERATION]" in here["trail"][0]["said"]
    assert elsewhere["trail"]
    assert all("refers to" not in step["said"] for step in elsewhere["trail"])
    with Store.open(database) as store:
        assert [len(store.turns(session)) for session in "st"] == [1, 0]


@pytest.mark.slow
def test_what_route_records_passes_the_audit(run: Run, tmp_path: Path) -> None:
    for text in ("what does addVar do?", "and for lists?", PREFIX):
        assert run("route", text, "--session", "s").returncode == 0
        assert run("route", text, "--session", "t", FINGERPOST_TRACES="traces.jsonl").returncode == 0
    for place in ("store", str(tmp_path / "traces.jsonl")):
        result = run("audit", place)
        assert (result.returncode, result.stdout) == (0, "3 traces of avap, 0 breaches\n")
