"""Measuring: `eval`, `diff` and `rag`."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fingerpost.cli import eval_report, output
from fingerpost.cli.open_router import with_serving
from fingerpost.cli.output_file import check_out
from fingerpost.errors import FingerpostError, RowsError
from fingerpost.models.encoder import EmbeddedEncoder
from fingerpost.routebook.load import find_folder
from fingerpost.routing.layers.memo import Memo
from fingerpost.routing.router import Router, load_student_folder
from fingerpost.settings import Settings

if TYPE_CHECKING:
    from fingerpost.evaluation.rows import Row

PATIENCE = 120.0
"""Seconds that a model gets for a row."""


def register(app: typer.Typer) -> None:
    """Add this group's commands."""
    app.command("eval", rich_help_panel="Measure")(evaluate_rows)
    app.command("diff", rich_help_panel="Measure")(diff)
    app.command("rag", rich_help_panel="Measure")(rag)


def evaluate_rows(
    rows: Annotated[
        Path | None, typer.Argument(help='Rows with "text" and "expected", one JSON object a line.', show_default=False)
    ] = None,
    routebook: Annotated[str, typer.Option(help="An installed routebook's name, or a folder.")] = "avap",
    student: Annotated[Path | None, typer.Option(help="A trained student's folder, instead of a routebook.")] = None,
    no_llm: Annotated[bool, typer.Option("--no-llm", help="Local layers only.")] = False,
    crossed: Annotated[
        bool, typer.Option("--cross-validate", help="Judge each example by students that did not see it.")
    ] = False,
    curve: Annotated[
        bool, typer.Option("--curve", help="Measure the rows with an eighth, a quarter, half of the examples.")
    ] = False,
    drift: Annotated[bool, typer.Option("--drift", help="Compare stored traffic with the examples.")] = False,
    price_in: Annotated[float | None, typer.Option(min=0, help="Money for a million tokens of prompts.")] = None,
    price_out: Annotated[float | None, typer.Option(min=0, help="The same of completions.")] = None,
    fail_under: Annotated[
        float | None, typer.Option(help="Exit with 1 if the accuracy, a share such as 0.9, is lower.")
    ] = None,
    json_file: Annotated[Path | None, typer.Option("--json", help="Write all figures to this file.")] = None,
    report: Annotated[Path | None, typer.Option(help="Write pictures and errors to this HTML file.")] = None,
) -> None:
    """Measure a routebook or a student: on labelled rows, by cross-validation, and against live traffic."""
    from fingerpost.evaluation.report import write_report

    if rows is None and (curve or fail_under is not None or not (crossed or drift)):
        raise RowsError("name a file of rows; only --cross-validate and --drift do without one")
    if (price_in is None) != (price_out is None):
        raise RowsError("give both --price-in and --price-out, or neither: then tokens are shown and no money")
    _check_numbers(("--price-in", price_in), ("--price-out", price_out), ("--fail-under", fail_under))
    if fail_under is not None and not 0 <= fail_under <= 1:
        raise RowsError(f"--fail-under {fail_under:g}: give a share between 0 and 1, such as 0.9")
    for out in (file for file in (json_file, report) if file is not None):
        check_out(out, [rows] if rows is not None else (), "the file of rows")
    if json_file is not None and report is not None:
        check_out(report, [json_file], "the file of the figures")
    router = _router(routebook, student, llm=not no_llm)
    result: dict[str, Any] = {"routebook": router.routebook.name, "student": None, "file": None}
    if rows is not None:
        result = _measured(with_serving(router), rows, None if price_in is None else (price_in, price_out or 0.0))
        if curve:
            # Of the examples alone: a champion has learned from more than parts of them could show.
            result["curve"] = _curve(router, rows)
    if crossed or drift:
        result |= _against_examples(router, crossed, drift)
    if json_file:
        _write(json_file, json.dumps(result, ensure_ascii=False, indent=1) + "\n")
    if report:
        try:
            write_report(result, report)
        except OSError as error:
            raise RowsError(f"{report}: cannot be written: {error}") from error
    eval_report.tell(result)
    accuracy = result.get("accuracy")
    if fail_under is not None and (accuracy is None or accuracy < fail_under):
        output.line(f"[red]accuracy {accuracy} is under {fail_under}[/red]")
        raise typer.Exit(1)


def _check_numbers(*given: tuple[str, float | None]) -> None:
    for name, value in given:
        if value is not None and not isfinite(value):
            raise RowsError(f"{name} {value}: give a number")


def _measured(router: Router, file: Path, prices: tuple[float, float] | None) -> dict[str, Any]:
    from fingerpost.evaluation.cost import Prices
    from fingerpost.evaluation.evaluate import evaluate

    with output.progress("routing") as tell:
        return evaluate(router, _rows(file, router), file, tell, Prices(*prices) if prices else None)


def _curve(router: Router, file: Path) -> dict[str, Any]:
    from fingerpost.evaluation.learning_curve import learning_curve

    with output.status("fitting on parts of the examples") as say:
        return learning_curve(router, _rows(file, router), say)


