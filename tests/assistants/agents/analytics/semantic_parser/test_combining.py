"""Words and network ask the same, or the network is sure; else a question is refused, with what it may mean."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlglot", reason="questions are read with the extra fingerpost[analytics]")

from fingerpost.assistants.agents.analytics.plan import plan
from fingerpost.assistants.agents.analytics.planner.meanings import Meanings, Named
from fingerpost.assistants.agents.analytics.planner.request import NotUnderstoodError
from fingerpost.assistants.agents.analytics.semantic_parser import combining
from fingerpost.assistants.agents.analytics.semantic_parser.combining import GROUNDED, LIKELY, LIKELY_ALONE, understand
from fingerpost.assistants.agents.analytics.semantic_parser.parse import Parsed, certainty, parse_question
from tests.assistants.agents.analytics.semantic_parser.school import SCHOOL


def _sure(monkeypatch: pytest.MonkeyPatch, chance: float) -> None:
    monkeypatch.setattr(combining, "certainty", lambda _, **__: chance)


def _silent(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> Parsed:
        raise NotUnderstoodError("nothing fits together")

    monkeypatch.setattr(combining, "parse_question", refuse)


def test_words_decide_where_the_network_agrees(monkeypatch: pytest.MonkeyPatch) -> None:
    _sure(monkeypatch, 0.0)
    assert understand("how many pupils", SCHOOL, Meanings()).measures[0].how == "count"


def test_figures_by_group_are_those_of_known_words_however_sure_the_network_is(monkeypatch: pytest.MonkeyPatch) -> None:
    other = parse_question("list the lessons", SCHOOL)
    monkeypatch.setattr(combining, "parse_question", lambda *_: other)
    _sure(monkeypatch, 1.0)
    assert understand("how many pupils by town", SCHOOL, Meanings()).groups


def test_known_words_that_the_network_reads_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are refused with what they may mean; figures by group are taken, and texts in quotes."""
    other = parse_question("list the lessons", SCHOOL)
    monkeypatch.setattr(combining, "parse_question", lambda *_: other)
    _sure(monkeypatch, 0.0)
    with pytest.raises(NotUnderstoodError, match="two ways") as caught:
        understand("pupils that left in 2024", SCHOOL, Meanings())
    assert caught.value.guess is not None
    assert [when.spans for when in caught.value.guess.whens] == [(("2024-01-01", "2025-01-01"),)]
    assert understand("how many pupils by town", SCHOOL, Meanings()).groups
    assert understand('how many pupils with the town "Porto"', SCHOOL, Meanings()).wheres
    _sure(monkeypatch, 1.0)
    assert understand("pupils that left", SCHOOL, Meanings()) == other.request


def test_a_sure_network_that_drops_a_number_is_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """However sure it is: the year of the question stands nowhere in what it reads."""
    other = parse_question("list the lessons", SCHOOL)
    monkeypatch.setattr(combining, "parse_question", lambda *_: other)
    _sure(monkeypatch, 1.0)
    with pytest.raises(NotUnderstoodError, match="two ways"):
        understand("pupils that left in 2024", SCHOOL, Meanings())
    # The saboteur: without the account it is.
    monkeypatch.setattr(combining, "accounted", lambda _, request, *__: request)
    assert understand("pupils that left in 2024", SCHOOL, Meanings()) == other.request


def test_words_alone_decide_where_the_network_reads_nothing_and_all_are_known(monkeypatch: pytest.MonkeyPatch) -> None:
    _silent(monkeypatch)
    assert understand("how many pupils", SCHOOL, Meanings()).measures[0].how == "count"
    with pytest.raises(NotUnderstoodError):
        understand("how many pupilz", SCHOOL, Meanings())


def test_a_sure_network_reads_words_that_are_not_known(monkeypatch: pytest.MonkeyPatch) -> None:
    _sure(monkeypatch, 0.9)
    found = understand("how many kiddos turned up", SCHOOL, Meanings())
    assert found == parse_question("how many kiddos turned up", SCHOOL).request


def test_a_reading_that_no_word_is_like_is_refused_however_sure_the_network_is(monkeypatch: pytest.MonkeyPatch) -> None:
    _sure(monkeypatch, 0.99)
    found = parse_question("how many kiddos turned up", SCHOOL)
    for likeness, taken in ((GROUNDED, True), (GROUNDED - 0.01, False)):
        seen = found._replace(evidence=found.evidence._replace(grounded=likeness))
        monkeypatch.setattr(combining, "parse_question", lambda *_, seen=seen: seen)
        if taken:
            assert understand("how many kiddos turned up", SCHOOL, Meanings()) == found.request
        else:
            with pytest.raises(NotUnderstoodError):
                understand("how many kiddos turned up", SCHOOL, Meanings())


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
    found = parse_question(question, SCHOOL)
    for alone, least in ((False, LIKELY), (True, LIKELY_ALONE)):
        parsed = found._replace(alone=alone)
        monkeypatch.setattr(combining, "parse_question", lambda *_, parsed=parsed: parsed)
        _sure(monkeypatch, least)
        with pytest.raises(NotUnderstoodError, match=perhaps):
            plan(question, SCHOOL)
        _sure(monkeypatch, least - 0.01)
        with pytest.raises(NotUnderstoodError) as caught:
            plan(question, SCHOOL)
        assert perhaps not in str(caught.value)


def test_figures_with_names_are_read_by_words_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    _sure(monkeypatch, 1.0)
    named = Meanings(measures=(Named("takings", ("takings",), select="SUM(lessons.fee)"),))
    with pytest.raises(NotUnderstoodError):
        understand("takings of the xyzzy pupils", SCHOOL, named)


def test_what_the_schema_does_not_hold_is_less_certain() -> None:
    known, unknown = (
        parse_question(text, SCHOOL) for text in ("how many pupils by town?", "how many sharks bit our pupils?")
    )
    assert 0 < certainty(unknown) < certainty(known) < 1
