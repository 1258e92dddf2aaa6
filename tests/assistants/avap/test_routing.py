"""The avap routebook: the routing half of its acceptance criteria, the frozen sets, and its examples."""

from __future__ import annotations

import json
import logging
import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from itertools import islice
from pathlib import Path

import pytest

from fingerpost import Message, Router
from fingerpost.conversation.resolve import resolve
from fingerpost.evaluation.evaluate import evaluate
from fingerpost.evaluation.rows import read_rows
from fingerpost.language.text import clean, fold
from fingerpost.models.encoder import PLAIN, EmbeddedEncoder
from fingerpost.routebook.load import load
from fingerpost.routing.layers.rules import read_rules
from fingerpost.routing.student.cache import is_current

DATA = Path(__file__).parents[2] / "data"
FROZEN = {
    "avap-dev.jsonl": "73b6ca463b1cdb7ad67eb5fdfda9cbe857bcdf9db0bd471c44461933c879452d",
    "avap-check.jsonl": "ffdeba79aefee35b37e2ebb5c151d936a02153ff52f1943f23056bfc6ed22241",
}
# Adversarial to the rules and to reference resolution, written without knowledge of either.
HOSTILE = ("avap-hostile.jsonl", "fed3d163a6b9a67a628e8187e07238381ca8fc7756d49813627812e5b5dcc398")
FIVE = [("RETRIEVAL", "What is addVar in AVAP?"), ("RETRIEVAL", "how do loops work"), ("CODE_GENERATION", "write an endpoint"),
        ("RETRIEVAL", "difference between if and else"), ("RETRIEVAL", "what is a connector")]  # fmt: skip


# The criteria and scenarios of the product document.


def test_a_usage_percentage_is_platform(avap: Router) -> None:
    decision = avap.route("You have a project usage percentage of 20%, provide a recommendation")
    assert (decision.route, decision.layer) == ("PLATFORM", "rules")


@pytest.mark.parametrize("rest", ["", " Explain startLoop.", " Write an endpoint in AVAP.", " en menos palabras"])
def test_the_registered_prefix_is_platform_wherever_it_stands(
    avap: Router, rest: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, logger="fingerpost"):
        decision = avap.route("Context first. YOU ARE a Direct and Concise assistant." + rest)
    assert decision.route == "PLATFORM"
    assert caplog.messages == ["[classify] platform prefix detected -> PLATFORM"]


def test_the_prefix_is_found_beyond_the_cut(avap: Router) -> None:
    text = "x " * 5000 + "you are a direct and concise assistant" + " y" * 5000
    assert avap.route(text).signals == ("rule:platform-prefix",)


def test_a_platform_question_in_a_mixed_session(avap: Router) -> None:
    for text in (
        "cuántas llamadas llevo este mes?",
        "cuantas llamadas llevo este mes",
        "how much of my quota is left?",
    ):
        assert avap.route(Message(text, intent_history=FIVE)).route == "PLATFORM"


def test_explain_this_in_a_code_session_is_about_the_editor(avap: Router) -> None:
    history = [("CODE_GENERATION", "write a loop"), ("CODE_GENERATION", "add error handling")]
    for text in ("explain this", "explica esto", "explica isso"):
        decision = avap.route(Message(text, intent_history=history))
        assert (decision.route, decision.qualifier) == ("CODE_GENERATION", "EDITOR"), text


def test_fewer_words_is_conversational(avap: Router) -> None:
    for text in ("en menos palabras", "in fewer words", "em menos palavras"):
        assert avap.route(Message(text, intent_history=FIVE)).route == "CONVERSATIONAL"


@pytest.mark.parametrize(
    ("text", "route"),
    [
        ("is there a percentage operator in AVAP", "RETRIEVAL"),
        ("crea un endpoint que devuelva el plan del cliente", "CODE_GENERATION"),
        ("explique o limite de iterações do laço", "RETRIEVAL"),
    ],
)
def test_platform_words_in_other_questions(avap: Router, text: str, route: str) -> None:
    assert avap.route(text).route == route


def test_classifier_decisions_are_logged(avap: Router, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, logger="fingerpost"):
        decision = avap.route("what does addVar do?")
    assert re.fullmatch(r"\[prepare/classify\] layer=student .* -> RETRIEVAL", caplog.messages[-1])
    assert decision.layer == "student"


