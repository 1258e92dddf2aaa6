"""`doctor` checks the installation, the settings and the servers they name."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter
from typing import Annotated

import typer

from fingerpost.assistants.avap.settings import ParserSettings
from fingerpost.cli import output
from fingerpost.cli.choose_routebook import OptionalRoutebook, chosen_routebook
from fingerpost.cli.env_file import settings_of_env_file
from fingerpost.errors import EncoderError, FingerpostError, SettingsError
from fingerpost.models.factory import embedded_encoder
from fingerpost.routebook.check import check_examples_file
from fingerpost.routebook.load import find_folder, installed_routebooks, load
from fingerpost.settings import VARIABLES, Settings, declared_sections


def register(app: typer.Typer) -> None:
    """Add this group's commands."""
    app.command("doctor", rich_help_panel="Make")(doctor)


_READ_BY: dict[str, str | tuple[str, ...]] = {
    "encoder": "FINGERPOST_ENCODER",
    "cache": "FINGERPOST_CACHE",
    "models": ("OLLAMA_", "OPENAI_"),
    "store": "DATABASE_URL",
    "traces": "FINGERPOST_TRACES",
    "documents": "ELASTICSEARCH_",
}
"""How the variables of a check begin: where one of them cannot be used, there is nothing to check."""


def doctor(
    routebook: OptionalRoutebook = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the checks as one JSON object.")] = False,
) -> None:
    """Check the installation and settings, and say how to fix problems."""
    rows, healthy = [], True
    settings, faults = _usable_settings()
    for check, is_ok, text in (
        *_findings(settings, faults),
        *_own_routebook(routebook, settings),
        *_model_on_examples(routebook, settings),
    ):
        rows.append(["ok" if is_ok else "FAULT", check, text])
        healthy = healthy and is_ok
    if as_json:
        checks = [{"check": check, "ok": state == "ok", "result": text} for state, check, text in rows]
        sys.stdout.write(output.json_text({"healthy": healthy, "checks": checks}) + "\n")
    else:
        output.print_table(["", "check", "result"], rows, wide=[2])
    raise typer.Exit(0 if healthy else 1)


def _usable_settings() -> tuple[Settings, dict[str, str]]:
    """Return the settings without the variables that cannot be used, and what is wrong with each of these."""
    env = dict(os.environ)
    faults: dict[str, str] = {}
    while True:
        try:
            return Settings.from_environment(env), faults
        except SettingsError as error:
            # The message begins with the variable.
            name = str(error).split()[0]
            faults[name] = str(error)
            del env[name]


def _findings(settings: Settings, faults: Mapping[str, str]) -> Iterator[tuple[str, bool, str]]:
    from importlib.metadata import version

    yield "fingerpost", True, f"{version('fingerpost')} on Python {platform.python_version()}"
    for text in faults.values():
        yield "settings", False, text
    ours = (name for name in os.environ if name.startswith("FINGERPOST_") and not name.startswith("FINGERPOST_TEST_"))
    known = VARIABLES.union(*(section.variables for section in declared_sections()))
    unknown = sorted(name for name in ours if name not in known)
    if unknown:
        yield "settings", False, f"{', '.join(unknown)}: no such variable; there are {', '.join(sorted(known))}"
    if given := settings_of_env_file():
        yield ".env", True, _env_file(given)
    checks = {
        "encoder": _encoder,
        "cache": _cache,
        "models": _models,
        "store": _store,
        "traces": _traces,
        "documents": _documents,
        "parser": _parser,
        "servers": _servers,
    }
    for name, check in checks.items():
        if not any(variable.startswith(_READ_BY.get(name, ())) for variable in faults):
            yield name, *check(settings)
    for name, folder in sorted(installed_routebooks().items()):
        try:
            yield f"routebook {name}", *_routebook(folder, settings)
        except FingerpostError as error:
            yield f"routebook {name}", False, str(error)


def _encoder(settings: Settings) -> tuple[bool, str]:
    from importlib.metadata import PackageNotFoundError, version

    try:
        version("threadpoolctl")
        started, encoder = perf_counter(), embedded_encoder(settings)
        width = encoder.encode(["hello"]).shape[1]
    except EncoderError as error:
        return False, str(error)
    except (PackageNotFoundError, ImportError, OSError) as error:
        return False, f"does not load: {error}. Install Fingerpost again: pip install --force-reinstall fingerpost"
    return True, f"{encoder.fingerprint}, {width} dimensions, loaded in {perf_counter() - started:.1f} s"


