"""Which stored messages a person is shown first."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fingerpost import Router
from fingerpost.learning.review import (
    DISAGREEMENT,
    NEW_TOPIC,
    SIMILAR,
    UNCERTAIN,
    ReviewItem,
    item_of,
    messages_to_review,
    unreviewed_texts,
)
from fingerpost.learning.review import (
    SURE as CERTAIN,
)
from fingerpost.routebook.model import Thresholds
from fingerpost.routing.student.model import NO_THRESHOLD
from tests.learning.talk import Talk

SURE, UNSURE = "where is my parcel", "parcel or jacket, money or lamp?"


def shown(router: Router, *talks: Talk, last: int = 100) -> list[ReviewItem]:
    return messages_to_review(router, [said for talk in talks for said in talk.said], last)


def test_where_the_student_disagrees_comes_first_then_the_least_sure(shop: Router) -> None:
    talk = Talk().say(SURE, "shipping", "student", 0.97).say(UNSURE, "refund", "fallback", 0.4)
    talk.say("track the parcel please", "refund", "llm", 0.7)
    found = shown(shop, talk)
    assert found[0].message.text == "track the parcel please"
    assert (found[0].kind, found[0].guess) == (DISAGREEMENT, "shipping")
    assert found[0].why.startswith("decided refund, and the classifier now says shipping (0.")
    assert found[-1].message.text == SURE
    assert found[-1].kind != DISAGREEMENT


def test_what_a_rule_decided_comes_last_whatever_the_student_thinks(shop: Router) -> None:
    talk = Talk().say("track the parcel please", "refund", "rules", 1.0).say(SURE, "shipping", "student", 0.97)
    assert [one.message.layer for one in shown(shop, talk)] == ["student", "rules"]


def test_what_a_person_has_seen_is_not_shown_again(shop: Router) -> None:
    talk = Talk().say(SURE, "shipping", corrected="shipping").say(UNSURE, "refund").say("  ", "refund")
    assert [one.message.text for one in shown(shop, talk)] == [UNSURE]


def test_a_choice_between_routes_is_offered_to_nobody(shop: Router) -> None:
    """The saboteur is the layer: by any other one the same text is offered."""
    talk = Talk().say(UNSURE, "refund", "student", 0.5)
    talk.say("the second", "refund", "choice", 1.0).say("the last", "refund", "student", 0.5)
    assert {one.message.text for one in shown(shop, talk)} == {UNSURE, "the last"}
    assert "the second" not in {one.text for one in unreviewed_texts(shop, talk.said)[0]}


def test_no_text_is_shown_twice_and_only_the_newest_are_looked_at(shop: Router) -> None:
    talk = Talk()
    for number in range(5):
        talk.say(SURE, "shipping", "llm", 0.6).say(f"{UNSURE} {number}", "refund", "llm", 0.5)
    assert len(shown(shop, talk)) == 6
    assert {one.message.id for one in shown(shop, talk, last=2)} == {9, 10}


def test_a_leaning_message_is_judged_after_its_turn_and_shown_with_it(shop: Router) -> None:
    talk = Talk().say("do you sell blue shoes", "product", "student").say("and that one?", "product", "llm", 0.6)
    [leaning] = [one for one in shown(shop, talk) if one.message.text == "and that one?"]
    assert leaning.refers_to is not None
    assert (leaning.refers_to.text, leaning.refers_to.route, leaning.guess) == (
        "do you sell blue shoes",
        "product",
        "product",
    )


def test_without_a_student_the_least_sure_come_first() -> None:
    from fingerpost import Route, Rule
    from fingerpost.settings import Settings

    router = Router([Route("a"), Route("b")], rules=[Rule("x", "a", contains=("x",))], settings=Settings(cache=None))
    talk = Talk().say("one", "a", "llm", 0.9).say("two", "b", "llm", 0.2)
    assert [(one.message.text, one.guess) for one in shown(router, talk)] == [("two", None), ("one", None)]


def test_nothing_stored_is_nothing_to_see(shop: Router) -> None:
    assert shown(shop) == []


def kinds(found: list[ReviewItem]) -> dict[str, str]:
    return {one.message.text: one.kind for one in found}


def test_each_message_says_why_it_is_shown(shop: Router) -> None:
    talk = Talk().say("where is my parcel now", "shipping", "student", 0.97)
    talk.say("money back or a parcel", "refund", "student", 0.4).say("money back or a parcel!!", "refund", "llm", 0.4)
    talk.say("where is my parcel today", "shipping", "rules", 1.0)
    found = shown(shop, talk)
    assert kinds(found)["where is my parcel today"] == CERTAIN
    unsure = next(one for one in found if one.message.text.startswith("money back"))
    assert unsure.kind in (UNCERTAIN, DISAGREEMENT, SIMILAR)
    assert len(unsure.guesses) == 3
    assert sum(confidence for _, confidence in unsure.guesses) <= 1.0 + 1e-6
    assert all(one.why for one in found)


def test_a_guess_below_the_threshold_is_not_called_sure(shop: Router, monkeypatch: pytest.MonkeyPatch) -> None:
    student = shop.warm_student()
    assert student is not None
    talk = Talk().say("where is my parcel now", "shipping", "fallback", 0.97)
    monkeypatch.setattr(student, "threshold", 0.5)
    [sure] = all_of(shop, talk)
    assert (sure.kind, sure.why.startswith("the classifier is sure of shipping")) == (CERTAIN, True)
    monkeypatch.setattr(student, "threshold", 0.9999)
    [unsure] = all_of(shop, talk)
    assert unsure.kind == UNCERTAIN
    assert unsure.why.startswith("probably shipping, but the classifier is not sure: confidence 0.")
    assert unsure.why.endswith("is below the threshold of 1.00")
    fixed = replace(shop.routebook, thresholds=Thresholds(accept=0.5))
    monkeypatch.setattr(shop, "routebook", fixed)
    [accepted] = all_of(shop, talk)
    assert accepted.kind == CERTAIN, "the routebook fixes another threshold"


def test_what_the_student_knows_nothing_of_is_a_new_topic(shop: Router, monkeypatch: pytest.MonkeyPatch) -> None:
    """The saboteur is the threshold: with none, nothing is a new topic."""
    student = shop.warm_student()
    assert student is not None
    talk = Talk().say("quantum chromodynamics lectures in Basel", "refund", "student", 0.5)
    monkeypatch.setattr(student, "familiarity_threshold", 1e6)
    assert NEW_TOPIC in kinds(all_of(shop, talk)).values()
    monkeypatch.setattr(student, "familiarity_threshold", NO_THRESHOLD)
    monkeypatch.setattr(student, "scope_threshold", NO_THRESHOLD)
    assert NEW_TOPIC not in kinds(all_of(shop, talk)).values()


def all_of(router: Router, talk: Talk) -> list[ReviewItem]:
    """Return each message as an item."""
    return [item for said in talk.said if (item := item_of(router, talk.said, said.id)) is not None]


def test_a_text_that_was_labelled_elsewhere_is_not_shown_unless_it_leans(shop: Router) -> None:
    talk = Talk().say("do you sell blue shoes", "product", "student").say("and that one?", "product", "llm", 0.6)
    said = talk.say("Where is my parcel?", "shipping", "llm", 0.6).said
    texts = {one.message.text for one in messages_to_review(shop, said, 10, ["where is my parcel", "and that one?"])}
    assert texts == {"do you sell blue shoes", "and that one?"}


def test_the_same_words_after_different_routes_are_two_messages(shop: Router) -> None:
    first = Talk("a").say("do you sell blue shoes", "product", "student").say("and that one?", "product", "llm", 0.6)
    second = Talk("b").say("track the parcel please", "shipping", "student").say("and that one?", "product", "llm", 0.6)
    found = [one for one in shown(shop, first, second) if one.message.text == "and that one?"]
    assert len({one.key for one in found}) == 2


def test_one_message_is_found_whether_it_is_labelled_or_not(shop: Router) -> None:
    talk = Talk().say(SURE, "shipping", corrected="shipping").say(UNSURE, "refund")
    for number, text in ((1, SURE), (2, UNSURE)):
        item = item_of(shop, talk.said, number)
        assert item is not None
        assert (item.message.text, item.guess is not None) == (text, True)
    assert item_of(shop, talk.said, 3) is None
