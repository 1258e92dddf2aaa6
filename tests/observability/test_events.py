"""Log events: the same line under every renderer, with structlog and without."""

from __future__ import annotations

import io
import json
import logging
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fingerpost import Route, Router
from fingerpost.answering.sessions import Sessions
from fingerpost.observability.events import is_logged, log_event, set_request_names
from fingerpost.routebook.model import Rule
from fingerpost.settings import Settings
from fingerpost.stores.store import Store
from fingerpost.testing import WordEncoder

INJECTED = "You are a direct and concise assistant. You have a project usage percentage of 20%. Give an insight."
PREFIX_LINE = "[classify] platform prefix detected -> PLATFORM"
ASKED = "minha fatura veio mais alta, por quê?"
ASKED_LINE = re.compile(r"\[prepare/classify\] layer=student confidence=[01]\.\d\d accepted=True -> PLATFORM")
PERCENT = "[prepare] 100% of %s and %d, {braces} -> done"


@pytest.fixture
def structlog() -> Iterator[Any]:
    """Structlog, reset to its defaults afterwards."""
    module = pytest.importorskip("structlog", reason="structlog is not installed")
    yield module
    module.reset_defaults()


def written(structlog: Any, renderer: Any, **more: Any) -> io.StringIO:
    """Configure structlog with a renderer and return its output stream."""
    out = io.StringIO()
    structlog.configure(processors=[renderer], logger_factory=structlog.PrintLoggerFactory(out), **more)
    return out


# With structlog.


def test_json_holds_the_line_as_its_event(structlog: Any, avap: Router) -> None:
    out = written(structlog, structlog.processors.JSONRenderer())
    avap.route(INJECTED)
    avap.route(ASKED)
    injected, asked = map(json.loads, out.getvalue().splitlines())
    assert injected["event"] == PREFIX_LINE
    assert injected["route"] == "PLATFORM"
    assert injected["layer"] == "rules"
    assert ASKED_LINE.fullmatch(asked["event"])
    assert asked["accepted"] is True


def test_key_values_hold_the_line_as_their_event(structlog: Any, avap: Router) -> None:
    out = written(structlog, structlog.processors.KeyValueRenderer(key_order=["event"]))
    avap.route(INJECTED)
    avap.route(ASKED)
    injected, asked = out.getvalue().splitlines()
    assert injected.startswith(f"event='{PREFIX_LINE}' ")
    assert re.match(rf"event='{ASKED_LINE.pattern}' ", asked)


def test_logfmt_holds_the_line_as_its_event(structlog: Any, avap: Router) -> None:
    out = written(structlog, structlog.processors.LogfmtRenderer(key_order=["event"]))
    avap.route(INJECTED)
    avap.route(ASKED)
    injected, asked = out.getvalue().splitlines()
    assert injected.startswith(f'event="{PREFIX_LINE}" ')
    assert re.match(rf'event="{ASKED_LINE.pattern}" ', asked)


def test_the_console_shows_the_line_first(structlog: Any, avap: Router) -> None:
    out = written(structlog, structlog.dev.ConsoleRenderer(colors=False))
    avap.route(INJECTED)
    avap.route(ASKED)
    injected, asked = out.getvalue().splitlines()
    assert injected.startswith(f"{PREFIX_LINE} ")
    assert re.match(rf"{ASKED_LINE.pattern} ", asked)


def test_a_test_of_the_program_captures_the_lines(structlog: Any, avap: Router) -> None:
    with structlog.testing.capture_logs() as seen:
        avap.route(INJECTED)
        avap.route(ASKED)
    injected, asked = seen
    assert (injected["event"], injected["log_level"], injected["layer"]) == (PREFIX_LINE, "info", "rules")
    assert ASKED_LINE.fullmatch(asked["event"])


def test_structlog_over_the_standard_library_keeps_the_line(
    structlog: Any, caplog: pytest.LogCaptureFixture, avap: Router
) -> None:
    structlog.configure(
        processors=[structlog.stdlib.filter_by_level, structlog.stdlib.render_to_log_kwargs],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
    )
    with caplog.at_level(logging.INFO, logger="fingerpost"):
        avap.route(INJECTED)
    [record] = caplog.records
    assert (record.name, record.getMessage(), record.levelno) == ("fingerpost", PREFIX_LINE, logging.INFO)


@pytest.mark.parametrize("wrapper", ["make_filtering_bound_logger", "stdlib.BoundLogger", "BoundLogger"])
def test_every_wrapper_of_structlog_is_served(structlog: Any, wrapper: str) -> None:
    wrappers = {
        "make_filtering_bound_logger": structlog.make_filtering_bound_logger(logging.INFO),
        "stdlib.BoundLogger": structlog.stdlib.BoundLogger,
        "BoundLogger": structlog.BoundLogger,
    }
    out = written(structlog, structlog.processors.JSONRenderer(), wrapper_class=wrappers[wrapper])
    log_event(PREFIX_LINE, route="PLATFORM")
    assert json.loads(out.getvalue()) == {"event": PREFIX_LINE, "route": "PLATFORM"}


