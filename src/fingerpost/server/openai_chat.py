"""The OpenAI-compatible API: `/v1/chat/completions` and `/v1/models`.

The model is the routebook's name. The last message of the user is the message to answer; the messages before it are the
turns. Other parameters (`temperature`, `tools`, …) are ignored, except that there is only one choice. `user` is a name,
or a JSON object with `user`, `session`, `room`, `request_id`, `editor`, `selection`, `extra_context`, `user_info`,
`declared`.

A system message is put before the user's message where the routebook's contract claims its text, as that of a
platform's prompt (RC-01, RC-02). Any other, such as "You are a helpful assistant.", is ignored: the routebook has the
prompts of its models.

The counts of `usage` are an estimate, a token for every four characters. The field `fingerpost` has the decision,
validation status, citations and notes; notes also follow the text, where people see them.
"""

from __future__ import annotations

import asyncio
import time
from typing import Annotated, Any

from fastapi import FastAPI
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request as HttpRequest
from starlette.responses import Response

from fingerpost.answering.assistant import Assistant
from fingerpost.answering.progress import Progress
from fingerpost.answering.request import Request
from fingerpost.models.chat import estimate_tokens
from fingerpost.routing.layers.rules import required_route
from fingerpost.routing.router import Router
from fingerpost.runtime.server_settings import Limits
from fingerpost.server import openapi
from fingerpost.server.json_size import LARGE_BODY
from fingerpost.server.limits import MAX_MESSAGE_CHARACTERS
from fingerpost.server.middleware import CALLER_KEY, LIMITS_KEY, REQUEST_ID_KEY
from fingerpost.server.openai_content import Content, attachments_of, text_of
from fingerpost.server.request_bodies import (
    MessageContext,
    check_values,
    make_message,
    read_json,
    validation_http_error,
)
from fingerpost.server.responses import (
    JsonResponse,
    answer_values,
    decision_headers,
    decision_values,
    error_values,
    full_text,
    json_bytes,
    trailing_texts,
)
from fingerpost.server.session_names import SessionNames
from fingerpost.server.streaming import StreamedAnswer, StreamEvent, while_connected
from fingerpost.types import Answer, Decision, Turn

_CONVERSATION_ROLES = ("user", "assistant")
_LENIENT = ConfigDict(extra="ignore")


class ChatMessage(BaseModel):
    """One message of a chat; `content` is a text or a list of parts (text, image_url, file, input_audio)."""

    model_config = _LENIENT

    role: str
    content: Content = None


class StreamOptions(BaseModel):
    """Options of a stream."""

    model_config = _LENIENT

    include_usage: bool | None = False


class ChatCompletionBody(BaseModel):
    """The body of `/v1/chat/completions`."""

    model_config = _LENIENT

    model: Annotated[str, Field(description="The name of the routebook that is served.")]
    messages: Annotated[list[ChatMessage], Field(min_length=1)]
    stream: bool | None = False
    stream_options: StreamOptions | None = None
    n: int | None = None
    user: Annotated[
        str | None, Field(description="A user's name, or a JSON object with `user`, `session`, `user_info` and others.")
    ] = None


def add_paths(app: FastAPI, assistant: Assistant, names: SessionNames) -> None:
    """Add OpenAI's paths to the app."""
    created = int(time.time())

    def model(name: str) -> dict[str, Any]:
        served = assistant.routes.router.routebook.name
        if name != served:
            raise _UnknownModelError(name, served)
        return {"id": served, "object": "model", "created": created, "owned_by": "fingerpost"}

    @app.post(
        "/v1/chat/completions",
        openapi_extra=openapi.request_body(ChatCompletionBody),
        responses=openapi.COMPLETION_RESPONSES,
    )
    async def chat_completions(http_request: HttpRequest) -> Response:
        """Answer the last message of a chat, in OpenAI's format."""
        given = await read_json(http_request, ChatCompletionBody)
        model(given.model)
        if (given.n or 1) != 1:
            raise HTTPException(400, f"n = {given.n}: only one choice is supported, leave n out")
        context = await _message_context(given.user, http_request.scope[LIMITS_KEY])
        request = _request(given, context, assistant, names, http_request)
        http_request.scope[REQUEST_ID_KEY] = request.id
        completion_format = _CompletionFormat(request, given)
        if given.stream:
            return StreamedAnswer(assistant, request, completion_format)
        answer = await while_connected(http_request.receive, assistant.ask(request))
        if answer is None:
            return Response(status_code=499)
        return JsonResponse(completion_format.completion(answer), headers=decision_headers(answer.decision))

    @app.get("/v1/models", responses=openapi.MODEL_RESPONSES)
    async def models(_: HttpRequest) -> Response:
        """List the one model: the routebook that is served."""
        return JsonResponse({"object": "list", "data": [model(assistant.routes.router.routebook.name)]})

    @app.get("/v1/models/{name:path}", responses=openapi.MODEL_RESPONSES)
    async def one_model(http_request: HttpRequest) -> Response:
        """Return the model, if it is the one that is served."""
        return JsonResponse(model(http_request.path_params["name"]))

    @app.exception_handler(_UnknownModelError)
    async def unknown(_: HttpRequest, error: Exception) -> Response:
        return JsonResponse(error_values(404, str(error), "model_not_found"), 404)


class _UnknownModelError(Exception):
    def __init__(self, name: str, served: str) -> None:
        super().__init__(f"the model {name[:100]!r} does not exist: this server serves {served!r}")


