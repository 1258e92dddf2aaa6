"""Ask a language model to choose one of several labels, in the best form that its server supports."""

from __future__ import annotations

import asyncio
import json
import os
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from time import monotonic
from typing import Any, NamedTuple

from fingerpost.errors import ModelError
from fingerpost.models.chat import (
    ChatClient,
    TruncatedReplyError,
    UnsupportedFormatError,
    disable_thinking,
    estimate_tokens,
    remove_thinking,
)
from fingerpost.runtime.breaker import CircuitBreaker

MAX_CONCURRENT_REQUESTS = 8
"""Requests that one process has open at a server; the others wait their turn, on their own deadline."""


REASON_CHARACTERS = 240
"""Characters of a reason with lists of names, for an estimate."""


class LabelChoice(NamedTuple):
    """A label; from a model that was asked for reasons also why, and the lists of names that were asked for."""

    label: str
    reasoning: str = ""
    lists: Mapping[str, tuple[str, ...]] = {}


class _ChoiceRequest(NamedTuple):
    """One question: what stays the same from message to message comes first, because servers cache it.

    `reasons`: the reason is asked for before the label; `lists`: lists of names that are asked for after it.
    """

    system: str
    shots: Sequence[tuple[str, str]]
    question: str
    labels: Sequence[str]
    reasons: bool = False
    lists: Sequence[str] = ()

    def messages(self, written: Callable[[str], str]) -> list[dict[str, str]]:
        """Return it as a chat, in which the shots were answered as they should be."""
        chat = [{"role": "system", "content": self.system}]
        for question, label in self.shots:
            chat += [{"role": "user", "content": question}, {"role": "assistant", "content": written(label)}]
        return [*chat, {"role": "user", "content": self.question}]


class NoLabelError(ModelError):
    """The model answered, but with none of the labels."""


