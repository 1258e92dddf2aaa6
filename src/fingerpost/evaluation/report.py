"""An evaluation as one page that opens anywhere, offline and without scripts."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

from fingerpost.evaluation import charts
from fingerpost.evaluation.charts import MISSING, percent

MOST_ERRORS = 200
"""Errors that the page lists."""

LONGEST = 400
"""Characters of a message that the page shows."""

_STYLE = """
:root {
  color-scheme: light dark;
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif;
  --mono: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
  --paper: #fff; --ink: #1b1f24; --soft: #5c6670; --line: #dde2e7; --faint: #f1f3f5;
  --right: #2563a8; --wrong: #c2410c; --teal: #0f766e; --amber: #a16207; --plum: #7e3a93;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #14181d; --ink: #e4e8ec; --soft: #9aa5b1; --line: #333b44; --faint: #1f252c;
    --right: #6ea8ea; --wrong: #f08c5a; --teal: #4fc0b3; --amber: #d9ae4a; --plum: #c58bd6;
  }
}
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.5 var(--sans) }
main { max-width: 1280px; margin: 0 auto; padding: 32px 24px 64px }
h1, h2 { font-size: 18px; line-height: 1.3; margin: 0 0 4px }
h1 { font-size: 26px }
section { margin-top: 40px; min-width: 0 }
p { margin: 0 0 12px; max-width: 72ch; text-wrap: pretty }
p, th, dt, small { color: var(--soft) } small { font-size: 12px }
code { font: .87em var(--mono); overflow-wrap: break-word }
.figures { display: grid; grid-template-columns: repeat(6, 1fr); gap: 1px; margin: 24px 0 0;
  background: var(--line); border: 1px solid var(--line); border-radius: 8px; overflow: hidden }
.figures div { background: var(--paper); padding: 12px 16px }
.figures dt { font-size: 13px }
.figures dd { margin: 0; font-size: 24px; font-weight: 600; line-height: 1.3; font-variant-numeric: tabular-nums }
.figures small { display: block; font-weight: 400 }
.charts { display: flex; flex-wrap: wrap; column-gap: 56px; align-items: flex-start }
.charts section { min-width: calc(50% - 28px); max-width: 100% }
.charts p { max-width: 560px }
.tables { display: grid; grid-template: auto 1fr / repeat(auto-fit, minmax(460px, 1fr)); column-gap: 56px }
.tables section:first-child { grid-row: span 2 }
.scroll { overflow-x: auto }
table { border-collapse: collapse; width: 100%; font-size: 14px; font-variant-numeric: tabular-nums }
th, td { text-align: left; vertical-align: top; padding: 6px 16px 6px 0; border-bottom: 1px solid var(--line) }
th { font-size: 12px; font-weight: 500; vertical-align: bottom }
th:last-child, td:last-child { padding-right: 0 }
td .chart { display: inline-block; vertical-align: -2px; margin-right: 6px }
.id, td > code { white-space: nowrap } wbr { display: none }
.number { text-align: right; white-space: nowrap }
.message { min-width: 110px; overflow-wrap: anywhere } .half { width: 36% }
ul { list-style: none; margin: 0; padding: 0; font-size: 13px }
li + li { margin-top: 4px }
@media (max-width: 1000px) {
  .figures { grid-template-columns: repeat(4, 1fr) } .figures div { padding: 10px 12px }
  table { font-size: 13px } th, td { padding-right: 10px }
  td:not(.id) > code { white-space: normal } wbr { display: inline }
}
"""

# The browser itself refuses scripts and outside resources, whatever a message holds.
_HEAD = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
"""


def write_report(result: Mapping[str, Any], file: Path) -> None:
    """Write the result of an evaluation as one page of HTML."""
    # A row may hold half a surrogate pair, which JSON can carry and UTF-8 cannot.
    file.write_text(_page(result), encoding="utf-8", errors="replace")


