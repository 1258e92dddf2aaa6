"""Functions as handlers: what they get and may return, and what becomes of those that fail, hang or return nonsense."""

from __future__ import annotations

import asyncio
import logging
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import aclosing, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from fingerpost import Answer, Decision, RoutebookError
from fingerpost.answering import functions
from fingerpost.answering.assistant import Assistant
from fingerpost.answering.functions import Function, Functions, handler
from fingerpost.answering.handlers import HandlerReply
from fingerpost.answering.request import Request
from fingerpost.observability.metrics import METRICS
from fingerpost.routing.live import LiveRouter
from fingerpost.settings import Settings
from fingerpost.types import Part, Turn

BOOK = r"""
fallback = "other"
[[routes]]
name = "booking"
reply = "Call us to book."
[[routes]]
name = "cancel"
[[routes]]
name = "papers"
retrieval = true
[[routes]]
name = "other"
reply = "Something else."
[[rules]]
name = "tables"
route = "booking"
patterns = ['\b(?:table|mesa)\b(?: (?:for|para) (?P<people>\w+))?']
[[rules]]
name = "cancels"
route = "cancel"
contains = ["cancel"]
[[rules]]
name = "paper"
route = "papers"
contains = ["paper"]
"""
ASKED = "a table for Seven please"
SORRY = {
    "please give me a table": "Something went wrong here",
    "quiero una mesa": "Algo ha fallado aquí",
    "quero uma mesa": "Algo falhou aqui",
}
TABLE = Part("table", "| a |", {"columns": ["a"], "rows": []})


@pytest.fixture
def place(tmp_path: Path) -> Path:
    folder = tmp_path / "inn"
    folder.mkdir()
    (folder / "routebook.toml").write_text(BOOK, encoding="utf-8")
    return folder


@pytest.fixture
def opened(place: Path, own_cache: Path, tmp_path: Path) -> Callable[[Functions], Any]:
    settings = Settings(cache=own_cache, database=f"sqlite:///{tmp_path}/store.sqlite")

    @asynccontextmanager
    async def context(handlers: Functions) -> AsyncIterator[Assistant]:
        assistant = Assistant.open(place, settings, handlers=handlers)
        yield assistant
        await assistant.close()

    return context


async def _streamed(assistant: Assistant, text: str, **options: Any) -> tuple[list[str], Answer]:
    async with aclosing(assistant.stream(text, **options)) as events:
        decision, *pieces, answer = [event async for event in events]
    assert isinstance(decision, Decision)
    assert isinstance(answer, Answer)
    return [str(piece) for piece in pieces], answer


def plain(request: Request) -> str:
    return f"A table for {request.values['people']}."


async def awaited(request: Request) -> str:
    await asyncio.sleep(0)
    return plain(request)


def pieces(request: Request) -> Iterator[str]:
    yield "A table "
    yield f"for {request.values['people']}."


async def async_pieces(request: Request) -> AsyncIterator[str]:
    for piece in pieces(request):
        yield piece


class Desk:
    """An object with a method, and one that can be called."""

    def reserve(self, request: Request) -> str:
        return plain(request)

    async def __call__(self, request: Request) -> str:
        return plain(request)


def _told(request: Request, opening: str) -> str:
    return opening + plain(request)[1:]


def _returning(function: Function) -> Function:
    """Return a plain function that returns what another one does, such as a coroutine that nobody awaits."""

    def call(request: Request) -> Any:
        return function(request)

    return call


GOOD: dict[str, Function] = {
    "plain": plain,
    "async": awaited,
    "generator": pieces,
    "async generator": async_pieces,
    "method": Desk().reserve,
    "object": Desk(),
    "partial": partial(_told, opening="A"),
    "wrapper": _returning(plain),
    "wrapper that returns a coroutine": _returning(awaited),
    "wrapper that returns a generator": _returning(pieces),
    "wrapper that returns an async generator": _returning(async_pieces),
    "reply": lambda request: HandlerReply(plain(request)),
}


