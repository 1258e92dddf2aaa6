"""An overview page of several evaluations: one line each, the worst slice, and links to their pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import quote

from fingerpost.evaluation import charts, report_sections
from fingerpost.evaluation.charts import MISSING, percent
from fingerpost.evaluation.html import code, number, page, section, table
from fingerpost.evaluation.metrics import MIN_ROWS, wilson_interval, worst_first
from fingerpost.evaluation.report import write_report

TITLE = "Evaluation of the routebooks"


def write_overview(
    results: Sequence[Mapping[str, Any]], validated: Mapping[str, Mapping[str, Any]], folder: Path
) -> Path:
    """Write a page for each evaluation and an index page, and return the index; `validated` is by routebook."""
    folder.mkdir(parents=True, exist_ok=True)
    for result in results:
        write_report(result, folder / f"{_name(result)}.html")
    file = folder / "index.html"
    body = [f"<h1>{TITLE}</h1>", _sets_section(results), _cost_section(results)]
    for book, figures in validated.items():
        body.append(f"<section><h1>{escape(book)}</h1></section>")
        body += [
            report_sections.confused_routes(
                result["confused"], f"{escape(_name(result))}: which route is taken for which"
            )
            for result in results
            if result["routebook"] == book
        ]
        body.append(report_sections.cross_validation(figures))
    file.write_text(page(TITLE, body), encoding="utf-8", errors="replace")
    return file


def _name(result: Mapping[str, Any]) -> str:
    return Path(result["file"]).stem


def _link(result: Mapping[str, Any]) -> str:
    return f'<a href="{quote(_name(result))}.html">{escape(_name(result))}</a>'


def _sets_section(results: Sequence[Mapping[str, Any]]) -> str:
    rows = []
    for result in results:
        scoped = sum(group["rows"] for group in result["by_route"].values())
        hits = sum(round(group["accuracy"] * group["rows"]) for group in result["by_route"].values())
        low, high = wilson_interval(hits, scoped)
        chart = charts.interval(result["accuracy"], low, high, 0.7) if scoped else MISSING
        rows.append(
            (
                _link(result),
                code(result["routebook"]),
                number(result["rows"], 0),
                percent(result["accuracy"]),
                f"{chart} <small>{percent(low, 0)}–{percent(high, 0)}</small>",
                percent(result["accuracy_served"]),
                percent(result["target_accuracy"]),
                percent(result["coverage"]),
                percent(result["selective_accuracy"]),
                *(percent(result["out_of_scope"][name]) for name in ("caught", "accepted")),
                _worst_slice(result),
                number(len(result["violations"]), 0),
            )
        )
    heads = (
        *(
            ("Set", "id"),
            ("Routebook", ""),
            ("Rows", "number"),
            ("Accuracy", "number"),
            ("95% interval, 70–100%", "id"),
        ),
        *(("Served", "number"), ("Right target", "number"), ("Accepted", "number"), ("Right among accepted", "number")),
        *(("Out of scope: caught", "number"), ("Out of scope: accepted", "number")),
        *(("Worst slice", ""), ("Violations", "number")),
    )
    note = (
        "Local layers only, no model asked. Accuracy is of the best route before any threshold, served of the route "
        "that was returned. Each set has its own page, with its slices, confusion and errors."
    )
    return section("Sets", note, table(heads, rows))


def _worst_slice(result: Mapping[str, Any]) -> str:
    """Return the name and accuracy of the worst slice that is not thin."""
    groups = {**result["by_route"], **result["by_tag"], **result["by_lang"]}
    worst = next((name for name in worst_first(groups) if groups[name]["rows"] >= MIN_ROWS), None)
    return MISSING if worst is None else f"{code(worst)} {percent(groups[worst]['accuracy'], 0)}"


def _cost_section(results: Sequence[Mapping[str, Any]]) -> str:
    rows = []
    for result in results:
        cost, every = result["cost"], result["cost"]["every"]
        spent, most = (one["prompt_tokens"] + one["completion_tokens"] for one in (cost, every))
        counts = (cost["messages"], cost["asked"], spent, most)
        rows.append((_link(result), *(number(count, 0) for count in counts), percent(spent / most if most else None)))
    heads = (
        *(("Set", "id"), ("Messages", "number"), ("A model would be asked", "number"), ("Tokens", "number")),
        *(("Tokens with a model on every message", "number"), ("Share", "number")),
    )
    note = f"{report_sections.cost_note(results[0]['cost'])} Answers are not counted." if results else ""
    return section("Cost of deciding", note, table(heads, rows))