def test_every_message_ends_in_one_of_the_four(avap: Router) -> None:
    for text in ("", "   ", "asdf qwer zxcv", "今日は", "🤖🤖", "\x00\x01", "1" * 2000):
        assert avap.route(text).route in avap.routebook.names


# The frozen sets: written from the route descriptions alone, never trained on.


@pytest.mark.parametrize("name", FROZEN)
def test_the_frozen_sets_are_as_they_were_written(name: str) -> None:
    assert sha256((DATA / name).read_bytes()).hexdigest() == FROZEN[name]


@pytest.mark.parametrize("name", FROZEN)
def test_the_marks_hold_on_the_frozen_sets(avap: Router, name: str) -> None:
    file = DATA / name
    result = evaluate(avap, read_rows(file, avap.routebook.names), file)
    assert result["accuracy"] >= 0.93
    assert all(cell["accuracy"] >= 0.92 for cell in result["by_lang"].values())
    assert result["selective_accuracy"] >= 0.97
    assert result["coverage"] >= 0.85
    assert result["violations"] == []
    marks = {
        "prefix": 1.0,
        "platform_data": 0.97,
        "platform_words": 0.9,
        "after_history": 0.95,
        "leaning": 0.8,
        "pair": 0.9,
    }
    for tag, mark in marks.items():
        assert result["by_tag"][tag]["accuracy"] >= mark, tag


def test_a_hostile_set_is_held_against_the_same_marks(avap: Router) -> None:
    file = DATA / HOSTILE[0]
    assert sha256(file.read_bytes()).hexdigest() == HOSTILE[1]
    result = evaluate(avap, read_rows(file, avap.routebook.names), file)
    assert result["accuracy"] >= 0.93
    assert result["selective_accuracy"] >= 0.97
    assert result["violations"] == []


@pytest.mark.parametrize("name", [*FROZEN, HOSTILE[0]])
def test_a_rule_earns_its_place_on_messages_by_someone_who_never_saw_it(avap: Router, name: str) -> None:
    fired: defaultdict[str, list[bool]] = defaultdict(list)
    for row in read_rows(DATA / name, avap.routebook.names):
        found = read_rules(avap.routebook.rules, resolve(row.message))
        if found:
            fired[found.signals[0].removeprefix("rule:")].append(found.route == row.expected)
    assert set(fired) == {rule.name for rule in avap.routebook.rules}, "a rule that never fires earns nothing"
    for rule, hits in fired.items():
        assert sum(hits) / len(hits) >= 0.99, rule


# The prompts and the examples.


ABOUT_THE_ACCOUNT = [
    "our endpoint /orders cost us 340 euros on the last invoice",
    "If the balance on my account is 12 dollars, can I still run scripts?",
    "the invoice says 89 € for the code execution add-on, why",
    "I was billed 60 euros for one endpoint",
    "la factura de los scripts subió a 120 euros",
    "si mi saldo es de 30 euros, ¿me alcanza para otro endpoint?",
    "nos facturaron 90 € por código que no usamos",
    "minha fatura veio R$ 230 por causa de um script",
    "cobraram 40 reais pelos endpoints que desliguei",
]
ABOUT_CODE = [
    "script that emails me if storage goes over 80 percent",
    "endpoint para cobrar 5 euros a cada usuario",
    "código que sume 10% ao valor da fatura do cliente",
    "what does the if do when usage is over 90 percent?",
    "¿qué hace el comando addVar con el 50 por ciento del saldo?",
    "como funciona o if quando o saldo passa de 10%?",
    "tell me which command computes 15% of the balance",
    "review this function, it bills our customers 30 euros too much",
    "revisa este código: el cliente paga 20 euros y devuelve 0",
]


@pytest.mark.parametrize("text", ABOUT_THE_ACCOUNT)
def test_a_figure_of_the_account_decides_beside_a_word_of_code(avap: Router, text: str) -> None:
    verdict = read_rules(avap.routebook.rules, resolve(Message(text)))
    assert verdict is not None
    assert verdict.route == "PLATFORM"


@pytest.mark.parametrize("text", ABOUT_CODE)
def test_no_rule_decides_where_code_is_asked_for_or_explained(avap: Router, text: str) -> None:
    assert read_rules(avap.routebook.rules, resolve(Message(text))) is None


