"""What a written command must do to a mini-app: its events, and states compared as a person would compare them.

`tests/data/app-conversations/README.md` lists the commands. Some can be carried out in more than one right way: each
gives the events of all of them, the plainest first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import gcd
from typing import Any, NamedTuple

from fingerpost.assistants.miniapps.bill_split.joining import Joining
from fingerpost.assistants.miniapps.bill_split.shares import EVERYBODY, Shares, borne, named, only
from fingerpost.assistants.miniapps.bill_split.state import is_first, usual
from fingerpost.assistants.miniapps.framework.app import MiniApp
from fingerpost.assistants.miniapps.framework.item_list import same
from fingerpost.assistants.miniapps.framework.parts import State
from fingerpost.assistants.miniapps.trip_planner.state import VENUES
from fingerpost.language.text import fold
from fingerpost.language.tokens import folded_words
from fingerpost.reading.values import ME
from fingerpost.routebook.apps import AppEvent

Command = Mapping[str, Any]
Ways = Sequence[Sequence[AppEvent]]
Neutral = Mapping[str, Any]

SPEAKER = "me"
"""What the commands call the person who types."""
_CENT = 1
"""What a person's part may differ by: who bears the last cent is nobody's wish."""
_KIND_NAMES = """
    restaurant: restaurant restaurants restaurante restaurantes food comida eat eats comer
    bar: bar bars bares pub pubs boteco botecos nightlife
    cafe: cafe cafes coffee cafeteria cafeterias cafetería cafeterías
    temple: temple temples templo templos
    shrine: shrine shrines santuario santuarios santuário santuários
    museum: museum museums museo museos museu museus
    park: park parks parque parques
    garden: garden gardens jardin jardín jardines jardim jardins
    hotel: hotel hotels hoteles hoteis hotéis hostel hostels hostal hostales pousada pousadas stay alojamiento
    shop: shop shops shopping tienda tiendas loja lojas
    market: market markets mercado mercados
    beach: beach beaches playa playas praia praias
    viewpoint: viewpoint viewpoints mirador miradores mirante mirantes miradouro miradouros
    sight: sight sights landmark landmarks
    church: church churches iglesia iglesias igreja igrejas cathedral cathedrals catedral catedrales catedrais
    castle: castle castles castillo castillos castelo castelos
    palace: palace palaces palacio palacios palácio palácios
    gallery: gallery galleries galeria galerias galería galerías
    theater: theater theatre theaters theatres teatro teatros
    activity: activity activities actividad actividades atividade atividades
    bridge: bridge bridges puente puentes ponte pontes
    square: square squares plaza plazas praça praças
    tower: tower towers torre torres
    bakery: bakery bakeries panadería panaderías padaria padarias
    winery: winery wineries vineyard vineyards bodega bodegas viñedo viñedos vinícola vinícolas
    zoo: zoo zoos zoologico zoológico aquarium aquariums acuario aquário
    lake: lake lakes lago lagos lagoa lagoas laguna lagunas
    club: club clubs discoteca discotecas balada baladas
    meal: almoco almoço jantar
