"""Making things: a new routebook, a new mini-app, a student, and a look at what is set up."""

from __future__ import annotations

import json
import keyword
import os
import platform
import re
import shutil
from collections.abc import Iterator
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter
from typing import Annotated

import typer

from fingerpost.assistants.avap.settings import ParserSettings
from fingerpost.cli import output
from fingerpost.errors import FingerpostError, RoutebookError, RowsError
from fingerpost.models.encoder import EmbeddedEncoder
from fingerpost.routebook.apps import APP_POINTS
from fingerpost.routebook.load import installed_routebooks, is_student, load
from fingerpost.routebook.model import ACCEPT_ERROR
from fingerpost.settings import VARIABLES, Settings, declared_sections

TEMPLATE = Path(__file__).with_name("template")
MINIAPP = Path(__file__).with_name("template_miniapp")
"""A package that works as it is, under the name check_list; a name of one's own takes its place."""


def register(app: typer.Typer) -> None:
    """Add this group's commands."""
    app.command("new", rich_help_panel="Make")(new)
    app.command("train", rich_help_panel="Make")(train)
    app.command("doctor", rich_help_panel="Make")(doctor)


def new(
    name: Annotated[str, typer.Argument(help="The new folder, here or as a path.")],
    miniapp: Annotated[bool, typer.Option("--miniapp", help="A mini-app, as a package to install.")] = False,
) -> None:
    """Write a routebook, or a mini-app, that works, to be made your own."""
    folder = Path(name)
    if not re.fullmatch(r"[\w.-]+", folder.name) or folder.name in (".", ".."):
        raise RoutebookError(name, "name", folder.name, "use letters, digits, - and _")
    if folder.exists():
        raise RoutebookError(folder, "folder", str(folder), "exists already: choose another name, or delete it first")
    module = _module(folder) if miniapp else ""
    try:
        if miniapp:
            _write_miniapp(folder, module)
        else:
            shutil.copytree(TEMPLATE, folder)
    except OSError as error:
        raise RoutebookError(folder, "folder", str(folder), f"cannot be written: {error}") from error
    place = str(folder if folder.is_absolute() else f"./{folder}")
    if miniapp:
        output.line(
            f"Wrote {output.plain(str(folder))}: src/{module}/app.py (the mini-app), tests, pyproject.toml. Then:"
        )
        install = output.plain(f"pip install -e '{place}[test]' && pytest {place}")
        output.line(f"  [bold]{install}[/bold]")
        output.line(f'  [bold]fingerpost ask --routebook miniapps --session s1 "start a {_spoken(module)}"[/bold]')
        return
    load(folder)
    output.line(
        f"Wrote {output.plain(str(folder))}: routebook.toml (routes, rules), examples.jsonl (what they look like)."
    )
    output.line("Edit both, then:")
    output.line(f'  [bold]fingerpost route --routebook {output.plain(place)} "the parcel has still not come"[/bold]')


def _module(folder: Path) -> str:
    """Return the name of a new mini-app as Python and its sessions know it; it is nobody else's."""
    name = folder.name.replace("-", "_")
    if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", name):
        remedy = "a mini-app is named by small letters, digits and _, a letter first, such as packing_list"
        raise RoutebookError(folder, "name", folder.name, remedy)
    if keyword.iskeyword(name):
        raise RoutebookError(folder, "name", folder.name, "is a word of Python: choose another, such as packing_list")
    if name in entry_points(group=APP_POINTS).names or find_spec(name) is not None:
        raise RoutebookError(folder, "name", folder.name, "something of this name is installed already: choose another")
    return name


def _write_miniapp(folder: Path, module: str) -> None:
    spoken = _spoken(module)
    names = {
        "check_list": module,
        "check-list": module.replace("_", "-"),
        "check list": spoken,
        "Check list": spoken.capitalize(),
    }
    for file in sorted(MINIAPP.rglob("*")):
        # The tests end with .txt: type checkers would look for the package that they import.
        if file.suffix not in {".md", ".py", ".toml", ".txt"}:
            continue
        there = folder / str(file.relative_to(MINIAPP)).removesuffix(".txt").replace("check_list", module)
        there.parent.mkdir(parents=True, exist_ok=True)
        text = file.read_text(encoding="utf-8")
        there.write_text(re.sub("|".join(names), lambda found: names[found[0]], text), encoding="utf-8")


