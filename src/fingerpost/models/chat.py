"""One chat client for every model server: the OpenAI-compatible API that Ollama, vLLM and llama.cpp serve too."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncGenerator, Iterator, Sequence
from contextlib import contextmanager
from time import perf_counter
from typing import Any, NamedTuple

from fingerpost.errors import ModelError
from fingerpost.models.client import ModelClient
from fingerpost.observability.facts import MODEL, TOKENS, record_fact
from fingerpost.observability.metrics import METRICS
from fingerpost.settings import Slot

_THINKING = re.compile(r"<think>.*?</think>", re.DOTALL)


class ChatReply(NamedTuple):
    """What a model answered: its text without its thinking, and the arguments of the tool it called, if any."""

    text: str
    arguments: str | None = None


class UnsupportedFormatError(ModelError):
    """The server is there, but refuses this form of request."""


class TruncatedReplyError(ModelError):
    """The model had more to say than it was allowed to."""


class ChatClient(ModelClient):
    """A model in a slot that is asked and answers."""

    def __init__(self, slot: Slot, name: str) -> None:
        """`name` is the slot's, for the facts."""
        super().__init__(slot)
        self.name = name

    async def ask(self, messages: Sequence[dict[str, str]], *, purpose: str, max_tokens: int, **form: Any) -> ChatReply:
        """Return the whole answer, at most `max_tokens` tokens of it."""
        record_fact(MODEL, slot=self.name, model=self.slot.model, purpose=purpose)
        try:
            with self._timed(purpose):
                answer = await self._create(messages=messages, max_tokens=max_tokens, **form)
        except asyncio.CancelledError:
            # The question was sent, and is paid for.
            self._note_tokens(messages, "")
            raise
        self._note_tokens(messages, _said(answer), getattr(answer, "usage", None))
        choices = getattr(answer, "choices", None)
        if not choices or choices[0].message is None:
            raise ModelError(f"{self.where}: the answer holds no choice")
        message = choices[0].message
        calls = message.tool_calls or ()
        arguments = next((call.function.arguments for call in calls if getattr(call, "function", None)), None)
        if not isinstance(message.content, str | None) or not isinstance(arguments, str | None):
            raise UnsupportedFormatError(f"{self.where}: answered with something else than text")
        return ChatReply(remove_thinking(message.content or ""), arguments)

    async def stream(
        self, messages: Sequence[dict[str, str]], *, purpose: str, max_tokens: int
    ) -> AsyncGenerator[str, None]:
        """Yield pieces of the answer as they come; closing the iterator ends the request."""
        record_fact(MODEL, slot=self.name, model=self.slot.model, purpose=purpose)
        import httpx2
        import openai

        # Until it begins to answer: how long it goes on is a matter of what it has to say.
        with self._timed(purpose):
            stream = await self._create(messages=messages, max_tokens=max_tokens, stream=True)
        finished, said = None, ""
        pieces = aiter(stream)
        try:
            async for chunk in pieces:
                for choice in chunk.choices:
                    finished = finished or choice.finish_reason
                    if choice.delta is not None and choice.delta.content:
                        said += choice.delta.content
                        yield choice.delta.content
        except (openai.OpenAIError, httpx2.HTTPError, ValueError, AttributeError, TypeError) as error:
            raise ModelError(f"{self.where}: the stream broke off: {_short(error)}") from error
        finally:
            self._note_tokens(messages, said)
            # Closed now, inside out: the garbage collector would do it later, on whatever thread it runs.
            for generator in (pieces, getattr(stream, "_iterator", None)):
                if isinstance(generator, AsyncGenerator):
                    await generator.aclose()
            await stream.close()
        if not finished:
            raise ModelError(f"{self.where}: the stream ended in the middle")
        if finished == "length":
            raise TruncatedReplyError(f"{self.where}: had more to say than {max_tokens} tokens")

    async def list_models(self, timeout: float) -> set[str]:
        """Return the models that the server lists; raise ModelError unless it is there."""
        client = self.get()
        import openai

        try:
            return {model.id async for model in client.with_options(timeout=timeout).models.list()}
        except openai.OpenAIError as error:
            raise ModelError(f"{self.where}: {_short(error.__cause__ or error)}") from error

    def _note_tokens(self, messages: Sequence[dict[str, str]], said: str, usage: Any = None) -> None:
        """Note what a call took, as its server tells it, or else by the length of what was asked and said."""
        counts = [getattr(usage, name, None) for name in ("prompt_tokens", "completion_tokens")]
        told = all(isinstance(count, int) for count in counts)
        asked = sum(len(message["content"]) for message in messages)
        prompt, completion = counts if told else (estimate_tokens(asked), estimate_tokens(len(said)))
        record_fact(TOKENS, slot=self.name, prompt=prompt, completion=completion, told=told)

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
                    reason = _short(error.__cause__ or error)
                    remedy = "start the server, or correct its address"
                    raise ModelError(f"{self.where}: no connection: {reason}: {remedy}") from error
                retried = True
            except openai.APIStatusError as error:
                if error.status_code in _REFUSALS and ("tools" in request or "response_format" in request):
                    raise UnsupportedFormatError(f"{self.where}: refuses the form: {_short(error)}") from error
                remedy = _REMEDIES.get(error.status_code, "")
                raise ModelError(f"{self.where}: HTTP {error.status_code}{remedy}: {_short(error)}") from error
            except (openai.OpenAIError, ValueError, AttributeError, TypeError) as error:
                # What is no JSON, or JSON of another shape, fails somewhere inside the client.
                raise ModelError(f"{self.where}: the answer cannot be read: {_short(error)}") from error


_REFUSALS = (400, 422, 500, 501)
"""What servers answer to a form they do not know; some fail over it."""

_REMEDIES = {
    401: " (check the API key)",
    403: " (check the API key)",
    404: " (is the model installed there, and is the address right?)",
    429: " (too many requests)",
}


def estimate_tokens(characters: int) -> int:
    """Estimate the tokens of so many characters: four of them make one."""
    return -(-characters // 4)


def disable_thinking(model: str, text: str) -> str:
    """Return a question with the words that keep Qwen 3 from thinking for hundreds of tokens before it answers."""
    return f"{text} /no_think" if "qwen3" in model.lower() else text


async def skip_thinking(pieces: AsyncGenerator[str, None]) -> AsyncGenerator[str, None]:
    """Yield what a model says and not what it thinks: nothing of a block at the beginning, the rest as it comes."""
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
    """Remove what a model thought aloud; a thought that was never finished leaves nothing."""
    if "<think>" in text:
        text = _THINKING.sub("", text)
        text = text.split("<think>")[0]
    elif "</think>" in text:
        # Some templates open the block in the prompt, so that only its end is in the answer.
        text = text.split("</think>")[-1]
    return text.strip()


def _said(answer: Any) -> str:
    """Return all that a model wrote, its thinking too; what cannot be read is told elsewhere."""
    choices = getattr(answer, "choices", None)
    message = choices[0].message if choices else None
    calls = [
        call.function.arguments for call in getattr(message, "tool_calls", None) or () if hasattr(call, "function")
    ]
    return "".join(part for part in (getattr(message, "content", None), *calls) if isinstance(part, str))


def _short(error: object) -> str:
    said = " ".join(str(error).split()) or type(error).__name__
    return said if len(said) <= 200 else said[:199] + "…"
