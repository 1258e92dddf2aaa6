"""The agents routebook: its frozen sets, each of its guards with the guard taken away, and its conversations."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from fingerpost import Message, Router
from fingerpost.evaluation.evaluate import evaluate
from fingerpost.evaluation.rows import read_rows
from fingerpost.language.text import fold
from fingerpost.models.encoder import PLAIN, EmbeddedEncoder
from fingerpost.routebook.load import load
from fingerpost.routebook.model import Routebook
from fingerpost.routing.evidence.supervisor import supervise
from fingerpost.routing.layers.memo import Memo
from fingerpost.routing.layers.rules import read_rules
from fingerpost.routing.student.cache import is_current
from fingerpost.types import Attachment, Decision, Evidence, Turn
from tests.decisions import schema_of

DATA = Path(__file__).parent.parent.parent / "data"
# Written from the descriptions of the routes alone, before any example.
FROZEN = {
    "agents-dev.jsonl": "6ea422e64ed6c82b1a3df79dcb75c92abe3eae5bc1d55eaba26521014440e020",
    "agents-check.jsonl": "e86c3c3b3ba1368c2a015c0d4590c6748d2a0980357e641d23a73c98c17f8cda",
}
PDF = Attachment("nf_4512.pdf", "application/pdf", b"")


@pytest.fixture(scope="module")
def agents() -> Router:
    """The router of the routebook without memo."""
    return Router.from_routebook("agents", memo=Memo(size=0)).warm()


@pytest.fixture(scope="module")
def book() -> Routebook:
    """The routebook as its files have it."""
    return load("agents")


@pytest.mark.parametrize("name", FROZEN)
def test_the_frozen_sets_are_as_they_were_written(name: str) -> None:
    assert sha256((DATA / name).read_bytes()).hexdigest() == FROZEN[name]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "bars"),
    [
        ("agents-dev.jsonl", {"accuracy": 0.97, "selective_accuracy": 0.98, "table_recall": 0.95}),
        ("agents-check.jsonl", {"accuracy": 0.93, "selective_accuracy": 0.97, "table_recall": 0.90}),
    ],
)
def test_it_decides_messages_of_people_who_saw_no_example(agents: Router, name: str, bars: dict[str, float]) -> None:
    figures = evaluate(agents, read_rows(DATA / name, agents.routebook.names), DATA / name)
    short = {key: figures[key] for key, bar in bars.items() if figures[key] < bar}
    assert not short, figures["errors"]
    assert figures["follow_up_accuracy"] >= 0.88
    assert figures["topic_shift_accuracy"] >= 0.90
    slices = {tag: figures["by_tag"][tag]["accuracy"] for tag in ("conceptual", "crossed", "attachment", "meta")}
    bars = {"conceptual": 0.90, "crossed": 0.85, "attachment": 0.92, "meta": 0.92}
    assert all(slices[tag] >= bar for tag, bar in bars.items()), slices
    assert figures["llm_calls"] == 0


@pytest.mark.parametrize("name", FROZEN)
def test_its_rules_are_right_whenever_they_fire(agents: Router, name: str) -> None:
    rows = read_rows(DATA / name, agents.routebook.names)
    fired = [(row, read_rules(agents.routebook.rules, agents.resolve(row.message))) for row in rows]
    wrong = [row.message.text for row, verdict in fired if verdict is not None and verdict.route != row.expected]
    assert wrong == []
    assert sum(verdict is not None for _, verdict in fired) >= 2


def test_no_example_is_in_a_frozen_set_but_for_what_everybody_says(book: Routebook) -> None:
    taught = {fold(example.text) for example in book.examples}
    shared = [
        json.loads(line)["text"]
        for name in FROZEN
        for line in (DATA / name).read_text(encoding="utf-8").splitlines()
        if fold(json.loads(line)["text"]) in taught
    ]
    assert all(len(text.split()) <= 8 for text in shared), shared
    assert len(shared) < 30


def test_the_shipped_student_fits_the_examples(book: Routebook) -> None:
    assert is_current(book, EmbeddedEncoder(PLAIN).fingerprint)


# Each guard: its case, and the decision without it.

Case = tuple[str, Decision, Evidence, str]


def _decided(route: str, confidence: float = 0.6, runner_up: str | None = None) -> Decision:
    return Decision(route, confidence >= 0.8, confidence, "student", "", runner_up=runner_up, margin=0.1)


def _found(*names: str) -> Evidence:
    return Evidence(frozenset(names))


CASES: list[Case] = [
    ("guess-answered", _decided("triage", 0.97), _found("yes-or-no", "guess-told"), "analytics"),
    ("commerce-document", _decided("triage", 0.95), _found("attachment", "document", "about-document"), "commerce"),
    ("commerce-document-named", _decided("analytics"), _found("attachment", "document", "about-document"), "commerce"),
    ("commerce-document-fields", _decided("triage", 0.9), _found("attachment", "document", "paper-fields"), "commerce"),
    ("commerce-document-alone", _decided("triage", 0.99), _found("attachment", "document", "wordless"), "commerce"),
    ("commerce-paper-short", _decided("triage", 0.99), _found("attachment", "document", "paper", "short"), "commerce"),
    ("commerce-document-unsure", _decided("triage"), _found("attachment", "document"), "commerce"),
    ("commerce-paper-named", _decided("analytics"), _found("document", "paper-name"), "commerce"),
    (
        "commerce-paper-pointed-into",
        _decided("analytics", 0.96),
        _found("document", "paper-name", "points-inside", "schema"),
        "commerce",
    ),
    ("commerce-paper-of-before", _decided("knowledge", 0.9), _found("paper-of-before", "earlier:commerce"), "commerce"),
    (
        "commerce-document-of-before",
        _decided("knowledge"),
        _found("document-of-before", "earlier:commerce"),
        "commerce",
    ),
    (
        "commerce-paper-of-before-unrecorded",
        _decided("knowledge"),
        _found("paper-of-before", "unrecorded"),
        "commerce",
    ),
    ("commerce-pasted-items", _decided("analytics", 0.9), _found("items", "paper-title"), "commerce"),
    ("commerce-pasted", _decided("analytics", 0.9), _found("currency", "totals", "lines"), "commerce"),
    ("sql-is-data", _decided("knowledge", 0.9), _found("sql"), "analytics"),
    ("meta-capabilities", _decided("knowledge", 0.9), _found("meta-capabilities"), "triage"),
    ("meta-usage", _decided("knowledge", 0.9), _found("meta-usage"), "triage"),
    ("meta-self", _decided("knowledge", 0.9), _found("meta-self"), "triage"),
    ("commerce-needs-document-data", _decided("commerce", 0.99), _found("schema"), "analytics"),
    ("commerce-without-document", _decided("commerce", 0.99), _found("about-document"), "triage"),
    ("unsure-triage-to-analytics", _decided("triage"), _found("schema"), "analytics"),
]


def test_every_guard_has_a_case(book: Routebook) -> None:
    assert [name for name, *_ in CASES] == [guard.name for guard in book.guards]


@pytest.mark.parametrize(("name", "decision", "evidence", "target"), CASES, ids=[case[0] for case in CASES])
def test_a_guard_moves_what_it_is_for(
    book: Routebook, name: str, decision: Decision, evidence: Evidence, target: str
) -> None:
    moved = supervise(book, decision, evidence)
    guard = next(guard for guard in book.guards if guard.name == name)
    assert (moved.route, moved.confidence, moved.runner_up) == (target, guard.confidence, decision.route)
    assert guard.signal in moved.signals
    assert moved.accepted is (bool(guard.when) and "unsure" not in guard.when)
    assert f"guard {name}" in moved.trail[-1].who
    assert str(decision.route) in moved.trail[-1].said


@pytest.mark.parametrize(("name", "decision", "evidence", "target"), CASES, ids=[case[0] for case in CASES])
def test_without_its_guard_the_case_stays_wrong(
    book: Routebook, name: str, decision: Decision, evidence: Evidence, target: str
) -> None:
    sabotaged = replace(book, guards=tuple(guard for guard in book.guards if guard.name != name))
    assert supervise(sabotaged, decision, evidence).route != target


@pytest.mark.parametrize(("name", "decision", "evidence", "target"), CASES, ids=[case[0] for case in CASES])
def test_a_trusted_decision_moves_only_where_evidence_contradicts_it(
    book: Routebook, name: str, decision: Decision, evidence: Evidence, target: str
) -> None:
    guard = next(guard for guard in book.guards if guard.name == name)
    moved = supervise(book, replace(decision, confidence=0.85), evidence)
    assert (moved.route == target) is guard.contradicts


# Whole messages.


def _one(agents: Router, text: str, **values: Any) -> Decision:
    return agents.route(Message(text, **values))


@pytest.mark.parametrize(
    ("text", "signal"),
    [
        ("o que você consegue fazer?", "meta_question_capabilities"),
        ("what can you do", "meta_question_capabilities"),
        ("qué puedes hacer?", "meta_question_capabilities"),
        ("como eu te uso?", "meta_question_usage"),
        ("how do I use you?", "meta_question_usage"),
        ("quem é você?", "meta_question"),
    ],
)
def test_a_question_about_the_assistant_is_triage_and_says_so(agents: Router, text: str, signal: str) -> None:
    decision = _one(agents, text)
    assert decision.route == "triage"
    assert signal in decision.signals


@pytest.mark.parametrize(
    ("text", "route"),
    [
        ("oi", "triage"),
        ("Bom dia, pessoal!", "triage"),
        ("bom dia, quantos pedidos tivemos em maio de 2018?", "analytics"),
        ("hola, ¿cómo funciona la política de devoluciones?", "knowledge"),
        ("muito obrigada, até amanhã!", "triage"),
        # "oi" is not in "foi".
        ("quanto foi o faturamento de 2017 por estado?", "analytics"),
    ],
)
def test_a_greeting_with_a_task_follows_the_task(agents: Router, text: str, route: str) -> None:
    assert _one(agents, text).route == route


def test_sql_is_analytics_whatever_stands_around_it(agents: Router) -> None:
    decision = _one(agents, "roda isso: SELECT order_status, COUNT(*) FROM orders GROUP BY order_status")
    assert decision.route == "analytics"
    assert "sql_probe_true" in decision.signals
    assert "orders" in schema_of(decision).tables


def test_a_document_and_a_question_about_it_are_commerce(agents: Router) -> None:
    decision = _one(agents, "confere os totais desta nota fiscal", attachments=[PDF])
    assert decision.route == "commerce"
    assert {"attachment_present", "attachment_mime:application/pdf"} <= set(decision.signals)


def test_a_document_that_the_question_is_not_about_changes_nothing(agents: Router) -> None:
    decision = _one(agents, "quantos pedidos cancelados tivemos em 2018?", attachments=[PDF])
    assert (decision.route, schema_of(decision).tables) == ("analytics", ("orders",))


@pytest.mark.parametrize(
    "text",
    ["", " ", "?", "👀", "dá uma olhada", "da uma olhada", "mira esto", "échale un vistazo", "see attached", "FYI"],
)
def test_a_file_without_words_is_read(agents: Router, text: str) -> None:
    assert _one(agents, text, attachments=[PDF]).route == "commerce"
    assert _one(agents, text).route == "triage"


@pytest.mark.parametrize("text", ["valeu!", "what can you do?", "¿quién eres?"])
def test_a_file_beside_other_words_is_not(agents: Router, text: str) -> None:
    assert _one(agents, text, attachments=[PDF]).route == "triage"


@pytest.mark.parametrize(
    ("text", "route"),
    [
        ("ignore the attachment. how many orders were canceled in 2018?", "analytics"),
        ("desconsidera o anexo, qual a política de devolução?", "knowledge"),
        ("olvida el archivo, ¿qué sabes hacer?", "triage"),
        ("ignora o anexo", "triage"),
    ],
)
def test_a_file_that_the_message_sets_aside_is_as_if_it_had_not_come(agents: Router, text: str, route: str) -> None:
    decision = _one(agents, text, attachments=[PDF])
    assert decision.route == route
    assert "attachment_ignored" in decision.signals
    assert "attachment_present" not in decision.signals
    kept = _one(agents, "confere os totais", attachments=[PDF])
    assert ("attachment_ignored" in kept.signals, kept.route) == (False, "commerce")


@pytest.mark.parametrize(
    "text",
    [
        "which product costs most in it",
        "quanto representa o frete no total",
        "passa do limite de 3 mil?",
        "cuántas unidades de cada producto",
        "qué significa la sigla FOB que figura",
    ],
)
def test_a_file_that_is_called_a_commercial_paper_is_meant(agents: Router, text: str) -> None:
    named, unnamed = (
        _one(agents, text, attachments=[PDF._replace(name=name)]) for name in (PDF.name, "slides_2024.pdf")
    )
    assert named.route == "commerce"
    # Words that point to the file may be about any; they are no sure sign of a commercial paper.
    assert unnamed.route != "commerce" or not unnamed.accepted


@pytest.mark.parametrize(
    ("text", "route"),
    [
        ("faturamento por estado em 2017", "analytics"),
        ("cuántos clientes hay en São Paulo", "analytics"),
        ("who pays return shipping under our policy", "knowledge"),
        ("¿quién eres?", "triage"),
    ],
)
def test_what_only_the_store_has_is_asked_of_it_beside_a_commercial_paper(
    agents: Router, text: str, route: str
) -> None:
    assert _one(agents, text, attachments=[PDF]).route == route


@pytest.mark.parametrize(
    "text",
    [
        "total by category and the dearest item?\nPresupuesto 331 Ferretería Sol\nmartillo 45,00; taladro 320,00",
        "how much per product?\nINVOICE 9-22\ndesk lamp $40.00 | office chair $210.00 | mat $15.50",
        "Pedido 88, Casa Nova\n12 copos x 3,20\n6 pratos x 11,90\nqual produto custa mais?",
    ],
)
def test_a_pasted_paper_is_known_by_its_title_and_items(agents: Router, text: str) -> None:
    assert _one(agents, text).route == "commerce"
    assert _one(agents, text.split("\n")[0 if text[0].islower() else -1]).route != "commerce"


@pytest.mark.parametrize(
    "text",
    [
        "te leo la factura: quince martillos a doce, veintidós cajas de clavos a siete. ¿está bien sumada?",
        "vou ditar a nota fiscal: trinta cadernos a sete, sessenta canetas a quatro. confere o total?",
        "I'll read you the invoice: nineteen chairs at forty five, three desks at ninety. check the total",
    ],
)
def test_a_paper_that_is_read_out_is_one(agents: Router, text: str) -> None:
    assert _one(agents, text).route == "commerce"
    book = agents.routebook
    blind = replace(book, guards=tuple(replace(guard, unless=guard.unless - {"figures"}) for guard in book.guards))
    without = Router.from_routebook(blind, memo=Memo(size=0), student=agents.warm_student())
    assert without.route(text).route != "commerce"


@pytest.mark.parametrize(
    "text",
    [
        "go back to that receipt: who issued it",
        "en aquel presupuesto, ¿cuántos ítems había?",
        "naquele boleto, qual era o vencimento mesmo?",
    ],
)
def test_a_paper_of_earlier_turns_is_asked_for_again(agents: Router, text: str) -> None:
    papers = [Turn("user", "qual o total dessa nota?", "commerce"), Turn("assistant", "R$ 812,40.")]
    after = [Turn("user", "qual o prazo de devolução?", "knowledge"), Turn("assistant", "7 dias.")]
    assert _one(agents, text, turns=[*papers, *after]).route == "commerce"
    assert _one(agents, text, turns=after).route != "commerce"


def test_words_of_figures_do_not_outweigh_a_layer_that_is_sure_of_triage(book: Routebook) -> None:
    evidence = _found("schema", "asks-for-figures")
    assert supervise(book, _decided("triage", 0.81), evidence).route == "triage"
    assert supervise(book, _decided("triage", 0.79), evidence).route == "analytics"


@pytest.mark.parametrize("text", ["preciso ver os atrasos", "receita total", "quiero los retrasos", "late orders"])
def test_words_of_the_database_and_nothing_against_them_are_analytics(agents: Router, text: str) -> None:
    assert _one(agents, text).route == "analytics"


@pytest.mark.parametrize(
    "text",
    ["quem emitiu essa nota?", "read the attached invoice", "¿cuánto suma la factura adjunta?", "confere as contas"],
)
def test_commerce_without_a_document_is_never_served(agents: Router, text: str) -> None:
    decision = _one(agents, text)
    assert decision.route != "commerce"
    earlier = [Turn("user", "lê essa nota", "commerce"), Turn("assistant", "Total R$ 812,40.")]
    assert _one(agents, text, turns=earlier).route == "commerce"
    # A document is kept for later questions, however long ago the last one was.
    kept = [Turn("document", "{}", "commerce"), *[Turn("user", "obrigado", "triage")] * 8]
    assert _one(agents, text, turns=kept).route == "commerce"
    assert _one(agents, text, attachments=[PDF]).route == "commerce"


@pytest.mark.parametrize("route", ["analytics", "commerce", "knowledge", "triage"])
@pytest.mark.parametrize("text", ["qual a política de devolução?", "qual a politica de devolucao?"])
def test_a_question_about_a_policy_is_itself_after_anything(agents: Router, route: str, text: str) -> None:
    before = {"analytics": "quantos pedidos em maio?", "commerce": "lê essa nota", "knowledge": "o que é GMV?"}
    turns = [Turn("user", before.get(route, "oi"), route), Turn("assistant", "Pronto.")]
    assert _one(agents, text, turns=turns).route == "knowledge"


REFUSED = {
    "how many odd orders were there?": "I cannot place «odd»; say what to count. It may mean this: Orders",
    "¿cuántos pedidos raros hubo?": "no sé situar «raros»; di qué contar. Quizá sea esto: Pedidos",
    "quantos pedidos esquisitos houve?": "não sei situar «esquisitos»; diga o que contar. Talvez seja isto: Pedidos",
}


@pytest.mark.parametrize("said", ["yes", "exactly that", "sí, eso", "isso mesmo", "no", "não é isso", "👍"])
@pytest.mark.parametrize("question", REFUSED)
def test_a_yes_or_no_to_what_a_question_may_mean_stays_with_its_agent(agents: Router, question: str, said: str) -> None:
    turns = [Turn("user", question, "analytics"), Turn("assistant", REFUSED[question], "analytics")]
    decision = _one(agents, said, turns=turns)
    assert (decision.route, decision.accepted, "guess_answered" in decision.signals) == ("analytics", True, True)
    # The saboteur: after a figure it is what it was before.
    answered = [turns[0], Turn("assistant", "Understood as: Orders. **99**", "analytics")]
    decision = _one(agents, said, turns=answered)
    assert decision.layer != "supervisor" or decision.route != "analytics"
    assert "guess_answered" not in decision.signals
    assert "guess_answered" not in _one(agents, f"{said}, hello there", turns=turns).signals


def _talk(*said: str) -> list[dict[str, str]]:
    return [{"role": "user" if i % 2 == 0 else "assistant", "content": text} for i, text in enumerate(said)]


FOLLOW_UPS: list[tuple[Sequence[str], str, str]] = [
    (("quantos pedidos foram entregues em SP?", "40.501"), "e no mês passado?", "analytics"),
    (("how many orders were paid by boleto in 2017?", "12,003"), "only the delivered ones", "analytics"),
    (("qual é o prazo para devolver um produto?", "São 7 dias."), "isso vale para eletrônicos também?", "knowledge"),
    (("lê essa nota fiscal por favor", "Total R$ 1.200,00, 4 itens."), "quem emitiu?", "commerce"),
]


@pytest.mark.parametrize(("before", "text", "route"), FOLLOW_UPS)
def test_a_follow_up_keeps_its_agent_and_the_trail_shows_how_it_was_read(
    agents: Router, before: Sequence[str], text: str, route: str
) -> None:
    decision = _one(agents, text, turns=_talk(*before))
    assert decision.route == route
    assert decision.resolved is not None
    assert max(before[0].rstrip("?").split(), key=len) in decision.resolved.complete
    assert any(step.who == "conversation" and decision.resolved.complete in step.said for step in decision.trail)


@pytest.mark.parametrize(
    ("text", "route"),
    [
        ("mudando de assunto: qual é a política de privacidade dos vendedores?", "knowledge"),
        ("what are the five states with most customers?", "analytics"),
        ("tchau, até mais", "triage"),
    ],
)
@pytest.mark.parametrize("before", [case[0] for case in FOLLOW_UPS])
def test_a_new_topic_leaves_the_agent_of_the_old_one(
    agents: Router, before: Sequence[str], text: str, route: str
) -> None:
    assert _one(agents, text, turns=_talk(*before)).route == route


def _counting(encoder: EmbeddedEncoder) -> tuple[Any, Callable[[], int]]:
    class Counting:
        fingerprint = encoder.fingerprint
        count = 0

        def encode(self, texts: Sequence[str]) -> Any:
            self.count += len(texts)
            return encoder.encode(texts)

    counting = Counting()
    return counting, lambda: counting.count


def test_a_message_is_encoded_once_with_all_its_probes(agents: Router) -> None:
    counting, count = _counting(EmbeddedEncoder(PLAIN))
    looked: list[Any] = []

    def find(vector: Any) -> list[float]:
        looked.append(vector)
        return [0.9]

    book = agents.routebook
    always = replace(
        book.guards[0], name="any", when=frozenset({"hits"}), unless=frozenset(), off=frozenset(), to="knowledge"
    )
    book = replace(book, guards=(always,), thresholds=replace(book.thresholds, trust=1.0))
    router = Router.from_routebook(
        book, encoder=counting, memo=Memo(size=0), document_search=find, student=agents.warm_student()
    ).warm()
    before = count()
    decision = router.route("quantos pedidos tivemos em maio?")
    assert (decision.route, len(looked), count() - before) == ("knowledge", 1, 1)
