"""The HTML report of an evaluation: one page, offline and without scripts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

from fingerpost.evaluation import charts, report_sections
from fingerpost.evaluation.charts import MISSING, percent
from fingerpost.evaluation.html import code, message_text, number, page, section, table

MAX_ERRORS = 200
"""Most errors that the page lists."""


def write_report(result: Mapping[str, Any], file: Path) -> None:
    """Write the result of an evaluation as one HTML page."""
    # A row may hold a lone surrogate, which JSON can hold and UTF-8 cannot.
    file.write_text(_page(result), encoding="utf-8", errors="replace")


def _page(result: Mapping[str, Any]) -> str:
    title = f"Evaluation of {result['routebook'] or result.get('student') or 'a router'}"
    body = [f"<h1>{escape(title)}</h1>", _sources(result)]
    if "rows" in result:
        body += _measured_sections(result)
    if "curve" in result:
        body.append(report_sections.curve(result["curve"]))
    if "cross_validation" in result:
        body.append(report_sections.cross_validation(result["cross_validation"]))
    if "drift" in result:
        body.append(report_sections.drift(result["drift"]))
    if "rows" in result:
        body += [_violations(result["violations"]), _errors(result["errors"])]
    return page(title, body)


def _measured_sections(result: Mapping[str, Any]) -> list[str]:
    groups = [("Route", result["by_route"]), ("Tag", result["by_tag"]), ("Language", result["by_lang"])]
    return [
        _headline(result),
        f'<div class="charts">{_confusion(result["confusion"])}{_reliability(result["reliability"])}{_risk(result)}',
        section("Layers", "Share of rows that each layer decided.", charts.layers(result["layers"])),
        "</div>",
        report_sections.confused_routes(result["confused"]),
        f'<div class="tables">{report_sections.slices(groups)}</div>',
        report_sections.out_of_scope(result["out_of_scope"]["by_lang"]),
        report_sections.cost(result["cost"]),
    ]


def _sources(result: Mapping[str, Any]) -> str:
    named = (("rows", "file"), ("routebook", "routebook"), ("student", "student"))
    return f"<p>{' · '.join(f'{label} {code(result.get(key))}' for label, key in named)}</p>"


def _headline(result: Mapping[str, Any]) -> str:
    latency, outside = result["latency_ms"], result["out_of_scope"]
    of_rows = f"of {outside['rows']:,} rows"
    figures = (
        ("Rows", number(result["rows"], 0), f"{result['left_out']} left out"),
        ("Accuracy", percent(result["accuracy"]), "of rows in scope"),
        ("Served", percent(result["accuracy_served"]), "right route, of rows in scope"),
        ("Out of scope: caught", percent(outside["caught"]), f"{of_rows}; {outside['to_fallback']:,} by the fallback"),
        ("Out of scope: guessed", percent(outside["guessed"]), f"{of_rows}: a route, not accepted"),
        ("Out of scope: accepted", percent(outside["accepted"]), f"{of_rows}, for a route"),
        ("Without rules", percent(result["accuracy_without_rules"]), "accuracy"),
        ("Coverage", percent(result["coverage"]), "rows accepted"),
        ("Selective accuracy", percent(result["selective_accuracy"]), "among rows accepted"),
        ("Qualifier", percent(result["qualifier_accuracy"]), "accuracy"),
        ("Follow-ups", percent(result.get("follow_up_accuracy")), "accuracy"),
        ("New topics", percent(result.get("topic_shift_accuracy")), "accuracy"),
        ("Tables", percent(result.get("table_recall")), "named of those expected"),
        ("Calibration error", number(result["ece"], 3), "ECE, 0 is best"),
        ("Out of scope: ranking", number(result["oos_auroc"], 3), "AUROC, 1 is best"),
        ("Latency", f"{number(latency['p50'], 1)} ms", f"median; p95 {number(latency['p95'], 1)} ms"),
        ("Model calls", number(result["llm_calls"], 0), "to a language model"),
        ("Errors", number(len(result["errors"]), 0), "listed below"),
        ("Violations", number(len(result["violations"]), 0), "listed below"),
    )
    cells = (f"<div><dt>{name}</dt><dd>{value}<small>{note}</small></dd></div>" for name, value, note in figures)
    return f'<dl class="figures">{"".join(cells)}</dl>'


def _confusion(given: Mapping[str, Any]) -> str:
    routes, matrix = given["routes"], given["matrix"]
    note = "Blue is right, orange is wrong; the stronger the colour, the larger the share of the row."
    if len(routes) > charts.MAX_ROUTES:
        kept = charts.most_confused_routes(matrix)
        shown, every = _mistakes(matrix, kept), _mistakes(matrix, range(len(routes)))
        note += f" Only the {len(kept)} most confused of {len(routes)} routes are shown: {shown} of {every} mistakes."
    return section("Confusion", note, charts.confusion(routes, matrix))


def _mistakes(matrix: Sequence[Sequence[int]], places: Sequence[int]) -> int:
    return sum(matrix[i][j] for i in places for j in places if i != j)


def _reliability(bins: Sequence[Mapping[str, Any]]) -> str:
    note = "Bars show the accuracy in each bin of confidence, dots its mean confidence; the dashed line has both equal."
    return section("Reliability", note, charts.reliability(bins))


def _risk(result: Mapping[str, Any]) -> str:
    accuracy = result["selective_accuracy"]
    error = None if accuracy is None else 1 - accuracy
    note = "Error rate at each threshold. Below 5% coverage, few rows may lift it out of the frame."
    chart = charts.risk_coverage(result["risk_coverage"], result["coverage"], error)
    return section("Risk and coverage", note, chart)


def _violations(violations: Sequence[Mapping[str, Any]]) -> str:
    if not violations:
        return section("Violations", "None.", "")
    rows = [(code(one["rule"]), code(one["id"]), message_text(one["what"])) for one in violations]
    return section("Violations", "", table((("Rule", "id"), ("Row", "id"), ("What", "message")), rows))


def _errors(errors: Sequence[Mapping[str, Any]]) -> str:
    if not errors:
        return section("Errors", "None.", "")
    rows = [
        (
            code(one["id"]),
            message_text(one["text"]),
            code(one["expected"]),
            code(one["given"]),
            _accepted(one),
            message_text(one["layer"]),
            percent(one["confidence"], 0),
            _nearest(one["nearest"]),
        )
        for one in errors[:MAX_ERRORS]
    ]
    headings = (
        *(("Row", "id"), ("Text", "message half"), ("Expected", ""), ("Given", ""), ("Accepted", ""), ("Layer", "")),
        *(("Confidence", "number"), ("Nearest examples, with similarity", "message half")),
    )
    more = len(errors) - MAX_ERRORS
    notes = [
        report_sections.errors_note(errors),
        f"The first {MAX_ERRORS} are listed; there are {more} more." if more > 0 else "",
    ]
    return section(f"Errors ({len(errors)})", " ".join(filter(None, notes)), table(headings, rows))


def _accepted(error: Mapping[str, Any]) -> str:
    """Return whether the error was accepted; that of a message out of scope stands out."""
    if error["outcome"] == "accepted":
        return "<strong>yes</strong>"
    return "yes" if error["accepted"] else "no"


def _nearest(examples: Sequence[Mapping[str, Any]]) -> str:
    items = (
        f"<li>{message_text(one['text'])} <small>{code(one['route'])} {number(one['similarity'], 2)}</small></li>"
        for one in examples
    )
    return f"<ul>{''.join(items)}</ul>" if examples else MISSING
