"""The model is tried on the examples: what it is asked, how often, beside live traffic, and what is kept."""

from __future__ import annotations

import asyncio
import gc
import json
import re
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from fingerpost import Example, Route, Router
from fingerpost.routebook.check import build
from fingerpost.routebook.guards import EnsembleVariant
from fingerpost.routebook.model import Routebook, Thresholds
from fingerpost.routing.layers import model_check
from fingerpost.routing.layers.llm import NONE
from fingerpost.routing.layers.model_check import MAX_CALLS, CheckedModel, CheckFailedError, TooFewExamplesError
from fingerpost.routing.layers.model_trust import FAMILIAR, SAME, SECOND, Case
from fingerpost.runtime import background_loop
from fingerpost.settings import Settings, Slot
from fingerpost.testing import ScriptedReply, ScriptedServer, WordEncoder
from tests.conftest import SHOP

pytest.importorskip("openai", reason="the chat client needs the extra fingerpost[llm]")

UNSURE = "parcel or jacket, money or lamp?"
"""Words of three routes in one message: the classifier does not stand by any."""

TRUTH = {text: name for name, texts in SHOP.items() for text in texts}


class AnsweringServer(ScriptedServer):
    """A model server whose answers depend on the message that it is asked about."""

    def __init__(self, answer: Callable[[str], str], wait: float = 0.0) -> None:
        super().__init__()
        self.answer, self.wait = answer, wait

    def __enter__(self) -> AnsweringServer:
        super().__enter__()
        return self

    def next_reply(self) -> ScriptedReply:
        said = self.answer(_message(self.requests[-1]))
        return ScriptedReply(status=503) if said == "down" else ScriptedReply(
            arguments=json.dumps({"route": said}), wait=self.wait
        )  # fmt: skip


def _message(request: dict[str, object]) -> str:
    found = re.search(r'Message: "(.*)"', request["messages"][-1]["content"])  # type: ignore[index]
    assert found is not None
    return found[1]


def _right(text: str) -> str:
    return TRUTH.get(text, "shipping")


def _wrong(text: str) -> str:
    return next(name for name in SHOP if name != TRUTH.get(text))


def _book(**more: object) -> Routebook:
    examples = [Example(text, name) for text, name in TRUTH.items()]
    return build("shop", [Route(name) for name in SHOP], examples=examples, **more)  # type: ignore[arg-type]


def _router(server: ScriptedServer, book: Routebook | None = None, cache: Path | None = None) -> Router:
    settings = Settings(cache=cache, slots={"classifier": Slot(server.url, "tiny")}, llm_timeout=5.0)
    return Router.from_routebook(book or _book(), encoder=WordEncoder(), settings=settings).warm()


def _model(router: Router) -> CheckedModel:
    assert router.model is not None
    return router.model


@pytest.fixture
def right() -> Iterator[AnsweringServer]:
    with AnsweringServer(_right) as server:
        yield server


@pytest.fixture
def wrong() -> Iterator[AnsweringServer]:
    with AnsweringServer(_wrong) as server:
        yield server


def test_an_example_is_asked_about_without_being_shown(right: AnsweringServer) -> None:
    router = _router(right)
    table = _model(router).check()
    router.close()
    assert (table.right, table.asked) == (len(right.requests), len(right.requests))
    assert len(right.requests) >= model_check.MIN_ANSWERS
    asked = [_message(request) for request in right.requests]
    assert len(set(asked)) == len(asked)
    assert set(asked) <= set(TRUTH)
    for text, request in zip(asked, right.requests, strict=True):
        shown = [turn["content"] for turn in request["messages"][1:-1] if turn["role"] == "user"]
        assert len(shown) == 4
        assert not any(f'"{text}"' in shot for shot in shown)


def test_a_model_that_is_right_is_accepted_where_it_differs_from_the_classifier(right: AnsweringServer) -> None:
    router = _router(right)
    alone = Router.from_routebook(_book(), encoder=WordEncoder(), settings=Settings(cache=None)).route(UNSURE)
    right.answer = lambda text: TRUTH.get(text, alone.runner_up or "")
    before = router.route(UNSURE)
    assert (before.layer, before.accepted) == ("llm", False)
    assert "not tried on the examples yet" in before.reason
    _model(router).check()
    after = router.route(UNSURE)
    router.close()
    assert (after.layer, after.route, after.accepted) == ("llm", alone.runner_up, True), "and not from the memo"
    assert after.confidence >= 0.9


def test_a_model_that_is_always_wrong_accepts_nothing(wrong: AnsweringServer) -> None:
    router = _router(wrong)
    table = _model(router).check()
    assert table.right == 0
    for said in SHOP:
        wrong.answer = lambda _, said=said: said  # type: ignore[misc]
        router.memo.clear()
        decision = router.route(UNSURE)
        assert (decision.layer, decision.accepted) == ("llm", False)
    router.close()


