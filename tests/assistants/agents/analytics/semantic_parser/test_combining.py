"""Words decide where all are known; else the network must agree or be sure."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlglot", reason="questions are read with the extra fingerpost[analytics]")

from fingerpost.assistants.agents.analytics.plan import plan
from fingerpost.assistants.agents.analytics.planner.meanings import Meanings, Named
from fingerpost.assistants.agents.analytics.planner.request import NotUnderstoodError
from fingerpost.assistants.agents.analytics.semantic_parser import combining
from fingerpost.assistants.agents.analytics.semantic_parser.combining import LIKELY, certainty, understand
from fingerpost.assistants.agents.analytics.semantic_parser.parse import Parsed, parse_question
from tests.assistants.agents.analytics.semantic_parser.school import SCHOOL


def _sure(monkeypatch: pytest.MonkeyPatch, chance: float) -> None:
    monkeypatch.setattr(combining, "certainty", lambda _, **__: chance)


def test_words_that_are_all_known_need_no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object) -> Parsed:
        raise AssertionError("the network was asked")

    monkeypatch.setattr(combining, "parse_question", never)
    assert understand("how many pupils", SCHOOL, Meanings()).measures[0].how == "count"


def test_a_sure_network_reads_words_that_are_not_known(monkeypatch: pytest.MonkeyPatch) -> None:
    _sure(monkeypatch, 0.9)
    found = understand("how many kiddos turned up", SCHOOL, Meanings())
    assert found == parse_question("how many kiddos turned up", SCHOOL).request


def test_an_unsure_one_is_refused_with_the_words(monkeypatch: pytest.MonkeyPatch) -> None:
    _sure(monkeypatch, 0.5)
    with pytest.raises(NotUnderstoodError) as caught:
        understand("how many xyzzy of the pupils", SCHOOL, Meanings())
    assert "xyzzy" in caught.value.words


@pytest.mark.parametrize(
    ("question", "perhaps"),
    [
        ("how many kiddos turned up", "It may mean this: "),
        ("cuántos pibes vinieron", "Quizá sea esto: "),
        ("quantos moleques vieram", "Talvez seja isto: "),
    ],
)
def test_a_refusal_says_what_may_be_meant(question: str, perhaps: str, monkeypatch: pytest.MonkeyPatch) -> None:
    _sure(monkeypatch, LIKELY)
    with pytest.raises(NotUnderstoodError, match=perhaps):
        plan(question, SCHOOL)
    _sure(monkeypatch, LIKELY - 0.01)
    with pytest.raises(NotUnderstoodError) as caught:
        plan(question, SCHOOL)
    assert perhaps not in str(caught.value)


def test_figures_with_names_are_read_by_words_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    _sure(monkeypatch, 1.0)
    named = Meanings(measures=(Named("takings", ("takings",), select="SUM(lessons.fee)"),))
    with pytest.raises(NotUnderstoodError):
        understand("takings of the xyzzy pupils", SCHOOL, named)


def test_what_the_schema_does_not_hold_is_less_certain() -> None:
    known, unknown = (parse_question(text, SCHOOL) for text in ("how many pupils?", "how many sharks bit our pupils?"))
    assert 0 < certainty(unknown, differs=False) < certainty(known, differs=False) < 1
