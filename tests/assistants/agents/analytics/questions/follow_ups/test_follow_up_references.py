"""A follow-up that only points at the request before changes that one thing, or is refused."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlglot", reason="plans and checks come with the extra fingerpost[analytics]")

from fingerpost.assistants.agents import store_allowlist
from fingerpost.assistants.agents.analytics.plan import plan
from fingerpost.assistants.agents.analytics.planner.measures_file import store_meanings
from fingerpost.assistants.agents.analytics.planner.request import NotUnderstoodError
from fingerpost.assistants.agents.analytics.questions.follow_ups import follow_up_reader
from fingerpost.assistants.agents.analytics.questions.follow_ups.follow_up_references import points_at
from fingerpost.assistants.agents.analytics.questions.tokens import tokens

POINTED = [
    (
        "how many reviews with a comment in 2018?",
        "and the ones without?",
        "how many reviews without a comment in 2018?",
    ),
    ("quantas avaliações sem comentário?", "e as que têm?", "quantas avaliações com comentário?"),
    ("orders from SP in 2018", "and from everywhere else?", "orders not from SP in 2018"),
    ("pedidos de SP em 2018", "e os demais?", "pedidos de fora de SP em 2018"),
    ("pedidos de Bahía", "¿y el resto?", "pedidos fuera de Bahía"),
    ("orders on 24 November 2017", "the whole month?", "orders in November 2017"),
    ("pedidos de marzo de 2018", "¿y todo el año?", "pedidos de 2018"),
    ("os 3 estados com mais pedidos", "me dá a lista inteira", "pedidos por estado"),
    ("quantos clientes moram em Curitiba?", "e vendedores?", "quantos vendedores moram em Curitiba?"),
    (
        "¿en cuántas ciudades distintas viven los clientes?",
        "¿y los vendedores?",
        "¿en cuántas ciudades distintas viven los vendedores?",
    ),
    ("preço médio dos itens de telefonia", "e o frete médio dessa categoria?", "frete médio dos itens de telefonia"),
]


def sql(question: str, before: str | None = None) -> str:
    """Return what the demo store is asked for."""
    return plan(question, store_allowlist(), meanings=store_meanings(), before=before).sql


def body(text: str) -> str:
    """Return a statement whatever the order of its tests and the names of its columns."""
    return " ".join(sorted(text.replace("(", " ").replace(")", " ").replace(",", " ").split()))


@pytest.mark.parametrize(("before", "question", "whole"), POINTED)
def test_a_follow_up_that_points_is_the_whole_question_in_short(before: str, question: str, whole: str) -> None:
    """What is pointed at is changed, all else stays."""
    assert body(sql(question, before)) == body(sql(whole))


@pytest.mark.parametrize(
    ("before", "question"),
    [
        # There is nothing that could be turned round.
        ("how many orders in 2018?", "and the ones without?"),
        # It says already what is asked for.
        ("how many reviews without a comment?", "and those without?"),
        # A year is no part of a month.
        ("orders in 2018", "the whole month?"),
        # The status of an order is none of a seller's columns.
        ("how many orders were cancelled?", "and the sellers?"),
    ],
)
def test_what_points_at_nothing_is_refused(before: str, question: str) -> None:
    """No figure is better than one that was guessed."""
    with pytest.raises(NotUnderstoodError):
        sql(question, before)


def test_without_the_pointing_nothing_of_it_is_understood(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rows above are decided here and nowhere else."""
    for name in ("opposite", "widened", "rows_of_another"):
        monkeypatch.setattr(follow_up_reader, name, lambda *_: None)
    monkeypatch.setattr(follow_up_reader, "unlimited", lambda _, found: found)
    for before, question, _ in POINTED[:10]:
        with pytest.raises(NotUnderstoodError):
            sql(question, before)


def test_a_demonstrative_is_found_before_a_noun() -> None:
    """An article points at nothing."""
    pieces = tokens("quantos dessa categoria e da cidade")
    assert [points_at(pieces, at) for at in (2, 5)] == [True, False]


def test_of_two_values_it_is_asked_which_the_others_are_of() -> None:
    with pytest.raises(NotUnderstoodError, match="the others are meant"):
        sql("and the others?", "canceled orders from SP")
