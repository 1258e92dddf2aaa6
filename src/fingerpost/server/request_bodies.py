"""What comes in over HTTP: bodies as people write them, checked, and made into Messages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, TypeVar
from uuid import uuid4

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import from_json
from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request

from fingerpost.errors import MessageError
from fingerpost.server.limits import LONGEST, session_in
from fingerpost.types import Attachment, Message, Turn

FILES, FIELDS = 20, 40
"""Attachments and fields of one multipart request."""

Form = TypeVar("Form", bound=BaseModel)

_STRICT = ConfigDict(strict=True, extra="forbid")


class PastTurn(BaseModel):
    """What was said before, by whom, and where known on which route."""

    model_config = _STRICT

    role: str
    content: str
    route: str | None = None


class PastIntent(BaseModel):
    """What an earlier message was classified as, and its first words."""

    model_config = _STRICT

    type: str
    topic: str


class Surroundings(BaseModel):
    """All that may come with a message but its text."""

    model_config = _STRICT

    session: Annotated[
        str | None,
        Field(description="The conversation it belongs to. What was said in it before is known, and this is kept."),
    ] = None
    user: Annotated[str | None, Field(description="Whose message it is, for export and deletion.")] = None
    room: Annotated[
        str | None, Field(description="Where it was written: without a session, a user has one in every room.")
    ] = None
    request_id: Annotated[
        str | None, Field(description="Names the message, so that one that is sent again is applied and kept once.")
    ] = None
    editor: Annotated[str, Field(description="The text that is open in the editor.")] = ""
    selection: Annotated[str, Field(description="What is selected there.")] = ""
    extra_context: Annotated[str, Field(description="Figures and facts for a question about the account.")] = ""
    user_info: Annotated[
        dict[str, Any] | None, Field(description="The person's account, for questions about it and for nothing else.")
    ] = None
    declared: Annotated[
        str | None, Field(description="The route, where the caller knows it: bypasses every layer.")
    ] = None


class Routing(Surroundings):
    """A message to route."""

    text: Annotated[str, Field(max_length=LONGEST, description="The message.")]
    turns: Annotated[
        list[PastTurn], Field(description="What was said before, oldest first, instead of what the session remembers.")
    ] = Field(default_factory=list)
    intent_history: Annotated[
        list[PastIntent], Field(description="What earlier messages were classified as, oldest first.")
    ] = Field(default_factory=list)


class Asking(Routing):
    """A message to answer."""

    stream: Annotated[bool, Field(description="Answer with server-sent events, as it is written.")] = False
    timeout: Annotated[
        float | None,
        Field(gt=0, allow_inf_nan=False, description="Seconds for all of the answer, if less than the server's own."),
    ] = None


class Feedback(BaseModel):
    """A person's word on a message: which route it should have had."""

    model_config = _STRICT

    request_id: Annotated[
        str, Field(description="The message: what X-Fingerpost-Request said of it, or its own request_id.")
    ]
    route: Annotated[str, Field(description="The route that it should have had; the last word counts.")]
    session: Annotated[str | None, Field(description="Its session, where several have such a request.")] = None


def message_of(given: Routing, attachments: Sequence[Attachment] = ()) -> Message:
    """Return what was given as a Message."""
    turns = [Turn(turn.role, turn.content, turn.route) for turn in given.turns]
    history = [(entry.type, entry.topic) for entry in given.intent_history]
    return make_message(given.text, given, turns, history, attachments)


def make_message(
    text: str,
    around: Surroundings,
    turns: Sequence[Turn] = (),
    history: Sequence[tuple[str, str]] = (),
    attachments: Sequence[Attachment] = (),
) -> Message:
    """Return a text and what surrounds it as a Message."""
    if not text.strip():
        raise MessageError("text is empty: give the text that was sent")
    return Message(
        text,
        turns=turns,
        intent_history=history,
        attachments=attachments,
        editor=around.editor,
        selection=around.selection,
        extra_context=around.extra_context,
        user_info=around.user_info,
        declared=around.declared,
    )


def session_of(around: Surroundings) -> str:
    """Return the session of a question: the one it names, else that of its user in its room, else a new one."""
    if around.session:
        return around.session
    if not around.user and not around.room:
        return uuid4().hex
    return session_in(around.user or "", around.room or "")


async def read_json(request: Request, form: type[Form]) -> Form:
    """Return the body as the form, or raise what is wrong with it and what to do."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        # A page of another site can make a browser send any other kind without asking.
        raise HTTPException(415, f"the body is {kind or 'of no kind'}: send JSON as Content-Type: application/json")
    body = await request.body()
    try:
        return form.model_validate_json(body)
    except ValidationError as error:
        raise wrong(error) from None


async def read_asking(request: Request) -> tuple[Asking, list[Attachment]]:
    """Return what is asked, from JSON or from a multipart form with attachments."""
    if not request.headers.get("content-type", "").lower().startswith("multipart/form-data"):
        return await read_json(request, Asking), []
    # No field is larger than the body, and that is bounded already.
    async with request.form(max_files=FILES, max_fields=FIELDS, max_part_size=1 << 30) as fields:
        attachments = await _attachments(fields)
        values = {name: value for name, value in fields.items() if name != "attachments"}
    for name, value in values.items():
        if not isinstance(value, str):
            raise HTTPException(422, f"{name}: is a file: only `attachments` may be files")
    for name in ("user_info", "turns", "intent_history"):
        if name in values:
            values[name] = _from_json(name, values[name])
    try:
        # All fields of a form are texts: numbers and switches are read from them.
        return Asking.model_validate(values, strict=False), attachments
    except ValidationError as error:
        raise wrong(error) from None


async def _attachments(fields: FormData) -> list[Attachment]:
    found = []
    for file in fields.getlist("attachments"):
        if not isinstance(file, UploadFile):
            raise HTTPException(422, "attachments: is a text: send a file, with a name")
        mime = file.content_type or "application/octet-stream"
        found.append(Attachment(file.filename or "attachment", mime, await file.read()))
    return found


def _from_json(name: str, value: Any) -> Any:
    try:
        return from_json(value)
    except ValueError as error:
        raise HTTPException(422, f"{name}: must be JSON ({error})") from None


def wrong(error: ValidationError) -> HTTPException:
    """Return what is wrong with a body, without repeating what stands in it."""
    faults = error.errors(include_url=False, include_input=False)
    first = faults[0]
    if first["type"] == "json_invalid":
        said = first["ctx"]["error"]
        return HTTPException(400, f"the body is no JSON ({said}): send one JSON object in UTF-8")
    if first["type"] == "string_too_long":
        where, most = _place(first["loc"]), first["ctx"]["max_length"]
        remedy = "send long material in `editor`, or as an attachment"
        return HTTPException(413, f"{where}: is longer than {most:,} characters: {remedy}")
    said = "; ".join(f"{_place(fault['loc'])}: {_remedy(fault)}" for fault in faults[:5])
    return HTTPException(422, f"{said}. The fields are described in /docs and /openapi.json")


def _place(path: Sequence[int | str]) -> str:
    return ".".join(map(str, path)) or "the body"


def _remedy(fault: Any) -> str:
    if fault["type"] == "extra_forbidden":
        return "there is no such field, leave it out"
    said: str = fault["msg"]
    return said[:1].lower() + said[1:]
