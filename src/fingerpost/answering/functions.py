"""Plain functions that answer routes.

    @handler("booking")
    def reserve(request: Request) -> str:
        return f"A table for {request.values.get('people', 'two')} is yours."

    assistant = Assistant.open("./shop", handlers=[reserve])  # or handlers={"booking": reserve}

A function takes the request and returns a text or a `HandlerReply`; a generator function yields pieces of text, which
are streamed. Plain functions run on a thread each, async ones on the event loop. Whatever a function does wrong is
logged with its route and name, and the person gets a sentence; `docs/how-to/handlers.md` has it all.
"""

from __future__ import annotations

import asyncio
import inspect
import logging
import traceback
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator, Iterable, Iterator, Mapping
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from fingerpost.answering.call_thread import CallThread, described
from fingerpost.answering.handlers import HandlerReply
from fingerpost.answering.phrases import PHRASES
from fingerpost.answering.request import Request
from fingerpost.errors import RoutebookError
from fingerpost.observability.events import log_event
from fingerpost.observability.metrics import METRICS
from fingerpost.routebook.model import Routebook
from fingerpost.types import Decision, Part

Function = Callable[[Request], Any]
"""A function that answers the messages of a route."""
Functions = Mapping[str, Function] | Iterable[Function]
"""The functions of an assistant: by route, or marked with `handler`."""

FUNCTION = "@function"
"""The handler of routes with a function, under a name that no package can have."""
MAX_CALLS = 32
"""The most calls of one plain function at once; further ones wait within their deadline."""
RESERVE = 0.25
"""Seconds before the deadline at which a function is given up, so that the person still gets a sentence."""

_RETURNS = "return a text, a HandlerReply, or a generator of texts"
_END = object()

Marked = TypeVar("Marked", bound=Function)
Result = TypeVar("Result")


def handler(route: str) -> Callable[[Marked], Marked]:
    """Mark a function as the handler of a route; only `Assistant.open(handlers=[…])` makes it answer."""
    if not isinstance(route, str):
        raise TypeError('write @handler("route"), with the name of the route')

    def mark(function: Marked) -> Marked:
        function.fingerpost_routes = (*getattr(function, "fingerpost_routes", ()), route)  # type: ignore[attr-defined]
        return function

    return mark


class _WrongResultError(Exception):
    """A function returned what is no answer."""


class FunctionHandler:
    """Answers the messages of a route with a function. Safe for any number of requests at once on one event loop."""

    def __init__(self, route: str, function: Function) -> None:
        """Create the handler of a route."""
        self._route, self._function = route, function
        self._calls = asyncio.Semaphore(MAX_CALLS)

    async def answer(self, request: Request, decision: Decision) -> HandlerReply:
        """Return the function's answer, or a sentence in the person's language where it has none."""
        request = replace(request, decision=decision)
        reply = await self._attempt(request, self._whole(request))
        return HandlerReply(self._failed(request)) if reply is None else reply

    async def close(self) -> None:
        """Keep nothing open: threads end with their calls, or with the process."""

    async def _whole(self, request: Request) -> HandlerReply:
        pieces: list[str] = []
        async with aclosing(self._results(request)) as results:
            async for result in results:
                if isinstance(result, HandlerReply):
                    return result
                pieces.append(result)
        _require_text(pieces)
        return HandlerReply("".join(pieces))

    async def _results(self, request: Request) -> AsyncGenerator[Any, None]:
        """Yield the pieces of text that the function makes, or its one reply."""
        thread, result = None, None
        try:
            if _runs_on_loop(self._function):
                result = self._function(request)
            else:
                thread = await CallThread.begin(self._calls)
                result = await thread.call(self._function, request)
            if inspect.isawaitable(result):
                result = await result
            if isinstance(result, AsyncGenerator):
                async with aclosing(result):
                    async for piece in result:
                        yield _checked_piece(piece)
            elif isinstance(result, Generator):
                # A generator runs on one thread to its end: what it opens may belong to that thread.
                thread = thread or await CallThread.begin(self._calls)
                while (piece := await thread.call(next, result, _END)) is not _END:
                    yield _checked_piece(piece)
            else:
                # On the thread too: the parts may be a generator.
                yield await thread.call(_checked_result, result) if thread else _checked_result(result)
        finally:
            if thread is not None:
                thread.end(result.close if isinstance(result, Generator) else None)

    async def _attempt(self, request: Request, work: Awaitable[Result]) -> Result | None:
        """Return what the function's work results in; None where it failed, which is logged."""
        remaining = request.deadline.remaining
        try:
            async with asyncio.timeout(remaining - min(RESERVE, remaining / 4)) as limit:
                return await work
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if task is not None and task.cancelling():
                raise
            self._log("raised CancelledError, though nobody cancelled the request")
        except _WrongResultError as error:
            self._log(f"{error}: {_RETURNS}")
        except (KeyboardInterrupt, GeneratorExit):
            raise
        except BaseException as error:  # noqa: BLE001 - a function may raise anything, and the server goes on
            if isinstance(error, TimeoutError) and limit.expired():
                self._log(f"did not answer within the {request.deadline.seconds:g} s of the request")
            else:
                self._log(f"raised {described(error)}{_place(error)}")
        return None

    def _failed(self, request: Request) -> str:
        METRICS.count("function_failures", route=self._route)
        return PHRASES["function_failed"][request.language]

    def _log(self, what: str) -> None:
        name = _name(self._function)
        log_event(f"[handler] route {self._route}: {name} {what}", logging.ERROR, route=self._route, function=name)


