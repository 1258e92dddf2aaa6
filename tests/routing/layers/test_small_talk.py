"""Small talk: told in three languages with a route for it, and no other message lost to it."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from fingerpost import Message, Route, Router, Turn
from fingerpost.conversation.resolve import resolve
from fingerpost.language.text import as_read, fold
from fingerpost.models.embedding_cache import encode_cached
from fingerpost.models.encoder import EmbeddedEncoder
from fingerpost.routebook.check import build
from fingerpost.routing.layers import small_talk
from fingerpost.routing.layers.small_talk import SmallTalk, open_small_talk, packaged_examples
from fingerpost.settings import EMBEDDED_ENCODERS, Settings
from fingerpost.types import Attachment, Example
from tests.conftest import SHOP

DATA = Path(__file__).parents[2] / "data"
HELD_OUT = [json.loads(line) for line in (DATA / "small-talk.jsonl").read_text(encoding="utf-8").splitlines()]
DOMAINS = sorted((DATA / "small-routers").glob("*.toml"))[::3]
ROUTES = [Route(name, examples=examples) for name, examples in SHOP.items()]
CHAT = Route("chat", small_talk=True, reply="Hello!")


@pytest.fixture(scope="module")
def encoder() -> EmbeddedEncoder:
    return EmbeddedEncoder(EMBEDDED_ENCODERS[0])


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("vectors")


@pytest.fixture(scope="module")
def router(encoder: EmbeddedEncoder) -> Router:
    return Router([*ROUTES, CHAT], encoder=encoder, settings=Settings(cache=None)).warm()


@pytest.mark.parametrize(
    "text",
    [
        "hello!", "HELLO", "thank u so much", "r u a robot", "what can you do for me?", "you're awesome",
        "holaa buenos dias", "¿eres una máquina?", "muchisimas gracias", "adiós", "quién eres tú", "dime un chiste",
        "oi, tudo bem?", "vc e um robo?", "muito obrigada!", "tchau tchau", "qual é o seu nome", "me conta uma piada",
    ],
)  # fmt: skip
def test_small_talk_goes_to_its_route(router: Router, text: str) -> None:
    decision = router.route(text)
    assert (decision.route, decision.layer, decision.accepted) == ("chat", "small_talk", True), decision.reason
    assert decision.reason.startswith("small talk, ")
    assert decision.trail[-1].who == "small_talk"


@pytest.mark.parametrize(
    ("text", "route"),
    [
        ("hi! where is my parcel?", "shipping"), ("Thanks. I want my money back", "refund"),
        ("hola, buenas tardes, dónde está mi paquete?", "shipping"), ("where is my parcel? thank you", "shipping"),
        ("oi, tudo bem? quero o reembolso do meu pedido", "refund"), ("are you a robot? is the lamp waterproof", "product"),
    ],
)  # fmt: skip
def test_a_message_with_small_talk_around_it_goes_to_its_own_route(router: Router, text: str, route: str) -> None:
    assert router.route(text).route == route


@pytest.mark.parametrize(
    "text",
    [
        "good morning, is there a refund", "hello, I want to kill myself", "help, fire!", "what is your phone number",
        "bom dia, chegou quebrado", "are you hiring?", "call me", "good price?", "ok cancel it", "hello, cancel",
    ],
)  # fmt: skip
def test_what_begins_or_sounds_like_small_talk_and_is_none(router: Router, text: str) -> None:
    assert router.route(text).layer != "small_talk"


def test_without_a_route_for_it_small_talk_is_a_stranger(encoder: EmbeddedEncoder) -> None:
    plain = Router(ROUTES, encoder=encoder, settings=Settings(cache=None))
    for decision in plain.route_many(["hello!", "are you a robot?", "muchas gracias"]):
        assert (decision.route, decision.accepted) == (None, False)


def test_it_is_decided_once_and_then_remembered(router: Router) -> None:
    first, second = router.route("good evening"), router.route("good evening")
    assert (first.layer, second.layer, second.route) == ("small_talk", "memo", "chat")


def test_an_example_of_another_route_wins(encoder: EmbeddedEncoder) -> None:
    human = Route("handover", examples=["are you a robot?", "give me a human", "I want to talk to a real person"])
    router = Router([*ROUTES, human, CHAT], encoder=encoder, settings=Settings(cache=None))
    assert router.route("are you a robot?").route == "handover"
    assert router.route("how are you?").route == "chat"


def test_own_examples_count_beside_the_packaged_ones(encoder: EmbeddedEncoder) -> None:
    text = "ahoy shipmate, fair winds and following seas"
    without, own = talk_of(encoder, []), talk_of(encoder, [Example(text, "chat")])
    [vector] = encoder.encode([text])
    assert without.verdict(Message(text), resolve(Message(text)), vector) is None
    verdict = own.verdict(Message(text), resolve(Message(text)), vector)
    assert verdict is not None
    assert verdict.reason == f"small talk, 1.00 like “{text}”"


@pytest.mark.parametrize(
    "message",
    [
        Message("thanks", attachments=[Attachment("bill.pdf", "application/pdf", b"")]),
        Message("thanks", active_app="trip_planner"),
        Message("and that one?", turns=[Turn("user", "where is my parcel", "shipping")]),
    ],
    ids=["file", "app", "earlier turn"],
)
def test_what_depends_on_something_else_is_no_small_talk(encoder: EmbeddedEncoder, message: Message) -> None:
    talk = talk_of(encoder, [Example("and that one?", "chat")])
    [vector] = encoder.encode([message.text])
    alone = Message(message.text)
    assert talk.verdict(alone, resolve(alone), vector) is not None
    assert talk.verdict(message, resolve(message), vector) is None


def test_the_flag_adds_no_examples_to_the_routebook() -> None:
    book = build("shop", [*ROUTES, CHAT])
    assert {example.route for example in book.examples} == set(SHOP)
    assert book.small_talk == "chat"
    assert book.digest() != build("shop", [*ROUTES, Route("chat", reply="Hello!")], fallback="chat").digest()


def test_a_routebook_without_such_a_route_needs_nothing_of_it(encoder: EmbeddedEncoder) -> None:
    assert open_small_talk(build("shop", ROUTES), encoder, None) is None


def test_the_packaged_examples_are_distinct_and_not_those_that_measure_them() -> None:
    packaged = [plain(text) for text in packaged_examples()]
    assert all(packaged)
    assert len(set(packaged)) == len(packaged)
    assert not {plain(row["text"]) for row in HELD_OUT} & set(packaged)


def test_the_sentence_of_an_explanation(router: Router) -> None:
    explanation = router.explain("are you a robot?", seconds=1)
    assert explanation.cause.matched == "are you a robot?"
    assert str(explanation).startswith("chat, because it is small talk, like “are you a robot?”.")


@pytest.mark.parametrize("name", EMBEDDED_ENCODERS)
def test_small_routers_tell_small_talk_and_lose_nothing_to_it(name: str, cache: Path) -> None:
    assert good(*measured(name, cache))


@pytest.mark.parametrize(("constant", "value"), [("LIKENESS", 0.8), ("LIKENESS", -1.0), ("NEW_WORDS", 99)])
def test_the_measurement_notices_a_wrong_constant(
    constant: str, value: float, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(small_talk, constant, value)
    if value < 0:
        monkeypatch.setattr(small_talk, "AHEAD", -1.0)
    assert not good(*measured(EMBEDDED_ENCODERS[0], cache))


def good(told: float, lost: float, mixed_lost: float) -> bool:
    return told >= 0.6 and lost <= 0.01 and mixed_lost <= 0.01


def measured(name: str, cache: Path) -> tuple[float, float, float]:
    """Return the shares told of small talk, and lost to it of the messages as they are and with small talk around."""
    encoder, counts = EmbeddedEncoder(name), []
    for file in DOMAINS:
        domain = tomllib.loads(file.read_text(encoding="utf-8"))
        routes = [Route(name, examples=route["examples"]) for name, route in domain["routes"].items()]
        book = build("small", [*routes, CHAT])
        talk = SmallTalk(book, "chat", encoder, cache)
        mine = [row for row in HELD_OUT if row["lang"] == domain["language"]]
        alone, frames = ([row["text"] for row in mine if row["kind"] == kind] for kind in ("alone", "mixed"))
        messages = [text for route in domain["routes"].values() for text in route["messages"]]
        mixed = [frames[i % len(frames)].replace("{message}", text) for i, text in enumerate(messages)]
        counts.append([share(talk, encoder, texts, cache) for texts in (alone, messages, mixed)])
    told, lost, mixed_lost = (sum(column) / len(column) for column in zip(*counts, strict=True))
    return told, lost, mixed_lost


def share(talk: SmallTalk, encoder: EmbeddedEncoder, texts: list[str], cache: Path) -> float:
    vectors = encode_cached(encoder, [as_read(text) for text in texts], cache)
    said = [
        talk.verdict(Message(text), resolve(Message(text)), vector) for text, vector in zip(texts, vectors, strict=True)
    ]
    return sum(verdict is not None for verdict in said) / len(said)


def talk_of(encoder: EmbeddedEncoder, examples: list[Example]) -> SmallTalk:
    talk = open_small_talk(build("shop", [*ROUTES, CHAT], examples=examples), encoder, None)
    assert talk is not None
    return talk


def plain(text: str) -> str:
    return " ".join(fold(text).split()).strip(" .?!¿¡")
