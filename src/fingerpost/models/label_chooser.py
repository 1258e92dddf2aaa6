"""Classification by a language model: it chooses one of several labels, in the best format its server supports.

Or it fills a JSON schema, within the same limits.
"""

from __future__ import annotations

import asyncio
import json
import math
import os
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from fingerpost.errors import SLOW, ModelError
from fingerpost.models.chat import (
    ChatClient,
    TruncatedReplyError,
    UnsupportedFormatError,
    disable_thinking,
    estimate_tokens,
    remove_thinking,
)
from fingerpost.resilience.guard import ServerGuard
from fingerpost.resilience.ladder import seconds_for_a_part
from fingerpost.runtime.breaker import CircuitBreaker
from fingerpost.runtime.deadline import Deadline

_T = TypeVar("_T")

MAX_CONCURRENT_REQUESTS = 8
"""Concurrent requests of one process to a server; further ones queue, within their own timeout."""


REASON_CHARACTERS = 240
"""Assumed length of a reason with lists of names, for token estimates."""


class LabelChoice(NamedTuple):
    """A chosen label, and the model's reasoning, lists of names and confidence where it was asked for reasons.

    `confidence` is what the model says of itself, from 0 to 1; None where it says nothing usable.
    """

    label: str
    reasoning: str = ""
    lists: Mapping[str, tuple[str, ...]] = {}
    confidence: float | None = None


class _ChoiceRequest(NamedTuple):
    """One prompt; the constant parts come first, because servers cache prompt prefixes.

    `shots` are example questions with their labels. `reasons` asks for the reasoning before the label, and `lists` for
    lists of names after it.
    """

    system: str
    shots: Sequence[tuple[str, str]]
    question: str
    labels: Sequence[str]
    reasons: bool = False
    lists: Sequence[str] = ()

    def messages(self, written: Callable[[str], str]) -> list[dict[str, str]]:
        """Return the chat messages; `written` formats the label of a shot as the assistant's answer."""
        chat = [{"role": "system", "content": self.system}]
        for question, label in self.shots:
            chat += [{"role": "user", "content": question}, {"role": "assistant", "content": written(label)}]
        return [*chat, {"role": "user", "content": self.question}]


class NoLabelError(ModelError):
    """The model answered, but with none of the labels, or with several."""


