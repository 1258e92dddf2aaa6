"""Events: one line for people, and the same as named values for machines.

The line is the event's text under every renderer. It goes to `structlog` where the program has set it up,
and to the logger `fingerpost` otherwise.
"""

from __future__ import annotations

import logging
import sys
from typing import Any

log = logging.getLogger("fingerpost")


def log_event(line: str, level: int = logging.INFO, /, **values: Any) -> None:
    """Log a line with its values."""
    structlog = sys.modules.get("structlog")
    if structlog is not None and structlog.is_configured():
        # By the level's own method: not every logger that structlog can be given has `log`.
        getattr(structlog.get_logger("fingerpost"), logging.getLevelName(level).lower())(line, **values)
    elif log.isEnabledFor(level):
        # The values stand apart, so that no renderer takes them into the text.
        log.log(level, "%s", line, extra={"values": values})


def is_logged(level: int = logging.INFO) -> bool:
    """Whether anybody would see such an event; asked before a line is put together on the hot path."""
    structlog = sys.modules.get("structlog")
    return log.isEnabledFor(level) or (structlog is not None and structlog.is_configured())