def _page(result: Mapping[str, Any]) -> str:
    title = f"Evaluation of {result['routebook'] or result.get('student') or 'a router'}"
    body = [
        f"<h1>{escape(title)}</h1>",
        _sources(result),
        _headline(result),
        f'<div class="charts">{_confusion(result["confusion"])}{_reliability(result["reliability"])}{_risk(result)}',
        _section("Layers", "Share of rows that each layer decided.", charts.layers(result["layers"])),
        f'</div><div class="tables">{_groups(result)}</div>',
        _violations(result["violations"]),
        _errors(result["errors"]),
    ]
    style = f"<style>{_STYLE}{charts.STYLE}</style>"
    head = f"{_HEAD}<title>{escape(title)}</title>\n{style}\n</head>"
    return f"{head}\n<body><main>\n{''.join(body)}\n</main></body></html>\n"


def _sources(result: Mapping[str, Any]) -> str:
    named = (("rows", "file"), ("routebook", "routebook"), ("student", "student"))
    return f"<p>{' · '.join(f'{label} {_code(result.get(key))}' for label, key in named)}</p>"


def _headline(result: Mapping[str, Any]) -> str:
    latency = result["latency_ms"]
    figures = (
        ("Rows", _number(result["rows"], 0), f"{result['left_out']} left out"),
        ("Accuracy", percent(result["accuracy"]), "of rows in scope"),
        ("Without rules", percent(result["accuracy_without_rules"]), "accuracy"),
        ("Coverage", percent(result["coverage"]), "rows accepted"),
        ("Selective accuracy", percent(result["selective_accuracy"]), "among rows accepted"),
        ("Editor use", percent(result["uses_editor_accuracy"]), "accuracy"),
        ("Follow-ups", percent(result.get("follow_up_accuracy")), "accuracy"),
        ("New topics", percent(result.get("topic_shift_accuracy")), "accuracy"),
        ("Tables", percent(result.get("table_recall")), "named of those expected"),
        ("Calibration error", _number(result["ece"], 3), "ECE, 0 is best"),
        ("Out of scope", _number(result["oos_auroc"], 3), "AUROC, 1 is best"),
        ("Latency", f"{_number(latency['p50'], 1)} ms", f"median; p95 {_number(latency['p95'], 1)} ms"),
        ("Model calls", _number(result["llm_calls"], 0), "to a language model"),
        ("Errors", _number(len(result["errors"]), 0), "listed below"),
        ("Violations", _number(len(result["violations"]), 0), "listed below"),
    )
    cells = (f"<div><dt>{name}</dt><dd>{value}<small>{note}</small></dd></div>" for name, value, note in figures)
    return f'<dl class="figures">{"".join(cells)}</dl>'


def _confusion(given: Mapping[str, Any]) -> str:
    routes, matrix = given["routes"], given["matrix"]
    note = "Blue is right, orange is wrong; the stronger the colour, the larger the share of the row."
    if len(routes) > charts.MOST_ROUTES:
        kept = charts.most_confused(matrix)
        shown, every = _mistakes(matrix, kept), _mistakes(matrix, range(len(routes)))
        note += f" Only the {len(kept)} most confused of {len(routes)} routes are shown: {shown} of {every} mistakes."
    return _section("Confusion", note, charts.confusion(routes, matrix))


def _mistakes(matrix: Sequence[Sequence[int]], places: Sequence[int]) -> int:
    return sum(matrix[i][j] for i in places for j in places if i != j)


def _reliability(bins: Sequence[Mapping[str, Any]]) -> str:
    note = "Bars show the accuracy in each bin of confidence, dots its mean confidence; the dashed line has both equal."
    return _section("Reliability", note, charts.reliability(bins))


def _risk(result: Mapping[str, Any]) -> str:
    accuracy = result["selective_accuracy"]
    error = None if accuracy is None else 1 - accuracy
    note = "Error rate if only the surest rows were accepted. Below 5% coverage, few rows may lift it out of the frame."
    chart = charts.risk_coverage(result["risk_coverage"], result["coverage"], error)
    return _section("Risk and coverage", note, chart)


