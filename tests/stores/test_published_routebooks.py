"""Published routebooks on both engines: adding, polling, reading and withdrawing versions."""

from __future__ import annotations

import threading

import pytest

from fingerpost.errors import StoreError
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
