"""Log lines of a server: written together, in order, and at once where something is wrong."""

from __future__ import annotations

import errno
import io
import logging
import sys
import threading
from time import monotonic, sleep

import pytest

from fingerpost.server import log_handler
from fingerpost.server.log_handler import LineFormatter, LineHandler, LineRecord


class CountingStream(io.StringIO):
    """A stream that counts how often it is written to."""

    writes = 0

    def write(self, text: str, /) -> int:
        self.writes += 1
        return super().write(text)


def _log(stream: io.StringIO) -> tuple[logging.Logger, LineHandler]:
    log = logging.Logger("test")
    handler = LineHandler(stream)
    handler.setFormatter(LineFormatter())
    log.addHandler(handler)
    return log, handler


def _messages(stream: io.StringIO) -> list[str]:
    return [line.split(" ", 2)[2] for line in stream.getvalue().splitlines()]


def test_lines_are_written_together_and_soon() -> None:
    stream = CountingStream()
    log, _ = _log(stream)
    for number in range(100):
        log.info("line %d", number)
    until = monotonic() + 30
    while len(_messages(stream)) < 100 and monotonic() < until:
        sleep(0.01)
    assert _messages(stream) == [f"INFO line {number}" for number in range(100)]
    assert stream.writes < 50, "each by itself would be a hundred"
    log.info("later")
    while len(_messages(stream)) < 101 and monotonic() < until:
        sleep(0.01)
    assert _messages(stream)[-1] == "INFO later"


def test_a_warning_is_written_at_once_after_what_was_before_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_handler, "DELAY", 3_600.0)
    stream = io.StringIO()
    log, handler = _log(stream)
    log.info("before")
    assert stream.getvalue() == ""
    log.warning("something is wrong")
    assert _messages(stream) == ["INFO before", "WARNING something is wrong"]
    log.info("after")
    handler.flush()
    assert _messages(stream)[-1] == "INFO after"


def test_a_line_has_time_level_message_and_traceback() -> None:
    stream = io.StringIO()
    log, _ = _log(stream)
    try:
        raise ValueError("no such thing")
    except ValueError:
        log.error("it failed: %s", "here", exc_info=sys.exc_info())
    first, *rest = stream.getvalue().splitlines()
    assert first[:2] == "20"
    assert first[10] == " "
    assert first.endswith(" ERROR it failed: here")
    assert rest[0] == "Traceback (most recent call last):"
    assert rest[-1] == "ValueError: no such thing"


def test_a_line_says_what_was_so_when_it_was_logged() -> None:
    stream = io.StringIO()
    log, handler = _log(stream)
    changing = ["before"]
    log.info("it was %s", changing)
    changing[0] = "after"
    log.info("the next")
    handler.flush()
    assert _messages(stream) == ["INFO it was ['before']", "INFO the next"]


class FullStream(io.StringIO):
    """A stream on a disk that is full."""

    full = True

    def write(self, text: str, /) -> int:
        if self.full:
            raise OSError(errno.ENOSPC, "No space left on device")
        return super().write(text)


def test_a_log_that_cannot_be_written_ends_nothing_and_keeps_the_latest_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_handler, "DELAY", 0.01)
    monkeypatch.setattr(log_handler, "MAX_KEPT", 3)
    told: list[logging.LogRecord] = []
    stream = FullStream()
    log, handler = _log(stream)
    monkeypatch.setattr(handler, "handleError", told.append)
    log.info("soon")
    until = monotonic() + 30
    while not told and monotonic() < until:
        sleep(0.01)
    assert len(told) == 1, "the timer tells it too"
    for number in range(5):
        log.warning("line %d", number)
    assert len(told) == 6
    stream.full = False
    log.warning("again")
    assert _messages(stream) == [f"WARNING {text}" for text in ("line 2", "line 3", "line 4", "again")]


def test_without_a_thread_to_write_lines_they_are_kept_and_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(log_handler, "MAX_KEPT", 3)
    told: list[logging.LogRecord] = []
    stream = io.StringIO()
    log, handler = _log(stream)
    monkeypatch.setattr(handler, "handleError", told.append)
    with monkeypatch.context() as patched:
        patched.setattr(threading.Thread, "start", fail)
        for number in range(10):
            log.info("line %d", number)
    assert (len(told), len(handler._lines)) == (10, 3)
    log.info("later")
    until = monotonic() + 30
    while len(_messages(stream)) < 4 and monotonic() < until:
        sleep(0.01)
    assert _messages(stream) == [f"INFO {text}" for text in ("line 7", "line 8", "line 9", "later")]


def test_a_line_that_cannot_be_formatted_is_told_and_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[logging.LogRecord] = []
    stream = io.StringIO()
    log, handler = _log(stream)
    monkeypatch.setattr(handler, "handleError", told.append)
    log.warning("%d", "no number")
    log.warning("next")
    assert len(told) == 1
    assert _messages(stream) == ["WARNING next"]


def test_a_record_is_as_logging_makes_it_but_for_its_place_and_thread() -> None:
    given = ("fingerpost", logging.WARNING, "(unknown file)", 0, "100 % done", (), None, "(unknown function)", None)
    ours, theirs = LineRecord(*given), logging.LogRecord(*given)
    assert set(vars(ours)) == set(vars(theirs)) - {"taskName"}
    assert (ours.getMessage(), ours.levelname, ours.levelno) == ("100 % done", "WARNING", logging.WARNING)
    assert abs(ours.created - theirs.created) < 60
    assert 0 <= ours.msecs < 1000
    assert (ours.thread, ours.process) == (None, None)


def test_a_record_with_arguments_has_them_in_its_message() -> None:
    record = LineRecord("x", logging.INFO, "file.py", 1, "%s of %s", ("one", "two"), None)
    assert record.getMessage() == "one of two"
    assert LineFormatter().format(record).endswith("INFO one of two")
