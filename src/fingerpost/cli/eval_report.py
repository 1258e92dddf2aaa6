"""What `eval` prints: figures, the errors by name, slices with the worst first, and what was asked for beside."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from fingerpost.cli import output
from fingerpost.evaluation.metrics import groups_to_show
from fingerpost.evaluation.report_sections import cost_note

APPS = (
    "target_accuracy", "trigger_precision", "trigger_recall", "fast_path_share", "fast_path_precision",
    "false_actions",
)  # fmt: skip
"""Figures that only rows with apps have."""

PAIRS = 10
"""Pairs of confused routes that are named."""

SLICES = 40
"""Slices beyond which only the worst are shown."""

ERRORS = 30
"""Errors that are listed."""


def tell(result: Mapping[str, Any]) -> None:
    """Print all that was measured."""
    if "rows" in result:
        _rows(result)
    if "curve" in result:
        _curve(result["curve"])
    if "cross_validation" in result:
        _cross_validation(result["cross_validation"])
    if "drift" in result:
        _drift(result["drift"])


def _rows(result: Mapping[str, Any]) -> None:
    names = (
        "rows", "left_out", "accuracy", "accuracy_served", "accuracy_without_rules", "ece", "oos_auroc", "coverage",
        "selective_accuracy", "qualifier_accuracy", "follow_up_accuracy", "topic_shift_accuracy", "table_recall",
        "unsure", "accuracy_unsure", "llm_calls",
    )  # fmt: skip
    rows = [[name, _figure(result[name])] for name in names]
    rows += [[name, _figure(result[name])] for name in APPS if result[name] is not None]
    rows.append(["latency_ms", f"p50 {result['latency_ms']['p50']}, p95 {result['latency_ms']['p95']}"])
    rows.append(["layers", ", ".join(f"{layer} {share:.0%}" for layer, share in result["layers"].items())])
    rows.append(["violations", str(len(result["violations"]))])
    rows.append(["bar", "-" if result["bar"] is None else f"{result['bar']:.2f}"])
    output.table(["figure", "value"], rows, wide=[1])
    _cost(result["cost"])
    _confused(result["confused"])
    for group in ("by_route", "by_lang", "by_tag"):
        _slices(group, result[group])
    if result["errors"]:
        errors = [
            [e["id"], e["expected"], str(e["given"]), e["layer"], f"{e['confidence']:.2f}", e["text"]]
            for e in result["errors"][:ERRORS]
        ]
        output.table(["error", "expected", "given", "layer", "conf", "text"], errors, wide=[5])
        if len(result["errors"]) > ERRORS:
            output.line(f"… and {len(result['errors']) - ERRORS} more: see --json or --report")


def _figure(value: Any) -> str:
    return "-" if value is None else f"{value:.4f}" if isinstance(value, float) else str(value)


def _between(interval: Sequence[float]) -> str:
    return f"{interval[0]:.3f} to {interval[1]:.3f}"


def _slices(name: str, cells: Mapping[str, Mapping[str, Any]]) -> None:
    if not cells:
        return
    shown = groups_to_show(cells)[:SLICES]
    rows = [
        [key, str(c["rows"]), f"{c['accuracy']:.3f}", _between(c["interval"]), "thin" if c["thin"] else ""]
        for key in shown
        for c in [cells[key]]
    ]
    if rows:
        output.table([name, "rows", "accuracy", "95 % interval", ""], rows)
    if len(cells) > len(shown):
        left = f"{len(cells) - len(shown)} more {name.removeprefix('by_')}s"
        output.line(f"… and {left} that are better, or thin without an error: see --json or --report")


def _confused(pairs: Sequence[Mapping[str, Any]]) -> None:
    if pairs:
        rows = [[p["expected"], p["given"], str(p["rows"]), p["text"]] for p in pairs[:PAIRS]]
        output.table(["expected", "taken for", "rows", "for example"], rows, wide=[3])


def _cost(cost: Mapping[str, Any]) -> None:
    rows = []
    for name, spent, asked in (
        ("fingerpost", cost, cost["asked"]),
        ("a model on every message", cost["every"], cost["messages"]),
    ):
        money = "-" if spent["money"] is None else f"{spent['money']:.6g}"
        counts = (asked, spent["calls"], spent["prompt_tokens"], spent["completion_tokens"])
        rows.append([name, *map(str, counts), money])
    output.table(["cost of deciding", "messages asked", "calls", "prompt tokens", "completion tokens", "money"], rows)
    output.line(cost_note(cost))


def _curve(curve: Mapping[str, Any]) -> None:
    rows = [
        [
            f"{point['share']:.3g}",
            str(point["examples"]),
            f"{point['accuracy']:.3f}",
            _between(point["interval"]),
            f"{point['coverage']:.3f}",
            _figure(point["accepted_error"]),
        ]
        for point in curve["points"]
    ]
    heads = ["share", "examples", "accuracy", "95 % interval", "accepted", "wrong among accepted"]
    output.table(heads, rows)
    output.line(output.plain(curve["says"]))


def _cross_validation(found: Mapping[str, Any]) -> None:
    output.table(
        ["cross-validation", "value"],
        [
            ["examples", f"{found['rows']}, {found['texts']} texts that are told apart, {found['folds']} folds"],
            ["accuracy", f"{found['accuracy']:.4f} ({_between(found['interval'])})"],
            ["accepted", f"{found['coverage']:.4f}"],
            [
                "wrong among accepted",
                f"{_figure(found['accepted_error'])} ({_between(found['accepted_error_interval'])})",
            ],
            ["unfamiliar", f"{found['unfamiliar']:.4f}"],
        ],
    )
    _confused(found["confused"])
    _slices("route", found["by_route"])


def _drift(found: Mapping[str, Any]) -> None:
    for name in ("routes", "languages"):
        part = found[name]
        rows = [
            [key, f"{part['taught'][key]:.3f}", f"{live:.3f}", f"{live - part['taught'][key]:+.3f}"]
            for key, live in sorted(part["live"].items(), key=lambda cell: -abs(cell[1] - part["taught"][cell[0]]))
        ]
        output.table([name, "examples", "live", "change"], rows)
        output.line(f"Jensen-Shannon divergence {part['divergence']:.4f} bits, chance {_figure(part['chance'])}")
    rows = [
        [name, _figure(found[name]["taught"]), _figure(found[name]["live"])] for name in ("unfamiliar", "confidence")
    ]
    output.table(["the student finds", "examples, cross-validated", "live"], rows)
    if found["cut"]:
        output.line(
            f"{found['cut']} of {found['messages']} messages are stored cut, their first 60 characters: they count for "
            "the routes alone."
        )
    output.line(output.plain(found["says"]))
