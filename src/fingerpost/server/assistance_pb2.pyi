from google.protobuf import struct_pb2 as _struct_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class AgentRequest(_message.Message):
    __slots__ = ("query", "session_id", "editor_content", "selected_text", "extra_context", "user_info", "query_type", "attachments", "user", "room", "request_id", "explain")
    QUERY_FIELD_NUMBER: _ClassVar[int]
    SESSION_ID_FIELD_NUMBER: _ClassVar[int]
    EDITOR_CONTENT_FIELD_NUMBER: _ClassVar[int]
    SELECTED_TEXT_FIELD_NUMBER: _ClassVar[int]
    EXTRA_CONTEXT_FIELD_NUMBER: _ClassVar[int]
    USER_INFO_FIELD_NUMBER: _ClassVar[int]
    QUERY_TYPE_FIELD_NUMBER: _ClassVar[int]
    ATTACHMENTS_FIELD_NUMBER: _ClassVar[int]
    USER_FIELD_NUMBER: _ClassVar[int]
    ROOM_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    EXPLAIN_FIELD_NUMBER: _ClassVar[int]
    query: str
    session_id: str
    editor_content: str
    selected_text: str
    extra_context: str
    user_info: str
    query_type: str
    attachments: _containers.RepeatedCompositeFieldContainer[Attachment]
    user: str
    room: str
    request_id: str
    explain: bool
    def __init__(self, query: _Optional[str] = ..., session_id: _Optional[str] = ..., editor_content: _Optional[str] = ..., selected_text: _Optional[str] = ..., extra_context: _Optional[str] = ..., user_info: _Optional[str] = ..., query_type: _Optional[str] = ..., attachments: _Optional[_Iterable[_Union[Attachment, _Mapping]]] = ..., user: _Optional[str] = ..., room: _Optional[str] = ..., request_id: _Optional[str] = ..., explain: _Optional[bool] = ...) -> None: ...

class Attachment(_message.Message):
    __slots__ = ("name", "mime", "data")
    NAME_FIELD_NUMBER: _ClassVar[int]
    MIME_FIELD_NUMBER: _ClassVar[int]
    DATA_FIELD_NUMBER: _ClassVar[int]
    name: str
    mime: str
    data: bytes
    def __init__(self, name: _Optional[str] = ..., mime: _Optional[str] = ..., data: _Optional[bytes] = ...) -> None: ...

class AgentResponse(_message.Message):
    __slots__ = ("text", "avap_code", "is_final", "validation_status", "decision", "citations", "notes", "parts", "checked", "degraded", "progress")
    TEXT_FIELD_NUMBER: _ClassVar[int]
    AVAP_CODE_FIELD_NUMBER: _ClassVar[int]
    IS_FINAL_FIELD_NUMBER: _ClassVar[int]
    VALIDATION_STATUS_FIELD_NUMBER: _ClassVar[int]
    DECISION_FIELD_NUMBER: _ClassVar[int]
    CITATIONS_FIELD_NUMBER: _ClassVar[int]
    NOTES_FIELD_NUMBER: _ClassVar[int]
    PARTS_FIELD_NUMBER: _ClassVar[int]
    CHECKED_FIELD_NUMBER: _ClassVar[int]
    DEGRADED_FIELD_NUMBER: _ClassVar[int]
    PROGRESS_FIELD_NUMBER: _ClassVar[int]
    text: str
    avap_code: str
    is_final: bool
    validation_status: str
    decision: Decision
    citations: _containers.RepeatedCompositeFieldContainer[Citation]
    notes: _containers.RepeatedScalarFieldContainer[str]
    parts: _containers.RepeatedCompositeFieldContainer[Part]
    checked: str
    degraded: _containers.RepeatedCompositeFieldContainer[Degraded]
    progress: str
    def __init__(self, text: _Optional[str] = ..., avap_code: _Optional[str] = ..., is_final: _Optional[bool] = ..., validation_status: _Optional[str] = ..., decision: _Optional[_Union[Decision, _Mapping]] = ..., citations: _Optional[_Iterable[_Union[Citation, _Mapping]]] = ..., notes: _Optional[_Iterable[str]] = ..., parts: _Optional[_Iterable[_Union[Part, _Mapping]]] = ..., checked: _Optional[str] = ..., degraded: _Optional[_Iterable[_Union[Degraded, _Mapping]]] = ..., progress: _Optional[str] = ...) -> None: ...

class Degraded(_message.Message):
    __slots__ = ("part", "rung", "why")
    PART_FIELD_NUMBER: _ClassVar[int]
    RUNG_FIELD_NUMBER: _ClassVar[int]
    WHY_FIELD_NUMBER: _ClassVar[int]
    part: str
    rung: str
    why: str
    def __init__(self, part: _Optional[str] = ..., rung: _Optional[str] = ..., why: _Optional[str] = ...) -> None: ...

class Part(_message.Message):
    __slots__ = ("kind", "text", "values")
    KIND_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    VALUES_FIELD_NUMBER: _ClassVar[int]
    kind: str
    text: str
    values: str
    def __init__(self, kind: _Optional[str] = ..., text: _Optional[str] = ..., values: _Optional[str] = ...) -> None: ...