def test_saboteur_rules_without_their_exceptions_decide_about_code(avap: Router) -> None:
    rules = [replace(rule, unless_patterns=()) for rule in avap.routebook.rules]
    taken = [text for text in ABOUT_CODE if read_rules(rules, resolve(Message(text))) is not None]
    assert len(taken) >= 7


DISGUISED = {
    "Cyrillic": str.maketrans("aceopxy", "\u0430\u0441\u0435\u043e\u0440\u0445\u0443"),
    "full width": {code: code + 0xFEE0 for code in range(ord("a"), ord("z") + 1)},
    "invisible": {ord("a"): "a\u034f", ord("e"): "e\ufe0f"},
}


def _moved_by_disguise(avap: Router) -> dict[str, int]:
    """Return for each disguise how many messages about figures it sends to another route."""
    lines = (DATA / "account-messages.jsonl").read_text(encoding="utf-8").splitlines()
    texts = [json.loads(line)["text"] for line in lines]
    plain = [decision.route for decision in avap.route_many(texts)]
    disguised = {
        name: [decision.route for decision in avap.route_many([text.translate(table) for text in texts])]
        for name, table in DISGUISED.items()
    }
    return {name: sum(a != b for a, b in zip(plain, routes, strict=True)) for name, routes in disguised.items()}


def test_no_disguise_moves_a_message(avap: Router) -> None:
    assert _moved_by_disguise(avap) == dict.fromkeys(DISGUISED, 0)


def test_saboteur_a_classifier_that_reads_the_raw_text_is_moved(avap: Router, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fingerpost.conversation.resolve.undisguised", clean)
    moved = _moved_by_disguise(avap)
    assert moved["Cyrillic"] > 5
    assert moved["invisible"] > 5


def test_the_classifier_prompt_names_every_route_and_both_rules(avap: Router) -> None:
    prompt = avap.routebook.prompts["classify"]
    for name in (*avap.routebook.names, "<platform_priority_rule>", "<history_rule>"):
        assert name in prompt
    assert "Never invent account data" in avap.routebook.prompts["platform"]


def _grams(text: str) -> frozenset[str]:
    plain = re.sub(r"\W+", " ", fold(text)).strip()
    return frozenset(plain[i : i + 3] for i in range(max(len(plain) - 2, 1)))


def _nearly_the_same(texts: Sequence[str]) -> list[tuple[str, str]]:
    """Return the pairs of texts that share four of five of their trigrams."""
    found = []
    smallest_first = sorted(((text, _grams(text)) for text in texts), key=lambda one: len(one[1]))
    for i, (one, a) in enumerate(smallest_first):
        for other, b in islice(smallest_first, i + 1, None):
            if len(a) < 0.8 * len(b):
                break  # nor with any that is larger still
            if len(a & b) >= 0.8 * len(a | b):
                found.append((one, other))
    return found


def test_texts_that_are_nearly_the_same_are_found() -> None:
    one, other = "how do I write a loop in AVAP?", "How do I write a loop in avap"
    assert _nearly_the_same([other, "what is a connector", one]) == [(other, one)]
    assert _nearly_the_same([one, f"{one} And how do I leave it?", "what is a connector"]) == []


def test_no_two_examples_of_a_route_are_nearly_the_same(avap: Router) -> None:
    groups: defaultdict[tuple[str, str | None, str | None], list[str]] = defaultdict(list)
    for e in avap.routebook.examples:
        groups[e.route, e.after, e.qualifier].append(e.text)
    assert [pair for group in groups.values() for pair in _nearly_the_same(group)] == []


def test_examples_come_in_three_languages_for_every_route() -> None:
    file = Path(str(load("avap").folder)) / "examples.jsonl"
    counts: defaultdict[tuple[str, str], int] = defaultdict(int)
    for line in file.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        counts[row["route"], row["lang"]] += 1
    assert len(counts) == 12
    assert min(counts.values()) >= 100


def test_few_frozen_messages_are_examples(avap: Router) -> None:
    student = avap.warm_student()
    assert student is not None
    for name in FROZEN:
        rows = read_rows(DATA / name, avap.routebook.names)
        assert sum(student.was_fitted_on(row.message.text) for row in rows) <= 0.06 * len(rows)


def test_the_shipped_student_belongs_to_these_examples() -> None:
    assert is_current(load("avap"), EmbeddedEncoder(PLAIN).fingerprint), "examples changed: run `make students`"
