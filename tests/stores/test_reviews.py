"""Claims and labels of reviewers on both engines: nobody gets what another has, and every label counts once."""

from __future__ import annotations

import contextlib
import json
import threading
from concurrent.futures import ThreadPoolExecutor
from operator import methodcaller
from pathlib import Path
from typing import Any

import pytest

from fingerpost.errors import ConflictError, NotFoundError
from fingerpost.stores import Store, reviews, schema, stored_messages
from fingerpost.stores.reviews import LEASE, SKIP_SECONDS, ReviewCandidate, Reviewer
from fingerpost.stores.schema import MIGRATIONS
from fingerpost.types import Turn
from tests.stores.words import DAY, Clock, count, finish, start

ANA, BEN, TAB = Reviewer("ana"), Reviewer("ben"), Reviewer("ana", "tab 2")


def fill(store: Store, number: int = 6) -> list[ReviewCandidate]:
    """Store messages, and return them as candidates."""
    for i in range(number):
        turns = [Turn("user", f"message {i}", "refund", "student", 0.5), Turn("assistant", f"answer {i}")]
        store.write(f"s{i % 3}", f"r{i}", turns, routebook="shop")
    found = sorted(store.stored_messages("shop"), key=lambda message: message.id)
    return [ReviewCandidate(message.id, f"digest {message.text}", "shipping") for message in found]


def corrections(store: Store) -> list[str | None]:
    found = sorted(store.stored_messages("shop"), key=lambda message: message.id)
    return [message.corrected for message in found]


def claim(store: Store, who: Reviewer, among: list[ReviewCandidate], most: int = 2) -> list[int]:
    return store.reviews.claim("shop", who, among, most)


def label(store: Store, who: Reviewer, number: int, route: str | None) -> reviews.Label:
    return store.reviews.label("shop", who, number, route)[0]


# claims


def test_two_reviewers_get_different_messages_the_first_ones_first(store: Store) -> None:
    among = fill(store)
    numbers = [one.turn for one in among]
    assert claim(store, ANA, among) == numbers[:2]
    assert claim(store, BEN, among) == numbers[2:4]
    assert claim(store, TAB, among) == numbers[4:], "another desk of the same key has its own"
    assert claim(store, ANA, among) == numbers[:2], "what one has is kept on"
    assert claim(store, ANA, among, 3) == numbers[:2], "all others are taken"
    assert claim(store, Reviewer("eva"), among) == []
    assert store.reviews.held("shop", BEN) == set(numbers[2:4])


def test_what_is_labelled_meanwhile_or_gone_is_given_to_nobody(store: Store) -> None:
    among = fill(store)
    store.correct("r0", "shipping", "s0")
    store.forget(session="s1")
    gone = {message.request for message in store.stored_messages("shop")}
    assert len(claim(store, ANA, among, 10)) == len(gone) - 1


def test_the_same_words_of_two_sessions_are_one_message(store: Store) -> None:
    first, second, *_ = fill(store)
    same = [first, second._replace(digest=first.digest)]
    assert claim(store, ANA, same) == [first.turn]
    assert claim(store, BEN, list(reversed(same))) == []
    label(store, ANA, first.turn, "refund")
    assert claim(store, BEN, [same[1]]) == [], "a server that ranked before the label does not show it again"


def test_a_claim_ends_and_the_next_reviewer_gets_it(store: Store, clock: Clock) -> None:
    among = fill(store, 1)
    assert claim(store, ANA, among) == [among[0].turn]
    clock.pass_by(LEASE - 1)
    assert claim(store, BEN, among) == []
    clock.pass_by(2)
    assert store.reviews.held("shop", ANA) == set()
    assert claim(store, BEN, among) == [among[0].turn]
    with pytest.raises(ConflictError, match="is with ben now: take the next one"):
        label(store, ANA, among[0].turn, "refund")
    assert corrections(store) == [None]


