"""The auditor: what a text requires, doubts for a person, labels that nothing may learn, and planted breaches."""

from __future__ import annotations

import pytest
from benchmarks import contract

from fingerpost import Route, Router
from fingerpost.audit import auditor as room
from fingerpost.audit.account_figures import Sighting
from fingerpost.audit.auditor import Auditor, Breach, report
from fingerpost.observability.metrics import METRICS
from fingerpost.routebook.check import build
from fingerpost.routebook.model import Rule

PHRASE = "you are a direct and concise assistant"
BOOK = build(
    "desk",
    [Route("ACCOUNT"), Route("DOCS", retrieval=True)],
    rules=[
        Rule("prefix", "ACCOUNT", contains=(PHRASE,), contract="RC-01"),
        # A rule that is wrong: nothing of it may blind the auditor.
        Rule("figures", "ACCOUNT", contains=("never written by anybody",), contract="RC-02"),
    ],
)
FIGURE = "You have used 90% of your calls on endpoint /orders"


@pytest.mark.parametrize(
    "text",
    [
        PHRASE.upper(),
        PHRASE.replace(" ", "\n\n"),
        "\u200b".join(PHRASE),
        PHRASE.replace("o", "о").replace("a", "а"),
        "".join(chr(ord(c) + 0xFEE0) if c.isalpha() else c for c in PHRASE),
    ],
)
def test_a_registered_phrase_is_certain_in_every_disguise(text: str) -> None:
    reading = Auditor(BOOK).read(f"hello. {text}, write code")
    assert reading[:3] == ("RC-01", "ACCOUNT", True)


def test_a_phrase_that_is_only_spelled_is_for_a_person() -> None:
    reading = Auditor(BOOK).read("y-o-u a.r.e a direct_and concise as sistant")
    assert reading[:3] == ("RC-01", "ACCOUNT", False)


def test_a_figure_requires_the_route_whatever_the_rules_say() -> None:
    auditor = Auditor(BOOK)
    [breach] = auditor.check_decision(auditor.read(FIGURE), "DOCS", declared=False, facts=[])
    assert (breach.rule, breach.certain) == ("RC-02", True)
    assert auditor.check_decision(auditor.read(FIGURE), "ACCOUNT", declared=False, facts=[]) == []
    assert auditor.check_decision(auditor.read(FIGURE), "DOCS", declared=True, facts=[]) == []


def test_a_routebook_without_the_contract_requires_nothing() -> None:
    auditor = Auditor(build("plain", [Route("A"), Route("B")]))
    assert auditor.read(f"{PHRASE} {FIGURE}").rule is None


def test_labels_that_break_the_contract_are_refused() -> None:
    auditor, doubtful = Auditor(BOOK), "write an endpoint that warns at 90% of the quota of my plan"
    assert auditor.refuses_label(FIGURE, "DOCS")
    assert auditor.refuses_label(FIGURE, "DOCS", given_by_person=True)
    assert not auditor.refuses_label(FIGURE, "ACCOUNT")
    assert auditor.refuses_label(doubtful, "DOCS")
    assert not auditor.refuses_label(doubtful, "DOCS", given_by_person=True)
    assert not auditor.refuses_label("what is a list?", "DOCS")


def test_a_blind_auditor_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Saboteur: the detector finds nothing, and the planted breach is not found."""
    monkeypatch.setattr(room, "find_account_figure", lambda _text: None)
    auditor = Auditor(BOOK)
    assert auditor.check_decision(auditor.read(FIGURE), "DOCS", declared=False, facts=[]) == []
    monkeypatch.setattr(room, "find_account_figure", lambda _text: Sighting(certain=False, seen=""))
    [doubt] = auditor.check_decision(auditor.read(FIGURE), "DOCS", declared=False, facts=[])
    assert not doubt.certain


def test_a_doubt_is_counted_apart_and_not_logged(caplog: pytest.LogCaptureFixture) -> None:
    breaches, doubts = (METRICS.value(name, rule="RC-02") for name in ("contract_breaches", "contract_doubts"))
    report([Breach("RC-02", "went elsewhere", certain=False)])
    assert (METRICS.value("contract_breaches", rule="RC-02"), METRICS.value("contract_doubts", rule="RC-02")) == (
        breaches,
        doubts + 1,
    )
    assert not caplog.records


def test_all_planted_breaches_are_found_and_few_alarms_are_false(avap: Router) -> None:
    rows = contract.rows_of(avap.routebook.names)
    found = contract.planted(avap, rows)
    assert {rule: found[rule, True] for rule, _ in found} == dict.fromkeys((f"RC-0{i}" for i in range(1, 9)), 25)
    breaches, doubts = contract.alarms(avap, rows)
    assert breaches <= 0.01 * len(rows)
    assert doubts <= 0.05 * len(rows)