@pytest.mark.parametrize("name", GOOD)
async def test_every_kind_of_function_answers_whole_and_streamed(name: str, opened: Callable[..., Any]) -> None:
    async with opened({"booking": GOOD[name]}) as assistant:
        answer = await assistant.ask(ASKED)
        assert (answer.text, answer.decision.route) == ("A table for Seven.", "booking")
        sent, answer = await _streamed(assistant, ASKED, session="s")
        assert "".join(sent) == answer.text == "A table for Seven."
        assert sent == (["A table ", "for Seven."] if name.endswith("generator") and "wrapper" not in name else sent)
        turns = assistant.sessions.store.turns("s", 5)
        assert [(turn.role, turn.route) for turn in turns] == [("user", "booking"), ("assistant", "booking")]
        assert turns[1].text == answer.text
        assert (await assistant.ask("hello")).text == "Something else."


@pytest.mark.parametrize("on_loop", [False, True])
async def test_parts_and_turns_may_be_generators(on_loop: bool, opened: Callable[..., Any]) -> None:
    def reply(_: Request) -> HandlerReply:
        turns = (Turn("user", text) for text in ("one", "two"))
        return HandlerReply("Here.", (part for part in (TABLE, TABLE)), turns)  # type: ignore[arg-type]

    async def awaited_reply(request: Request) -> HandlerReply:
        return reply(request)

    async with opened({"booking": awaited_reply if on_loop else reply}) as assistant:
        answer = await assistant.ask(ASKED, session="s")
        assert [part.kind for part in answer.parts] == ["text", "table", "table"]
        assert [turn.text for turn in assistant.sessions.store.turns("s", 9)] == [ASKED, "one", "two", "Here."]


async def test_an_interrupt_on_the_loop_is_not_kept_from_the_process(opened: Callable[..., Any]) -> None:
    attempt = functions.FunctionHandler("booking", plain)._attempt
    async with opened(()) as assistant:
        request = assistant.request(ASKED)

        async def interrupted() -> str:
            raise KeyboardInterrupt

        step = attempt(request, interrupted())
        with pytest.raises(KeyboardInterrupt):
            # Not awaited in a task of its own: the event loop would end with it.
            await step


async def test_what_a_function_is_given(opened: Callable[..., Any]) -> None:
    seen: list[Request] = []

    def reserve(request: Request) -> HandlerReply:
        seen.append(request)
        return HandlerReply("Yes.", (TABLE,), (Turn("document", "kept", "booking"),))

    async with opened({"booking": reserve}) as assistant:
        await assistant.ask("hola", session="s")
        answer = await assistant.ask("quiero una mesa para Ñico", session="s", user="ana", timeout=5)
    (request,) = seen
    assert (request.text, request.language, request.values) == ("quiero una mesa para Ñico", "es", {"people": "Ñico"})
    assert (request.user, request.session) == ("ana", "s")
    assert request.decision is not None
    assert request.decision.route == "booking"
    assert [turn.text for turn in request.message.turns] == ["hola", "Something else."]
    assert 0 < request.deadline.remaining <= 5
    assert answer.parts[1] == TABLE


async def test_a_request_without_a_decision_has_values_too(opened: Callable[..., Any]) -> None:
    async with opened(()) as assistant:
        assert assistant.request(ASKED).values == {"people": "Seven"}


async def test_marked_functions(opened: Callable[..., Any]) -> None:
    @handler("booking")
    @handler("cancel")
    def both(request: Request) -> str:
        assert request.decision is not None
        return f"done: {request.decision.route}"

    assert both.__name__ == "both"
    async with opened([both]) as assistant:
        assert (await assistant.ask(ASKED)).text == "done: booking"
        assert (await assistant.ask("cancel it")).text == "done: cancel"
    async with opened(()) as assistant:
        # Marking alone registers nothing.
        assert (await assistant.ask(ASKED)).text == "Call us to book."