def test_who_goes_on_keeps_it(store: Store, clock: Clock) -> None:
    among = fill(store, 1)
    for _ in range(4):
        assert claim(store, ANA, among) == [among[0].turn]
        clock.pass_by(LEASE / 2)
        assert claim(store, BEN, among) == []


def test_a_claim_of_a_clock_that_ran_ahead_does_not_stay_for_years(store: Store, clock: Clock) -> None:
    among = fill(store, 1)
    clock.jump(1000 * DAY)
    claim(store, ANA, among)
    clock.jump(-1000 * DAY)
    assert claim(store, BEN, among) == [among[0].turn]


def test_what_is_given_back_is_free_at_once(store: Store) -> None:
    among = fill(store)
    claim(store, ANA, among, 3)
    label(store, ANA, among[0].turn, "refund")
    assert store.reviews.release("shop", ANA) == 2
    assert claim(store, BEN, among, 9) == [one.turn for one in among[1:]]
    assert store.reviews.release("shop", ANA) == 0


def test_what_is_free_is_told_without_keeping_it(store: Store) -> None:
    among = fill(store)
    claim(store, ANA, among)
    assert store.reviews.free("shop", BEN, among) == [one.turn for one in among[2:]]
    assert store.reviews.free("shop", ANA, among) == [one.turn for one in among]
    assert count(store, "fingerpost_review_claims") == 2


def work_through(store: Store, among: list[ReviewCandidate], people: int) -> list[int]:
    """Let so many people label all messages at once; return the message of each label, in any order."""
    begin = threading.Barrier(people)

    def person(place: int) -> list[int]:
        who, done = Reviewer(f"p{place}"), list[int]()
        begin.wait(10)
        while mine := store.reviews.claim("shop", who, among, 2):
            for number in mine:
                with contextlib.suppress(ConflictError):
                    store.reviews.label("shop", who, number, f"route of {place}")
                done.append(number)
        return done

    with ThreadPoolExecutor(people) as pool:
        return [number for shown in pool.map(person, range(people)) for number in shown]


def test_reviewers_at_once_never_get_the_same_message(store: Store) -> None:
    among = fill(store, 60)
    shown = work_through(store, among, 6)
    assert sorted(shown) == [one.turn for one in among]
    assert len(store.reviews.labels("shop")) == 60


