"""The log of a server: lines are written together, since writing each by itself takes longer than a decision."""

from __future__ import annotations

import logging
import threading
import time
from typing import Any, TextIO

DELAY = 0.1
"""Seconds after which a line is written at the latest."""
MAX_KEPT = 1_000
"""Lines that are kept, the latest, while they cannot be written."""

_STARTED = time.time()


class LineHandler(logging.StreamHandler[TextIO]):
    """Writes lines a tenth of a second after they were logged, with those of that time; warnings and errors at once.

    All lines keep their order, and are formatted when they are written, many together, which holds up no request. A
    process that is killed loses the last tenth of a second of lines below a warning.
    """

    def __init__(self, stream: TextIO | None = None) -> None:
        """Create it for a stream; stderr if it is None."""
        super().__init__(stream)
        self._records: list[logging.LogRecord] = []
        self._lines: list[str] = []
        """Formatted records that could not be written yet."""
        self._timer: threading.Timer | None = None

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record soon; the caller holds the lock."""
        self._records.append(record)
        if record.args:
            # What they stand for may change before it is written.
            self._format_records()
        try:
            if record.levelno >= logging.WARNING:
                self.flush()
            elif self._timer is None:
                timer = threading.Timer(DELAY, self._flush_later, (record,))
                timer.daemon = True
                timer.start()
                self._timer = timer
        except Exception:  # noqa: BLE001 - as all handlers do: an error in logging must not end what is logged
            self._fail(record)

    def flush(self) -> None:
        """Write what was logged so far; what cannot be written is kept for the next time."""
        with self.lock or threading.RLock():
            self._timer = None
            self._format_records()
            if self._lines:
                self.stream.write("".join(self._lines))
                self._lines = []
        super().flush()

    def _format_records(self) -> None:
        records, self._records = self._records, []
        for record in records:
            try:
                self._lines.append(self.format(record) + self.terminator)
            except Exception:  # noqa: BLE001 - one that cannot be formatted must not cost the others
                self.handleError(record)

    def _flush_later(self, record: logging.LogRecord) -> None:
        try:
            self.flush()
        except Exception:  # noqa: BLE001 - as in emit
            self._fail(record)

    def _fail(self, record: logging.LogRecord) -> None:
        """Tell that lines could not be written, and keep the latest."""
        with self.lock or threading.RLock():
            self._format_records()
            del self._lines[:-MAX_KEPT]
        self.handleError(record)


class LineRecord(logging.LogRecord):
    """A record without its place in the code, thread and process.

    Every decision is logged, and no line shows these: to collect them takes longer than to format the line.
    """

    def __init__(
        self, name: str, level: int, pathname: str, lineno: int, msg: object, args: Any, exc_info: Any,
        func: str | None = None, sinfo: str | None = None, **more: object,
    ) -> None:  # fmt: skip
        """Create it as `logging` creates records."""
        if args:
            super().__init__(name, level, pathname, lineno, msg, args, exc_info, func, sinfo)
            return
        now = time.time()
        self.__dict__ = {
            "name": name, "msg": msg, "args": (), "levelname": logging.getLevelName(level), "levelno": level,
            "pathname": pathname, "filename": pathname, "module": pathname, "lineno": lineno, "funcName": func,
            "exc_info": exc_info, "exc_text": None, "stack_info": sinfo, "created": now,
            "msecs": int(now % 1 * 1000) + 0.0, "relativeCreated": (now - _STARTED) * 1000, "thread": None,
            "threadName": None, "process": None, "processName": None,
        }  # fmt: skip


class LineFormatter(logging.Formatter):
    """Formats log lines; everything of the time but the milliseconds is formatted once a second."""

    _second, _formatted = -1, ""

    def format(self, record: logging.LogRecord) -> str:
        """Return time, level and message, and the traceback if there is one."""
        second = int(record.created)
        if second != self._second:
            self._formatted, self._second = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(second)), second
        line = f"{self._formatted},{int(record.msecs):03d} {record.levelname} {record.getMessage()}"
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line
