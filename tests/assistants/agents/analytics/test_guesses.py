"""A question is refused with what it may mean, and a yes takes that reading; a no asks for other words."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("sqlglot", reason="questions are read with the extra fingerpost[analytics]")
pytest.importorskip("sqlalchemy", reason="databases are read with the extra fingerpost[analytics]")
pytest.importorskip("langgraph", reason="answering needs the extra fingerpost[answer]")

from fingerpost import Message, Router
from fingerpost.answering.assistant import Assistant
from fingerpost.assistants.agents import store_allowlist
from fingerpost.assistants.agents.analytics import plan_with_names as plan_with_names_module
from fingerpost.assistants.agents.analytics.allowlist import Allowlist
from fingerpost.assistants.agents.analytics.allowlist_file import write_allowlist
from fingerpost.assistants.agents.analytics.database_trial import DatabaseTrial
from fingerpost.assistants.agents.analytics.name_lookup import NameLookup
from fingerpost.assistants.agents.analytics.plan import Plan, plan
from fingerpost.assistants.agents.analytics.plan_with_names import plan_with_names
from fingerpost.assistants.agents.analytics.planner.measures import readable
from fingerpost.assistants.agents.analytics.planner.measures_file import store_meanings
from fingerpost.assistants.agents.analytics.planner.request import GuessDeniedError, NotUnderstoodError
from fingerpost.assistants.agents.analytics.read_only_database import ReadOnlyDatabase
from fingerpost.assistants.agents.settings import AnalyticsSettings
from fingerpost.conversation.guesses import tells_guess
from fingerpost.routebook.load import load
from fingerpost.routing.layers.memo import Memo
from fingerpost.settings import Settings
from fingerpost.types import Turn
from tests.assistants.agents.analytics.clinic import CLINIC, make_clinic

ODD = {
    "en": ("how many odd citas were there in 2025", "exactly that", "not that", "and by estado?"),
    "es": ("cuántas citas raras hubo en 2025", "sí, eso", "no es eso", "¿y por estado?"),
    "pt": ("quantas citas estranhas houve em 2025", "isso mesmo", "não é isso", "e por estado?"),
}
"""A question that nobody can place a word of, a yes, a no, and a question that goes on."""
OTHERWISE = {
    "en": "Then please put it otherwise: I cannot place «odd»; say",
    "es": "Entonces dilo de otro modo, por favor: no sé situar «raras»; di",
    "pt": "Então diga de outro modo, por favor: não sei situar «estranhas»; diga",
}
ON_YOUR_WORD = {"en": "on your word", "es": "porque lo confirmaste", "pt": "porque você confirmou"}


def _told(question: str) -> str:
    with pytest.raises(NotUnderstoodError) as caught:
        plan(question, CLINIC)
    assert caught.value.guess is not None
    return str(caught.value)


@pytest.mark.parametrize("language", ODD)
def test_a_yes_takes_the_guess_that_was_told(language: str) -> None:
    question, yes, _, further = ODD[language]
    agreed = plan(yes, CLINIC, before=[question])
    told = _told(question)
    assert tells_guess(told)
    assert told.endswith(agreed.understood)
    assert any(ON_YOUR_WORD[language] in note for note in agreed.notes)
    followed = plan(further, CLINIC, before=[question, yes])
    assert "citas.estado" in followed.sql
    assert "2025" in followed.sql
    assert "GROUP BY" in followed.sql
    assert followed.notes == ()


@pytest.mark.parametrize("language", ODD)
def test_a_no_asks_for_other_words(language: str) -> None:
    question, yes, no, further = ODD[language]
    with pytest.raises(GuessDeniedError) as caught:
        plan(no, CLINIC, before=[question])
    assert str(caught.value).startswith(OTHERWISE[language])
    assert not tells_guess(str(caught.value))
    for said in (further, yes):
        with pytest.raises(NotUnderstoodError, match=r"before|anterior"):
            plan(said, CLINIC, before=[question, no])


@pytest.mark.parametrize("language", ODD)
def test_a_yes_to_no_guess_changes_nothing(language: str) -> None:
    question, yes, no, further = ODD[language]
    plain = "cuántas citas hubo en 2024"
    for said in (yes, no):
        with pytest.raises(NotUnderstoodError) as caught:
            plan(said, CLINIC, before=[plain])
        assert not isinstance(caught.value, GuessDeniedError)
        with pytest.raises(NotUnderstoodError):
            plan(said, CLINIC)
    assert plan(further, CLINIC, before=[plain, yes]) == plan(further, CLINIC, before=[plain])
    # The question that was refused is what is agreed to, and not the one before it.
    assert plan(yes, CLINIC, before=[plain, question]).sql == plan(yes, CLINIC, before=[question]).sql


def test_names_are_looked_up_before_a_yes_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was told was read with them, so what is agreed to must be."""
    database = ReadOnlyDatabase(make_clinic(tmp_path / "clinic.sqlite"))
    lookup, planned = NameLookup(database, 5.0), list[tuple[str, ...]]()

    def spy(question: str, allowlist: Allowlist, **options: Any) -> Plan:
        planned.append((*options["before"], question))
        return Plan("SELECT 1", "", "")

    monkeypatch.setattr(plan_with_names_module, "plan", spy)
    plan_with_names("sí", CLINIC, lookup, before=["citas raras de la sala Torre Norte"])
    plan_with_names("sí", CLINIC, lookup, before=["cuantas citas de joao nunez"])
    assert planned == [
        ("citas raras de la sala Torre Norte", "sí"),
        ("cuantas citas de João Núñez", "sí"),
    ]
    database.close()


