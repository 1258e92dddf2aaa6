"""Words and network ask the same, or the network is sure; else a question is refused, with what it may mean."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlglot", reason="questions are read with the extra fingerpost[analytics]")

from fingerpost.assistants.agents.analytics.plan import plan
from fingerpost.assistants.agents.analytics.planner.measures import Meanings, Named
from fingerpost.assistants.agents.analytics.planner.request import NotUnderstoodError
from fingerpost.assistants.agents.analytics.semantic_parser import hybrid_parser
from fingerpost.assistants.agents.analytics.semantic_parser.hybrid_parser import understand
from fingerpost.assistants.agents.analytics.semantic_parser.parse import (
    LIKELY,
    SURE,
    NetworkReading,
    Parsed,
    certainty,
    parse_question,
)
from fingerpost.assistants.agents.analytics.semantic_parser.rule_based_parse import WordsReading, read_words
from tests.assistants.agents.analytics.semantic_parser.school import SCHOOL

UNREAD = WordsReading()


def _sure(monkeypatch: pytest.MonkeyPatch, chance: float) -> None:
    monkeypatch.setattr(hybrid_parser, "certainty", lambda _: chance)


def _reads(monkeypatch: pytest.MonkeyPatch, parsed: Parsed) -> None:
    monkeypatch.setattr(hybrid_parser, "parse_question", lambda *_: parsed)


def _silent(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> Parsed:
        raise NotUnderstoodError("nothing fits together")

    monkeypatch.setattr(hybrid_parser, "parse_question", refuse)


@pytest.mark.parametrize(("question", "enough"), [("how many pupils", LIKELY), ("how many pupilz", SURE)])
def test_less_is_enough_where_known_words_ask_the_same(
    question: str, enough: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    _reads(monkeypatch, NetworkReading(question, SCHOOL, read_words(question, SCHOOL, Meanings())).by_all())
    _sure(monkeypatch, enough)
    assert understand(question, SCHOOL, Meanings()).measures[0].how == "count"
    _sure(monkeypatch, enough - 0.01)
    with pytest.raises(NotUnderstoodError):
        understand(question, SCHOOL, Meanings())


def test_known_words_that_the_network_reads_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    """The network decides where it is sure; else they are refused with what the words may mean."""
    other = parse_question("list the lessons", SCHOOL, UNREAD)
    _reads(monkeypatch, other)
    _sure(monkeypatch, SURE)
    assert understand("pupils that left", SCHOOL, Meanings()) == other.request
    _sure(monkeypatch, LIKELY - 0.01)
    with pytest.raises(NotUnderstoodError, match="two ways") as caught:
        understand("pupils that left", SCHOOL, Meanings())
    assert caught.value.guess is not None
    assert caught.value.guess.mentioned != other.request.mentioned


def test_known_words_decide_figures_by_group_and_texts_in_quotes(monkeypatch: pytest.MonkeyPatch) -> None:
    _reads(monkeypatch, parse_question("list the lessons", SCHOOL, UNREAD))
    _sure(monkeypatch, 1.0)
    assert understand("how many pupils by town", SCHOOL, Meanings()).groups
    assert understand('how many pupils with the town "Porto"', SCHOOL, Meanings()).wheres


def test_a_sure_network_that_drops_a_number_is_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """However sure it is: the year of the question stands nowhere in what it reads."""
    other = parse_question("list the lessons", SCHOOL, UNREAD)
    _reads(monkeypatch, other)
    _sure(monkeypatch, 1.0)
    with pytest.raises(NotUnderstoodError, match="two ways") as caught:
        understand("pupils that left in 2024", SCHOOL, Meanings())
    assert caught.value.guess is not None
    assert [when.spans for when in caught.value.guess.whens] == [(("2024-01-01", "2025-01-01"),)]
    # The saboteur: without the account it is.
    monkeypatch.setattr(hybrid_parser, "accounted", lambda _, request, *__: request)
    assert understand("pupils that left in 2024", SCHOOL, Meanings()) == other.request


@pytest.mark.parametrize("question", ["how many pupils", "how many pupilz"])
def test_nothing_is_sure_where_the_network_reads_nothing(question: str, monkeypatch: pytest.MonkeyPatch) -> None:
    _silent(monkeypatch)
    with pytest.raises(NotUnderstoodError):
        understand(question, SCHOOL, Meanings())


def test_a_sure_network_reads_words_that_are_not_known(monkeypatch: pytest.MonkeyPatch) -> None:
    _sure(monkeypatch, SURE)
    found = understand("how many kiddos turned up", SCHOOL, Meanings())
    assert found == parse_question("how many kiddos turned up", SCHOOL, UNREAD).request


def test_an_unsure_one_is_refused_with_the_words(monkeypatch: pytest.MonkeyPatch) -> None:
    _sure(monkeypatch, LIKELY)
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
    _reads(monkeypatch, parse_question(question, SCHOOL, UNREAD))
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
    known, unknown = (
        parse_question(text, SCHOOL, UNREAD) for text in ("how many pupils by town?", "how many sharks bit our pupils?")
    )
    assert 0 < certainty(unknown) < certainty(known) < 1
