"""Which stored messages a person is shown first."""

from __future__ import annotations

from fingerpost import Router
from fingerpost.learning.review import ReviewItem, messages_to_review, unreviewed_texts
from tests.learning.talk import Talk

SURE, UNSURE = "where is my parcel", "parcel or jacket, money or lamp?"


def shown(router: Router, *talks: Talk, last: int = 100) -> list[ReviewItem]:
    return messages_to_review(router, [said for talk in talks for said in talk.said], last)


def test_where_the_student_disagrees_comes_first_then_the_least_sure(shop: Router) -> None:
    talk = Talk().say(SURE, "shipping", "student", 0.97).say(UNSURE, "refund", "fallback", 0.4)
    talk.say("track the parcel please", "refund", "llm", 0.7)
    found = shown(shop, talk)
    assert found[0].message.text == "track the parcel please"
    assert found[0].disagree
    assert found[0].student == "shipping"
    assert found[-1].message.text == SURE
    assert not found[-1].disagree


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
    assert (leaning.refers_to.text, leaning.refers_to.route, leaning.student) == (
        "do you sell blue shoes",
        "product",
        "product",
    )


def test_without_a_student_the_least_sure_come_first() -> None:
    from fingerpost import Route, Rule
    from fingerpost.settings import Settings

    router = Router([Route("a"), Route("b")], rules=[Rule("x", "a", contains=("x",))], settings=Settings(cache=None))
    talk = Talk().say("one", "a", "llm", 0.9).say("two", "b", "llm", 0.2)
    assert [(one.message.text, one.student) for one in shown(router, talk)] == [("two", None), ("one", None)]


def test_nothing_stored_is_nothing_to_see(shop: Router) -> None:
    assert shown(shop) == []
