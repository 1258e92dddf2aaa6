"""What the pieces of a message tell, read from its gist: who paid, who shares and how, payments, who joins.

A message is cut at commas, full stops and words such as "and" or "so"; the longest piece from each place on that tells
something is taken. What tells nothing by itself is left as free text, which may tell an expense.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from fingerpost.assistants.miniapps.bill_split.gist import PEOPLE, Gist, M, N, P, T
from fingerpost.assistants.miniapps.bill_split.state import debts, name_of, person
from fingerpost.assistants.miniapps.bill_split.who import ME
from fingerpost.assistants.miniapps.framework.parts import Reading
from fingerpost.conversation.lexicon import words

MOST_CUTS = 40
"""Places at which a message may be cut; one with more is a list."""

_CUTS = frozenset({",", ".", "AND", "BUT", "WHO", "PLUS"})
_WORD = rf"(?!{P}|{M}|{T}|{N}|[,.?%])\S+"
"""Any sign that is no person, amount, expense or number."""
_MORE_OF_THEM = rf"(?:(?: ,)?(?: AND)?(?: TO| OF| BETWEEN)? {P}(?: 'S)?)"
_L = rf"{P}(?: 'S(?=(?: ,)?(?: AND)?(?: TO| OF)? {P}))?{_MORE_OF_THEM}*"
_LL = rf"{P}(?: 'S)?{_MORE_OF_THEM}+"
_ANY = rf"(?: {_WORD})"


class Fact(NamedTuple):
    """What a piece of a message tells: its kind with its values, and the expenses it names."""

    kind: str
    values: Mapping[str, Any]
    ids: Sequence[int] = ()
    span: tuple[int, int] = (0, 0)
    """Where it stands in the message."""
    joined: str = ""
    """The sign that parts it from the piece before."""


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
    return ends[0], Fact("free", {"piece": " ".join(signs[begin : ends[0]])}, gist.ids(" ".join(signs[begin : ends[0]])))


def _joined_up(found: Sequence[Fact]) -> list[Fact]:
    """Return facts with free pieces that follow each other as one: "fish and chips" is cut at nothing."""
    kept: list[Fact] = []
    for fact in found:
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
    for told in _DETAILS:
        values = told(bare, gist, reading, pointed)
        if values is not None:
            kind, value = values
            # "taxi 18", "taxi Ana": one more of them, unless a word tells that the one that is there is meant.
            cue = _CUES.get(kind)
            return None if ids and cue and not cue.search(piece) else Fact(kind, value, ids)
    return None


_THING = re.compile(rf"(?:(?<!\S)(?:OF|TO|BY|AND|IT) )*{T}(?: 'S)?")
_CUES = {"amount": re.compile(r"\b(?:WAS|TO|CHANGE|SHOULD|NOT)\b"), "payer": re.compile(r"\b(?:PAID|BY|WAS|WHO|PAYER)\b")}


def _bare(piece: str) -> str:
    """Return a piece without the words at its ends that say nothing of what it tells."""
    piece = " ".join(sign for sign in piece.split() if sign != "IT")
    before = None
    while before != piece:
        before = piece
        piece = re.sub(rf"^(?:CHANGE|SHOULD|IT|BUT|AND|TOO|WAS|be)(?: |$)|(?: |^)(?:IT|TOO|AND|BUT|OF|WAS|SHOULD)$", "", piece)
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
    everyone = re.fullmatch(rf"(?:ALL|DEBT|BOTH)(?: WAS| ONLY| TOO)* (?:GAVE|PAID|SETTLED)(?: BACK| TO| AND)* (?P<t>{P})(?: BACK)?", piece)
    if everyone:
        taker = gist.names(everyone["t"])[0]
        number = reading.state["speaker"] if taker == ME else person(reading.state, taker)
        owing = [one.giver for _, one in debts(reading.state) if one.taker == number]
        givers = [ME if one == reading.state["speaker"] else name_of(reading.state, one) for one in dict.fromkeys(owing)]
        if givers:
            return Fact("settle", {"giver": givers[0], "more": givers[1:], "taker": taker, "money": None, "among": ""})
    again = re.fullmatch(rf"(?:REST|other|otros|outros)(?: (?:OF|IT))* (?P<m>{M})", piece)
    if again and reading.kind == "paid" and reading.state["payments"]:
        last = reading.state["payments"][-1]
        money = gist.money(again["m"])[0]._asdict()
        return Fact("repeat", {"giver": last["giver"], "taker": last["taker"], "money": money})
    return None


_TAIL = rf"(?: (?:BACK|TOO|ONLY|OF|IT|DEBT|SHARE|'S|OWE|BOTH|ALL|TO|WAS|{P}|for|cash|efectivo|dinheiro|bizum|pix|venmo|owed|full|total|half_|tambem|today|bank|transfer|paypal|cash|hand|zelle|revolut|banco|mbway|in|con|com|AND(?= (?:cash|bank)))){{0,7}}"
_BEFORE = r"(?: (?:ONLY|TOO|BOTH|WAS|'S|have|has|had|ve|HE|TO))*"
_PAYMENTS = tuple(
    re.compile(pattern)
    for pattern in (
        rf"(?P<g>{_L}){_BEFORE} (?:GAVE|PAID)(?: BACK)?(?: TO| OF| BY)* (?P<t>{P})(?: BACK)?(?: 'S)?(?: OF| SHARE| DEBT| WAS)*(?: (?P<m>{M}))?{_TAIL}",
        rf"(?P<g>{_L}){_BEFORE} (?:GAVE|PAID|PAYS)(?: BACK)?(?: OF| BY)* (?P<m>{M})(?: BACK)?(?: OF| IT)*(?: TO| BY| OF| AND)* (?P<t>{P})(?: BACK)?{_TAIL}",
        rf"(?P<g>{_L}){_BEFORE} GAVE(?: TO| BACK)*(?: DEBT| BOTH| SHARE| OF| 'S| OWE| {P})* (?:TO|BY) (?P<t>{P}){_TAIL}",
        rf"(?P<g>{_L}){_BEFORE} (?P<t>{P}){_BEFORE} (?:GAVE|PAID)(?: BACK)?(?: OF)?(?: (?P<m>{M}))?{_TAIL}",
        rf"TO (?P<t>{P}) (?:GAVE|PAID)(?: (?P<m>{M}))? (?P<g>{P}){_TAIL}",
        rf"TO (?P<t>{P}) (?:GAVE|PAID) (?P<g>{P})(?: OF)? (?P<m>{M}){_TAIL}",
        rf"(?P<t>{P})(?: 'S| WAS)+ (?:PAID|GAVE)(?: BACK)? BY (?P<g>{P})(?: BACK)?",
        rf"(?P<g>{P}) (?:NOT OWE|OWE)(?: TO)? (?P<t>{P}) (?:nothing|nada|anything)(?: {_WORD}){{0,2}}",
        rf"(?P<g>{P}) NOT OWE (?:nada|DEBT|PLUS)(?: {_WORD})? TO (?P<t>{P})(?: PLUS)?",
        rf"(?P<mine>(?:GAVE|PAID))(?: BACK)? (?:TO )?(?P<t>{P})(?: BACK)? (?P<m>{M}){_TAIL}",
        rf"(?P<mine>GAVE)(?: BACK)? (?P<m>{M})(?: BACK)? (?:TO )(?P<t>{P}){_TAIL}",
        rf"(?P<g>{_L}){_BEFORE} SETTLED(?: (?:AND|TO|OF|SHARE|DEBT|'S|up|cuentas|contas|{P} 'S))*(?: (?P<t>{P}))?{_TAIL}",
        rf"(?:MARK|REMOVE|clear|settle|SETTLED|salda|liquida|quita|acerta|CHANGE)(?: DEBT| SHARE| OF| WAS)* (?P<g>{P})(?: 'S)?(?: DEBT| SHARE| OWE)*(?: (?:TO|AND|OF|BY))*(?: (?P<t>{P}))?(?: WAS| OF)* (?:AS_PAID|PAID|SETTLED|TOO)",
        rf"(?:REMOVE|clear|settle|salda|liquida|quita|acerta)(?: OF)*(?: DEBT| SHARE)+(?: OF| BY)* (?P<g>{P})(?: (?:TO|AND) (?P<t>{P}))?(?: 'S)?",
        rf"(?:REMOVE|clear|settle) (?P<g>{P})(?: 'S)? (?:DEBT|SHARE)(?: (?:TO|AND) (?P<t>{P}))?",
        rf"MARK AS_PAID(?: DEBT| SHARE| OF| BY)* (?P<g>{P})(?: 'S)?(?: DEBT| SHARE)*(?: (?:TO|AND) (?P<t>{P}))?",
        rf"(?:MARK )?(?:DEBT |SHARE )?(?:OF |BY )?(?P<g>{P})(?: 'S)? (?:DEBT|SHARE)?(?: ?(?:TO|AND) (?P<t>{P}))?(?: WAS)* (?:SETTLED|AS_PAID)",
        rf"(?P<g>{_L}){_BEFORE} PAID(?! (?:BOTH|OF)$)(?: BACK| TO)*(?: (?:DEBT|SHARE|BOTH|ALL|'S|OF|OWE|{P} 'S|{P} OWE))+(?: (?:TO|AND) (?P<t>{P}))?(?: BACK)?",
    )
)


def _people(piece: str, gist: Gist, reading: Reading) -> Fact | None:
    """Read who joins, perhaps only from now on, or only for something."""
    later = re.fullmatch(rf"(?P<p>{_L})(?: 'S| ONLY| SPLIT| PAYS| JOIN| WAS| SHOULD| OF)* LATER", piece)
    if later:
        return Fact("join", {"names": gist.names(later["p"]), "later": True})
    only = re.fullmatch(rf"(?P<p>{_L})(?: 'S| WAS| SPLIT| PAYS| JOIN| CHANGE)* ONLY(?: {_WORD}){{0,4}} (?P<t>{T})", piece)
    fresh = [name for name in gist.names(piece) if person(reading.state, name) is None and name != ME]
    if only and (fresh or gist.names(only["p"])[0] in _just_joined(reading)):
        return Fact("join", {"names": gist.names(only["p"]), "things": gist.ids(only["t"])})
    absent = re.fullmatch(rf"(?:{P} )?(?:'S |WAS |JOIN |BUT )*NOT(?: {_WORD}){{0,3}}(?P<t>(?: (?:AND |OF |, )*{T})+)", piece)
    if absent and not (set(gist.names(piece)) - set(fresh)):
        return Fact("join", {"names": fresh, "without": gist.ids(absent["t"])})
    after = re.fullmatch(rf"(?:(?P<p>{P}) )?(?:'S |WAS |BUT )*(?:JOIN |came |llego |chegou )*(?:late )?AFTER(?: OF)? (?P<t>{T})", piece)
    if after:
        return Fact("join", {"names": gist.names(after["p"] or ""), "after": gist.ids(after["t"])})
    for pattern in _JOINS:
        found = pattern.fullmatch(piece)
        names = gist.names(found["p"]) if found else []
        told = found.groupdict() if found else {}
        is_new = any(person(reading.state, name) is None for name in names if name != ME or reading.state["speaker"] is None)
        if found and is_new:
            things = gist.ids(told.get("t") or "")
            return Fact("join", {"names": names, **({"things": things} if things else {})})
        if found and names and "ADD" in piece.split()[:1] and not gist.ids(piece) and not gist.money(piece):
            return Fact("join", {"names": names})
    out = re.fullmatch(rf"(?P<p>{P})(?: 'S| WAS)* (?:NOT|OUT|SKIP){_ANY}{{0,6}}|NOT (?P<q>{P})|(?P<r>{P}) {_WORD} OUT{_ANY}{{0,2}}", piece)
    names = gist.names(out["p"] or out["q"] or out["r"]) if out else []
    if names == [ME] and reading.state["speaker"] is None:
        # Who is not on the bill needs not be taken off it: "I'm not in on this one".
        return Fact("idle", {})
    return None


_JOINS = tuple(
    re.compile(pattern)
    for pattern in (
        rf"(?:CHANGE |ADD |TOO |BUT )*(?P<p>{_L})(?: 'S| WAS| TOO| SHOULD)* JOIN(?: TOO| AND| JOIN| OF| ALL| IT| us| for| LATER| late| nosotros| group| grupo| viaje| trip)*(?: (?P<t>{T}))?",
        rf"(?:CHANGE |MARK |TOO )*ADD(?: TO)?(?: {P} 'S {_WORD})? (?P<p>{_L})(?: TOO| JOIN| TO| OF| lista| list| group| grupo| ALL| IT)*",
        rf"(?P<p>{_L}) TOO",
        rf"(?P<p>{_L})(?: 'S| WAS)+(?: TOO)? (?:JOIN|there|here|ahi|ali|la)(?: TOO)?",
        rf"(?P<p>{_L}) TOO (?:WAS|SPLIT|JOIN|CHANGE)",
        rf"(?:there )?(?:WAS|'S|viene|vienen) TOO (?P<p>{_L})",
        rf"(?:TOO )?JOIN(?: TOO)? (?P<p>{_L})(?: TOO)?",
    )
)


def _just_joined(reading: Reading) -> list[str]:
    people = reading.state.get("people", ())
    return [str(people[-1]["name"])] if people and reading.kind == "joined" else []


def _removal(piece: str, gist: Gist, reading: Reading) -> Fact | None:
    del reading
    found = re.fullmatch(
        rf"(?:CHANGE |ADD )*REMOVE(?: OUT| OF| BOTH)*(?P<t>(?:(?: ,| AND| OF)* {T})+)(?: OUT| OF| BOTH| TOO| list| lista)*"
        rf"|(?P<u>{T})(?: SHOULD| WAS)* NOT (?:MARK|TAKE|count|SPLIT|cuenta|conta|vale)|(?P<v>{T}) (?:WAS )?(?:REMOVE|OUT)(?: IT)?",
        piece,
    )
    return Fact("remove", {}, gist.ids(found["t"] or found["u"] or found["v"])) if found else None


def _leaving(piece: str, gist: Gist, reading: Reading) -> Fact | None:
    """Read "remove Tom", "take Ana off the bill": people who are there, and no expense."""
    found = re.fullmatch(rf"(?:CHANGE )*(?:REMOVE|TAKE OUT)(?: TO)? (?P<p>{_L})(?: OUT| OF| TOO| list| lista| group| grupo| ALL)*", piece)
    away = re.fullmatch(rf"(?P<p>{_L})(?: 'S| WAS| SHOULD| TOO)* NOT JOIN(?: LATER| more| anymore| mas| mais| PLUS| MORE| AFTER| final)*", piece)
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
    rf"(?:(?:ADD|PLUS|AND|OF|left|leave|dejamos|deixamos|deja|PAID|PAYS|MARK|ALL|had|put|CHANGE|con|WAS|IT|SHOULD|{P}) )*(?P<a>{_HOW_MUCH})(?: (?:OF|BY|PLUS))* TIP(?: (?:PLUS|OF|BY|TO|OF top))*"
    rf"|(?:(?:ADD|PLUS|AND|OF|left|dejamos|deixamos|WAS) )*TIP(?: (?:OF|WAS|BY|PLUS|TO))* (?P<b>{_HOW_MUCH})(?: PLUS| MORE)?"
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


# --- details of an expense: shares, who paid, how much

Values = tuple[str, Mapping[str, Any]]


def _only(bare: str, gist: Gist, reading: Reading, pointed: bool) -> Values | None:
    del reading
    for pattern in _ONLYS:
        found = pattern.fullmatch(bare)
        if found:
            return "shares", {"only": gist.names(found["p"])}
    together = re.fullmatch(rf"(?P<p>{_LL}) (?:SPLIT|PAYS|PAID|went|used|usaron|usamos|usaram|JOIN|WAS){_ANY}{{0,3}}", bare)
    if together and pointed and "PAID" not in bare:
        return "shares", {"only": gist.names(together["p"])}
    along = re.fullmatch(rf"(?:WAS )?(?:SPLIT|EQUAL|HALF)(?: EQUAL| HALF| IT)* AND (?P<p>{_L})(?: ONLY| EQUAL)*", bare)
    return ("shares", {"along": gist.names(along["p"])}) if along else None


_ONLYS = tuple(
    re.compile(pattern)
    for pattern in (
        rf"(?:(?:SPLIT|EQUAL|ONLY|WAS|SHOULD|TO) )*BETWEEN (?:ONLY )?(?P<p>{_L})(?: ONLY| EQUAL| HALF| EACH| SPLIT)*",
        rf"(?:(?:SPLIT|WAS|OF|TO|EQUAL|'S) )*ONLY(?: OF| TO| WAS| BY| BETWEEN| SPLIT| PAYS| AND| JOIN)* (?P<p>{_L})(?: WAS)?(?! PAID){_ANY}{{0,4}}",
        rf"(?:(?:OF|TO|SPLIT|WAS|BY) )*(?P<p>{_L}) ONLY",
        rf"(?:SPLIT |WAS )*(?:OF|TO) (?P<p>{_LL})(?: ONLY)?",
    )
)


def _but(bare: str, gist: Gist, reading: Reading, pointed: bool) -> Values | None:
    del reading
    for pattern in _BUTS:
        found = pattern.fullmatch(bare)
        if found and not re.search(r"\bPAID\b|\bGAVE\b|\bOWE\b", bare):
            habit = next((kind for kind, words in _HABITS.items() if not words.isdisjoint(bare.split())), "")
            return "shares", {"but": gist.names(found["p"]), **({"habit": habit} if habit and not pointed else {})}
    return None


_HABITS = {
    "drink": words("drink drinks drinking alcohol bebe beber toma tomar beben bebem alcool"),
    "eat": words("eat eats eating come comer comen comem meat carne vegetarian vegan"),
}
"""What somebody never does tells of no certain expense."""
DRINKS = words("""drink drinks beer beers wine wines cocktail cocktails bar pub booze spirits shots champagne gin rum
    bebida bebidas cerveza cervezas birra birras vino vinos copas chelas trago tragos canas fernet cava
    cerveja cervejas cerva vinho vinhos chopp chope drinque drinques caipirinha cachaca breja brejas""")


_BUTS = tuple(
    re.compile(pattern)
    for pattern in (
        rf"(?P<p>{_L})(?: PAYS| WAS)* (?:none|nothing|nada|zero|cero)(?: OF)?",
        rf"(?:(?:SPLIT|ONLY|BETWEEN) )*(?:{N}|{M}|DEBT {N})(?: OF ALL| ways?)? NOT (?P<p>{_L})",
        rf"(?:(?:SPLIT|BETWEEN|OF|TO|ALL|ONLY|BOTH|BY|EQUAL|WAS|BUT|DEBT|{N}|{M}|ways?) )*(?:EXCEPT|WITHOUT|ALL BUT|ALL EXCEPT|ALL OUT)(?: OF| TO| BY| AND)* (?P<p>{_L})(?: SPLIT| PAYS| WAS| JOIN| 'S)*",
        rf"NOT(?: OF| TO| AND| BY| WAS)* (?P<p>{_L})",
        rf"(?:NOT (?:TAKE|ADD|MARK|PAYS|SPLIT|CHANGE|REMOVE))(?: TO)? (?P<p>{_L}){_ANY}{{0,3}}",
        rf"(?:TO |OF )?(?P<p>{_L})(?: 'S| WAS| SHOULD| TOO| PAYS)* NOT{_ANY}{{0,7}}",
        rf"(?P<p>{_L})(?: 'S| WAS| SHOULD)* SKIP{_ANY}{{0,4}}",
        rf"(?:TAKE|REMOVE|CHANGE)(?: TO)? (?P<p>{_L})(?: WAS)? OUT{_ANY}{{0,3}}",
        rf"(?:TAKE|REMOVE|CHANGE) OUT(?: TO)? (?P<p>{_L})",
        rf"(?P<p>{_L})(?: 'S| WAS)* OUT{_ANY}{{0,3}}",
    )
)


def _taken_off(bare: str, gist: Gist, reading: Reading, pointed: bool) -> Values | None:
    """Read "take Ana off the taxi": without the taxi she would leave the bill."""
    del reading
    found = re.fullmatch(rf"(?:REMOVE|TAKE)(?: TO)? (?P<p>{_L})(?: OUT| OF)*", bare) if pointed else None
    return ("shares", {"but": gist.names(found["p"])}) if found else None


def _added_to(bare: str, gist: Gist, reading: Reading, pointed: bool) -> Values | None:
    """Read "add Tom to the dinner", "Tom had some too"."""
    del reading
    found = re.fullmatch(rf"ADD(?: TO)? (?P<p>{_L})(?: TO| OF)*|(?P<q>{_L})(?: TOO)? (?:PAYS|JOIN|SPLIT|SHOULD){_ANY}{{0,3}} ?TOO", bare) if pointed else None
    return ("shares", {"with": gist.names(found["p"] or found["q"])}) if found else None


def _halves(bare: str, gist: Gist, reading: Reading, pointed: bool) -> Values | None:
    """Read "Dev pays half", "half for Dev and half for Priya"."""
    del reading, pointed
    both = re.fullmatch(rf"HALF(?: OF| TO| BY)* (?P<p>{P})(?: ,| AND)* HALF(?: OF| TO| BY)* (?P<q>{P})|(?P<r>{P}) HALF(?: ,| AND)* (?P<s>{P}) HALF", bare)
    if both:
        return "shares", {"only": gist.names("".join(filter(None, both.groups())))}
    found = re.fullmatch(rf"(?P<p>{P})(?: PAYS| OWE| WAS| SHOULD| TAKE| 'S)+ HALF(?: OF IT| OF)?", bare)
    return ("shares", {"ratio": [50], "names": gist.names(found["p"]), "rest": [], "percent": True}) if found else None


def _others(bare: str, gist: Gist, reading: Reading, pointed: bool) -> Values | None:
    del reading, pointed
    found = re.fullmatch(rf"(?:(?:SPLIT|ONLY|WAS|OF|TO|BETWEEN|BY) )*REST(?: (?P<n>{N}|{M}))?(?: ONLY| SPLIT| PAYS| EQUAL| people)*", bare)
    return ("others", {"rest": gist.number(found["n"]) if found["n"] else None}) if found else None


def _all(bare: str, gist: Gist, reading: Reading, pointed: bool) -> Values | None:
    counted = re.fullmatch(rf"(?:(?:SPLIT|BETWEEN|OF|TO|BY|IT|BOTH|DEBT|EQUAL) )*(?:(?:DEBT|ALL|BOTH|the) )*(?P<n>{N}|{M})(?: OF| ALL| ways?| people| personas| pessoas| EQUAL)*", bare)
    if counted and ("SPLIT" in bare or "BETWEEN" in bare or "ALL" in bare or "way" in bare) and gist.number(counted["n"]):
        everything = {"everything": True} if re.search(r"\b(?:BOTH|DEBT)\b", bare) else {}
        return "shares", {"all": True, "rest": gist.number(counted["n"]), **everything}
    if counted and re.fullmatch(rf"(?:TO|OF|BY|BETWEEN) DEBT {N}(?: OF ALL)?|DEBT (?:four|three|two|five|six) OF ALL", bare):
        return "shares", {"all": True}
    found = re.fullmatch(
        r"(?:(?:SPLIT|BETWEEN|OF|TO|BY|ONLY|BOTH|DEBT|WAS|CHANGE) )*(?:ALL|EQUAL|(?<=BETWEEN )BOTH)(?: (?:ALL|EQUAL|SPLIT|BETWEEN|OF|TO|BY|BOTH|easier|WAS|DEBT|two|three|four|five|six))*"
        r"|(?:SPLIT |BOTH )*(?:BETWEEN|TO|OF) BOTH|DEBT (?:two|three|four|five|six) OF ALL|(?:two|three|four|five|six) ways?",
        bare,
    )
    del reading, pointed
    if found is None:
        return None
    everything = bool(re.search(r"\b(?:BOTH|DEBT)\b.*SPLIT|SPLIT (?:BOTH|DEBT)\b", bare))
    return "shares", {"all": True, **({"everything": True} if everything else {})}


def _heavy(bare: str, gist: Gist, reading: Reading, pointed: bool) -> Values | None:
    del reading, pointed
    for pattern in _HEAVIES:
        found = pattern.fullmatch(bare)
        if found is None:
            continue
        told = found.groupdict()
        times = {"DOUBLE": 2, "TRIPLE": 3, "HALF": 0}.get(told.get("x") or "", 0) or gist.number(told.get("n") or "")
        if times:
            return "shares", {"heavy": [[name, times] for name in gist.names(found["p"])]}
    return None


_HEAVIES = tuple(
    re.compile(pattern)
    for pattern in (
        rf"(?P<p>{_L})(?: {_WORD}){{0,4}} (?P<x>DOUBLE|TRIPLE){_ANY}{{0,6}}",
        rf"(?:(?:MARK|ADD|CHANGE|PAYS|GAVE|give|dale|TAKE|OF|TO) )*(?P<x>DOUBLE|TRIPLE)(?: SHARE| WEIGHT)?(?: OF| TO| BY)? (?P<p>{_L})",
        rf"(?:(?:MARK|TAKE|CHANGE) )+(?P<p>{_L})(?: BUT| OF)* (?P<x>DOUBLE|TRIPLE)",
        rf"(?:CHANGE |ADD |give |dale |GAVE |MARK )*(?P<p>{_L})(?: 'S)?(?: OF)? WEIGHT(?: OF| WAS| TO| BY)* (?P<n>{N}|{M})",
        rf"(?:CHANGE |ADD )*WEIGHT(?: OF)? (?P<p>{_L})(?: WAS| TO| BY| OF)* (?P<n>{N}|{M})",
        rf"(?:give |dale |GAVE |MARK |CHANGE )*(?P<p>{_L})(?: BUT| OF)* WEIGHT(?: OF)? (?P<n>{N}|{M})",
    )
)

_UNIT = r"(?: (?:nights?|noches?|noites?|days?|dias?|weeks?|semanas?|people|personas|pessoas|kids|slices?|beers?|rounds?|shares|SHARE|partes|parts|drinks?|porciones|porcion|pedacos|fatias|x|OF them|WEIGHT))"
_SEP = r"(?: ,| AND| BUT| \.)*"
_PAIR = re.compile(
    rf"(?:(?:TO|OF) )?(?P<p>{_L})(?: 'S| SHARE| WAS| PAYS| OWE| OF| BY| stayed| slept| durmio| durmieron| dormiu| fico| ficaram| estuvo| estuvieron| quedo| se| WEIGHT| ONLY| TO| ,(?= {M})){{0,5}} (?P<m>{M}|{N}(?: %)?)(?P<u>{_UNIT})?(?P<e> EACH)?(?: OF IT| IT)?"
    rf"|(?P<m2>{M}|{N} %)(?P<e2> EACH)?(?: OF IT)?(?: WAS| OF| TO| BY)* (?P<p2>{_L})(?: 'S)?"
    rf"|(?P<sh>SHARE)(?: OF| BY)* (?P<p3>{P})(?: WAS| 'S)* (?P<m3>{M})|(?:OF|BY) (?P<p4>{P})(?: WAS)? (?P<m4>{M})"
)
_REST = re.compile(
    rf"(?:(?:SPLIT|AND|WAS|PAYS|OF|ALL) )*(?:REST|DEBT REST|ALL else)(?: (?:WAS|SPLIT|OF|BETWEEN|EQUAL|ALL|TO|BY|PAYS|us|IT|REST|DEBT|'S|left|over|remaining|queda|sobra|sobrou|divvied))*(?P<p> {_L})?(?: (?:PAYS|SPLIT|EQUAL|WAS))*(?: (?P<m>{M})(?: EACH)?)?(?: (?:BETWEEN|SPLIT|EQUAL|ALL|REST))*"
    rf"|(?P<q>{_L})(?: (?:PAYS|SPLIT|TAKE|GAVE|OF|WAS|CHANGE))+ REST(?: EQUAL| BETWEEN| SPLIT)*|(?:nothing|nada|zero|cero)(?: OF| TO| BY)* (?P<z>{_L})|(?P<y>{_L})(?: WAS| PAYS)? (?:nothing|nada|zero|cero)"
)


def _pairs(bare: str, gist: Gist, reading: Reading, pointed: bool) -> Values | None:
    """Read "Ana 40, Leo 20 and the rest split", "130 for him and 80 for me", "Ana 2 nights, Leo 3"."""
    del reading
    weights = bool(re.search(r"\bWEIGHT\b", bare))
    body = re.sub(r"^(?:(?:SPLIT|BETWEEN|OF|BY|WAS|WEIGHT|amounts?|montos|importes|valores|TO|EQUAL|,|CHANGE|IT) ?)*(?=[^A-Za-z]|SHARE|REST|nothing|nada)", "", bare)
    weights = weights and "WEIGHT" in bare
    pairs: list[tuple[list[str], str]] = []
    rest: list[str] | None = None
    unit = False
    place = 0
    while place < len(body):
        sep = re.compile(_SEP + " ?").match(body, place)
        place = sep.end() if sep else place
        if place >= len(body):
            break
        left = _REST.match(body, place)
        found = _PAIR.match(body, place)
        if left and _at_end(body, left.end()):
            if not (left["z"] or left["y"]):
                rest = gist.names(left["p"] or left["q"] or "")
            place = left.end()
        elif found and _at_end(body, found.end()):
            names = gist.names(next(filter(None, (found["p"], found["p2"], found["p3"], found["p4"]))))
            number = next(filter(None, (found["m"], found["m2"], found["m3"], found["m4"])))
            unit = unit or bool(found["u"])
            pairs.append((names, number))
            place = found.end()
        else:
            return None
    return _told_pairs(pairs, rest, weights or unit, gist, pointed)


def _told_pairs(pairs: Sequence[tuple[list[str], str]], rest: list[str] | None, weights: bool, gist: Gist, pointed: bool) -> Values | None:
    people = [name for names, _ in pairs for name in names]
    if not pairs or len(set(people)) < len(people) or (len(people) < 2 and rest is None and not pointed):
        return None
    percent = [number.endswith("%") for _, number in pairs]
    if weights or all(percent):
        numbers = [gist.number(number) for names, number in pairs for _ in names]
        if None in numbers or (len(people) < 2 and rest is None):
            return None
        return "shares", {"ratio": numbers, "names": people, **({"percent": True} if all(percent) and rest is not None else {}), **({"rest": rest} if rest is not None else {})}
    moneys = [(names, gist.money(number)) for names, number in pairs]
    if any(percent) or not all(money for _, money in moneys) or (len(people) < 2 and rest is None):
        return None
    amounts = [[name, money[0].cents] for names, money in moneys for name in names]
    return "amounts", {"amounts": amounts, **({"rest": rest} if rest is not None else {})}


def _at_end(text: str, place: int) -> bool:
    return place >= len(text) or re.match(r" (?:[,.]|AND|BUT)(?: |$)| ?$", text[place:]) is not None


def _payer(bare: str, gist: Gist, reading: Reading, pointed: bool) -> Values | None:
    for pattern in _PAYERS:
        found = pattern.fullmatch(bare)
        if found is None:
            continue
        told = found.groupdict()
        names = gist.names(found["p"])
        wrong = gist.names(told.get("n") or "")
        known = [name for name in names if name == ME or person(reading.state, name) is not None]
        if not known and "PAID" not in bare:
            continue
        both = "BOTH" in bare or "DEBT" in bare
        return "payer", {"payers": names, "both": both, "sure": pointed or bool(wrong) or "WHO" in bare or "PAYER" in bare}
    return None


_NOT_HIM = rf"(?:(?: ,)?(?: AND)? NOT(?: DID| WAS)? (?P<n>{P}))?"
_PAYERS = tuple(
    re.compile(pattern)
    for pattern in (
        rf"(?:(?:BOTH|DEBT|WAS|BUT) )*(?:PAID |PAYER |OF )?(?:(?:BY|WAS|TO) )*(?P<p>{P})(?: 'S)?(?: (?:WHO|BUT))?(?: (?:PAID|DID))?(?: (?:BOTH|DEBT|TOO|IT|OF|card|treat|tarjeta|cartao))*{_NOT_HIM}",
        rf"(?:DID |WAS |BOTH )*(?P<p>{P}) WHO(?: {P})? PAID(?: BOTH| IT)*{_NOT_HIM}",
        rf"NOT {P}(?: PAID)?(?: ,)?(?: BUT)?(?: IT)?(?: WAS)? (?P<p>{P})(?: PAID| DID)?",
        rf"{P} NOT PAID(?: IT)?(?: ,)?(?: BUT)?(?: IT)?(?: WAS)? (?P<p>{P})(?: PAID| DID)?",
        rf"(?:PAYER|WHO PAID)(?: OF| WAS| TO)* (?P<p>{P}){_NOT_HIM}",
        rf"(?P<p>{P}) (?:WAS )?(?:PAYER|WHO PAID)(?: OF| IT)*{_NOT_HIM}",
    )
)


def _amount(bare: str, gist: Gist, reading: Reading, pointed: bool) -> Values | None:
    """Read "it was 32", "to 90", "32 not 23": an amount that is told to be so."""
    del reading
    found = _AMOUNT.fullmatch(bare)
    if found is None:
        return None
    new = found["a"] or found["b"]
    return "amount", {"money": gist.money(new)[0]._asdict(), "sure": bool(found["old"] or found["b"])}


_AMOUNT = re.compile(
    rf"(?:(?:WAS|TO|BY|up|down|OF|from {M}|OF {M}|CHANGE|SHOULD) )*(?P<a>{M})(?: total| OF total| DEBT)?(?P<old>(?: ,)? NOT {M})?"
    rf"|NOT {M}(?: ,)?(?: BUT| IT| WAS)* (?P<b>{M})"
)

_DETAILS: tuple[Callable[[str, Gist, Reading, bool], Values | None], ...] = (
    _pairs, _halves, _heavy, _others, _taken_off, _added_to, _only, _but, _all, _payer, _amount,
)  # fmt: skip


def pieces(found: Sequence[Fact], kind: str) -> Iterator[Fact]:
    """Yield the facts of a kind."""
    return (fact for fact in found if fact.kind == kind)
