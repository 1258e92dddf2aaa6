"""What the pieces of a message tell, read from its gist: who paid, who shares and how, payments, who joins.

A message is cut at commas, full stops and words such as "and" or "so"; the longest piece from each place on that tells
something is taken. What tells nothing by itself is left as free text, which may tell an expense.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from fingerpost.assistants.miniapps.bill_split.details import ANY, DETAILS, LIST, WORD, read_shares_by_number
from fingerpost.assistants.miniapps.bill_split.gist import Gist, M, N, P, T
from fingerpost.assistants.miniapps.bill_split.state import debts, name_of, person
from fingerpost.assistants.miniapps.bill_split.who import ME
from fingerpost.assistants.miniapps.framework.parts import Reading

MOST_CUTS = 40
"""Places at which a message may be cut; one with more is a list."""

_CUTS = frozenset({",", ".", "AND", "BUT", "WHO", "PLUS"})


class Fact(NamedTuple):
    """What a piece of a message tells: its kind with its values, and the expenses it names."""

    kind: str
    values: Mapping[str, Any]
    ids: Sequence[int] = ()
    span: tuple[int, int] = (0, 0)
    """Where it stands in the message."""
    joined: str = ""
    """The sign that parts it from the piece before."""

    def without(self, key: str) -> Fact:
        """Return the fact without one of its values."""
        return self._replace(values={name: value for name, value in self.values.items() if name != key})


def facts_of(gist: Gist, reading: Reading) -> list[Fact] | None:
    """Return what a message tells piece by piece; None where it cannot be cut so."""
    signs = [one.sign for one in gist.signs]
    ends = [place for place, sign in enumerate(signs) if sign in _CUTS] + [len(signs)]
    if len(ends) > MOST_CUTS:
        return None
    found: list[Fact] = []
    begin = 0
    while begin < len(signs):
        if signs[begin] in _CUTS:
            begin += 1
            continue
        end, fact = _longest(gist, signs, begin, [end for end in ends if end > begin], reading)
        joined = signs[begin - 1] if begin else ""
        found.append(fact._replace(span=(gist.signs[begin].start, gist.signs[end - 1].end), joined=joined))
        begin = end
    return _joined_up(found)


def _longest(gist: Gist, signs: Sequence[str], begin: int, ends: Sequence[int], reading: Reading) -> tuple[int, Fact]:
    for end in reversed(ends):
        piece = " ".join(signs[begin:end])
        fact = _read(piece, gist, reading)
        if fact is not None:
            return end, fact
    return ends[0], Fact(
        "free", {"piece": " ".join(signs[begin : ends[0]])}, gist.ids(" ".join(signs[begin : ends[0]]))
    )


def _joined_up(found: Sequence[Fact]) -> list[Fact]:
    """Return facts with free pieces that follow each other as one: "fish and chips" is cut at nothing."""
    kept: list[Fact] = []
    for one in found:
        fact = one
        reason = fact.joined in ("BUT", "WHO") and not re.search(M, str(fact.values.get("piece", "")))
        if fact.kind == "free" and kept and kept[-1].kind == "free" and not reason:
            before = kept.pop()
            piece = f"{before.values['piece']} , {fact.values['piece']}"
            ids = list(dict.fromkeys([*before.ids, *fact.ids]))
            fact = Fact("free", {"piece": piece}, ids, (before.span[0], fact.span[1]), before.joined)
        kept.append(fact)
    return kept


def _read(piece: str, gist: Gist, reading: Reading) -> Fact | None:
    """Return what one piece tells."""
    for read in _WHOLE:
        fact = read(piece, gist, reading)
        if fact is not None:
            return fact
    ids = gist.ids(piece)
    bare = _bare(_THING.sub(" ", piece)) if ids else _bare(piece)
    pointed = bool(ids) or re.search(r"\bIT\b", piece) is not None
    if ids and bare in ("", "SPLIT", "OF", "TO", "BY"):
        return Fact("target", {}, ids)
    several = sum(sign in gist.things for sign in piece) > 1
    for told in DETAILS:
        # "ticket 20 Tom, ticket 30 Bea" are no shares of a ticket.
        values = None if several and told is read_shares_by_number else told(bare, gist, reading, pointed)
        if values is not None:
            kind, value = values
            # "taxi 18", "taxi Ana": one more of them, unless a word tells that the one that is there is meant.
            cue = _CUES.get(kind)
            return None if ids and cue and not cue.search(piece) else Fact(kind, value, ids)
    return None


_THING = re.compile(rf"(?:(?<!\S)(?:OF|TO|BY|AND|IT) )*{T}(?: 'S)?")
_CUES = {
    "amount": re.compile(r"\b(?:WAS|TO|CHANGE|SHOULD|NOT)\b"),
    "payer": re.compile(r"\b(?:PAID|BY|WAS|WHO|PAYER)\b"),
}


def _bare(piece: str) -> str:
    """Return a piece without the words at its ends that say nothing of what it tells."""
    piece = " ".join(sign for sign in piece.split() if sign != "IT")
    before = None
    while before != piece:
        before = piece
        piece = re.sub(
            r"^(?:CHANGE|SHOULD|IT|BUT|AND|TOO|WAS|be)(?: |$)|(?: |^)(?:IT|TOO|AND|BUT|OF|WAS|SHOULD)$", "", piece
        )
    return piece


# --- payments, people, removing: pieces that are acts of their own


def _payment(piece: str, gist: Gist, reading: Reading) -> Fact | None:
    for pattern in _PAYMENTS:
        found = pattern.fullmatch(piece)
        if found is None:
            continue
        told = found.groupdict()
        givers, takers = gist.names(told.get("g") or ""), gist.names(told.get("t") or "")
        extra = set(gist.names(piece)) - {*givers, *takers}
        if not givers and "mine" in told:
            givers = [ME]
        if len(givers) == 2 and not takers and "SETTLED" in piece and not gist.money(piece):
            # "Ana and Tom are even": either may owe the other.
            givers, takers, told = givers[:1], givers[1:], {**told, "pair": "pair"}
        if extra or len(takers) > 1 or (set(givers) & set(takers)):
            continue
        money = gist.money(told.get("m") or "")
        known = [name for name in (*givers, *takers) if name == ME or person(reading.state, name) is not None]
        if len(known) < len(givers) + len(takers) and not (money and known):
            continue
        return Fact("settle", {
            "giver": givers[0] if givers else "", "more": givers[1:], "taker": takers[0] if takers else "",
            "money": money[0]._asdict() if money else None, "among": "pair" if told.get("pair") else "",
        })  # fmt: skip
    everyone = re.fullmatch(
        rf"(?:ALL|DEBT|BOTH)(?: WAS| ONLY| TOO)* (?:GAVE|PAID|SETTLED)(?: BACK| TO| AND)* (?P<t>{P})(?: BACK)?", piece
    )
    if everyone:
        taker = gist.names(everyone["t"])[0]
        number = reading.state["speaker"] if taker == ME else person(reading.state, taker)
        owing = [one.giver for _, one in debts(reading.state) if one.taker == number]
        givers = [
            ME if one == reading.state["speaker"] else name_of(reading.state, one) for one in dict.fromkeys(owing)
        ]
        if givers:
            return Fact("settle", {"giver": givers[0], "more": givers[1:], "taker": taker, "money": None, "among": ""})
    again = re.fullmatch(rf"(?:REST|other|otros|outros)(?: (?:OF|IT))* (?P<m>{M})", piece)
    if again and reading.kind == "paid" and reading.state["payments"]:
        last = reading.state["payments"][-1]
        given = gist.money(again["m"])[0]._asdict()
        return Fact("repeat", {"giver": last["giver"], "taker": last["taker"], "money": given})
    return None


_TAIL = (
    rf"(?: (?:BACK|TOO|ONLY|OF|IT|DEBT|SHARE|'S|OWE|BOTH|ALL|TO|WAS|{P}|for|cash|efectivo|dinheiro|bizum|pix|venmo"
    rf"|owed|full|total|half_|tambem|today|bank|transfer|paypal|cash|hand|zelle|revolut|banco|mbway|in|con|com"
    rf"|AND(?= (?:cash|bank)))){{0,7}}"
)
_BEFORE = r"(?: (?:ONLY|TOO|BOTH|WAS|'S|have|has|had|ve|HE|TO|PAYS(?=(?: ONLY| TOO)* GAVE)))*"
_PAYMENTS = tuple(
    re.compile(pattern)
    for pattern in (
        rf"(?P<g>{LIST}){_BEFORE} (?:GAVE|PAID)(?: BACK)?(?: TO| OF| BY)* (?P<t>{P})(?: BACK)?(?: 'S)?"
        rf"(?: {P}(?: 'S)?)?(?: OF| SHARE| DEBT| WAS)*(?: (?P<m>{M}))?{_TAIL}",
        rf"(?P<g>{LIST}){_BEFORE} (?:GAVE|PAID|PAYS)(?: BACK)?(?: OF| BY)* (?P<m>{M})(?: BACK)?(?: OF| IT)*(?: TO| BY"
        rf"| OF| AND)* (?P<t>{P})(?: BACK)?{_TAIL}",
        rf"(?P<g>{LIST}){_BEFORE} GAVE(?: TO| BACK)*(?: DEBT| BOTH| SHARE| OF| 'S| OWE| {P})* (?:TO"
        rf"|BY) (?P<t>{P}){_TAIL}",
        rf"(?P<g>{LIST}){_BEFORE} (?P<t>{P}){_BEFORE} (?:GAVE|PAID)(?: BACK)?(?: OF)?(?: (?P<m>{M}))?{_TAIL}",
        rf"TO (?P<t>{P}) (?:GAVE|PAID)(?: (?P<m>{M}))? (?P<g>{P}){_TAIL}",
        rf"TO (?P<t>{P}) (?:GAVE|PAID) (?P<g>{P})(?: OF)? (?P<m>{M}){_TAIL}",
        rf"(?P<t>{P})(?: 'S| WAS)+ (?:PAID|GAVE)(?: BACK)? BY (?P<g>{P})(?: BACK)?",
        rf"(?P<g>{P}) (?:NOT OWE|OWE)(?: TO)? (?P<t>{P}) (?:nothing|nada|anything)(?: {WORD}){{0,2}}",
        rf"(?P<g>{P}) NOT OWE (?:nada|DEBT|PLUS)(?: {WORD})? TO (?P<t>{P})(?: PLUS)?",
        rf"(?:ONLY |TOO )*(?P<mine>(?:GAVE|PAID))(?: BACK)? (?:TO )?(?P<t>{P})(?: BACK)? (?P<m>{M}){_TAIL}",
        rf"(?:ONLY |TOO )*(?P<mine>GAVE)(?: BACK)? (?P<m>{M})(?: BACK)? (?:TO )(?P<t>{P}){_TAIL}",
        rf"(?P<g>{LIST}){_BEFORE} SETTLED(?: (?:AND|TO|OF|SHARE|DEBT|'S|up|cuentas|contas"
        rf"|{P} 'S))*(?: (?P<t>{P}))?{_TAIL}",
        rf"(?:MARK|REMOVE|clear|settle|SETTLED|salda|liquida|quita|acerta|CHANGE)(?: DEBT| SHARE| OF"
        rf"| WAS)* (?P<g>{P})(?: 'S)?(?: DEBT| SHARE| OWE)*(?: (?:TO|AND|OF|BY))*(?: (?P<t>{P}))?(?: WAS"
        rf"| OF)* (?:AS_PAID|PAID|SETTLED|TOO)",
        rf"(?:REMOVE|clear|settle|salda|liquida|quita|acerta)(?: OF)*(?: DEBT| SHARE)+(?: OF"
        rf"| BY)* (?P<g>{P})(?: (?:TO|AND) (?P<t>{P}))?(?: 'S)?",
        rf"(?:REMOVE|clear|settle) (?P<g>{P})(?: 'S)? (?:DEBT|SHARE)(?: (?:TO|AND) (?P<t>{P}))?",
        rf"MARK AS_PAID(?: DEBT| SHARE| OF| BY)* (?P<g>{P})(?: 'S)?(?: DEBT| SHARE)*(?: (?:TO|AND) (?P<t>{P}))?",
        rf"(?:MARK )?(?:DEBT |SHARE )?(?:OF |BY )?(?P<g>{P})(?: 'S)? (?:DEBT|SHARE)?(?: ?(?:TO"
        rf"|AND) (?P<t>{P}))?(?: WAS)* (?:SETTLED|AS_PAID)",
        rf"(?P<g>{LIST}){_BEFORE} PAID(?! (?:BOTH|OF)$)(?: BACK| TO)*(?: (?:DEBT|SHARE|BOTH|ALL|'S|OF|OWE|{P} 'S"
        rf"|{P} OWE))+(?: (?:TO|AND) (?P<t>{P}))?(?: BACK)?",
    )
)


def _people(piece: str, gist: Gist, reading: Reading) -> Fact | None:
    """Read who joins, perhaps only from now on, or only for something."""
    later = re.fullmatch(rf"(?P<p>{LIST})(?: 'S| ONLY| SPLIT| PAYS| JOIN| WAS| SHOULD| OF)* LATER", piece)
    if later:
        return Fact("join", {"names": gist.names(later["p"]), "later": True})
    only = re.fullmatch(
        rf"(?P<p>{LIST})(?: 'S| WAS| SPLIT| PAYS| JOIN| CHANGE)* ONLY(?: {WORD}){{0,4}} (?P<t>{T})", piece
    )
    fresh = [name for name in gist.names(piece) if person(reading.state, name) is None and name != ME]
    if only and (fresh or gist.names(only["p"])[0] in _just_joined(reading)):
        return Fact("join", {"names": gist.names(only["p"]), "things": gist.ids(only["t"])})
    absent = re.fullmatch(
        rf"(?:{P} )?(?:'S |WAS |JOIN |BUT )*NOT(?: {WORD}){{0,3}}(?P<t>(?: (?:AND |OF |, )*{T})+)", piece
    )
    if absent and not (set(gist.names(piece)) - set(fresh)):
        return Fact("join", {"names": fresh, "without": gist.ids(absent["t"])})
    after = re.fullmatch(
        rf"(?:(?P<p>{P}) )?(?:'S |WAS |BUT )*(?:JOIN |came |llego |chegou )*(?:late )?AFTER(?: OF)? (?P<t>{T})", piece
    )
    if after:
        return Fact("join", {"names": gist.names(after["p"] or ""), "after": gist.ids(after["t"])})
    return _joining(piece, gist, reading) or _not_on_it(piece, gist, reading)


def _joining(piece: str, gist: Gist, reading: Reading) -> Fact | None:
    """Read "Mia is in", "add Mia", "Mia too"."""
    for pattern in _JOINS:
        found = pattern.fullmatch(piece)
        names = gist.names(found["p"]) if found else []
        told = found.groupdict() if found else {}
        is_new = any(
            person(reading.state, name) is None for name in names if name != ME or reading.state["speaker"] is None
        )
        if found and is_new:
            things = gist.ids(told.get("t") or "")
            return Fact("join", {"names": names, **({"things": things} if things else {})})
        if found and names and "ADD" in piece.split()[:1] and not gist.ids(piece) and not gist.money(piece):
            return Fact("join", {"names": names})
    return None


def _not_on_it(piece: str, gist: Gist, reading: Reading) -> Fact | None:
    """Read "I'm not in on this one" of somebody who is not on the bill: nothing is to be done."""
    out = re.fullmatch(
        rf"(?P<p>{P})(?: 'S| WAS)* (?:NOT|OUT|SKIP){ANY}{{0,6}}|NOT (?P<q>{P})|(?P<r>{P}) {WORD} OUT{ANY}{{0,2}}",
        piece,
    )
    names = gist.names(out["p"] or out["q"] or out["r"]) if out else []
    if names == [ME] and reading.state["speaker"] is None:
        # Who is not on the bill needs not be taken off it: "I'm not in on this one".
        return Fact("idle", {})
    return None


_JOINS = tuple(
    re.compile(pattern)
    for pattern in (
        rf"(?:CHANGE |ADD |TOO |BUT )*(?P<p>{LIST})(?: 'S| WAS| TOO| SHOULD)* JOIN(?: TOO| AND| JOIN| OF| ALL| IT| us"
        rf"| for| LATER| late| nosotros| group| grupo| viaje| trip)*(?: (?P<t>{T}))?",
        rf"(?:CHANGE |MARK |TOO )*ADD(?: TO)?(?: {P} 'S {WORD})? (?P<p>{LIST})(?: TOO| JOIN| TO| OF| lista| list"
        rf"| group| grupo| ALL| IT)*",
        rf"(?P<p>{LIST}) TOO",
        rf"(?P<p>{LIST})(?: 'S| WAS)+(?: TOO)? (?:JOIN|there|here|ahi|ali|la)(?: TOO)?",
        rf"(?P<p>{LIST}) TOO (?:WAS|SPLIT|JOIN|CHANGE)",
        rf"(?:there )?(?:WAS|'S|viene|vienen) TOO (?P<p>{LIST})",
        rf"(?:TOO )?JOIN(?: TOO)? (?P<p>{LIST})(?: TOO)?",
    )
)


def _just_joined(reading: Reading) -> list[str]:
    people = reading.state.get("people", ())
    return [str(people[-1]["name"])] if people and reading.kind == "joined" else []


def _removal(piece: str, gist: Gist, reading: Reading) -> Fact | None:
    del reading
    found = re.fullmatch(
        rf"(?:CHANGE |ADD )*REMOVE(?: OUT| OF| BOTH)*(?P<t>(?:(?: ,| AND| OF)* {T})+)(?: OUT| OF| BOTH| TOO| list"
        rf"| lista)*"
        rf"|(?P<u>{T})(?: SHOULD| WAS)* NOT (?:MARK|TAKE|count|SPLIT|cuenta|conta|vale)|(?P<v>{T}) (?:WAS )?(?:REMOVE"
        rf"|OUT)(?: IT)?",
        piece,
    )
    return Fact("remove", {}, gist.ids(found["t"] or found["u"] or found["v"])) if found else None


def _leaving(piece: str, gist: Gist, reading: Reading) -> Fact | None:
    """Read "remove Tom", "take Ana off the bill": people who are there, and no expense."""
    found = re.fullmatch(
        rf"(?:CHANGE )*(?:REMOVE|TAKE OUT)(?: TO)? (?P<p>{LIST})(?: OUT| OF| TOO| list| lista| group| grupo| ALL)*",
        piece,
    )
    away = re.fullmatch(
        rf"(?P<p>{LIST})(?: 'S| WAS| SHOULD| TOO)* NOT JOIN(?: LATER| more| anymore| mas| mais| PLUS| MORE| AFTER"
        rf"| final)*",
        piece,
    )
    names = gist.names(found["p"]) if found else gist.names(away["p"]) if away else []
    there = names and all(name == ME or person(reading.state, name) is not None for name in names)
    return Fact("leave", {"names": names}) if there else None


def _raised(piece: str, gist: Gist, reading: Reading) -> Fact | None:
    """Read a tip, "add 5 to the taxi", "10 off the dinner"."""
    del reading
    ids = gist.ids(piece)
    tip = _TIP.fullmatch(_bare(_THING.sub(" ", piece)))
    if tip:
        return Fact("raise", _by(tip["a"] or tip["b"], gist), ids)
    found = _MORE.fullmatch(piece)
    if found:
        less = bool(re.search(r"\b(?:LESS|REMOVE|OUT|knock|TAKE)\b", piece))
        told = _by(found["a"] or found["b"] or found["c"] or found["d"], gist)
        return Fact("raise", {key: -value if less else value for key, value in told.items()}, ids)
    return None


_HOW_MUCH = rf"(?:{M}|{N} %)"
_TIP = re.compile(
    rf"(?:(?:ADD|PLUS|AND|OF|left|leave|dejamos|deixamos|deja|PAID|PAYS|MARK|ALL|had|put|CHANGE|con|WAS|IT|SHOULD"
    rf"|{P}) )*(?P<a>{_HOW_MUCH})(?: (?:OF|BY|PLUS))* TIP(?: (?:PLUS|OF|BY|TO|OF top))*"
    rf"|(?:(?:ADD|PLUS|AND|OF|left|dejamos|deixamos|WAS) )*TIP(?: (?:OF|WAS|BY|PLUS|TO))* (?P<b>{_HOW_MUCH})(?: PLUS"
    rf"| MORE)?"
)
_MORE = re.compile(
    rf"(?:ADD|PLUS)(?: MORE)? (?P<a>{_HOW_MUCH})(?: MORE| PLUS)? (?:TO|OF|BY) {T}"
    rf"|(?:REMOVE|TAKE|knock|CHANGE) (?P<b>{_HOW_MUCH})(?: OUT| LESS| OF)+ {T}"
    rf"|{T} (?:WAS )?(?P<c>{_HOW_MUCH}) (?:MORE|LESS)|(?P<d>{_HOW_MUCH}) (?:MORE|LESS)(?: OF| BY| TO)* {T}"
)


def _by(text: str, gist: Gist) -> dict[str, int]:
    if text.endswith("%"):
        return {"percent": gist.number(text) or 0}
    return {"cents": gist.money(text)[0].cents}


_WHOLE: tuple[Callable[[str, Gist, Reading], Fact | None], ...] = (
    _payment,
    _raised,
    _removal,
    _leaving,
    _people,
)
