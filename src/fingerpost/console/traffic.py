"""Traffic: decisions as they come, filtered, and one of them with its whole trace and its timing."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote, urlencode

from starlette.requests import Request
from starlette.responses import Response

from fingerpost.console.decision_view import HELPERS, TITLES
from fingerpost.console.layout import Console, Page, templates
from fingerpost.routebook.model import Routebook
from fingerpost.routing.evidence.supervisor import SUPERVISOR
from fingerpost.server.decision_feed import EncodedOnce
from fingerpost.server.decision_values import summary_values
from fingerpost.server.decisions import (
    DecisionListQuery,
    DecisionQuery,
    DecisionRequestQuery,
    LiveDecisionQuery,
    read_query,
)
from fingerpost.server.keys import Role
from fingerpost.server.middleware import CALLER_KEY
from fingerpost.stores.decisions import StoredDecision
from fingerpost.types import SNIPPET

PATH = "/console/traffic"
MAX_ROWS_AT_ONCE = 20
"""Rows that a page is sent at once, four times a second: nobody reads more."""

LAYERS = {SUPERVISOR if name == "guard" else name: title for name, title in TITLES.items() if name not in HELPERS}
"""The layers of the engine that decide, as people call them; packages may add others."""
LANGUAGES = {"en": "English", "es": "Spanish", "pt": "Portuguese"}
STEPS = {
    "read": "Read the session",
    "classify": "Decide",
    "reformulate": "Make a query",
    "reformulate_with_hint": "Make another query",
    "retrieve": "Search",
    "check_context_relevance": "Check the passages",
    "generate": "Write",
    "generate_code": "Write code",
    "generate_code_retry": "Write code again",
    "validate_code": "Check the code",
    "respond_conversational": "Reply",
    "respond_platform": "Reply from the data",
    "respond_agent": "Handler",
    "skip_retrieve": "Prepare",
    "node_update_history": "Note the turn",
}
"""The steps of a request as people call them."""
BAR_UNITS = 1_000
"""Units of the whole width of the timing's drawing."""


def add_paths(console: Console) -> None:
    """Add the list, its live rows, and the page of one decision."""
    decisions = console.app.decisions
    encode_row = EncodedOnce(render_row)

    def encode(rows: Sequence[StoredDecision], left_out: int) -> bytes:
        shown = rows[-MAX_ROWS_AT_ONCE:]
        left_out += len(rows) - len(shown)
        told = b"event: skipped\ndata: %d\n\n" % left_out if left_out else b""
        if shown:
            told += b"event: rows\ndata: %s\n\n" % b"".join(map(encode_row, reversed(shown)))
        return told

    async def show(request: Request) -> Response:
        query = read_query(request.query_params, DecisionListQuery)
        page = await decisions.page(request.scope[CALLER_KEY], query)
        chosen = _chosen(query)
        return console.render(
            request,
            "traffic.html",
            title="Traffic",
            rows=[row_values(row) for row in page.rows],
            fields=_fields(query, console.assistant.routes.router.routebook),
            session=query.session or "",
            chosen=chosen,
            base=f"{request.url.scheme}://{request.url.netloc}",
            recorded=decisions.recorded,
            traces=console.traces_for(request),
            older=None if page.before is None else f"{PATH}?{urlencode({**chosen, 'before': page.before})}",
            newest=query.before is None,
            newest_address=f"{PATH}?{urlencode(chosen)}" if chosen else PATH,
            live_address=f"{PATH}/live?{urlencode({**chosen, 'after': page.last})}",
        )

    async def live(request: Request) -> Response:
        query = read_query(request.query_params, LiveDecisionQuery)
        last_event = request.headers.get("last-event-id")
        return decisions.live(request.scope[CALLER_KEY], query, last_event, encode)

    async def open_one(request: Request) -> Response:
        query = read_query(request.query_params, DecisionRequestQuery)
        found = await decisions.trace(request.scope[CALLER_KEY], request.path_params["request"], query.session)
        return console.render(request, "traffic_decision.html", title="Decision", found=found, **page_values(found))

    console.get(PATH, show)
    console.get(f"{PATH}/live", live)
    console.get(f"{PATH}/decision/{{request:path}}", open_one)


def row_values(row: StoredDecision) -> dict[str, Any]:
    """Return what a row of the table shows."""
    found = summary_values(row)
    return {
        **found,
        **_in_words(found),
        "address": decision_address(found),
        "session_address": session_address(found["session"]),
    }


def render_row(row: StoredDecision) -> bytes:
    """Return a row of the table in one line, as the data of a server-sent event."""
    html = templates().get_template("traffic_row.html").render(row=row_values(row))
    return " ".join(html.split()).encode("utf-8", "replace")


