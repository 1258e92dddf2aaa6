"""The memo: what is remembered, under what, for how long; and that no two messages of different meaning share it."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fingerpost import Message, MessageError, Route, Router, Rule
from fingerpost.conversation import equivalence
from fingerpost.conversation.equivalence import are_equivalent
from fingerpost.routing.layers import memo as memo_module
from fingerpost.routing.layers.memo import Memo, MemoKey, memo_key_of, text_key_of
from fingerpost.settings import Settings
from fingerpost.testing import WordEncoder
from fingerpost.types import Resolved, Verdict
from tests.conftest import SHOP

DATA = Path(__file__).parents[2] / "data"


def _pairs(name: str) -> list[dict[str, str]]:
    return [json.loads(line) for line in (DATA / f"memo-{name}.jsonl").read_text(encoding="utf-8").splitlines()]


def _known(route: str) -> Verdict:
    return Verdict(route, accepted=True, confidence=0.9, reason="the model chose it")


def _again(route: str) -> Verdict:
    return _known(route)._replace(reason="as before, by llm: the model chose it")


def _key(text: str) -> MemoKey:
    return MemoKey(("v1", "", ""), text)


def _near_hits(pairs: list[dict[str, str]]) -> list[dict[str, str]]:
    """Return the pairs of which the second message gets the verdict of the first."""
    hits = []
    for pair in pairs:
        memo = Memo()
        memo.store(_key(pair["a"]), _known("x"), "llm", None, pair["a"])
        if memo.recall_equivalent(_key(pair["b"]), pair["b"]) is not None:
            hits.append(pair)
    return hits


def test_no_two_messages_of_different_meaning_are_near() -> None:
    pairs = _pairs("differ")
    assert len(pairs) >= 150
    assert {pair["lang"] for pair in pairs} == {"en", "es", "pt"}
    assert _near_hits(pairs) == []


def test_most_messages_that_differ_only_in_politeness_and_the_like_are_near() -> None:
    pairs = _pairs("same")
    assert len(_near_hits(pairs)) / len(pairs) > 0.5


def test_the_suite_catches_a_memo_that_takes_all_messages_for_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memo_module, "equivalent_form", lambda _text: "the same")
    assert len(_near_hits(_pairs("differ"))) > 100


def test_the_suite_catches_a_memo_that_forgets_word_order(monkeypatch: pytest.MonkeyPatch) -> None:
    read = equivalence._significant_tokens
    monkeypatch.setattr(equivalence, "_significant_tokens", lambda text: sorted(read(text) or []))
    assert len(_near_hits(_pairs("differ"))) > 10


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("what is 2+2", "what is 2+3"),
        ("add the museum", "don't add the museum"),
        ("trains from Lisbon to Porto", "trains from Porto to Lisbon"),
        ("muestra los pedidos", "no muestra los pedidos"),
        ("quero 2 GB", "quero 2 MB"),
        ("", ""),
        ("please", "thanks"),
        ("the table is deleted", "the table is deleted?"),
        ("no, quiero cancelar mi plan", "no quiero cancelar mi plan"),
        ("não, quero apagar a tabela", "não quero apagar a tabela"),
        ("don't, stop the job", "don't stop the job"),
        ("x != 3", "x = 3"),
        ("if (!found)", "if (found)"),
        ("a ≥ b", "a ≤ b"),
        ("raise it by .5", "raise it by 5"),
        ("2 * (3 + 4)", "2 * 3 + 4"),
        ("move it −5", "move it 5"),
        ("what is .NET", "what is net"),
        ("👍", "👎"),
        ("it prints hello", "it prints ok"),
        ("how do I say thank you", "how do I say please"),
        ("a las dos", "a los dos"),
        ("él paga", "paga"),
        ("no los borres", "no borres"),
        ("export as csv", "export csv"),
        ("pago\u0301", "pago"),
        ("gerência", "gerencia"),
        ("numeró", "numero"),
    ],
)
def test_what_matters_is_not_the_same(one: str, other: str) -> None:
    assert not are_equivalent(one, other)
    assert not are_equivalent(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("what does addVar do?", "hi, what does addVar do please"),
        ("What's the limit?", "what is the limit"),
        ("¿Cuántas llamadas llevo?", "cuantas llamadas llevo"),
        ("não funciona a função", "nao funciona a funcao"),
    ],
)
def test_what_does_not_matter_is_the_same(one: str, other: str) -> None:
    assert are_equivalent(one, other)
    assert are_equivalent(other, one)


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_verdict_lives_for_its_time_and_no_longer_exact_or_near() -> None:
    clock = Clock()
    memo = Memo(ttl=60, clock=clock)
    memo.store(_key("what is a list"), _known("x"), "llm", None, "what is a list")
    clock.now = 59.9
    assert memo.recall(_key("what is a list")) == _again("x")
    assert memo.recall_equivalent(_key("what is the list"), "what is the list") is None
    assert memo.recall_equivalent(_key("hi what is a list"), "hi what is a list") == _again("x")
    clock.now = 60.0
    assert memo.recall(_key("what is a list")) is None
    assert memo.recall_equivalent(_key("hi what is a list"), "hi what is a list") is None
    assert (memo.hits, memo.misses, memo.similar_hits, memo.similar_misses) == (1, 1, 1, 2)


def test_it_is_bounded_and_the_least_used_go_first() -> None:
    memo = Memo(size=3)
    for name in "abc":
        memo.store(_key(name), _known(name), "student")
    assert memo.recall(_key("a")) is not None
    memo.store(_key("d"), _known("d"), "student")
    assert memo.count == 3
    assert [memo.recall(_key(name)) is not None for name in "abcd"] == [True, False, True, True]
    memo.store(_key("e"), _known("e"), "llm", None, "e")
    assert memo.count == 3, "with the entry for equivalent texts"


def test_a_correction_counts_for_equivalent_messages_too() -> None:
    memo = Memo()
    memo.store(_key("what is a list"), _known("x"), "llm", None, "what is a list")
    memo.correct(_key("please what is a list"), _known("y"), "please what is a list")
    found = memo.recall_equivalent(_key("hi what is a list"), "hi what is a list")
    assert found is not None
    assert found.route == "y"
    memo.store(_key("what is a list"), _known("x"), "llm", None, "what is a list")
    assert memo.recall_equivalent(_key("hi what is a list"), "hi what is a list") == found, "no model undoes it"


def test_of_size_nothing_it_remembers_nothing() -> None:
    memo = Memo(size=0)
    memo.store(_key("a"), _known("a"), "llm", None, "a")
    assert memo.recall(_key("a")) is None
    assert memo.count == 0


def test_many_threads_keep_it_whole() -> None:
    memo = Memo(size=50)

    def work(start: int) -> None:
        for i in range(2000):
            memo.store(_key(str((start + i) % 97)), _known("x"), "llm")
            memo.recall(_key(str((start * 7 + i) % 97)))

    threads = [threading.Thread(target=work, args=(n,)) for n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert memo.count <= 50
    assert memo.hits + memo.misses == 12_000


# In the router.


@pytest.fixture
def router() -> Router:
    routes = [Route(name, examples=examples) for name, examples in SHOP.items()]
    return Router(routes, encoder=WordEncoder(), settings=Settings(cache=None)).warm()


def _encoded(router: Router) -> int:
    encoder = router.batcher.encoder
    assert isinstance(encoder, WordEncoder)
    return len(encoder.batches)


def test_an_exact_repetition_wakes_no_encoder(router: Router) -> None:
    first = router.route("where is my parcel today")
    before = _encoded(router)
    again = router.route(" Where  is MY parcel\ttoday ")
    assert _encoded(router) == before
    assert (again.layer, again.route, again.confidence, again.accepted) == ("memo", first.route, first.confidence, True)
    assert "as before, by student" in again.reason


@pytest.mark.parametrize(
    "changed",
    [
        {"active_app": "trip"},
        {"attachments": [b"%PDF-1.7"]},
        {"attachments": [{"name": "a.csv"}]},
        {"text": "where is my parcel today?"},
        {"text": "where is my párcel today"},
    ],
)
def test_other_surroundings_are_another_entry(router: Router, changed: dict[str, Any]) -> None:
    router.route("where is my parcel today")
    before = _encoded(router)
    assert router.route(Message(**{"text": "where is my parcel today", **changed})).layer != "memo"
    assert _encoded(router) == before + 1


def test_the_same_attachments_are_the_same_entry(router: Router) -> None:
    message = Message("where is my parcel today", attachments=[b"%PDF-1.7", {"name": "a.csv"}])
    router.route(message)
    assert router.route(message).layer == "memo"
    assert router.route(Message("where is my parcel today", attachments=[{"name": "a.csv"}])).layer != "memo"


@pytest.mark.parametrize(
    ("one", "other"),
    [([b"a\0b"], [b"a", b"b"]), ([b"'x'"], ["x"]), ([object()], [object()]), ([np.zeros(5000)], [np.ones(5000)])],
)
def test_attachments_that_look_alike_are_told_apart(router: Router, one: list[Any], other: list[Any]) -> None:
    router.route(Message("where is my parcel today", attachments=one))
    assert router.route(Message("where is my parcel today", attachments=other)).layer != "memo"


def test_a_message_whose_files_are_set_aside_is_another_than_one_that_brings_them() -> None:
    message = Message("load this into the system", attachments=({"name": "quote.txt", "text": "Total 120.00"},))
    resolved = Resolved(message.text, message.text, message.text)
    brought, aside = (
        memo_key_of(text_key_of(message, "v"), resolved._replace(attached=not is_aside, file_aside=is_aside))
        for is_aside in (False, True)
    )
    assert brought != aside
    assert aside == memo_key_of(text_key_of(Message(message.text), "v"), resolved)


def test_a_message_that_leans_is_never_remembered(router: Router) -> None:
    for past in ("refund", "shipping", "product"):
        message = Message("and that one?", intent_history=[(past, "earlier")])
        assert router.route(message).layer != "memo"
        assert router.route(message).layer != "memo"
        assert memo_key_of(text_key_of(message, "v"), router.resolve(message)) is None


def test_the_very_same_text_leans_again_where_there_is_history_to_lean_on(router: Router) -> None:
    alone = router.route("and that one?")
    assert alone.layer in ("student", "fallback")
    after = router.route(Message("and that one?", intent_history=[("refund", "refund the lamp")]))
    assert (after.layer != "memo", after.route) == (True, "refund")


def test_capitals_and_spaces_do_not_slip_past_a_rule_through_the_memo() -> None:
    routes = [Route(name, examples=examples) for name, examples in SHOP.items()]
    rule = Rule("magic", "refund", contains=("where is my parcel today",))
    router = Router(routes, rules=[rule], encoder=WordEncoder(), settings=Settings(cache=None)).warm()
    assert router.route("where is my parcel now").layer == "student"
    assert router.route("where is my parcel now").layer == "memo"
    for text in ("where is my parcel today", "Where is  my PARCEL\ntoday", "where is my par\u00adcel today"):
        assert router.route(text).layer == "rules"
    with pytest.raises(MessageError, match="change the rule"):
        router.correct("where is my parcel today", "shipping")


def test_a_disguised_text_is_the_text_it_shows(router: Router) -> None:
    router.correct("where is my parcel today", "refund")
    disguised = router.route("wh\u0435re is my p\u0430rcel today")
    assert (disguised.layer, disguised.route) == ("memo", "refund")


def test_a_correction_is_not_undone_by_a_request_that_was_under_way(router: Router) -> None:
    router.correct("where is my parcel today", "refund")
    key = memo_key_of(
        text_key_of(Message("where is my parcel today"), router._cascade.version),
        router.resolve("where is my parcel today"),
    )
    assert key is not None
    router.memo.store(key, _known("shipping"), "llm")
    assert router.route("where is my parcel today").route == "refund"


def test_a_very_long_message_is_not_kept(router: Router) -> None:
    text = "where is my parcel " * 1000
    router.route(text)
    assert router.route(text).layer != "memo"
    assert router.memo.count == 0


def test_another_routebook_behind_the_same_memo_decides_anew(router: Router) -> None:
    router.route("where is my parcel today")
    changed = [Route(name, examples=[*examples, f"one more about {name}"]) for name, examples in SHOP.items()]
    other = Router(changed, encoder=WordEncoder(), settings=Settings(cache=None), memo=router.memo).warm()
    assert other.route("where is my parcel today").layer == "student"
    assert router.route("where is my parcel today").layer == "memo"


def test_an_entry_can_be_corrected(router: Router) -> None:
    assert router.route("where is my parcel today").route == "shipping"
    router.correct("Where is my parcel today", "refund")
    decision = router.route("where is my parcel today")
    assert (decision.route, decision.layer, decision.confidence) == ("refund", "memo", 1.0)
    assert "by a person: corrected" in decision.reason


@pytest.mark.parametrize(("message", "route"), [("x" * 5000, "refund"), ("where is my parcel", "nowhere")])
def test_what_cannot_be_corrected_is_told(router: Router, message: str, route: str) -> None:
    with pytest.raises(MessageError, match=r"nothing to correct|does not exist"):
        router.correct(message, route)


def test_the_verdicts_of_one_layer_are_forgotten_and_no_others() -> None:
    memo = Memo()
    memo.store(_key("a"), _known("x"), "llm", text="a")
    memo.store(_key("b"), _known("y"), "student")
    memo.correct(_key("c"), _known("z"))
    memo.forget("llm")
    assert memo.recall(_key("a")) is None
    assert memo.recall_equivalent(_key("a"), "a") is None
    assert memo.recall(_key("b")) is not None
    assert memo.recall(_key("c")) is not None