async def _raises_late(request: Request) -> AsyncIterator[str]:
    yield "Let me see"
    raise KeyError(request.text)


async def _never(_: Request) -> str:
    return str(await asyncio.Event().wait())


async def _cancels_itself(_: Request) -> str:
    raise asyncio.CancelledError


async def _exits(_: Request) -> str:
    sys.exit(3)


def _yields(*values: Any) -> Function:
    def function(_: Request) -> Iterator[Any]:
        yield from values

    return function


def _blocks(_: Request) -> str:
    BLOCKED.wait(20)
    return "too late"


BLOCKED = threading.Event()


def _raising(error: BaseException) -> Function:
    def function(_: Request) -> str:
        raise error

    return function


async def _raises_timeout(_: Request) -> str:
    raise TimeoutError("its own")


class UntoldError(Exception):
    """An error that cannot be printed."""

    def __repr__(self) -> str:
        raise ValueError("no repr")

    __str__ = __repr__


class BaseUntoldError(BaseException):
    """The same, and no Exception."""

    __repr__ = __str__ = UntoldError.__repr__


class HaltError(BaseException):
    """No Exception, as those of some libraries."""


def _raising_on_loop(error: BaseException) -> Function:
    async def function(_: Request) -> str:
        raise error

    return function


async def _halts_late(_: Request) -> AsyncIterator[str]:
    yield ""
    raise HaltError("now")


def _broken_parts() -> Iterator[Part]:
    yield TABLE
    raise ValueError("no more parts")


BAD: dict[str, tuple[Function, str]] = {
    "cannot be printed": (_raising(UntoldError()), "raised UntoldError, whose repr fails at test_functions.py:"),
    "cannot be printed, on the loop": (_raising_on_loop(UntoldError()), "raised UntoldError, whose repr fails at"),
    "no exception, cannot be printed": (_raising(BaseUntoldError()), "BaseUntoldError, whose repr fails, which must"),
    "no exception": (_raising(HaltError("now")), "HaltError('now'), which must not end the process"),
    "no exception, on the loop": (_raising_on_loop(HaltError("now")), "raised HaltError('now') at test_functions.py:"),
    "no exception, late": (_halts_late, "raised HaltError('now') at test_functions.py:"),
    "returns no parts": (lambda _: HandlerReply("a", 5), "whose parts or extra_turns are no list"),  # type: ignore[arg-type]
    "parts that fail": (lambda _: HandlerReply("a", _broken_parts()), "ValueError('no more parts')"),  # type: ignore[arg-type]
    "raises": (_raising(ValueError("no {table}")), "raised ValueError('no {table}') at test_functions.py:"),
    "raises StopIteration": (_raising(StopIteration()), "StopIteration"),
    "exits on a thread": (_raising(SystemExit(3)), "raised RuntimeError('SystemExit(3), which must not end"),
    "interrupts on a thread": (_raising(KeyboardInterrupt()), "KeyboardInterrupt"),
    "exits on the loop": (_exits, "raised SystemExit(3)"),
    "cancels itself": (_cancels_itself, "raised CancelledError, though nobody cancelled the request"),
    "its own timeout": (_raises_timeout, "raised TimeoutError('its own')"),
    "hangs on the loop": (_never, "did not answer within the 0.3 s of the request"),
    "hangs on a thread": (_blocks, "did not answer within the 0.3 s of the request"),
    "returns nothing": (lambda _: None, "returned nothing: return a text, a HandlerReply, or a generator of texts"),
    "returns a number": (lambda _: 5, "returned a value of type int: return a text"),
    "returns bytes": (lambda _: b"x", "returned a value of type bytes"),
    "returns a list": (lambda _: ["x"], "returned a value of type list"),
    "returns blanks": (lambda _: " \n", "returned no text"),
    "returns an empty reply": (lambda _: HandlerReply(""), "returned no text"),
    "returns a wrong reply": (lambda _: HandlerReply(5), "returned a HandlerReply whose text"),  # type: ignore[arg-type]
    "returns wrong parts": (lambda _: HandlerReply("a", ("b",)), "whose parts are no Part"),  # type: ignore[arg-type]
    "yields nothing": (_yields(), "no text"),
    "yields blanks": (_yields("", " "), "no text"),
    "yields None": (_yields(None), "yielded None"),
    "yields a number": (_yields(1), "yielded a value of type int"),
}


