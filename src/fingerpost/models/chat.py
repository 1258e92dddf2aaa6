"""Chat client for every model server with an OpenAI-compatible API, such as Ollama, vLLM and llama.cpp."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncGenerator, Iterator, Sequence
from contextlib import contextmanager
from time import perf_counter
from typing import Any, NamedTuple

from fingerpost.errors import ModelError
from fingerpost.models.client import STREAM_TYPE, UNREADABLE, ModelClient
from fingerpost.observability.facts import MODEL, TOKENS, record_fact
from fingerpost.observability.metrics import METRICS
from fingerpost.settings import Slot

_THINKING = re.compile(r"<think>.*?</think>", re.DOTALL)


class ChatReply(NamedTuple):
    """A model's reply: its text without the thinking block, and the arguments of its tool call, if any."""

    text: str
    arguments: str | None = None


class UnsupportedFormatError(ModelError):
    """The server answered, but does not support this request format (tool calls or JSON schema)."""


class TruncatedReplyError(ModelError):
    """The reply was cut off at the maximum number of tokens."""


class ChatClient(ModelClient):
    """A client for the chat model of one slot."""

    def __init__(self, slot: Slot, name: str) -> None:
        """Create a client for a slot; `name` is the slot's name in facts and metrics."""
        super().__init__(slot)
        self.name = name

    async def ask(self, messages: Sequence[dict[str, str]], *, purpose: str, max_tokens: int, **form: Any) -> ChatReply:
        """Return the complete reply, of at most `max_tokens` tokens."""
        record_fact(MODEL, slot=self.name, model=self.slot.model, purpose=purpose)
        try:
            with self._timed(purpose):
                answer = await self._create(messages=messages, max_tokens=max_tokens, **form)
        except asyncio.CancelledError:
            # The prompt was sent and is billed.
            self._record_tokens(purpose, messages, "")
            raise
        self._record_tokens(purpose, messages, _written_text(answer), getattr(answer, "usage", None))
        choices = getattr(answer, "choices", None)
        if not choices or choices[0].message is None:
            raise ModelError(f"{self.where}: the answer contains no choice: check that the server is OpenAI-compatible")
        message = choices[0].message
        calls = message.tool_calls or ()
        arguments = next((call.function.arguments for call in calls if getattr(call, "function", None)), None)
        if not isinstance(message.content, str | None) or not isinstance(arguments, str | None):
            raise UnsupportedFormatError(f"{self.where}: answered with content that is not text")
        return ChatReply(remove_thinking(message.content or ""), arguments)

    async def stream(
        self, messages: Sequence[dict[str, str]], *, purpose: str, max_tokens: int
    ) -> AsyncGenerator[str, None]:
        """Yield the reply piece by piece; closing the iterator cancels the request."""
        record_fact(MODEL, slot=self.name, model=self.slot.model, purpose=purpose)
        import httpx2
        import openai

        # Times the start of the answer only: the rest depends on its length.
        with self._timed(purpose):
            stream = await self._create(
                messages=messages, max_tokens=max_tokens, stream=True, extra_headers={"Accept": STREAM_TYPE}
            )
        finished, received = None, ""
        pieces = aiter(stream)
        try:
            async for chunk in pieces:
                for choice in chunk.choices:
                    finished = finished or choice.finish_reason
                    if choice.delta is not None and choice.delta.content:
                        received += choice.delta.content
                        yield choice.delta.content
        except (openai.OpenAIError, httpx2.HTTPError, *UNREADABLE) as error:
            raise ModelError(f"{self.where}: the stream broke off: {_shorten(error.__cause__ or error)}") from error
        finally:
            self._record_tokens(purpose, messages, received)
            # Closed here, from the inside out: the garbage collector would do it later, on any thread.
            for generator in (pieces, getattr(stream, "_iterator", None)):
                if isinstance(generator, AsyncGenerator):
                    await generator.aclose()
            await stream.close()
        if not finished:
            raise ModelError(f"{self.where}: the stream ended before the answer was complete")
        if finished == "length":
            raise TruncatedReplyError(f"{self.where}: the reply was cut off after {max_tokens} tokens")

    async def list_models(self, timeout: float) -> set[str]:
        """Return the names of the models that the server lists; raises ModelError where it does not answer."""
        client = self.get()
        import openai

        try:
            return {model.id async for model in client.with_options(timeout=timeout).models.list()}
        except (openai.OpenAIError, *UNREADABLE) as error:
            raise ModelError(f"{self.where}: {_shorten(error.__cause__ or error)}") from error

    def _record_tokens(
        self, purpose: str, messages: Sequence[dict[str, str]], received: str, usage: Any = None
    ) -> None:
        """Record the token usage of a call as reported by the server, or else estimated from the text lengths."""
        counts = [getattr(usage, name, None) for name in ("prompt_tokens", "completion_tokens")]
        reported = all(isinstance(count, int) for count in counts)
        asked = sum(len(message["content"]) for message in messages)
        prompt, completion = counts if reported else (estimate_tokens(asked), estimate_tokens(len(received)))
        record_fact(TOKENS, slot=self.name, purpose=purpose, prompt=prompt, completion=completion, told=reported)

    @contextmanager
    def _timed(self, purpose: str) -> Iterator[None]:
        began, outcome = perf_counter(), "failed"
        try:
            yield
            outcome = "answered"
        finally:
            METRICS.count("model_calls", slot=self.name, purpose=purpose, outcome=outcome)
            METRICS.observe("model", perf_counter() - began, (("purpose", purpose), ("slot", self.name)))

    async def _create(self, **request: Any) -> Any:
        import openai

        client = self.get()
        retried = False
        while True:
            try:
                return await client.chat.completions.create(model=self.slot.model, temperature=0, **request)
            except openai.APITimeoutError as error:
                raise ModelError(f"{self.where}: no answer in time") from error
            except openai.APIConnectionError as error:
                if retried:
                    reason = _shorten(error.__cause__ or error)
                    remedy = "start the server, or correct its address"
                    raise ModelError(f"{self.where}: no connection: {reason}: {remedy}") from error
                retried = True
            except openai.APIStatusError as error:
                if error.status_code in _UNSUPPORTED_STATUS and ("tools" in request or "response_format" in request):
                    raise UnsupportedFormatError(
                        f"{self.where}: does not support this request format: {_shorten(error)}"
                    ) from error
                remedy = _REMEDIES.get(error.status_code, "")
                raise ModelError(f"{self.where}: HTTP {error.status_code}{remedy}: {_shorten(error)}") from error
            except (openai.OpenAIError, *UNREADABLE) as error:
                raise ModelError(
                    f"{self.where}: the answer cannot be read: {_shorten(error.__cause__ or error)}"
                ) from error


