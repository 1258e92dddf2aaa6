"""How an expense is shared, as people say it: between some, all but some, by weight."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from fingerpost.assistants.miniapps.bill_split.pairs import read_pairs
from fingerpost.assistants.miniapps.bill_split.who import Who, at_end, at_start, cut, listed_at_start, mentioned, plain
from fingerpost.assistants.miniapps.framework.parts import State
from fingerpost.assistants.miniapps.reading.numbers import whole_number

Told = Mapping[str, Any]
"""Shares as they were told, with names: {"only": […]}, {"but": […]}, {"with": […]}, {"heavy": [[name, weight], …]},
{"ratio": [2, 1, 1], "names": […]}, {"amounts": [[name, cents], …]}, {"along": […]} (these and who paid) or
{"all": True}. `rest`: how many people are said to be left where some are left out."""

PAYS = r"(?:paid|payed|pays|covered|bought|fronted|pago|puso|pagou|comprou|compro|botou|bancou|invito|cubrio|cobriu)"

_SPLIT = (
    r"(?:(?:it|this|that|lo|la|isso|esto|eso)\s+)?(?:is|was|gets|to be|se|es|fue|foi|e|vai ser)?\s*"
    r"(?:split|splits|shared?|divide[dsn]?|divid[aeo]\w*|dividil[oa]|dividir|repart\w+|rach\w+|compart\w+|goes)?"
)
_ONLY = (
    r"(?:just|only|solo|solamente|nomas|so|apenas|somente|equally|evenly|igual|por igual|igualmente|a partes iguales)"
)
_AMONG = re.compile(
    rf"[,(]?\s*\b{_SPLIT}\s*(?:{_ONLY}\s+)?(?:in\s+between|between|among|amongst|entre"
    rf"|pra dividir entre)\s+(?:{_ONLY}\s+)?"
)
_FOR = re.compile(
    rf"[,(]?\s*(?:\b(?P<only>{_ONLY})\s+)?\b(?:for|para|pra|pro|of|with|con|com|de|do|da)\s+(?:{_ONLY}\s+)?"
)
_USED = (
    r"(?:(?:was|were|is|are|was used by|used by|was for|lo|la|los|las|o|a|os|as|eramos|fuimos|fomos|usamos|usaron|usaram"
    r"|usou|uso|tomamos|tomaron|comimos|comieron|comeram|comemos|bebimos|bebieron|beberam|bebemos|compartimos|fueron|fue"
    r"|foram|foi|estabamos|estavamos|eran|eram|era|es|e|va|vai|para|pra|por|de|do|da|dos|entre|us|it|for|to)\s+)*"
)
_JUST = re.compile(rf"[,(]?\s*(?:\b(?:pero|but|mas|and|y|e)\s+)?\b(?:just|only|solo|solamente|so|apenas|somente)\s+{_USED}")
_TOGETHER = re.compile(
    r"\s+(?:only\s+|solo\s+|so\s+)?(?:shared|split|used|took|had|ate|drank|share|dividimos|compartimos|usamos|tomamos"
    r"|comimos|bebimos|rachamos|comemos|bebemos|usaron|comieron|bebieron|usaram|comeram|beberam|dividiram|racharam"
    r"|compartieron|dividieron|went|fuimos|fomos)\b(?:\s+(?:it|that|this|isso|eso))?"
)
_ALONG = re.compile(
    r"[,(]?\s*\b(?:(?:it['’]?s|it is|to be|se|is|was|lo|la)\s+)?(?:split|shared?|sharing|splitting|halves|half|fifty[ -]fifty"
    r"|50[/-]50|divid\w+|compart\w+|repart\w+|rach\w+|a medias|meio a meio|mitad y mitad)"
    r"(?:\s+(?:it|this|that|lo|la|isso|evenly|equally|igual|por igual))*\s+(?:with|w/|con|com)\s+"
)
_OTHERS = re.compile(
    r"[,(]?\s*(?:\b(?:so|then|entao|asi que|that|eso|isso|it)\s+)?(?:\b(?:goes|is|va|vai|fica|split|divid\w+|rach\w+)\s+)?"
    r"(?:\b(?:just|only|solo|so|apenas)\s+)?\b(?:for|between|among|entre|para|pra|pros|pras|pelos|por)\s*"
    r"(?:the|los|las|os|as|all the)?\s*(?:other|others|rest|demas|otros|otras|outros|outras|restantes)\b"
    r"(?:\s+(?P<count>\d{1,2}|two|three|four|five|six|dos|tres|cuatro|cinco|seis|dois|duas|quatro))?(?:\s+(?:people|of us))?"
)
_EQUALLY = re.compile(
    r"[,(]\s*(?:(?:y|e|and)\s+)?(?:(?:e|es|is|it['’]s|se|vai ser)\s+)?(?:(?:split|shared?|divid\w+|repart\w+|rach\w+)\s+)?"
    r"(?:equal(?:ly)?|evenly|even|(?:a|en|em) partes iguales|partes iguais|por igual|igualmente|igual|iguais"
    r"|between all|entre todos|pra todos|para todos)\s*[.!)]*$"
)
_WEIGHTS = re.compile(
    r"[,.;:(]?\s*(?:\b(?:split|shared?|divid\w+|repart\w+|rach\w+)\s+)?(?:\b(?:it|lo|la|isso)\s+)?"
    r"(?:\b(?:by|por|with|con|com|in|en|em)\s+)?(?:\bthe\s+)?\b(?:weights?|pesos?|shares|parts|partes|proporcion\w*"
    r"|proporcao|ratio)\b\s*:?\s*$"
)
_EVERYBODY = re.compile(
    r"[,(]?\s*\b(?:(?:split|shared?|divid\w+|repart\w+|rach\w+)\s+)?(?:it\s+)?(?:(?:between|among|for|by|entre|para"
    r"|pra|por)\s+)?"
    r"(?:everyone|everybody|all of us|us all|the whole group|tod[oa]s(?: nosotros| nos)?|a galera toda|todo mundo"
    r"|todo el mundo)\b"
    r"|[,(]?\s*\b(?:split|shared?|divid\w+|repart\w+|rach\w+)\s+(?:it\s+)?(?:equally|evenly|(?:en|a) partes iguales"
    r"|por igual|igualmente"
    r"|igual|equal)\b"
)
_BUT = re.compile(
    r"[,(]?\s*\b(?:(?:for |between |among |entre |para |pra )?(?:everyone|everybody|all|all of us|todos|todas"
    r"|todo mundo)\s*,?\s*)?"
    r"(?:except(?: for)?|but not|excluding|apart from|leaving out|excepto|exceto|salvo|menos|tirando|a excepcion de"
    r"|fora|"
    r"everyone but|everybody but|all but|but|not|not for|not including|without|minus|sin|sem|pero no|y no|mas nao"
    r"|e nao|no|nao)"
    r"\s+(?:for |para |pra |a |with |con |com )?"
)
_SURE_BUT = re.compile(r"except|exclu|apart|leaving|excep|exceto|salvo|menos|tirando|every|all but|todo")
_LEAVE_OUT = re.compile(r"\b(?:leave|keep|deja|dejen|deixa|deixe|deixem)\s+(?:fuera\s+|de fora\s+|fora\s+)?(?:a\s+)?")
_OUT = re.compile(
    r"\s*(?:out|fuera|de fora|fora|aside)\b(?:\s+of\s+(?:it|this|that(?: one)?)|\s+(?:de|d)(?:\s+\w+)?(?=\s*$))?"
)
_NOT_IN = re.compile(
    r"\s+(?:(?:really|also|ya|tambien|tampoco|tambem|nem)\s+)?"
    r"(?:(?:should|shall|must|does|did|do|is|was|are|were|has|had|can|could|will)(?:n['’]?t| not)|isnt|doesnt|didnt"
    r"|shouldnt|wasnt"
    r"|no|nao|n|nunca|tampoco|never|skipped|opted out|passed)\b"
    r"(?:\s+(?:really|be|to be|been|in|on|is|have|had|any|eat|eats|ate|eating|drink|drinks|drank|drinking|share"
    r"|sharing|part|pay|paying|owe|use"
    r"|used|join|go|went|come|came|count|included|for|entra\w*|debe\w*|deberia\w*|come|comio|comia|bebe|bebio|bebia"
    r"|toma|tomo|tomou|participa"
    r"|participo|participou|va|fue|vai|foi|ir|paga|comeu|bebeu|conta|cuenta|divide|usa|uso|usou|tiene|tem|estaba"
    r"|estava|esta|deve\w*|quis"
    r"|quiso|estar|entrar|pagar)\b)+"
)
_HE = re.compile(r"\b(?:he|she|they|el|ella|ele|ela)\s*$")
_THE_ONE = re.compile(
    r"(?:^\s*|\b(?:on|in|for|of|from|en|de|del|em|no|na|do|da)\s+)"
    r"((?:that|this|the|it|ese|esa|eso|este|esta|el|la|lo|esse|essa|isso|o|a)\b.*)$"
    # "no jantar", but not the Spanish "no entra"
    r"|\b(?:na|nos|nas|do|da|dos|das|del|no(?!\s+(?:entra|va|vai|come|bebe|toma|participa|paga|debe|cuenta"
    r"|conta)\w*))\s+(.+)$"
)
_TIMES = {
    **dict.fromkeys(("double", "twice", "two", "2x", "x2", "doble", "dos", "dobro", "em dobro", "dois", "duas"), 2),
    **dict.fromkeys(("triple", "three", "3x", "x3", "tres", "triplo"), 3),
    **dict.fromkeys(("four", "4x", "x4", "cuatro", "quatro"), 4),
}
_FACTOR = r"(?P<times>double|twice|triple|2x|x2|3x|x3|4x|x4|doble|triple|em dobro|dobro|triplo)"
_BY_TWO = (
    r"(?:por|as|for|like)\s+(?P<by>two|three|four|dos|tres|cuatro|dois|duas|quatro)\b"
    r"(?:\s+(?:people|personas|pessoas))?"
)
_COUNTS = re.compile(
    rf"\s+(?:should\s+|debe\s+|deve\s+|que\s+)?(?:counts?|pays?|gets?|takes?|bears?|cuent[ae]|pag[au]e?|vale|come"
    rf"|conta|paga|leva|fica com|lleva|tiene"
    rf"|had|ate|drank|is|es|e)?\s*(?:a\s+|el\s+|o\s+|as\s+|com\s+(?:o\s+)?)?(?:{_FACTOR}|{_BY_TWO})\b(?:\s+(?:share"
    rf"|parte|part))?"
)
_DOUBLE_FOR = re.compile(
    rf"(?:\b(?:put|give|count|charge|make|ponle|ponele|dale|pon|cobrale|cuenta|poe|bota|coloca|cobra|conta|da"
    rf"|deixa)\s+)?(?:a\s+|el\s+|o\s+)?"
    rf"{_FACTOR}\s+(?:share\s+)?(?:for|to|on|a|al|para|pra|pro|ao|de|do|da|el|la)\s+"
)
_RATIO = re.compile(r"(?<![\w.,:/])(\d{1,4}(?:\s?[:/]\s?\d{1,4}){1,19})(?![\w:/])(?:\s*%)?")
_HALVES = re.compile(
    r"\b(?:fifty[ -]fifty|half and half|halfsies|mitad y mitad|mitad mitad|meio a meio|metade metade|mita y mita)\b"
)
_WAYS = re.compile(r"\b(2|3|4|5|6|two|three|four|five|six)[ -]ways?\b")
_COUNTS_OF = {"2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_SPLITS = re.compile(r"[,(]?\s*\b(?:split|shared?|divid\w+|repart\w+|rach\w+)(?:\s+(?:it|lo|la))?\s*$")


class Shared(NamedTuple):
    """Shares that were told, and the text without them."""

    told: Told
    left: str


def read_shares(text: str, state: State, alone: bool) -> Shared | None:
    """Return how a text says that an expense is shared; `alone`: nothing else is said, so that weaker words count."""
    for read in (_numbered, _weighed, _in_ratio, _others, _left_out, _but, _along, _among, _together, _everybody):
        found = read(text, state, alone)
        if found is not None:
            return found
    return None


def _numbered(text: str, state: State, alone: bool) -> Shared | None:
    """Read "by weight: Ana 2, Tom 1", "pesos Ana 2, Tom 1", "Ana 60% Tom 40%"."""
    del alone
    pairs = read_pairs(text, state)
    if len(pairs) < 2:
        return None
    percent = all(pair.number.endswith("%") for pair in pairs)
    told = _WEIGHTS.search(plain(text[: pairs[0].start]))
    numbers = [int(digits) for pair in pairs if (digits := pair.number.rstrip("% ")).isdecimal() and len(digits) < 5]
    if not (percent or told) or len(numbers) < len(pairs):
        return None
    begin = told.start() if told else pairs[0].start
    return Shared({"ratio": numbers, "names": [pair.name for pair in pairs]}, _SPLITS.sub("", text[:begin]).strip())


def _others(text: str, state: State, alone: bool) -> Shared | None:
    """Read "Mel wasn't in the car so gas is only for the other three": all but those who were named."""
    del alone
    low = plain(text)
    found = _OTHERS.search(low)
    if found is None:
        return None
    out = _NOT_IN.search(low[: found.start()])
    who = at_end(text[: out.start()], state) if out else None
    if out is None or who is None or not who.sure:
        return None
    first = _joined_before(text[: who.start], state)
    rest = {"rest": whole_number(found["count"])} if found["count"] else {}
    names = [first.name, who.name] if first else [who.name]
    left = f"{text[: first.start if first else who.start]}, {text[out.end() : found.start()]}, {text[found.end() :]}"
    return Shared({"but": names, **rest}, left)


def _along(text: str, state: State, alone: bool) -> Shared | None:
    """Read "split with Tom and Bea", "a medias con Tom", "dividido com a Bia": these, and who paid."""
    del alone
    for found in _ALONG.finditer(plain(text)):
        names, end = _before_payer(text, found.end(), state)
        if names:
            return Shared({"along": names}, cut(text, found.start(), found.end() + end))
    return None


def _together(text: str, state: State, alone: bool) -> Shared | None:
    """Read "Ana and I shared the taxi", "Ana y yo usamos el taxi"."""
    if not alone:
        return None
    for found in _TOGETHER.finditer(plain(text)):
        names, end = listed_at_start(text[: found.start()], state, new=False)
        if len(names) > 1 and not text[end : found.start()].strip():
            return Shared({"only": names}, text[found.end() :].strip())
    return None


def _weighed(text: str, state: State, alone: bool) -> Shared | None:
    """Read "Tom counts double", "doble a Quique"."""
    del alone
    low = plain(text)
    heavy: list[list[Any]] = []
    while True:
        found = _one_heavy(text, low, state)
        if found is None:
            break
        pair, text = found
        heavy.append(pair)
        low = plain(text)
    return Shared({"heavy": heavy}, text) if heavy else None


def _one_heavy(text: str, low: str, state: State) -> tuple[list[Any], str] | None:
    for found in _DOUBLE_FOR.finditer(low):
        who = at_start(text[found.end() :], state)
        if who is not None and (who.sure or not text[found.end() + who.end :].strip()):
            return [who.name, _TIMES[found["times"]]], cut(text, found.start(), found.end() + who.end)
    for found in _COUNTS.finditer(low):
        who = at_end(text[: found.start()], state)
        if who is not None and (who.sure or not text[: who.start].strip()):
            factor = _TIMES[found["times"] or found["by"]]
            return [who.name, factor], cut(text, who.start, found.end())
        named = mentioned(text[: found.start()], state)
        if named and _HE.search(low[: found.start()]):
            # "Sofia had two so she counts double"
            return [named[-1].name, _TIMES[found["times"] or found["by"]]], text[found.end() :].strip()
    return None


def _in_ratio(text: str, state: State, alone: bool) -> Shared | None:
    """Read "2:1:1", "60/40", "fifty-fifty", with or without the names beside it."""
    low = plain(text)
    halves = _HALVES.search(low)
    ways = _WAYS.search(low)
    found = halves or ways or _RATIO.search(low)
    if found is None:
        return None
    ratio = (
        [1, 1]
        if halves
        else [1] * _COUNTS_OF.get(ways[1], 0)
        if ways
        else [int(part) for part in re.findall(r"\d+", found[0])]
    )
    if (
        not alone
        and not (halves or ways)
        and len(ratio) == 2
        and sum(ratio) != 100
        and not _SPLITS.search(low[: found.start()])
    ):
        # "7/11" may be a shop, and "3/4" a size.
        return None
    after = re.match(r"[\s,]*(?:between|among|for|entre|para|pra)?\s*", low[found.end() :])
    begin = found.end() + (after.end() if after else 0)
    names, end = _before_payer(text, begin, state)
    if len(names) != len(ratio):
        names, end, begin = [], 0, found.end()
    split = _SPLITS.search(low[: found.start()])
    left = text[: split.start() if split else found.start()]
    return Shared({"ratio": ratio, "names": names}, f"{left.rstrip()} {text[begin + end :].lstrip()}".strip())


def _left_out(text: str, state: State, alone: bool) -> Shared | None:
    """Read "Theo doesn't eat meat so he shouldn't be in on that one", "leave Leo out", "Leo no entra"."""
    low = plain(text)
    for found in _LEAVE_OUT.finditer(low):
        names, end = listed_at_start(text[found.end() :], state, new=alone)
        out = _OUT.match(low, found.end() + end) if names else None
        if names and (out or re.search(r"fuera|fora", found[0])):
            return Shared({"but": names}, cut(text, found.start(), out.end() if out else found.end() + end))
    for found in _NOT_IN.finditer(low):
        who = at_end(text[: found.start()], state)
        if who is None or not who.sure:
            continue
        first = _joined_before(text[: who.start], state)
        names = [first.name, who.name] if first else [who.name]
        before = text[: first.start if first else who.start].rstrip(" ,;(")
        # What follows tells why; only a place to look for the expense is of use.
        return Shared({"but": names}, f"{before} {_about(text[found.end() :])}".strip() if alone else before)
    return None


def _joined_before(text: str, state: State) -> Who | None:
    joined = re.search(r"(?:\band|\by|\be|&)\s*$", text)
    who = at_end(text[: joined.start()], state) if joined else None
    return who if who is not None and who.sure else None


def _about(text: str) -> str:
    """Return what a reason says about which expense is meant."""
    found = _THE_ONE.search(plain(text))
    return text[found.start(found.lastindex or 0) :] if found else ""


def _but(text: str, state: State, alone: bool) -> Shared | None:
    """Read "except Leo", "menos Leo", "todos menos eu", "without Leo"."""
    low = plain(text)
    for found in _BUT.finditer(low):
        certain = bool(_SURE_BUT.search(found[0]))
        names, end = _before_payer(text, found.end(), state, certain)
        if not names:
            continue
        first = at_start(text[found.end() :], state)
        bare = found[0].strip(" ,(").split(maxsplit=1)[0] in ("not", "no", "nao", "but", "y", "e", "pero", "mas")
        if not alone and bare and not certain:
            continue
        if certain or (first is not None and (first.known or (alone and first.sure))):
            rest = low[found.end() + end :]
            if not certain and re.match(rf"\s+{PAYS}\b", rest):
                continue
            return Shared({"but": names}, cut(text, found.start(), found.end() + end))
    return None


def _among(text: str, state: State, alone: bool) -> Shared | None:
    """Read "split between Tom and Bea", "solo entre Beto y yo", "only Tom and Bea", "for me and Tom"."""
    low = plain(text)
    for found in _AMONG.finditer(low):
        begin = found.end()
        names, end = _before_payer(text, begin, state)
        if names:
            return Shared({"only": names}, cut(text, found.start(), begin + end))
    for pattern in (_JUST, _FOR):
        for found in pattern.finditer(low):
            names, end = listed_at_start(text[found.end() :], state, new=False)
            known = {name for name in names if name == "@me" or _knows(state, name)}
            several = len(names) > 1 or pattern is _JUST or bool(found["only"])
            rest = low[found.end() + end :].strip(" .!,)")
            # Somebody new is sure to be meant only at the end: "just Carla and Elif".
            meant = len(known) == len(names) or (pattern is _JUST and len(names) > 1 and not rest)
            if names and meant and several and (pattern is _JUST or not rest or alone):
                if re.match(rf"{PAYS}\b", rest):
                    continue
                return Shared({"only": names}, cut(text, found.start(), found.end() + end))
    return None


def _before_payer(text: str, begin: int, state: State, new: bool = True) -> tuple[list[str], int]:
    """Return the people of a list; the last of them is none of it where "paid" follows: "between Tom and Bea,
    Ana paid"."""
    names, end = listed_at_start(text[begin:], state, new)
    follows = re.match(rf"\s*(?:ya\s+|ja\s+|que\s+|has\s+)?{PAYS}\b", plain(text[begin + end :]))
    digits = re.match(r"\s*[\d$€£]", text[begin + end :])
    if not (follows or digits) or len(names) < 2:
        return names, end
    last = at_end(text[begin : begin + end], state)
    cut_at = last.start if last is not None else end
    head = re.sub(r"(?:\s|,|\band|\by|\be|&)+$", "", text[begin : begin + cut_at], flags=re.IGNORECASE)
    return names[:-1], len(head)


def _knows(state: State, name: str) -> bool:
    return any(one["name"] == name for one in state.get("people", ()))


def _everybody(text: str, state: State, alone: bool) -> Shared | None:
    del state, alone
    found = _EQUALLY.search(plain(text)) or _EVERYBODY.search(plain(text))
    return Shared({"all": True}, cut(text, found.start(), found.end())) if found else None
