"""Evaluation: `eval`, `diff` and `rag`."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import replace
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from fingerpost.cli import eval_report, output
from fingerpost.cli.choose_routebook import OptionalRoutebook, RoutebookOption, chosen_routebook
from fingerpost.cli.open_router import with_served_student
from fingerpost.cli.output_file import check_output_file
from fingerpost.errors import FingerpostError, RowsError
from fingerpost.models.factory import embedded_encoder
from fingerpost.routebook.load import find_folder
from fingerpost.routing.layers.memo import Memo
from fingerpost.routing.router import Router
from fingerpost.settings import Settings

if TYPE_CHECKING:
    from fingerpost.evaluation.rows import Row

MODEL_TIMEOUT = 120.0
"""Timeout in seconds of a model call for one row."""


def register(app: typer.Typer) -> None:
    """Add this group's commands."""
    app.command("eval", rich_help_panel="Measure")(evaluate_rows)
    app.command("diff", rich_help_panel="Measure")(diff)
    app.command("rag", rich_help_panel="Measure")(rag)


def evaluate_rows(
    rows: Annotated[
        Path | None,
        typer.Argument(help='Rows with "text" and "expected", one JSON object per line.', show_default=False),
    ] = None,
    routebook: OptionalRoutebook = None,
    student: Annotated[
        Path | None, typer.Option(help="The folder of a trained classifier, instead of a routebook.")
    ] = None,
    no_llm: Annotated[bool, typer.Option("--no-llm", help="Use the local layers only.")] = False,
    cross_validate: Annotated[
        bool, typer.Option("--cross-validate", help="Measure on the examples by cross-validation.")
    ] = False,
    curve: Annotated[
        bool,
        typer.Option("--curve", help="Measure with an eighth, a quarter and half of the examples (learning curve)."),
    ] = False,
    drift: Annotated[bool, typer.Option("--drift", help="Compare stored traffic with the examples.")] = False,
    last: Annotated[
        int | None, typer.Option(min=1, help="With --drift: only the sessions of the latest so many messages.")
    ] = None,
    price_in: Annotated[float | None, typer.Option(min=0, help="Price of a million prompt tokens.")] = None,
    price_out: Annotated[float | None, typer.Option(min=0, help="Price of a million completion tokens.")] = None,
    fail_under: Annotated[
        float | None,
        typer.Option(help="Exit with 1 if accuracy_served (the route returned) is below this share, such as 0.9."),
    ] = None,
    fail_under_best: Annotated[
        float | None,
        typer.Option(help="Exit with 1 if accuracy (the best route before thresholds) is below this share."),
    ] = None,
    json_file: Annotated[Path | None, typer.Option("--json", help="Write all figures to this file.")] = None,
    report: Annotated[Path | None, typer.Option(help="Write charts and errors to this HTML file.")] = None,
) -> None:
    """Evaluate a routebook or a classifier: on labelled rows, by cross-validation, and against live traffic."""
    from fingerpost.evaluation.report import write_report

    bars = _bars(("--fail-under", "accuracy_served", fail_under), ("--fail-under-best", "accuracy", fail_under_best))
    if rows is None and (curve or bars or not (cross_validate or drift)):
        raise RowsError("name a file of rows; only --cross-validate and --drift work without one")
    if (price_in is None) != (price_out is None):
        raise RowsError("give both --price-in and --price-out, or neither, to show tokens only")
    _check_numbers(("--price-in", price_in), ("--price-out", price_out))
    for out in (file for file in (json_file, report) if file is not None):
        check_output_file(out, [rows] if rows is not None else (), "the input file of rows")
    if json_file is not None and report is not None:
        check_output_file(report, [json_file], "the --json file")
    prices = None if price_in is None else (price_in, price_out or 0.0)
    with ExitStack() as opened:
        router = _router(routebook, student, llm=not no_llm)
        opened.callback(router.close)
        result: dict[str, Any] = {"routebook": router.routebook.name, "student": None, "file": None}
        if rows is not None:
            served = with_served_student(router)
            opened.callback(served.close)
            result = _evaluate(served, rows, prices)
            if curve:
                # With the student of the examples: a champion is trained on more than the examples.
                result["curve"] = _learning_curve(router, rows)
        if cross_validate or drift:
            result |= _compare_with_examples(router, cross_validate, drift, last)
    if json_file:
        _write(json_file, json.dumps(result, ensure_ascii=False, indent=1) + "\n")
    if report:
        try:
            write_report(result, report)
        except OSError as error:
            raise RowsError(f"{report}: cannot be written: {error}") from error
    eval_report.print_report(result)
    _print_written(("figures", json_file), ("report", report))
    failures = [failure for bar in bars if (failure := _failure(bar, result))]
    for failure in failures:
        output.print_line(f"[red]{failure}[/red]")
    if failures:
        raise typer.Exit(1)


