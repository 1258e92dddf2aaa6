"""The queue of messages to review: one for terminal, HTTP and console, shared by all servers on a store."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event, current_thread

import pytest

from fingerpost import Router
from fingerpost.errors import ConflictError, MessageError, NotFoundError
from fingerpost.learning import review_queue
from fingerpost.learning.review import ReviewItem, messages_to_review
from fingerpost.learning.review_queue import MAX_AGE, MIN_AGE, ReviewQueue, none_of_these
from fingerpost.observability.metrics import METRICS
from fingerpost.routebook.model import OUT_OF_SCOPE
from fingerpost.stores import Store
from fingerpost.stores.reviews import Reviewer
from fingerpost.stores.stored_messages import StoredMessage
from fingerpost.types import Turn
from tests.stores.server import Server

ANA, BEN = Reviewer("ana"), Reviewer("ben")
TEXTS = [
    "parcel or jacket, money or lamp?", "refund the parcel or send a lamp", "is the courier waterproof",
    "where did my shoes go", "do you deliver lamps in blue", "my money went to the courier",
]  # fmt: skip


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """A store with six messages, each of its own session."""
    url = f"sqlite:///{tmp_path / 'store.sqlite'}"
    if request.param == "postgresql":
        server: Server = request.getfixturevalue("postgres")
        url = server.make_database()
    with Store.open(url) as opened:
        for place, text in enumerate(TEXTS):
            opened.write(f"s{place}", f"r{place}", [Turn("user", text, "refund", "student", 0.5)], routebook="routes")
        yield opened


class Ticks:
    """A clock that only the test advances."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def ticks() -> Ticks:
    return Ticks()


@pytest.fixture
def queue(shop: Router, store: Store, ticks: Ticks) -> ReviewQueue:
    assert shop.routebook.name == "routes"
    return ReviewQueue(lambda: shop, store, clock=ticks)


def corrections(store: Store) -> dict[str, str | None]:
    return {message.text: message.corrected for message in store.stored_messages("routes")}


def test_people_on_two_servers_share_one_queue(queue: ReviewQueue, shop: Router, store: Store) -> None:
    other = ReviewQueue(lambda: shop, store)
    shown = [item.message.text for item in (*queue.claim(ANA, 3), *other.claim(BEN, 3))]
    assert sorted(shown) == sorted(TEXTS)
    assert queue.claim(Reviewer("eva")) == []
    assert [item.message.text for item in queue.claim(ANA, 3)] == shown[:3]
    assert [item.message.text for item in other.claim(ANA, 3)] == shown[:3], "wherever the person is served"


def test_twenty_labels_by_many_people_at_once_are_twenty(shop: Router, store: Store) -> None:
    for place in range(20):
        store.write(f"t{place}", f"q{place}", [Turn("user", f"lamp {place} money {place * 7}")], routebook="routes")
    queues = [ReviewQueue(lambda: shop, store) for _ in range(4)]

    def person(place: int) -> list[int]:
        who, shown = Reviewer(f"p{place}"), list[int]()
        while items := queues[place].claim(who, 1):
            queues[place].label(who, items[0].message.id, "refund")
            shown.append(items[0].message.id)
        return shown

    with ThreadPoolExecutor(4) as pool:
        found = [number for shown in pool.map(person, range(4)) for number in shown]
    assert len(found) == len(set(found)) == 26
    assert queues[0].progress(ANA).total == 26


def test_a_label_is_feedback_and_counts_once(queue: ReviewQueue, store: Store) -> None:
    [item] = queue.claim(ANA)
    before = METRICS.value("feedback", route="shipping")
    first, second = (queue.label(ANA, item.message.id, given) for given in ("shipping", " SHIPPING "))
    assert (first, corrections(store)[item.message.text]) == (second, "shipping")
    assert METRICS.value("feedback", route="shipping") == before + 1
    assert (first.guess, first.decided) == (item.guess, "refund")
    with pytest.raises(ConflictError):
        queue.label(BEN, item.message.id, "refund")
    with pytest.raises(MessageError, match="route 'nowhere' does not exist in routes"):
        queue.label(ANA, item.message.id, "nowhere")


def test_none_of_these_is_a_label_and_a_skip_is_none(queue: ReviewQueue, store: Store) -> None:
    first, second = queue.claim(ANA, 2)
    assert queue.label_none(ANA, first.message.id).route == OUT_OF_SCOPE == none_of_these(queue.book)
    assert queue.skip(ANA, second.message.id).route is None
    assert [corrections(store)[item.message.text] for item in (first, second)] == [OUT_OF_SCOPE, None]
    shown = [item.message.id for item in queue.claim(ANA, 9)]
    assert len(shown) == 4
    assert second.message.id in [item.message.id for item in queue.claim(BEN, 9)]
    assert [label.turn for label in queue.recent(ANA, 9)] == [second.message.id, first.message.id]


def test_what_is_taken_back_is_shown_again_wherever_the_person_is_served(
    queue: ReviewQueue, shop: Router, store: Store, ticks: Ticks
) -> None:
    [item] = queue.claim(ANA)
    queue.label(ANA, item.message.id, "shipping")
    # A server that ranked after the label does not have the message in its queue.
    other = ReviewQueue(lambda: shop, store)
    assert item.message.id not in [one.message.id for one in other.peek(ANA, 9)]
    assert other.undo(ANA).turn == item.message.id
    assert corrections(store)[item.message.text] is None
    for server in (other, queue):
        assert [one.message.id for one in server.claim(ANA)] == [item.message.id]
    assert item.message.id not in [one.message.id for one in other.claim(BEN, 9)]
    with pytest.raises(NotFoundError, match="nothing to undo"):
        queue.undo(ANA)


