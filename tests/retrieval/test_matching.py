"""How passages match a question: blocks, coverage of its words, and the cache of vectors."""

from __future__ import annotations

import pytest

from fingerpost.models.encoder import Batcher
from fingerpost.retrieval import matching
from fingerpost.retrieval.calibration import Calibration
from fingerpost.retrieval.matching import NO_MATCH, Matcher, QuestionMatch, answer_evidence, question_parts
from fingerpost.retrieval.search import Hit
from fingerpost.testing import WordEncoder
from fingerpost.types import Passage

SCALE = Calibration(0.3, 0.1, 0.2)
PAGES = (
    Passage("delivery.md", "Delivery", "The parcel arrives on Monday.\n\nExpress costs nine euros.", 0),
    Passage("returns.md", "Returns", "Earrings cannot be returned.\n\n<!-- asked as: devolver pendientes -->", 0),
    Passage("account.md", "Account", "Press the button of the password page.", 0),
)


def matched(question: str, passages: tuple[Passage, ...] = PAGES, limit: int = 8) -> QuestionMatch:
    encoder = WordEncoder()
    hits = [Hit(passage, 1.0, encoder.encode([passage.text])[0]) for passage in passages]
    return Matcher(Batcher(encoder)).match(question, encoder.encode([question])[0], hits, SCALE, (), limit)


def test_the_block_that_says_it_comes_first_and_its_hit_with_it() -> None:
    found = matched("what does express cost in euros")
    assert (found.hits[0].passage.file, found.blocks[0].text) == ("delivery.md", "Express costs nine euros.")
    found = matched("the password page")
    assert (found.hits[0].passage.file, found.blocks[0].hit) == ("account.md", 0)


def test_words_that_occur_nowhere_count_against_it() -> None:
    known, adjacent = matched("express parcel"), matched("express parcel helicopter kubernetes websocket")
    assert known.coverage == pytest.approx(1.0)
    assert adjacent.coverage < 0.7 < known.coverage
    assert (adjacent.similarity or 0.0) < (known.similarity or 0.0)


STORY = "My boss tried the kubernetes websocket yesterday, he was furious. Express costs nine euros?"


def test_a_story_around_a_question_does_not_count_against_it(monkeypatch: pytest.MonkeyPatch) -> None:
    told = matched(STORY)
    assert told.coverage == matched("Express costs nine euros?").coverage
    assert told.blocks[0].text == "Express costs nine euros."
    monkeypatch.setattr(matching, "question_parts", lambda question: [])
    assert answer_evidence(matched(STORY)) < answer_evidence(told)


def test_the_parts_of_a_message() -> None:
    assert question_parts("What does express cost in euros?") == []
    assert question_parts("Hi there! What does express cost, in euros?\nI need it today.") == [
        "What does express cost",
        "I need it today.",
    ]
    assert len(question_parts("one two three. " * 1000)) == matching.MAX_PARTS


def test_words_in_comments_cover_and_are_not_quoted() -> None:
    found = matched("devolver pendientes")
    assert found.coverage == pytest.approx(1.0)
    assert not any("asked as" in block.text for block in found.blocks)


def test_a_question_in_another_language_is_told() -> None:
    english = (Passage("a.md", "A", "This is what you have to do with the parcel.", 0),)
    assert not matched("what do I have to do with it?", english).foreign
    assert matched("¿qué tengo que hacer con esto?", english).foreign
    assert matched("o que eu tenho que fazer com isso?", english).foreign


def test_at_most_as_many_hits_as_asked_for_and_only_their_blocks() -> None:
    found = matched("express parcel", limit=1)
    assert [hit.passage.file for hit in found.hits] == ["delivery.md"]
    assert {block.hit for block in found.blocks} == {0}


def test_nothing_found_matches_nothing() -> None:
    assert matched("anything", ()) == NO_MATCH
    empty = matched("anything", (Passage("a.md", "A", "<!-- for search -->", 0),))
    assert (empty.blocks, empty.coverage) == ([], 0.0)


@pytest.mark.parametrize("question", ["?", "the", "42", "é" * 5000, "a " * 3000])
def test_any_text_can_be_asked(question: str) -> None:
    assert matched(question).hits


def test_vectors_are_encoded_once_and_the_cache_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    encoder = WordEncoder()
    matcher = Matcher(Batcher(encoder))
    hits = [Hit(passage, 1.0, encoder.encode([passage.text])[0]) for passage in PAGES]
    question, vector = "express parcel", encoder.encode(["express parcel"])[0]
    first = matcher.match(question, vector, hits, SCALE, (), 8)
    encoded = len(encoder.batches)
    second = matcher.match(question, vector, hits, SCALE, (), 8)
    assert (second.blocks, len(encoder.batches)) == (first.blocks, encoded)
    monkeypatch.setattr(matching, "CACHED_VECTORS", 5)
    third = Matcher(Batcher(encoder))
    assert third.match(question, vector, hits, SCALE, (), 8).blocks == first.blocks
    third.match(question, vector, hits, SCALE, (), 8)
    assert len(third._vectors) <= 40