def _spoken(module: str) -> str:
    return module.replace("_", " ")


def train(
    rows: Annotated[Path, typer.Argument(help='Rows with "text" and "label"; the label "oos" means no route.')],
    out: Annotated[Path, typer.Option(help="The folder to write the student to.")],
    accept_error: Annotated[float, typer.Option(help="Share of accepted messages that may be wrong.")] = ACCEPT_ERROR,
) -> None:
    """Fit a student on labelled rows."""
    from fingerpost.evaluation.rows import OUT_OF_SCOPE, read_labelled
    from fingerpost.routing.student import serialization
    from fingerpost.routing.student.training import fit

    if not 0 < accept_error < 1:
        raise RowsError(f"--accept-error {accept_error} must lie between 0 and 1")
    if out.exists() and not is_student(out) and (not out.is_dir() or any(out.iterdir())):
        raise RowsError(f"--out {out}: holds something else than a student: choose a new folder")
    examples = read_labelled(rows)
    began = perf_counter()
    with output.status("reading rows") as tell:
        student = fit(
            examples,
            EmbeddedEncoder(),
            out_of_scope=OUT_OF_SCOPE,
            accept_error=accept_error,
            cache=Settings.from_environment().cache,
            progress=tell,
        )
    serialization.save(student, out)
    taught = "".join(json.dumps({"text": e.text, "route": e.route, "after": e.after}) + "\n" for e in examples)
    try:
        (out / "examples.jsonl").write_text(taught, encoding="utf-8")
    except OSError as error:
        raise RowsError(f"{out}: the examples cannot be written beside the student: {error}") from error
    notes = student.notes
    output.line(
        f"{len(examples)} rows, {len(student.routes)} routes, {perf_counter() - began:.0f} s: {output.plain(str(out))}"
    )
    if notes.get("accuracy") is None:
        output.line("Too few rows to hold any back: nothing could be estimated, the bar stays at 0.85.")
    else:
        output.line(
            f"Held-back rows: accuracy {notes['accuracy']:.3f}; at the bar of {student.threshold:.2f}, "
            f"{notes['coverage']:.0%} accepted with {notes['accepted_error'] or 0:.1%} wrong."
        )


def doctor() -> None:
    """Tell what is set, what answers, and what to do."""
    rows, healthy = [], True
    for what, good, said in _findings():
        rows.append(["ok" if good else "FAULT", what, said])
        healthy = healthy and good
    output.table(["", "what", "found"], rows, wide=[2])
    raise typer.Exit(0 if healthy else 1)


def _findings() -> Iterator[tuple[str, bool, str]]:
    from importlib.metadata import PackageNotFoundError, version

    yield "fingerpost", True, f"{version('fingerpost')} on Python {platform.python_version()}"
    try:
        version("threadpoolctl")
        began = perf_counter()
        width = EmbeddedEncoder().encode(["hello"]).shape[1]
        yield (
            "encoder",
            True,
            f"{EmbeddedEncoder().fingerprint}, {width} numbers, loaded in {perf_counter() - began:.1f} s",
        )
    except (PackageNotFoundError, ImportError, OSError) as error:
        yield (
            "encoder",
            False,
            f"does not load: {error}. Install fingerpost again: pip install --force-reinstall fingerpost",
        )
    try:
        settings = Settings.from_environment()
    except FingerpostError as error:
        yield "settings", False, str(error)
        settings = Settings(cache=None)
    ours = (name for name in os.environ if name.startswith("FINGERPOST_") and not name.startswith("FINGERPOST_TEST_"))
    known = VARIABLES.union(*(section.variables for section in declared_sections()))
    unknown = sorted(name for name in ours if name not in known)
    if unknown:
        yield "settings", False, f"{', '.join(unknown)}: no such variable; there are {', '.join(sorted(known))}"
    yield "cache", *_cache(settings.cache)
    yield "models", *_models(settings)
    yield "store", *_store(settings)
    yield "traces", True, settings.traces
    yield "documents", *_documents(settings)
    yield "parser", *_parser(settings)
    for name, folder in sorted(installed_routebooks().items()):
        try:
            yield f"routebook {name}", *_routebook(folder)
        except FingerpostError as error:
            yield f"routebook {name}", False, str(error)


