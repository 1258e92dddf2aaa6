"""Sections of the HTML report: slices, confused and out-of-scope rows, cost, cross-validation, curve, drift."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from fingerpost.evaluation import charts
from fingerpost.evaluation.charts import MISSING, percent
from fingerpost.evaluation.html import code, message_text, number, section, table
from fingerpost.evaluation.metrics import MIN_ROWS, groups_to_show

MAX_PAIRS = 20
"""Most pairs of confused routes that a page lists."""

Groups = Mapping[str, Mapping[str, Any]]


def slices(tables: Sequence[tuple[str, Groups]]) -> str:
    """Return tables of groups with their intervals, worst first, on one scale."""
    every = [group for _, groups in tables for group in groups.values() if group["interval"]]
    # The scale starts below the lowest interval of a group that is not thin, or good groups would look alike.
    lows = [group["interval"][0] for group in [one for one in every if one["rows"] >= MIN_ROWS] or every]
    floor = min(math.floor(min(lows, default=0.0) * 10) / 10, 0.9)
    return "".join(_slice(name, groups, floor) for name, groups in tables)


def _slice(name: str, groups: Groups, floor: float) -> str:
    title = f"By {name.lower()}"
    if not groups:
        return section(title, "No rows.", "")
    shown = groups_to_show(groups)
    rows = [
        (code(key), _rows(groups[key]), percent(groups[key]["accuracy"]), _interval(groups[key], floor))
        for key in shown
    ]
    left = len(groups) - len(shown)
    note = f"{left} more with fewer than {MIN_ROWS} rows each and no error." if left else ""
    headings = (
        (name, ""),
        ("Rows", "number"),
        ("Accuracy", "number"),
        (f"95% interval, on {floor * 100:.0f}–100%", ""),
    )
    return section(title, note, table(headings, rows) if rows else "")


def _rows(group: Mapping[str, Any]) -> str:
    return f"<small>thin</small> {group['rows']}" if group["rows"] < MIN_ROWS else f"{group['rows']}"


def _interval(group: Mapping[str, Any], floor: float) -> str:
    if group["accuracy"] is None or not group["interval"]:
        return MISSING
    low, high = group["interval"]
    return f"{charts.interval(group['accuracy'], low, high, floor)} {_range(group['interval'])}"


def _range(interval: Sequence[float]) -> str:
    low, high = interval
    return f"<small>{percent(low, 0)}–{percent(high, 0)}</small>"


def confused_routes(pairs: Sequence[Mapping[str, Any]], title: str = "Which route is taken for which") -> str:
    """Return the table of confused routes, most frequent first, with an example each."""
    if not pairs:
        return section(title, "None.", "")
    rows = [
        (code(one["expected"]), code(one["given"]), f"{one['rows']}", message_text(one["text"]))
        for one in pairs[:MAX_PAIRS]
    ]
    headings = (("Expected", ""), ("Taken for", ""), ("Rows", "number"), ("For example", "message half"))
    more = len(pairs) - MAX_PAIRS
    return section(title, f"There are {more} rarer pairs." if more > 0 else "", table(headings, rows))


def out_of_scope(by_lang: Groups) -> str:
    """Return what became of the rows out of scope in each language; empty unless there are several languages."""
    if len(by_lang) < 2:
        return ""
    rows = [
        (
            code(lang),
            _rows(found),
            *(f"{percent(found[name])} {_range(found[f'{name}_interval'])}" for name in ("caught", "accepted")),
            percent(found["guessed"]),
        )
        for lang, found in by_lang.items()
    ]
    headings = (
        *(("Language", ""), ("Rows", "number"), ("Caught, 95% interval", "number")),
        *(("Accepted, 95% interval", "number"), ("Guessed", "number")),
    )
    note = "Messages that belong to no route. Guessed: sent to a route, not accepted."
    return section("Out of scope by language", note, table(headings, rows))


def errors_note(errors: Sequence[Mapping[str, Any]]) -> str:
    """Return how many errors are accepted rows out of scope, which are listed first; empty if there are none."""
    accepted = sum(one["outcome"] == "accepted" for one in errors)
    if not accepted:
        return ""
    first = f"The first {accepted} errors are messages" if accepted > 1 else "The first error is a message"
    return f"{first} out of scope, accepted for a route."


def cost_note(found: Mapping[str, Any]) -> str:
    """Return a note on how the tokens were counted."""
    every = "With a model on every message, each takes one call."
    if not found["ran"]:
        return f"No model ran: the calls and tokens it would take are estimated, at four characters per token. {every}"
    known = "as reported by the server" if found["told"] else "estimated where the server reported none"
    return f"Tokens {known}. {every}"


def cost(found: Mapping[str, Any]) -> str:
    """Return the model usage of deciding, compared with a model on every message."""
    priced = found["prices"] is not None
    headings = (
        *(("", ""), ("Messages asked", "number"), ("Calls", "number"), ("Prompt tokens", "number")),
        *(("Completion tokens", "number"), *((("Money", "number"),) if priced else ())),
    )
    rows = [
        (name, *(number(one, 0) for one in (asked, spent["calls"], spent["prompt_tokens"], spent["completion_tokens"])))
        + ((f"{spent['money']:.6g}",) if priced else ())
        for name, spent, asked in (
            ("This router", found, found["asked"]),
            ("A model on every message", found["every"], found["messages"]),
        )
    ]
    note = cost_note(found)
    if priced:
        prices = found["prices"]
        note += f" A million tokens cost {prices['prompt']:g} in prompts and {prices['completion']:g} in completions."
    return section("Cost of deciding", f"{note} Answers are not counted.", table(headings, rows))


def cross_validation(found: Mapping[str, Any]) -> str:
    """Return the figures of a cross-validation."""
    low, high = found["interval"]
    bad = found["accepted_error_interval"]
    note = (
        f"{found['rows']:,} examples in {found['folds']} folds; texts that differ only in case, accents, signs and "
        f"numbers ({found['texts']:,} distinct) stay in one fold. The classifier alone, without rules. Accuracy "
        f"{percent(found['accuracy'])} ({percent(low)} to {percent(high)}); accepted {percent(found['coverage'])}, of "
        f"which {percent(found['accepted_error'])} wrong ({percent(bad[0])} to {percent(bad[1])}); unfamiliar "
        f"{percent(found['unfamiliar'])}."
    )
    return (
        section("Cross-validation", note, "")
        + f'<div class="tables">{slices([("Route", found["by_route"])])}'
        + confused_routes(found["confused"])
        + "</div>"
    )


def curve(found: Mapping[str, Any]) -> str:
    """Return the learning curve as a table."""
    points = found["points"]
    floor = min(math.floor(min(point["interval"][0] for point in points) * 10) / 10, 0.9)
    rows = [
        (
            f"{point['examples']:,}",
            percent(point["accuracy"]),
            _interval(point, floor),
            percent(point["coverage"]),
            percent(point["accepted_error"]),
        )
        for point in points
    ]
    headings = (
        *(("Examples", "number"), ("Accuracy", "number"), (f"95% interval, on {floor * 100:.0f}–100%", "")),
        *(("Accepted", "number"), ("Wrong among accepted", "number")),
    )
    return section("Learning curve", message_text(found["says"]), table(headings, rows))


def drift(found: Mapping[str, Any]) -> str:
    """Return the comparison of live traffic with the examples."""
    note = f"{message_text(found['says'])} {found['messages']:,} messages in {found['sessions']:,} sessions."
    if found["cut"]:
        note += f" {found['cut']:,} are stored truncated to 60 characters, and count only for the routes."
    parts = [_shift(name.capitalize(), found[name]) for name in ("routes", "languages")]
    rows = [
        (title, percent(found[name]["taught"]), percent(found[name]["live"]))
        for title, name in (("Unfamiliar messages", "unfamiliar"), ("Mean confidence", "confidence"))
    ]
    headings = (("", ""), ("Examples, cross-validated", "number"), ("Live", "number"))
    judged = f"Of {found['judged']:,} self-contained live messages that reached the classifier."
    parts.append(section("Predictions of the classifier", judged, table(headings, rows)))
    return section("Drift", note, "") + f'<div class="tables">{"".join(parts)}</div>'


def _shift(name: str, part: Mapping[str, Any]) -> str:
    live, taught = part["live"], part["taught"]
    order = sorted(live, key=lambda key: -abs(live[key] - taught[key]))
    rows = [
        (code(key), percent(taught[key]), percent(live[key]), f"{(live[key] - taught[key]) * 100:+.1f}")
        for key in order
    ]
    chance = MISSING if part["chance"] is None else f"{part['chance']:.3f}"
    note = f"Jensen-Shannon divergence {part['divergence']:.3f} bits; p-value {chance}."
    headings = ((name, ""), ("Examples", "number"), ("Live", "number"), ("Points", "number"))
    return section(name, note, table(headings, rows))
