"""Each denial, comparison, "each" and number of a question has its part in the request, whoever read it."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

pytest.importorskip("sqlglot", reason="questions are read with the extra fingerpost[analytics]")

from hypothesis import given, settings
from hypothesis import strategies as st

from fingerpost.assistants.agents import store_allowlist
from fingerpost.assistants.agents.analytics import plan as planning
from fingerpost.assistants.agents.analytics.allowlist import Allowlist
from fingerpost.assistants.agents.analytics.plan import plan
from fingerpost.assistants.agents.analytics.planner.measures import Meanings
from fingerpost.assistants.agents.analytics.planner.measures_file import store_meanings
from fingerpost.assistants.agents.analytics.planner.request import (
    Group,
    Having,
    Measure,
    NotUnderstoodError,
    Request,
    When,
    Where,
)
from fingerpost.assistants.agents.analytics.questions import reader
from fingerpost.assistants.agents.analytics.questions.coverage import coverage_check
from fingerpost.assistants.agents.analytics.questions.coverage.coverage_check import accounted, accounted_edit
from fingerpost.assistants.agents.analytics.questions.lexicon import Mark
from fingerpost.assistants.agents.analytics.questions.reader import read_question
from fingerpost.assistants.agents.analytics.semantic_parser import hybrid_parser, rule_based_parse
from fingerpost.assistants.agents.analytics.semantic_parser.parse import Parsed, parse_question
from fingerpost.assistants.agents.analytics.semantic_parser.rule_based_parse import WordsReading
from tests.assistants.agents.analytics.clinic import CLINIC
from tests.conftest import examples

STORE, NAMES = store_allowlist(), store_meanings()
ROWS = Measure("count", (("orders", ""),))
STATUS, SCORE = (("orders", "order_status"),), (("order_reviews", "review_score"),)
BOTH = When(spans=(("2017-01-01", "2018-01-01"), ("2018-01-01", "2019-01-01")))
CATEGORY = Group((("products", "product_category_name"),))


def _asked(question: str, request: Request) -> Request:
    return accounted(question, request, STORE, NAMES)


@pytest.mark.parametrize(
    ("question", "request_", "word"),
    [
        ("orders not delivered", Request((ROWS,), wheres=(Where("=", STATUS, ("delivered",)),)), "not delivered"),
        ("pedidos não entregues", Request((ROWS,), wheres=(Where("=", STATUS, ("delivered",)),)), "não entregues"),
        ("pedidos no entregados", Request((ROWS,), wheres=(Where("=", STATUS, ("delivered",)),)), "no entregados"),
        ("orders without reviews", Request((ROWS,), wheres=(Where("exists", (("order_reviews", ""),)),)), "without"),
        ("pedidos exceto os cancelados", Request((ROWS,)), "exceto"),
        ("nobody left a review", Request((ROWS,)), "nobody"),
        ("score above 3", Request((ROWS,), wheres=(Where("<", SCORE, (3.0,)),)), "above 3"),
        ("score above 3", Request((ROWS,), wheres=(Where(">", SCORE, (4.0,)),)), "above 3"),
        ("score not above 3", Request((ROWS,), wheres=(Where(">", SCORE, (3.0,)),)), "above 3"),
        ("orders not over the limit", Request((ROWS,)), "not"),
        ("nota de 4 ou mais", Request((ROWS,), wheres=(Where("=", SCORE, (4.0,)),)), "4 ou mais"),
        ("sellers with at least 3 orders", Request((ROWS,), having=(Having(ROWS, "<=", (3.0,)),)), "at least 3"),
        ("orders with 3 items", Request((ROWS,)), "3"),
        ("top 5 states", Request((ROWS,), limit=4), "5"),
        ("orders in 2018", Request((ROWS,)), "2018"),
        ("orders for each state", Request((ROWS,)), "for each"),
        ("orders in SP vs RJ", Request((ROWS,)), "vs"),
        ("orders in 2017 and in 2018", Request((ROWS,), whens=(BOTH,)), "and 2018"),
        ("top 3 products in each category", Request((ROWS,), (CATEGORY,), order="desc", limit=3), "top in each"),
        ("orders paid in money", Request((ROWS,)), "money"),
        ("for sellers too, também", Request((ROWS,)), "também"),
    ],
)
def test_what_has_no_part_in_the_request_is_refused_by_name(question: str, request_: Request, word: str) -> None:
    with pytest.raises(NotUnderstoodError) as caught:
        _asked(question, request_)
    assert any(word in said for said in caught.value.words), caught.value.words


@pytest.mark.parametrize(
    "question",
    [
        "orders not delivered",
        "pedidos no entregados",
        "clientes que nunca compraron",
        "orders delivered or not",
        "pedidos de más de 100 reales",
        "reviews with a score of 4 or more",
        "sellers with at least 3 orders",
        "orders between 2017-01-05 and 2017-02-10",
        "orders in the second quarter of 2017",
        "pedidos desde março de 2018",
        "pedidos dos últimos 30 dias",
        "top 5 states by number of orders",
        "revenue for each state",
        "products over 2 kg",
        "no de pedidos por estado",
        "compare orders of 2017 and 2018",
        "revenue in 2017 and in 2018 by month",
        "the highest price for each category",
        "revenue of each state, largest first",
        "top 8 sellers by number of items sold, with how many each",
        "vendas em valor por estado",
    ],
)
def test_what_has_its_part_is_left_alone(question: str) -> None:
    request = read_question(question, STORE, NAMES)
    assert _asked(question, request) is request


def test_a_reader_that_drops_a_denial_would_be_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """The saboteur: with every denial small, both readers leave it out, and the account refuses the question."""
    read = reader.tagged

    def deaf(question: str, allowlist: Allowlist, meanings: Meanings) -> list[Mark]:
        return [mark for mark in read(question, allowlist, meanings) if not mark.of("not", "without", "in_or_not")]

    def deaf_network(question: str, allowlist: Allowlist, *_: object) -> Parsed:
        return parse_question(question.replace(" no ", " "), allowlist, WordsReading())

    monkeypatch.setattr(reader, "tagged", deaf)
    monkeypatch.setattr(hybrid_parser, "parse_question", deaf_network)
    for question, allowlist, names in (
        ("orders not delivered", STORE, NAMES),
        ("citas no anuladas", CLINIC, Meanings()),
    ):
        with pytest.raises(NotUnderstoodError):
            plan(question, allowlist, meanings=names)
    for module in (hybrid_parser, rule_based_parse):
        monkeypatch.setattr(module, "accounted", lambda _, request, *__: request)
    assert "NOT" not in plan("orders not delivered", STORE, meanings=NAMES).sql
    assert "NOT" not in plan("cuántas citas no anuladas", CLINIC, meanings=Meanings()).sql


def test_a_reader_that_turns_a_comparison_would_be_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """The saboteur: with all comparisons the other way round, none is answered."""

    def turned(question: str, allowlist: Allowlist, meanings: Meanings) -> Request:
        found = read_question(question, allowlist, meanings)
        return replace(found, wheres=tuple(replace(where, how="<") for where in found.wheres))

    monkeypatch.setattr(hybrid_parser, "read_question", turned)
    with pytest.raises(NotUnderstoodError, match="above 3"):
        plan("reviews with a score above 3", STORE, meanings=NAMES)
    monkeypatch.setattr(coverage_check, "_comparisons", lambda *_: [])
    assert "< 3" in plan("reviews with a score above 3", STORE, meanings=NAMES).sql


@pytest.mark.parametrize(
    ("question", "edited", "word"),
    [
        ("e os não entregues?", Request((ROWS,), wheres=(Where("=", STATUS, ("delivered",)),)), "não entregues"),
        ("only above 4?", Request((ROWS,), wheres=(Where(">", SCORE, (3.0,)),)), "above 4"),
        ("top 5", Request((ROWS,), limit=4), "5"),
        ("and on average?", Request((ROWS,), wheres=(Where(">", SCORE, (3.0,)),)), "on average"),
    ],
)
def test_an_edit_that_drops_what_was_said_is_refused_by_name(question: str, edited: Request, word: str) -> None:
    with pytest.raises(NotUnderstoodError) as caught:
        accounted_edit(question, edited, Request((ROWS,)), STORE, NAMES)
    assert any(word in said for said in caught.value.words), caught.value.words


def test_an_edit_that_takes_away_may_deny() -> None:
    """What is left out then stands in the request no more."""
    before = Request((ROWS,), wheres=(Where("=", STATUS, ("delivered",)),))
    assert accounted_edit("without the delivered ones", Request((ROWS,)), before, STORE, NAMES) == Request((ROWS,))


def test_an_edit_by_a_reader_that_drops_a_denial_would_be_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """The saboteur: the follow-up keeps only the delivered ones, and is refused but for the account."""
    kept = Request((ROWS,), wheres=(Where("=", STATUS, ("delivered",)),))
    monkeypatch.setattr(planning, "follow", lambda *_: kept)
    with pytest.raises(NotUnderstoodError):
        plan("e os não entregues?", STORE, meanings=NAMES, before="quantos pedidos")
    monkeypatch.setattr(planning, "accounted_edit", lambda _, request, *__, **___: request)
    assert "= 'delivered'" in plan("e os não entregues?", STORE, meanings=NAMES, before="quantos pedidos").sql


ANSWERED = [
    ("how many orders were {}delivered", STORE, NAMES),
    ("quantos pedidos foram {}entregues", STORE, NAMES),
    ("cuántos pedidos fueron {}entregados", STORE, NAMES),
    ("pedidos {}pagados con boleto", STORE, NAMES),
    ("orders {}paid by boleto", STORE, NAMES),
    ("pedidos {}pagos com boleto", STORE, NAMES),
    ("vendedores {}de SP", STORE, NAMES),
    ("sellers {}from SP", STORE, NAMES),
    ("productos {}vendidos", STORE, NAMES),
    ("produtos {}vendidos", STORE, NAMES),
    ("clientes que {}compraron en 2018", STORE, NAMES),
    ("orders {}in 2018", STORE, NAMES),
    ("reviews with a score {}above 3", STORE, NAMES),
    ("orders {}delivered late", STORE, NAMES),
    ("cuántas citas {}anuladas", CLINIC, Meanings()),
    ("cuántos pacientes {}de Lima", CLINIC, Meanings()),
    ("quantos pacientes {}de Lima", CLINIC, Meanings()),
    ("reviews con nota {}superior a 3", STORE, NAMES),
]


@pytest.mark.parametrize(("question", "allowlist", "names"), ANSWERED, ids=[row[0] for row in ANSWERED])
@pytest.mark.parametrize("denial", ["not", "no", "não", "nao"])
def test_a_denial_changes_the_statement_or_is_refused(
    question: str, allowlist: Allowlist, names: Meanings, denial: str
) -> None:
    """The property: it is never dropped, in whichever language it stands."""
    plain = plan(question.format(""), allowlist, meanings=names).sql
    try:
        denied = plan(question.format(f"{denial} "), allowlist, meanings=names).sql
    except NotUnderstoodError:
        return
    assert denied != plain


COUNTED = [
    ("reviews with a score above {}", STORE, NAMES),
    ("top {} states by orders", STORE, NAMES),
    ("sellers with more than {} orders", STORE, NAMES),
    ("pedidos dos últimos {} dias", STORE, NAMES),
    ("pedidos com {} parcelas", STORE, NAMES),
    ("products over {} kg", STORE, NAMES),
    ("orders in {}", STORE, NAMES),
    ("citas con importe superior a {}", CLINIC, Meanings()),
    ("citas de más de {} euros", CLINIC, Meanings()),
    ("médicos con más de {} citas", CLINIC, Meanings()),
    ("quantas consultas em {}", CLINIC, Meanings()),
]


@settings(max_examples=examples(60), deadline=None)
@given(st.sampled_from(COUNTED), st.integers(1, 2100), st.integers(1, 2100))
def test_another_number_changes_the_statement_or_is_refused(
    row: tuple[str, Allowlist, Meanings], one: int, other: int
) -> None:
    """The property: no number of a question is dropped."""
    question, allowlist, names = row
    found = []
    for number in (one, other):
        try:
            found.append(plan(question.format(number), allowlist, meanings=names).sql)
        except NotUnderstoodError:
            return
    assert one == other or found[0] != found[1]
    assert all(re.search(r"\d", sql) for sql in found)


@pytest.mark.parametrize(
    ("question", "kept", "dropped"),
    [
        (
            "orders by status but cancelled",
            Request((ROWS,), wheres=(Where("<>", STATUS, ("canceled",)),)),
            Request((ROWS,), wheres=(Where("=", STATUS, ("canceled",)),)),
        ),
        (
            "todos los pedidos menos los cancelados",
            Request((ROWS,), wheres=(Where("<>", STATUS, ("canceled",)),)),
            Request((ROWS,)),
        ),
        (
            "orders by category, each order counts once",
            Request((replace(ROWS, how="distinct"),), groups=(CATEGORY,)),
            Request((Measure("count", (("order_items", ""),)),), groups=(CATEGORY,)),
        ),
        (
            "revenue without freight",
            Request((Measure("SUM", (("order_items", "price"),)),)),
            Request((Measure("named", name="revenue"),)),
        ),
    ],
)
def test_what_is_left_out_or_counted_once_is_in_the_request(question: str, kept: Request, dropped: Request) -> None:
    assert accounted(question, kept, STORE, NAMES) is kept
    with pytest.raises(NotUnderstoodError):
        accounted(question, dropped, STORE, NAMES)


def test_a_but_before_a_value_may_leave_it_out_or_keep_it_alone() -> None:
    with pytest.raises(NotUnderstoodError, match="placed"):
        accounted(
            "the SP orders but cancelled", Request((ROWS,), wheres=(Where("=", STATUS, ("canceled",)),)), STORE, NAMES
        )


@pytest.mark.parametrize("question", ["median price of items", "mediana del precio", "desvio do preço"])
def test_a_statistic_that_is_never_computed_has_no_part_in_another(question: str) -> None:
    average = Request(measures=(Measure("AVG", (("order_items", "price"),)),))
    with pytest.raises(NotUnderstoodError):
        accounted(question, average, store_allowlist(), store_meanings())
    assert accounted("average price", average, store_allowlist(), store_meanings()) == average


def test_both_is_no_list_of_which_one_is_enough() -> None:
    either = Request(measures=(ROWS,), wheres=(Where("=", (("customers", "customer_state"),), ("SP", "RJ")),))
    with pytest.raises(NotUnderstoodError):
        accounted("orders of both SP and RJ", either, store_allowlist(), store_meanings())
    assert accounted("orders of SP and RJ", either, store_allowlist(), store_meanings()) == either


@pytest.mark.parametrize(
    ("denied", "plain"),
    [
        ("¿cuántos clientes no viven en Curitiba?", "¿cuántos clientes viven en Curitiba?"),
        ("¿cuántos productos no pesan más de 500 g?", "¿cuántos productos pesan más de 500 g?"),
    ],
)
def test_a_no_before_a_verb_has_its_part(denied: str, plain: str) -> None:
    request = read_question(plain, STORE, NAMES)
    assert _asked(plain, request) == request
    with pytest.raises(NotUnderstoodError):
        _asked(denied, request)
    found = plan(denied, STORE, meanings=NAMES)
    assert "NOT " in found.sql or "<= 500" in found.sql
    assert found.sql != plan(plain, STORE, meanings=NAMES).sql
