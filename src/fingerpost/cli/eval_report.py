"""The report that `eval` prints: figures, confused routes, slices with the worst first, and optional sections."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from fingerpost.cli import output
from fingerpost.evaluation.metrics import groups_to_show
from fingerpost.evaluation.report_sections import cost_note, errors_note

APP_FIGURES = (
    "target_accuracy", "trigger_precision", "trigger_recall", "fast_path_share", "fast_path_precision",
    "false_actions",
)  # fmt: skip
"""Figures of rows with apps only."""

MAX_PAIRS = 10
"""Most pairs of confused routes in the table."""

MAX_SLICES = 40
"""Most slices in a table; the worst are shown."""

MAX_ERRORS = 30
"""Most errors in the table."""


def print_report(result: Mapping[str, Any]) -> None:
    """Print the result of an evaluation."""
    if "rows" in result:
        _print_rows(result)
    if "curve" in result:
        _print_curve(result["curve"])
    if "cross_validation" in result:
        _print_cross_validation(result["cross_validation"])
    if "drift" in result:
        _print_drift(result["drift"])


def _print_rows(result: Mapping[str, Any]) -> None:
    first = ("rows", "left_out", "accuracy", "accuracy_served")
    names = (
        "accuracy_without_rules", "ece", "oos_auroc", "coverage", "selective_accuracy", "qualifier_accuracy",
        "follow_up_accuracy", "topic_shift_accuracy", "table_recall", "unsure", "accuracy_unsure", "llm_calls",
    )  # fmt: skip
    rows = [["routebook", result["routebook"]], *([name, _figure(result[name])] for name in first)]
    rows += _out_of_scope_rows(result["out_of_scope"])
    inside = result["rows"] - result["out_of_scope"]["rows"]
    meanings = {
        "coverage": "of all rows accepted",
        "unsure": f"of {inside} rows in scope, decided by the model or as a best guess",
    }
    # What no row says anything about is left out, such as qualifiers in a routebook that has none.
    rows += [
        [name, " ".join(filter(None, [_figure(result[name]), meanings.get(name)]))]
        for name in (*names, *APP_FIGURES)
        if result[name] is not None
    ]
    rows.append(["latency_ms", f"p50 {result['latency_ms']['p50']}, p95 {result['latency_ms']['p95']}"])
    rows.append(["layers", ", ".join(f"{layer} {share:.0%}" for layer, share in result["layers"].items())])
    rows.append(["violations", str(len(result["violations"]))])
    rows.append(["threshold", "-" if result["threshold"] is None else f"{result['threshold']:.2f}"])
    output.print_table(["figure", "value"], rows, wide=[1])
    _print_cost(result["cost"])
    _print_confused_routes(result["confused"])
    for group in ("by_route", "by_lang", "by_tag"):
        _print_slices(group, result[group])
    _print_out_of_scope_by_language(result["out_of_scope"]["by_lang"])
    _print_errors(result["errors"])


def _out_of_scope_rows(found: Mapping[str, Any]) -> list[list[str]]:
    """Return the lines of the figures of rows out of scope, each with its count and its meaning."""
    every = found["rows"]
    meanings = {
        "caught": f"not taken for a route; {found['to_fallback']} to the fallback",
        "guessed": "sent to a route, not accepted",
        "accepted": "accepted for a route",
    }
    shares = [
        [f"out_of_scope.{name}", f"{found[name]:.4f} ({round(found[name] * every)} of {every}): {meaning}"]
        for name, meaning in meanings.items()
        if every
    ]
    return [["out_of_scope.rows", str(every)], *shares]


def _print_out_of_scope_by_language(by_lang: Mapping[str, Mapping[str, Any]]) -> None:
    """Print what became of the rows out of scope in each language, where there are several."""
    if len(by_lang) < 2:
        return
    rows = [
        [
            lang,
            str(c["rows"]),
            *(f"{c[name]:.3f} ({_interval(c[f'{name}_interval'])})" for name in ("caught", "accepted")),
            "thin" if c["thin"] else "",
        ]
        for lang, c in by_lang.items()
    ]
    output.print_table(["out of scope", "rows", "caught (95 % interval)", "accepted (95 % interval)", ""], rows)


def _print_errors(errors: Sequence[Mapping[str, Any]]) -> None:
    if not errors:
        return
    rows = [
        [
            *(e["id"], e["expected"], str(e["given"]), "yes" if e["accepted"] else "no"),
            *(e["layer"], f"{e['confidence']:.2f}", e["text"]),
        ]
        for e in errors[:MAX_ERRORS]
    ]
    if note := errors_note(errors):
        output.print_line(note)
    output.print_table(["error", "expected", "given", "accepted", "layer", "conf", "text"], rows, wide=[6])
    if len(errors) > MAX_ERRORS:
        output.print_line(f"… and {len(errors) - MAX_ERRORS} more: see --json or --report")


def _figure(value: Any) -> str:
    return "-" if value is None else f"{value:.4f}" if isinstance(value, float) else str(value)


def _interval(interval: Sequence[float]) -> str:
    return f"{interval[0]:.3f} to {interval[1]:.3f}"


def _print_slices(name: str, cells: Mapping[str, Mapping[str, Any]]) -> None:
    if not cells:
        return
    shown = groups_to_show(cells)[:MAX_SLICES]
    rows = [
        [key, str(c["rows"]), f"{c['accuracy']:.3f}", _interval(c["interval"]), "thin" if c["thin"] else ""]
        for key in shown
        for c in [cells[key]]
    ]
    if rows:
        output.print_table([name, "rows", "accuracy", "95 % interval", ""], rows)
    if len(cells) > len(shown):
        left = f"{len(cells) - len(shown)} more {name.removeprefix('by_')}s"
        output.print_line(f"… and {left} that are better, or thin without an error: see --json or --report")


def _print_confused_routes(pairs: Sequence[Mapping[str, Any]]) -> None:
    if pairs:
        rows = [[p["expected"], p["given"], str(p["rows"]), p["text"]] for p in pairs[:MAX_PAIRS]]
        output.print_table(["expected", "taken for", "rows", "for example"], rows, wide=[3])


def _print_cost(cost: Mapping[str, Any]) -> None:
    rows = []
    for name, spent, asked in (
        ("fingerpost", cost, cost["asked"]),
        ("a model on every message", cost["every"], cost["messages"]),
    ):
        money = "-" if spent["money"] is None else f"{spent['money']:.6g}"
        counts = (asked, spent["calls"], spent["prompt_tokens"], spent["completion_tokens"])
        rows.append([name, *map(str, counts), money])
    output.print_table(
        ["cost of deciding", "messages asked", "calls", "prompt tokens", "completion tokens", "money"], rows
    )
    output.print_line(cost_note(cost))


def _print_curve(curve: Mapping[str, Any]) -> None:
    rows = [
        [
            f"{point['share']:.3g}",
            str(point["examples"]),
            f"{point['accuracy']:.3f}",
            _interval(point["interval"]),
            f"{point['coverage']:.3f}",
            _figure(point["accepted_error"]),
        ]
        for point in curve["points"]
    ]
    heads = ["share", "examples", "accuracy", "95 % interval", "accepted", "wrong among accepted"]
    output.print_table(heads, rows)
    output.print_line(f"All of the {curve['rows']} rows in scope.")
    output.print_line(output.escape(curve["says"]))


def _print_cross_validation(found: Mapping[str, Any]) -> None:
    output.print_table(
        ["cross-validation", "value"],
        [
            ["examples", f"{found['rows']}, {found['texts']} distinct texts, {found['folds']} folds"],
            ["accuracy", f"{found['accuracy']:.4f} ({_interval(found['interval'])})"],
            ["accepted", f"{found['coverage']:.4f}"],
            [
                "wrong among accepted",
                f"{_figure(found['accepted_error'])} ({_interval(found['accepted_error_interval'])})",
            ],
            ["unfamiliar", f"{found['unfamiliar']:.4f}"],
        ],
    )
    _print_confused_routes(found["confused"])
    _print_slices("route", found["by_route"])


def _print_drift(found: Mapping[str, Any]) -> None:
    for name in ("routes", "languages"):
        part = found[name]
        rows = [
            [key, f"{part['taught'][key]:.3f}", f"{live:.3f}", f"{live - part['taught'][key]:+.3f}"]
            for key, live in sorted(part["live"].items(), key=lambda cell: -abs(cell[1] - part["taught"][cell[0]]))
        ]
        output.print_table([name, "examples", "live", "change"], rows)
        output.print_line(f"Jensen-Shannon divergence {part['divergence']:.4f} bits, p-value {_figure(part['chance'])}")
    rows = [
        [name, _figure(found[name]["taught"]), _figure(found[name]["live"])] for name in ("unfamiliar", "confidence")
    ]
    output.print_table(["predictions of the classifier", "examples, cross-validated", "live"], rows)
    if found["cut"]:
        output.print_line(
            f"{found['cut']} of {found['messages']} messages are stored truncated to 60 characters: they count "
            "only for the routes."
        )
    output.print_line(output.escape(found["says"]))
