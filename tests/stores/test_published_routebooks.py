"""Published routebooks on both engines: adding, polling, reading and withdrawing versions."""

from __future__ import annotations

import threading

import pytest

from fingerpost.errors import ConflictError, StoreError
from fingerpost.stores import Store, schema
from fingerpost.stores.published_routebooks import MAX_VERSIONS, PublishedVersion
from tests.stores.words import count


def test_the_last_one_that_was_published_is_the_latest(store: Store) -> None:
    assert store.published.latest("shop") is None
    assert store.published.add("shop", "a", '{"routebook.toml": "uno, dos, ação \\u0000"}') == 1
    assert store.published.add("shop", "b", "{}") == 2
    assert store.published.add("other", "c", "{}") == 1
    assert store.published.latest("shop") == PublishedVersion(2, "b")
    assert store.published.read("shop", 1) == '{"routebook.toml": "uno, dos, ação \\u0000"}'
    with pytest.raises(StoreError, match="other has no published version 2"):
        store.published.read("other", 2)


def test_the_latest_again_is_no_new_version_but_an_earlier_one_is(store: Store) -> None:
    assert [store.published.add("shop", digest, digest) for digest in ("a", "a", "b", "a")] == [1, 1, 2, 3]
    assert store.published.latest("shop") == PublishedVersion(3, "a")
    assert count(store, "fingerpost_published") == 3


def test_what_is_withdrawn_is_not_served_and_its_number_not_used_again(store: Store) -> None:
    assert store.published.withdraw("shop") is None
    store.published.add("shop", "a", "{}")
    store.published.add("shop", "b", "{}")
    store.published.add("other", "c", "{}")
    assert store.published.withdraw("shop") == 2
    assert store.published.latest("shop") is None, "nor is the one before it"
    assert store.published.withdraw("shop") is None
    assert store.published.latest("other") == PublishedVersion(1, "c")
    assert store.published.add("shop", "b", "{}") == 3
    assert store.published.latest("shop") == PublishedVersion(3, "b")


def test_old_versions_go(store: Store) -> None:
    foreign = store.published.add("other", "x", "{}")
    for number in range(1, MAX_VERSIONS + 4):
        store.published.add("shop", str(number), "{}")
    assert count(store, "fingerpost_published") == MAX_VERSIONS + 1
    assert store.published.read("shop", 4) == "{}"
    with pytest.raises(StoreError, match="no published version 3 any more"):
        store.published.read("shop", 3)
    assert store.published.read("other", foreign) == "{}"


def test_two_that_publish_at_once_get_two_numbers(store: Store) -> None:
    numbers: list[int] = []

    def publish(who: int) -> None:
        numbers.extend(store.published.add("shop", f"{who}-{i}", "{}") for i in range(10))

    threads = [threading.Thread(target=publish, args=(who,)) for who in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(numbers) == list(range(1, 41))


def test_a_store_of_the_version_before_gets_the_table(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as then:
        then.setattr(schema, "MIGRATIONS", schema.MIGRATIONS[:5])
        with Store.open(url) as store, pytest.raises(StoreError):
            store.published.add("shop", "a", "{}")
    with Store.open(url) as store:
        assert store.published.add("shop", "a", "{}") == 1


def test_roll_back_serves_the_version_before_and_at_last_the_folders(store: Store) -> None:
    for digest in ("a", "b", "c"):
        store.published.add("shop", digest, digest, who="ana")
    assert store.published.roll_back("shop", 3, "ben") == PublishedVersion(2, "b")
    assert store.published.latest("shop") == PublishedVersion(2, "b"), "the new one must not be kept"
    with pytest.raises(ConflictError, match="version 2 is served by now"):
        store.published.roll_back("shop", 3, "eve")
    assert store.published.add("shop", "c", "c", who="eve") == 4, "what was rolled back may be published again"
    assert store.published.roll_back("shop", 4) == PublishedVersion(2, "b"), "and goes back to what it replaced"
    assert store.published.roll_back("shop", 2) == PublishedVersion(1, "a")
    assert store.published.roll_back("shop", 1) is None
    with pytest.raises(ConflictError, match="own folders are served by now"):
        store.published.roll_back("shop", 1)


def test_roll_back_past_the_versions_that_are_kept_is_refused_and_changes_nothing(store: Store) -> None:
    for number in range(1, MAX_VERSIONS + 2):
        store.published.add("shop", str(number), "{}")
    for number in range(MAX_VERSIONS + 1, 2, -1):
        assert store.published.roll_back("shop", number) == PublishedVersion(number - 1, str(number - 1))
    with pytest.raises(ConflictError, match="version 1, which served before version 2, is no longer kept"):
        store.published.roll_back("shop", 2)
    assert store.published.latest("shop") == PublishedVersion(2, "2")
    assert store.published.withdraw("shop") == 2


def test_a_version_knows_who_published_it_from_which_with_what_figures_and_who_took_it_back(store: Store) -> None:
    store.published.add("shop", "a", "{}")
    store.published.add("shop", "b", "{}", who="ana", figures={"traffic": {"changed": 2}})
    store.published.roll_back("shop", 2, "ben")
    second, first = store.published.versions("shop")
    assert (second.who, second.parent, second.figures) == ("ana", 1, {"traffic": {"changed": 2}})
    assert (second.withdrawn, second.ended_by, second.ended_at is not None) == (True, "ben", True)
    assert (first.who, first.parent, first.figures, first.withdrawn) == ("", None, None, False)


def test_what_others_published_meanwhile_is_not_replaced_unseen(store: Store) -> None:
    store.published.add("shop", "a", "{}", since=None)
    with pytest.raises(ConflictError, match="version 1 is served by now"):
        store.published.add("shop", "b", "{}", since=None)
    assert store.published.add("shop", "b", "{}", since=1) == 2
    with pytest.raises(ConflictError):
        store.published.add("shop", "c", "{}", since=1)
    assert store.published.latest("shop") == PublishedVersion(2, "b")


def test_what_can_serve_again_is_kept_though_many_were_taken_back_since(store: Store) -> None:
    store.published.add("shop", "good", "good")
    for number in range(2, MAX_VERSIONS + 5):
        assert store.published.add("shop", str(number), "{}") == number
        store.published.roll_back("shop", number)
    assert store.published.latest("shop") == PublishedVersion(1, "good")
    assert store.published.read("shop", 1) == "good"