class LabelChooser:
    """Asks a model for a label: by tool call, by JSON schema, or as plain text.

    The first request finds out which format the server supports. Use it on one event loop only.
    """

    def __init__(
        self, chat: ChatClient, timeout: float, breaker: CircuitBreaker | None = None, *, first: float = math.inf
    ) -> None:
        """`timeout` in seconds covers a whole request: queueing, unsupported formats, and the answer.

        `first`: the seconds until a response begins.
        """
        self.chat, self.timeout = chat, timeout
        self._guard = ServerGuard(chat.where, ModelError, timeout, first=first, alive=(NoLabelError,), breaker=breaker)
        self.breaker = self._guard.breaker
        self.format: str | None = None
        self._tried_formats: list[str] = []
        self._too_slow: set[str] = set()
        self._fills_by_tool = False
        self._slots, self._format_lock = asyncio.Semaphore(MAX_CONCURRENT_REQUESTS), asyncio.Lock()
        self._process = os.getpid()

    async def choose(self, system: str, shots: Sequence[tuple[str, str]], question: str, labels: Sequence[str]) -> str:
        """Return one of the labels, never a default; raises ModelError. `shots` are questions with their labels."""
        return (await self._choose(_ChoiceRequest(system, shots, question, labels))).label

    async def reason(
        self,
        system: str,
        shots: Sequence[tuple[str, str]],
        question: str,
        labels: Sequence[str],
        lists: Sequence[str] = (),
    ) -> LabelChoice:
        """Return one of the labels with the model's reasoning and the lists of names; raises ModelError."""
        return await self._choose(_ChoiceRequest(system, shots, question, labels, reasons=True, lists=lists))

    async def fill(self, messages: Sequence[dict[str, str]], schema: Mapping[str, Any], max_tokens: int) -> str:
        """Return the JSON text that a model fills a schema with, which is not checked; raises ModelError.

        By JSON schema first: as a tool's parameters most servers write a schema into the prompt.
        """
        last = {**messages[-1], "content": disable_thinking(self.chat.slot.model, messages[-1]["content"])}
        return await self._guarded(lambda _: self._fill([*messages[:-1], last], schema, max_tokens))

    async def _fill(self, messages: Sequence[dict[str, str]], schema: Mapping[str, Any], max_tokens: int) -> str:
        if not self._fills_by_tool:
            form = {"type": "json_schema", "json_schema": {"name": "commands", "schema": schema}}
            try:
                reply = await self.chat.ask(messages, purpose="read", max_tokens=max_tokens, response_format=form)
            except UnsupportedFormatError:
                self._fills_by_tool = True
            else:
                return reply.text
        tools = [{"type": "function", "function": {"name": "commands", "parameters": schema}}]
        try:
            reply = await self.chat.ask(
                messages, purpose="read", max_tokens=max_tokens, tools=tools, tool_choice="required"
            )
        except UnsupportedFormatError:
            # The server may run another model next time.
            self._fills_by_tool = False
            raise
        return reply.text if reply.arguments is None else reply.arguments

    async def _choose(self, request: _ChoiceRequest) -> LabelChoice:
        return await self._guarded(lambda tried: self._ask(request, tried))

    async def _guarded(self, ask: Callable[[list[str]], Awaitable[_T]]) -> _T:
        """Return what a request returns, within the timeout and the request's deadline; raises ModelError."""
        deadline = Deadline(min(self.timeout, seconds_for_a_part()))
        if self._process != os.getpid():
            # A forked child has its own event loop.
            self._process, self._format_lock = os.getpid(), asyncio.Lock()
            self._slots = asyncio.Semaphore(MAX_CONCURRENT_REQUESTS)
        try:
            async with deadline.timeout():
                await self._slots.acquire()
        except TimeoutError:
            told = f"too many concurrent requests; none was answered within {deadline.seconds:g} s"
            raise ModelError(f"{self.chat.where}: {told}", why=SLOW) from None
        tried: list[str] = []
        try:
            return await self._guard.call(lambda: ask(tried), deadline.remaining)
        except ModelError as error:
            if error.why == SLOW and self.format is None:
                self._too_slow.update(tried[-1:])
            raise
        finally:
            self._slots.release()

    async def _ask(self, request: _ChoiceRequest, tried: list[str]) -> LabelChoice:
        request = request._replace(question=disable_thinking(self.chat.slot.model, request.question))
        if self.format is None:
            # One request finds the format for all concurrent ones, unless that takes half of their timeout.
            alone = await self._wait_for_format()
            try:
                if self.format is None:
                    if not alone:
                        self._tried_formats = tried
                    return await self._find_format(request, tried)
            finally:
                if not alone:
                    self._format_lock.release()
        try:
            return await _FORMATS[self.format](self.chat, request)
        except UnsupportedFormatError:
            # The server may run another model now: the next request finds the format again.
            self.format = None
            raise

    async def _wait_for_format(self) -> bool:
        """Wait for the request that finds the format; return True if that takes half the timeout."""
        try:
            async with asyncio.timeout(self.timeout / 2):
                await self._format_lock.acquire()
        except TimeoutError:
            self._too_slow.update(self._tried_formats[-1:])
            return True
        return False

    async def _find_format(self, request: _ChoiceRequest, tried: list[str]) -> LabelChoice:
        """Try the formats, the best first; one that used up the timeout is skipped by the next attempt."""
        if len(self._too_slow) == len(_FORMATS):
            self._too_slow.clear()
        fault: ModelError | None = None
        for name, ask in _FORMATS.items():
            if name in self._too_slow:
                continue
            tried.append(name)
            try:
                chosen = await ask(self.chat, request)
            except (UnsupportedFormatError, NoLabelError) as error:
                fault = error
                continue
            # Another request may have found a better one meanwhile.
            self.format = self.format or name
            return chosen
        raise fault or ModelError(f"{self.chat.where}: answers in none of the supported formats: use another model")


def estimate_choice_tokens(
    system: str, shots: Sequence[tuple[str, str]], question: str, labels: Sequence[str], *, reasons: bool
) -> tuple[int, int]:
    """Estimate the tokens of a request and of its answer as a tool call, without sending it."""
    request = _ChoiceRequest(system, shots, question, labels, reasons)
    prompt = sum(len(message["content"]) for message in request.messages(str)) + len(json.dumps(_schema(request)))
    answer = len(json.dumps({"route": max(labels, key=len)})) + (REASON_CHARACTERS if reasons else 0)
    return estimate_tokens(prompt), estimate_tokens(answer)


def find_label(answer: str, labels: Sequence[str]) -> str:
    """Return the label that a plain-text answer names; raises NoLabelError where it names none or several."""
    plain = _normalize(answer)
    whole = [label for label in labels if _normalize(label) == plain]
    if whole:
        return answer if answer in whole else whole[0]
    # A label may be part of another ("TYPE", "TYPE EDITOR"): the longest match counts.
    names = {_normalize(label): label for label in labels}
    pattern = "|".join(sorted(map(re.escape, names), key=len, reverse=True))
    found = set(re.findall(rf"(?<![\w-])(?:{pattern})(?![\w-])", plain))
    if len(found) == 1 and not _NEGATION.search(plain):
        return names[found.pop()]
    raise NoLabelError(f"answered {_quote(answer)}, which names {'several routes' if len(found) > 1 else 'no route'}")


