"""A worker leaves what it has loaded out of garbage collections, and frees it nevertheless when it is replaced."""

from __future__ import annotations

import gc
from weakref import ref

import pytest

from fingerpost import Route, Router
from fingerpost.server.worker import NEW_OBJECTS, loaded_once


def test_what_is_loaded_is_not_looked_through_while_it_serves() -> None:
    before, pace = gc.get_freeze_count(), gc.get_threshold()
    with loaded_once():
        assert gc.get_freeze_count() > 10_000
        assert len(gc.get_objects()) < 1_000
        assert gc.get_threshold() == (NEW_OBJECTS, *pace[1:])
    assert gc.get_freeze_count() <= before
    assert gc.get_threshold() == pace


@pytest.mark.parametrize("pace", [(0, 10, 10), (NEW_OBJECTS * 5, 10, 10)])
def test_a_pace_of_collections_that_somebody_set_is_kept(pace: tuple[int, int, int]) -> None:
    """0 is none at all."""
    before = gc.get_threshold()
    gc.set_threshold(*pace)
    try:
        with loaded_once():
            assert gc.get_threshold() == pace
        assert gc.get_threshold() == pace
    finally:
        gc.set_threshold(*before)


def test_what_a_caller_leaves_in_cycles_is_freed_while_it_serves() -> None:
    class Node:
        pass

    with loaded_once():
        node = Node()
        node.itself = node  # type: ignore[attr-defined]
        left = ref(node)
        del node
        made = [[] for _ in range(2 * NEW_OBJECTS)]  # type: ignore[var-annotated]
        assert left() is None, f"not collected after {len(made)} objects"


def test_a_router_that_is_replaced_is_freed_all_the_same() -> None:
    router = Router([Route("lamps", examples=("how long does it last", "is it blue")), Route("talk", examples=("hi",))])
    router.route("how long does it last?")
    router_left, cascade_left = ref(router), ref(router._cascade)
    with loaded_once():
        del router
        assert (router_left(), cascade_left()) == (None, None), "the collector does not look there"