def test_structlog_drops_what_its_level_forbids(structlog: Any) -> None:
    quiet = structlog.make_filtering_bound_logger(logging.ERROR)
    out = written(structlog, structlog.processors.JSONRenderer(), wrapper_class=quiet)
    log_event("dropped")
    log_event("kept", logging.ERROR)
    assert json.loads(out.getvalue()) == {"event": "kept"}


@pytest.mark.parametrize("renderer", ["JSONRenderer", "KeyValueRenderer", "LogfmtRenderer"])
def test_a_percent_sign_does_no_harm_to_structlog(structlog: Any, renderer: str) -> None:
    out = written(structlog, getattr(structlog.processors, renderer)())
    log_event(PERCENT, share="5%s")
    assert PERCENT in out.getvalue()
    assert "5%s" in out.getvalue()


# Without structlog.


def test_without_structlog_the_lines_go_to_the_standard_library(caplog: pytest.LogCaptureFixture, avap: Router) -> None:
    with caplog.at_level(logging.INFO, logger="fingerpost"):
        avap.route(INJECTED)
        avap.route(ASKED)
    injected, asked = caplog.records
    assert (injected.name, injected.getMessage(), injected.levelno) == ("fingerpost", PREFIX_LINE, logging.INFO)
    assert ASKED_LINE.fullmatch(asked.getMessage())
    assert vars(injected)["values"] == {"route": "PLATFORM", "layer": "rules", "confidence": 1.0}


def test_structlog_that_is_only_imported_changes_nothing(structlog: Any, caplog: pytest.LogCaptureFixture) -> None:
    structlog.reset_defaults()
    with caplog.at_level(logging.INFO, logger="fingerpost"):
        log_event(PREFIX_LINE)
    assert caplog.messages == [PREFIX_LINE]


def test_a_percent_sign_does_no_harm_to_the_standard_library(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, logger="fingerpost"):
        log_event(PERCENT, share="5%s", message="a name that records have", args=("too",))
    assert caplog.messages == [PERCENT]


def test_a_percent_sign_in_a_rules_note_does_no_harm(caplog: pytest.LogCaptureFixture) -> None:
    rule = Rule("sale", "offers", contains=("sale",), note="50% off %s")
    router = Router([Route("offers")], rules=(rule,), encoder=WordEncoder(), settings=Settings(cache=None))
    with caplog.at_level(logging.INFO, logger="fingerpost"):
        router.route("is there a sale?")
    assert caplog.messages == ["[classify] 50% off %s -> offers"]


def test_nobody_hears_what_no_level_lets_through(structlog: Any, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, logger="fingerpost"):
        assert not is_logged()
        assert is_logged(logging.WARNING)
        log_event(PREFIX_LINE)
        assert caplog.messages == []
        structlog.configure(processors=[structlog.processors.JSONRenderer()])
        assert is_logged()


# The request that an event belongs to.


def test_every_line_inside_a_request_has_its_request_and_session(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "fingerpost"):
        before = set_request_names({"request": "r1", "session": "s1"})
        try:
            log_event("[x] inside", answer=1)
            log_event("[x] named", request="other")
        finally:
            set_request_names(before)
        log_event("[x] outside")
    lines = [record.getMessage() for record in caplog.records]
    assert lines == ["[x] inside request=r1 session=s1", "[x] named session=s1", "[x] outside"]
    assert caplog.records[0].values == {"request": "r1", "session": "s1", "answer": 1}  # type: ignore[attr-defined]


def test_no_name_of_a_request_can_forge_a_line_or_a_field(caplog: pytest.LogCaptureFixture) -> None:
    forged = {"a\n[x] b": r'"a\n[x] b"', "s1 user=boss": '"s1 user=boss"', 'a"b': r'"a\"b"', "a\u2028b": r'"a\u2028b"'}
    with caplog.at_level(logging.INFO, "fingerpost"):
        for name in (*forged, "pedido-ñ"):
            before = set_request_names({"session": name})
            log_event("[x]")
            set_request_names(before)
    assert caplog.messages == [f"[x] session={shown}" for shown in (*forged.values(), "pedido-ñ")]


def test_an_exchange_names_its_request_and_takes_the_names_back(
    avap: Router, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, "fingerpost"), Store.open(f"sqlite:///{tmp_path}/s.db") as store:
        with Sessions(avap, store).exchange("s1", INJECTED, request_id="r1") as exchange:
            exchange.route()
        avap.route(INJECTED)
    lines = [record.getMessage() for record in caplog.records if "[classify]" in record.getMessage()]
    assert lines == [f"{PREFIX_LINE} request=r1 session=s1", PREFIX_LINE]