"""
_KINDS = {
    fold(name): kind.strip()
    for kind, _, names in (row.partition(":") for row in _KIND_NAMES.strip().splitlines())
    for name in names.split()
}
"""Words for kinds of places in three languages: a category may be told in any of them."""


class Turn(NamedTuple):
    """What a person says, what kind of message it is, and the commands that it must lead to."""

    say: str
    kind: str
    do: Sequence[Command] = ()


class CommandError(ValueError):
    """A command that cannot be carried out: what it names is not there, or the app has no such change."""


class Way(NamedTuple):
    """One right way to carry out commands: the events, and the state after them."""

    events: tuple[AppEvent, ...]
    state: State


def expected(app: MiniApp, state: State, commands: Iterable[Command]) -> list[Way]:
    """Return every right way to carry out commands, each on what the last one left."""
    ways = [Way((), state)]
    for command in commands:
        make = _COMMANDS[app.id].get(command["do"])
        if make is None:
            raise CommandError(f"{app.id} has no command {command['do']!r}")
        # What one way has done already, such as a day that was kept, another still has to do.
        after = [_after(app, way, events) for way in ways for events in make(way.state, command)]
        ways = [way for way in after if way is not None]
        if not ways:
            raise CommandError(f"{app.id}: the command {command['do']!r} changes nothing, or not all that it should")
    return ways


def _after(app: MiniApp, way: Way, events: Sequence[AppEvent]) -> Way | None:
    """Return a way with further events; None where one of them changes nothing."""
    state = way.state
    for event in events:
        before, state = state, app.apply(state, event)
        if state is before:
            return None
    return Way((*way.events, *events), state)


# The trip planner.


def _places(state: State, names: Iterable[str]) -> list[int]:
    return [_found(state["venues"], "name", name)["id"] for name in names]


def _found(listed: Iterable[Mapping[str, Any]], field: str, name: str) -> Mapping[str, Any]:
    """Return the latest of what is called so."""
    found = [one for one in listed if same(one[field]) == same(name)]
    if not found:
        raise CommandError(f"nothing is called what the command names ({field})")
    return found[-1]


def _add(state: State, command: Command) -> Ways:
    details = {name: command[name] for name in ("day", "category", "district", "rating") if name in command}
    known = {same(one["name"]): one["id"] for one in state["venues"]}
    fresh = [name for name in command["places"] if same(name) not in known]
    again = [known[same(name)] for name in command["places"] if same(name) in known]
    events = [AppEvent("placed", {"ids": again, **details})] if again and details else []
    return [[*events, *([_added(state, fresh, details)] if fresh else [])]]


def _added(state: State, names: Sequence[str], details: Mapping[str, Any]) -> AppEvent:
    ids = list(range(state["next"], state["next"] + len(names)))
    venues = [VENUES.thing(number, name, **details) for number, name in zip(ids, names, strict=True)]
    return AppEvent("added", {"ids": ids, "venues": venues})


def _sets(kind: str, field: str, told: str) -> Callable[[State, Command], Ways]:
    def make(state: State, command: Command) -> Ways:
        return [[AppEvent(kind, {"ids": _places(state, command["places"]), field: command[told]})]]

    return make


def _replace(state: State, command: Command) -> Ways:
    """Put one place for another; it may come on the day of the one that goes."""
    old = _found(state["venues"], "name", command["place"])
    gone = AppEvent("removed", {"ids": [old["id"]], "names": [old["name"]]})
    details: list[Mapping[str, Any]] = [{}, *([{"day": old["day"]}] if old["day"] is not None else [])]
    return [[gone, _added(state, [command["name"]], one)] for one in details]


# The bill split.


def _who(joining: Joining, name: str) -> int:
    """Return the id of a person, who joins if need be."""
    if name == SPEAKER:
        return joining.id_of(ME)
    known = [one["id"] for one in joining.state["people"] if same(one["name"]) == same(name)]
    return known[0] if known else joining.id_of(name)


def _present(state: State, name: str) -> int:
    if name == SPEAKER and state["speaker"] is not None:
        return int(state["speaker"])
    return int(_found(state["people"], "name", name)["id"])


def _people(state: State, command: Command) -> Ways:
    """Add people; whether they bear a part of what was spent before is open."""
    joining = Joining(state, SPEAKER)
    ids = [_who(joining, name) for name in command["add"]]
    _who(joining, SPEAKER)
    spared = {"spared": [one["id"] for one in state["expenses"]], "spares": ids} if state["expenses"] else {}
    ways: list[Mapping[str, Any]] = [{}, *([spared] if spared else [])]
    return [[AppEvent("joined", {**joining.values(), **more})] for more in ways]


def _shares(joining: Joining, command: Command) -> Shares | None:
    if "among" in command:
        return only([_who(joining, name) for name in command["among"]])
    if "amounts" in command:
        return {"amounts": [[_who(joining, name), _cents(part)] for name, part in command["amounts"].items()]}
    if "weights" in command:
        told = {_who(joining, name): round(100 * part) for name, part in command["weights"].items()}
        unit = gcd(*told.values())
        return {"others": 0, "weights": [[who, part // unit] for who, part in told.items()]}
    return None


def _cents(amount: float) -> int:
    return round(100 * amount)


def _expense(state: State, command: Command) -> Ways:
    joining = Joining(state, SPEAKER)
    payer, shares = _who(joining, command["payer"]), _shares(joining, command) or EVERYBODY
    told = command.get("currency", "")
    spent = {
        "id": joining.number(),
        "what": command["what"],
        "payer": payer,
        "cents": _cents(command["amount"]),
        "currency": told or usual(state),
        "shares": shares,
    }
    values = {"ids": [spent["id"]], "expenses": [spent], **joining.values(), **_first(state, told)}
    return [[AppEvent("added", values)]]


def _first(state: State, currency: str) -> Mapping[str, str]:
    """Return what an event says of the first currency that is told: it is that of all before."""
    return {"names": currency} if is_first(state, currency) else {}


def _change(state: State, command: Command) -> Ways:
    one, joining = _found(state["expenses"], "what", command["expense"]), Joining(state, SPEAKER)
    details: dict[str, Any] = {"what": command["what"]} if "what" in command else {}
    if "amount" in command:
        details["cents"] = _cents(command["amount"])
    if "payer" in command:
        details["payer"] = _who(joining, command["payer"])
    shares = _shares(joining, command)
    if shares is not None:
        details["shares"] = shares
    return [[AppEvent("changed", {"ids": [one["id"]], "set": details, **joining.values()})]]


def _exclude(state: State, command: Command) -> Ways:
    one = _found(state["expenses"], "what", command["expense"])
    if "amounts" in one["shares"]:
        raise CommandError("who bears the part of somebody who is left out of exact amounts is not told")
    return [[_sparing(one, [_present(state, name) for name in command["people"]])]]


def _sparing(one: Mapping[str, Any], people: Sequence[int]) -> AppEvent:
    kept = [pair for pair in one["shares"]["weights"] if pair[0] not in people]
    shares = {**one["shares"], "weights": [*kept, *([who, 0] for who in people)]}
    return AppEvent("changed", {"ids": [one["id"]], "set": {"shares": shares}})


def _leave(state: State, command: Command) -> Ways:
    """Let people go, also where an expense names them among those who share it."""
    gone = [_present(state, name) for name in command["people"]]
    sharing = [one for one in state["expenses"] if "weights" in one["shares"] and named(one["shares"]) & set(gone)]
    return [[*(_sparing(one, gone) for one in sharing), AppEvent("left", {"gone": gone})]]


def _payment(state: State, command: Command) -> Ways:
    joining = Joining(state, SPEAKER)
    giver, taker = _who(joining, command["from"]), _who(joining, command["to"])
    told = command.get("currency", "")
    paid = {
        "id": joining.number(),
        "giver": giver,
        "taker": taker,
        "cents": _cents(command["amount"]),
        "currency": told or usual(state),
    }
    return [[AppEvent("paid", {"payments": [paid], **joining.values(), **_first(state, told)})]]


def _change_payment(state: State, command: Command) -> Ways:
    """Write the bill anew with another payment, by events that every version of the app knows."""
    ends = _present(state, command["from"]), _present(state, command["to"])
    found = [one for one in state["payments"] if (one["giver"], one["taker"]) == ends]
    if not found:
        raise CommandError("there is no payment between those whom the command names")
    payments = [{**one, "cents": _cents(command["amount"])} if one is found[-1] else one for one in state["payments"]]
    people = {name: state[name] for name in ("people", "speaker", "written")}
    events = [AppEvent("cleared"), AppEvent("joined", people)]
    if state["usual"]:
        events.append(AppEvent("currency", {"currency": state["usual"]}))
    if state["expenses"]:
        events.append(AppEvent("added", {"expenses": state["expenses"]}))
    return [[*events, AppEvent("paid", {"payments": payments})]]


_COMMANDS: Mapping[str, Mapping[str, Callable[[State, Command], Ways]]] = {
    "trip_planner": {
        "destination": lambda _, told: [[AppEvent("destination", {"destination": told["to"]})]],
        "add": _add,
        "remove": lambda state, told: [[AppEvent("removed", {"ids": _places(state, told["places"])})]],
        "day": _sets("placed", "day", "day"),
        "rate": _sets("rated", "rating", "stars"),
        "visited": _sets("visited", "visited", "visited"),
        "note": _sets("noted", "note", "text"),
        "category": _sets("placed", "category", "category"),
        "district": _sets("placed", "district", "district"),
        "rename": lambda state, told: [
            [AppEvent("renamed", {"ids": _places(state, [told["place"]]), "name": told["name"]})]
        ],
        "replace": _replace,
    },
    "bill_split": {
        "people": _people,
        "leave": _leave,
        "person": lambda state, told: [
            [AppEvent("renamed", {"person": _present(state, told["old"]), "name": told["new"]})]
        ],
        "expense": _expense,
        "change": _change,
        "exclude": _exclude,
        "drop": lambda state, told: [
            [AppEvent("removed", {"ids": [_found(state["expenses"], "what", told["expense"])["id"]]})]
        ],
        "payment": _payment,
        "change_payment": _change_payment,
        "currency": lambda _, told: [[AppEvent("currency", {"currency": told["currency"]})]],
    },
}


# States without ids and order.


def neutral(app: MiniApp, state: State) -> Neutral:
    """Return what a state holds, in words that compare; who types is on every bill, named or not."""
    if app.id == "trip_planner":
        names = ("day", "rating", "visited")
        places = [
            {
                "name": same(one["name"]),
                **{name: one[name] for name in names},
                "notes": [" ".join(folded_words(note)) for note in one["notes"]],
                "category": " ".join(folded_words(one["category"])),
                "district": same(one["district"]),
            }
            for one in state["venues"]
        ]
        return {"destination": same(state["destination"]), "places": _sorted(places)}
    speaker = state["speaker"] if state["speaker"] is not None else state["next"]
    called = {one["id"]: same(one["name"]) for one in state["people"]} | {speaker: SPEAKER}
    order = sorted(called, key=lambda who: called[who])
    expenses = [
        {
            "name": same(one["what"]),
            "payer": called[one["payer"]],
            "cents": one["cents"],
            "currency": one["currency"],
            "bears": {called[who]: part for who, part in borne(one["cents"], one["shares"], order).items()},
        }
        for one in state["expenses"]
    ]
    payments = [
        {"name": f"{called[one['giver']]} > {called[one['taker']]}", "cents": one["cents"]}
        | {"currency": one["currency"]}
        for one in state["payments"]
    ]
    return {
        "people": sorted(called.values()),
        "expenses": _sorted(expenses),
        "payments": _sorted(payments),
        "currency": usual(state),
    }


def _sorted(listed: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(listed, key=lambda one: (one["name"], repr(one)))


def _kinds_in(words: Iterable[str]) -> frozenset[str]:
    """Return the kinds of places that words name."""
    return frozenset(_KINDS[word] for word in words if word in _KINDS)


def fits(found: Any, wanted: Any, field: str = "") -> bool:
    """Whether a neutral state is as wanted; a category, district or currency of which nothing was told is harmless."""
    if field in ("category", "district", "currency"):
        kinds = _kinds_in(str(found).split()) & _kinds_in(str(wanted).split()) if field == "category" else ()
        return not wanted or found == wanted or bool(kinds)
    if field == "notes":
        return len(found) == len(wanted) and all(a in b or b in a for a, b in zip(found, wanted, strict=True))
    if field == "bears":
        return found.keys() == wanted.keys() and all(abs(found[who] - wanted[who]) <= _CENT for who in wanted)
    if isinstance(wanted, dict):
        return found.keys() == wanted.keys() and all(fits(found[name], wanted[name], name) for name in wanted)
    if isinstance(wanted, list) and field != "people":
        return len(found) == len(wanted) and all(fits(a, b) for a, b in zip(found, wanted, strict=True))
    return bool(found == wanted)
