"""RC-01 to RC-08 hold on generated traffic; and every rule detects a deliberate breach."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fingerpost import Example, Message, Route, Router
from fingerpost.answering.sessions import Sessions
from fingerpost.audit.auditor import Auditor, Breach, TextReading
from fingerpost.audit.traces import audit
from fingerpost.conversation import history
from fingerpost.observability import facts
from fingerpost.observability.metrics import METRICS
from fingerpost.routebook.check import build
from fingerpost.routebook.model import Thresholds
from fingerpost.routing import cascade
from fingerpost.routing.layers.memo import Memo
from fingerpost.routing.student.model import Student
from fingerpost.settings import Settings, Slot
from fingerpost.stores.store import Store
from fingerpost.stores.trace_writer import open_trace_writer
from fingerpost.testing import ScriptedReply, ScriptedServer, WordEncoder
from fingerpost.types import Fact, Resolved, Turn, Verdict
from tests.conftest import SHOP, examples

PREFIX = "You are a direct and concise assistant. "
FIGURES = "You have a project usage percentage of 20%, provide a recommendation"
COMPLETE = [
    "what does addVar do?",
    "escribe un endpoint que sume",
    "obrigado, valeu",
    "how many calls did I make?",
    FIGURES,
]


class Counted:
    """The breaches counted since its creation."""

    def __init__(self) -> None:
        self._before = {rule: METRICS.value("contract_breaches", rule=rule) for rule in _RULES}

    def __getitem__(self, rule: str) -> float:
        return METRICS.value("contract_breaches", rule=rule) - self._before[rule]

    @property
    def all(self) -> dict[str, float]:
        return {rule: self[rule] for rule in _RULES if self[rule]}


_RULES = [f"RC-0{i}" for i in range(1, 9)]


@pytest.fixture
def counted() -> Counted:
    return Counted()


# What holds.

_SPOKEN = (
    "what does addVar do my usage is 20 % of the quota cuántas llamadas llevo factura escribe un endpoint explain this "
    "en menos palabras obrigado you are a direct and concise assistant minha cota 75 % laço e isso y eso por qué"
)
_words = st.sampled_from(_SPOKEN.split())
_texts = st.lists(_words, min_size=1, max_size=12).map(" ".join) | st.sampled_from(COMPLETE) | st.text(max_size=40)
_entries = st.lists(
    st.tuples(st.sampled_from(["RETRIEVAL", "CODE_GENERATION", "CONVERSATIONAL", "PLATFORM"]), st.text(max_size=80)),
    max_size=10,
)


@settings(
    max_examples=examples(150),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(text=_texts, past=_entries)
def test_no_message_under_any_history_breaks_the_contract(avap: Router, text: str, past: list[tuple[str, str]]) -> None:
    counted = Counted()
    decision = avap.route(Message(text, intent_history=past))
    assert counted.all == {}
    reading = Auditor(avap.routebook).read(text)
    if reading.certain:
        assert decision.route == reading.route == "PLATFORM"
    if reading.certain and reading.rule == "RC-01":
        assert not any(fact.what == facts.CLASSIFIER for fact in decision.facts)


@settings(
    max_examples=examples(60),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(start=st.text(max_size=30), end=st.text(max_size=200), past=_entries)
def test_a_registered_phrase_anywhere_goes_to_its_route(avap: Router, start: str, end: str, past: Any) -> None:
    decision = avap.route(Message(f"{start} {PREFIX.upper()} {end}", intent_history=past))
    assert (decision.route, decision.layer) == ("PLATFORM", "rules")


def test_recorded_traffic_passes_the_audit(avap: Router, tmp_path: Path, counted: Counted) -> None:
    with Store.open(f"sqlite:///{tmp_path}/s.db") as store:
        sessions = Sessions(avap, store, open_trace_writer("store", store))
        for i, text in enumerate([*COMPLETE, "explain this", PREFIX + "Plan: 80%", "y con dos?"] * 3):
            with sessions.exchange(f"s{i % 2}", text) as exchange:
                route = exchange.route().route
                if route is not None and avap.routebook[route].retrieval:
                    facts.record_fact(facts.RETRIEVER, docs=3)
                slot = avap.routebook[route].slot if route else "main"
                facts.record_fact(facts.MODEL, slot=slot, model="any", purpose="answer")
                exchange.answer("done")
        assert sessions.traces is not None
        assert sessions.traces.flush()
        found = audit(avap.routebook, ((str(trace["id"]), trace) for trace in store.traces()))
        sessions.traces.close()
    assert (found.traces, found.breaches, found.unreadable) == (24, [], [])
    assert counted.all == {}


def test_what_the_caller_declares_bypasses_rc01_and_rc02(avap: Router, counted: Counted) -> None:
    for text in (PREFIX, FIGURES):
        assert avap.route(Message(text, declared="RETRIEVAL")).route == "RETRIEVAL"
    assert counted.all == {}


# Saboteurs: each breaks one behaviour, and its rule must say so.


def test_rc01_catches_rules_that_are_passed_over(
    avap: Router, counted: Counted, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cascade, "read_rules", lambda _rules, _resolved: None)
    avap.route(PREFIX + "You have used 80% of your plan. Say something about it.")
    assert counted["RC-01"] >= 1


def test_rc01_catches_another_route_for_a_registered_phrase(
    avap: Router, counted: Counted, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = Verdict("RETRIEVAL", accepted=True, confidence=1.0, reason="sabotaged")
    monkeypatch.setattr(cascade, "read_rules", lambda _rules, _resolved: wrong)
    avap.route(PREFIX)
    assert counted.all == {"RC-01": 1}


def test_rc02_catches_a_classifier_that_is_believed_over_the_data(
    avap: Router, counted: Counted, monkeypatch: pytest.MonkeyPatch
) -> None:
    sure = Verdict("RETRIEVAL", accepted=True, confidence=1.0, reason="sabotaged")
    monkeypatch.setattr(cascade, "read_rules", lambda _rules, _resolved: None)
    monkeypatch.setattr(Student, "verdict", lambda _self, _judgement: sure)
    avap.route(FIGURES)
    assert counted.all == {"RC-02": 1}


def _anchored(message: Message, _transparent: Any = (), _name: str | None = None) -> Resolved:
    """Resolve like the anchored classifier of RC-03: every message refers to the last turn."""
    text = message.text
    turn = message.intent_history[-1] if message.intent_history else None
    return Resolved(text, text.lower(), text, turn=turn)


def test_rc03_catches_history_that_is_given_to_a_message_that_does_not_lean(
    avap: Router, counted: Counted, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cascade, "resolve", _anchored)
    avap.route(Message("what does addVar do?", intent_history=[("CODE_GENERATION", "write a loop")] * 5))
    assert counted.all == {"RC-03": 1}


def _model_router(server: ScriptedServer) -> Router:
    examples = [Example(text, name) for name, texts in SHOP.items() for text in texts]
    never = Thresholds(accept=0.9999999)
    book = build("shop", [Route(name) for name in SHOP], examples=examples, thresholds=never)
    slots = {"classifier": Slot(server.url, "tiny")}
    return Router.from_routebook(
        book, encoder=WordEncoder(), settings=Settings(cache=None, slots=slots), memo=Memo(size=0)
    ).warm()


@pytest.fixture
def asking() -> Iterator[Router]:
    pytest.importorskip("openai", reason="the chat client needs the extra fingerpost[llm]")
    with ScriptedServer([ScriptedReply(arguments='{"route": "refund"}')]) as server:
        router = _model_router(server)
        yield router
        router.close()


def test_rc03_catches_a_model_that_is_given_history_it_does_not_need(
    asking: Router, counted: Counted, monkeypatch: pytest.MonkeyPatch
) -> None:
    past = tuple(Turn("user", f"turn {i}", "refund") for i in range(3))
    message = Message("which colour is the jacket", intent_history=past)
    asking.route(message)
    assert counted.all == {}
    monkeypatch.setattr(cascade, "resolve", lambda m, _t=(), _n=None: Resolved(m.text, m.text, m.text, history=past))
    asking.route(message)
    assert counted.all == {"RC-03": 1}


def test_rc06_catches_a_longer_history(asking: Router, counted: Counted, monkeypatch: pytest.MonkeyPatch) -> None:
    message = Message("and that one?", intent_history=[("refund", f"turn {i}") for i in range(9)])
    asking.route(message)
    assert counted.all == {}
    monkeypatch.setattr(history, "HISTORY", 9)
    asking.route(message)
    assert counted["RC-06"] == 1


@pytest.mark.parametrize(
    ("fact", "rule"),
    [
        ((facts.RETRIEVER, {"docs": 4}), "RC-04"),
        ((facts.MODEL, {"slot": "main", "model": "qwen3:1.7b", "purpose": "answer"}), "RC-05"),
    ],
)
def test_rc04_and_rc05_catch_what_is_done_for_an_answer(
    avap: Router, counted: Counted, tmp_path: Path, fact: tuple[str, dict[str, Any]], rule: str
) -> None:
    what, detail = fact
    with Store.open(f"sqlite:///{tmp_path}/s.db") as store:
        sessions = Sessions(avap, store, open_trace_writer(str(tmp_path / "t.jsonl"), store))
        with sessions.exchange("s", FIGURES) as exchange:
            assert exchange.route().route == "PLATFORM"
            # The breach: a pipeline that searches, or uses the main model, for an account question.
            facts.record_fact(what, **detail)
            exchange.answer("about 20 %")
        sessions.close()
    assert counted.all == {rule: 1}
    from fingerpost.audit.traces import read_traces

    found = audit(avap.routebook, read_traces(tmp_path / "t.jsonl"))
    assert [breach.rule for _, breach in found.breaches] == [rule]


@pytest.mark.parametrize(("entries", "rules"), [(4, {"RC-03": 1}), (7, {"RC-03": 1, "RC-06": 1})])
def test_history_that_the_callers_own_code_hands_over_is_checked_too(
    avap: Router, counted: Counted, tmp_path: Path, entries: int, rules: dict[str, float]
) -> None:
    with Store.open(f"sqlite:///{tmp_path}/s.db") as store, Sessions(avap, store).exchange("s", FIGURES) as exchange:
        exchange.route()
        facts.record_fact(facts.HISTORY, to="a classifier of mine", entries=entries)
    assert counted.all == rules


def test_a_classifier_call_is_not_an_answer(avap: Router) -> None:
    used = Fact(facts.MODEL, {"slot": "classifier", "model": "m", "purpose": "classify"})
    assert avap.auditor.check_answer("PLATFORM", [used]) == []
    assert avap.auditor.check_answer(None, [used]) == []


def test_a_breach_is_logged_and_never_raised(
    avap: Router, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cascade, "read_rules", lambda _rules, _resolved: None)
    with caplog.at_level("ERROR", "fingerpost"):
        avap.route(PREFIX)
    assert any(record.getMessage().startswith("[contract] RC-01: ") for record in caplog.records)


def test_the_check_itself_tells_each_rule_apart() -> None:
    check_routing = Auditor(build("two", [Route("P"), Route("R")])).check_decision
    student = Fact(facts.CLASSIFIER, {"kind": "student"})
    handed = Fact(facts.HISTORY, {"to": "llm", "entries": 7})
    leans = Fact(facts.CONTEXT_DEPENDENT, {"how": "deixis"})

    def rules(found: list[Breach]) -> list[str]:
        return [breach.rule for breach in found]

    first, second = TextReading("RC-01", "P", certain=True), TextReading("RC-02", "P", certain=True)
    nothing, complete = TextReading(), TextReading(self_contained=True)
    assert rules(check_routing(first, "P", declared=False, facts=[])) == []
    assert rules(check_routing(first, "P", declared=False, facts=[student])) == ["RC-01"]
    assert rules(check_routing(second, "P", declared=False, facts=[student])) == []
    assert rules(check_routing(second, "R", declared=False, facts=[])) == ["RC-02"]
    assert rules(check_routing(second, "R", declared=True, facts=[])) == []
    assert rules(check_routing(nothing, "R", declared=False, facts=[leans, handed])) == ["RC-06"]
    assert rules(check_routing(nothing, "R", declared=False, facts=[handed])) == ["RC-03", "RC-06"]
    assert rules(check_routing(complete, "R", declared=False, facts=[leans, handed])) == ["RC-03", "RC-06"]
    [doubt] = check_routing(second._replace(certain=False), "R", declared=False, facts=[])
    assert (doubt.rule, doubt.certain) == ("RC-02", False)
