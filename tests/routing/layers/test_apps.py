"""Mini-apps in the router: triggers, the running app, and what belongs to none, in that order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fingerpost import Message, Route, Router
from fingerpost.errors import RoutebookError
from fingerpost.language.text import fold
from fingerpost.routebook.apps import APP_POINTS, AppEvent, AppSession, Trigger, installed_apps, running
from fingerpost.routebook.check import build
from fingerpost.routebook.guards import Clue
from fingerpost.routebook.load import load
from fingerpost.routebook.model import Routebook, Rule, Thresholds
from fingerpost.routing.layers.apps import READ_BY_APP, AppMatcher
from fingerpost.routing.layers.memo import Memo
from fingerpost.routing.router import as_message
from fingerpost.settings import Settings, Slot
from fingerpost.testing import ScriptedReply, ScriptedServer, WordEncoder
from fingerpost.types import Attachment, Decision, Example, Resolved
from tests.decisions import app_of, opens


@dataclass(frozen=True)
class Toy:
    """A mini-app that holds nothing, and waits for a colour where it is told to."""

    id: str
    triggers: Sequence[Trigger]
    name: str = "Toy"
    description: str = "Keeps toys."

    def data(self, events: Sequence[AppEvent]) -> Mapping[str, Any]:
        return {"events": len(events)}

    def waits(self, data: Mapping[str, Any]) -> bool:
        return data.get("asked") is not None

    def expects(self, data: Mapping[str, Any], text: str) -> bool:
        return data.get("asked") == "colour" and text in ("red", "blue")


SHELF = Toy("shelf", [Trigger(keywords=("shelf", "books"), phrases=("open the shelf", "abre la estantería"))])
PHOTOS = Toy(
    "photos",
    [
        Trigger(has_image=True),
        Trigger(keywords=("album",), has_url=True),
        Trigger(phrases=("print it",), when=lambda data: data.get("count", 0) > 3),
    ],
)
ROUTES = [
    Route("TALK", slot="conversational"),
    Route("DO", app=True, needs=0.6),
    Route("SHOW", app=True),
    Route("BEGIN", opens_as="DO", clue="asks"),
]
TAUGHT = [
    *(
        Example(text, "TALK")
        for text in ("is paper old", "why do books smell", "who made shelf wood", "nice weather today")
    ),
    *(Example(text, "DO") for text in ("put dune there", "put emma there", "drop dune now", "drop emma now")),
    *(Example(text, "SHOW") for text in ("show all titles", "show every title", "list all titles", "list them now")),
    *(
        Example(text, "BEGIN")
        for text in ("please start shelf", "please start album", "please begin books", "please begin shelf")
    ),
]


def book(**changes: Any) -> Routebook:
    given: dict[str, Any] = {
        "clues": [Clue("asks", frozenset({"please"}))],
        "rules": [
            Rule("control", "SHOW", contains=("status?",)),
            Rule("called", "TALK", contains=("who",), addressed=True),
        ],
        "fallback": "TALK",
        "examples": TAUGHT,
        "apps": [SHELF, PHOTOS],
        "assistant": "Sage",
    }
    return build("toys", changes.pop("routes", ROUTES), **{**given, **changes})


@pytest.fixture(scope="module")
def router() -> Router:
    return made(book())


def made(of: Routebook, **settings: Any) -> Router:
    return Router.from_routebook(
        of, encoder=WordEncoder(), settings=Settings(cache=None, **settings), memo=Memo(size=0)
    )


def decide(router: Router, text: str, app: str | None = None, **rest: Any) -> Decision:
    return router.route(Message(text, active_app=app, **rest))


# The flow, in its order.


def test_a_phrase_opens_an_app_that_does_not_run(router: Router) -> None:
    for text in ("Open the shelf", "hey Sage, please open the shelf now!", "ABRE LA ESTANTERIA"):
        decision = decide(router, text)
        assert (decision.layer, decision.route, app_of(decision), opens(decision)) == (
            "trigger",
            "DO",
            "shelf",
            True,
        ), text


def test_it_opens_beside_another_app_that_runs(router: Router) -> None:
    decision = decide(router, "open the shelf", "photos")
    assert (app_of(decision), opens(decision)) == ("shelf", True)


def test_a_phrase_in_the_middle_is_spoken_of_and_opens_nothing(router: Router) -> None:
    decision = decide(router, "my aunt never could open the shelf")
    assert (decision.route, app_of(decision), decision.layer) == ("TALK", None, "session")


def test_a_trigger_of_the_running_app_goes_on_in_it(router: Router) -> None:
    decision = decide(router, "please start shelf", "shelf")
    assert (decision.route, app_of(decision), opens(decision)) == ("DO", "shelf", False)


def test_a_phrase_that_opens_the_running_app_goes_on_in_it(router: Router) -> None:
    decision = decide(router, "open the shelf and put dune there", "shelf")
    assert (decision.layer, decision.route, app_of(decision), opens(decision)) == ("trigger", "DO", "shelf", False)


def test_without_a_running_app_all_else_goes_to_the_assistant(router: Router) -> None:
    for text in ("put dune there", "show all titles", "cancel", "status?"):
        decision = decide(router, text)
        assert (decision.route, decision.layer, app_of(decision)) == ("TALK", "session", None), text


def test_an_app_that_is_named_is_opened_where_the_student_says_so(router: Router) -> None:
    decision = decide(router, "please start shelf")
    assert (decision.route, app_of(decision), opens(decision)) == ("DO", "shelf", True)
    assert decision.layer in ("student", "fallback")
    mention = decide(router, "who made shelf wood please")
    assert (mention.route, app_of(mention)) == ("TALK", None)


def test_without_the_clue_nothing_is_judged(router: Router) -> None:
    assert decide(router, "start shelf").layer == "session"


def test_in_a_running_app_the_intent_decides(router: Router) -> None:
    assert app_of(decide(router, "put dune there", "shelf")) == "shelf"
    assert decide(router, "list all titles", "shelf").route == "SHOW"
    talk = decide(router, "why do books smell", "shelf")
    assert (talk.route, app_of(talk)) == ("TALK", None)


def test_nothing_is_opened_that_was_not_named(router: Router) -> None:
    decision = decide(router, "please begin now", "photos")
    assert not opens(decision)
    assert app_of(decision) in (None, "photos")


def test_the_app_that_runs_wins_where_both_are_named(router: Router) -> None:
    gate = AppMatcher(router.routebook)
    message = Message("please put the album beside the books on the shelf", active_app="shelf")
    assert gate.find_mention(message, router.resolve(message)).likely is None
    other = replace(message, active_app="photos")
    likely = gate.find_mention(other, router.resolve(other)).likely
    assert likely is not None
    assert likely.id == "shelf"


@pytest.fixture(scope="module")
def shipped() -> AppMatcher:
    """The matcher of the shipped apps as they would be without examples: keywords alone."""
    shipped = load("miniapps")
    plain = [Toy(app.id, [replace(t, examples=()) for t in app.triggers if not t.examples]) for app in shipped.apps]
    return AppMatcher(replace(shipped, apps=tuple(plain)))


@pytest.mark.parametrize(
    ("text", "app"),
    [
        ("split trip expenses", "bill_split"),
        ("plan the bill for our trip", "bill_split"),
        ("log our road trip expenses and start now", "bill_split"),
        ("could you set up something to track shared expenses for our road trip", "bill_split"),
        ("let's plan a weekend with a shared tab", "trip_planner"),
        ("necesito ordenar los gastos del fin de semana", "bill_split"),
        ("quiero organizar las vacaciones y los gastos", "trip_planner"),
        ("vamos acertar as contas do fim de semana", "bill_split"),
        ("preciso montar o roteiro das férias com as despesas", "trip_planner"),
    ],
)
def test_of_two_apps_that_are_named_the_object_is_meant(shipped: AppMatcher, text: str, app: str) -> None:
    message = Message(text)
    likely = shipped.find_mention(message, Resolved(text, fold(text), text)).likely
    assert likely is not None
    assert likely.id == app


def test_an_app_that_is_named_far_more_often_is_meant(shipped: AppMatcher) -> None:
    text = "please plan our holiday trip, the itinerary and the bill"
    likely = shipped.find_mention(Message(text), Resolved(text, fold(text), text)).likely
    assert likely is not None
    assert likely.id == "trip_planner"


# Words that take an app up again.


@pytest.mark.parametrize(
    "text",
    [
        "continue with the shelf", "Sage, back to the shelf please", "let's go back to my old books", "reopen shelf",
        "resume the books", "can we return to the shelf?", "sigamos con la shelf", "quiero retomar los books",
        "volvamos a nuestra última shelf", "reabre la shelf", "continuar a shelf", "vamos voltar pra shelf",
        "Voltemos à shelf!", "segue com a shelf e põe duna",
    ],
)  # fmt: skip
def test_words_that_ask_to_go_on_open_an_app_for_certain(router: Router, text: str) -> None:
    decision = decide(router, text)
    assert (decision.layer, app_of(decision), opens(decision)) == ("trigger", "shelf", True)
    runs = decide(router, text, "shelf")
    assert (runs.layer, app_of(runs), opens(runs)) == ("trigger", "shelf", False), "it goes on in it"


@pytest.mark.parametrize(
    "text",
    [
        "I continue to love books", "resume los books", "resume a shelf", "continue reading about books",
        "back to the shelf: which of them should I read first?", "should we go back to the shelf", "continue",
        "the shelf goes on", "back to work, books later",
    ],
)  # fmt: skip
def test_what_only_sounds_like_it_opens_nothing_for_certain(router: Router, text: str) -> None:
    assert not opens(decide(router, text))


def test_what_answers_a_question_of_the_app_needs_no_judgement(router: Router) -> None:
    asked = decide(router, "red", "shelf", app_data={"asked": "colour"})
    assert (asked.route, asked.layer, app_of(asked)) == ("DO", "session", "shelf")
    assert decide(router, "red", "shelf").layer != "session"


@dataclass(frozen=True)
class Reading(Toy):
    """A toy with a reader of its own: it knows a few messages."""

    def route_for(self, data: Mapping[str, Any], text: str) -> str | None:
        if text == "break":
            raise KeyError("the app's own fault")
        return {"stack dune": "DO", "titles": "SHOW", "chat": "TALK", "odd": "NOWHERE"}.get(text)


@pytest.fixture(scope="module")
def with_reader() -> Router:
    return made(book(apps=[Reading("shelf", SHELF.triggers), PHOTOS]))


@pytest.mark.parametrize(("text", "route"), [("stack dune", "DO"), ("titles", "SHOW")])
def test_what_the_running_app_reads_surely_needs_no_classifier(with_reader: Router, text: str, route: str) -> None:
    decision = decide(with_reader, text, "shelf")
    assert (decision.route, decision.layer, app_of(decision), decision.accepted) == (route, "session", "shelf", True)
    assert decide(with_reader, text).route == "TALK", "no app runs"
    assert decide(with_reader, text, "photos").layer != "session", "another runs, which has no reader"


@pytest.mark.parametrize("text", ["chat", "odd", "put dune there"])
def test_a_route_that_is_not_for_apps_is_left_to_the_classifier(with_reader: Router, text: str) -> None:
    assert decide(with_reader, text, "shelf").layer != "session"


def test_rules_go_before_the_reader_of_an_app(with_reader: Router) -> None:
    assert decide(with_reader, "status? stack dune", "shelf").layer == "rules"


def test_a_reader_that_fails_is_reported_and_stops_nobody(
    with_reader: Router, caplog: pytest.LogCaptureFixture
) -> None:
    decision = decide(with_reader, "break", "shelf")
    assert decision.layer != "session"
    assert "shelf failed while it read a message" in caplog.text


UNSURE = "put weather there"


@dataclass(frozen=True)
class ReadByModel(Reading):
    """A toy that has a model read messages: it finds what the message says, and the model is asked nothing."""

    async def route_by_model(
        self, chooser: object, data: Mapping[str, Any], text: str, said_last: Sequence[str]
    ) -> str | None:
        if "broken" in data:
            raise KeyError("the app's own fault")
        return str(data["reads"]) if "reads" in data else None


@pytest.mark.parametrize(
    ("data", "route", "signal"),
    [
        ({"reads": "DO"}, "DO", True),
        ({"reads": "SHOW"}, "SHOW", True),
        ({"reads": "TALK"}, "TALK", False),
        ({"reads": "NOWHERE"}, "TALK", False),
        ({}, "TALK", False),
        ({"broken": True}, "TALK", False),
    ],
)
def test_what_a_model_reads_for_the_running_app_goes_there_where_the_classifier_is_unsure(
    data: Mapping[str, Any], route: str, signal: bool, caplog: pytest.LogCaptureFixture
) -> None:
    pytest.importorskip("openai", reason="the chat client needs the extra fingerpost[llm]")
    with ScriptedServer([ScriptedReply(arguments='{"route": "TALK"}')]) as server:
        strict = [r if r.name != "DO" else replace(r, needs=0.999) for r in ROUTES]
        of = book(apps=[ReadByModel("shelf", SHELF.triggers), PHOTOS], routes=strict)
        settings = Settings(cache=None, slots={"classifier": Slot(server.url, "tiny")})
        router = Router.from_routebook(of, encoder=WordEncoder(), settings=settings)
        decision = decide(router, UNSURE, "shelf", app_data=data)
        # It holds for what the app has now.
        again = decide(router, UNSURE, "shelf", app_data=data)
        router.close()
    assert decision.route == route
    assert (app_of(decision) == "shelf", READ_BY_APP in decision.signals, not server.requests) == (signal,) * 3
    if signal:
        assert (decision.layer, decision.accepted) == ("llm", True)
        assert "the model reads what shelf can do" in decision.reason
    assert (again.layer == "memo") != signal
    assert ("shelf failed while a model read" in caplog.text) == ("broken" in data)


def test_an_app_that_is_not_installed_does_not_run(router: Router) -> None:
    decision = decide(router, "put dune there", "gone")
    assert (decision.route, app_of(decision)) == ("TALK", None)


# Conditions of triggers.


def test_an_image_a_url_and_a_condition_on_what_the_app_holds(router: Router) -> None:
    image = [Attachment("a.png", "image/png", b"")]
    assert app_of(decide(router, "look", attachments=image)) == "photos"
    assert app_of(decide(router, "look", attachments=[Attachment("a.pdf", "application/pdf", b"")])) is None
    gate = AppMatcher(router.routebook)
    linked = as_message("please make an album of https://example.org/x")
    assert gate.find_mention(linked, router.resolve(linked)).likely is PHOTOS
    bare = as_message("please make an album")
    assert gate.find_mention(bare, router.resolve(bare)).likely is None
    assert opens(decide(router, "print it", "shelf", app_data={"count": 4}))
    assert not opens(decide(router, "print it", "shelf", app_data={"count": 2}))


# Less sure than a route needs.


def test_what_is_less_sure_than_its_route_needs_goes_to_the_fallback() -> None:
    strict = made(book(routes=[r if r.name != "DO" else replace(r, needs=0.999) for r in ROUTES]))
    loose = made(book(routes=[r if r.name != "DO" else replace(r, needs=0.0) for r in ROUTES]))
    unsure = "put weather there"
    assert decide(loose, unsure, "shelf").route == "DO"
    decision = decide(strict, unsure, "shelf")
    assert (decision.route, app_of(decision), decision.runner_up) == ("TALK", None, "DO")
    assert "DO needs 1.00" in decision.reason


def test_nothing_is_opened_with_too_little_confidence() -> None:
    strict = made(book(routes=[r if r.name != "BEGIN" else replace(r, needs=0.999) for r in ROUTES]))
    decision = decide(strict, "please begin dune shelf")
    assert (decision.route, app_of(decision), opens(decision)) == ("TALK", None, False)


# The assistant's name.


def test_a_rule_for_what_is_said_to_the_assistant_holds_only_there(router: Router) -> None:
    assert decide(router, "Sage who are you", "photos").layer == "rules"
    assert decide(router, "who are you", "photos").layer != "rules"


def test_where_an_app_is_named_the_rule_does_not_hold(router: Router) -> None:
    assert decide(router, "Sage who can please start the shelf", "photos").layer != "rules"


def test_the_name_is_a_setting() -> None:
    router = made(book(), assistant_name="Robin")
    assert decide(router, "Robin who are you", "photos").layer == "rules"
    assert decide(router, "Sage who are you", "photos").layer != "rules"


def test_the_students_text_is_without_the_name(router: Router) -> None:
    with_name, without = decide(router, "Sage, put dune there", "shelf"), decide(router, "put dune there", "shelf")
    assert with_name.confidence == without.confidence


# A new intent by data alone.


def test_a_new_intent_comes_by_data_alone(tmp_path: Path) -> None:
    toml = """