class StreamingFunctionHandler(FunctionHandler):
    """Answers with a generator function, piece by piece."""

    async def stream(self, request: Request, decision: Decision) -> AsyncGenerator[str | HandlerReply, None]:
        """Yield the text as the function yields it, and a sentence where it fails."""
        request, sent = replace(request, decision=decision), list[str]()
        piece: Any
        async with aclosing(self._results(request)) as results:
            while (piece := await self._attempt(request, anext(results, _END))) is not _END:
                if piece is None:
                    yield "\n\n" * any(sent) + self._failed(request)
                    return
                sent.append(piece)
                yield piece
        if not "".join(sent).strip():
            self._log(f"yielded no text: {_RETURNS}")
            yield self._failed(request)


def open_functions(book: Routebook, functions: Functions) -> dict[str, FunctionHandler]:
    """Return the handlers of functions by route; raises RoutebookError for one that cannot answer its route."""
    opened: dict[str, FunctionHandler] = {}
    for route, function in _by_route(functions):
        where = f"handlers[{route!r}]"

        def refuse(remedy: str, where: str = where, function: Function = function) -> RoutebookError:
            return RoutebookError("Assistant.open(…)", where, _name(function), remedy)

        if route not in book.names:
            raise refuse(f"no such route; routes: {', '.join(book.names)}")
        if route in opened:
            raise refuse("the route has another function already: keep one")
        if not callable(function) or inspect.isclass(function):
            raise refuse("is not a function: give one that takes the request")
        if not _takes_request(function):
            raise refuse("must take one argument, the request: def answer(request) -> str")
        declared = book[route]
        if declared.retrieval or declared.app or declared.opens_as or declared.handler not in (None, "reply"):
            raise refuse("the routebook says what answers this route: leave its handler, retrieval and app out")
        kind = StreamingFunctionHandler if _is_generator(function) else FunctionHandler
        opened[route] = kind(route, function)
    return opened


def _by_route(functions: Functions) -> Iterator[tuple[str, Function]]:
    if isinstance(functions, Mapping):
        yield from functions.items()
        return
    if not isinstance(functions, Iterable):
        remedy = 'give {"route": function}, or a list of functions marked @handler("route")'
        raise RoutebookError("Assistant.open(…)", "handlers", functions, remedy)
    for function in functions:
        routes = getattr(function, "fingerpost_routes", ())
        if not routes:
            remedy = 'is not marked with a route: put @handler("route") above it, or give {"route": function}'
            raise RoutebookError("Assistant.open(…)", "handlers", _name(function), remedy)
        yield from ((route, function) for route in routes)


def _takes_request(function: Function) -> bool:
    try:
        inspect.signature(function).bind(object())
    except ValueError:
        # Some functions that are written in C do not tell.
        return True
    except TypeError:
        return False
    return True


def _any_of(function: Function, *tests: Callable[[Any], bool]) -> bool:
    """Return whether a function, or the `__call__` of an object, passes one of the tests."""
    return any(test(each) for test in tests for each in (function, getattr(function, "__call__", None)))  # noqa: B004 - the method itself is needed


def _runs_on_loop(function: Function) -> bool:
    return _any_of(function, inspect.iscoroutinefunction, inspect.isasyncgenfunction)


def _is_generator(function: Function) -> bool:
    return _any_of(function, inspect.isgeneratorfunction, inspect.isasyncgenfunction)


def _checked_result(result: Any) -> str | HandlerReply:
    if isinstance(result, HandlerReply):
        try:
            parts, turns = iter(result.parts), iter(result.extra_turns)
        except TypeError as error:
            wrong = f"returned a HandlerReply whose parts or extra_turns are no list ({error})"
            raise _WrongResultError(wrong) from error
        # Once: a generator is empty after it was read.
        reply = result._replace(parts=tuple(parts), extra_turns=tuple(turns))
        if not isinstance(reply.text, str) or not all(isinstance(part, Part) for part in reply.parts):
            raise _WrongResultError("returned a HandlerReply whose text is no string, or whose parts are no Part")
        _require_text([reply.text], reply.parts)
        return reply
    if not isinstance(result, str):
        raise _WrongResultError("returned nothing" if result is None else f"returned {_kind(result)}")
    _require_text([result])
    return result


def _checked_piece(piece: Any) -> str:
    if not isinstance(piece, str):
        raise _WrongResultError(f"yielded {_kind(piece)}")
    return piece


def _require_text(pieces: list[str], parts: tuple[Part, ...] = ()) -> None:
    if not parts and not "".join(pieces).strip():
        raise _WrongResultError("returned no text")


def _kind(value: Any) -> str:
    return "None" if value is None else f"a value of type {type(value).__name__}"


def _name(function: Any) -> str:
    return getattr(function, "__qualname__", None) or described(function)


def _place(error: BaseException) -> str:
    """Return the place where an error was raised."""
    frames = traceback.extract_tb(error.__traceback__)
    return f" at {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