@pytest.mark.parametrize("language", ODD)
def test_a_trial_of_a_database_takes_a_yes(tmp_path: Path, language: str) -> None:
    question, yes, no, further = ODD[language]
    database = ReadOnlyDatabase(make_clinic(tmp_path / "clinic.sqlite"))
    write_allowlist(tmp_path / "allowlist.json", CLINIC)
    trial = DatabaseTrial(database, tmp_path / "allowlist.json", 5.0)
    trial.take_line(question)
    _, outcome = trial.take_line(yes)
    assert outcome is not None
    assert outcome.fields()["rows"] == [[60]]
    _, outcome = trial.take_line(further)
    assert outcome is not None
    assert [row[-1] for row in outcome.fields()["rows"]] == [30, 30]
    trial.take_line(question)
    _, outcome = trial.take_line(no)
    assert outcome is not None
    assert outcome.why.startswith(OTHERWISE[language])
    # After a figure a yes is a question of its own, which nobody understands.
    trial.take_line("cuántas citas hubo en 2025")
    _, outcome = trial.take_line(yes)
    assert outcome is not None
    assert not outcome.sql
    database.close()


def test_measures_of_another_database_are_not_read() -> None:
    """A count of rows is of any database: with it alone nothing would be guessed in an own one."""
    store = store_meanings()
    assert readable(store, CLINIC).measures == ()
    assert readable(store, store_allowlist()).measures == store.measures
    counts = replace(store, measures=tuple(named for named in store.measures if named.select == "COUNT(*)"))
    assert counts.measures
    assert readable(counts, CLINIC).measures == counts.measures


# The whole assistant, with a store.


@pytest.fixture
async def assistant(own_cache: Path, tmp_path: Path) -> AsyncIterator[Assistant]:
    url = make_clinic(tmp_path / "clinic.sqlite")
    write_allowlist(tmp_path / "allowlist.json", CLINIC)
    settings = Settings(
        cache=own_cache,
        database=f"sqlite:///{tmp_path}/store.sqlite",
        traces="off",
        sections=(AnalyticsSettings(url=url, allowlist=tmp_path / "allowlist.json"),),
    )
    router = Router.from_routebook("agents", settings=settings, memo=Memo(size=0)).warm()
    opened = Assistant.open(router, settings)
    yield opened
    await opened.close()


@pytest.mark.parametrize("language", ODD)
async def test_a_conversation_in_a_store(assistant: Assistant, language: str) -> None:
    question, yes, no, further = ODD[language]
    answers = [await assistant.ask(said, session=language) for said in (question, yes, further)]
    assert [answer.decision.route for answer in answers] == ["analytics"] * 3
    refused, agreed, followed = answers
    assert tells_guess(refused.text)
    assert refused.code == ""
    assert "**60**" in agreed.text
    assert ON_YOUR_WORD[language] in agreed.text
    [table] = [part for part in followed.parts if part.kind == "table"]
    assert sorted(table.values["rows"]) == [["anulada", 30], ["hecha", 30]]
    denied = [await assistant.ask(said, session=f"{language}-no") for said in (question, no)]
    assert denied[1].decision.route == "analytics"
    assert denied[1].text.startswith(OTHERWISE[language])


@pytest.mark.parametrize("language", ODD)
async def test_after_a_figure_a_yes_is_what_it_was(assistant: Assistant, language: str) -> None:
    _, yes, *_ = ODD[language]
    first = await assistant.ask("cuántas citas hubo en 2025?", session="s")
    assert "**60**" in first.text
    again = await assistant.ask(yes, session="s")
    assert "guess_answered" not in again.decision.signals
    assert again.code == ""


async def test_without_its_guard_a_yes_is_lost(assistant: Assistant) -> None:
    """The saboteur: the router keeps a yes with the agent by one guard alone."""
    book = load("agents")
    bare = replace(book, guards=tuple(guard for guard in book.guards if guard.name != "guess-answered"))
    question, yes, *_ = ODD["es"]
    turns = [Turn("user", question, "analytics"), Turn("assistant", _told(question), "analytics")]
    message = Message(yes, turns=turns)
    assert assistant.routes.router.route(message).route == "analytics"
    assert Router.from_routebook(bare, memo=Memo(size=0)).route(message).signals == ()
