"""What a message of several pieces tells to do: facts put together, each with the expense that it is about."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from fingerpost.assistants.miniapps.bill_split.details import DRINKS
from fingerpost.assistants.miniapps.bill_split.facts import Fact, facts_of
from fingerpost.assistants.miniapps.bill_split.gist import Gist, M, P, T
from fingerpost.assistants.miniapps.bill_split.meaning import Told, newest
from fingerpost.assistants.miniapps.bill_split.shares import raised
from fingerpost.assistants.miniapps.bill_split.signing import gist
from fingerpost.assistants.miniapps.bill_split.signs import written
from fingerpost.assistants.miniapps.bill_split.state import expense, name_of
from fingerpost.assistants.miniapps.bill_split.who import ME, plain
from fingerpost.assistants.miniapps.framework.parts import Item, Reading
from fingerpost.assistants.miniapps.reading.corrections import turned

SHORT = 4
"""Signs of a piece below which it may be one more of a list."""
LONGEST = 600
"""Letters of a message that is read piece by piece; a longer one is a list."""

Old = Callable[[str, Reading], Told | None]


def _without_slip(text: str) -> tuple[str, bool]:
    """Return a message without the words that take something back at its beginning, and whether there were any."""
    told = turned(text)
    if told != text:
        told = _NO.sub("", told)
    return told, told != text


_NO = re.compile(
    r"^\W*(?:no|n[ãa]o)\W+(?=(?:the|el|la|los|las|o|a|os|as|it|that|fue|fueron|foi|foram|era)\b)", re.IGNORECASE
)


_ASKS = frozenset({"HE", "REMOVE", "OUT", "LESS"})
"""Signs of a piece that is more than a remark."""


class _NoSenseError(Exception):
    """The pieces of a message do not go together: it has to be read as a whole."""


def compose(text: str, reading: Reading, read: Old) -> Told | None:
    """Return what the pieces of a message tell to do together; None where they do not go together.

    `read` reads a piece of free text, such as "dinner 84.50".
    """
    text, slip = _without_slip(text)
    signs = gist(text, reading) if len(text) <= LONGEST else None
    found = facts_of(signs, reading) if signs is not None else None
    if signs is None or found is None or all(fact.kind in ("free", "idle") for fact in found):
        return None
    composer = _Composer(text, signs, reading, read, slip)
    try:
        for fact in found:
            # What somebody never does is told of an expense only where the message says more.
            composer.take(fact if len(found) == 1 else fact.without("habit"))
        return composer.told()
    except _NoSenseError:
        return None


class _Composer:
    """Takes facts in their order; what names no expense is about the one before."""

    def __init__(self, text: str, signs: Gist, reading: Reading, read: Old, slip: bool) -> None:
        """Begin with nothing; `slip`: the message takes something back."""
        self.text, self.signs, self.reading, self.read, self.slip = text, signs, reading, read, slip
        self.acts: list[dict[str, Any]] = []
        self.current: dict[str, Any] | None = None
        self.loose = self.unsure = False
        self.guessed: list[dict[str, Any]] = []
        self.reasons: set[str] = set()
        self.named: set[str] = set()

    def take(self, fact: Fact) -> None:
        """Take what one piece tells."""
        loose, self.loose = self.loose, False
        if self._is_why(fact):
            return
        if loose and fact.kind == "join" and fact.joined in ("AND", ","):
            # "Ana and Tom are in": the first of a list may look like any word.
            raise _NoSenseError
        getattr(self, f"_{fact.kind}")(fact)

    def _is_why(self, fact: Fact) -> bool:
        """Whether a detail without an expense tells why one was removed: "delete the snacks, those are on me"."""
        removed = self.current is None and bool(self.acts) and self.acts[-1]["do"] == "remove"
        return removed and not fact.ids and fact.kind in ("payer", "amount", "shares", "others")

    def told(self) -> Told | None:
        """Return what there is to do."""
        acts = [one for one in self.acts if one["do"] != "edit" or one["set"] or one.get("shares")]
        acts = [one for one in acts if not self._is_reason(one, acts)]
        if not acts or not self.reasons <= self.named | {name for one in acts for name in one.get("names", ())}:
            return None
        if not self.slip and any(guess["set"] and guess.get("shares") for guess in self.guessed):
            # "Tom didn't have dessert, it was 9": what is not on the bill is not the newest expense.
            return self._unclear(self.guessed[0])
        if self.guessed and any(one["do"] == "spend" for one in acts):
            # "It was Kim lol. Karaoke 12, Kim": what is said first belongs to what follows.
            return None
        for one in acts:
            if (
                one["do"] == "spend"
                and len(one["expenses"]) > 1
                and not all(each["payers"] for each in one["expenses"])
            ):
                raise _NoSenseError
        if self.unsure and len(acts) > 1:
            acts = [one for one in acts if one["do"] != "unclear"]
        return acts[0] if len(acts) == 1 else {"do": "all", "acts": acts}

    def _is_reason(self, one: Mapping[str, Any], acts: Sequence[Mapping[str, Any]]) -> bool:
        """Whether a guess is why something else is told: "Leo doesn't drink, take him off the wine"."""
        out = set((one.get("shares") or {}).get("but", ()))
        others = [(act.get("shares") or {}).get("but", ()) for act in acts if act is not one and act["do"] == "edit"]
        return any(one is guess for guess in self.guessed) and bool(out) and any(out <= set(names) for names in others)

    def _idle(self, fact: Fact) -> None:
        del fact

    def _free(self, fact: Fact) -> None:
        piece = fact.values["piece"]
        names = self.signs.names(piece)
        if not re.search(M, piece):
            if re.search(T, piece) or not _ASKS.isdisjoint(piece.split()):
                # "Leo doesn't drink, take him off the helicopter" asks for what is not there.
                raise _NoSenseError
            if fact.joined == "AND" and self.acts and self.acts[-1]["do"] != "edit" and len(piece.split()) < SHORT:
                # "Remove the taxi and the helicopter" means both.
                raise _NoSenseError
            self.loose = len(piece.split()) < SHORT
            # Who is spoken of here has to be spoken of elsewhere: "Jo is pregnant, so not her".
            self.reasons |= set(names)
            return
        again = re.fullmatch(rf"(?:TO )?(?P<t>{P}) (?P<m>{M})", piece)
        if again and self.acts and self.acts[-1]["do"] == "settle" and self.acts[-1]["money"]:
            # "Dev paid Priya 50 and me 10"
            money = {**self.signs.money(again["m"])[0]._asdict(), "written": ""}
            self.acts.append({**self.acts[-1], "taker": names[0], "money": money})
            return
        told = self.read(self.signs.said(*fact.span), self.reading)
        if told is None or told["do"] not in ("spend", "edit") or any(one["doubt"] for one in told.get("expenses", ())):
            raise _NoSenseError
        self.current = (
            {**told, "expenses": [dict(one) for one in told["expenses"]]} if "expenses" in told else dict(told)
        )
        self.named |= set(names)
        self.acts.append(self.current)

    def _target(self, fact: Fact) -> None:
        if self.current is not None and self.current["do"] == "edit" and self._is_same(fact.ids):
            return
        self._edit(fact.ids)

    def _edit(self, ids: Sequence[int]) -> dict[str, Any]:
        self.current = {"do": "edit", "ids": list(ids), "set": {}}
        self.acts.append(self.current)
        return self.current

    def _is_same(self, ids: Sequence[int]) -> bool:
        return self.current is not None and list(self.current.get("ids", ())) == list(ids)

    def _about(self, fact: Fact) -> dict[str, Any]:
        """Return what a detail is about: the expenses it names, else what was spoken of last, else the newest."""
        if fact.ids and len(self._alike(fact.ids)) > 1 and not self._is_same(fact.ids):
            raise _NoSenseError
        if fact.ids and not (self._is_same(fact.ids) and self.current is not None and self.current["do"] == "edit"):
            return self._edit(fact.ids)
        if self.current is not None and self.current["do"] in ("edit", "spend"):
            return self.current
        if not self.reading.items:
            raise _NoSenseError
        self.guessed.append(self._edit(newest(self.reading)))
        return self.guessed[-1]

    def _alike(self, ids: Sequence[int]) -> set[str]:
        """Return the names of expenses where several are called the same, so that nobody knows which is meant."""
        ones = [one for one in (expense(self.reading.state, number) for number in ids) if one is not None]
        places = [self.text.lower().count(str(one["what"]).lower()) for one in ones]
        alike = len(ones) > 1 and len({str(one["what"]).lower() for one in ones}) == 1 and any(places)
        return {str(number) for number in ids} if alike else set()

    def _shares(self, fact: Fact) -> None:
        values = dict(fact.values)
        leaving = [one for one in self.acts if one["do"] == "leave"]
        if leaving and not fact.ids and set(values.get("but", ())) <= set(leaving[-1]["names"]):
            # "Remove Tom, he's not coming"
            return
        if values.pop("contrast", False) and self._spends() and "PAID" in self.signs.text:
            # "Leo paid 55 for a cab, not Jon"
            self.named |= set(values["but"])
            return
        people = [*values.get("only", ()), *values.get("but", ()), *values.get("with", ()), *values.get("along", ())]
        self.named |= {*people, *values.get("names", ()), *(name for name, _ in values.get("heavy", ()))}
        habit = values.pop("habit", "")
        if habit and not fact.ids and self.current is None:
            self._never(habit, values)
        elif values.pop("everything", False) and not fact.ids and not self._spends():
            self._share(self._edit([item.id for item in self.reading.items]), values)
        else:
            self._share(self._about(fact), values)

    def _never(self, habit: str, told: Mapping[str, Any]) -> None:
        """Leave who never drinks out of the drinks; which expense is meant is asked where none or several are."""
        items = self.reading.items
        drinks = [one for one in items if not DRINKS.isdisjoint(plain(one.name).split())] if habit == "drink" else []
        found = [one.id for one in (items if len(items) == 1 else drinks)]
        if len(found) == 1:
            self.guessed.append(self._edit(found))
            self._share(self.guessed[-1], told)
            return
        if not items:
            raise _NoSenseError
        self.acts.append(self._unclear({"do": "edit", "set": {}, "shares": dict(told)}, drinks))
        self.unsure = True

    def _unclear(self, change: Mapping[str, Any], among: Sequence[Item] = ()) -> dict[str, Any]:
        """Have asked which expense a change is about."""
        ids = [one.id for one in (among or self.reading.items)][-5:]
        then = {key: value for key, value in change.items() if key != "ids"}
        return {"do": "unclear", "name": self.text[:80], "ids": ids, "then": then}

    def _spends(self) -> bool:
        return self.current is not None and self.current["do"] == "spend"

    def _share(self, one: dict[str, Any], told: Mapping[str, Any]) -> None:
        """Put shares to an edit or to the last expense of a list; two that do not fit each other make no sense."""
        holder = one["expenses"][-1] if one["do"] == "spend" else one
        before = holder.get("shares") or {}
        if {"but", "only", "heavy"} & set(before) and {"ratio", "amounts"} & set(told):
            # Why somebody bears less comes first: "Theo was away, so Theo 1, Vic 2".
            before = {}
        if "but" in before and "only" in told and not set(before["but"]) & set(told["only"]):
            before = {}
        if "only" in before and "but" in told and not set(before["only"]) & set(told["but"]):
            told, before = before, {}
        if "all" in before:
            before = {}
        if before and set(before) == set(told) and isinstance(next(iter(told.values())), list):
            told = {key: [*before[key], *told[key]] for key in told}
        elif before and before != dict(told):
            raise _NoSenseError
        holder["shares"] = dict(told)

    def _others(self, fact: Fact) -> None:
        """Read "Leo doesn't drink, the wine is for the others": those who were named before are left out."""
        one = self._about(fact)
        holder = one["expenses"][-1] if one["do"] == "spend" else one
        out = [*(holder.get("shares") or {}).get("but", ())]
        if not out and one["do"] == "edit":
            before = next((act for act in self.acts if act is not one and "but" in (act.get("shares") or {})), None)
            out = list(before["shares"]["but"]) if before else []
            if before:
                self.acts.remove(before)
        out = out or sorted(self.reasons)
        if not out:
            raise _NoSenseError
        self.named |= set(out)
        rest = fact.values["rest"]
        holder["shares"] = {"but": out, **({"rest": rest} if rest else {})}

    def _amounts(self, fact: Fact) -> None:
        one = self._about(fact)
        holder = one["expenses"][-1] if one["do"] == "spend" else one
        told = sum(cents for _, cents in fact.values["amounts"])
        if one["do"] == "spend":
            whole = holder["cents"]
        else:
            known = expense(self.reading.state, one["ids"][0])
            whole = one["set"].get("cents", known["cents"] if known else None)
        if whole is None or (not fact.ids and one["do"] == "edit" and told != whole and "rest" not in fact.values):
            raise _NoSenseError
        if one["do"] == "spend" and told != whole and "rest" not in fact.values and told > whole:
            raise _NoSenseError
        self.named |= {name for name, _ in fact.values["amounts"]}
        holder["shares"] = dict(fact.values)

    def _payer(self, fact: Fact) -> None:
        payers = list(fact.values["payers"])
        self.named |= set(payers)
        if self._spends() and not fact.ids and self.current is not None:
            expenses = self.current["expenses"]
            if fact.values["both"] or not any(one["payers"] for one in expenses):
                chosen = [one for one in expenses if not one["payers"]]
            else:
                chosen = expenses[-1:]
            if not chosen or any(one["payers"] and one["payers"] != payers for one in chosen):
                raise _NoSenseError
            for one in chosen:
                one["payers"] = payers
            return
        if self.current is None and not (fact.values["sure"] or self.slip):
            raise _NoSenseError
        self._about(fact)["set"]["payers"] = payers

    def _amount(self, fact: Fact) -> None:
        money = fact.values["money"]
        told = {"cents": money["cents"], **self._currency(money)}
        if self._spends() and not fact.ids and self.current is not None:
            if self.current["expenses"][-1]["cents"] is not None:
                raise _NoSenseError
            self.current["expenses"][-1] |= told
            return
        if self.current is None and not (fact.values["sure"] or fact.ids or self.slip):
            raise _NoSenseError
        one = self._about(fact)
        if "cents" in one["set"]:
            raise _NoSenseError
        one["set"] |= told

    def _currency(self, money: Mapping[str, Any]) -> dict[str, str]:
        code = money["currency"]
        return {"currency": code, "written": written(self.text, code)} if code else {}

    def _raise(self, fact: Fact) -> None:
        """Add a tip to what was spoken of; one without a word of which expense is one of its own."""
        if self._spends() and not fact.ids and self.current is not None:
            one = self.current["expenses"][-1]
            if one["cents"] is None:
                raise _NoSenseError
            one["cents"] = raised(one["cents"], fact.values)
            return
        if not fact.ids and "percent" not in fact.values:
            raise _NoSenseError
        one = self._about(fact)
        known = expense(self.reading.state, one["ids"][0])
        if known is None or len(one["ids"]) > 1:
            raise _NoSenseError
        one["set"]["cents"] = raised(one["set"].get("cents", known["cents"]), fact.values)

    def _settle(self, fact: Fact) -> None:
        money = fact.values["money"]
        told = {**money, "written": written(self.text, money["currency"])} if money else None
        self.named |= {fact.values["giver"], fact.values["taker"], *fact.values["more"]}
        self.acts.append({"do": "settle", **fact.values, "money": told})
        self.current = None

    def _repeat(self, fact: Fact) -> None:
        state = self.reading.state
        ends = {
            end: ME if fact.values[end] == state["speaker"] else name_of(state, fact.values[end])
            for end in ("giver", "taker")
        }
        money = {**fact.values["money"], "written": ""}
        self.acts.append({"do": "settle", **ends, "more": [], "money": money, "among": ""})

    def _remove(self, fact: Fact) -> None:
        if len(self._alike(fact.ids)) > 1:
            raise _NoSenseError
        self.acts.append({"do": "remove", "ids": list(fact.ids)})
        self.current = None

    def _leave(self, fact: Fact) -> None:
        self.named |= set(fact.values["names"])
        if any(one["do"] == "leave" and set(fact.values["names"]) <= set(one["names"]) for one in self.acts):
            return
        self.acts.append({"do": "leave", "names": list(fact.values["names"])})
        self.current = None

    def _join(self, fact: Fact) -> None:
        names = list(fact.values["names"])
        self.named |= set(names)
        before = next((one for one in self.acts if one["do"] == "join"), None)
        if before is None and not names:
            raise _NoSenseError
        if before is None:
            before = {"do": "join", "names": []}
            self.acts.append(before)
        before["names"] += [name for name in names if name not in before["names"]]
        before |= {key: value for key, value in fact.values.items() if key != "names"}
