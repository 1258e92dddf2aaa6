"""The contract on recorded traffic: every rule, what is no breach, and records that are none of ours."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from fingerpost import Message, Router
from fingerpost.answering.sessions import Sessions
from fingerpost.audit.traces import AuditResult, audit, read_traces
from fingerpost.errors import RowsError
from fingerpost.observability.facts import MODEL, RETRIEVER, record_fact
from fingerpost.observability.metrics import METRICS
from fingerpost.routebook.load import load
from fingerpost.routebook.model import Routebook
from fingerpost.routing.trace import trace_of
from fingerpost.settings import Settings

PREFIX = "You are a direct and concise assistant."
STUDENT = ["classifier", {"kind": "student"}]
LLM = ["classifier", {"kind": "llm"}]
LEANS = ["leans", {"how": "deixis"}]
SEARCHED = ["retriever", {"docs": 3}]


def trace(route: str | None, *facts: list[Any], **more: Any) -> dict[str, Any]:
    return {"routebook": "avap", "route": route, "declared": False, "reading": None, "facts": list(facts), **more}


def handed(entries: int, to: str = "llm") -> list[Any]:
    return ["history", {"to": to, "entries": entries}]


def answered(slot: str, purpose: str = "answer") -> list[Any]:
    return ["model", {"slot": slot, "model": "m", "purpose": purpose}]


def owes(rule: str) -> dict[str, Any]:
    return {"reading": [rule, "PLATFORM", True, "seen", False]}


BROKEN = [
    ("RC-01", trace("RETRIEVAL", **owes("RC-01"))),
    ("RC-01", trace(None, **owes("RC-01"))),
    ("RC-01", trace("PLATFORM", STUDENT, **owes("RC-01"))),
    ("RC-01", trace("PLATFORM", LLM, **owes("RC-01"))),
    ("RC-02", trace("RETRIEVAL", STUDENT, **owes("RC-02"))),
    ("RC-03", trace("RETRIEVAL", STUDENT, handed(1, "student"))),
    ("RC-03", trace("RETRIEVAL", LLM, handed(6))),
    ("RC-04", trace("PLATFORM", SEARCHED)),
    ("RC-04", trace("CONVERSATIONAL", ["retriever", {"docs": 0}])),
    ("RC-05", trace("PLATFORM", answered("main"))),
    ("RC-05", trace("RETRIEVAL", answered("conversational"))),
    ("RC-06", trace("RETRIEVAL", LEANS, LLM, handed(7))),
]
KEPT = [
    trace("PLATFORM", **owes("RC-01")),
    trace("PLATFORM", STUDENT, **owes("RC-02")),
    trace("RETRIEVAL", STUDENT, declared=True, **owes("RC-01")),
    trace("RETRIEVAL", declared=True, **owes("RC-02")),
    trace("RETRIEVAL", LEANS, LLM, handed(6)),
    trace("RETRIEVAL", STUDENT, handed(0)),
    trace("RETRIEVAL", SEARCHED, answered("main")),
    trace("PLATFORM", answered("conversational")),
    trace("PLATFORM", answered("classifier", "classify")),
    trace(None, STUDENT),
]
FOREIGN: list[tuple[str, Any]] = [
    ("a list", [1, 2]),
    ("a string", "trace"),
    ("null", None),
    ("an object", {"hello": "world"}),
    ("no facts", {key: value for key, value in trace("PLATFORM").items() if key != "facts"}),
    ("no route", {key: value for key, value in trace("PLATFORM").items() if key != "route"}),
    ("an unknown route", trace("NOWHERE")),
    ("a route that is a list", {**trace("PLATFORM"), "route": ["PLATFORM"]}),
    ("facts that are a number", trace("PLATFORM", facts=7)),
    ("facts that are texts", trace("PLATFORM", facts=["ab"])),
    ("a fact without detail", trace("PLATFORM", ["classifier"])),
    ("a fact with a text as detail", trace("PLATFORM", ["classifier", "student"])),
    ("entries that are a word", trace("PLATFORM", ["history", {"entries": "many"}])),
    ("entries that are null", trace("PLATFORM", ["history", {"entries": None}])),
    ("entries that are a list", trace("PLATFORM", ["history", {"entries": [1]}])),
    ("the reading is a word", trace("PLATFORM", reading="RC")),
    ("the reading has six parts", trace("PLATFORM", reading=["RC-01", "PLATFORM", True, "", False, 1])),
    ("the reading is of numbers", trace("PLATFORM", reading=[1, 2])),
]


@pytest.fixture(scope="module")
def book() -> Routebook:
    return load("avap")


def checked(book: Routebook, *traces: Mapping[str, Any] | None) -> AuditResult:
    return audit(book, ((f"line {i}", record) for i, record in enumerate(traces, 1)))


# The rules.


@pytest.mark.parametrize(("rule", "record"), BROKEN, ids=[f"{i}-{rule}" for i, (rule, _) in enumerate(BROKEN)])
def test_a_breach_is_found_under_its_rule(book: Routebook, rule: str, record: dict[str, Any]) -> None:
    found = checked(book, *KEPT[:2], record)
    assert [(where, breach.rule) for where, breach in found.breaches] == [("line 3", rule)]
    assert found.traces == 3
    assert found.unreadable == []


def test_every_rule_of_the_contract_is_shown_to_be_found() -> None:
    assert {rule for rule, _ in BROKEN} == {f"RC-0{i}" for i in range(1, 7)}


@pytest.mark.parametrize("record", KEPT, ids=range(len(KEPT)))
def test_what_is_allowed_is_no_breach(book: Routebook, record: dict[str, Any]) -> None:
    found = checked(book, record)
    assert (found.traces, found.breaches, found.unreadable) == (1, [], [])


def test_one_trace_may_break_several_rules(book: Routebook) -> None:
    record = trace("CONVERSATIONAL", LLM, handed(9), SEARCHED, answered("main"), **owes("RC-01"))
    rules = [breach.rule for _, breach in checked(book, record).breaches]
    assert sorted(rules) == ["RC-01", "RC-01", "RC-03", "RC-04", "RC-05", "RC-06"]


def test_a_breach_says_what_happened(book: Routebook) -> None:
    [(_, breach)] = checked(book, trace("PLATFORM", SEARCHED)).breaches
    assert breach.what == "PLATFORM searched, but is a route without retrieval"


def test_what_a_trace_says_of_itself_is_not_believed(book: Routebook) -> None:
    assert len(checked(book, trace("PLATFORM", SEARCHED, breaches=[])).breaches) == 1
    assert checked(book, trace("PLATFORM", breaches=[["RC-04", "made up"]])).breaches == []


def test_traces_of_another_routebook_are_not_judged_by_this_one(book: Routebook) -> None:
    found = checked(book, {**trace("shipping", SEARCHED), "routebook": "shop"}, trace("PLATFORM"))
    assert (found.traces, found.breaches, found.unreadable) == (1, [], [])


# Records that cannot be read.


@pytest.mark.parametrize("record", [record for _, record in FOREIGN], ids=[name for name, _ in FOREIGN])
def test_what_is_no_trace_is_told(book: Routebook, tmp_path: Path, record: Any) -> None:
    file = tmp_path / "traces.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in (KEPT[0], record, KEPT[1])))
    found = audit(book, read_traces(file))
    assert found.traces == 3
    assert found.breaches == []
    assert [line.partition(":")[0] for line in found.unreadable] == ["line 2"]


@pytest.mark.parametrize("cut", [1, 40, -3])
def test_a_torn_last_line_is_told(book: Routebook, tmp_path: Path, cut: int) -> None:
    whole = json.dumps(trace("PLATFORM", text="cuántas llamadas llevo"), ensure_ascii=False).encode()
    file = tmp_path / "traces.jsonl"
    file.write_bytes(whole + b"\n" + whole[:cut])
    found = audit(book, read_traces(file))
    assert (found.traces, found.breaches, found.unreadable) == (2, [], ["line 2: not a JSON object"])


def test_a_line_torn_within_a_letter_is_told(book: Routebook, tmp_path: Path) -> None:
    whole = json.dumps({"text": "cuántas", **trace("PLATFORM")}, ensure_ascii=False).encode()
    file = tmp_path / "traces.jsonl"
    file.write_bytes(whole[: whole.index(b"\xc3") + 1])
    assert audit(book, read_traces(file)).unreadable == ["line 1: not a JSON object"]


def test_empty_lines_are_none(book: Routebook, tmp_path: Path) -> None:
    file = tmp_path / "traces.jsonl"
    file.write_text(f"\n{json.dumps(KEPT[0])}\n  \n\n")
    found = audit(book, read_traces(file))
    assert (found.traces, found.unreadable) == (1, [])


def test_a_file_that_cannot_be_read_is_told(book: Routebook, tmp_path: Path) -> None:
    for place in (tmp_path / "missing.jsonl", tmp_path):
        with pytest.raises(RowsError, match="cannot be read"):
            audit(book, read_traces(place))


# Traffic as it is recorded.


def test_clean_traffic_has_no_breaches(shop: Router, tmp_path: Path) -> None:
    file = tmp_path / "traces.jsonl"
    sessions = _sessions(shop, tmp_path, file)
    for text in ("where is my parcel", "and the other?", "I want my money back", "zxq vvw kkp", "is the lamp blue", ""):
        with sessions.exchange("s", text, user="ana") as exchange:
            decision = exchange.route()
            if decision.route is not None:
                record_fact(MODEL, slot=shop.routebook[decision.route].slot, model="m", purpose="answer")
            exchange.answer("Done.")
    sessions.close()
    found = audit(shop.routebook, read_traces(file))
    assert (found.traces, found.breaches, found.unreadable) == (6, [], [])
    facts = [fact for _, record in read_traces(file) if record for fact, _ in record["facts"]]
    assert {"leans", "rules", "history", "classifier", "model"} == set(facts)


def test_recorded_breaches_are_found_again(shop: Router, tmp_path: Path) -> None:
    file = tmp_path / "traces.jsonl"
    sessions, before = _sessions(shop, tmp_path, file), METRICS.value("contract_breaches", rule="RC-04")
    with sessions.exchange("s", "where is my parcel") as exchange:
        exchange.route()
        record_fact(RETRIEVER, docs=2)
        exchange.answer("Done.")
    sessions.close()
    [(_, record)] = read_traces(file)
    assert record is not None
    assert [rule for rule, *_ in record["breaches"]] == ["RC-04"]
    assert [breach.rule for _, breach in audit(shop.routebook, read_traces(file)).breaches] == ["RC-04"]
    assert METRICS.value("contract_breaches", rule="RC-04") == before + 1


def test_what_a_text_demands_is_recorded_though_the_text_is_cut(avap: Router) -> None:
    message = Message(f"{'x ' * 300}{PREFIX}")
    record = trace_of(avap.routebook, message, avap.route(message), ())
    assert record["reading"][:3] == ["RC-01", "PLATFORM", True]
    assert "concise" not in record["text"]


def test_a_trace_holds_no_more_of_the_text_than_its_beginning_redacted(avap: Router) -> None:
    begin = "I am ana.gil@mail.com and wonder about the report of yesterday evening, "
    message = Message(f"{begin}usage percentage bo.ek@mail.com 5")
    decision = avap.route(message)
    assert decision.signals == ("rule:platform-figures",)
    record = json.dumps(trace_of(avap.routebook, message, decision, decision.facts))
    assert "[e-mail]" in record
    assert "ana.gil" not in record
    assert "bo.ek" not in record


def _sessions(router: Router, folder: Path, file: Path) -> Sessions:
    database = f"sqlite:///{folder / 'store.sqlite'}"
    return Sessions.open(router, Settings(cache=None, database=database, traces=str(file)))
