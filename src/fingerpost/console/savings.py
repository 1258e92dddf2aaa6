"""Savings: which layers decided over time, and what a language model on every message would have taken."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cache
from importlib.metadata import PackageNotFoundError, metadata
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from fingerpost.console.layout import Console, Page
from fingerpost.console.traffic import LAYERS, layer_name, took
from fingerpost.errors import MessageError
from fingerpost.evaluation.savings import PHASES
from fingerpost.server.decisions import read_query
from fingerpost.server.keys import Role
from fingerpost.server.savings import SavingsQuery, SavingsReader

PATH = "/console/savings"

PERIOD_NAMES = {"24h": "24 hours", "7d": "7 days", "30d": "30 days", "90d": "90 days"}

EXPECTED = dict(zip(PHASES, ("over 20 %", "5 to 20 %", "2 to 5 %", "under 2 %"), strict=True))
"""The share of messages that need a model in each phase."""


def add_paths(console: Console) -> None:
    """Add the page."""
    reader: SavingsReader = console.app.state.savings

    async def show(request: Request) -> Response:
        query, fault = read_query(request.query_params, SavingsQuery), ""
        try:
            found = await reader.values(query)
        except MessageError as error:
            fault = str(error)
            found = await reader.values(SavingsQuery(last=query.last))
        return console.render(
            request,
            "savings.html",
            title="Savings",
            found=found,
            query=query,
            fault=fault,
            periods=PERIOD_NAMES,
            price=price_text,
            guide=guide(),
            traces=console.traces_for(request),
            base=f"{request.url.scheme}://{request.url.netloc}",
            **page_values(found),
        )

    console.get(PATH, show)


def page_values(found: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the page shows of savings: columns and rows of the table, from which the charts are drawn."""
    present = {layer["layer"] for layer in found["layers"]}
    columns = [*(name for name in LAYERS if name in present), *sorted(present - set(LAYERS))]
    return {
        "columns": [_layer(name) for name in columns],
        "rows": [_row(part, columns, found["part_hours"]) for part in found["parts"]],
        "layers": [
            {
                **_layer(layer["layer"]),
                "decisions": layer["decisions"],
                "share": percent(layer["share"]),
                "p50": took(layer["p50_micros"]) or "–",
                "p95": took(layer["p95_micros"]) or "–",
            }
            for layer in found["layers"]
        ],
        "phases": [
            {**values, "expected": EXPECTED[phase]} for phase, values in zip(PHASES, found["phases"], strict=True)
        ],
        "compared": _compared(found["used"], found["every_message"]),
        "without_model": percent(found["avoided"] / found["decisions"]) if found["decisions"] else "–",
        "asked": percent(found["asked"] / found["decisions"]) if found["decisions"] else "–",
        "unsure": percent(found["unsure"] / found["decisions"]) if found["decisions"] else "–",
        "left": "–" if found["left_to_model"] is None else percent(found["left_to_model"]),
    }


@cache
def guide() -> str:
    """Return the address of what the docs say about this page; empty where the package does not name its repository."""
    try:
        known = metadata("fingerpost")
    except PackageNotFoundError:
        return ""
    named = dict(url.split(", ", 1) for url in known.get_all("Project-URL") or [])
    repository, version = named.get("Repository", ""), known["Version"]
    return f"{repository}/blob/v{version}/docs/how-to/console.md#savings" if repository else ""


def percent(share: float) -> str:
    """Return a share in per cent, with a digit behind the point; a little is not nothing."""
    return "< 0.1 %" if 0 < share < 0.0005 else f"{100 * share:.1f} %"


def money(amount: float) -> str:
    """Return an amount in the currency of the prices: with cents, or the first digits of less than that."""
    return f"{amount:,.2f}" if amount >= 0.1 or not amount else f"{amount:.2g}"


def price_text(price: float | None) -> str:
    """Return a price as it is typed."""
    return "" if price is None else f"{price:.6f}".rstrip("0").rstrip(".")


def _layer(name: str) -> dict[str, str]:
    return {"name": layer_name(name) or "Not recorded", "key": name if name in LAYERS else "other"}


def _row(part: Mapping[str, Any], columns: list[str], hours: int) -> dict[str, Any]:
    """Return a row of the table: the time, the decisions, and the shares as people and the charts read them."""
    when, whole = datetime.fromtimestamp(part["at"], UTC), part["decisions"]
    shares = [part["by_layer"].get(name, 0) / whole for name in columns]
    left = part["left_to_model"] / whole
    return {
        "at": int(part["at"]),
        "time": f"{when:%Y-%m-%d}" if hours == 24 else f"{when:%Y-%m-%d %H:%M}",
        "decisions": whole,
        "shares": [{"value": round(share, 6), "text": percent(share)} for share in shares],
        "left": {"value": round(left, 6), "text": percent(left)},
    }


def _compared(used: Mapping[str, Any], every: Mapping[str, Any] | None) -> list[dict[str, str]]:
    """Return the rows of the comparison: what, here, with a model on every message, and what was saved."""
    names = {"calls": "Model calls", "prompt_tokens": "Prompt tokens", "completion_tokens": "Completion tokens"}
    if every is None:
        return []
    rows = [
        {"what": what, "here": f"{used[key]:,}", "every": f"{every[key]:,}", "saved": f"{every[key] - used[key]:,}"}
        for key, what in names.items()
    ]
    if every["money"] is not None:
        amounts = (used["money"], every["money"])
        saved = every["money"] - used["money"]
        said = money(saved) if saved >= 0 else f"-{money(-saved)}"
        rows.append({"what": "Money", "here": money(amounts[0]), "every": money(amounts[1]), "saved": said})
    return rows


PAGE = Page("Savings", PATH, Role.REVIEW, add_paths)
