"""Does a message continue its conversation, how likely, and what is it read as then?"""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fingerpost import Message
from fingerpost.conversation import continuation as module
from fingerpost.conversation.continuation import (
    MEANING,
    MIN_PROBABILITY,
    POINTING_PROBABILITY,
    continuation_probability,
    continue_conversation,
)
from fingerpost.conversation.resolve import resolve
from fingerpost.observability.facts import CONTEXT_DEPENDENT, record_facts
from fingerpost.routing.layers.follow_up import MAX_VECTORS, FollowUpDetector
from fingerpost.types import HISTORY, Attachment, Resolved, Turn

SALES = (
    Turn("user", "quantos pedidos tivemos em SP em abril?", "analytics"),
    Turn("assistant", "Em abril houve 1.204 pedidos em SP.", "analytics"),
)
POLICY = (
    Turn("user", "qual é o prazo para devolver um produto?", "knowledge"),
    Turn("assistant", "São 7 dias.", "knowledge"),
)
ALONE = "qual é a política de reembolso para vendedores?"
TEXTS = st.text(max_size=200)
TALKS = st.lists(
    st.builds(
        Turn,
        st.sampled_from(["user", "assistant", "document", "tool"]),
        st.text(max_size=120),
        st.sampled_from(["analytics", "knowledge", None]),
    ),
    max_size=30,
)


def _weight(text: str, turns: tuple[Turn, ...] = SALES, learned: float | None = None) -> float:
    message = Message(text, turns=turns)
    return continuation_probability(resolve(message), message, learned)


def _followed(text: str, turns: tuple[Turn, ...], turn: Turn, weight: float) -> Resolved:
    message = Message(text, turns=turns)
    return continue_conversation(resolve(message), message, turn, weight)


# The weight.


@pytest.mark.parametrize("text", ["e por estado?", "explica isso", "¿y el mes pasado?", "and last month?", ALONE, ""])
@pytest.mark.parametrize("learned", [None, 0.0, 0.99, 1.0])
def test_without_a_conversation_nothing_is_continued(text: str, learned: float | None) -> None:
    assert _weight(text, (), learned) == 0.0


def test_answers_alone_are_no_conversation() -> None:
    assert _weight("e por estado?", (Turn("assistant", "Olá! Em que posso ajudar?"),)) == 0.0


@pytest.mark.parametrize(
    "text",
    ["e no mês passado?", "e no mes passado?", "explica isso", "¿y el mes pasado?", "explica eso", "and last month?",
     "explain this"],
)  # fmt: skip
@pytest.mark.parametrize("learned", [None, 0.001])
def test_a_pointing_word_counts_whatever_else_is_known(text: str, learned: float | None) -> None:
    assert _weight(text, SALES, learned) >= POINTING_PROBABILITY


@pytest.mark.parametrize(
    ("continues", "begins"),
    [
        ("só os entregues", "mudando de assunto, qual é a política de devolução de eletrônicos?"),
        ("solo los entregados", "cambiando de tema, ¿cuál es la política de devolución de la tienda?"),
        ("only the delivered ones", "by the way, what is the return policy for electronics?"),
    ],
)
def test_a_fragment_continues_more_than_a_new_topic(continues: str, begins: str) -> None:
    assert _weight(continues) > 0.5 > _weight(begins)


def test_what_examples_taught_moves_the_weight_and_counts_most() -> None:
    weights = [_weight(ALONE, SALES, learned) for learned in (0.0, 0.02, 0.2, 0.5, 0.8, 0.98, 1.0)]
    assert weights == sorted(weights)
    assert weights[0] < MIN_PROBABILITY < 0.9 < weights[-1]


def test_the_general_models_count_little_beside_examples(monkeypatch: pytest.MonkeyPatch) -> None:
    before = _weight("mudando de assunto: quantos pedidos?", SALES, 0.9)
    monkeypatch.setattr(module, "TOPIC_WEIGHT", 0.0)
    without = _weight("mudando de assunto: quantos pedidos?", SALES, 0.9)
    assert before < without == pytest.approx(0.9)


@pytest.mark.parametrize("text", ["em menos palavras", "in fewer words", "en menos palabras"])
def test_a_wish_for_another_form_has_its_own_rule(text: str) -> None:
    assert _weight(text) == 0.0


def test_what_lies_in_the_editor_or_came_along_is_meant_and_not_the_talk() -> None:
    selected = Message("explain this", turns=SALES, selection="addVar(x, 1)")
    assert resolve(selected).on_editor
    assert continuation_probability(resolve(selected), selected, 0.99) == 0.0
    sent = Message("quem emitiu?", turns=SALES, attachments=[Attachment("nf.pdf", "application/pdf", b"")])
    attached = Resolved("quem emitiu?", "quem emitiu?", "quem emitiu?", attached=True)
    assert continuation_probability(attached, sent, 0.99) == 0.0


def test_an_intent_history_is_a_conversation_too() -> None:
    message = Message("e por estado?", intent_history=[("analytics", "quantos pedidos em SP?")])
    assert continuation_probability(resolve(message), message, None) >= POINTING_PROBABILITY


# What is known then.


def test_below_one_half_only_the_weight_is_kept() -> None:
    message = Message(ALONE, turns=SALES)
    plain = resolve(message)
    with record_facts() as facts:
        found = continue_conversation(plain, message, SALES[0], 0.49)
    assert (found.follows, found.leans, found.turn, found.complete, found.history) == (0.49, None, None, "", ())
    assert [(fact.what, fact.detail["how"]) for fact in facts] == [(CONTEXT_DEPENDENT, MEANING)]