def _own_routebook(named: str | None, settings: Settings) -> Iterator[tuple[str, bool, str]]:
    """Yield the check of the routebook that commands use here, unless it is one of the installed ones."""
    try:
        place = named or chosen_routebook()
        if place not in installed_routebooks():
            yield f"routebook {place}", *_routebook(find_folder(place), settings)
    except SettingsError:
        # None is chosen here: commands that need one say so.
        return
    except FingerpostError as error:
        yield f"routebook {named or chosen_routebook()}", False, str(error)


def _model_on_examples(named: str | None, settings: Settings) -> Iterator[tuple[str, bool, str]]:
    """Yield how often the language model is right about the examples; at the first time it is asked about them."""
    try:
        if named is None or "classifier" not in settings.slots:
            return
        from fingerpost.routing.layers.model_check import CheckFailedError, TooFewExamplesError
        from fingerpost.routing.layers.model_trust import describe
        from fingerpost.routing.router import Router

        router = Router.from_routebook(named, settings=settings)
    except FingerpostError:
        # Told by the checks above.
        return
    check, model = f"model on {named}", router.model
    try:
        if model is None or not router.routebook.examples:
            return
        if model.table is None:
            yield check, True, f"{model.model}: taken to be right as `llm_trust` of the routebook says"
        else:
            yield check, True, describe(model.check())
    except CheckFailedError as error:
        counts = "Its word is accepted only where the classifier agrees"
        yield check, isinstance(error, TooFewExamplesError), f"{error}. {counts}"
    finally:
        router.close()


def _env_file(given: Mapping[str, str]) -> str:
    """Return which variables the file sets, and which were set before; never their values."""
    taken = [name for name, value in given.items() if os.environ.get(name) == value]
    before = [name for name in given if name not in taken]
    left = f"; set before, and not replaced: {', '.join(before)}" if before else ""
    return f"sets {', '.join(taken) or 'nothing'}{left}"


def _models(settings: Settings) -> tuple[bool, str]:
    if not settings.slots:
        unused = "OPENAI_BASE_URL is set, but OPENAI_MODEL_NAME is not: " if os.environ.get("OPENAI_BASE_URL") else ""
        return True, f"{unused}none set; when the classifier is unsure, its best guess is used"
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
        folder = next(one for one in Path(rest).absolute().parents if one.exists())
        if folder.is_dir() and os.access(folder, os.W_OK | os.X_OK):
            return True, f"{rest}: created with the first session"
        remedy = "set DATABASE_URL to sqlite:///FILE with a file in a folder where this user may write"
        return False, f"{rest} cannot be created, and no session stored: {folder} is not a writable folder; {remedy}"
    try:
        with Store.open(settings.database, settings.retention):
            # The address may contain a password.
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


def _traces(settings: Settings) -> tuple[bool, str]:
    return True, settings.traces


def _parser(settings: Settings) -> tuple[bool, str]:
    try:
        parser = settings.section(ParserSettings).policy
    except SettingsError as error:
        return False, str(error)
    if not parser.timeout:
        return True, "off (AVAP_PARSER_TIMEOUT is 0): generated code is not checked"
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


def _servers(_: Settings) -> tuple[bool, str]:
    if all(find_spec(module) for module in ("fastapi", "grpc", "uvicorn")):
        return True, "`fingerpost serve` is installed"
    return True, "not installed; if you want `fingerpost serve`: pip install 'fingerpost[serve]'"


def _cache(settings: Settings) -> tuple[bool, str]:
    folder = settings.cache
    if folder is None:
        return True, "off: classifiers of your own routebooks are trained at every start"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        return (
            True,
            f"cannot be created ({error}): classifiers are trained at every start. Set FINGERPOST_CACHE to a folder",
        )
    if os.access(folder, os.W_OK):
        return True, str(folder)
    return (
        True,
        f"{folder} is read-only: classifiers are trained at every start. Set FINGERPOST_CACHE to a writable folder",
    )


def _routebook(folder: Path, settings: Settings) -> tuple[bool, str]:
    from fingerpost.routing.student.cache import is_current

    book = load(folder)
    check_examples_file(book)
    text = f"{len(book.routes)} routes, {len(book.rules)} rules, {len(book.examples)} examples"
    if is_current(book, embedded_encoder(settings, book.encoder).fingerprint):
        return True, f"{text}, classifier trained ahead"
    return True, f"{text}, classifier trained on first use"
