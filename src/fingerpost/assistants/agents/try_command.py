"""The command `fingerpost agents analytics try`: asks sample questions, then those of a person or of a pipe."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fingerpost.assistants.agents.settings import AnalyticsSettings
from fingerpost.errors import SettingsError
from fingerpost.settings import Settings

if TYPE_CHECKING:
    from fingerpost.assistants.agents.analytics.database_trial import QuestionOutcome

HELP = """
Ask your own questions. "rent = aluguel_mes" says what a word means: a table, a column (contracts.rent) or a value
(status = sent); it is kept in the allowlist. An empty line ends it.
"""


def run_trial(url: str | None, file: Path | None, language: str, samples: int, *, as_json: bool) -> None:
    """Print what becomes of sample questions and of every line of standard input."""
    try:
        from fingerpost.assistants.agents.analytics.database_trial import DatabaseTrial
        from fingerpost.assistants.agents.analytics.sample_questions import sample_questions
        from fingerpost.assistants.agents.analytics.synonym_corrections import CorrectionError
    except ModuleNotFoundError as error:
        if error.name != "sqlglot":
            raise
        raise SettingsError("questions become SQL with sqlglot: pip install 'fingerpost[analytics]'") from error
    from fingerpost.assistants.agents.analytics.allowlist_file import AllowlistError
    from fingerpost.assistants.agents.analytics.read_only_database import ReadOnlyDatabase

    own = Settings.from_environment().section(AnalyticsSettings)
    url = url or own.url
    if not url:
        raise SettingsError("no database is named: give its URL, like sqlite:///store.sqlite")
    show = _show_json if as_json else _show_text
    with closing(ReadOnlyDatabase(url, timeout=own.timeout)) as database:
        trial = DatabaseTrial(database, file or own.allowlist or Path("allowlist.json"), own.name_seconds)
        for question in sample_questions(trial.allowlist, language, samples):
            show("", trial.ask(question), "")
        for line in _lines(quiet=as_json):
            try:
                show(*trial.take_line(line), "")
            except (CorrectionError, AllowlistError) as error:
                # A line with a mistake does not end the trial.
                show("", None, str(error))


def _lines(*, quiet: bool) -> Iterator[str]:
    """Yield the lines of standard input that are not empty; on a terminal an empty one ends it."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        # A broken byte makes an unknown word, and does not end the trial.
        sys.stdin.reconfigure(errors="replace")
    typed = sys.stdin.isatty()
    if typed and not quiet:
        sys.stdout.write(HELP)
    while True:
        if typed and not quiet:
            sys.stdout.write("\n> ")
        sys.stdout.flush()
        line = sys.stdin.readline()
        if not line or (typed and not line.strip()):
            return
        if line.strip():
            yield line.strip()


def _show_text(noted: str, outcome: QuestionOutcome | None, error: str) -> None:
    lines = [noted, error] if outcome is None else [noted, *outcome.lines(), error]
    sys.stdout.writelines(f"{_printable(line)}\n" for line in lines if line)


def _show_json(noted: str, outcome: QuestionOutcome | None, error: str) -> None:
    fields: dict[str, Any] = {"synonym": noted} if noted else {}
    fields |= outcome.fields() if outcome is not None else {}
    fields |= {"error": error} if error else {}
    sys.stdout.write(json.dumps(fields, ensure_ascii=False) + "\n")
    sys.stdout.flush()


def _printable(line: str) -> str:
    """Return a line without what could steer a terminal: values come from somebody's rows."""
    return "".join(letter if letter.isprintable() else letter.encode("unicode_escape").decode() for letter in line)