def _models(settings: Settings) -> tuple[bool, str]:
    if not settings.slots:
        unused = "OPENAI_BASE_URL is set, but OPENAI_MODEL_NAME is not: " if os.environ.get("OPENAI_BASE_URL") else ""
        return True, f"{unused}none set; when the student is unsure, its best guess counts"
    from fingerpost.models.chat import ChatClient
    from fingerpost.runtime import background_loop

    found = []
    for name, slot in settings.slots.items():
        try:
            listed = background_loop.run_blocking(ChatClient(slot, name).list_models(settings.llm_timeout))
        except FingerpostError as error:
            return False, f"{name}: {error}. Start the server, or correct its address"
        known = slot.model in listed or f"{slot.model}:latest" in listed
        found.append(f"{name} = {slot.model}{'' if known else ' (not in the list of the server)'}")
    return True, f"{', '.join(found)} at {settings.slots['main'].place}"


def _store(settings: Settings) -> tuple[bool, str]:
    from fingerpost.stores.store import Store

    scheme, _, rest = settings.database.partition(":///")
    if scheme == "sqlite" and not Path(rest).exists():
        return True, f"{rest}: made with the first session"
    try:
        with Store.open(settings.database, settings.retention):
            # An address may hold a password.
            return True, rest if scheme == "sqlite" else "PostgreSQL answers"
    except FingerpostError as error:
        return False, str(error)


def _documents(settings: Settings) -> tuple[bool, str]:
    if settings.search.elasticsearch is None:
        return True, f"embedded, in {settings.search.file or settings.search.folder or 'memory'}"
    if find_spec("elasticsearch") is None:
        return (
            False,
            "ELASTICSEARCH_URL is set, but its client is not installed: pip install 'fingerpost[elasticsearch]'",
        )
    from fingerpost.retrieval.factory import open_index

    try:
        index = open_index(settings, "doctor")
        try:
            return True, f"{index.place} holds {index.count()} passages"
        finally:
            index.close()
    except FingerpostError as error:
        return False, str(error)


def _parser(settings: Settings) -> tuple[bool, str]:
    parser = settings.section(ParserSettings).policy
    if not parser.timeout:
        return True, "off (AVAP_PARSER_TIMEOUT is 0): generated code goes out unchecked"
    if parser.address is None:
        return True, "in process"
    from fingerpost.runtime import background_loop
    from fingerpost.validation.validators import open_validator

    try:
        validator = open_validator("avap", settings)
        checked = background_loop.run_blocking(validator.check("", parser.timeout))
        background_loop.run_blocking(validator.close())
    except FingerpostError as error:
        return False, f"{error}: {parser.remedy}"
    expected = "" if parser.version in (None, checked.version) else f", but AVAP_PARSER_VERSION is {parser.version}"
    return not expected, f"version {checked.version} at {parser.address}{expected}"


def _cache(folder: Path | None) -> tuple[bool, str]:
    if folder is None:
        return True, "off: students of your own routebooks are fitted at every start"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        return True, f"cannot be made ({error}): students are fitted at every start. Set FINGERPOST_CACHE to a folder"
    if os.access(folder, os.W_OK):
        return True, str(folder)
    return True, f"{folder} is read-only: students are fitted at every start. Set FINGERPOST_CACHE to a folder of yours"


def _routebook(folder: Path) -> tuple[bool, str]:
    from fingerpost.routing.student.cache import is_current

    book = load(folder)
    said = f"{len(book.routes)} routes, {len(book.rules)} rules, {len(book.examples)} examples"
    if is_current(book, EmbeddedEncoder().fingerprint):
        return True, f"{said}, student built ahead"
    return True, f"{said}, student fitted on first use"
