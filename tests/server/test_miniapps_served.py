"""Two whole conversations with mini-apps over the wire: English over HTTP, Spanish over gRPC, questions and actions."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest

pytest.importorskip("fastapi", reason="serving needs the extra fingerpost[serve]")
pytest.importorskip("grpc", reason="serving needs the extra fingerpost[serve]")

from fingerpost import Router
from fingerpost.assistants.miniapps.bill_split.app import APP as BILLS
from fingerpost.assistants.miniapps.bill_split.state import debts
from fingerpost.assistants.miniapps.framework.app import MiniApp
from fingerpost.assistants.miniapps.trip_planner.app import APP as TRIPS
from fingerpost.routebook.apps import AppEvent, AppSession
from fingerpost.routing.layers.memo import Memo
from fingerpost.server import assistance_pb2 as pb
from fingerpost.server.session_names import SessionNames
from fingerpost.stores import Store
from fingerpost.testing import ScriptedServer
from tests.server.grpc_running import Client, app_on_wire, opens_on_wire, own_settings, replies_of, serving, with_model
from tests.server.http_running import Place, events, running, says, sent, settings_in, slots_at

ACT, LOOK, CONTROL, TALK = "TRANSACTIONAL", "NAVIGATIONAL", "META", "CONVERSATIONAL"
TRIP, BILL = "trip_planner", "bill_split"
SPOKEN = "said by the model"
USER, ROOM = "ana", "friends"
FIVE = "Fushimi Inari, Kinkaku-ji, Nishiki Market, Gion, Arashiyama bamboo grove"
SIX = f"{FIVE}, Philosopher's Path"
LISBON = "Torre de Belém, Alfama, Castelo de São Jorge, Sintra"
ASADO = "carne, bebidas, carbón, helado"


class Said(NamedTuple):
    """A message and where it must go; the names on the card that comes back (None: no card comes), and what is seen."""

    text: str
    route: str
    app: str = ""
    card: str | None = None
    seen: tuple[str, ...] = ()
    opens: bool = False


class Heard(NamedTuple):
    """A response over HTTP or gRPC; `cards` are texts and values, `request` is the id of the message."""

    decision: tuple[str, str, bool]
    text: str
    cards: list[tuple[str, dict[str, Any]]]
    request: str


ENGLISH = [
    Said("Sage plan a trip to Kyoto", ACT, TRIP, "", ("Kyoto",), opens=True),
    Said("add Fushimi Inari", ACT, TRIP, "Fushimi Inari", ("Kyoto",)),
    Said(
        "add Kinkaku-ji, Nishiki Market and Gion on day 2",
        ACT,
        TRIP,
        "Fushimi Inari, Kinkaku-ji, Nishiki Market, Gion",
        ("day 2",),
    ),
    Said("is it rude to add a tip in Kyoto?", TALK),
    Said("add Arashiyama bamboo grove on day 3", ACT, TRIP, FIVE, ("day 3",)),
    Said("Sage, what's the best time to see the bamboo grove?", TALK),
    Said("add Philosopher's Path", ACT, TRIP, SIX),
    Said("what's on day 2?", LOOK, TRIP, "Kinkaku-ji, Nishiki Market, Gion", ("day 2",)),
    Said("note for Gion: go at dusk", ACT, TRIP, SIX, ("Gion", "go at dusk")),
    Said("we saw Fushimi Inari this morning", ACT, TRIP, SIX, ("Fushimi Inari ✓", "1 visited")),
    Said("give it five stars", ACT, TRIP, SIX, ("Fushimi Inari ★★★★★ ✓",)),
    Said("should we visit Kinkaku-ji or Ginkaku-ji if we only have time for one?", TALK),
    Said("scrap that last one", ACT, TRIP, FIVE, ("Philosopher's Path",)),
    Said("undo", ACT, TRIP, SIX),
    Said(
        "what's left?",
        LOOK,
        TRIP,
        "Kinkaku-ji, Nishiki Market, Gion, Arashiyama bamboo grove, Philosopher's Path",
        ("5",),
    ),
    Said("move Nishiki Market to day 3", ACT, TRIP, SIX, ("Nishiki Market day 3",)),
    Said("done deal, but is Gion safe at night?", TALK),
    Said("clear everything", ACT, TRIP, None, ("6", "?")),
    Said("no, keep them", ACT, TRIP),
    Said("let's split the bill", ACT, BILL, None, ("Kyoto", "?"), opens=True),
    Said("yes please", ACT, TRIP, "", ("no expenses",)),
    Said("add Tom and Bea", ACT, BILL, "", ("Tom", "Bea")),
    Said("I paid 90 euros for the ryokan dinner", ACT, BILL, "ryokan dinner", ("€90",)),
    Said("Tom paid 30 euros for the taxi", ACT, BILL, "ryokan dinner, taxi", ("€120",)),
    Said("Bea paid 24 euros for the museum", ACT, BILL, "ryokan dinner, taxi, museum", ("€144",)),
    Said("do people usually split the bill in Japan?", TALK),
    Said("change the taxi to 33 euros", ACT, BILL, "ryokan dinner, taxi, museum", ("€33", "€147")),
    Said("who owes whom?", LOOK, BILL, "ryokan dinner, taxi, museum", ("Bea", "€25", "Tom", "€16")),
    Said("we're done, thanks", CONTROL, BILL, "ryokan dinner, taxi, museum", ("€25", "€16")),
]

SPANISH = [
    Said("Sage, ayúdame a dividir la cuenta del asado", ACT, BILL, "", ("sin gastos",), opens=True),
    Said("agrega a Marta y Nico", ACT, BILL, "", ("Marta", "Nico")),
    Said("carne 60 euros, pagué yo", ACT, BILL, "carne", ("60 €",)),
    Said("bebidas 18,50, pagó Marta", ACT, BILL, "carne, bebidas", ("18,50 €", "78,50 €")),
    Said("carbón 12 euros, pagó Nico", ACT, BILL, "carne, bebidas, carbón", ("90,50 €",)),
    Said("¿cuánta carne se calcula por persona en un asado?", TALK),
    Said("¿quién le debe a quién?", LOOK, BILL, "carne, bebidas, carbón", ("18,16 €", "11,67 €")),
    Said("cambia las bebidas a 21 euros", ACT, BILL, "carne, bebidas, carbón", ("93 €",)),
    Said("Sage, ¿es de mala educación pagar menos si no comes carne?", TALK),
    Said("helado 9 euros, pagó Nico", ACT, BILL, ASADO, ("102 €",)),
    Said("saca a Marta de la carne", ACT, BILL, ASADO, ("Marta",)),
    Said("¿cuánto llevamos en total?", LOOK, BILL, ASADO, ("102 €",)),
    Said("quita el helado", ACT, BILL, "carne, bebidas, carbón", ("helado", "93 €")),
    Said("deshaz", ACT, BILL, ASADO, ("102 €",)),
    Said("¿hay que añadir propina cuando uno hace el asado en casa de amigos?", TALK),
    Said("¿por qué los argentinos comen tanto asado?", TALK),
    Said("Nico ya me pagó 10 euros", ACT, BILL, ASADO, ("Nico", "10 €")),
    Said("borra todo", ACT, BILL, None, ("4", "?")),
    Said("mejor no", ACT, BILL),
    Said("¿cuánto debo yo?", LOOK, BILL, ASADO, ("60 €", "44 €", "6 €")),
    Said("ahora quiero planear un viaje a Lisboa", ACT, TRIP, None, ("102 €", "?"), opens=True),
    Said("sí, dale", ACT, BILL, "", ("Lisboa",)),
    Said(
        "añade Torre de Belém, Alfama y Castelo de São Jorge",
        ACT,
        TRIP,
        "Torre de Belém, Alfama, Castelo de São Jorge",
        ("Lisboa",),
    ),
    Said("¿vale la pena ir a Sintra en un día?", TALK),
    Said("Sintra también, el día 3", ACT, TRIP, LISBON, ("día 3",)),
    Said("marca Alfama como visitada", ACT, TRIP, LISBON, ("Alfama ✓",)),
    Said("ponle cuatro estrellas", ACT, TRIP, LISBON, ("Alfama ★★★★ ✓",)),
    Said("¿podrías pasar la torre al día 2?", ACT, TRIP, LISBON, ("Torre de Belém día 2",)),
    Said("¿qué nos falta?", LOOK, TRIP, "Torre de Belém, Castelo de São Jorge, Sintra", ("3",)),
    Said("listo, gracias", CONTROL, TRIP, LISBON, ("Lisboa",)),
]


@pytest.fixture(scope="module")
def router(own_cache: Path) -> Router:
    return Router.from_routebook("miniapps", memo=Memo(size=0)).warm()


@pytest.fixture
def place(router: Router, own_cache: Path, tmp_path: Path, model: ScriptedServer) -> Iterator[Place]:
    says(model, SPOKEN)
    with running(router, settings_in(tmp_path, own_cache, slots=slots_at(model.url))) as served:
        yield served


class Watch:
    """Compares every turn with the expected answer and store."""

    def __init__(self, store: Store, model: ScriptedServer) -> None:
        self._store, self._model = store, model
        self._session: AppSession | None = None
        self.did = list[str]()

    def check(self, wanted: Said, heard: Heard) -> None:
        before, after = self._session, self._store.app_session(USER, ROOM)
        self._session = after
        assert heard.decision == (wanted.route, wanted.app, wanted.opens), wanted.text
        shown = "\n".join([heard.text, *(text for text, _ in heard.cards)]).casefold()
        assert [piece for piece in wanted.seen if piece.casefold() not in shown] == [], (wanted.text, shown)
        cards = [", ".join(_names(values)) for _, values in heard.cards]
        assert cards == ([] if wanted.card is None else [wanted.card]), wanted.text
        if wanted.route == TALK:
            assert heard.text == SPOKEN
            assert wanted.text.removeprefix("Sage, ") in sent(self._model)
        assert len(self._model.requests) == (wanted.route == TALK), f"only a question goes to the model: {wanted.text}"
        self._model.requests.clear()
        if wanted.route in {TALK, LOOK}:
            assert after == before, f"a question leaves the session as it is: {wanted.text}"
        else:
            assert after is not None
            assert after != before, f"something is done: {wanted.text}"
            self.did.append(heard.request)


def _names(values: dict[str, Any]) -> list[str]:
    return [item["name"] if values["app"] == TRIP else item["what"] for item in values["items"]]


def _sessions(store: Store) -> list[tuple[str, str, list[AppEvent]]]:
    """Return the stored app sessions of the user: app, outcome and events."""
    return [
        (row["app"], row["ended"], [AppEvent(one["kind"], one["values"], one["request"]) for one in row["events"]])
        for row in store.export(USER)
        if row["kind"] == "app"
    ]


def _trip(events: Sequence[AppEvent]) -> tuple[str, list[tuple[Any, ...]]]:
    state = TRIPS.session(events).state
    details = ("name", "day", "visited", "rating", "notes")
    return state["destination"], [tuple(venue[name] for name in details) for venue in state["venues"]]


def _bill(events: Sequence[AppEvent]) -> dict[str, Any]:
    """Return a bill with people by name; the speaker is I."""
    state = BILLS.session(events).state
    who = {one["id"]: one["name"] for one in state["people"]} | {state["speaker"]: "I"}
    return {
        "people": sorted(who.values()),
        "expenses": [(one["what"], who[one["payer"]], one["cents"], one["currency"]) for one in state["expenses"]],
        "payments": [(who[one["giver"]], who[one["taker"]], one["cents"]) for one in state["payments"]],
        "debts": sorted((who[one.giver], who[one.taker], one.cents) for _, one in debts(state)),
    }


def _is_reproducible(app: MiniApp, events: Sequence[AppEvent]) -> bool:
    """Whether events that went through JSON come to the same again, whichever way they are replayed."""
    again = [AppEvent(one.kind, json.loads(json.dumps(one.values)), one.request) for one in events]
    return app.session(again) == app.session(events)


def _over_http(place: Place, text: str, stream: bool) -> Heard:
    body = {"text": text, "user": USER, "room": ROOM, "stream": stream}
    answer = place.post("/v1/ask", **body)
    assert answer.status_code == 200, answer.text
    if stream:
        found = events(answer.text)
        assert [name for name, _ in found] == ["decision", *["piece"] * (len(found) - 2), "answer"]
        told = found[-1][1]
        assert {**found[0][1], "trail": 0, "facts": 0} == {**told["decision"], "trail": 0, "facts": 0}
        assert "".join(value["text"] for name, value in found if name == "piece") == told["text"]
    else:
        told = answer.json()
    decision = told["decision"]
    assert answer.headers["x-fingerpost-route"] == decision["route"]
    cards = [(part["text"], part["values"]) for part in told["parts"] if part["kind"] == "card"]
    target = {"app": "", "opens": False} | decision["extras"]
    return Heard((decision["route"], target["app"], target["opens"]), told["text"], cards, told["request"])


async def _over_grpc(client: Client, text: str, request: str, stream: bool) -> Heard:
    asked = pb.AgentRequest(query=text, user=USER, room=ROOM, request_id=request)
    if stream:
        first, *pieces, last = await replies_of(client.engine.AskAgentStream(asked))
        assert (first.decision.route, app_on_wire(first.decision)) == (last.decision.route, app_on_wire(last.decision))
        text = "".join(piece.text for piece in pieces)
    else:
        last = await client.engine.AskAgent(asked)
        text = last.text
    assert last.is_final
    cards = [(part.text, json.loads(part.values)) for part in last.parts if part.kind == "card"]
    decision = last.decision
    return Heard((decision.route, app_on_wire(decision), opens_on_wire(decision)), text, cards, request)


def test_a_conversation_in_english_over_http(place: Place, model: ScriptedServer) -> None:
    store = place.assistant.sessions.store
    watch = Watch(store, model)
    for number, wanted in enumerate(ENGLISH):
        watch.check(wanted, _over_http(place, wanted.text, stream=number % 3 == 2))
    (first, switched, trip), (second, done, bill) = _sessions(store)
    assert (first, switched, second, done) == (TRIP, "switched", BILL, "done")
    assert _trip(trip) == (
        "Kyoto",
        [
            ("Fushimi Inari", None, True, 5, []),
            ("Kinkaku-ji", 2, False, None, []),
            ("Nishiki Market", 3, False, None, []),
            ("Gion", 2, False, None, ["go at dusk"]),
            ("Arashiyama bamboo grove", 3, False, None, []),
            ("Philosopher's Path", None, False, None, []),
        ],
    )
    assert _bill(bill) == {
        "people": ["Bea", "I", "Tom"],
        "expenses": [
            ("ryokan dinner", "I", 9000, "EUR"),
            ("taxi", "Tom", 3300, "EUR"),
            ("museum", "Bea", 2400, "EUR"),
        ],
        "payments": [],
        "debts": [("Bea", "I", 2500), ("Tom", "I", 1600)],
    }
    # The last message ended the bill, which adds no event.
    assert list(dict.fromkeys(event.request for event in (*trip, *bill))) == watch.did[:-1]
    assert _is_reproducible(TRIPS, trip)
    assert _is_reproducible(BILLS, bill)
    session = SessionNames(store).room_session("", USER, ROOM)
    texts = [turn.text for turn in store.turns(session, 100) if turn.role == "user"]
    assert texts == [wanted.text for wanted in ENGLISH]


async def test_a_conversation_in_spanish_over_grpc(
    router: Router, own_cache: Path, tmp_path: Path, model: ScriptedServer
) -> None:
    says(model, SPOKEN)
    async with serving(router, with_model(own_settings(own_cache, tmp_path), model)) as client:
        store = client.assistant.sessions.store
        watch = Watch(store, model)
        for number, wanted in enumerate(SPANISH):
            watch.check(wanted, await _over_grpc(client, wanted.text, f"es-{number}", stream=number % 2 == 1))
        (first, switched, bill), (second, done, trip) = _sessions(store)
    assert (first, switched, second, done) == (BILL, "switched", TRIP, "done")
    assert _bill(bill) == {
        "people": ["I", "Marta", "Nico"],
        "expenses": [
            ("carne", "I", 6000, "EUR"),
            ("bebidas", "Marta", 2100, "EUR"),
            ("carbón", "Nico", 1200, "EUR"),
            ("helado", "Nico", 900, "EUR"),
        ],
        "payments": [("Nico", "I", 1000)],
        "debts": [("Nico", "I", 600), ("Nico", "Marta", 700)],
    }
    assert _trip(trip) == (
        "Lisboa",
        [
            ("Torre de Belém", 2, False, None, []),
            ("Alfama", None, True, 4, []),
            ("Castelo de São Jorge", None, False, None, []),
            ("Sintra", 3, False, None, []),
        ],
    )
    acts = [f"es-{number}" for number, wanted in enumerate(SPANISH) if wanted.route == ACT]
    assert list(dict.fromkeys(event.request for event in (*bill, *trip))) == acts
    assert _is_reproducible(BILLS, bill)
    assert _is_reproducible(TRIPS, trip)


def test_the_conversations_are_whole() -> None:
    for talk in (ENGLISH, SPANISH):
        assert len(talk) >= 25
        assert {wanted.route for wanted in talk} == {ACT, LOOK, CONTROL, TALK}
        assert sum(wanted.route == TALK for wanted in talk) >= 5
        assert {wanted.app for wanted in talk if wanted.opens} == {TRIP, BILL}
