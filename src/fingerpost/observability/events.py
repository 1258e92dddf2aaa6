"""Structured log events: one line of text for people, with the same data as named values for machines.

Inside a request every event has its request and session, in the line and as values.
Events go to `structlog` where the program has configured it, and to the standard logger `fingerpost` otherwise.
"""

from __future__ import annotations

import json
import logging
import sys
from contextvars import ContextVar
from typing import Any

log = logging.getLogger("fingerpost")

RequestNames = dict[str, str]
_names: ContextVar[RequestNames | None] = ContextVar("fingerpost-request", default=None)


def set_request_names(names: RequestNames | None) -> RequestNames | None:
    """Set the request and the session that events of this thread or task belong to; return the names before."""
    before = _names.get()
    _names.set(names)
    return before


def request_names() -> RequestNames:
    """Return the request and the session that this thread or task works for; nothing outside a request."""
    return _names.get() or {}


def log_event(line: str, level: int = logging.INFO, /, **values: Any) -> None:
    """Log a line together with its named values, and with the names of the current request."""
    if names := _names.get():
        line += "".join(f" {name}={_shown(value)}" for name, value in names.items() if name not in values)
        values = {**names, **values}
    structlog = sys.modules.get("structlog")
    if structlog is not None and structlog.is_configured():
        # Call the method of the level: not every logger that structlog may wrap has `log`.
        getattr(structlog.get_logger("fingerpost"), logging.getLevelName(level).lower())(line, **values)
    elif log.isEnabledFor(level):
        # As `log.log` does, but for the search for the caller, which is always this function. The values are apart, so
        # that no formatter merges them into the text; without arguments no `%` in it counts.
        record = logging.getLogRecordFactory()(log.name, level, __file__, 0, line, (), None)
        record.values = values
        log.handle(record)


def _shown(value: str) -> str:
    """Return a value as one field of a line: quoted and escaped where it could be read as more than one."""
    if value.isprintable() and not ({" ", "=", '"'} & set(value)):
        return value
    return json.dumps(value, ensure_ascii=not value.isprintable())


def is_logged(level: int = logging.INFO) -> bool:
    """Return whether an event of this level would be logged; saves formatting the line on the hot path."""
    structlog = sys.modules.get("structlog")
    return log.isEnabledFor(level) or (structlog is not None and structlog.is_configured())
