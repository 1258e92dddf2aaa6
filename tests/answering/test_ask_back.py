"""Asking back: when an answer offers two routes, what counts as a choice, what it does, and what it leaves alone."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path

import pytest

from fingerpost import Answer, Decision, Message, Router, StoreError
from fingerpost.answering import ask_back
from fingerpost.answering.ask_back import CHOICE
from fingerpost.answering.assistant import Assistant
from fingerpost.answering.phrases import ASK_BACK, SOMETHING_ELSE
from fingerpost.learning.collect import collect, unlabelled_texts
from fingerpost.routebook.load import load
from fingerpost.settings import Settings, Slot
from fingerpost.testing import ScriptedReply, ScriptedServer, WordEncoder
from fingerpost.types import Turn

BOOK = r"""
fallback = "chat"
[thresholds]
accept = 0.9999
[[routes]]
name = "refund"
title = { en = "Refunds", es = "Devoluciones", pt = "Devoluções" }
reply = "Money back."
[[routes]]
name = "shipping"
title = { en = "Parcels", es = "Paquetes", pt = "Encomendas" }
reply = "On its way."
[[routes]]
name = "chat"
reply = "What else?"
[[rules]]
name = "greeting"
route = "chat"
patterns = ['^hello\b']
"""
EXAMPLES = {
    "refund": ["money back please", "refund the coat", "return these shoes", "quiero mi dinero", "devolver o casaco"],
    "shipping": ["parcel is late", "parcel never came", "delivery to Porto", "el paquete no llega", "cade a encomenda"],
}
UNSURE = "parcel money back late"


def _written(folder: Path, toml: str = BOOK) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "routebook.toml").write_text(toml, encoding="utf-8")
    rows = [{"text": text, "route": route} for route, texts in EXAMPLES.items() for text in texts]
    (folder / "examples.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return folder


@pytest.fixture
def settings(own_cache: Path, tmp_path: Path) -> Settings:
    return Settings(cache=own_cache, database=f"sqlite:///{tmp_path}/store.sqlite")


def _opened(folder: Path, settings: Settings) -> Assistant:
    return Assistant.open(Router.from_routebook(folder, encoder=WordEncoder(), settings=settings), settings)


@pytest.fixture
async def assistant(tmp_path: Path, settings: Settings) -> AsyncIterator[Assistant]:
    opened = _opened(_written(tmp_path / "shop"), settings)
    yield opened
    await opened.close()


def _options(answer: Answer) -> list[tuple[str, str, str | None]]:
    (part,) = [part for part in answer.parts if part.kind == CHOICE]
    return [(option["id"], option["title"], option["route"]) for option in part.values["options"]]


async def _asked(assistant: Assistant, session: str = "s", text: str = UNSURE) -> list[str | None]:
    """Have the assistant ask back, and return the routes that it offers, in their order."""
    answer = await assistant.ask(text, session=session)
    assert not answer.decision.accepted
    options = _options(answer)
    assert options[0][2] == answer.decision.route
    assert options[1][2] == answer.decision.runner_up
    return [route for _, _, route in options]


@pytest.mark.parametrize(
    ("text", "language"), [(UNSURE, "en"), ("el dinero del paquete", "es"), ("o dinheiro da encomenda não", "pt")]
)
async def test_an_unsure_answer_asks_back_in_the_language_of_the_message(
    assistant: Assistant, text: str, language: str
) -> None:
    answer = await assistant.ask(text)
    titles = {"en": {"Refunds", "Parcels"}, "es": {"Devoluciones", "Paquetes"}, "pt": {"Devoluções", "Encomendas"}}
    (one, two, other) = _options(answer)
    assert {one[1], two[1]} == titles[language]
    assert other == ("3", SOMETHING_ELSE[language], None)
    assert answer.text == f"{ASK_BACK[language]}\n1. {one[1]}\n2. {two[1]}\n3. {other[1]}"


async def test_where_the_language_cannot_be_told_the_first_declared_one_is_used(
    tmp_path: Path, settings: Settings
) -> None:
    spanish_first = BOOK.replace('en = "Refunds", es = "Devoluciones"', 'es = "Devoluciones", en = "Refunds"')
    opened = _opened(_written(tmp_path / "school", spanish_first), settings)
    answer = await opened.ask("dinero paquete", session="s")
    assert answer.text.startswith(f"{ASK_BACK['es']}\n1. ")
    assert _options(answer)[2][1] == SOMETHING_ELSE["es"]
    assert (await opened.ask("2", session="s")).decision.layer == CHOICE
    await opened.close()


async def test_a_stream_asks_back_too_and_takes_the_choice(assistant: Assistant) -> None:
    async with aclosing(assistant.stream(UNSURE, session="s")) as events:
        *_, asked = [event async for event in events]
    assert isinstance(asked, Answer)
    route = _options(asked)[1][2]
    async with aclosing(assistant.stream("2", session="s")) as events:
        decision, *_, answer = [event async for event in events]
    assert isinstance(decision, Decision)
    assert isinstance(answer, Answer)
    assert (decision.route, decision.layer, decision.accepted) == (route, CHOICE, True)
    assert answer.text in ("Money back.", "On its way.")


FIRST = ["1", "1.", "1️⃣", "１", " 1) ", "one", "the first", "The first one please", "option 1", "la primera", "el primero",
         "uno", "la opción 1", "opcion 1", "a primeira", "o primeiro", "um", "opção 1", "primeira por favor"]  # fmt: skip
SECOND = ["2", "second", "the second one", "number two", "la segunda", "dos", "número 2", "a segunda", "dois", "duas"]
OTHER = ["3", "something else", "Something else.", "otra cosa", "¿Otra cosa?", "outra coisa", "none of these",
         "ninguna", "ninguna de las dos", "nenhuma das duas", "neither", "the last one", "la tercera",
         "no", "No.", "nope", "no thanks", "no, neither", "ninguno", "ninguno de ellos", "ningún", "no gracias",
         "ni uno ni otro", "não", "nao", "não, obrigada", "nenhum", "Nenhum dos dois", "nem um nem outro"]  # fmt: skip
YES = ["yes", "Yes please", "yeah", "sure", "sí", "si", "claro", "sí, por favor", "sim", "Isso!", "com certeza"]
UNCLEAR = ["both", "Both of them!", "1 and 2", "1, 2", "1 o 2", "4", "los dos", "ambas", "as duas", "os dois"]
SMALL_TALK = ["ok", "OK!", "thanks", "hm", "Hmm…", "great, thanks", "vale", "gracias", "bueno", "muchas gracias",
              "obrigado", "tá bom", "valeu", "beleza", "?"]  # fmt: skip


@pytest.mark.parametrize(("said", "number"), [*((t, 0) for t in FIRST), *((t, 1) for t in SECOND)])
async def test_a_choice_decides_and_is_kept_as_the_label_of_the_message(
    assistant: Assistant, said: str, number: int
) -> None:
    routes = await _asked(assistant)
    answer = await assistant.ask(said, session="s")
    assert (answer.decision.route, answer.decision.layer) == (routes[number], CHOICE)
    assert answer.decision.accepted
    assert answer.text == {"refund": "Money back.", "shipping": "On its way."}[str(routes[number])]
    stored = list(assistant.sessions.store.stored_messages("shop"))
    assert [(message.text, message.route, message.layer, message.corrected) for message in stored] == [
        (UNSURE, routes[0], "fallback", routes[number]),
        (said, routes[number], CHOICE, None),
    ]


@pytest.mark.parametrize("said", OTHER)
async def test_something_else_goes_to_the_fallback(assistant: Assistant, said: str) -> None:
    await _asked(assistant)
    answer = await assistant.ask(said, session="s")
    assert (answer.decision.route, answer.decision.layer, answer.text) == ("chat", CHOICE, "What else?")
    # The fallback is no label: the person said only what it is not.
    assert [message.corrected for message in assistant.sessions.store.stored_messages("shop")] == [None, None]


async def test_something_else_is_a_label_where_a_route_is_for_it(tmp_path: Path, settings: Settings) -> None:
    toml = BOOK.replace('name = "chat"\n', 'name = "chat"\nout_of_scope = true\n')
    assistant = _opened(_written(tmp_path / "shop", toml), settings)
    await _asked(assistant)
    assert (await assistant.ask("something else", session="s")).decision.signals == ("something_else",)
    assert [message.corrected for message in assistant.sessions.store.stored_messages("shop")] == ["chat", None]
    await assistant.close()


async def test_something_else_without_any_such_route(tmp_path: Path, settings: Settings) -> None:
    assistant = _opened(_written(tmp_path / "shop", BOOK.replace('fallback = "chat"', "")), settings)
    await _asked(assistant)
    answer = await assistant.ask("something else", session="s")
    assert answer.decision.route is None
    assert answer.text.startswith("I cannot tell what this is about")
    assert [message.corrected for message in assistant.sessions.store.stored_messages("shop")] == [None, None]
    await assistant.close()


async def test_a_title_chooses_with_and_without_accents(assistant: Assistant) -> None:
    for said in ("Devoluções", "devolucoes", "DEVOLUÇÕES!", "refund"):
        await _asked(assistant, said, "o dinheiro da encomenda não")
        answer = await assistant.ask(said, session=said)
        assert (answer.decision.route, answer.decision.layer) == ("refund", CHOICE)


async def test_a_choice_is_read_in_the_language_of_the_question(tmp_path: Path, settings: Settings) -> None:
    """What is a title of one route in English may be that of another in Spanish."""
    toml = BOOK.replace('en = "Parcels", es = "Paquetes"', 'en = "Parcels", es = "Refunds"')
    toml += '[[routes]]\nname = "third"\nreply = "no"\ntitle = { en = "Third", es = "Parcels", pt = "Refunds" }\n'
    toml += "[[rules]]\nname = 'third'\nroute = 'third'\npatterns = ['^third$']\n"
    assistant = _opened(_written(tmp_path / "shop", toml), settings)
    for said in ("1", "2"):
        routes = await _asked(assistant, said)
        answer = await assistant.ask(said, session=said)
        assert (answer.decision.route, answer.decision.layer) == (routes[int(said) - 1], CHOICE)
    await assistant.close()


@pytest.mark.parametrize(
    ("titles", "said", "route"),
    [
        (("2", "1"), "1", "first"),
        (("1", "2"), "1", "first"),
        (("shipping", "refund"), "refund", "shipping"),
        (("shipping", "refund"), "shipping", "refund"),
        ((" Refunds ", "Parcels  by post"), "parcels by post", "shipping"),
        ((" Refunds ", "Parcels  by post"), "2", "second"),
    ],
)
async def test_titles_like_numbers_or_names_and_with_spaces(
    tmp_path: Path, settings: Settings, titles: tuple[str, str], said: str, route: str
) -> None:
    toml = BOOK.replace('"Refunds"', f'"{titles[0]}"').replace('"Parcels"', f'"{titles[1]}"')
    assistant = _opened(_written(tmp_path / "shop", toml), settings)
    routes = await _asked(assistant)
    answer = await assistant.ask(said, session="s")
    meant = {"first": routes[0], "second": routes[1]}.get(route, route)
    assert (answer.decision.route, answer.decision.layer) == (meant, CHOICE)
    await assistant.close()


@pytest.mark.parametrize("said", ["1", "2", "3", "yes", "ok"])
async def test_a_choice_that_is_sent_again_under_its_id_is_answered_alike(assistant: Assistant, said: str) -> None:
    await _asked(assistant)
    first = await assistant.ask(said, session="s", request_id="r-1")
    again = await assistant.ask(said, session="s", request_id="r-1")
    await assistant.ask("hello there parcel", session="s")
    later = await assistant.ask(said, session="s", request_id="r-1")
    for answer in (again, later):
        assert (answer.text, answer.decision.route, answer.decision.layer) == (
            first.text,
            first.decision.route,
            CHOICE,
        )
    assert len(list(assistant.sessions.store.stored_messages("shop"))) == 3


async def test_the_message_that_was_asked_about_is_answered(assistant: Assistant) -> None:
    offered = await _asked(assistant, text="money back")
    answer = await assistant.ask(str(offered.index("shipping") + 1), session="s")
    assert answer.text == "On its way."
    text = "money back, parcel 4471"
    turns = [Turn("user", text), Turn("assistant", f"{ASK_BACK['en']}\n1. Parcels\n2. Refunds\n3. Something else")]
    answer = await assistant.ask(Message("1", turns=turns))
    assert answer.decision.resolved is not None
    assert answer.decision.resolved.text == text


@pytest.mark.parametrize(
    "said",
    [
        "hello there",
        "the first parcel",
        "1 parcel",
        "11",
        "4471",
        "both parcels",
        "yes to the parcel",
        "no parcel came",
        "2 refunds and 1 parcel",
        "first of all",
    ],
)
async def test_another_message_is_routed_as_usual_and_labels_nothing(assistant: Assistant, said: str) -> None:
    await _asked(assistant)
    answer = await assistant.ask(said, session="s")
    assert answer.decision.layer != CHOICE
    assert [message.corrected for message in assistant.sessions.store.stored_messages("shop")] == [None, None]


async def test_a_choice_counts_once_and_only_right_after_the_question(assistant: Assistant) -> None:
    await _asked(assistant)
    await assistant.ask("hello parcel", session="s")
    assert (await assistant.ask("1", session="s")).decision.layer != CHOICE
    await _asked(assistant, "t")
    assert (await assistant.ask("1", session="t")).decision.layer == CHOICE
    assert (await assistant.ask("1", session="t")).decision.layer != CHOICE


@pytest.mark.parametrize("said", [*YES, *UNCLEAR, *SMALL_TALK])
async def test_a_yes_both_and_small_talk_ask_again_and_leave_the_question_open(assistant: Assistant, said: str) -> None:
    routes = await _asked(assistant)
    question = assistant.sessions.store.turns("s", 10)[-1].text
    again = await assistant.ask(said, session="s")
    assert (again.text, again.decision.layer, again.decision.accepted) == (question, CHOICE, False)
    assert [route for _, _, route in _options(again)] == routes
    assert [message.corrected for message in assistant.sessions.store.stored_messages("shop")] == [None, None]
    answer = await assistant.ask("2", session="s")
    assert (answer.decision.route, answer.decision.layer, answer.decision.accepted) == (routes[1], CHOICE, True)
    labels = [(message.text, message.corrected) for message in assistant.sessions.store.stored_messages("shop")]
    assert labels == [(UNSURE, routes[1]), (said, None), ("2", None)]
    assert (await assistant.ask("1", session="s")).decision.layer != CHOICE, "it is answered, and open no more"


async def test_small_talk_with_an_answer_of_its_own_leaves_the_question_open(assistant: Assistant) -> None:
    routes = await _asked(assistant)
    assert (await assistant.ask("hello", session="s")).text == "What else?"
    await assistant.ask("yes", session="s")
    answer = await assistant.ask("1", session="s")
    assert (answer.decision.route, answer.decision.layer) == (routes[0], CHOICE)
    assert next(iter(assistant.sessions.store.stored_messages("shop"))).corrected == routes[0]


async def test_the_route_for_small_talk_leaves_the_question_open(tmp_path: Path, settings: Settings) -> None:
    toml = BOOK.replace('name = "chat"\n', 'name = "chat"\nsmall_talk = true\n')
    assistant = _opened(_written(tmp_path / "shop", toml), settings)
    routes = await _asked(assistant)
    said = await assistant.ask("ok thanks bye", session="s")
    assert (said.text, said.decision.route) == ("What else?", "chat")
    # Small talk in words of one's own: what the route of its turn says counts.
    turns = [*assistant.sessions.store.turns("s", 10), Turn("user", "cheers pal", "chat"), Turn("assistant", "Bye.")]
    assert (await assistant.ask(Message("2", turns=turns))).decision.route == routes[1]
    assert (await assistant.ask("no", session="s")).decision.signals == ("something_else",)
    await assistant.close()


async def test_a_message_that_is_small_talk_itself_can_be_asked_about(assistant: Assistant) -> None:
    question = f"{ASK_BACK['en']}\n1. Parcels\n2. Refunds\n3. Something else"
    turns = [Turn("user", "parcel"), Turn("assistant", "On its way."), Turn("user", "hm"), Turn("assistant", question)]
    answer = await assistant.ask(Message("2", turns=turns))
    assert (answer.decision.route, answer.decision.layer) == ("refund", CHOICE)


@pytest.mark.parametrize("said", ["yes", "ok", "no", "sim"])
async def test_without_a_question_such_words_are_routed_as_usual(assistant: Assistant, said: str) -> None:
    await assistant.ask("hello", session="s")
    assert (await assistant.ask(said, session="s")).decision.layer != CHOICE


async def test_without_a_session_nothing_is_pending(assistant: Assistant) -> None:
    answer = await assistant.ask(UNSURE)
    assert _options(answer)
    assert (await assistant.ask("1")).decision.layer != CHOICE


async def test_a_declared_route_is_no_choice(assistant: Assistant) -> None:
    await _asked(assistant)
    answer = await assistant.ask(Message("1", declared="chat"), session="s")
    assert (answer.decision.route, answer.decision.layer) == ("chat", "declared")


async def test_a_forged_question_offers_no_route_that_does_not_exist(assistant: Assistant) -> None:
    for lines in ("1. Nothing\n2. Parcels", "", "1. Parcels\n2. Nothing", "x"):
        turns = [Turn("user", UNSURE), Turn("assistant", f"{ASK_BACK['en']}\n{lines}")]
        assert (await assistant.ask(Message("1", turns=turns))).decision.layer != CHOICE
    alone = [Turn("assistant", f"{ASK_BACK['en']}\n1. Parcels\n2. Refunds\n3. Something else")]
    assert (await assistant.ask(Message("1", turns=alone))).decision.layer != CHOICE


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('fallback = "chat"', 'fallback = "chat"\nask_back = false'),
        ('title = { en = "Refunds", es = "Devoluciones", pt = "Devoluções" }', ""),
        ('en = "Parcels"', 'en = "something else"'),
        ("accept = 0.9999", "accept = 0.0001"),
    ],
)
async def test_where_it_does_not_ask_back(tmp_path: Path, settings: Settings, old: str, new: str) -> None:
    assert old in BOOK
    assistant = _opened(_written(tmp_path / "shop", BOOK.replace(old, new)), settings)
    answer = await assistant.ask(UNSURE)
    assert [part.kind for part in answer.parts] == ["text"]
    assert answer.text in ("Money back.", "On its way.")
    await assistant.close()


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer([ScriptedReply("refund")]) as running:
        yield running


async def test_with_a_model_it_does_not_ask_back(tmp_path: Path, settings: Settings, server: ScriptedServer) -> None:
    pytest.importorskip("openai", reason="models need the extra fingerpost[llm]")
    slots = {"main": Slot(server.url, "big")}
    assistant = _opened(_written(tmp_path / "shop"), replace(settings, slots=slots))
    assert [part.kind for part in (await assistant.ask(UNSURE)).parts] == ["text"]
    await assistant.close()


@pytest.mark.parametrize("name", ["avap", "agents", "miniapps"])
def test_the_shipped_routebooks_have_no_titles_and_so_never_ask_back(name: str) -> None:
    book = load(name)
    assert not any(route.title for route in book.routes)
    for route in book.routes:
        unsure = Decision(route.name, accepted=False, confidence=0.4, layer="fallback", reason="", runner_up="x")
        for other in book.names:
            assert ask_back.question_for(replace(unsure, runner_up=other), Message("hm"), book) is None


async def test_the_label_is_a_training_row_and_the_choice_is_none(assistant: Assistant) -> None:
    routes = await _asked(assistant)
    await assistant.ask("la segunda", session="s")
    book, stored = assistant.routes.router.routebook, list(assistant.sessions.store.stored_messages("shop"))
    assert [(row.text, row.route, row.source) for row in collect(book, stored).rows] == [(UNSURE, routes[1], "person")]
    assert unlabelled_texts(book, stored) == []
    # A message that another layer decided would be labelled by a model.
    assert unlabelled_texts(book, [stored[1]._replace(layer="student", text="la segunda talla")]) != []


async def test_a_question_that_nobody_asked_labels_nothing(assistant: Assistant) -> None:
    """A client may send turns of its own with a question that was never an answer of this session."""
    routes = await _asked(assistant)
    question = assistant.sessions.store.turns("s", 10)[-1]
    await assistant.ask("where is my parcel", session="t")
    first, one, two, other = question.text.splitlines()
    swapped = "\n".join([first, f"1.{two[2:]}", f"2.{one[2:]}", other])
    forged = [Turn("user", "where is my parcel"), Turn("assistant", swapped)]
    answer = await assistant.ask(Message("1", turns=forged), session="t")
    assert (answer.decision.layer, answer.decision.route) == (CHOICE, routes[1])
    assert [row.corrected for row in assistant.sessions.store.stored_messages("shop")] == [None] * 3
    await assistant.ask(Message("1", turns=[Turn("user", UNSURE), question]), session="s")
    stored = {row.text: row.corrected for row in assistant.sessions.store.stored_messages("shop")}
    assert stored[UNSURE] == routes[0], "the same turns as those of the session"


async def test_a_label_that_cannot_be_stored_does_not_keep_the_answer(
    assistant: Assistant, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await _asked(assistant)

    def fails(*_: str) -> bool:
        raise StoreError("the disk is full")

    monkeypatch.setattr(assistant.sessions.store, "correct_earlier", fails)
    answer = await assistant.ask("1", session="s")
    assert answer.decision.layer == CHOICE
    assert "[choice] the label was not stored: the disk is full" in caplog.text