class LabelChooser:
    """A model that is asked for a label: by tool call, by JSON schema, or in plain words.

    Which form works is found with the first question and remembered. Use it on one event loop only.
    """

    def __init__(self, chat: ChatClient, timeout: float, breaker: CircuitBreaker | None = None) -> None:
        """`timeout` in seconds spans all of a question: waiting, forms that do not work, and the answer."""
        self.chat, self.timeout, self.breaker = chat, timeout, breaker or CircuitBreaker()
        self.format: str | None = None
        self._tried: list[str] = []
        self._too_slow: set[str] = set()
        self._turn, self._finding = asyncio.Semaphore(MAX_CONCURRENT_REQUESTS), asyncio.Lock()
        self._process = os.getpid()

    async def choose(self, system: str, shots: Sequence[tuple[str, str]], question: str, labels: Sequence[str]) -> str:
        """Return one of the labels, or raise ModelError; never a default. `shots` are questions with their labels."""
        return (await self._chosen(_ChoiceRequest(system, shots, question, labels))).label

    async def reason(
        self,
        system: str,
        shots: Sequence[tuple[str, str]],
        question: str,
        labels: Sequence[str],
        lists: Sequence[str] = (),
    ) -> LabelChoice:
        """Return one of the labels with the reason for it and the lists of names, or raise ModelError."""
        return await self._chosen(_ChoiceRequest(system, shots, question, labels, reasons=True, lists=lists))

    async def _chosen(self, asked: _ChoiceRequest) -> LabelChoice:
        if not self.breaker.allow_request():
            wait = self.breaker.seconds_until_retry
            raise ModelError(f"{self.chat.where} failed repeatedly and is left alone for another {wait:.0f} s")
        asked_at: float | None = None
        tried: list[str] = []
        try:
            async with asyncio.timeout(self.timeout):
                if self._process != os.getpid():
                    # A child of fork has a loop of its own.
                    self._process, self._finding = os.getpid(), asyncio.Lock()
                    self._turn = asyncio.Semaphore(MAX_CONCURRENT_REQUESTS)
                async with self._turn:
                    asked_at = monotonic()
                    chosen = await self._choose(asked, tried)
        except TimeoutError:
            if asked_at is None or monotonic() - asked_at < self.timeout / 2:
                # Most of the time went by in our own queue, of which the server knows nothing.
                self.breaker.record_cancellation()
                raise ModelError(f"{self.chat.where}: too many questions at once for {self.timeout:g} s") from None
            if self.format is None:
                self._too_slow.update(tried[-1:])
            self.breaker.record_failure()
            raise ModelError(f"{self.chat.where}: no answer within {self.timeout:g} s") from None
        except NoLabelError:
            self.breaker.record_success()
            raise
        except ModelError:
            self.breaker.record_failure()
            raise
        except BaseException:
            self.breaker.record_cancellation()
            raise
        self.breaker.record_success()
        return chosen

    async def _choose(self, asked: _ChoiceRequest, tried: list[str]) -> LabelChoice:
        asked = asked._replace(question=disable_thinking(self.chat.slot.model, asked.question))
        if self.format is None:
            # One question finds out for all that come at once, unless it takes half of their time.
            alone = await self._waited()
            try:
                if self.format is None:
                    if not alone:
                        self._tried = tried
                    return await self._find_form(asked, tried)
            finally:
                if not alone:
                    self._finding.release()
        try:
            return await _FORMATS[self.format](self.chat, asked)
        except UnsupportedFormatError:
            # Another model may serve there now: the next question finds out.
            self.format = None
            raise

    async def _waited(self) -> bool:
        """Wait for the question that finds the form; whether that was in vain, and this one has to find it alone."""
        try:
            async with asyncio.timeout(self.timeout / 2):
                await self._finding.acquire()
        except TimeoutError:
            self._too_slow.update(self._tried[-1:])
            return True
        return False

    async def _find_form(self, asked: _ChoiceRequest, tried: list[str]) -> LabelChoice:
        """Try the forms, the best first; one that took all the time is left out of the next attempt."""
        if len(self._too_slow) == len(_FORMATS):
            self._too_slow.clear()
        fault: ModelError | None = None
        for form, ask in _FORMATS.items():
            if form in self._too_slow:
                continue
            tried.append(form)
            try:
                chosen = await ask(self.chat, asked)
            except (UnsupportedFormatError, NoLabelError) as error:
                fault = error
                continue
            # Another question may have found a quicker one meanwhile.
            self.format = self.format or form
            return chosen
        raise fault or ModelError(f"{self.chat.where}: answers in no form that can be read")


def estimate_choice_tokens(
    system: str, shots: Sequence[tuple[str, str]], question: str, labels: Sequence[str], *, reasons: bool
) -> tuple[int, int]:
    """Estimate the tokens of a question and of its answer, in the form of a tool call, without asking it."""
    asked = _ChoiceRequest(system, shots, question, labels, reasons)
    written = sum(len(message["content"]) for message in asked.messages(str)) + len(json.dumps(_schema(asked)))
    said = len(json.dumps({"route": max(labels, key=len)})) + (REASON_CHARACTERS if reasons else 0)
    return estimate_tokens(written), estimate_tokens(said)


def find_label(answer: str, labels: Sequence[str]) -> str:
    """Return the one label that an answer in plain words names; what names none or several is refused."""
    plain = _plain(answer)
    whole = [label for label in labels if _plain(label) == plain]
    if whole:
        return answer if answer in whole else whole[0]
    # A label may be part of another ("TYPE", "TYPE EDITOR"): the longest at a place counts.
    names = {_plain(label): label for label in labels}
    pattern = "|".join(sorted(map(re.escape, names), key=len, reverse=True))
    found = set(re.findall(rf"(?<![\w-])(?:{pattern})(?![\w-])", plain))
    if len(found) == 1 and not _DENIAL.search(plain):
        return names[found.pop()]
    raise NoLabelError(f"answered {_shown(answer)}, which names {'several routes' if len(found) > 1 else 'no route'}")


_DENIAL = re.compile(r"\b(?:not|no|isn.?t|never|nao|não|nunca|neither|nor)\b")


def _plain(text: str) -> str:
    return " ".join(text.casefold().split()).strip(" .\"'`*")


