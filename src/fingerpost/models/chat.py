"""One chat client for every model server: the OpenAI-compatible API that Ollama, vLLM and llama.cpp serve too."""

from __future__ import annotations

import os
import re
from collections.abc import AsyncIterator, Sequence
from importlib.util import find_spec
from typing import Any, NamedTuple

from fingerpost.errors import ModelError, SettingsError
from fingerpost.facts import MODEL, note
from fingerpost.settings import Slot

_THINKING = re.compile(r"<think>.*?</think>", re.DOTALL)


class Reply(NamedTuple):
    """What a model answered: its text without its thinking, and the arguments of the tool it called, if any."""

    text: str
    arguments: str | None = None


class FormError(ModelError):
    """The server is there, but refuses this form of request."""


class Chat:
    """A model in a slot. Use it on one event loop only: its connections belong to the loop."""

    def __init__(self, slot: Slot, name: str) -> None:
        """Take what the settings say of a slot; the client is made on first use."""
        self.slot, self.name = slot, name
        self._made: Any = None
        self._process = 0

    @property
    def where(self) -> str:
        """Return which model on which server, for people."""
        return f"{self.slot.model} at {self.slot.place}"

    async def ask(self, messages: Sequence[dict[str, str]], *, purpose: str, most: int, **form: Any) -> Reply:
        """Return the whole answer, at most `most` tokens of it."""
        note(MODEL, slot=self.name, model=self.slot.model, purpose=purpose)
        answer = await self._create(messages=messages, max_tokens=most, **form)
        choices = getattr(answer, "choices", None)
        if not choices or choices[0].message is None:
            raise ModelError(f"{self.where}: the answer holds no choice")
        message = choices[0].message
        calls = message.tool_calls or ()
        arguments = next((call.function.arguments for call in calls if getattr(call, "function", None)), None)
        return Reply(without_thinking(message.content or ""), arguments)

    async def stream(self, messages: Sequence[dict[str, str]], *, purpose: str, most: int) -> AsyncIterator[str]:
        """Yield pieces of the answer as they come; closing the iterator ends the request."""
        note(MODEL, slot=self.name, model=self.slot.model, purpose=purpose)
        import httpx2
        import openai

        stream = await self._create(messages=messages, max_tokens=most, stream=True)
        finished = False
        try:
            async for chunk in stream:
                for choice in chunk.choices:
                    finished = finished or choice.finish_reason is not None
                    if choice.delta is not None and choice.delta.content:
                        yield choice.delta.content
        except (openai.OpenAIError, httpx2.HTTPError, ValueError, AttributeError, TypeError) as error:
            raise ModelError(f"{self.where}: the stream broke off: {_short(error)}") from error
        finally:
            await stream.close()
        if not finished:
            raise ModelError(f"{self.where}: the stream ended in the middle")

    async def close(self) -> None:
        """Close the connections; the next question opens new ones."""
        made, self._made = self._made, None
        if made is not None:
            await made.close()

    async def listed(self, timeout: float) -> set[str]:
        """Return the models that the server lists; raise ModelError unless it is there."""
        client = self._client()
        import openai

        try:
            return {model.id async for model in client.with_options(timeout=timeout).models.list()}
        except openai.OpenAIError as error:
            raise ModelError(f"{self.where}: {_short(error.__cause__ or error)}") from error

    async def _create(self, **request: Any) -> Any:
        import openai

        client = self._client()
        retried = False
        while True:
            try:
                return await client.chat.completions.create(model=self.slot.model, temperature=0, **request)
            except openai.APITimeoutError as error:
                raise ModelError(f"{self.where}: no answer in time") from error
            except openai.APIConnectionError as error:
                if retried:
                    raise ModelError(f"{self.where}: no connection: {_short(error.__cause__ or error)}") from error
                retried = True
            except openai.APIStatusError as error:
                if error.status_code in _REFUSALS and ("tools" in request or "response_format" in request):
                    raise FormError(f"{self.where}: refuses the form: {_short(error)}") from error
                remedy = _REMEDIES.get(error.status_code, "")
                raise ModelError(f"{self.where}: HTTP {error.status_code}{remedy}: {_short(error)}") from error
            except (openai.OpenAIError, ValueError, AttributeError, TypeError) as error:
                # What is no JSON, or JSON of another shape, fails somewhere inside the client.
                raise ModelError(f"{self.where}: the answer cannot be read: {_short(error)}") from error

    def _client(self) -> Any:
        if self._made is None or self._process != os.getpid():
            # A child of fork has a loop of its own, to which the parent's connections do not belong.
            self._process = os.getpid()
            need_client()
            from openai import AsyncOpenAI, DefaultAsyncHttpxClient

            # The caller's deadline is the only one, and retries are counted here.
            self._made = AsyncOpenAI(
                base_url=self.slot.url,
                api_key=self.slot.key,
                max_retries=0,
                timeout=None,
                # What a person wrote goes to the server that was named, and to no other.
                http_client=DefaultAsyncHttpxClient(follow_redirects=False),
            )
        return self._made


_REFUSALS = (400, 422, 500, 501)
"""What servers answer to a form they do not know; some fail over it."""

_REMEDIES = {
    401: " (check the API key)",
    403: " (check the API key)",
    404: " (is the model installed there, and is the address right?)",
    429: " (too many requests)",
}


def need_client() -> None:
    """Refuse to start with a model that could never be asked."""
    if find_spec("openai") is None:
        raise SettingsError(
            "a model is set in the environment, but its client is not installed: pip install 'fingerpost[llm]'"
        )


def without_thinking(text: str) -> str:
    """Remove what a model thought aloud; a thought that was never finished leaves nothing."""
    if "<think>" in text:
        text = _THINKING.sub("", text)
        text = text.split("<think>")[0]
    elif "</think>" in text:
        # Some templates open the block in the prompt, so that only its end is in the answer.
        text = text.split("</think>")[-1]
    return text.strip()


def _short(error: object) -> str:
    said = " ".join(str(error).split()) or type(error).__name__
    return said if len(said) <= 200 else said[:199] + "…"
