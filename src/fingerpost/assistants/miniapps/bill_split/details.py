"""Details of an expense in a piece of a gist: who shares it and how, who paid, how much it was."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from fingerpost.assistants.miniapps.bill_split.gist import Gist, M, N, P, T
from fingerpost.assistants.miniapps.bill_split.state import person
from fingerpost.assistants.miniapps.bill_split.who import ME
from fingerpost.assistants.miniapps.framework.parts import Reading
from fingerpost.language.numbers import number_words
from fingerpost.language.text import words

WORD = rf"(?!{P}|{M}|{T}|{N}|[,.?%])\S+"
"""Any sign that is no person, amount, expense or number."""
_TWO_TO_SIX = "|".join(number_words(range(2, 7), languages=("en",)))
_MORE_OF_THEM = rf"(?:(?: ,)?(?: AND)?(?: TO| OF| BETWEEN)? {P}(?: 'S)?)"
LIST = rf"{P}(?: 'S(?=(?: ,)?(?: AND)?(?: TO| OF)? {P}))?{_MORE_OF_THEM}*"
SEVERAL = rf"{P}(?: 'S)?{_MORE_OF_THEM}+"
ANY = rf"(?: {WORD})"

Values = tuple[str, Mapping[str, Any]]


def _only(bare: str, gist: Gist, reading: Reading, pointed: bool) -> Values | None:
    del reading
    for pattern in _ONLYS:
        found = pattern.fullmatch(bare)
        if found:
            return "shares", {"only": gist.names(found["p"])}
    together = re.fullmatch(
        rf"(?P<p>{SEVERAL}) (?:SPLIT|PAYS|PAID|went|used|usaron|usamos|usaram|JOIN|WAS){ANY}{{0,3}}", bare
    )
    if together and pointed and "PAID" not in bare:
        return "shares", {"only": gist.names(together["p"])}
    along = re.fullmatch(
        rf"(?:WAS )?(?:SPLIT|EQUAL|HALF)(?: EQUAL| HALF| IT)* AND (?P<p>{LIST})(?: ONLY| EQUAL)*", bare
    )
    return ("shares", {"along": gist.names(along["p"])}) if along else None


_ONLYS = tuple(
    re.compile(pattern)
    for pattern in (
        rf"(?:(?:SPLIT|EQUAL|ONLY|WAS|SHOULD|TO) )*BETWEEN (?:ONLY )?(?P<p>{LIST})(?: ONLY| EQUAL| HALF| EACH| SPLIT)*",
        rf"(?:(?:SPLIT|WAS|OF|TO|EQUAL|'S) )*ONLY(?: OF| TO| WAS| BY| BETWEEN| SPLIT| PAYS| AND"
        rf"| JOIN)* (?P<p>{LIST})(?: WAS)?(?! PAID){ANY}{{0,4}}",
        rf"(?:(?:OF|TO|SPLIT|WAS|BY) )*(?P<p>{LIST}) ONLY",
        rf"(?:SPLIT |WAS )*(?:OF|TO) (?P<p>{SEVERAL})(?: ONLY)?",
    )
)


def _but(bare: str, gist: Gist, reading: Reading, pointed: bool) -> Values | None:
    del reading
    for pattern in _BUTS:
        found = pattern.fullmatch(bare)
        if found and not re.search(r"\bPAID\b|\bGAVE\b|\bOWE\b", bare):
            if re.fullmatch(rf"NOT {P}", bare):
                return "shares", {"but": gist.names(found["p"]), "contrast": True}
            habit = next((kind for kind, words in _HABITS.items() if not words.isdisjoint(bare.split())), "")
            return "shares", {
                "but": gist.names(found["p"]),
                **({"habit": habit} if habit and not pointed and "BUT" not in bare.split() else {}),
            }
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
        rf"(?P<p>{LIST})(?: PAYS| WAS)* (?:none|nothing|nada|zero|cero)(?: OF)?",
        rf"(?:(?:SPLIT|ONLY|BETWEEN) )*(?:{N}|{M}|DEBT {N})(?: OF ALL| ways?)? NOT (?P<p>{LIST})",
        rf"(?:(?:SPLIT|BETWEEN|OF|TO|ALL|ONLY|BOTH|BY|EQUAL|WAS|BUT|DEBT|{N}|{M}|ways?) )*(?:EXCEPT|WITHOUT|ALL BUT"
        rf"|ALL EXCEPT|ALL OUT)(?: OF| TO| BY| AND)* (?P<p>{LIST})(?: SPLIT| PAYS| WAS| JOIN| 'S)*",
        rf"NOT(?: OF| TO| AND| BY| WAS)* (?P<p>{LIST})",
        rf"(?:NOT (?:TAKE|ADD|MARK|PAYS|SPLIT|CHANGE|REMOVE))(?: TO)? (?P<p>{LIST}){ANY}{{0,3}}",
        rf"(?:TO |OF )?(?P<p>{LIST})(?: 'S| WAS| SHOULD| TOO| PAYS)* NOT{ANY}{{0,7}}",
        rf"(?P<p>{LIST})(?: 'S| WAS| SHOULD)* SKIP{ANY}{{0,4}}",
        # A small word here is an expense that is not on the bill: "take him off the cider".
        rf"(?:TAKE|REMOVE|CHANGE)(?: TO)? (?P<p>{LIST})(?: WAS)? OUT(?: [A-Z]+| time| round| vez| ronda){{0,3}}",
        rf"(?:TAKE|REMOVE|CHANGE) OUT(?: TO)? (?P<p>{LIST})",
        rf"(?P<p>{LIST})(?: 'S| WAS)* OUT{ANY}{{0,3}}",
    )
)


def _taken_off(bare: str, gist: Gist, reading: Reading, pointed: bool) -> Values | None:
    """Read "take Ana off the taxi": without the taxi she would leave the bill."""
    del reading
    found = re.fullmatch(rf"(?:REMOVE|TAKE)(?: TO)? (?P<p>{LIST})(?: OUT| OF)*", bare) if pointed else None
    return ("shares", {"but": gist.names(found["p"])}) if found else None


def _added_to(bare: str, gist: Gist, reading: Reading, pointed: bool) -> Values | None:
    """Read "add Tom to the dinner", "Tom had some too"."""
    del reading
    found = (
        re.fullmatch(
            rf"ADD(?: TO)? (?P<p>{LIST})(?: TO| OF)*|(?P<q>{LIST})(?: TOO)? (?:PAYS|JOIN|SPLIT"
            rf"|SHOULD){ANY}{{0,3}} ?TOO",
            bare,
        )
        if pointed
        else None
    )
    return ("shares", {"with": gist.names(found["p"] or found["q"])}) if found else None


def _halves(bare: str, gist: Gist, reading: Reading, pointed: bool) -> Values | None:
    """Read "Dev pays half", "half for Dev and half for Priya"."""
    del reading, pointed
    both = re.fullmatch(
        rf"HALF(?: OF| TO| BY)* (?P<p>{P})(?: ,| AND)* HALF(?: OF| TO| BY)* (?P<q>{P})|(?P<r>{P}) HALF(?: ,"
        rf"| AND)* (?P<s>{P}) HALF",
        bare,
    )
    if both:
        return "shares", {"only": gist.names("".join(filter(None, both.groups())))}
    found = re.fullmatch(rf"(?P<p>{P})(?: PAYS| OWE| WAS| SHOULD| TAKE| 'S)+ HALF(?: OF IT| OF)?", bare)
    return ("shares", {"ratio": [50], "names": gist.names(found["p"]), "rest": [], "percent": True}) if found else None


def _others(bare: str, gist: Gist, reading: Reading, pointed: bool) -> Values | None:
    del reading, pointed
    found = re.fullmatch(
        rf"(?:(?:SPLIT|ONLY|WAS|OF|TO|BETWEEN|BY) )*REST(?: (?P<n>{N}|{M}))?(?: ONLY| SPLIT| PAYS| EQUAL| people)*",
        bare,
    )
    return ("others", {"rest": gist.number(found["n"]) if found["n"] else None}) if found else None


def _all(bare: str, gist: Gist, reading: Reading, pointed: bool) -> Values | None:
    counted = re.fullmatch(
        rf"(?:(?:SPLIT|BETWEEN|OF|TO|BY|IT|BOTH|DEBT|EQUAL) )*(?:(?:DEBT|ALL|BOTH|the) )*(?P<n>{N}|{M})(?: OF| ALL"
        rf"| ways?| people| personas| pessoas| EQUAL)*",
        bare,
    )
    if (
        counted
        and ("SPLIT" in bare or "BETWEEN" in bare or "ALL" in bare or "way" in bare)
        and gist.number(counted["n"])
    ):
        everything = {"everything": True} if re.search(r"\b(?:BOTH|DEBT)\b", bare) else {}
        return "shares", {"all": True, "rest": gist.number(counted["n"]), **everything}
    if counted and re.fullmatch(rf"(?:TO|OF|BY|BETWEEN) DEBT {N}(?: OF ALL)?|DEBT (?:{_TWO_TO_SIX}) OF ALL", bare):
        return "shares", {"all": True}
    found = re.fullmatch(
        r"(?:(?:SPLIT|BETWEEN|OF|TO|BY|ONLY|BOTH|DEBT|WAS|CHANGE|TAKE) )*(?:ALL|EQUAL|(?<=BETWEEN )BOTH)(?: (?:ALL"
        rf"|EQUAL|SPLIT|BETWEEN|OF|TO|BY|BOTH|easier|WAS|DEBT|{_TWO_TO_SIX}))*"
        rf"|(?:SPLIT |BOTH )*(?:BETWEEN|TO|OF) BOTH|DEBT (?:{_TWO_TO_SIX}) OF ALL|(?:{_TWO_TO_SIX}) ways?",
        bare,
    )
    del reading, pointed
    if found is None:
        return None
    whole = re.search(r"\b(?:BOTH|DEBT)\b.*SPLIT|SPLIT (?:BOTH|DEBT)\b", bare)
    return "shares", {"all": True, **({"everything": True} if whole else {})}


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
        rf"(?P<p>{LIST})(?: {WORD}){{0,4}} (?P<x>DOUBLE|TRIPLE){ANY}{{0,6}}",
        rf"(?:(?:MARK|ADD|CHANGE|PAYS|GAVE|give|dale|TAKE|OF|TO) )*(?P<x>DOUBLE|TRIPLE)(?: SHARE| WEIGHT)?(?: OF| TO"
        rf"| BY)? (?P<p>{LIST})",
        rf"(?:(?:MARK|TAKE|CHANGE) )+(?P<p>{LIST})(?: BUT| OF)* (?P<x>DOUBLE|TRIPLE)",
        rf"(?:CHANGE |ADD |give |dale |GAVE |MARK )*(?P<p>{LIST})(?: 'S)?(?: OF)? WEIGHT(?: OF| WAS| TO| BY)* (?P<n>{N}"
        rf"|{M})",
        rf"(?:CHANGE |ADD )*WEIGHT(?: OF)? (?P<p>{LIST})(?: WAS| TO| BY| OF)* (?P<n>{N}|{M})",
        rf"(?:give |dale |GAVE |MARK |CHANGE )*(?P<p>{LIST})(?: BUT| OF)* WEIGHT(?: OF)? (?P<n>{N}|{M})",
    )
)

_UNIT = (
    r"(?: (?:nights?|noches?|noites?|days?|dias?|weeks?|semanas?|people|personas|pessoas|kids|slices?|beers?|rounds?"
    r"|shares|SHARE|partes|parts|drinks?|porciones|porcion|pedacos|fatias|x|OF them|WEIGHT))"
)
_SEP = r"(?: ,| AND| BUT| \.)*"
_PAIR = re.compile(
    rf"(?:(?:TO|OF) )?(?P<p>{LIST})(?: 'S| SHARE| WAS| PAYS| OWE| OF| BY| stayed| slept| durmio| durmieron| dormiu"
    rf"| fico| ficaram| estuvo| estuvieron| quedo| se| WEIGHT| ONLY| TO| ,(?= {M})){{0,5}} (?P<m>{M}"
    rf"|{N}(?: %)?)(?P<u>{_UNIT})?(?P<e> EACH)?(?: OF IT| IT)?"
    rf"|(?P<m2>{M}|{N} %)(?P<e2> EACH)?(?: OF IT)?(?: WAS| OF| TO| BY)* (?P<p2>{LIST})(?: 'S)?"
    rf"|(?P<sh>SHARE)(?: OF| BY)* (?P<p3>{P})(?: WAS| 'S)* (?P<m3>{M})|(?:OF|BY) (?P<p4>{P})(?: WAS)? (?P<m4>{M})"
)
_REST = re.compile(
    rf"(?:(?:SPLIT|AND|WAS|PAYS|OF|ALL) )*(?:REST|DEBT REST|ALL else)(?: (?:WAS|SPLIT|OF|BETWEEN|EQUAL|ALL|TO|BY|PAYS"
    rf"|us|IT|REST|DEBT|'S|left|over|remaining|queda|sobra|sobrou|divvied))*(?P<p> {LIST})?(?: (?:PAYS|SPLIT|EQUAL"
    rf"|WAS))*(?: (?P<m>{M})(?: EACH)?)?(?: (?:BETWEEN|SPLIT|EQUAL|ALL|REST))*"
    rf"|(?P<q>{LIST})(?: (?:PAYS|SPLIT|TAKE|GAVE|OF|WAS|CHANGE))+ REST(?: EQUAL| BETWEEN| SPLIT)*|(?:nothing|nada|zero"
    rf"|cero)(?: OF| TO| BY)* (?P<z>{LIST})|(?P<y>{LIST})(?: WAS| PAYS)? (?:nothing|nada|zero|cero)"
)


def read_shares_by_number(bare: str, gist: Gist, reading: Reading, pointed: bool) -> Values | None:
    """Read "Ana 40, Leo 20 and the rest split", "130 for him and 80 for me", "Ana 2 nights, Leo 3"."""
    del reading
    weights = bool(re.search(r"\bWEIGHT\b", bare))
    body = re.sub(
        r"^(?:(?:SPLIT|BETWEEN|OF|BY|WAS|WEIGHT|amounts?|montos|importes|valores|TO|EQUAL|,|CHANGE"
        r"|IT) ?)*(?=[^A-Za-z]|SHARE|REST|nothing|nada)",
        "",
        bare,
    )
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


def _told_pairs(
    pairs: Sequence[tuple[list[str], str]], rest: list[str] | None, weights: bool, gist: Gist, pointed: bool
) -> Values | None:
    people = [name for names, _ in pairs for name in names]
    if not pairs or len(set(people)) < len(people) or (len(people) < 2 and rest is None and not pointed):
        return None
    percent = [number.endswith("%") for _, number in pairs]
    if weights or all(percent):
        numbers = [gist.number(number) for names, number in pairs for _ in names]
        if None in numbers or (len(people) < 2 and rest is None):
            return None
        return "shares", {
            "ratio": numbers,
            "names": people,
            **({"percent": True} if all(percent) and rest is not None else {}),
            **({"rest": rest} if rest is not None else {}),
        }
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
        return "payer", {
            "payers": names,
            "both": both,
            "sure": pointed or bool(wrong) or "WHO" in bare or "PAYER" in bare,
        }
    return None


_NOT_HIM = rf"(?:(?: ,)?(?: AND)? NOT(?: DID| WAS)? (?P<n>{P}))?"
_PAYERS = tuple(
    re.compile(pattern)
    for pattern in (
        rf"(?:(?:BOTH|DEBT|WAS|BUT) )*(?:PAID |PAYER |OF )?(?:(?:BY|WAS|TO) )*(?P<p>{P})(?: 'S)?(?: (?:WHO"
        rf"|BUT))?(?: (?:PAID|DID))?(?: (?:BOTH|DEBT|TOO|IT|OF|card|treat|tarjeta|cartao))*{_NOT_HIM}",
        rf"(?:DID |WAS |BOTH )*(?P<p>{P}) WHO(?: {P})? PAID(?: BOTH| IT)*{_NOT_HIM}",
        rf"NOT {P}(?: PAID)?(?: ,)?(?: BUT)?(?: IT)?(?: WAS)? (?P<p>{P})(?: PAID| DID)?",
        rf"{P} NOT PAID(?: IT)?(?: ,)?(?: BUT)?(?: IT)?(?: WAS)? (?P<p>{P})(?: PAID| DID)?",
        rf"(?:PAYER|WHO PAID)(?: OF| WAS| TO| DID)* (?P<p>{P}){_NOT_HIM}",
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
    rf"(?:(?:WAS|TO|BY|up|down|OF|from {M}|OF {M}|CHANGE|SHOULD) )*(?P<a>{M})(?: total| OF total"
    rf"| DEBT)?(?P<old>(?: ,)? NOT(?: OF| WAS| BY| TO)* {M})?"
    rf"|NOT {M}(?: ,)?(?: BUT| IT| WAS)* (?P<b>{M})"
)

DETAILS: tuple[Callable[[str, Gist, Reading, bool], Values | None], ...] = (
    read_shares_by_number, _halves, _heavy, _others, _taken_off, _added_to, _only, _but, _all, _payer, _amount,
)  # fmt: skip
