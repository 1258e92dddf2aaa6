"""A trial: how a question was read, what was not understood, and corrections that are kept in the file."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("sqlglot", reason="questions become SQL with the extra fingerpost[analytics]")
pytest.importorskip("sqlalchemy", reason="databases are read with the extra fingerpost[analytics]")

from fingerpost.assistants.agents.analytics.allowlist_file import AllowlistError, read_allowlist, write_allowlist
from fingerpost.assistants.agents.analytics.database_trial import ROWS, DatabaseTrial
from fingerpost.assistants.agents.analytics.read_only_database import ReadOnlyDatabase
from fingerpost.assistants.agents.analytics.synonym_corrections import CorrectionError
from fingerpost.errors import SettingsError
from tests.assistants.agents.analytics.clinic import CLINIC, make_clinic


@pytest.fixture
def file(tmp_path: Path) -> Path:
    found = tmp_path / "allowlist.json"
    write_allowlist(found, CLINIC)
    return found


@pytest.fixture
def trial(tmp_path: Path, file: Path) -> Iterator[DatabaseTrial]:
    database = ReadOnlyDatabase(make_clinic(tmp_path / "clinic.sqlite"))
    yield DatabaseTrial(database, file, 5.0)
    database.close()


def test_a_question_that_is_understood(trial: DatabaseTrial) -> None:
    outcome = trial.ask("citas por mes")
    assert outcome.understood == "Citas; por mes (fecha)"
    assert outcome.lines()[0] == "? citas por mes"
    assert outcome.lines()[-1] == f"  … and {12 - ROWS} more rows"
    fields = json.loads(json.dumps(outcome.fields()))
    assert (len(fields["rows"]), fields["more"], fields["not_understood"]) == (ROWS, True, [])
    assert fields["sql"].startswith("SELECT")


def test_no_rows_are_said_to_be_none(trial: DatabaseTrial) -> None:
    assert trial.ask("how many citas in 1999 by estado").lines()[-1] == "  (no rows)"


def test_a_correction_is_kept_and_the_question_asked_again(trial: DatabaseTrial, file: Path) -> None:
    noted, outcome = trial.take_line("how many zorbs in 2025?")
    assert outcome is not None
    assert (noted, outcome.words, outcome.sql) == ("", ("zorbs",), "")
    assert "  not understood: zorbs" in outcome.lines()
    noted, outcome = trial.take_line("zorbs = citas")
    assert outcome is not None
    assert noted == f"zorbs = citas (in {file})"
    assert (outcome.question, outcome.fields()["rows"]) == ("how many zorbs in 2025?", [[60]])
    assert read_allowlist(file).tables[0].synonyms == ("zorbs",)
    _, outcome = trial.take_line("and by estado?")
    assert outcome is not None
    assert outcome.fields()["rows"] == [["anulada", 30], ["hecha", 30]], "a follow-up of the question asked again"


def test_questions_that_say_all_stand_by_themselves(trial: DatabaseTrial) -> None:
    trial.take_line("cuantas citas anuladas")
    _, outcome = trial.take_line("citas por estado")
    assert outcome is not None
    assert (outcome.before, outcome.fields()["rows"]) == ("", [["anulada", 30], ["hecha", 30]])


def test_a_question_that_says_too_little_shows_what_it_goes_on_from(trial: DatabaseTrial) -> None:
    trial.take_line("cuantas citas")
    _, outcome = trial.take_line("y por estado?")
    assert outcome is not None
    assert outcome.lines()[1] == "  goes on from: cuantas citas"
    assert outcome.fields()["goes_on_from"] == "cuantas citas"
    assert outcome.fields()["rows"] == [["anulada", 30], ["hecha", 30]]


def test_a_follow_up_with_a_corrected_word_goes_on_from_the_same(trial: DatabaseTrial) -> None:
    trial.take_line("cuantas citas por mes")
    trial.take_line("y las caídas?")
    _, outcome = trial.take_line("caídas = anulada")
    assert outcome is not None
    assert outcome.before == "cuantas citas por mes"
    assert "anulada" in outcome.sql


def test_nothing_goes_on_from_what_was_not_understood(trial: DatabaseTrial) -> None:
    trial.take_line("cuantas citas")
    trial.take_line("cuantos marcianos")
    _, outcome = trial.take_line("y por estado?")
    assert outcome is not None
    assert (outcome.sql, outcome.before) == ("", "cuantos marcianos")
    assert "la pregunta anterior no se entendió" in outcome.why


def test_a_word_for_a_value(trial: DatabaseTrial, file: Path) -> None:
    trial.take_line("cuantas citas caídas")
    _, outcome = trial.take_line("caídas = anulada")
    assert outcome is not None
    assert outcome.fields()["rows"] == [[30]]
    assert trial.ask("cuantas citas caidas").fields()["rows"] == [[30]], "without its accent too"
    assert read_allowlist(file).tables[0].columns[-1].value_synonyms == (("anulada", ("caídas",)),)


def test_a_correction_before_the_first_question(trial: DatabaseTrial) -> None:
    noted, outcome = trial.take_line("zorbs = citas")
    assert (noted.partition(" (in")[0], outcome) == ("zorbs = citas", None)
    assert trial.ask("how many zorbs").sql


def test_what_somebody_else_wrote_meanwhile_is_kept(trial: DatabaseTrial, file: Path) -> None:
    content = json.loads(file.read_text())
    content["tables"]["salas"]["comment"] = "edited meanwhile"
    file.write_text(json.dumps(content))
    trial.take_line("zorbs = citas")
    now = read_allowlist(file)
    assert (now.tables[3].comment, now.tables[0].synonyms) == ("edited meanwhile", ("zorbs",))


def test_a_file_that_is_broken_meanwhile_is_not_overwritten(trial: DatabaseTrial, file: Path) -> None:
    file.write_text("{ half")
    with pytest.raises(AllowlistError, match="fix the JSON"):
        trial.take_line("zorbs = citas")
    assert file.read_text() == "{ half"


def test_a_correction_that_names_nothing_changes_nothing(trial: DatabaseTrial, file: Path) -> None:
    before = file.read_bytes()
    with pytest.raises(CorrectionError, match="no table, column or known value"):
        trial.take_line("zorbs = nada")
    assert file.read_bytes() == before


def test_a_write_that_fails_loses_nothing(trial: DatabaseTrial, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = file.read_bytes()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(AllowlistError, match="No space left"):
        trial.take_line("zorbs = citas")
    assert file.read_bytes() == before
    assert [entry.name for entry in file.parent.iterdir() if entry.name.startswith(".")] == []


def test_a_link_stays_a_link_and_who_may_read_stays(trial: DatabaseTrial, file: Path) -> None:
    real = file.rename(file.with_name("real.json"))
    real.chmod(0o640)
    file.symlink_to(real)
    trial.take_line("zorbs = citas")
    assert file.is_symlink()
    assert stat.S_IMODE(real.stat().st_mode) == 0o640
    assert read_allowlist(real).tables[0].synonyms == ("zorbs",)


def test_what_a_model_proposed_is_shown(trial: DatabaseTrial, file: Path) -> None:
    content = json.loads(file.read_text())
    content["tables"]["citas"]["proposed"] = ["zorbs"]
    file.write_text(json.dumps(content))
    again = DatabaseTrial(trial.database, file, 5.0)
    _, outcome = again.take_line("cuantos zorbs")
    assert outcome is not None
    assert outcome.proposed == ("zorbs = citas",), "what is only proposed is not read"
    assert outcome.lines()[-1] == "  proposed, to accept it write: zorbs = citas"
    _, outcome = again.take_line(outcome.proposed[0])
    assert outcome is not None
    assert outcome.sql
    assert read_allowlist(file).tables[0].proposed == ()


def test_names_are_looked_up(trial: DatabaseTrial) -> None:
    assert trial.ask("cuantas citas de Torre Norte").fields()["rows"] == [[20]]
    assert "¿Cuál es?" in trial.ask("¿cuántas citas tuvo Lucía Ferrer?").why


def test_a_query_that_fails_shows_its_sql(trial: DatabaseTrial, file: Path) -> None:
    content = json.loads(file.read_text())
    content["tables"]["gone"] = {"columns": {"x": {}}}
    file.write_text(json.dumps(content))
    outcome = DatabaseTrial(trial.database, file, 5.0).ask("how many gone")
    assert "FROM gone" in outcome.sql
    assert "a table is gone" in outcome.why


def test_a_measure_beside_the_file_counts(trial: DatabaseTrial, file: Path) -> None:
    file.with_name("measures.toml").write_text(
        '[[measures]]\nname = "takings"\nwords = ["takings"]\nselect = "SUM(citas.importe)"\n'
    )
    assert DatabaseTrial(trial.database, file, 5.0).ask("takings").fields()["rows"] == [[600.0]]


def test_a_database_that_is_not_planned_for(trial: DatabaseTrial, file: Path) -> None:
    trial.database.dialect = "mysql"
    with pytest.raises(SettingsError, match="SQLite, PostgreSQL and DuckDB alone"):
        DatabaseTrial(trial.database, file, 5.0)