fallback = "TALK"
[[routes]]
name = "TALK"
[[routes]]
name = "DO"
app = true
[[routes]]
name = "CLARIFICATION"
app = true
"""
    (tmp_path / "routebook.toml").write_text(toml, encoding="utf-8")
    rows = [
        *(
            f'{{"text": "{text}", "route": "CLARIFICATION"}}'
            for text in ("i meant the other", "not that one", "i meant dune", "not emma")
        ),
        *(f'{{"text": "{e.text}", "route": "{e.route}"}}' for e in TAUGHT if e.route in ("TALK", "DO")),
    ]
    (tmp_path / "examples.jsonl").write_text("\n".join(rows), encoding="utf-8")
    router = made(replace(load(tmp_path), apps=(SHELF,)))
    decision = decide(router, "i meant that other one", "shelf")
    assert (decision.route, app_of(decision)) == ("CLARIFICATION", "shelf")
    assert decide(router, "put dune there", "shelf").route == "DO"


# What a routebook may say.


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"fallback": None}, "fallback"),
        (
            {
                "routes": [Route("TALK"), Route("DO", needs=0.5)],
                "fallback": None,
                "apps": [],
                "rules": [],
                "examples": [],
            },
            "needs",
        ),
        ({"routes": [*ROUTES[:3], Route("BEGIN", opens_as="TALK")]}, "opens_as"),
        ({"routes": [*ROUTES[:3], Route("BEGIN", opens_as="DO", clue="nope")]}, "no such clue"),
        ({"routes": [*ROUTES, Route("AGAIN", opens_as="DO")]}, "only one route"),
        ({"routes": [Route("TALK"), Route("DO")], "examples": [], "rules": []}, "app = true"),
    ],
)
def test_a_routebook_with_a_fault_is_refused(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(RoutebookError, match=said):
        book(**changes)


def test_apps_of_a_folder_are_named_or_all(tmp_path: Path) -> None:
    toml = 'fallback = "A"\napps = {}\n[[routes]]\nname = "A"\n[[routes]]\nname = "B"\napp = true\n'
    for named, said in (('["nobody"]', "no installed package has this app"), ("7", "must be")):
        (tmp_path / "routebook.toml").write_text(toml.format(named), encoding="utf-8")
        with pytest.raises(RoutebookError, match=said):
            load(tmp_path)
    (tmp_path / "routebook.toml").write_text(toml.format("[]"), encoding="utf-8")
    assert load(tmp_path).apps == ()


def test_the_digest_changes_with_the_apps() -> None:
    assert book().digest() == book().digest()
    assert book().digest() != book(apps=[SHELF]).digest()
    assert book().digest() != book(assistant="Robin").digest()


def test_a_session_that_ended_runs_nothing() -> None:
    assert running([SHELF], AppSession(1, "shelf")) is SHELF
    assert running([SHELF], AppSession(1, "shelf", ended="done")) is None
    assert running([PHOTOS], AppSession(1, "shelf")) is None
    assert running([SHELF], None) is None


WORDS = st.lists(
    st.sampled_from(
        [
            "please",
            "start",
            "shelf",
            "album",
            "books",
            "put",
            "drop",
            "show",
            "list",
            "why",
            "open",
            "the",
            "dune",
            "Sage",
        ]
    ),
    max_size=9,
)


@given(words=WORDS, app=st.sampled_from([None, "shelf", "photos"]))
def test_nothing_reaches_an_app_that_neither_runs_nor_is_opened(
    router: Router, words: list[str], app: str | None
) -> None:
    decision = decide(router, " ".join(words), app)
    if app_of(decision) is None:
        assert not opens(decision)
    else:
        assert opens(decision) or app_of(decision) == app
    if opens(decision):
        assert app_of(decision) != app
    if decision.route == "TALK":
        assert app_of(decision) is None


# A language model.


def test_a_model_is_told_which_app_runs_and_is_not_offered_what_cannot_be() -> None:
    pytest.importorskip("openai", reason="the chat client needs the extra fingerpost[llm]")
    prompts = {"classify": "While {app_name} runs ({app_description}), say one of the types."}
    with ScriptedServer([ScriptedReply(arguments='{"route": "SHOW"}')]) as server:
        router = made(
            book(prompts=prompts, thresholds=Thresholds(accept=0.999, llm_trust=0.99)),
            slots={"classifier": Slot(server.url, "tiny")},
        )
        try:
            decision = decide(router, "put all weather", "shelf")
            assert (decision.layer, decision.route, app_of(decision)) == ("llm", "SHOW", "shelf")
            asked = str(server.requests[-1])
            assert "While Toy runs (Keeps toys.)" in asked
            assert "BEGIN" not in asked
            decide(router, "please begin dune shelf", "photos")
            assert "BEGIN" in str(server.requests[-1])
            # Without a running app only what is named can be asked about; the model is told that none runs.
            decide(router, "please weather shelf")
            assert "No app runs" in str(server.requests[-1])
        finally:
            router.close()


def test_an_opening_that_a_model_sees_opens_what_was_named() -> None:
    pytest.importorskip("openai", reason="the chat client needs the extra fingerpost[llm]")
    with ScriptedServer([ScriptedReply(arguments='{"route": "BEGIN"}')]) as server:
        router = made(
            book(thresholds=Thresholds(accept=0.999, llm_trust=0.99)), slots={"classifier": Slot(server.url, "tiny")}
        )
        try:
            decision = decide(router, "please start weather shelf", "photos")
            assert (decision.layer, decision.route, app_of(decision), opens(decision)) == ("llm", "DO", "shelf", True)
        finally:
            router.close()


def test_a_model_that_is_down_leaves_what_is_doubtful_to_the_assistant() -> None:
    pytest.importorskip("openai", reason="the chat client needs the extra fingerpost[llm]")
    strict = [r if r.name != "DO" else replace(r, needs=0.999) for r in ROUTES]
    router = made(book(routes=strict), slots={"classifier": Slot("http://127.0.0.1:9/v1", "tiny")}, llm_timeout=2.0)
    try:
        decision = decide(router, "put weather there", "shelf")
        assert (decision.route, app_of(decision), decision.layer) == ("TALK", None, "fallback")
    finally:
        router.close()


def test_an_app_that_fails_says_no_and_stops_nobody() -> None:
    class Faulty(Toy):
        def expects(self, data: Mapping[str, Any], text: str) -> bool:
            raise ValueError("no")

    def wrong(data: Mapping[str, Any]) -> bool:
        raise KeyError("count")

    faulty = Faulty("shelf", [Trigger(phrases=("open the shelf",)), Trigger(keywords=("shelf",), when=wrong)])
    router = made(book(apps=[faulty]))
    assert app_of(decide(router, "put dune there", "shelf")) == "shelf"
    assert app_of(decide(router, "please start shelf")) is None
    assert opens(decide(router, "open the shelf"))


# What packages bring.


class Point:
    """An entry point that gives what it is told to."""

    def __init__(self, name: str, value: str, given: Any) -> None:
        self.name, self.value, self._given = name, value, given

    def load(self) -> Any:
        return self._given()


def _leaves() -> None:
    raise SystemExit(3)


def test_a_package_with_a_fault_is_left_out_and_stops_nobody(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    points = [
        Point("a", "their.app:APP", lambda: Toy("trip", [Trigger(phrases=("theirs",))])),
        Point("b", "fingerpost.app:APP", lambda: Toy("trip", [Trigger(phrases=("ours",))])),
        Point("c", "their.app:LEAVES", _leaves),
        Point("d", "their.app:NONE", lambda: None),
        Point("e", "their.app:EMPTY", lambda: Toy("", [])),
        Point("f", "their.app:WRONG", lambda: Toy("wrong", ["no trigger"])),  # type: ignore[list-item]
        Point("g", "their.app:EVERY", lambda: Toy("every", [Trigger()])),
        Point("h", "their.app:SOUND", lambda: Toy("sound", [Trigger(phrases=("sound",))])),
    ]
    monkeypatch.setattr(metadata, "entry_points", lambda group: points if group == APP_POINTS else [])
    found = installed_apps()
    assert sorted(found) == ["sound", "trip"]
    assert found["trip"].triggers[0].phrases == ("ours",)
    assert len(caplog.records) == 6
