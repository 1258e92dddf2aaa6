"""Structured log events: one line of text for people, with the same data as named values for machines.

Events go to `structlog` where the program has configured it, and to the standard logger `fingerpost` otherwise.
"""

from __future__ import annotations

import logging
import sys
from typing import Any

log = logging.getLogger("fingerpost")


def log_event(line: str, level: int = logging.INFO, /, **values: Any) -> None:
    """Log a line together with its named values."""
    structlog = sys.modules.get("structlog")
    if structlog is not None and structlog.is_configured():
        # Call the method of the level: not every logger that structlog may wrap has `log`.
        getattr(structlog.get_logger("fingerpost"), logging.getLevelName(level).lower())(line, **values)
    elif log.isEnabledFor(level):
        # As `extra`, so that no formatter merges the values into the text.
        log.log(level, "%s", line, extra={"values": values})


def is_logged(level: int = logging.INFO) -> bool:
    """Return whether an event of this level would be logged; saves formatting the line on the hot path."""
    structlog = sys.modules.get("structlog")
    return log.isEnabledFor(level) or (structlog is not None and structlog.is_configured())
