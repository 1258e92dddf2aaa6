"""The bodies of HTTP requests: their schemas, their validation, and the Message that each describes."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import from_json
from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request

from fingerpost.errors import MessageError
from fingerpost.runtime.server_settings import Limits
from fingerpost.server.json_size import LARGE_BODY, has_more_values
from fingerpost.server.limits import MAX_FILES, MAX_MESSAGE_CHARACTERS
from fingerpost.server.middleware import BODY_KEY, LIMITS_KEY, received
from fingerpost.types import Attachment, Message, Turn

MAX_FIELDS = 40
"""The most fields of one multipart request."""

BodyT = TypeVar("BodyT", bound=BaseModel)

_JSON_TYPE = (b"content-type", b"application/json")
_STRICT = ConfigDict(strict=True, extra="forbid")


class PastTurn(BaseModel):
    """One turn of the conversation so far: its role, its text, and its route where known."""

    model_config = _STRICT

    role: str
    content: str
    route: str | None = None


class PastIntent(BaseModel):
    """The route of an earlier message, and the first words of that message."""

    model_config = _STRICT

    type: str
    topic: str


class MessageContext(BaseModel):
    """The fields of a message except its text."""

    model_config = _STRICT

    session: Annotated[
        str | None,
        Field(description="The conversation of the message: its earlier turns are used, and the message is stored."),
    ] = None
    user: Annotated[str | None, Field(description="The author of the message, for export and deletion.")] = None
    room: Annotated[
        str | None,
        Field(description="Where the message was written; without `session`, a user has one session in every room."),
    ] = None
    request_id: Annotated[
        str | None,
        Field(
            description="An id for the message: sent again with the same id and text, it is applied and stored once."
            " Another text with the id of an earlier message is refused."
        ),
    ] = None
    editor: Annotated[str, Field(description="The text that is open in the editor.")] = ""
    selection: Annotated[str, Field(description="The text that is selected in the editor.")] = ""
    extra_context: Annotated[str, Field(description="Figures and facts for a question about the account.")] = ""
    user_info: Annotated[
        dict[str, Any] | None,
        Field(description="Data of the user's account, used for questions about the account only."),
    ] = None
    declared: Annotated[str | None, Field(description="The route, where the caller knows it; no layer is run.")] = None


class RouteBody(MessageContext):
    """A message to route."""

    text: Annotated[str, Field(max_length=MAX_MESSAGE_CHARACTERS, description="The message.")]
    turns: Annotated[
        list[PastTurn], Field(description="Earlier turns, oldest first, instead of those stored with the session.")
    ] = Field(default_factory=list)
    intent_history: Annotated[list[PastIntent], Field(description="The routes of earlier messages, oldest first.")] = (
        Field(default_factory=list)
    )
    explain: Annotated[
        bool, Field(description="Also return why it was decided so, in `explanation`; that takes up to five seconds.")
    ] = False


class AskBody(RouteBody):
    """A message to answer."""

    stream: Annotated[bool, Field(description="Stream the answer as server-sent events.")] = False
    timeout: Annotated[
        float | None,
        Field(
            gt=0, allow_inf_nan=False, description="Seconds for the whole answer, if less than the server's own limit."
        ),
    ] = None


RouteT = TypeVar("RouteT", bound=RouteBody)


class FeedbackBody(BaseModel):
    """The correct route of a message."""

    model_config = _STRICT

    request_id: Annotated[
        str, Field(description="The id of the message: its X-Fingerpost-Request header, or its own request_id.")
    ]
    route: Annotated[
        str, Field(description="The correct route; the latest feedback counts, but a reviewer's label stays.")
    ]
    session: Annotated[
        str | None, Field(description="The session of the message, where several sessions have a request of this id.")
    ] = None


def message_of(given: RouteBody, attachments: Sequence[Attachment] = ()) -> Message:
    """Return the Message that a body describes."""
    turns = [Turn(turn.role, turn.content, turn.route) for turn in given.turns] if given.turns else ()
    history = [(entry.type, entry.topic) for entry in given.intent_history] if given.intent_history else ()
    return make_message(given.text, given, turns, history, attachments)


def make_message(
    text: str,
    context: MessageContext,
    turns: Sequence[Turn] = (),
    history: Sequence[tuple[str, str]] = (),
    attachments: Sequence[Attachment] = (),
) -> Message:
    """Return the Message with this text and context."""
    if not text.strip():
        raise MessageError("text is empty: send the text of the message")
    return Message(
        text,
        turns=turns,
        intent_history=history,
        attachments=attachments,
        editor=context.editor,
        selection=context.selection,
        extra_context=context.extra_context,
        user_info=context.user_info,
        declared=context.declared,
    )


def content_type(headers: Iterable[tuple[bytes, bytes]]) -> str:
    """Return the type of a body in lower case, without its parameters; empty where it is missing."""
    given = next((value for name, value in headers if name == b"content-type"), b"")
    return given.decode("latin-1").partition(";")[0].strip().lower()


async def read_json(request: Request, model: type[BodyT]) -> BodyT:
    """Return the parsed body; raises HTTPException for one that does not match the model."""
    scope = request.scope
    # Not `request.headers`, which takes longer to create than a decision by a rule takes to find.
    if _JSON_TYPE not in scope["headers"]:
        _check_type(scope["headers"])
    body, limits = scope[BODY_KEY], scope[LIMITS_KEY]
    if len(body) > LARGE_BODY:
        return await asyncio.to_thread(_parse, body, model, limits)
    return _parse(body, model, limits)


def _check_type(headers: Iterable[tuple[bytes, bytes]]) -> None:
    """Refuse what is not sent as JSON.

    Cross-site request forgery: a browser sends other types from foreign pages without a preflight request.
    """
    kind = content_type(headers)
    if kind != "application/json":
        raise HTTPException(
            415, f"the Content-Type is {kind or 'missing'}: send JSON with Content-Type: application/json"
        )


def _parse(body: bytes, model: type[BodyT], limits: Limits) -> BodyT:
    check_values("the body", body, limits)
    try:
        given = model.model_validate_json(body)
    except ValidationError as error:
        raise validation_http_error(error) from None
    _check_lists(given, limits)
    return given


def check_values(what: str, body: bytes, limits: Limits) -> None:
    """Refuse JSON with too many values, before it is parsed."""
    if has_more_values(body, limits.values):
        remedy = "send less, or raise FINGERPOST_MAX_VALUES"
        raise HTTPException(413, f"{what} has more than {limits.values:,} JSON values: {remedy}")


def _check_lists(given: BaseModel, limits: Limits) -> None:
    # Not `getattr`, which takes pydantic longer than all of the parsing where there is no such field.
    fields = given.__dict__
    for name in ("turns", "intent_history", "messages"):
        found = fields.get(name)
        if found and len(found) > limits.items:
            remedy = "send the latest ones, or raise FINGERPOST_MAX_ITEMS"
            raise HTTPException(413, f"{name} has {len(found):,} entries, more than {limits.items:,}: {remedy}")


async def read_message(request: Request, model: type[RouteT]) -> tuple[RouteT, list[Attachment]]:
    """Return the body of `/v1/route` or `/v1/ask` and its attachments, from JSON or from a multipart form."""
    headers, body = request.scope["headers"], request.scope[BODY_KEY]
    if _JSON_TYPE in headers and len(body) <= LARGE_BODY:
        return _parse(body, model, request.scope[LIMITS_KEY]), []
    if content_type(headers) != "multipart/form-data":
        return await read_json(request, model), []
    form = Request(request.scope, received(body, request.receive))
    # The size of the whole body is limited already.
    async with form.form(max_files=MAX_FILES, max_fields=MAX_FIELDS, max_part_size=1 << 30) as fields:
        attachments = await _attachments(fields)
        values = {name: value for name, value in fields.items() if name != "attachments"}
    for name, value in values.items():
        if not isinstance(value, str):
            raise HTTPException(422, f"{name} is a file: only `attachments` may be files")
    return await asyncio.to_thread(_parse_form, values, model, request.scope[LIMITS_KEY]), attachments


def _parse_form(values: dict[str, Any], model: type[RouteT], limits: Limits) -> RouteT:
    for name in ("user_info", "turns", "intent_history"):
        if name in values:
            check_values(name, values[name].encode("utf-8", "surrogatepass"), limits)
            values[name] = _from_json(name, values[name])
    try:
        # The fields of a form are strings: numbers and booleans are parsed from them.
        given = model.model_validate(values, strict=False)
    except ValidationError as error:
        raise validation_http_error(error) from None
    _check_lists(given, limits)
    return given


async def _attachments(fields: FormData) -> list[Attachment]:
    found = []
    for file in fields.getlist("attachments"):
        if not isinstance(file, UploadFile):
            raise HTTPException(422, "attachments is a text field: send a file, with a file name")
        mime, content = file.content_type or "application/octet-stream", await file.read()
        # Browsers send an empty part without a name for a field in which no file was chosen.
        if file.filename or content:
            found.append(Attachment(file.filename or "attachment", mime, content))
    return found


def _from_json(name: str, value: Any) -> Any:
    try:
        return from_json(value)
    except ValueError as error:
        raise HTTPException(422, f"{name}: must be JSON ({error})") from None


def validation_http_error(error: ValidationError) -> HTTPException:
    """Return the HTTP error for an invalid body; its message repeats no values of the body."""
    faults = error.errors(include_url=False, include_input=False)
    first = faults[0]
    if first["type"] == "json_invalid":
        detail = first["ctx"]["error"]
        return HTTPException(400, f"the body is not JSON ({detail}): send one JSON object in UTF-8")
    if first["type"] == "string_too_long":
        where, longest = _field_path(first["loc"]), first["ctx"]["max_length"]
        remedy = "send long texts in `editor`, or as an attachment"
        return HTTPException(413, f"{where} is longer than {longest:,} characters: {remedy}")
    problems = "; ".join(f"{_field_path(fault['loc'])}: {_problem(fault)}" for fault in faults[:5])
    return HTTPException(422, f"{problems}. The fields are documented at /docs and /openapi.json")


def _field_path(path: Sequence[int | str]) -> str:
    return ".".join(map(str, path)) or "the body"


def _problem(fault: Any) -> str:
    if fault["type"] == "extra_forbidden":
        return "unknown field, remove it"
    message: str = fault["msg"]
    return message[:1].lower() + message[1:]