def test_until_it_was_tried_it_is_accepted_only_where_it_agrees(right: AnsweringServer) -> None:
    router = _router(right)
    alone = Router.from_routebook(_book(), encoder=WordEncoder(), settings=Settings(cache=None)).route(UNSURE)
    found = {}
    for said in SHOP:
        right.answer = lambda _, said=said: said  # type: ignore[misc]
        router.memo.clear()
        found[said] = router.route(UNSURE).accepted
    router.close()
    assert found == {name: name == alone.route for name in SHOP}


def _large_book() -> Routebook:
    """Return a routebook with more unsure examples than a check asks about."""
    examples = [Example(f"{text} {word}", name) for text, name in TRUTH.items() for word in ("lamp", "parcel", "money")]
    return build("shop", [Route(name) for name in SHOP], examples=examples, thresholds=Thresholds(accept=0.9999))


def test_there_are_never_more_than_sixty_calls() -> None:
    with AnsweringServer(lambda _: "refund") as server:
        router = _router(server, _large_book())
        table = _model(router).check()
        router.close()
        assert len(server.requests) == table.asked == MAX_CALLS


def test_calls_that_find_out_how_the_server_is_asked_count_too() -> None:
    class PlainText(AnsweringServer):
        def next_reply(self) -> ScriptedReply:
            said = self.answer(_message(self.requests[-1]))
            return ScriptedReply(text=said, refuses=frozenset({"tools", "response_format"}))

    with PlainText(lambda _: "refund") as server:
        router = _router(server, _large_book())
        table = _model(router).check()
        router.close()
        assert (len(server.requests), table.asked) == (MAX_CALLS, MAX_CALLS - 2)


def test_an_ensemble_is_asked_about_fewer_examples(right: AnsweringServer) -> None:
    variants = [EnsembleVariant(name, frozenset()) for name in ("one", "two", "three")]
    router = _router(right, replace(_book(thresholds=Thresholds(accept=0.9999)), variants=tuple(variants)))
    table = _model(router).check()
    router.close()
    assert table.asked == MAX_CALLS // 3
    assert len(right.requests) <= MAX_CALLS


def test_what_was_found_is_kept_and_asked_again_only_after_a_change(right: AnsweringServer, tmp_path: Path) -> None:
    router = _router(right, cache=tmp_path)
    table = _model(router).check()
    router.close()
    asked = len(right.requests)
    again = _router(right, cache=tmp_path)
    assert _model(again).check() == table
    again.route(UNSURE)
    assert (_model(again).table, len(right.requests)) == (table, asked + 1)
    again.close()
    changed = _book()
    changed = replace(changed, examples=(*changed.examples, Example("is the parcel heavy", "shipping")))
    other = _router(right, changed, cache=tmp_path)
    assert not _model(other).look_up()
    prompted = _router(right, replace(_book(), prompts={"classify": "Sort these."}), cache=tmp_path)
    assert not _model(prompted).look_up()


def test_a_check_that_was_cut_off_is_done_again(right: AnsweringServer, tmp_path: Path) -> None:
    router = _router(right, cache=tmp_path)
    table = _model(router).check()
    router.close()
    [file] = (tmp_path / "model-checks").iterdir()
    file.write_bytes(file.read_bytes()[:40])
    asked = len(right.requests)
    again = _router(right, cache=tmp_path)
    assert _model(again).check() == table
    again.close()
    assert len(right.requests) == 2 * asked


def test_a_server_that_is_down_is_left_alone_and_nothing_is_kept(tmp_path: Path) -> None:
    with AnsweringServer(lambda _: "down") as server:
        router = _router(server, cache=tmp_path)
        with pytest.raises(CheckFailedError, match=r"tiny could not be tried on the examples of shop: .*503"):
            _model(router).check()
        router.close()
        assert len(server.requests) == 3, "the breaker is open then"
    assert not list((tmp_path / "model-checks").glob("*"))


def test_a_server_that_fails_more_than_half_of_the_time_tells_nothing() -> None:
    turns = iter(range(1000))
    with AnsweringServer(lambda text: _right(text) if next(turns) % 3 == 0 else "down") as server:
        router = _router(server, _book(thresholds=Thresholds(accept=0.9999)))
        with pytest.raises(CheckFailedError):
            _model(router).check()
        router.close()


def test_a_few_failures_are_left_out() -> None:
    turns = iter(range(1000))
    with AnsweringServer(lambda text: "down" if next(turns) % 4 == 0 else _right(text)) as server:
        router = _router(server, _book(thresholds=Thresholds(accept=0.9999)))
        table = _model(router).check()
        router.close()
        assert (table.right, table.asked) == (22, 22)
        assert len(server.requests) == 30


def test_a_model_that_names_no_route_was_wrong() -> None:
    with AnsweringServer(lambda text: _right(text) if text in SHOP["refund"] else "BILLING") as server:
        router = _router(server, _book(thresholds=Thresholds(accept=0.9999)))
        table = _model(router).check()
        router.close()
    assert (table.right, table.asked) == (10, 30)


def test_none_is_a_wrong_answer_about_an_example() -> None:
    with AnsweringServer(lambda text: _right(text) if text in SHOP["refund"] else NONE) as server:
        router = _router(server, _book(thresholds=Thresholds(accept=0.9999)))
        table = _model(router).check()
        router.close()
    assert (table.right, table.asked) == (10, 30)


