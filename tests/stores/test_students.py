"""The student registry on both engines: serving versions, roll-back, and the training lease."""

from __future__ import annotations

from operator import methodcaller

import pytest

from fingerpost.errors import StudentError
from fingerpost.stores import Store
from fingerpost.stores.student_registry import MAX_VERSIONS, PROMOTED, ROLLED_BACK, SHADOW, TRAINING_LEASE
from tests.stores.words import Clock


def made(store: Store, name: str = "shop", rows: int = 1) -> int:
    return store.students.add(name, {"rows": rows}, {"format": 4}, b"\x00arrays\xff")


def test_a_version_comes_back_as_it_was_kept(store: Store, clock: Clock) -> None:
    number = made(store, rows=7)
    [version] = store.students.all("shop")
    assert (version.id, version.routebook, version.lineage, version.at) == (number, "shop", {"rows": 7}, clock.now)
    assert store.students.read("shop", number) == ({"format": 4}, b"\x00arrays\xff")
    assert store.students.all("other") == []
    with pytest.raises(
        StudentError, match=f"other has no classifier version {number}: `fingerpost teach students list`"
    ):
        store.students.read("other", number)


def test_who_was_promoted_last_serves(store: Store) -> None:
    first, second = made(store), made(store)
    assert store.students.serving("shop") is None
    store.students.set_serving("shop", first, "better")
    said = store.students.set_serving("shop", second, "better still")
    assert said == store.students.serving("shop")
    assert (said.student, said.how, said.why) == (second, PROMOTED, "better still")
    assert store.students.serving("other") is None
    assert store.students.serving("shop", SHADOW) is None
    with pytest.raises(StudentError, match="has no classifier version 999"):
        store.students.set_serving("shop", 999, "")
    with pytest.raises(StudentError, match="has no classifier version"):
        store.students.set_serving("other", first, "another routebook's")


def test_rolling_back_goes_one_step_further_each_time(store: Store) -> None:
    numbers = [made(store) for _ in range(3)]
    with pytest.raises(StudentError, match="nothing to roll back"):
        store.students.roll_back("shop", "")
    for number in numbers:
        store.students.set_serving("shop", number, "")
    back = [store.students.roll_back("shop", "worse in the field") for _ in range(3)]
    assert [row.student for row in back] == [numbers[1], numbers[0], None]
    assert {row.how for row in back} == {ROLLED_BACK}
    with pytest.raises(StudentError, match="nothing to roll back"):
        store.students.roll_back("shop", "")


def test_the_same_promoted_twice_is_rolled_back_at_once(store: Store) -> None:
    good, bad = made(store), made(store)
    store.students.set_serving("shop", good, "")
    said = store.students.set_serving("shop", bad, "first")
    assert store.students.set_serving("shop", bad, "again") == said
    assert store.students.roll_back("shop", "worse in the field").student == good


def test_what_was_rolled_back_is_not_where_the_next_roll_back_leads(store: Store) -> None:
    good, bad, new = made(store), made(store), made(store)
    for number in (good, bad):
        store.students.set_serving("shop", number, "")
    store.students.roll_back("shop", "")
    store.students.set_serving("shop", new, "")
    assert store.students.roll_back("shop", "").student == good


def test_old_versions_go_but_not_those_that_served(store: Store) -> None:
    served = made(store)
    store.students.set_serving("shop", served, "")
    foreign = made(store, "other")
    later = [made(store) for _ in range(MAX_VERSIONS + 5)]
    assert [version.id for version in store.students.all("shop")] == [served, *later[-MAX_VERSIONS:]]
    assert [version.id for version in store.students.all("other")] == [foreign]


def test_one_trainer_at_a_time_and_a_dead_one_gives_way(store: Store, clock: Clock) -> None:
    store.students.begin_training("shop", "one")
    store.students.begin_training("shop", "one")
    store.students.begin_training("other", "two")
    with pytest.raises(StudentError, match="one is already training: wait for it"):
        store.students.begin_training("shop", "two")
    store.students.end_training("shop", "two")
    with pytest.raises(StudentError, match="already"):
        store.students.begin_training("shop", "two")
    clock.pass_by(TRAINING_LEASE + 1)
    store.students.begin_training("shop", "two")
    store.students.end_training("shop", "two")
    store.students.begin_training("shop", "three")


def test_a_clock_that_was_far_ahead_keeps_nobody_out(store: Store, clock: Clock) -> None:
    clock.pass_by(30 * TRAINING_LEASE)
    store.students.begin_training("shop", "one")
    clock.pass_by(-30 * TRAINING_LEASE)
    store.students.begin_training("shop", "two")
    assert store.students.trainer("shop") == "two"


def test_whoever_serves_is_never_among_those_that_go(store: Store) -> None:
    """Shadow versions and versions that never served do not affect the champion's history."""
    champion = made(store)
    store.students.set_serving("shop", champion, "")
    for _ in range(MAX_VERSIONS + 2):
        store.students.set_serving("shop", made(store), "", SHADOW)
    shadow = store.students.serving("shop", SHADOW)
    for _ in range(MAX_VERSIONS + 2):
        made(store)
    kept = {version.id for version in store.students.all("shop")}
    assert shadow is not None
    assert {champion, shadow.student} <= kept


def test_promotions_are_a_pile_and_what_is_gone_is_passed_over(store: Store) -> None:
    first, second, third = made(store), made(store), made(store)
    for number in (first, second, first, third):
        store.students.set_serving("shop", number, "")
    back = [store.students.roll_back("shop", "").student for _ in range(4)]
    assert back == [first, second, first, None]
    for number in (first, second, third):
        store.students.set_serving("shop", number, "")
    store._database.write(methodcaller("execute", "DELETE FROM fingerpost_students WHERE id = ?", second))
    assert [store.students.roll_back("shop", "").student for _ in range(2)] == [first, None]


def test_a_promotion_that_came_too_late_is_refused(store: Store) -> None:
    first, second, third = made(store), made(store), made(store)
    known = store.students.set_serving("shop", first, "")
    assert store.students.set_serving("shop", second, "", since=known).student == second
    with pytest.raises(
        StudentError, match=f"classifier version {third} was stored but not promoted: the champion changed meanwhile"
    ):
        store.students.set_serving("shop", third, "", since=known)
    with pytest.raises(StudentError, match="meanwhile"):
        store.students.set_serving("shop", third, "", since=None)
    assert store.students.set_serving("other", made(store, "other"), "", since=None).how == PROMOTED


def test_damage_is_told_and_keeps_to_its_own_version(store: Store) -> None:
    good, bad = made(store), made(store)
    change = "UPDATE fingerpost_students SET head = '{', lineage = '[' WHERE id = ?"
    store._database.write(methodcaller("execute", change, bad))
    assert [(version.id, version.lineage) for version in store.students.all("shop")] == [(good, {"rows": 1}), (bad, {})]
    assert store.students.lineage("shop", bad) == {}
    assert store.students.read("shop", good)[0] == {"format": 4}
    with pytest.raises(StudentError, match=f"classifier version {bad} of shop is damaged"):
        store.students.read("shop", bad)
    with pytest.raises(StudentError, match="has no classifier version 999"):
        store.students.lineage("shop", 999)
