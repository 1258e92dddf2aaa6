"""Messages take history as people have it, and the public names are the ones we mean."""

from __future__ import annotations

import copy
import pickle
from dataclasses import dataclass, replace

import pytest

from fingerpost import Decision, Message, MessageError, Route, RoutebookError, Turn
from fingerpost.types import merge_extras


@dataclass(frozen=True)
class Goods:
    """An extra of one extension."""

    names: tuple[str, ...] = ()
    cents: int = 0


@dataclass(frozen=True)
class Place:
    """An extra of another."""

    city: str = ""


def test_intent_history_takes_pairs_and_mappings() -> None:
    pairs = Message("x", intent_history=[("RETRIEVAL", "what is addVar?")])
    mappings = Message("x", intent_history=[{"type": "RETRIEVAL", "topic": "what is addVar?"}])
    assert pairs == mappings
    assert pairs.intent_history == (Turn("user", "what is addVar?", "RETRIEVAL"),)


def test_turns_take_pairs_and_mappings() -> None:
    pairs = Message("x", turns=[("user", "hi"), ("assistant", "hello")])
    mappings = Message("x", turns=[{"role": "user", "content": "hi"}, {"role": "assistant", "content": "hello"}])
    assert pairs == mappings
    assert [turn.text for turn in pairs.turns] == ["hi", "hello"]


def test_topics_are_kept_to_sixty_characters() -> None:
    message = Message("x", intent_history=[("PLATFORM", "y" * 200)])
    assert message.intent_history[0].text == "y" * 60


@pytest.mark.parametrize("history", [["just text"], [("only one",)], [{"type": "X"}], [("a", 3)], [None]])
def test_a_malformed_entry_says_what_is_expected(history: list[object]) -> None:
    with pytest.raises(MessageError, match="must be \\(type, topic\\)"):
        Message("x", intent_history=history)


@pytest.mark.parametrize("text", [b"bytes", None, 3])
def test_text_must_be_a_string(text: object) -> None:
    with pytest.raises(MessageError, match="must be a string"):
        Message(text)  # type: ignore[arg-type]


def decided(*extras: object) -> Decision:
    return Decision("product", True, 1.0, "rules", "r", extras=extras)


def test_an_extra_is_asked_for_by_its_type() -> None:
    decision = decided(Goods(("lamp",), 5), Place("Porto"))
    assert decision.get(Place) == Place("Porto")
    assert decision.get(Goods) == Goods(("lamp",), 5)
    assert decision.get(Turn) is None
    assert decided().get(Goods) is None


def test_the_fields_of_all_extras_travel_in_one_map() -> None:
    decision = decided(Goods(("lamp",), 5), Place("Porto"))
    assert decision.extra_values() == {"names": ("lamp",), "cents": 5, "city": "Porto"}
    assert decided().extra_values() == {}


def test_extras_of_other_types_are_added() -> None:
    assert merge_extras((Goods(("lamp",)),), (Place("Porto"),)) == (Goods(("lamp",)), Place("Porto"))
    assert merge_extras((), (Place("Porto"),)) == (Place("Porto"),)
    assert merge_extras((Place("Porto"),), ()) == (Place("Porto"),)


def test_of_two_extras_of_a_type_the_first_is_kept_and_its_empty_fields_are_filled() -> None:
    assert merge_extras((Goods(("lamp",)),), (Goods(("shoes",), 5),)) == (Goods(("lamp",), 5),)
    assert merge_extras((Goods(cents=7),), (Goods(("shoes",), 5),)) == (Goods(("shoes",), 7),)


def test_merging_changes_no_extra_that_was_given() -> None:
    first, second = (Goods(("lamp",)), Place("Porto")), (Goods(cents=5),)
    merged = merge_extras(first, second)
    assert set(merged) == {Goods(("lamp",), 5), Place("Porto")}
    assert (first, second) == ((Goods(("lamp",)), Place("Porto")), (Goods(cents=5),))


def test_the_word_of_another_library_is_told_and_routes_are_copied_as_before() -> None:
    with pytest.raises(RoutebookError, match=r"Route\(…\): utterances = \['hi'\]: are called examples: examples=\[…\]"):
        Route("greet", utterances=["hi"])  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="unexpected keyword argument 'sentences'"):
        Route("greet", sentences=["hi"])  # type: ignore[call-arg]
    route = Route("greet", examples=["hi"])
    assert pickle.loads(pickle.dumps(route)) == copy.deepcopy(route) == replace(route) == route  # noqa: S301 - its own
