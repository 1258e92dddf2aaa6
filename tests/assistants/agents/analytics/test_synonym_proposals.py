"""Synonyms that a model proposes: what it is sent, what of its answers is kept, and that nobody reads them yet."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

pytest.importorskip("sqlglot", reason="questions become SQL with the extra fingerpost[analytics]")
pytest.importorskip("openai", reason="models are asked with the extra fingerpost[llm]")

from fingerpost.assistants.agents.analytics import synonym_proposals
from fingerpost.assistants.agents.analytics.allowlist import Allowlist
from fingerpost.assistants.agents.analytics.allowlist_file import read_allowlist, write_allowlist
from fingerpost.assistants.agents.analytics.plan import plan
from fingerpost.assistants.agents.analytics.planner.request import NotUnderstoodError
from fingerpost.assistants.agents.analytics.synonym_proposals import Proposals, open_proposer, propose_synonyms
from fingerpost.cli.main import app
from fingerpost.errors import SettingsError
from fingerpost.settings import Settings, Slot
from fingerpost.testing import ScriptedReply, ScriptedServer
from tests.assistants.agents.analytics.clinic import CLINIC, make_clinic

VISITS = Allowlist(CLINIC.tables[:1])


def proposed(
    *answers: Any, allowlist: Allowlist = VISITS, values: bool = False
) -> tuple[Proposals, list[dict[str, Any]]]:
    """Return what is proposed where a model answers so, and what it was asked."""
    replies = [one if isinstance(one, ScriptedReply) else ScriptedReply(json.dumps(one)) for one in answers]
    with ScriptedServer(replies) as server:
        settings = Settings(cache=None, slots={"main": Slot(server.url, "model", "key")})
        found = propose_synonyms(allowlist, open_proposer(settings), values=values)
        return found, server.requests


def test_what_a_model_proposes_is_kept_apart() -> None:
    answer = {"rows": ["visits", "turnos"], "importe": ["amount due", "Preço"], "estado": [], "fecha": ["when"]}
    found, _ = proposed(answer)
    (table,) = found.allowlist.tables
    assert (table.proposed, table.synonyms) == (("visits", "turnos"), ())
    assert {column.name: column.proposed for column in table.columns if column.proposed} == {
        "importe": ("amount due", "preço")
    }, "a closed word is no name"
    assert found.names == 2
    with pytest.raises(NotUnderstoodError):
        plan("cuantos turnos", found.allowlist)
    accepted = replace(table, synonyms=table.proposed)
    assert plan("cuantos turnos", Allowlist((accepted,))).sql == "SELECT COUNT(*) AS citas_count FROM citas"


def test_only_names_and_kinds_are_sent() -> None:
    _, requests = proposed({})
    (request,) = requests
    asked = json.loads(request["messages"][-1]["content"])
    assert asked == {"table": "citas", "columns": {"fecha": "date", "importe": "number", "estado": "text"}}
    assert "anulada" not in json.dumps(request), "a value"
    assert request["max_tokens"] <= synonym_proposals.MAX_TOKENS


def test_values_are_sent_where_the_operator_allows_it() -> None:
    _, requests = proposed({}, values=True)
    assert "text, such as hecha, anulada" in requests[0]["messages"][-1]["content"]


def test_one_call_a_table() -> None:
    _, requests = proposed({}, allowlist=CLINIC)
    assert [json.loads(request["messages"][-1]["content"])["table"] for request in requests] == [
        table.name for table in CLINIC.tables
    ]


def test_what_cannot_be_a_synonym_is_left_out() -> None:
    """Names of something else, numbers, sentences, other types, and more than enough."""
    words = ["medicos", "citas", "Citas", "x" * 50, "a1", "one two three four", "", 7, None, "how many", "total"]
    found, _ = proposed({"rows": [*words, *(f"nombre{'o' * at}" for at in range(1, 20))]}, allowlist=CLINIC)
    kept = found.allowlist.tables[0].proposed
    assert kept == ()


def test_words_for_two_things_are_left_out() -> None:
    found, _ = proposed({"rows": ["checkups", "slots"], "fecha": ["slots", "day of visit"], "importe": "amount"})
    (table,) = found.allowlist.tables
    assert table.proposed == ("checkups",)
    assert table.columns[4].proposed == ("day of visit",)
    assert table.columns[5].proposed == (), "no list"


def test_at_most_six_words_a_name() -> None:
    many = [f"visit{letter}" for letter in "abcdefghij"]
    found, _ = proposed({"rows": many})
    assert found.allowlist.tables[0].proposed == tuple(many[:6])


@pytest.mark.parametrize("text", ["no JSON at all", "[1]", "{", "{" * 5000])
def test_an_answer_that_cannot_be_read_is_told(text: str) -> None:
    found, _ = proposed(ScriptedReply(text))
    assert (found.allowlist, found.names) == (VISITS, 0)
    assert "try a larger model" in found.report()[1]


def test_a_model_that_fails_is_not_asked_for_every_table() -> None:
    found, requests = proposed(ScriptedReply(status=503), allowlist=CLINIC)
    assert found.allowlist == CLINIC
    assert len({json.dumps(request["messages"]) for request in requests}) == synonym_proposals.MOST_FAILURES
    assert list(found.unanswered.values())[-1] == "not asked: the model failed before"


def test_a_failure_between_answers_costs_one_table() -> None:
    found, _ = proposed(
        {"rows": ["checkups"]}, ScriptedReply("?"), {"rows": ["sick people"]}, {"rows": ["halls"]}, allowlist=CLINIC
    )
    assert [table.proposed for table in found.allowlist.tables] == [("checkups",), (), ("sick people",), ("halls",)]
    assert list(found.unanswered) == ["medicos"]


def written(url: str, out: Path, *options: str) -> Result:
    return CliRunner().invoke(app, ["allowlist", url, "--out", str(out), *options])


def test_the_command_marks_proposals_and_keeps_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    url, out = make_clinic(tmp_path / "clinic.sqlite"), tmp_path / "allowlist.json"
    assert "proposed" not in written(url, out).output
    before = read_allowlist(out)
    with ScriptedServer([ScriptedReply(json.dumps({"rows": ["checkups"]})), ScriptedReply("{}")]) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        monkeypatch.setenv("OPENAI_MODEL_NAME", "model")
        assert written(url, out).exit_code == 0
        assert (read_allowlist(out), server.requests) == (before, []), "a model alone changes nothing"
        result = written(url, out, "--propose")
    assert result.exit_code == 0, result.output
    assert 'synonyms proposed for 1 names, as "proposed" in the file' in result.output
    assert read_allowlist(out).tables[0].proposed == ("checkups",)
    assert written(url, out).exit_code == 0
    assert read_allowlist(out).tables[0].proposed == ("checkups",), "kept when the file is written anew"


def test_without_a_model_nothing_is_written(tmp_path: Path) -> None:
    url, out = make_clinic(tmp_path / "clinic.sqlite"), tmp_path / "allowlist.json"
    result = written(url, out, "--propose")
    assert isinstance(result.exception, SettingsError)
    assert "none is configured: set OLLAMA_URL" in str(result.exception)
    assert not out.exists()
    assert "add --propose" in str(written(url, out, "--send-values").exception)


def test_proposals_survive_the_file(tmp_path: Path) -> None:
    found, _ = proposed({"rows": ["checkups"], "fecha": ["day of visit"]}, allowlist=CLINIC)
    write_allowlist(tmp_path / "allowlist.json", found.allowlist)
    assert read_allowlist(tmp_path / "allowlist.json") == found.allowlist
