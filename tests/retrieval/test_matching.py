"""How passages match a question: blocks, coverage of its words, and the cache of vectors."""

from __future__ import annotations

from math import inf

import numpy as np
import pytest

from fingerpost.models.encoder import Batcher
from fingerpost.retrieval import matching
from fingerpost.retrieval.calibration import Calibration
from fingerpost.retrieval.matching import NO_MATCH, Matcher, QuestionMatch, QuestionPart, answer_evidence
from fingerpost.retrieval.question_parts import question_parts
from fingerpost.retrieval.searched_index import Hit
from fingerpost.testing import WordEncoder
from fingerpost.types import Passage

SCALE = Calibration(0.3, 0.1, 0.2)
PAGES = (
    Passage("delivery.md", "Delivery", "The parcel arrives on Monday.\n\nExpress costs nine euros.", 0),
    Passage("returns.md", "Returns", "Earrings cannot be returned.\n\n<!-- asked as: devolver pendientes -->", 0),
    Passage("account.md", "Account", "Press the button of the password page.", 0),
)


def matched(
    question: str, passages: tuple[Passage, ...] = PAGES, limit: int = 8, *, apart: bool = True
) -> QuestionMatch:
    encoder = WordEncoder()
    hits = [Hit(passage, 1.0, encoder.encode([passage.text])[0]) for passage in passages]
    parts = [QuestionPart(part, encoder.encode([part])[0]) for part in question_parts(question) if apart]
    return Matcher(Batcher(encoder)).match(question, encoder.encode([question])[0], hits, SCALE, (), limit, parts)


def test_the_block_that_says_it_comes_first_and_its_hit_with_it() -> None:
    found = matched("what does express cost in euros")
    assert (found.hits[0].passage.file, found.blocks[0].text) == ("delivery.md", "Express costs nine euros.")
    found = matched("the password page")
    assert (found.hits[0].passage.file, found.blocks[0].hit) == ("account.md", 0)


def test_what_was_learned_of_answers_is_evidence_and_changes_no_order(monkeypatch: pytest.MonkeyPatch) -> None:
    known = matched("what does express cost")
    for learned in (2.0, -2.0):
        monkeypatch.setattr(
            matching, "affinity", lambda encoder, vector, texts, learned=learned: np.full(len(texts), learned)
        )
        found = matched("what does express cost")
        assert (found.affinity, found.blocks) == (learned, known.blocks)
        assert (answer_evidence(found) > answer_evidence(known)) == (learned > 0)


def test_words_that_occur_nowhere_count_against_it() -> None:
    known, adjacent = matched("express parcel"), matched("express parcel helicopter kubernetes websocket")
    assert known.coverage == pytest.approx(1.0)
    assert adjacent.coverage < 0.7 < known.coverage
    assert (adjacent.similarity or 0.0) < (known.similarity or 0.0)


STORY = "My boss tried the kubernetes websocket yesterday, he was furious. Express costs nine euros?"


def test_a_story_around_a_question_does_not_count_against_it() -> None:
    told, apart = matched(STORY), matching.PART_BONUS * len(question_parts(STORY))
    assert told.blocks[0].text == "Express costs nine euros."
    by_the_whole = answer_evidence(told._replace(best_part=-inf))
    assert by_the_whole - answer_evidence(matched(STORY, apart=False)) == pytest.approx(apart)
    assert by_the_whole > 0


OTHER = "Express costs nine euros? Kubernetes websocket helicopter deployment certificate?"


def test_a_part_that_is_clearly_answered_answers_beside_something_else(monkeypatch: pytest.MonkeyPatch) -> None:
    alone, found = matched("Express costs nine euros?"), matched(OTHER)
    assert answer_evidence(found) == answer_evidence(alone) - matching.CLEAR_PART > 0
    monkeypatch.setattr(matching, "CLEAR_PART", 100)
    assert answer_evidence(found) < 2 < answer_evidence(alone), "the whole is less like the pages"


def test_a_part_must_reach_more_than_the_whole() -> None:
    near = NO_MATCH._replace(similarity=-10.0, best_part=matching.CLEAR_PART - 0.1)
    assert answer_evidence(near) < 0 < answer_evidence(near._replace(best_part=matching.CLEAR_PART + 0.1))
    assert matched(OTHER).coverage < 0.6


def test_no_more_than_three_parts_count_for_a_message() -> None:
    found = matched(STORY)._replace(parts=matching.MAX_BONUS_PARTS)
    assert answer_evidence(found._replace(parts=6)) == answer_evidence(found)


BOTH = "Express costs nine euros? Press which button of the password page?"


def test_each_part_that_is_answered_has_its_own_best_block() -> None:
    found = matched(BOTH)
    assert [blocks[0].text for blocks in found.of_parts] == [
        "Express costs nine euros.",
        "Press the button of the password page.",
    ]
    assert [found.hits[blocks[0].hit].passage.file for blocks in found.of_parts] == ["delivery.md", "account.md"]
    assert matched(BOTH, apart=False).of_parts == []
    assert [blocks[0].text for blocks in matched(STORY).of_parts] == ["Express costs nine euros."], "no story"


def test_the_best_hit_of_each_part_is_kept() -> None:
    found = matched(BOTH, limit=2)
    assert {hit.passage.file for hit in found.hits} == {"delivery.md", "account.md"}
    assert all(found.of_parts)


def test_a_page_that_is_called_by_its_name_is_kept_with_the_block_that_opens_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(matching, "COMPARED_BLOCKS", 1)
    pages = (*PAGES, Passage("setPrice.md", "setPrice", "It is a command.", 0))
    found = matched("what does express cost, setPrice?", pages, limit=2)
    assert {hit.passage.file for hit in found.hits} == {"delivery.md", "setPrice.md"}
    assert "It is a command." in [block.text for block in found.blocks]
    assert "setPrice.md" not in [hit.passage.file for hit in matched("what does express cost", pages, limit=2).hits]


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