class _Bar(NamedTuple):
    """The least value of a figure with which the command succeeds, and the option that set it."""

    option: str
    figure: str
    least: float


def _bars(*given: tuple[str, str, float | None]) -> list[_Bar]:
    """Return the bars that were set; raises RowsError if one is no share."""
    bars = [_Bar(option, figure, least) for option, figure, least in given if least is not None]
    for bar in bars:
        _check_numbers((bar.option, bar.least))
        if not 0 <= bar.least <= 1:
            raise RowsError(f"{bar.option} {bar.least:g}: give a share between 0 and 1, such as 0.9")
    return bars


def _failure(bar: _Bar, result: Mapping[str, Any]) -> str | None:
    """Return why the command fails; None if the figure reaches its bar."""
    value = result[bar.figure]
    if value is None:
        return f"{bar.figure} is unknown, because no row is in scope: it cannot reach {bar.least:g} ({bar.option})"
    return f"{bar.figure} {value:g} is under {bar.least:g} ({bar.option})" if value < bar.least else None


def _check_numbers(*given: tuple[str, float | None]) -> None:
    for name, value in given:
        if value is not None and not isfinite(value):
            raise RowsError(f"{name} {value}: give a number")


def _evaluate(router: Router, file: Path, prices: tuple[float, float] | None) -> dict[str, Any]:
    from fingerpost.evaluation.cost import Prices
    from fingerpost.evaluation.evaluate import evaluate

    if router.model is not None and router.model.checks:
        from fingerpost.routing.layers.model_check import CheckFailedError

        # Once, ahead: what is accepted must not change while rows are routed.
        with output.status("trying the model on the examples"):
            try:
                router.model.check()
            except CheckFailedError as error:
                output.print_line(f"{error}. Its word is accepted only where the classifier agrees.")
    with output.progress("routing") as on_progress:
        return evaluate(router, _read_rows(file, router), file, on_progress, Prices(*prices) if prices else None)


def _learning_curve(router: Router, file: Path) -> dict[str, Any]:
    from fingerpost.evaluation.learning_curve import learning_curve

    with output.status("fitting on parts of the examples") as on_status:
        return learning_curve(router, _read_rows(file, router), on_status)


def _compare_with_examples(router: Router, cross_validate: bool, drift: bool, last: int | None) -> dict[str, Any]:
    """Cross-validate for its own figures, and as the reference for drift: once, unless another version is served."""
    from fingerpost.evaluation import cross_validation
    from fingerpost.evaluation.drift import measure_drift
    from fingerpost.learning.published_routebook import served_routebook
    from fingerpost.stores.store import Store

    def validate(one: Router) -> cross_validation.CrossValidation:
        with output.status("cross-validating") as on_status:
            return cross_validation.cross_validate(one.routebook, one.batcher.encoder, one.settings.cache, on_status)

    book, settings = router.routebook, router.settings
    validated = validate(router) if cross_validate else None
    result: dict[str, Any] = {}
    if validated is not None:
        result["cross_validation"] = cross_validation.figures(book, validated)
    if drift:
        with Store.open(settings.database, settings.retention) as store:
            # Traffic was decided by the version that servers use, which may be a published one.
            served = book if book.folder is None else served_routebook(store, book)
            if served is not book:
                router, validated = router.rebuilt(served), None
            with output.status("reading the store"):
                messages = list(store.stored_messages(book.name, last))
            result["drift"] = measure_drift(router, messages, validated or validate(router))
    return result


