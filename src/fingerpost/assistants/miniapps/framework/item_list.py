"""The list that an app keeps: its things, how events change them, and the actions that lists have in common."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fingerpost.assistants.miniapps.framework.parts import Item, Language, Refusal, Said, State, Values, said
from fingerpost.assistants.miniapps.framework.sentences import NAMED, filled, joined
from fingerpost.assistants.miniapps.framework.telling import Telling, how_many
from fingerpost.language.function_words import DEFINITE_ARTICLES
from fingerpost.language.text import fold
from fingerpost.routebook.apps import AppEvent

PER_MESSAGE, MOST = 200, 2_000
"""Things that one message may add, and things of a list."""
LONGEST_NAME, LONGEST_NOTE = 200, 500
"""Characters of a name and of a note."""

SAME_ALREADY = Refusal(said("That is how it is already.", "Ya está así.", "Já está assim."))
NOTHING = Refusal(
    said("There is nothing there to remove.", "Ahí no hay nada que quitar.", "Não há nada aí para remover."),
)
NO_WORDS = Refusal(
    said(
        "I found no words for that; please write it once more.",
        "No encontré el texto; escríbelo otra vez, por favor.",
        "Não encontrei o texto; escreva mais uma vez, por favor.",
    )
)
_ALREADY = said(
    "Already on the list: {names}. I did not add it twice.",
    "Ya está en la lista: {names}. No lo añadí dos veces.",
    "Já está na lista: {names}. Não adicionei duas vezes.",
)
_TAKEN = said(
    "There is another {names} on the list already.", "Ya hay otro {names} en la lista.", "Já há outro {names} na lista."
)
_ADDED = said("Added {names}{about}.", "Añadí {names}{about}.", "Adicionei {names}{about}.")
_ADDED_MANY = said("Added {n}: {names}{about}.", "Añadí {n}: {names}{about}.", "Adicionei {n}: {names}{about}.")
_THERE = said("Already there: {names}.", "Ya estaba: {names}.", "Já estava: {names}.")
_LEFT_OUT = said(
    f"{{n}} were left out: {PER_MESSAGE} fit in one message and {MOST:,} in a list.",
    f"{{n}} quedaron fuera: caben {PER_MESSAGE} por mensaje y {MOST} en la lista.",
    f"{{n}} ficaram de fora: cabem {PER_MESSAGE} por mensagem e {MOST} na lista.",
)
_CUT = said(
    f"A name was cut at {LONGEST_NAME} characters.",
    f"Corté un nombre a {LONGEST_NAME} caracteres.",
    f"Cortei um nome em {LONGEST_NAME} caracteres.",
)
_CLEARED = said(
    "Removed all {n}. “undo” brings them back.",
    "Quité todo ({n}). «deshaz» lo recupera.",
    "Removi tudo ({n}). “desfaz” traz de volta.",
)

Thing = Mapping[str, Any]
Done = AppEvent | Refusal


def same(name: str) -> str:
    """Return a name as it is compared: accents, case, spaces and an article at its beginning aside."""
    told = fold(name).split()
    return " ".join(told[1:] if len(told) > 1 and told[0] in DEFINITE_ARTICLES else told)


def bare(name: str) -> str:
    """Return a name without the small article in front of it: "the bamboo grove", but not "The Shard"."""
    article, _, rest = name.partition(" ")
    return rest if rest and article in DEFINITE_ARTICLES else name


def short(text: str, longest: int = LONGEST_NAME) -> str:
    """Return a text in one line, cut where it is too long."""
    return " ".join(text.split())[:longest].strip()


@dataclass(frozen=True, slots=True)
class ItemList:
    """The list in a state under `key`, beside the number `next`; each thing has an id, a name, notes and `details`.

    `one` and `many`: the parameters of actions that have the things that are meant. `things`: "1 place", "{n} places".
    `full` refuses more than it holds; `sure` is asked before it is emptied, with {n} for how many.
    """

    key: str
    one: str
    many: str
    details: Values
    things: tuple[Said, Said]
    full: Said
    sure: Said

    def thing(self, number: int, name: str, **details: Any) -> Thing:
        """Return a thing with these details."""
        return {"id": number, "name": name, **self.details, "notes": [], **details}

    def items(self, state: State) -> list[Item]:
        """Return what people may refer to, oldest first."""
        return [Item(one["id"], one["name"]) for one in state[self.key]]

    def known(self, *names: str) -> Callable[[State], list[Thing]]:
        """Return what tells these details of each thing, where it has them; parameters have the same names."""
        return lambda state: [{name: one[name] for name in names if one[name]} for one in state[self.key]]

    def chosen(self, state: State, ids: Sequence[int]) -> list[Thing]:
        """Return the things of these ids, in the order of the list."""
        wanted = set(ids)
        return [one for one in state[self.key] if one["id"] in wanted]

    def counted(self, count: int, language: Language) -> str:
        """Return how many things, in words."""
        return how_many(count, self.things, language)

    # What events do. A kind of event that changes things has the ids, and the details that it sets.

    def reducers(self, *changing: str) -> dict[str, Callable[[State, Values], State]]:
        """Return how events change the list: "added", "removed", "cleared", and the kinds that change things."""
        whole = {"added": self._added, "removed": self._removed, "cleared": self._cleared}
        return {**whole, **dict.fromkeys(changing, self._changed)}

    def _added(self, state: State, values: Values) -> State:
        known = {one["id"] for one in state[self.key]}
        fresh = [one for one in values[self.key] if one["id"] not in known]
        if not fresh:
            return state
        after = max(state["next"], *(one["id"] + 1 for one in fresh))
        again = values.get("again")
        told = self._changed(state, again) if again else state
        return {**told, self.key: [*told[self.key], *fresh], "next": after}

    def _removed(self, state: State, values: Values) -> State:
        gone = set(values["ids"])
        kept = [one for one in state[self.key] if one["id"] not in gone]
        return state if len(kept) == len(state[self.key]) else {**state, self.key: kept}

    def _changed(self, state: State, values: Values) -> State:
        """Set details; a note is added to the others, or takes the place of the last one (`instead`)."""
        wanted = set(values["ids"])
        details = {name: value for name, value in values.items() if name not in {"ids", "note", "instead"}}
        note, kept = values.get("note"), -1 if values.get("instead") else None

        def told(one: Thing) -> Thing:
            return {**one, **details, "notes": [*one["notes"][:kept], note]} if note else {**one, **details}

        after = [told(one) if one["id"] in wanted else one for one in state[self.key]]
        return state if after == state[self.key] else {**state, self.key: after}

    def _cleared(self, state: State, values: Values) -> State:
        del values
        return {**state, self.key: []} if state[self.key] else state

    # What actions do.

    def add(self, state: State, names: Sequence[str], details: Values) -> Done:
        """Add what is new; what is there already gets the details that were said."""
        known = {same(one["name"]): one for one in state[self.key]}
        fresh: dict[str, str] = {}
        already: dict[int, str] = {}
        for name in names:
            key = same(bare(short(name)))
            if key in known:
                already[known[key]["id"]] = known[key]["name"]
            elif key:
                fresh.setdefault(key, name)
        if not fresh:
            return self._again(state, already, details)
        room = min(PER_MESSAGE, MOST - len(state[self.key]))
        if room < 1:
            return Refusal(self.full)
        again = {"ids": list(already), **details} if already and details else {}
        told = {"already": list(already.values()), "left_out": max(0, len(fresh) - room), "again": again}
        return self.added(state, list(fresh.values())[:room], details, **told)

    def added(self, state: State, names: Sequence[str], details: Values, **told: Any) -> AppEvent:
        """Return the event that adds things, all with the same details; `told`: what is said beside it."""
        ids = list(range(state["next"], state["next"] + len(names)))
        things = [self.thing(number, bare(short(name)), **details) for number, name in zip(ids, names, strict=True)]
        told = {"cut": sum(len(name) > LONGEST_NAME for name in names), "already": [], "left_out": 0, **told}
        return AppEvent("added", {"ids": ids, self.key: things, **told})

    def _again(self, state: State, already: Mapping[int, str], details: Values) -> Done:
        if not already:
            return NO_WORDS
        if details:
            return self.change(state, "placed", list(already), **details)
        return Refusal(filled(_ALREADY, names=", ".join(list(already.values())[:NAMED])))

    def change(self, state: State, kind: str, ids: Sequence[int], **details: Any) -> Done:
        """Return the event that sets details, unless they are so already."""
        things = self.chosen(state, ids)
        if all(one[name] == value for one in things for name, value in details.items()):
            return SAME_ALREADY
        return AppEvent(kind, {"ids": list(ids), **details})

    def sets(self, kind: str, *told: str, **details: Any) -> Callable[[State, Values], Done]:
        """Return the action that sets details of the things that are meant: parameters of these names, or as given."""

        def do(state: State, values: Values) -> Done:
            given = {
                name: bare(short(values[name])) if isinstance(values[name], str) else values[name] for name in told
            }
            return NO_WORDS if "" in given.values() else self.change(state, kind, values[self.many], **given, **details)

        return do

    def note(self, state: State, values: Values) -> Done:
        """Add a note, the parameter `text`."""
        del state
        note = short(values["text"], LONGEST_NOTE)
        return AppEvent("noted", {"ids": list(values[self.many]), "note": note}) if note else NO_WORDS

    def rename(self, state: State, values: Values) -> Done:
        """Give a thing another name, the parameter `name`."""
        name = bare(short(values["name"]))
        refused = self.refused(state, name, values[self.one])
        return refused or self.change(state, "renamed", [values[self.one]], name=name)

    def refused(self, state: State, name: str, number: int) -> Refusal | None:
        """Return why a thing cannot take a name: there is none, or another has it."""
        taken = [one["name"] for one in state[self.key] if same(one["name"]) == same(name) and one["id"] != number]
        return NO_WORDS if not name else Refusal(filled(_TAKEN, names=taken[0])) if taken else None

    def remove(self, state: State, values: Values) -> Done:
        """Take things off the list."""
        return self.removed(self.chosen(state, values[self.many]))

    def removed(self, things: Sequence[Thing]) -> Done:
        """Return the event that takes these off the list."""
        gone = {"ids": [one["id"] for one in things], "names": [one["name"] for one in things]}
        return AppEvent("removed", gone) if things else NOTHING

    def sure_to_remove(self, state: State, values: Values) -> Said | None:
        """Ask before a list of several is emptied by removing all of it."""
        return self.sure_of(state, self.chosen(state, values[self.many])) if len(state[self.key]) > 2 else None

    def sure_of(self, state: State, things: Sequence[Thing]) -> Said | None:
        """Ask before these are removed, if they are all; a part can be had back by an undo."""
        return filled(self.sure, n=len(things)) if things and len(things) == len(state[self.key]) else None

    # What is said.

    def told_added(self, about: Callable[[Thing, Language], str]) -> Telling:
        """Return what is said of "added"; `about`: the details of a thing in words."""

        def told(before: State, after: State, values: Values, language: Language) -> str:
            del before, after
            things = values[self.key]
            details = about(things[0], language)
            names = joined([one["name"] for one in things], language)
            sentence = (_ADDED if len(things) <= NAMED else _ADDED_MANY)[language]
            count, shown = self.counted(len(things), language), f" ({details})" if details else ""
            parts = [sentence.format(names=names, n=count, about=shown)]
            if values["already"]:
                parts.append(_THERE[language].format(names=joined(values["already"], language)))
            if values["left_out"]:
                parts.append(_LEFT_OUT[language].format(n=values["left_out"]))
            return " ".join([*parts, *[_CUT[language]] * bool(values["cut"])])

        return told

    def told_set(self, about: Callable[[Values, Language], str]) -> Telling:
        """Return what is said of details that were set."""

        def told(before: State, after: State, values: Values, language: Language) -> str:
            del before
            names = joined([one["name"] for one in self.chosen(after, values["ids"])], language)
            return f"{names} → {about(values, language)}."

        return told

    def told_cleared(self, before: State, after: State, values: Values, language: Language) -> str:
        """Return what is said of "cleared"."""
        del after, values
        return _CLEARED[language].format(n=self.counted(len(before[self.key]), language))
