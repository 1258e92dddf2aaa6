"""What can be done to a bill: from what was told to an event, a question or a refusal. Every function here is pure.

All actions read the message as a whole (`telling.py`) and do what it tells; their words open them, tell the language,
and show people what they may say.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from fingerpost.assistants.miniapps.bill_split import refusals, words
from fingerpost.assistants.miniapps.bill_split.answers import read_cents, read_payer, read_thing, read_which
from fingerpost.assistants.miniapps.bill_split.joining import SPEAKER, Joining, RefusedError, check_amount, shares_of
from fingerpost.assistants.miniapps.bill_split.settling import settle_up
from fingerpost.assistants.miniapps.bill_split.shares import EVERYBODY, are_sound, borne, weights_of
from fingerpost.assistants.miniapps.bill_split.state import (
    LONGEST_NAME,
    LONGEST_WHAT,
    PER_BILL,
    PER_MESSAGE,
    apply,
    debts,
    expense,
    has_part,
    ids_of,
    is_first,
    is_sound,
    name_of,
    person,
    same,
    usual,
)
from fingerpost.assistants.miniapps.bill_split.telling import read_told
from fingerpost.assistants.miniapps.bill_split.who import ME
from fingerpost.assistants.miniapps.framework.parts import Action, Param, Question, Refusal, Said, State, Values, Words
from fingerpost.routebook.apps import AppEvent

_SPEND = "expense"


def do(state: State, values: Values) -> AppEvent | Refusal | Question | list[AppEvent | Question]:
    """Return the events of what was told, the question that is open, or why it cannot be."""
    told = values["told"]
    if told["do"] == "all":
        return _all(state, values)
    if "which" in values and "then" in told:
        told = {**told["then"], "ids": values["which"], "language": told["language"]}
    try:
        return _DOERS[told["do"]](state, {**values, "told": told})
    except RefusedError as refused:
        return refused.refusal


def _all(state: State, values: Values) -> Refusal | Question | list[AppEvent | Question]:
    """Do several things, each on what the last one left; what cannot be done lets nothing of the message happen."""
    done: list[AppEvent | Question] = []
    for told in values["told"]["acts"]:
        event = do(state, {"told": {**told, "language": values["told"].get("language", "en")}})
        if event == refusals.same_already():
            continue
        if isinstance(event, Refusal):
            return event
        done += event if isinstance(event, list) else [event]
        if isinstance(event, Question):
            break
        if isinstance(event, AppEvent):
            state = apply(state, event)
    return done or refusals.same_already()


def _called(values: Values) -> str:
    return str(SPEAKER[values["told"].get("language", "en")])


def _joining(state: State, values: Values) -> Joining:
    return Joining(state, _called(values))


def _spend(state: State, values: Values) -> AppEvent | Refusal | Question:
    """Add expenses; of one alone, what is missing is asked for."""
    told = [dict(one) for one in values["told"]["expenses"]]
    if len(told) == 1:
        thing = values.get("thing", {})
        told[0] |= values.get("payer", {}) | (values.get("amount", {}) or thing.get("amount", {}))
        if thing.get("person"):
            return _join(state, {**values, "told": {**values["told"], "names": [told[0]["what"]]}})
        question = _open(told[0], values)
        if question is not None:
            return question
    room = max(0, min(PER_MESSAGE, PER_BILL - len(state["expenses"])))
    if not room:
        return refusals.full()
    joining = _joining(state, values)
    for one in told[:room]:
        _check(one)
        if len(one["payers"]) != 1:
            return refusals.one_payer(one["what"], len(one["payers"]))
        # Whoever pays or shares is known before anything is shared among all.
        joining.id_of(one["payers"][0])
    expenses, written = [], dict[str, str]()
    currency = usual(state)
    for one in told[:room]:
        currency = one["currency"] or currency
        if one["written"]:
            written.setdefault(currency, one["written"])
        what = " ".join(one["what"].split())[:LONGEST_WHAT] or str(
            refusals.SOMETHING[values["told"].get("language", "en")]
        )
        expenses.append(_expense(joining, one, what, currency))
    times = {
        str(spent["id"]): spent["cents"] // one["cents"]
        for one, spent in zip(told, expenses, strict=False)
        if spent["cents"] != one["cents"]
    }
    event = {
        "ids": [one["id"] for one in expenses],
        "expenses": expenses,
        **joining.values(),
        **({"written": written} if written else {}),
        **({"times": times} if times else {}),
        **({"names": _naming(state, expenses)} if _naming(state, expenses) else {}),
        **({"left_out": len(told) - room} if len(told) > room else {}),
    }
    return AppEvent("added", event)


def _check(one: Mapping[str, Any]) -> None:
    if one["doubt"]:
        raise RefusedError(refusals.not_clear(one["doubt"]))
    check_amount(one["cents"])


def _open(one: Mapping[str, Any], values: Values) -> Question | None:
    """Return the question for what an expense lacks; None where it lacks nothing."""
    _check(one)
    known = {"told": {**values["told"], "expenses": [one], "may_be_person": False}}
    if one["cents"] is None and values["told"].get("may_be_person"):
        return Question(refusals.person_or_expense(one["what"]), _SPEND, known, "thing")
    if one["cents"] is None:
        return Question(refusals.how_much(one["what"]), _SPEND, known, "amount")
    return None if one["payers"] else Question(refusals.who_paid(one["what"]), _SPEND, known, "payer")


def _expense(joining: Joining, one: Mapping[str, Any], what: str, currency: str) -> Mapping[str, Any]:
    payer = joining.id_of(one["payers"][0])
    cents = one["cents"] * one["times"]
    check_amount(cents)
    shares = shares_of(joining, one["shares"], cents, EVERYBODY, payer) if one["shares"] else EVERYBODY
    if one["each"]:
        bearers = (
            [who for who, weight in weights_of(shares, joining.all_ids()).items() if weight]
            if "weights" in shares
            else []
        )
        cents *= max(1, len(bearers))
        check_amount(cents)
    number = joining.number()
    if not are_sound(shares, cents, joining.all_ids()):
        raise RefusedError(refusals.nobody_left(what))
    return {"id": number, "what": what, "payer": payer, "cents": cents, "currency": currency, "shares": shares}


def _naming(state: State, expenses: Sequence[Mapping[str, Any]]) -> str:
    """Return the first currency that is said on a bill whose amounts had none."""
    told = next((str(one["currency"]) for one in expenses if one["currency"]), "")
    return told if is_first(state, told) else ""


def _edit(state: State, values: Values) -> AppEvent | Refusal | Question:
    told = values["told"]
    expenses = [one for one in (expense(state, number) for number in told["ids"]) if one is not None]
    if not expenses:
        return refusals.nothing_yet()
    details = dict(told["set"])
    joining = _joining(state, values)
    if "payers" in details:
        payers = details.pop("payers")
        if len(payers) != 1:
            return refusals.one_payer(expenses[0]["what"], len(payers))
        details["payer"] = joining.id_of(payers[0])
    written = details.pop("written", "")
    if told.get("each"):
        details["cents"] *= len(borne(expenses[0]["cents"], expenses[0]["shares"], ids_of(state)))
    cents: int = details["cents"] if "cents" in details else expenses[0]["cents"]
    check_amount(details.get("cents"))
    if "what" in details:
        details["what"] = " ".join(details["what"].split())[:LONGEST_WHAT]
    if told.get("shares"):
        payer: int = details["payer"] if "payer" in details else expenses[0]["payer"]
        if "along" in told["shares"] and "payer" not in details and payer != state["speaker"]:
            # Whoever speaks may mean "with me", or with who paid.
            raise RefusedError(refusals.between_whom(expenses[0]["what"]))
        details["shares"] = shares_of(joining, told["shares"], cents, expenses[0]["shares"], payer)
    elif "cents" in details and "amounts" in expenses[0]["shares"] and cents != expenses[0]["cents"]:
        return refusals.shares_first(cents, expenses[0])
    after = [{**one, **details} for one in expenses]
    if not is_sound({"people": [*state["people"], *joining.fresh]}, after):
        return refusals.nobody_left(expenses[0]["what"])
    if after == expenses:
        return refusals.same_already()
    currency = details.get("currency", "")
    return AppEvent(
        "changed",
        {
            "ids": [one["id"] for one in expenses],
            "set": details,
            **joining.values(),
            **({"written": {currency: written}} if currency and written else {}),
            # "The wine was 18 euros" tells of the bill; "the wine was in euros", of the wine.
            **({"names": currency} if "cents" in details and is_first(state, currency) else {}),
        },
    )


def _remove(state: State, values: Values) -> AppEvent | Refusal | Question:
    gone = [one for one in (expense(state, number) for number in values["told"]["ids"]) if one is not None]
    if not gone:
        return refusals.nothing_yet()
    return AppEvent("removed", {"ids": [one["id"] for one in gone]})


def _leave(state: State, values: Values) -> AppEvent | Refusal | Question:
    gone: list[int] = []
    for name in values["told"]["names"]:
        number = state["speaker"] if name == ME else person(state, name)
        if number is None:
            return refusals.not_you() if name == ME else refusals.nobody_called(name)
        if has_part(state, number):
            return refusals.has_part(name_of(state, number))
        gone.append(number)
    left = [number for number in ids_of(state) if number not in gone]
    expenses = [one for one in state["expenses"] if "weights" in one["shares"]]
    for one in expenses:
        if sum(weights_of(one["shares"], left).values()) == 0:
            return refusals.nobody_left(one["what"])
    return AppEvent("left", {"gone": gone})


def _join(state: State, values: Values) -> AppEvent | Refusal | Question:
    joining = _joining(state, values)
    already: list[str] = []
    seen: set[str] = set()
    for name in values["told"]["names"]:
        key = name if name == ME else same(name)
        known = state["speaker"] if name == ME else person(state, name)
        if known is not None or key in seen:
            already.append(name_of(state, known) if known is not None else name)
        else:
            joining.id_of(name)
        seen.add(key)
    spared = _spared(state, values["told"])
    if not joining.fresh and joining.speaker == state["speaker"] and not spared:
        return refusals.you_already() if values["told"]["names"] == [ME] else refusals.there_already(already)
    event = {**joining.values(), **({"already": already} if already else {})}
    if spared:
        event |= {"spared": spared, "spares": [joining.id_of(name) for name in values["told"]["names"]]}
    return AppEvent("joined", event)


def _spared(state: State, told: Mapping[str, Any]) -> list[int]:
    """Return the expenses that those who join have no part in: all so far, or all but those they came for."""
    ids = [one["id"] for one in state["expenses"]]
    if told.get("after"):
        return ids[: 1 + max((ids.index(one) for one in told["after"] if one in ids), default=-1)]
    if told.get("without"):
        return [one for one in ids if one in told["without"]]
    if not told.get("later") and not told.get("things"):
        return []
    return [one for one in ids if one not in told.get("things", ())]


def _rename(state: State, values: Values) -> AppEvent | Refusal | Question:
    told = values["told"]
    number = state["speaker"] if told["who"] == ME else person(state, told["who"])
    name = " ".join(told["name"].split())[:LONGEST_NAME]
    if number is None:
        return refusals.not_you() if told["who"] == ME else refusals.nobody_called(told["who"])
    return _named(state, number, name, {})


def _speaker(state: State, values: Values) -> AppEvent | Refusal | Question:
    """Tell who the speaker is: somebody of the bill, or the one who was "me" until now, or somebody new."""
    name = " ".join(values["told"]["name"].split())[:LONGEST_NAME]
    known = person(state, name)
    speaker = state["speaker"]
    if known is not None and speaker not in (None, known):
        return refusals.both_there(name_of(state, speaker), name)
    if known is not None:
        return refusals.same_already() if speaker == known else AppEvent("joined", {"speaker": known})
    if speaker is not None:
        return _named(state, speaker, name, {"speaker": speaker})
    joining = _joining(state, values)
    number = joining.id_of(name)
    return AppEvent("joined", {**joining.values(), "speaker": number})


def _named(state: State, number: int, name: str, more: Mapping[str, Any]) -> AppEvent | Refusal | Question:
    taken = person(state, name)
    if taken is not None and taken != number:
        return refusals.there_already([name_of(state, taken)])
    if name_of(state, number) == name:
        return refusals.same_already()
    return AppEvent("renamed", {"person": number, "name": name, **more})


def _clear(state: State, values: Values) -> AppEvent | Refusal | Question:
    del values
    return AppEvent("cleared") if state["people"] or state["expenses"] else refusals.empty_already()


def _currency(state: State, values: Values) -> AppEvent | Refusal | Question:
    """Give all amounts a currency, and those to come."""
    told = values["told"]
    code = told["currency"]
    used = {one["currency"] for one in (*state["expenses"], *state["payments"])}
    if state.get("usual") == code and used <= {code}:
        return refusals.same_already()
    return AppEvent("currency", {"currency": code, "written": {code: told["written"] or code}})


def _several(state: State, values: Values) -> AppEvent | Refusal | Question:
    del state, values
    return refusals.one_amount()


def _part(state: State, values: Values) -> AppEvent | Refusal | Question:
    """Refuse what somebody paid of an expense without an amount: "João paid half of the dinner"."""
    told = values["told"]
    one = expense(state, told["ids"][0]) if told["ids"] else None
    name = _called(values) if told["name"] == ME else told["name"]
    return refusals.part_paid(name, one["what"] if one else told.get("what", ""))


def _unknown(state: State, values: Values) -> AppEvent | Refusal | Question:
    return refusals.not_there(values["told"]["name"], [one["what"] for one in state["expenses"]][-5:])


def _unclear(state: State, values: Values) -> AppEvent | Refusal | Question:
    listed = {one["id"]: (place, one) for place, one in enumerate(state["expenses"], 1)}
    told = values["told"]
    sentence = refusals.which(told["name"], [listed[one] for one in told["ids"] if one in listed])
    return Question(sentence, "edit", {"told": told}, "which")


_DOERS: Mapping[str, Callable[[State, Values], AppEvent | Refusal | Question]] = {
    "spend": _spend,
    "edit": _edit,
    "remove": _remove,
    "leave": _leave,
    "join": _join,
    "settle": settle_up,
    "rename": _rename,
    "speaker": _speaker,
    "clear": _clear,
    "currency": _currency,
    "several": _several,
    "part": _part,
    "unknown": _unknown,
    "unclear": _unclear,
}


def sure(state: State, values: Values) -> Said | None:
    """Return the question before everything is forgotten or taken for paid."""
    told = values["told"]
    if told["do"] == "clear" and (state["people"] or state["expenses"]):
        return refusals.sure_to_clear(len(state["expenses"]), len(state["people"]))
    if told["do"] == "remove" and len(told["ids"]) > 2 and len(told["ids"]) == len(state["expenses"]):
        return refusals.sure_to_clear(len(state["expenses"]), 0)
    if told["do"] == "settle" and told["among"] == "all" and debts(state):
        return refusals.sure_to_settle(len(debts(state)))
    return None


def _action(name: str, phrases: Words, asks: Said, example: Said, default: bool = False) -> Action:
    params = (
        Param("told", read_told, ask=asks),
        Param("payer", read_payer, required=False),
        Param("amount", read_cents, required=False),
        Param("thing", read_thing, required=False),
        Param("which", read_which, required=False),
    )
    # Who takes part is told by denials as often as not; what is to go is never told so.
    denials = name not in ("remove", "clear")
    return Action(name, phrases, params, do, default=default, denials=denials, confirm=sure, example=example)


ACTIONS = (
    _action(_SPEND, words.EXPENSE, words.ASK_EXPENSE, words.EXAMPLE_EXPENSE, default=True),
    _action("people", words.PEOPLE, words.ASK_PEOPLE, words.EXAMPLE_PEOPLE),
    _action("edit", words.EDIT, words.ASK_EDIT, words.EXAMPLE_EDIT),
    _action("share", words.SHARE, words.ASK_EDIT, words.EXAMPLE_SHARE),
    _action("pay back", words.PAY_BACK, words.ASK_PAY_BACK, words.EXAMPLE_PAY_BACK),
    _action("rename", words.RENAME, words.ASK_EDIT, words.EXAMPLE_RENAME),
    _action("clear", words.CLEAR, words.ASK_EDIT, words.EXAMPLE_CLEAR),
    _action("remove", words.REMOVE, words.ASK_REMOVE, words.EXAMPLE_REMOVE),
)