def test_from_one_half_on_the_turn_and_the_complete_text_are() -> None:
    found = _followed("e por estado?", SALES, SALES[0], 0.5)
    assert (found.follows, found.turn, found.leans) == (0.5, SALES[0], "ellipsis")
    assert found.history == (SALES[0],)
    assert found.complete == "quantos pedidos tivemos em SP em abril? — e por estado?"
    meant = _followed("só os entregues", SALES, SALES[0], 0.8)
    assert (meant.leans, meant.turn) == (MEANING, SALES[0])


@pytest.mark.parametrize(
    ("text", "turns", "complete"),
    [
        ("e no mês passado?", SALES, "quantos pedidos tivemos em SP em abril? — e no mês passado?"),
        ("qual é o prazo disso?", (Turn("user", "o que é a taxa de cancelamento?"),), "qual é o prazo da taxa de cancelamento?"),
        ("how is it calculated?", (Turn("user", "what is the average ticket?"),), "how is the average ticket calculated?"),
    ],
)  # fmt: skip
def test_a_complete_text_can_stand_alone(text: str, turns: tuple[Turn, ...], complete: str) -> None:
    assert _followed(text, turns, turns[0], 0.9).complete == complete


def test_what_was_said_after_the_turn_that_is_meant_is_left_out() -> None:
    back = _followed("e no mês passado?", (*SALES, *POLICY), SALES[0], 0.9)
    assert "pedidos" in back.complete
    assert "devolver" not in back.complete
    last = _followed("e no mês passado?", (*SALES, *POLICY), POLICY[0], 0.9)
    assert "devolver" in last.complete


def test_of_the_same_question_twice_the_later_is_meant() -> None:
    turns = (*SALES, *POLICY, *SALES, Turn("user", "e no RJ?", "analytics"))
    found = _followed("e por estado?", turns, turns[-1], 0.9)
    assert found.complete.startswith("quantos pedidos")
    assert found.complete.endswith("e no RJ? — e por estado?")


def test_the_intent_history_stands_in_where_there_are_no_turns() -> None:
    message = Message("e por estado?", intent_history=[("analytics", "quantos pedidos em SP?")])
    found = continue_conversation(resolve(message), message, message.intent_history[0], 0.9)
    assert found.complete == "quantos pedidos em SP? — e por estado?"


def test_no_more_turns_than_a_classifier_may_see_are_handed_on() -> None:
    many = tuple(Turn("user", f"quantos pedidos em {year}?", "analytics") for year in range(2000, 2030))
    assert _followed("e por estado?", many, many[-1], 0.9).history == many[-HISTORY:]


@given(TEXTS, TALKS, st.none() | st.floats(0, 1))
def test_any_text_after_any_talk_has_a_weight(text: str, turns: list[Turn], learned: float | None) -> None:
    message = Message(text, turns=turns)
    resolved = resolve(message)
    weight = continuation_probability(resolved, message, learned)
    assert 0.0 <= weight <= 1.0
    assert weight == continuation_probability(resolved, message, learned)
    if not any(turn.role == "user" for turn in turns):
        assert weight == 0.0


@given(TEXTS, TALKS.filter(lambda turns: any(turn.role == "user" for turn in turns)), st.floats(0, 1))
def test_any_text_continues_from_any_turn(text: str, turns: list[Turn], weight: float) -> None:
    message = Message(text, turns=turns)
    resolved = resolve(message)
    turn = next(turn for turn in turns if turn.role == "user")
    found = continue_conversation(resolved, message, turn, weight)
    assert found.follows == weight
    assert (found.turn == turn) if weight >= 0.5 else (found.turn == resolved.turn)
    assert (found.text, found.folded, found.whole) == (resolved.text, resolved.folded, resolved.whole)
    assert len(found.history) <= HISTORY


# What a cascade asks.


def test_a_slight_weight_is_none() -> None:
    message = Message(ALONE, turns=SALES)
    resolved, talk = resolve(message), FollowUpDetector()
    assert 0.0 < continuation_probability(resolved, message, 0.0) < MIN_PROBABILITY
    assert talk.probability(resolved, message, 0.0) == 0.0
    assert (
        talk.probability(resolved, message, 0.9) == continuation_probability(resolved, message, 0.9) > MIN_PROBABILITY
    )


def test_the_turn_that_is_about_the_same_is_meant_before_the_last() -> None:
    here, away = np.array([1.0, 0.0], dtype=np.float32), np.array([0.0, 1.0], dtype=np.float32)
    message, talk = Message("e os entregues em SP?", turns=(*SALES, *POLICY)), FollowUpDetector()
    talk.store_vector(SALES[0].text, here)
    talk.store_vector(POLICY[0].text, away)
    meant = talk.candidate_turns(resolve(message), message, here)
    assert meant[0] == SALES[0]
    assert meant[-2:] == [POLICY[0], SALES[0]]
    assert talk.candidate_turns(resolve(message), message, away)[0] == POLICY[0]


def test_no_more_vectors_are_kept_than_there_is_room_for() -> None:
    talk = FollowUpDetector()
    for number in range(MAX_VECTORS + 10):
        talk.store_vector(f"message {number}", number)
    assert len(talk._vectors) == MAX_VECTORS
    assert "message 9" not in talk._vectors
    assert "message 10" in talk._vectors


def test_the_trail_says_what_it_was_read_as() -> None:
    message, talk = Message("e por estado?", turns=SALES), FollowUpDetector()
    resolved, said = talk.apply(resolve(message), message, SALES[0], 0.93)
    assert said == f'continues with 0.93 from [analytics] by ellipsis, read as "{resolved.complete}"'
    _, slight = talk.apply(resolve(message), message, SALES[0], 0.2)
    assert slight == "continues with 0.20"