@pytest.mark.parametrize("how", ["whole", "streamed"])
@pytest.mark.parametrize("name", BAD)
async def test_a_bad_function_is_logged_the_person_gets_a_sentence_and_other_routes_go_on(
    name: str, how: str, opened: Callable[..., Any], caplog: pytest.LogCaptureFixture
) -> None:
    function, logged = BAD[name]
    failures = METRICS.value("function_failures", route="booking")
    async with opened({"booking": function}) as assistant:
        for text, sentence in SORRY.items():
            options = {"timeout": 0.3} if "hangs" in name else {}
            caplog.clear()
            if how == "whole":
                answer = await assistant.ask(text, **options)
            else:
                _, answer = await _streamed(assistant, text, **options)
            assert answer.text.strip().startswith(sentence)
            (record,) = [record for record in caplog.records if record.levelno == logging.ERROR]
            assert record.getMessage().startswith("[handler] route booking: ")
            assert getattr(function, "__qualname__", "") in record.getMessage()
            assert logged in record.getMessage()
            assert (await assistant.ask("hello")).text == "Something else."
    BLOCKED.set()
    BLOCKED.clear()
    assert METRICS.value("function_failures", route="booking") == failures + 3


async def test_a_failure_after_the_first_piece_is_told_after_it(opened: Callable[..., Any]) -> None:
    async with opened({"booking": _raises_late}) as assistant:
        sent, answer = await _streamed(assistant, "please give me a table")
        assert sent[0] == "Let me see"
        assert answer.text.startswith("Let me see\n\nSomething went wrong here")
        # Whole answers do not keep a half.
        assert (await assistant.ask("please give me a table")).text.startswith("Something went wrong here")


async def _ticks_while(assistant: Assistant) -> int:
    ticks = 0
    asking = asyncio.ensure_future(assistant.ask(ASKED))
    while not asking.done():
        await asyncio.sleep(0.01)
        ticks += 1
    await asking
    return ticks


async def test_a_plain_function_does_not_block_the_event_loop(opened: Callable[..., Any]) -> None:
    def sleeps(_: Request) -> str:
        time.sleep(0.3)
        return "done"

    async def blocks(request: Request) -> str:
        return sleeps(request)

    async with opened({"booking": sleeps}) as assistant:
        assert await _ticks_while(assistant) > 10
    # What the check would show if functions ran on the loop.
    async with opened({"booking": blocks}) as assistant:
        assert await _ticks_while(assistant) < 10


async def test_hanging_functions_take_no_place_of_other_routes(
    opened: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(functions, "MAX_CALLS", 3)
    released = threading.Event()
    begun: list[int] = []

    def hangs(_: Request) -> str:
        begun.append(1)
        released.wait(20)
        return "at last"

    async with opened({"booking": hangs, "cancel": plain}) as assistant:
        hung = await asyncio.gather(*(assistant.ask(ASKED, timeout=3) for _ in range(8)))
        assert all("went wrong" in answer.text for answer in hung)
        assert len(begun) == 3
        assert (await assistant.ask("cancel the table for two", timeout=5)).decision.route == "booking"
        assert (await assistant.ask("hello", timeout=10)).text == "Something else."
        released.set()
        # The places are free again once the calls return.
        answer = await assistant.ask(ASKED, timeout=5)
        assert answer.text == "at last"


def test_a_hanging_function_does_not_keep_the_process_from_ending(place: Path, tmp_path: Path) -> None:
    program = f"""
import asyncio, time
from fingerpost.answering.assistant import Assistant
from fingerpost.settings import Settings

async def main():
    settings = Settings(cache=None, database="sqlite:///{tmp_path}/other.sqlite")
    assistant = Assistant.open({str(place)!r}, settings, handlers={{"booking": lambda _: time.sleep(60)}})
    print((await assistant.ask("please give me a table", timeout=0.3)).text)
    await assistant.close()

asyncio.run(main())
"""
    begun = time.monotonic()
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=50)
    assert "Something went wrong here" in done.stdout
    assert time.monotonic() - begun < 40