def decision_address(found: Mapping[str, Any]) -> str:
    """Return the address of the page of a decision."""
    return f"{PATH}/decision/{_named(found)}"


def session_address(session: str | None) -> str:
    """Return the address of the decisions of a session."""
    return f"{PATH}?session={_quoted(session)}" if session else ""


def page_values(found: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the page of a decision shows beside its trace: times, layers and facts in words, and bars."""
    return {
        **_in_words(found),
        "session_address": session_address(found["session"]),
        "json_address": f"/v1/decisions/{_named(found)}",
        "bars": bars(found["timing"], found["micros"]),
        "trail": [{**step, "took": took(step["micros"]), "layer": layer_name(step["who"])} for step in found["trail"]],
        "facts": [
            (fact["what"], [(name, _shown(value)) for name, value in fact["detail"].items()]) for fact in found["facts"]
        ],
        "units": BAR_UNITS,
    }


def bars(timing: Sequence[Mapping[str, Any]], micros: float | None) -> list[dict[str, Any]]:
    """Return the bars of a timing: where each begins and ends of `BAR_UNITS`, none so thin that it cannot be seen."""
    whole = max([micros or 0.0, 1.0, *(each["start"] + each["micros"] for each in timing)])
    found = []
    for each in timing:
        width = max(4.0, each["micros"] / whole * BAR_UNITS)
        start = min(each["start"] / whole * BAR_UNITS, BAR_UNITS - width)
        inside = each["within"] is not None
        name = layer_name(each["name"]) if inside else STEPS.get(each["name"], each["name"])
        found.append({
            "name": name, "inside": inside, "x": round(start, 1), "width": round(width, 1), "took": took(each["micros"])
        })  # fmt: skip
    return found


def took(micros: float | None) -> str:
    """Return a duration in words: microseconds, milliseconds or seconds."""
    if micros is None:
        return ""
    if micros < 1_000:
        return f"{micros:.0f} µs"
    return f"{micros / 1_000:.1f} ms" if micros < 1_000_000 else f"{micros / 1_000_000:.2f} s"


def layer_name(layer: str | None) -> str:
    """Return a layer, or a step of a trail, as people call it."""
    name, _, rest = (layer or "").partition(" ")
    title = LAYERS.get(name) or TITLES.get(name)
    return f"{title} {rest}".rstrip() if title else (layer or "")[:1].upper() + (layer or "")[1:]


def _in_words(found: Mapping[str, Any]) -> dict[str, Any]:
    at, text = found["at"], found["text"]
    when = None if at is None or not 0 <= at < 2**33 else datetime.fromtimestamp(at, UTC)
    confidence = found["confidence"]
    return {
        "beginning": f"{text}…" if text and len(text) == SNIPPET else text or "(no text)",
        "iso": "" if when is None else when.isoformat(timespec="milliseconds"),
        "clock": "" if when is None else f"{when:%H:%M:%S}",
        "day": "" if when is None else f"{when:%Y-%m-%d %H:%M:%S} UTC",
        "took": took(found["micros"]),
        "layer_name": layer_name(found["layer"]),
        "language_name": LANGUAGES.get(found["language"] or "", found["language"] or ""),
        "sure": "" if confidence is None else f"{confidence:.2f}",
    }


def _fields(query: DecisionQuery, book: Routebook) -> list[dict[str, Any]]:
    """Return the fields of the form, each with its choices and the one that is chosen."""
    accepted = "" if query.accepted is None else str(query.accepted).lower()
    return [
        _field("route", "Route", {name: name for name in book.names}, query.route or ""),
        _field("layer", "Layer", LAYERS, query.layer or ""),
        _field("accepted", "Accepted", {"true": "accepted", "false": "best guess"}, accepted),
        _field("language", "Language", LANGUAGES, query.language or ""),
    ]


def _field(name: str, label: str, choices: Mapping[str, str], chosen: str) -> dict[str, Any]:
    # A value of the address that is no choice is one then, so that the form shows what is looked for.
    others = {chosen: chosen} if chosen and chosen not in choices else {}
    return {"name": name, "label": label, "choices": {"": "any", **choices, **others}, "chosen": chosen}


def _chosen(query: DecisionQuery) -> dict[str, str]:
    """Return the filters as the query of an address."""
    given = {name: value for name, value in query.wanted._asdict().items() if value is not None}
    return {name: str(value).lower() if isinstance(value, bool) else value for name, value in given.items()}


def _named(found: Mapping[str, Any]) -> str:
    """Return the end of the address of a decision: its request, and its session."""
    session = found["session"]
    return _quoted(found["request"] or "") + (f"?session={_quoted(session)}" if session else "")


def _quoted(value: str) -> str:
    return quote(value, safe="", errors="replace")


def _shown(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


PAGE = Page("Traffic", PATH, Role.USE, add_paths)