_NEGATION = re.compile(r"\b(?:not|no|isn.?t|never|nao|não|nunca|neither|nor)\b")


def _normalize(text: str) -> str:
    return " ".join(text.casefold().split()).strip(" .\"'`*")


def _quote(answer: str) -> str:
    return repr(answer if len(answer) <= 80 else answer[:79] + "…")


def _match_label(answer: str, labels: Sequence[str]) -> str:
    """Return the label in a structured field; raises NoLabelError where it is none of them."""
    if answer in labels:
        return answer
    known = [label for label in labels if label.casefold() == answer.strip().casefold()]
    if len(known) != 1:
        raise NoLabelError(f"answered {_quote(answer)}, which names no route")
    return known[0]


async def _ask_by_tool(chat: ChatClient, request: _ChoiceRequest) -> LabelChoice:
    choose = {"name": "choose", "description": "Choose the route of the message.", "parameters": _schema(request)}
    tools = [{"type": "function", "function": choose}]
    reply = await chat.ask(
        request.messages(str), purpose="classify", max_tokens=_max_tokens(request), tools=tools, tool_choice="required"
    )
    if reply.arguments is None:
        raise UnsupportedFormatError(f"{chat.where}: called no tool")
    return _parse_choice(reply.arguments, request, chat)


async def _ask_by_schema(chat: ChatClient, request: _ChoiceRequest) -> LabelChoice:
    schema = {"name": "choice", "strict": True, "schema": _schema(request)}
    response = {"type": "json_schema", "json_schema": schema}
    messages = request.messages(lambda label: json.dumps({"route": label}))
    reply = await chat.ask(messages, purpose="classify", max_tokens=_max_tokens(request), response_format=response)
    return _parse_choice(reply.text, request, chat)


async def _ask_in_plain_text(chat: ChatClient, request: _ChoiceRequest) -> LabelChoice:
    """Read only the first line after any thinking block: small models do not stop by themselves."""
    received = ""
    pieces = chat.stream(request.messages(str), purpose="classify", max_tokens=512)
    try:
        async for piece in pieces:
            received += piece
            begun = received.lstrip()
            if begun.startswith("<think>"[: len(begun)]) and "</think>" not in begun:
                continue
            line, newline, _ = received.rpartition("</think>")[2].lstrip().partition("\n")
            if newline or len(line) > 200:
                break
    except TruncatedReplyError:
        # The first line, which is all that counts, was received.
        pass
    finally:
        await pieces.aclose()
    return LabelChoice(find_label(remove_thinking(received).partition("\n")[0], request.labels))


_FORMATS: dict[str, Callable[[ChatClient, _ChoiceRequest], Awaitable[LabelChoice]]] = {
    "tool": _ask_by_tool,
    "schema": _ask_by_schema,
    "plain": _ask_in_plain_text,
}


def _schema(request: _ChoiceRequest) -> dict[str, Any]:
    names = {"type": "array", "items": {"type": "string"}}
    route: dict[str, Any] = {"type": "string", "enum": list(request.labels)}
    # In this order: a model that reasons before it chooses is right more often.
    sure = {"type": "number", "description": "How probable it is that this route is right, from 0 to 1."}
    fields = {
        "reasoning": {"type": "string"}, "route": route, "confidence": sure, **dict.fromkeys(request.lists, names)
    }  # fmt: skip
    return {
        "type": "object",
        "properties": fields if request.reasons else {"route": route},
        "required": list(fields) if request.reasons else ["route"],
        "additionalProperties": False,
    }


def _max_tokens(request: _ChoiceRequest) -> int:
    """Return the maximum tokens of an answer: a label is short, a reason is a sentence or two."""
    return 320 if request.reasons else 64


def _parse_choice(text: str, request: _ChoiceRequest, chat: ChatClient) -> LabelChoice:
    try:
        fields = json.loads(text)
        value = fields["route"]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise UnsupportedFormatError(f"{chat.where}: answered {text[:80]!r} where JSON was requested") from None
    if not isinstance(value, str):
        raise UnsupportedFormatError(f"{chat.where}: answered {value!r} where the name of a route was requested")
    reasoning = fields.get("reasoning")
    return LabelChoice(
        _match_label(value, request.labels),
        reasoning if isinstance(reasoning, str) else "",
        {name: _string_tuple(fields.get(name)) for name in request.lists},
        _confidence(fields.get("confidence")),
    )


def _confidence(value: Any) -> float | None:
    """Return a stated confidence from 0 to 1; a percentage is taken as one."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    if 0 <= value <= 1:
        return float(value)
    return value / 100 if 1 < value <= 100 else None


def _string_tuple(value: Any) -> tuple[str, ...]:
    return tuple(name for name in value if isinstance(name, str)) if isinstance(value, list) else ()
