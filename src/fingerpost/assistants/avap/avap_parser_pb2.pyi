from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class CheckRequest(_message.Message):
    __slots__ = ("code",)
    CODE_FIELD_NUMBER: _ClassVar[int]
    code: str
    def __init__(self, code: _Optional[str] = ...) -> None: ...

class CheckReply(_message.Message):
    __slots__ = ("valid", "trace", "version", "warnings")
    VALID_FIELD_NUMBER: _ClassVar[int]
    TRACE_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    WARNINGS_FIELD_NUMBER: _ClassVar[int]
    valid: bool
    trace: _containers.RepeatedCompositeFieldContainer[Fault]
    version: str
    warnings: _containers.RepeatedCompositeFieldContainer[Fault]
    def __init__(self, valid: _Optional[bool] = ..., trace: _Optional[_Iterable[_Union[Fault, _Mapping]]] = ..., version: _Optional[str] = ..., warnings: _Optional[_Iterable[_Union[Fault, _Mapping]]] = ...) -> None: ...

class Fault(_message.Message):
    __slots__ = ("line", "message")
    LINE_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    line: int
    message: str
    def __init__(self, line: _Optional[int] = ..., message: _Optional[str] = ...) -> None: ...