def _against_examples(router: Router, crossed: bool, drift: bool) -> dict[str, Any]:
    """Cross-validate once, for its own sake and for what live traffic is compared with."""
    from fingerpost.evaluation import cross_validation
    from fingerpost.evaluation.drift import measure_drift as drifted
    from fingerpost.stores.store import Store

    book, settings, result = router.routebook, router.settings, {}
    with output.status("cross-validating") as say:
        validated = cross_validation.cross_validate(book, router.batcher.encoder, settings.cache, say)
    if crossed:
        result["cross_validation"] = cross_validation.figures(book, validated)
    if drift:
        with output.status("reading what is stored"), Store.open(settings.database, settings.retention) as store:
            result["drift"] = drifted(router, store.stored_messages(book.name), validated)
    return result


def diff(
    old: Annotated[str, typer.Argument(help="A routebook (name or folder) or a student's folder.")],
    new: Annotated[str, typer.Argument(help="The same, changed.")],
    rows: Annotated[Path, typer.Argument(help="Labelled rows that neither has seen.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print the comparison as JSON.")] = False,
) -> None:
    """Show what flipped between two routers, which way, and whether it is more than noise."""
    from fingerpost.evaluation.compare import compare
    from fingerpost.evaluation.evaluate import without_training_rows

    routers = [_router(place, None, llm=False) for place in (old, new)]
    labelled = _rows(rows, routers[1])
    for router in routers:
        labelled = without_training_rows(router, labelled)
    result = compare(routers[0], routers[1], labelled)
    if as_json:
        output.as_json(result)
        return
    before, after = result["accuracy"]["old"], result["accuracy"]["new"]
    sure = "more than noise" if result["more_than_noise"] else "within noise"
    output.line(
        f"accuracy {before:.4f} -> {after:.4f} on {result['rows']} rows: {result['fixed']} fixed, "
        f"{result['broken']} broken, {result['moved']} moved between wrong routes; {sure} (p = {result['p_value']:.3f})"
    )
    if result["flips"]:
        order = {"broken": 0, "fixed": 1, "moved": 2}
        flips = sorted(result["flips"], key=lambda flip: order[flip["way"]])
        output.table(
            ["way", "id", "old", "new", "text"],
            [[f["way"], f["id"], str(f["old"]), str(f["new"]), f["text"]] for f in flips[:100]],
            wide=[4],
        )


def _router(routebook: str, student: Path | None, *, llm: bool) -> Router:
    """Return a router that decides every row anew."""
    settings = Settings.from_environment()
    # What is measured here is whether a model is right; a slow machine must not count as a wrong answer.
    settings = replace(settings, slots=settings.slots if llm else {}, llm_timeout=max(settings.llm_timeout, PATIENCE))
    if student is None:
        return Router.from_routebook(routebook, settings=settings, memo=Memo(size=0))
    book, trained = load_student_folder(student, EmbeddedEncoder())
    return Router.from_routebook(book, encoder=EmbeddedEncoder(), settings=settings, student=trained, memo=Memo(size=0))


def _rows(file: Path, router: Router) -> list[Row]:
    from fingerpost.evaluation.rows import read_rows

    return read_rows(file, router.routebook.names, router.routebook.out_of_scope)


def _write(file: Path, text: str) -> None:
    try:
        file.write_text(text, encoding="utf-8", errors="backslashreplace")
    except OSError as error:
        raise FingerpostError(f"{file}: cannot be written: {error}") from error


def rag(
    routebook: Annotated[str, typer.Option(help="An installed routebook's name, or a folder.")] = "avap",
    golden: Annotated[Path | None, typer.Option(help="A golden set; without it the routebook's golden.jsonl.")] = None,
    limit: Annotated[int, typer.Option(min=0, help="Ask only the first rows; 0 asks all.")] = 0,
    json_file: Annotated[Path | None, typer.Option("--json", help="Write figures and answers to this file.")] = None,
) -> None:
    """Ask a golden set and measure what was found, what answers rest on, and whether code is sound."""
    import asyncio

    from fingerpost.answering.assistant import Assistant
    from fingerpost.evaluation.rag import RagReport, evaluate_rag

    async def measure(assistant: Assistant, tell: Callable[[int, int], None]) -> RagReport:
        try:
            return await evaluate_rag(assistant, limit, golden, tell)
        finally:
            await assistant.close()

    settings = replace(Settings.from_environment(), answer_timeout=PATIENCE)
    if json_file is not None:
        check_out(json_file, [golden or find_folder(routebook) / "golden.jsonl"], "the golden set")
    assistant = Assistant.open(routebook, settings)
    with output.progress("asking") as tell:
        found = asyncio.run(measure(assistant, tell))
    if json_file:
        _write(json_file, json.dumps(found.as_json(), ensure_ascii=False, indent=1) + "\n")
    languages = sorted({measured.row.language for measured in found.measured})
    rows = [[name, *figures] for name, *figures in [found.figures(), *map(found.figures, languages)]]
    output.table(["rows", "count", f"hit@{found.k}", "MRR", "grounding", "code sound"], rows)
    for error in found.errors:
        output.line(f"[red]{output.plain(error)}[/red]")
    output.line(f"parser {found.parser_version or 'not needed'}")