def _request(
    given: ChatCompletionBody,
    context: MessageContext,
    assistant: Assistant,
    names: SessionNames,
    http_request: HttpRequest,
) -> Request:
    """Return the request that a body describes."""
    last = next((i for i in reversed(range(len(given.messages))) if given.messages[i].role == "user"), None)
    if last is None:
        raise HTTPException(400, 'messages: none is from the user: send one with "role": "user"')
    content = given.messages[last].content
    system = "\n\n".join(text_of(other.content) for other in given.messages if other.role in ("system", "developer"))
    text = _with_system(assistant.routes.router, system[: MAX_MESSAGE_CHARACTERS + 1], text_of(content))
    if len(text) > MAX_MESSAGE_CHARACTERS:
        raise HTTPException(
            413, f"messages.{last} is longer than {MAX_MESSAGE_CHARACTERS:,} characters: send long texts as a file"
        )
    past = [
        Turn(other.role, text_of(other.content)) for other in given.messages[:last] if other.role in _CONVERSATION_ROLES
    ]
    message = make_message(
        text,
        context,
        [turn for turn in past if turn.text.strip()],
        attachments=attachments_of(content),
    )
    # OpenAI clients send the whole conversation: another conversation of the same user is another session.
    new = not context.room
    # An app of a user runs across conversations.
    room = context.room or ("openai" if context.user and not context.session else None)
    return assistant.request(
        message,
        **names.options(http_request.scope[CALLER_KEY], context.session, context.user, room, new=new),
        request_id=context.request_id or http_request.scope[REQUEST_ID_KEY],
        may_repeat=bool(context.request_id),
    )


async def _message_context(user: str | None, limits: Limits) -> MessageContext:
    """Read the field `user`: a name, or the context of the message as JSON."""
    if user is None or not user.lstrip().startswith("{"):
        return MessageContext(user=user)
    if len(user) > LARGE_BODY:
        return await asyncio.to_thread(_parse_context, user, limits)
    return _parse_context(user, limits)


def _parse_context(user: str, limits: Limits) -> MessageContext:
    # The count of the whole body takes this text for one value.
    check_values("user", user.encode("utf-8", "surrogatepass"), limits)
    try:
        return MessageContext.model_validate_json(user)
    except ValidationError as error:
        fault = validation_http_error(error)
        raise HTTPException(400, f"user: starts like a JSON object, but is not a valid one: {fault.detail}") from None


def _with_system(router: Router, system: str, text: str) -> str:
    """Return the text after the system message, where the contract claims the system message and both together.

    Both: the text may hold one of a rule's `unless` words, as when somebody asks for code.
    """
    rules = router.routebook.rules
    if system and required_route(rules, system):
        whole = f"{system}\n\n{text}"
        if required_route(rules, whole):
            return whole
    return text


def _finish_reason(answer: Answer) -> str:
    return "length" if answer.cut else "stop"


class _CompletionFormat:
    """The format of one completion, whole or in chunks."""

    def __init__(self, request: Request, given: ChatCompletionBody) -> None:
        self._request = request
        self._head = {"id": f"chatcmpl-{request.id}", "created": int(time.time()), "model": given.model}
        self._prompt_tokens = sum(estimate_tokens(len(text_of(message.content))) for message in given.messages)
        self._includes_usage = bool(given.stream_options and given.stream_options.include_usage)

    def completion(self, answer: Answer) -> dict[str, Any]:
        """Return a whole completion."""
        message = {"role": "assistant", "content": full_text(answer), "refusal": None}
        return {
            **self._head,
            "object": "chat.completion",
            "choices": [{"index": 0, "message": message, "logprobs": None, "finish_reason": _finish_reason(answer)}],
            "usage": self._usage(answer),
            "fingerpost": self._fingerpost_values(answer),
        }

    def encode(self, event: StreamEvent) -> bytes:
        """Return the chunks of an event."""
        if isinstance(event, str):
            return self._chunk({"content": event})
        if isinstance(event, Progress):
            # A comment of the event stream, which clients skip.
            return b": %s\n\n" % event.step.encode()
        if isinstance(event, Decision):
            values = {"decision": decision_values(event, self._request.book)}
            return self._chunk({"role": "assistant", "content": ""}, fingerpost=values)
        chunks = [self._chunk({"content": f"\n\n{text}"}) for text in trailing_texts(event)]
        chunks.append(self._chunk({}, _finish_reason(event), fingerpost=self._fingerpost_values(event)))
        if self._includes_usage:
            usage = {**self._head, "object": "chat.completion.chunk", "choices": [], "usage": self._usage(event)}
            chunks.append(_data_event(json_bytes(usage)))
        return b"".join((*chunks, _data_event(b"[DONE]")))

    def encode_error(self, values: dict[str, Any]) -> bytes:
        """Return the event that makes OpenAI clients raise an error."""
        return _data_event(json_bytes(values))

    def _chunk(self, delta: dict[str, Any], finish_reason: str | None = None, **more: Any) -> bytes:
        choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish_reason}
        usage = {"usage": None} if self._includes_usage else {}
        return _data_event(
            json_bytes({**self._head, "object": "chat.completion.chunk", "choices": [choice], **usage, **more})
        )

    def _fingerpost_values(self, answer: Answer) -> dict[str, Any]:
        values = answer_values(answer, self._request.book, self._request.id, self._request.session)
        return {name: values[name] for name in values if name != "text"}

    def _usage(self, answer: Answer) -> dict[str, int]:
        answered = estimate_tokens(len(full_text(answer)))
        return {
            "prompt_tokens": self._prompt_tokens,
            "completion_tokens": answered,
            "total_tokens": self._prompt_tokens + answered,
        }


def _data_event(body: bytes) -> bytes:
    return b"data: %s\n\n" % body