def test_too_few_examples_tell_nothing(right: AnsweringServer) -> None:
    few = [Example(text, name) for name, texts in SHOP.items() for text in texts[:3]]
    router = _router(right, replace(_book(), examples=tuple(few)))
    with pytest.raises(TooFewExamplesError, match="at least 10 are needed"):
        _model(router).check()
    single = _router(right, replace(_book(), examples=tuple(few[::3])))
    with pytest.raises(TooFewExamplesError):
        _model(single).check()
    router.close()


def test_a_routebook_with_a_measured_trust_is_not_checked_and_keeps_its_verdicts(right: AnsweringServer) -> None:
    book = _book(thresholds=Thresholds(llm_trust=0.6))
    router = _router(right, book)
    assert _model(router).table is None
    with pytest.raises(CheckFailedError, match="llm_trust"):
        _model(router).check()
    assert router.route(UNSURE).accepted
    assert _model(router)._checking is None
    router.close()


# Beside live traffic.


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model_check, "START_AFTER", 0.0)


def _wait_until(done: Callable[[], bool], seconds: float = 30.0) -> None:
    began = time.monotonic()
    while not done():
        assert time.monotonic() - began < seconds, "it did not happen"
        time.sleep(0.02)


def test_a_short_command_begins_no_check(right: AnsweringServer) -> None:
    router = _router(right)
    router.route(UNSURE)
    checking = _model(router)._checking
    assert checking is not None
    assert checking.daemon, "it must not keep a process alive"
    router.close()
    checking.join(5)
    assert not checking.is_alive()
    assert len(right.requests) == 1


@pytest.mark.usefixtures("at_once")
def test_the_first_live_question_begins_a_check_in_the_background(right: AnsweringServer) -> None:
    router = _router(right)
    assert not router.route(UNSURE).accepted or _model(router).table is not None
    _wait_until(lambda: bool(_model(router).table and _model(router).table.asked))  # type: ignore[union-attr]
    router.close()


@pytest.mark.usefixtures("at_once")
def test_a_live_request_does_not_wait_for_a_check(monkeypatch: pytest.MonkeyPatch) -> None:
    """The examples hang in the server; live messages, and those that no model is asked about, do not."""
    hangs, begun = threading.Event(), threading.Event()

    def answer(text: str) -> str:
        if text in TRUTH:
            begun.set()
            hangs.wait(20)
        return _right(text)

    with AnsweringServer(answer) as server:
        router = _router(server)
        router.route(UNSURE)
        assert begun.wait(20)
        router.memo.clear()
        began = time.monotonic()
        assert router.route("where is my parcel today").layer == "student"
        assert router.route(UNSURE).layer == "llm"
        assert asyncio.run(router.aroute("money or lamp, jacket or parcel?")).layer == "llm"
        assert time.monotonic() - began < 5
        assert sum(_message(request) in TRUTH for request in server.requests) == 1, "one question at a time"
        router.close()
        hangs.set()


@pytest.mark.usefixtures("at_once")
def test_a_check_waits_while_live_questions_are_asked() -> None:
    with AnsweringServer(_right) as server:
        router = _router(server)
        model = _model(router)
        model._live = 1
        router.route(UNSURE)
        time.sleep(1.0)
        assert len(server.requests) == 1
        model._live -= 1
        _wait_until(lambda: len(server.requests) > 1)
        router.close()


@pytest.mark.usefixtures("at_once")
def test_a_failed_check_is_tried_again_later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model_check, "RETRY_AFTER", 0.05)
    with AnsweringServer(lambda text: "down" if text in TRUTH else "refund") as server:
        router = _router(server)
        router.route(UNSURE)
        model = _model(router)
        _wait_until(lambda: model._failed > 0)
        assert not model.table or not model.table.asked
        server.answer = _right
        model._chooser.breaker.record_success()
        _wait_until(lambda: bool(model.table and model.table.asked))
        router.close()


@pytest.mark.usefixtures("at_once")
def test_the_check_of_a_router_that_was_replaced_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = threading.Semaphore(0)

    def answer(text: str) -> str:
        asked.release()
        return _right(text)

    with AnsweringServer(answer, wait=0.1) as server:
        router = _router(server)
        router.route(UNSURE)
        for _ in range(3):
            assert asked.acquire(timeout=20)
        thread, chooser = _model(router)._checking, _model(router)._chooser
        assert thread is not None
        del router
        gc.collect()
        thread.join(10)
        assert not thread.is_alive()
        assert len(server.requests) < 10
        background_loop.run_blocking(chooser.chat.close())


def test_the_cases_are_those_of_live_messages(right: AnsweringServer) -> None:
    router = _router(right, _book(thresholds=Thresholds(accept=0.9999)))
    table = _model(router).check()
    router.close()
    assert sum(answers for _, answers in table.counts.values()) == 30
    assert table.counts[Case(SAME, FAMILIAR)][0] > 0
    differs = sum(right for case, (right, _) in table.counts.items() if case.agreement != SAME)
    assert differs == 30 - table.classifier_right
    assert any(case.agreement == SECOND for case in table.counts)
