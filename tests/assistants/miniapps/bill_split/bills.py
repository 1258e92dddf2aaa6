"""Bills for tests: actions carried out one after another, and what they leave."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from fingerpost.assistants.miniapps.bill_split import APP
from fingerpost.assistants.miniapps.bill_split.shares import borne
from fingerpost.assistants.miniapps.bill_split.state import balances, currencies, ids_of, is_sound, name_of
from fingerpost.assistants.miniapps.framework.parts import LANGUAGES, AppCommand, Language, Refusal, State
from fingerpost.routebook.apps import AppEvent

DOERS = {action.name: action.do for action in APP.actions}


def money(amount: float, currency: str = "") -> dict[str, Any]:
    """Return an amount as the reader gives it."""
    return {"cents": round(100 * amount), "currency": currency}


def share(above: int, below: int = 1, *, parts: bool = False) -> dict[str, Any]:
    """Return a share as the reader gives it."""
    return {"parts": [above, below], "is_parts": parts}


class Bill:
    """A bill that actions are carried out on; every state, event and sentence on the way is checked."""

    def __init__(self, *people: str, language: Language = "en") -> None:
        """Open a bill, with people beside the one who types."""
        self.language = language
        self.said = ""
        self.kinds: list[str] = []
        self.state: State = APP.apply(APP.start, AppEvent("_opened", APP.begin(language)))
        if people:
            self.do("people", new=list(people))

    def do(self, action: str, **values: Any) -> Bill:
        """Carry out what must be possible."""
        refused = self.tell(action, {**values, "language": self.language})
        assert refused == "", refused
        return self

    def refuse(self, action: str, **values: Any) -> str:
        """Return why something cannot be done; nothing may have changed."""
        before = self.state
        refused = self.tell(action, {**values, "language": self.language})
        assert refused, f"{action} was done: {self.said}"
        assert self.state is before
        return refused

    def tell(self, action: str, values: Mapping[str, Any]) -> str:
        """Carry out an action, or return why not."""
        kept = json.dumps(self.state)
        done = DOERS[action](self.state, values)
        assert json.dumps(self.state) == kept, "an action changed what it was given"
        if isinstance(done, Refusal):
            assert all(done.said[language].strip() for language in LANGUAGES)
            return str(done.said[self.language])
        told = []
        self.kinds = []
        for event in done if isinstance(done, list) else [done]:
            assert isinstance(event, AppEvent), f"{action} asks"
            assert json.loads(json.dumps(event.values)) == event.values
            before, self.state = self.state, APP.apply(self.state, event)
            assert self.state is not before, f"{event} changed nothing"
            assert all(APP.say(before, self.state, event, language) for language in LANGUAGES)
            told.append(APP.say(before, self.state, event, self.language))
            self.kinds.append(event.kind)
        self.said = " ".join(told)
        self.check()
        return ""

    def together(self, *commands: tuple[str, Mapping[str, Any]], last: str = "") -> Bill:
        """Carry out the commands of one message."""
        listed = [AppCommand(action, {**values, "language": self.language}) for action, values in commands]
        for action, values in APP.arrange(self.state, listed, last):
            refused = self.tell(action, values)
            assert refused == "", refused
        return self

    def check(self) -> None:
        """Check that all money adds up, and that the bill can be shown."""
        assert is_sound(self.state, self.state["expenses"], self.state["payments"])
        assert all(sum(balances(self.state, currency).values()) == 0 for currency in currencies(self.state))
        assert all(APP.card(self.state, language).text for language in LANGUAGES)

    def id(self, what: str) -> int:
        """Return the id of an expense."""
        return next(int(one["id"]) for one in self.state["expenses"] if one["what"] == what)

    def bears(self, what: str) -> dict[str, int]:
        """Return what each person bears of an expense, in cents."""
        one = next(one for one in self.state["expenses"] if one["what"] == what)
        parts = borne(one["cents"], one["shares"], ids_of(self.state))
        return {name_of(self.state, who): cents for who, cents in parts.items()}

    def names(self) -> list[str]:
        """Return the names of everybody."""
        return list(APP.people(self.state))

    def paid(self) -> list[tuple[str, str, int, str]]:
        """Return the payments: giver, taker, cents, currency."""
        return [
            (name_of(self.state, one["giver"]), name_of(self.state, one["taker"]), one["cents"], one["currency"])
            for one in self.state["payments"]
        ]
