"""Commands of the agents assistant: write an allowlist of a database, try it out, and generate the demo store."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated

import typer

from fingerpost.errors import SettingsError

if TYPE_CHECKING:
    from fingerpost.models.label_chooser import LabelChooser

PANEL = "Assistant agents"

analytics = typer.Typer(help="Questions to a database.", no_args_is_help=True)
demo_data = typer.Typer(help="Make data to try an assistant on.", no_args_is_help=True)


def register(app: typer.Typer) -> None:
    """Add the commands of the agents assistant to the app."""
    app.command("allowlist", rich_help_panel=PANEL)(write_allowlist_file)
    app.add_typer(analytics, name="analytics", rich_help_panel=PANEL)
    app.add_typer(demo_data, name="demo-data", rich_help_panel=PANEL)


def write_allowlist_file(
    url: Annotated[str, typer.Argument(help="The database, such as sqlite:///store.sqlite.")],
    out: Annotated[Path, typer.Option(help="The allowlist file to write or update.")] = Path("allowlist.json"),
    values: Annotated[
        bool, typer.Option("--values/--no-values", help="Keep the values of categories, such as states of an order.")
    ] = True,
    seconds: Annotated[float, typer.Option(min=1.0, help="Time for reading samples of the tables.")] = 60.0,
    propose: Annotated[
        bool, typer.Option("--propose", help="Have the main model propose synonyms; it is sent names and kinds alone.")
    ] = False,
    send_values: Annotated[
        bool, typer.Option("--send-values", help="With --propose: send the model some of the kept values too.")
    ] = False,
) -> None:
    """Write the allowlist of a database from its schema and samples of its rows; your edits of the file are kept."""
    from fingerpost.assistants.agents.analytics.allowlist_file import read_allowlist, write_allowlist
    from fingerpost.assistants.agents.analytics.database_profile import profile_database
    from fingerpost.assistants.agents.analytics.profile_report import report_profile
    from fingerpost.assistants.agents.analytics.schema_reflection import merge_allowlists, missing_names

    if send_values and not propose:
        raise SettingsError("--send-values says what --propose sends to a model: add --propose, or leave it out")
    model = _open_proposer() if propose else None
    profile = profile_database(url, values=values, seconds=seconds)
    found = profile.allowlist
    lines = []
    if out.exists():
        before = read_allowlist(out)
        gone = "no longer exists in the database, or may not be read, and is removed"
        lines += [f"{name} {gone}\n" for name in missing_names(before, found)]
        lines += [f"{name} is not allowed; to allow it, add it to {out}\n" for name in missing_names(found, before)]
        found = merge_allowlists(before, found)
        if not found.tables:
            raise SettingsError(f"the database has none of the tables of {out}: name another file with --out")
    # Before the model is asked, which may take minutes.
    write_allowlist(out, found)
    sys.stdout.writelines(lines)
    columns = sum(len(table.columns) for table in found.tables)
    sys.stdout.write(f"{out}: {len(found.tables)} tables, {columns} columns\n")
    sys.stdout.writelines(f"{line}\n" for line in report_profile(profile, found, values=values))
    if model is not None:
        from fingerpost.assistants.agents.analytics.synonym_proposals import propose_synonyms

        proposals = propose_synonyms(found, model, values=send_values, on_table=_show_progress)
        write_allowlist(out, proposals.allowlist)
        sys.stdout.writelines(f"{line}\n" for line in proposals.report())


def _open_proposer() -> LabelChooser:
    from fingerpost.assistants.agents.analytics.synonym_proposals import open_proposer
    from fingerpost.settings import Settings

    return open_proposer(Settings.from_environment())


def _show_progress(table: str) -> None:
    if sys.stderr.isatty():
        sys.stderr.write(f"asking about {table}\n")


class Language(StrEnum):
    """Languages of the sample questions."""

    EN = "en"
    ES = "es"
    PT = "pt"


@analytics.callback()
def analytics_group() -> None:
    """Questions to a database."""


@analytics.command("try")
def try_database(
    url: Annotated[
        str | None, typer.Argument(help="The database, such as sqlite:///store.sqlite; else FINGERPOST_ANALYTICS_URL.")
    ] = None,
    file: Annotated[
        Path | None,
        typer.Option("--allowlist", help="Its allowlist; else FINGERPOST_ALLOWLIST, else allowlist.json here."),
    ] = None,
    language: Annotated[Language, typer.Option(help="Language of the sample questions.")] = Language.EN,
    samples: Annotated[int, typer.Option(min=0, help="Number of sample questions.")] = 6,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object a line.")] = False,
) -> None:
    """Ask sample questions and then your own, one a line, and see how each is read.

    "rent = aluguel_mes" says what a word means (a table, a column, a value): it is kept in the allowlist, and the last
    question is asked again. An empty line ends it on a terminal. Questions may come from a file or a pipe.
    """
    from fingerpost.assistants.agents.try_command import run_trial

    run_trial(url, file, language.value, samples, as_json=as_json)


@demo_data.callback()
def demo_data_group() -> None:
    """Make data to try an assistant on."""


@demo_data.command("agents")
def generate_store(
    path: Annotated[Path, typer.Argument(help="The SQLite file to write.")],
    orders: Annotated[int, typer.Option(help="Number of orders.")] = 100_000,
    seed: Annotated[int, typer.Option(help="Random seed; the same seed generates the same rows.")] = 7,
    force: Annotated[bool, typer.Option("--force", help="Overwrite an existing file.")] = False,
) -> None:
    """Generate the demo store: nine tables of synthetic orders in an SQLite file."""
    from fingerpost.assistants.agents.demo_data.generator import write_demo_store

    began = monotonic()
    write_demo_store(path, orders, seed, force=force)
    size = path.stat().st_size / 1e6
    sys.stdout.write(f"{path}: {orders:,} orders, {size:.0f} MB, {monotonic() - began:.1f} s\n")