async def test_a_caller_that_goes_away_closes_the_generator_on_its_own_thread(opened: Callable[..., Any]) -> None:
    threads: list[int] = []
    closed = threading.Event()

    def endless(_: Request) -> Iterator[str]:
        try:
            while True:
                threads.append(threading.get_ident())
                yield "more "
        finally:
            threads.append(threading.get_ident())
            closed.set()

    async with opened({"booking": endless}) as assistant:
        async with aclosing(assistant.stream(ASKED, session="s")) as events:
            async for event in events:
                if len(threads) > 3 and isinstance(event, str):
                    break
        assert await asyncio.to_thread(closed.wait, 5)
        assert set(threads) == {threads[0]} != {threading.get_ident()}
        assert assistant.sessions.store.turns("s", 5)[-1].text.startswith("more ")


async def test_a_cancelled_request_cancels_the_function(opened: Callable[..., Any]) -> None:
    begun, cancelled = asyncio.Event(), asyncio.Event()

    async def waits(_: Request) -> str:
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            cancelled.set()
        return ""

    async with opened({"booking": waits}) as assistant:
        asking = asyncio.ensure_future(assistant.ask(ASKED))
        await begun.wait()
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        assert cancelled.is_set()


def _no_argument() -> str:
    return ""


def _two_arguments(request: Request, decision: Decision) -> str:
    return f"{request} {decision}"


@pytest.mark.parametrize(
    ("handlers", "wrong"),
    [
        ({"bookings": plain}, "handlers['bookings'] = 'plain': no such route; routes: booking, cancel, papers, other"),
        ({"booking": None}, "is not a function"),
        ({"booking": "reserve"}, "is not a function"),
        ({"booking": Desk}, "is not a function"),
        ({"booking": _no_argument}, "must take one argument, the request"),
        ({"booking": _two_arguments}, "must take one argument, the request"),
        ({"papers": plain}, "leave its handler, retrieval and app out"),
        ([plain], "handlers = 'plain': is not marked with a route"),
        ([handler("nothing")(partial(_told, opening=""))], "no such route"),
        ([handler("other")(lambda _: "a"), handler("other")(lambda _: "b")], "has another function already"),
        (5, "handlers = 5: give"),
    ],
)
def test_what_cannot_answer_a_route_is_refused_at_once(place: Path, own_cache: Path, handlers: Any, wrong: str) -> None:
    with pytest.raises(RoutebookError) as caught:
        Assistant.open(place, Settings(cache=own_cache), handlers=handlers)
    assert wrong in str(caught.value)


def test_a_mark_without_a_route_is_refused() -> None:
    with pytest.raises(TypeError, match=r'write @handler\("route"\)'):
        handler(plain)  # type: ignore[arg-type]


async def test_functions_stay_after_a_reload(place: Path, own_cache: Path, tmp_path: Path) -> None:
    settings = Settings(cache=own_cache, database=f"sqlite:///{tmp_path}/store.sqlite")
    live = LiveRouter(place, settings=settings)
    assistant = Assistant.open(live, settings, handlers={"booking": plain})
    # Another requirement of the routebook has the components opened again.
    file = place / "routebook.toml"
    file.write_text("conversation = true\n" + BOOK, encoding="utf-8")
    live.reload()
    before = assistant.components
    assert (await assistant.ask(ASKED)).text == "A table for Seven."
    assert assistant.components is not before
    await assistant.close()