def test_an_undone_skip_is_claimed_at_once(queue: ReviewQueue) -> None:
    [item] = queue.claim(ANA)
    queue.skip(ANA, item.message.id)
    queue.undo(ANA)
    assert item.message.id not in [one.message.id for one in queue.claim(BEN, 9)]
    assert [one.message.id for one in queue.claim(ANA)] == [item.message.id]


def test_what_is_given_back_is_for_others(queue: ReviewQueue) -> None:
    queue.claim(ANA, 6)
    assert (queue.claim(BEN), queue.progress(BEN).left) == ([], 0)
    assert queue.release(ANA) == 6
    assert queue.progress(BEN).left == len(queue.claim(BEN, 9)) == 6


def test_progress_is_by_person_and_day(queue: ReviewQueue) -> None:
    nothing = queue.progress(ANA)
    assert (nothing.total, nothing.left, nothing.by_reviewer) == (0, 6, {})
    first, second, third = queue.claim(ANA, 3)
    queue.label(ANA, first.message.id, "refund")
    queue.label(ANA, second.message.id, "refund")
    queue.skip(ANA, third.message.id)
    queue.label(BEN, queue.claim(BEN)[0].message.id, "product")
    progress = queue.progress(ANA)
    assert progress.by_reviewer == {"ana": (2, 2), "ben": (1, 1)}
    assert (progress.mine, progress.mine_today, progress.total, progress.today) == (2, 2, 3, 3)
    assert progress.left == 3, "ben was given what ana skipped"
    queue.skip(ANA, queue.claim(ANA)[0].message.id)
    assert queue.progress(ANA).left == 2


def test_new_messages_come_in_after_a_while_and_at_once_where_nothing_is_left(
    queue: ReviewQueue, store: Store, ticks: Ticks
) -> None:
    for item in queue.claim(ANA, 6):
        queue.label(ANA, item.message.id, "refund")
    store.write("late", "late", [Turn("user", "is the parcel blue", "refund", "llm", 0.2)], routebook="routes")
    assert queue.claim(ANA) == []
    ticks.now = MIN_AGE
    assert [item.message.text for item in queue.claim(ANA)] == ["is the parcel blue"]
    store.write("later", "later", [Turn("user", "is the lamp a refund", "refund", "llm", 0.2)], routebook="routes")
    assert len(queue.peek(ANA, 9)) == 1
    ticks.now = MIN_AGE + MAX_AGE
    assert len(queue.peek(ANA, 9)) == 2


def test_messages_are_ranked_once_for_many_reviewers(
    queue: ReviewQueue, monkeypatch: pytest.MonkeyPatch, shop: Router
) -> None:
    calls = list[int]()

    def counted(router: Router, messages: Iterable[StoredMessage], last: int, labelled: set[str]) -> list[ReviewItem]:
        calls.append(last)
        return messages_to_review(router, messages, last, labelled)

    monkeypatch.setattr(review_queue, "messages_to_review", counted)
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda place: queue.claim(Reviewer(f"p{place}")), range(4)))
    assert len(calls) == 1
    other = shop.rebuilt(shop.routebook)
    queue._router = lambda: other
    queue.peek(ANA, 1)
    assert len(calls) == 2, "another classifier has another order"


def test_the_old_order_is_served_while_a_new_one_is_made(
    queue: ReviewQueue, store: Store, ticks: Ticks, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, go_on = Event(), Event()

    def slow(router: Router, messages: Iterable[StoredMessage], last: int, labelled: set[str]) -> list[ReviewItem]:
        begun.set()
        assert go_on.wait(20)
        return messages_to_review(router, messages, last, labelled)

    old = [item.message.id for item in queue.peek(ANA, 9)]
    store.write("late", "late", [Turn("user", "is the parcel blue", "refund", "llm", 0.2)], routebook="routes")
    ticks.now = MAX_AGE
    monkeypatch.setattr(review_queue, "messages_to_review", slow)
    with ThreadPoolExecutor(2) as pool:
        new = pool.submit(queue.peek, ANA, 9)
        assert begun.wait(10)
        meanwhile = pool.submit(queue.peek, BEN, 9)
        try:
            assert [item.message.id for item in meanwhile.result(10)] == old
        finally:
            go_on.set()
        assert len(new.result(10)) == len(queue.peek(BEN, 9)) == len(old) + 1


async def test_the_review_runs_on_threads_of_its_own(queue: ReviewQueue) -> None:
    def work(number: int) -> tuple[int, str]:
        return number, current_thread().name

    number, name = await queue.run(work, 7)
    assert (number, name.startswith("fingerpost-review")) == (7, True)
    queue.after_fork()
    assert (await queue.run(work, number=8))[0] == 8, "not on threads of the parent"


def test_no_digest_can_be_found_by_trying_texts(queue: ReviewQueue, store: Store) -> None:
    from hashlib import sha256

    [item] = queue.claim(ANA)
    rows = store._database.read(lambda connection: connection.query("SELECT digest FROM fingerpost_review_claims"))
    assert rows[0][0] not in {sha256(text.encode()).hexdigest() for text in (item.key, item.message.text)}


def test_one_message_and_its_conversation(queue: ReviewQueue) -> None:
    [item] = queue.claim(ANA)
    assert queue.item(item.message.id) == item
    assert [turn.text for turn in queue.conversation(item.message.id)] == [item.message.text]
    with pytest.raises(NotFoundError, match="item 4711 is not in the store of routes"):
        queue.item(4711)