class Decision(_message.Message):
    __slots__ = ("route", "accepted", "confidence", "layer", "reason", "runner_up", "margin", "signals", "trail", "request_id", "qualifier", "thread_id", "extras", "degraded", "explanation")
    ROUTE_FIELD_NUMBER: _ClassVar[int]
    ACCEPTED_FIELD_NUMBER: _ClassVar[int]
    CONFIDENCE_FIELD_NUMBER: _ClassVar[int]
    LAYER_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    RUNNER_UP_FIELD_NUMBER: _ClassVar[int]
    MARGIN_FIELD_NUMBER: _ClassVar[int]
    SIGNALS_FIELD_NUMBER: _ClassVar[int]
    TRAIL_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    QUALIFIER_FIELD_NUMBER: _ClassVar[int]
    THREAD_ID_FIELD_NUMBER: _ClassVar[int]
    EXTRAS_FIELD_NUMBER: _ClassVar[int]
    DEGRADED_FIELD_NUMBER: _ClassVar[int]
    EXPLANATION_FIELD_NUMBER: _ClassVar[int]
    route: str
    accepted: bool
    confidence: float
    layer: str
    reason: str
    runner_up: str
    margin: float
    signals: _containers.RepeatedScalarFieldContainer[str]
    trail: _containers.RepeatedCompositeFieldContainer[Step]
    request_id: str
    qualifier: str
    thread_id: str
    extras: _struct_pb2.Struct
    degraded: _containers.RepeatedCompositeFieldContainer[Degraded]
    explanation: str
    def __init__(self, route: _Optional[str] = ..., accepted: _Optional[bool] = ..., confidence: _Optional[float] = ..., layer: _Optional[str] = ..., reason: _Optional[str] = ..., runner_up: _Optional[str] = ..., margin: _Optional[float] = ..., signals: _Optional[_Iterable[str]] = ..., trail: _Optional[_Iterable[_Union[Step, _Mapping]]] = ..., request_id: _Optional[str] = ..., qualifier: _Optional[str] = ..., thread_id: _Optional[str] = ..., extras: _Optional[_Union[_struct_pb2.Struct, _Mapping]] = ..., degraded: _Optional[_Iterable[_Union[Degraded, _Mapping]]] = ..., explanation: _Optional[str] = ...) -> None: ...

class Step(_message.Message):
    __slots__ = ("who", "said", "micros")
    WHO_FIELD_NUMBER: _ClassVar[int]
    SAID_FIELD_NUMBER: _ClassVar[int]
    MICROS_FIELD_NUMBER: _ClassVar[int]
    who: str
    said: str
    micros: float
    def __init__(self, who: _Optional[str] = ..., said: _Optional[str] = ..., micros: _Optional[float] = ...) -> None: ...

class Citation(_message.Message):
    __slots__ = ("number", "file", "heading", "text", "score")
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    FILE_FIELD_NUMBER: _ClassVar[int]
    HEADING_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    SCORE_FIELD_NUMBER: _ClassVar[int]
    number: int
    file: str
    heading: str
    text: str
    score: float
    def __init__(self, number: _Optional[int] = ..., file: _Optional[str] = ..., heading: _Optional[str] = ..., text: _Optional[str] = ..., score: _Optional[float] = ...) -> None: ...

class FeedbackRequest(_message.Message):
    __slots__ = ("request_id", "route", "session_id")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    ROUTE_FIELD_NUMBER: _ClassVar[int]
    SESSION_ID_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    route: str
    session_id: str
    def __init__(self, request_id: _Optional[str] = ..., route: _Optional[str] = ..., session_id: _Optional[str] = ...) -> None: ...

class FeedbackResponse(_message.Message):
    __slots__ = ("route",)
    ROUTE_FIELD_NUMBER: _ClassVar[int]
    route: str
    def __init__(self, route: _Optional[str] = ...) -> None: ...

class EvaluateRequest(_message.Message):
    __slots__ = ("limit",)
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    limit: int
    def __init__(self, limit: _Optional[int] = ...) -> None: ...

class EvaluateResponse(_message.Message):
    __slots__ = ("rows", "hit_at_k", "mrr", "grounding", "code_validity", "k", "parser_version", "errors", "answerability", "faithfulness")
    ROWS_FIELD_NUMBER: _ClassVar[int]
    HIT_AT_K_FIELD_NUMBER: _ClassVar[int]
    MRR_FIELD_NUMBER: _ClassVar[int]
    GROUNDING_FIELD_NUMBER: _ClassVar[int]
    CODE_VALIDITY_FIELD_NUMBER: _ClassVar[int]
    K_FIELD_NUMBER: _ClassVar[int]
    PARSER_VERSION_FIELD_NUMBER: _ClassVar[int]
    ERRORS_FIELD_NUMBER: _ClassVar[int]
    ANSWERABILITY_FIELD_NUMBER: _ClassVar[int]
    FAITHFULNESS_FIELD_NUMBER: _ClassVar[int]
    rows: int
    hit_at_k: float
    mrr: float
    grounding: float
    code_validity: float
    k: int
    parser_version: str
    errors: _containers.RepeatedScalarFieldContainer[str]
    answerability: float
    faithfulness: float
    def __init__(self, rows: _Optional[int] = ..., hit_at_k: _Optional[float] = ..., mrr: _Optional[float] = ..., grounding: _Optional[float] = ..., code_validity: _Optional[float] = ..., k: _Optional[int] = ..., parser_version: _Optional[str] = ..., errors: _Optional[_Iterable[str]] = ..., answerability: _Optional[float] = ..., faithfulness: _Optional[float] = ...) -> None: ...