def _groups(result: Mapping[str, Any]) -> str:
    tables = [("Route", result["by_route"]), ("Tag", result["by_tag"]), ("Language", result["by_lang"])]
    lows = [group["interval"][0] for _, table in tables for group in table.values() if group["interval"]]
    # One scale for all tables; it starts just below the lowest interval, or good groups all look alike.
    floor = min(math.floor(min(lows, default=0.0) * 10) / 10, 0.9)
    return "".join(_group(name, table, floor) for name, table in tables)


def _group(name: str, table: Mapping[str, Mapping[str, Any]], floor: float) -> str:
    title = f"By {name.lower()}"
    if not table:
        return _section(title, "No rows.", "")
    rows = [
        (_code(key), f"{group['rows']}", percent(group["accuracy"]), _interval(group, floor))
        for key, group in table.items()
    ]
    heads = ((name, ""), ("Rows", "number"), ("Accuracy", "number"), (f"95% interval, on {floor * 100:.0f}–100%", ""))
    return _section(title, "", _table(heads, rows))


def _interval(group: Mapping[str, Any], floor: float) -> str:
    if group["accuracy"] is None or not group["interval"]:
        return MISSING
    low, high = group["interval"]
    return f"{charts.interval(group['accuracy'], low, high, floor)} <small>{percent(low, 0)}–{percent(high, 0)}</small>"


def _violations(violations: Sequence[Mapping[str, Any]]) -> str:
    if not violations:
        return _section("Violations", "None.", "")
    rows = [(_code(one["rule"]), _code(one["id"]), _words(one["what"])) for one in violations]
    return _section("Violations", "", _table((("Rule", "id"), ("Row", "id"), ("What", "message")), rows))


def _errors(errors: Sequence[Mapping[str, Any]]) -> str:
    if not errors:
        return _section("Errors", "None.", "")
    rows = [
        (
            _code(one["id"]),
            _words(one["text"]),
            _code(one["expected"]),
            _code(one["given"]),
            _words(one["layer"]),
            percent(one["confidence"], 0),
            _nearest(one["nearest"]),
        )
        for one in errors[:MOST_ERRORS]
    ]
    heads = (
        *(("Row", "id"), ("Text", "message half"), ("Expected", ""), ("Given", ""), ("Layer", "")),
        *(("Confidence", "number"), ("Nearest examples, with similarity", "message half")),
    )
    more = len(errors) - MOST_ERRORS
    note = f"The first {MOST_ERRORS} are listed; there are {more} more." if more > 0 else ""
    return _section(f"Errors ({len(errors)})", note, _table(heads, rows))


def _nearest(examples: Sequence[Mapping[str, Any]]) -> str:
    items = (
        f"<li>{_words(one['text'])} <small>{_code(one['route'])} {_number(one['similarity'], 2)}</small></li>"
        for one in examples
    )
    return f"<ul>{''.join(items)}</ul>" if examples else MISSING


def _section(title: str, note: str, body: str) -> str:
    return f"<section><h2>{title}</h2>{f'<p>{note}</p>' if note else ''}{body}</section>\n"


def _table(heads: Sequence[tuple[str, str]], rows: Iterable[Sequence[str]]) -> str:
    """Set rows of ready HTML under heads of (name, class)."""
    top = "".join(f'<th scope="col" class="{kind}">{name}</th>' for name, kind in heads)
    lines = (
        "".join(f'<td class="{kind}">{cell}</td>' for (_, kind), cell in zip(heads, row, strict=True)) for row in rows
    )
    body = "".join(f"<tr>{line}</tr>\n" for line in lines)
    # Without the tab stop, a keyboard could not reach what lies beyond the edge.
    return f'<div class="scroll" tabindex="0"><table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>'


def _words(text: str | None) -> str:
    if text is None:
        return MISSING
    return escape(text if len(text) <= LONGEST else text[:LONGEST] + "…")


def _code(name: str | None) -> str:
    # A narrow column breaks a route's name between its words.
    return MISSING if name is None else f"<code>{escape(name).replace('_', '_<wbr>')}</code>"


def _number(value: float | None, digits: int) -> str:
    return MISSING if value is None or math.isnan(value) else f"{value:,.{digits}f}"