def diff(
    old: Annotated[str, typer.Argument(help="A routebook (name or folder) or a trained classifier's folder.")],
    new: Annotated[str, typer.Argument(help="The router to compare it with.")],
    rows: Annotated[Path, typer.Argument(help="Labelled rows that neither was trained on.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print the comparison as JSON.")] = False,
) -> None:
    """Compare two routers: which decisions changed, in which direction, and whether it is significant."""
    from fingerpost.evaluation.compare import compare
    from fingerpost.evaluation.evaluate import without_training_rows

    routers = [_router(place, None, llm=False) for place in (old, new)]
    given = labelled = _read_rows(rows, routers[1])
    for router in routers:
        labelled = without_training_rows(router, labelled)
    result = compare(routers[0], routers[1], labelled)
    if as_json:
        output.print_json(result)
        return
    best, served = ("{old:.4f} -> {new:.4f}".format(**result[key]) for key in ("accuracy", "served"))
    left_out = len(given) - len(labelled)
    training = f" ({left_out} more were left out: one of the two was trained on them)" if left_out else ""
    significance = "significant" if result["more_than_noise"] else "not significant"
    output.print_line(
        f"accuracy {best}, served {served} on {result['in_scope']} rows in scope; of {result['rows']} rows{training} "
        f"{result['fixed']} fixed, {result['broken']} broken, {result['moved']} changed between wrong routes; "
        f"{significance} (p = {result['p_value']:.3f})"
    )
    if result["flips"]:
        named = list(zip(("old", "new"), routers, strict=True))
        order = {"broken": 0, "fixed": 1, "moved": 2}
        flips = sorted(result["flips"], key=lambda flip: order[flip["way"]])
        output.print_table(
            ["change", "id", "old", "new", "text"],
            [
                [f["way"], f["id"], *(_served(f[name], router) for name, router in named), f["text"]]
                for f in flips[:100]
            ],
            wide=[4],
        )


def _served(route: str | None, router: Router) -> str:
    """Return what a router returned, with the name of its route for what is out of scope."""
    return route or router.routebook.out_of_scope or "(none)"


def _router(routebook: str | None, student: Path | None, *, llm: bool) -> Router:
    """Return a router without a memo."""
    settings = Settings.from_environment()
    # Accuracy is measured, so a slow machine must not count as a wrong answer.
    settings = replace(
        settings, slots=settings.slots if llm else {}, llm_timeout=max(settings.llm_timeout, MODEL_TIMEOUT)
    )
    if student is None:
        return Router.from_routebook(routebook or chosen_routebook(), settings=settings, memo=Memo(size=0))
    from fingerpost.routing.student.serialization import load_student_folder

    encoder = embedded_encoder(settings)
    book, trained = load_student_folder(student, encoder)
    return Router.from_routebook(book, encoder=encoder, settings=settings, student=trained, memo=Memo(size=0))


def _read_rows(file: Path, router: Router) -> list[Row]:
    from fingerpost.evaluation.rows import read_rows

    return read_rows(file, router.routebook.names, router.routebook.out_of_scope)


def _print_written(*files: tuple[str, Path | None]) -> None:
    for what, file in files:
        if file is not None:
            output.print_line(output.escape(f"Written: {file} ({what})"))


def _write(file: Path, text: str) -> None:
    try:
        file.write_text(text, encoding="utf-8", errors="backslashreplace")
    except OSError as error:
        raise FingerpostError(f"{file}: cannot be written: {error}") from error


def rag(
    routebook: RoutebookOption,
    golden: Annotated[Path | None, typer.Option(help="A golden set; by default the routebook's golden.jsonl.")] = None,
    limit: Annotated[int, typer.Option(min=0, help="Ask only the first rows; 0 asks all.")] = 0,
    json_file: Annotated[Path | None, typer.Option("--json", help="Write figures and answers to this file.")] = None,
) -> None:
    """Ask a golden set and measure retrieval, grounding of the answers, and validity of their code."""
    import asyncio

    from fingerpost.answering.assistant import Assistant
    from fingerpost.evaluation.rag import RagReport, evaluate_rag

    async def measure(assistant: Assistant, on_progress: Callable[[int, int], None]) -> RagReport:
        try:
            return await evaluate_rag(assistant, limit, golden, on_progress)
        finally:
            await assistant.close()

    settings = replace(Settings.from_environment(), answer_timeout=MODEL_TIMEOUT)
    if json_file is not None:
        check_output_file(json_file, [golden or find_folder(routebook) / "golden.jsonl"], "the golden set")
    assistant = Assistant.open(routebook, settings)
    with output.progress("asking") as on_progress:
        found = asyncio.run(measure(assistant, on_progress))
    if json_file:
        _write(json_file, json.dumps(found.as_json(), ensure_ascii=False, indent=1) + "\n")
    languages = sorted({measured.row.language for measured in found.measured})
    rows = [[name, *figures] for name, *figures in [found.figures(), *map(found.figures, languages)]]
    output.print_table(
        ["rows", "count", f"hit@{found.k}", "MRR", "answerability", "grounding", "faithfulness", "code valid"], rows
    )
    for error in found.errors:
        output.print_line(f"[red]{output.escape(error)}[/red]")
    output.print_line(f"parser {found.parser_version or 'not needed'}")