def test_claims_that_are_not_looked_at_are_found_out(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """The saboteur: a claim that does not ask who has a message."""
    monkeypatch.setattr(reviews, "_taken_digests", lambda *_: set())
    with pytest.raises(AssertionError):
        test_reviewers_at_once_never_get_the_same_message(store)


_PERSON = """
import json, sys, time
from pathlib import Path
from fingerpost.stores import Store
from fingerpost.stores.reviews import ReviewCandidate, Reviewer
url, name, among, folder = sys.argv[1], sys.argv[2], [ReviewCandidate(*one) for one in json.loads(sys.argv[3])], sys.argv[4]
with Store.open(url) as store:
    Path(folder, name).touch()
    while len(list(Path(folder).iterdir())) < 3:
        time.sleep(0.01)
    while mine := store.reviews.claim("shop", Reviewer(name), among, 1):
        for number in mine:
            store.reviews.label("shop", Reviewer(name), number, "refund")
            print(number)
            time.sleep(0.01)  # as people do; else one may be done before another has begun
"""


def test_reviewers_of_several_processes_never_get_the_same_message(url: str, tmp_path: Path) -> None:
    together = tmp_path / "together"
    together.mkdir()
    with Store.open(url) as store:
        among = fill(store, 60)
        people = [start(_PERSON, url, f"p{i}", json.dumps(among), str(together)) for i in range(3)]
        told = [finish(person).split() for person in people]
        assert sorted(int(number) for shown in told for number in shown) == [one.turn for one in among]
        assert sum(map(bool, told)) > 1, "they worked at once"
        assert sum(total for total, _ in store.reviews.counts("shop", 0.0).values()) == 60


# labels


def test_a_label_is_stored_once_however_often_it_is_sent(store: Store) -> None:
    [one] = fill(store, 1)
    claim(store, ANA, [one])
    given, new = store.reviews.label("shop", ANA, one.turn, "shipping")
    assert (given.route, given.decided, given.guess, new) == ("shipping", "refund", "shipping", True)
    with ThreadPoolExecutor(4) as pool:
        again = list(pool.map(lambda _: store.reviews.label("shop", ANA, one.turn, "shipping"), range(8)))
    assert again == [(given, False)] * 8
    assert corrections(store) == ["shipping"]
    assert store.reviews.counts("shop", 0.0) == {"ana": (1, 1)}


def test_a_label_that_is_not_looked_for_is_found_out(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """The saboteur: the second click is taken for a new label; even then the database refuses it."""
    monkeypatch.setattr(reviews, "_own_label", lambda *_: None)
    with pytest.raises(Exception, match=r"(?i)unique|duplicate"):
        test_a_label_is_stored_once_however_often_it_is_sent(store)


def test_another_label_by_the_same_person_replaces_it(store: Store) -> None:
    [one] = fill(store, 1)
    claim(store, ANA, [one])
    label(store, ANA, one.turn, "shipping")
    changed = label(store, ANA, one.turn, "product")
    assert (corrections(store), changed.guess) == (["product"], "shipping")
    assert store.reviews.counts("shop", 0.0) == {"ana": (1, 1)}
    store.reviews.undo("shop", ANA)
    assert corrections(store) == [None]


def test_what_somebody_else_labelled_or_has_is_not_overwritten(store: Store) -> None:
    first, second, *_ = fill(store)
    claim(store, ANA, [first])
    with pytest.raises(ConflictError, match="is with ana now"):
        label(store, BEN, first.turn, "product")
    label(store, ANA, first.turn, "shipping")
    with pytest.raises(ConflictError, match="was labelled shipping by ana: take the next one"):
        label(store, BEN, first.turn, "product")
    assert label(store, BEN, second.turn, "product").guess is None, "without a claim, where nobody else has it"
    assert corrections(store)[:2] == ["shipping", "product"]


def test_a_message_of_another_routebook_or_of_nobody_is_not_found(store: Store) -> None:
    [one] = fill(store, 1)
    store.write("x", "other", [Turn("user", "hello")], routebook="desk")
    other = next(message.id for message in store.stored_messages("desk"))
    for number in (other, one.turn + 1, 10_000):
        with pytest.raises(NotFoundError, match=f"item {number} is not in the store of shop"):
            label(store, ANA, number, "refund")


def test_a_skipped_message_goes_to_others_and_comes_back_after_a_day(store: Store, clock: Clock) -> None:
    [one] = fill(store, 1)
    claim(store, ANA, [one])
    skipped = label(store, ANA, one.turn, None)
    assert label(store, ANA, one.turn, None).id == skipped.id
    assert (skipped.route, corrections(store)) == (None, [None])
    assert claim(store, ANA, [one]) == []
    assert claim(store, BEN, [one]) == [one.turn]
    store.reviews.release("shop", BEN)
    assert store.reviews.counts("shop", 0.0) == {}
    clock.pass_by(SKIP_SECONDS + 1)
    assert claim(store, ANA, [one]) == [one.turn]


def test_a_message_is_skipped_at_each_desk_and_given_back_each_time(store: Store) -> None:
    [one] = fill(store, 1)
    skips = list[int]()
    for desk in (ANA, TAB):
        assert claim(store, desk, [one]) == [one.turn]
        skipped, new = store.reviews.label("shop", desk, one.turn, None)
        assert (skipped.route, new, store.reviews.held("shop", desk)) == (None, True, set())
        skips.append(skipped.id)
    assert (claim(store, ANA, [one]), claim(store, TAB, [one])) == ([], [])
    assert [[label.id for label in store.reviews.recent("shop", desk, 9)] for desk in (ANA, TAB)] == [
        skips[:1],
        skips[1:],
    ]
    assert claim(store, BEN, [one]) == [one.turn]


def test_a_message_is_skipped_again_after_a_day(store: Store, clock: Clock) -> None:
    [one] = fill(store, 1)
    for _ in range(3):
        assert claim(store, ANA, [one]) == [one.turn]
        skipped, new = store.reviews.label("shop", ANA, one.turn, None)
        assert (new, claim(store, ANA, [one])) == (True, [])
        assert [label.id for label in store.reviews.recent("shop", ANA, 9)] == [skipped.id], "the earlier one has ended"
        clock.pass_by(SKIP_SECONDS + 1)


def test_a_second_skip_gives_back_what_was_claimed_meanwhile(store: Store) -> None:
    [one] = fill(store, 1)
    skipped = label(store, ANA, one.turn, None)
    # As of a server whose clock was a day ahead.
    store._database.write(
        lambda connection: connection.execute(
            """INSERT INTO fingerpost_review_claims (routebook, digest, turn, reviewer, desk, guess, until, done)
            VALUES ('shop', ?, ?, 'ana', '', NULL, ?, 0)""",
            one.digest,
            one.turn,
            store.now() + LEASE,
        )
    )
    assert store.reviews.label("shop", ANA, one.turn, None) == (skipped, False)
    assert claim(store, BEN, [one]) == [one.turn]


def test_a_skip_of_what_one_labelled_changes_nothing(store: Store) -> None:
    first, second, *_ = fill(store)
    claim(store, ANA, [first])
    given = label(store, ANA, first.turn, "shipping")
    assert store.reviews.label("shop", TAB, first.turn, None) == (given, False)
    assert corrections(store)[0] == "shipping"
    assert claim(store, BEN, [second._replace(digest=first.digest)]) == [], "the same words are not shown again"


def test_the_same_label_counts_again_after_feedback_changed_the_message(store: Store) -> None:
    [one] = fill(store, 1)
    claim(store, ANA, [one])
    first = label(store, ANA, one.turn, "shipping")
    store.correct("r0", "product", "s0")
    second, new = store.reviews.label("shop", ANA, one.turn, "shipping")
    assert (new, second.id > first.id, second.guess, second.was) == (True, True, first.guess, "product")
    assert corrections(store) == ["shipping"]
    assert store.reviews.counts("shop", 0.0) == {"ana": (1, 1)}
    store.reviews.undo("shop", ANA)
    assert corrections(store) == ["product"], "the correction that it had before"


# undo


def test_labels_are_taken_back_one_after_the_other(store: Store) -> None:
    among = fill(store, 3)
    claim(store, ANA, among, 3)
    store.correct("r1", "earlier", "s1")
    given = [label(store, ANA, one.turn, route) for one, route in zip(among, ("a", "b", None), strict=True)]
    assert corrections(store) == ["a", "b", None]
    assert [one.id for one in store.reviews.recent("shop", ANA, 9)] == [one.id for one in reversed(given)]
    for place, left in ((2, ["a", "b", None]), (1, ["a", "earlier", None]), (0, [None, "earlier", None])):
        assert store.reviews.undo("shop", ANA).id == given[place].id
        assert corrections(store) == left
    with pytest.raises(NotFoundError, match="nothing to undo: no label is left"):
        store.reviews.undo("shop", ANA)
    assert store.reviews.counts("shop", 0.0) == {}
    assert claim(store, ANA, among, 3) == [among[0].turn, among[2].turn]


def test_what_is_taken_back_stays_with_the_person(store: Store) -> None:
    among = fill(store, 1)
    claim(store, ANA, among)
    label(store, ANA, among[0].turn, "a")
    store.reviews.undo("shop", ANA)
    assert claim(store, BEN, among) == []
    assert store.reviews.held("shop", ANA) == {among[0].turn}


def test_a_label_is_taken_back_once_and_only_by_who_gave_it(store: Store) -> None:
    among = fill(store, 2)
    first, second = (label(store, ANA, one.turn, "a") for one in among)
    assert store.reviews.undo("shop", ANA, first.id).undone == 0
    assert store.reviews.undo("shop", ANA, first.id).undone == 1, "a second click"
    assert corrections(store) == [None, "a"]
    for who, number in ((BEN, second.id), (ANA, 10_000)):
        with pytest.raises(NotFoundError, match="only your own labels can be taken back"):
            store.reviews.undo("shop", who, number)
    with pytest.raises(NotFoundError):
        store.reviews.undo("shop", TAB)
    assert corrections(store) == [None, "a"]


def test_what_was_corrected_since_stays_corrected(store: Store) -> None:
    [one] = fill(store, 1)
    label(store, ANA, one.turn, "a")
    store.correct("r0", "by feedback", "s0")
    store.reviews.undo("shop", ANA)
    assert corrections(store) == ["by feedback"]


# reading


def test_the_conversation_around_a_message(store: Store) -> None:
    among = fill(store, 12)
    found = store.reviews.context(among[6].turn)
    assert [turn.text for turn in found] == [
        "message 0", "answer 0", "message 3", "answer 3", "message 6", "answer 6", "message 9",
    ]  # fmt: skip
    assert [turn.id == among[6].turn for turn in found].index(True) == 4
    assert store.reviews.context(10_000) == []


def test_only_sessions_that_matter_are_read(store: Store) -> None:
    among = fill(store, 12)
    assert {message.session for message in store.reviews.latest("shop", 1)} == {"s2"}
    assert list(store.reviews.corrected("shop")) == []
    label(store, ANA, among[0].turn, "a")
    assert {message.session for message in store.reviews.corrected("shop")} == {"s0"}
    assert [message.id for message in store.reviews.session_of("shop", among[1].turn)] == [
        among[i].turn for i in (1, 4, 7, 10)
    ]
    assert list(store.reviews.latest("desk", 5)) == []


def test_sessions_are_looked_for_once_however_many_pages_are_read(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    among = fill(store, 30)
    for one in among[::2]:
        label(store, ANA, one.turn, "refund")
    whole = list(store.stored_messages("shop"))
    monkeypatch.setattr(stored_messages, "_PAGE", 4)
    monkeypatch.setattr(stored_messages, "_SESSIONS", 2)
    asked: list[str] = []
    read = store._database.read

    def noting(work: methodcaller) -> Any:
        asked.append(str(work))
        return read(work)

    monkeypatch.setattr(store._database, "read", noting)
    for found in (store.reviews.corrected("shop"), store.reviews.latest("shop", 15)):
        assert list(found) == whole, "session by session, in order"
        assert sum("DISTINCT session" in one for one in asked) == 1
        assert len(asked) > 5
        asked.clear()
    texts = [message.text for message in whole if message.corrected is not None]
    assert sorted(store.reviews.corrected_texts("shop")) == sorted(texts)


def test_labels_are_counted_by_person_and_since_a_time(store: Store, clock: Clock) -> None:
    among = fill(store, 4)
    label(store, ANA, among[0].turn, "a")
    clock.pass_by(DAY)
    since = clock.now
    label(store, ANA, among[1].turn, "a")
    label(store, BEN, among[2].turn, "a")
    label(store, BEN, among[3].turn, None)
    assert store.reviews.counts("shop", since) == {"ana": (2, 1), "ben": (1, 1)}
    assert len(store.reviews.labels("shop", since)) == 2


def test_an_older_database_gets_the_tables(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as before:
        before.setattr(schema, "MIGRATIONS", MIGRATIONS[: REVIEWS - 1])
        Store.open(url).close()
    with Store.open(url) as store:
        fill(store, 2)
        among = [ReviewCandidate(message.id, message.text) for message in store.stored_messages("shop")]
        assert len(claim(store, ANA, among)) == 2


REVIEWS = next(n for n, statements in enumerate(MIGRATIONS, 1) if "review_claims" in statements[0])
"""The number of the migration that brought the tables."""