def _shown(answer: str) -> str:
    return repr(answer if len(answer) <= 80 else answer[:79] + "…")


def _exactly(answer: str, labels: Sequence[str]) -> str:
    """Return the label that a field holds."""
    if answer in labels:
        return answer
    known = [label for label in labels if label.casefold() == answer.strip().casefold()]
    if len(known) != 1:
        raise NoLabelError(f"answered {_shown(answer)}, which names no route")
    return known[0]


async def _by_tool(chat: ChatClient, asked: _ChoiceRequest) -> LabelChoice:
    choose = {"name": "choose", "description": "Choose the route of the message.", "parameters": _schema(asked)}
    tools = [{"type": "function", "function": choose}]
    reply = await chat.ask(
        asked.messages(str), purpose="classify", max_tokens=_max_tokens(asked), tools=tools, tool_choice="required"
    )
    if reply.arguments is None:
        raise UnsupportedFormatError(f"{chat.where}: called no tool")
    return _read(reply.arguments, asked, chat)


async def _by_schema(chat: ChatClient, asked: _ChoiceRequest) -> LabelChoice:
    form = {"name": "choice", "strict": True, "schema": _schema(asked)}
    response = {"type": "json_schema", "json_schema": form}
    messages = asked.messages(lambda label: json.dumps({"route": label}))
    reply = await chat.ask(messages, purpose="classify", max_tokens=_max_tokens(asked), response_format=response)
    return _read(reply.text, asked, chat)


async def _in_plain_words(chat: ChatClient, asked: _ChoiceRequest) -> LabelChoice:
    """Read only as far as the first line behind any thinking: a small model goes on and on."""
    said = ""
    pieces = chat.stream(asked.messages(str), purpose="classify", max_tokens=512)
    try:
        async for piece in pieces:
            said += piece
            begun = said.lstrip()
            if begun.startswith("<think>"[: len(begun)]) and "</think>" not in begun:
                continue
            line, newline, _ = said.rpartition("</think>")[2].lstrip().partition("\n")
            if newline or len(line) > 200:
                break
    except TruncatedReplyError:
        # It talks on; what it said first is what counts.
        pass
    finally:
        await pieces.aclose()
    return LabelChoice(find_label(remove_thinking(said).partition("\n")[0], asked.labels))


_FORMATS: dict[str, Callable[[ChatClient, _ChoiceRequest], Awaitable[LabelChoice]]] = {
    "tool": _by_tool,
    "schema": _by_schema,
    "plain": _in_plain_words,
}


def _schema(asked: _ChoiceRequest) -> dict[str, Any]:
    names = {"type": "array", "items": {"type": "string"}}
    route: dict[str, Any] = {"type": "string", "enum": list(asked.labels)}
    # In this order: a model that says why before it says what is right more often.
    fields = {"reasoning": {"type": "string"}, "route": route, **dict.fromkeys(asked.lists, names)}
    return {
        "type": "object",
        "properties": fields if asked.reasons else {"route": route},
        "required": list(fields) if asked.reasons else ["route"],
        "additionalProperties": False,
    }


def _max_tokens(asked: _ChoiceRequest) -> int:
    """Return the tokens of an answer: a label is short, a reason is a sentence or two."""
    return 320 if asked.reasons else 64


def _read(text: str, asked: _ChoiceRequest, chat: ChatClient) -> LabelChoice:
    try:
        fields = json.loads(text)
        value = fields["route"]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise UnsupportedFormatError(f"{chat.where}: answered {text[:80]!r} where JSON was asked for") from None
    if not isinstance(value, str):
        raise UnsupportedFormatError(f"{chat.where}: answered {value!r} where a route's name was asked for")
    reasoning = fields.get("reasoning")
    return LabelChoice(
        _exactly(value, asked.labels),
        reasoning if isinstance(reasoning, str) else "",
        {name: _names(fields.get(name)) for name in asked.lists},
    )


def _names(value: Any) -> tuple[str, ...]:
    return tuple(name for name in value if isinstance(name, str)) if isinstance(value, list) else ()