_UNSUPPORTED_STATUS = (400, 422, 500, 501)
"""Status codes of servers that do not support a request format; some fail with 500 on it."""

_REMEDIES = {
    401: " (check the API key)",
    403: " (check the API key)",
    404: " (is the model installed there, and is the address right?)",
    429: " (too many requests)",
}


def estimate_tokens(characters: int) -> int:
    """Estimate the number of tokens of a text from its length: four characters per token."""
    return -(-characters // 4)


def disable_thinking(model: str, text: str) -> str:
    """Return a prompt with the switch that stops Qwen 3 from writing a thinking block of hundreds of tokens."""
    return f"{text} /no_think" if "qwen3" in model.lower() else text


async def skip_thinking(pieces: AsyncGenerator[str, None]) -> AsyncGenerator[str, None]:
    """Yield a streamed reply without its leading thinking block."""
    begun: str | None = ""
    try:
        async for piece in pieces:
            if begun is None:
                yield piece
                continue
            begun += piece
            text = begun.lstrip()
            if text.startswith("<think>"):
                _, closed, text = text.partition("</think>")
                if not closed:
                    continue
            elif "<think>".startswith(text):
                continue
            if text := text.lstrip():
                begun = None
                yield text
        if begun and not begun.lstrip().startswith("<think>"):
            yield begun
    finally:
        await pieces.aclose()


def remove_thinking(text: str) -> str:
    """Return a reply without its thinking blocks; an unclosed block removes the rest of the text."""
    if "<think>" in text:
        text = _THINKING.sub("", text)
        text = text.split("<think>")[0]
    elif "</think>" in text:
        # Some chat templates open the block in the prompt, so that only its end is in the reply.
        text = text.split("</think>")[-1]
    return text.strip()


def _written_text(answer: Any) -> str:
    """Return all text that a model generated, thinking and tool arguments included; "" for an unreadable answer."""
    choices = getattr(answer, "choices", None)
    message = choices[0].message if choices else None
    calls = [
        call.function.arguments for call in getattr(message, "tool_calls", None) or () if hasattr(call, "function")
    ]
    return "".join(part for part in (getattr(message, "content", None), *calls) if isinstance(part, str))


def _shorten(error: object) -> str:
    text = " ".join(str(error).split()) or type(error).__name__
    return text if len(text) <= 200 else text[:199] + "…"
