"""What only a trip has: districts, categories, new names, and which words are the note."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace

from fingerpost.assistants.miniapps.framework.asking import read_value
from fingerpost.assistants.miniapps.framework.controls import says_slip
from fingerpost.assistants.miniapps.framework.matching import QUOTED
from fingerpost.assistants.miniapps.framework.parts import Param, Reading, Refusal
from fingerpost.assistants.miniapps.reading.names import read_names
from fingerpost.assistants.miniapps.reading.references import find, only_names
from fingerpost.assistants.miniapps.reading.remarks import is_remark, without_remark
from fingerpost.assistants.miniapps.trip_planner.cues import CHATTER, REMOVE, UNVISITED, flat
from fingerpost.assistants.miniapps.trip_planner.kinds import is_kind
from fingerpost.assistants.miniapps.trip_planner.state import LONGEST_NAME, same
from fingerpost.assistants.miniapps.trip_planner.telling import names_told
from fingerpost.language.days import read_day
from fingerpost.language.ratings import read_rating
from fingerpost.language.text import fold

_PLACE = Param("venues", "items")

_NAMES = Param("names", "names")
_HANGING = re.compile(
    r"^(?:a[ií]|ah[ií]|l[áa] n[oa])\s+(?:[oa]s?\s+)?(?=\S)|\s+[io]n there(?: night)?$|(?<=\w)\s+down$"
    r"|\s+(?:pa|para|for|on|onto|into|to|el|em|no|na|pra|pro|al)$",
    re.IGNORECASE,
)
"""What hangs on a name where a day was taken out of a sentence, or where "there" was said."""
_BETWEEN = re.compile(r"\s+(?:and|y|e|n|an(?! d| hour)|&)\s+(?:the\s+|el\s+|la\s+|o\s+|a\s+)?", re.IGNORECASE)
_TOGETHER = frozenset(("bed and breakfast", "fish and chips", "arts and crafts", "rock and roll", "food and wine"))
_RATED = re.compile(
    r"\b(?:an?|um|un)\s+[0-5]\s*$|[★⭐🌟]|\bstars?\b|\bestrell?as?\b|\bout of\b|\bnota\b"
    r"|(?<!\bon )(?<!\bel )(?<!\bdia )(?<!\bdía )\b(?:[0-5](?:[.,]5)?\s?/\s?5|\d{1,2}\s?/\s?10)\b",
    re.IGNORECASE,
)

LONGEST = 80
"""Characters of a district or a category."""

LONGEST_SAID = 300
"""Characters in which chatter is looked for."""

_AREA = r"district|neighbou?rhood|area|quarter|barrio|distrito|zona|colonia|bairro|regi[ãa]o"
_IN = r"in|en|em|no|na|nos|nas"
_OF = r"(?:\s+(?:of|de|do|da|del|dos|das|called|named|llamad[oa]|chamad[oa]))?"
_THE = r"(?:the|el|la|los|las|os?|as?)"
_NAMED = r"[^\W\d_][\w'’.-]*(?:\s+(?:(?:de|do|da|del|dos|das|la|el|of)\s+)?(?-i:[A-ZÀ-Þ])[\w'’.-]*){0,4}"
_DISTRICTS = (
    # "en el barrio de Gràcia", "in the Gion district", and with capitals at the end "in Higashiyama".
    re.compile(rf"[\s,(](?:(?:{_IN})\s+)?(?:{_THE}\s+)?(?:{_AREA}){_OF}:?\s+({_NAMED})\)?", re.IGNORECASE),
    re.compile(rf"[\s,(](?:{_IN})\s+(?:{_THE}\s+)?({_NAMED})\s+(?:{_AREA})\b\)?", re.IGNORECASE),
    re.compile(
        rf"(?<=\w)\s+(?:{_IN})\s+(?:{_THE}\s+)?([A-ZÀ-Þ][\w'’.-]*(?:\s+(?:de\s+)?[A-ZÀ-Þ][\w'’.-]*){{0,4}})\s*[.!?]*$"
    ),
    re.compile(
        rf"(?<=\w)\s+(?:{_IN})?\s*(?:{_THE}\s+)?(downtown|midtown|uptown|old town|city cent(?:er|re)"
        rf"|centro(?: hist[óo]rico)?"
        r"|casco (?:antiguo|viejo|hist[óo]rico)|ciudad vieja|cidade velha|cidade baixa)\s*[.!]*$",
        re.IGNORECASE,
    ),
)
_AS = re.compile(
    r"[\s,](?:as|como|(?:in|under|en|em|na|no)\s+(?:the\s+|la\s+|a\s+)?categor(?:y|[ií]a))\s+(?:an?\s+|una?\s+|uma?\s+)?"
    r"([^\W\d_]+)\b|\s*\(([^\W\d_]+)\)|[\s,](?:category|categor[ií]a)\s*:?\s*([^\W\d_]+)\b",
    re.IGNORECASE,
)
_TO = re.compile(r"\s+(?:to be|to|as|into|a|al|como|por|para|pra|pro|em|is|es|é)\s+|\s*(?:->|→|=|:)\s*", re.IGNORECASE)
_EDGES = " \t\n\r.,;:!-–—\"'“”«»¡¿?"


_REMARKED = re.compile(
    rf"[,;(–—-]\s*(?:that'?s|it'?s|which is|is|que est[áa]|est[áa]|queda|que queda|fica|que fica"
    rf"|é)\s+(?:also\s+|tambi[ée]n\s+"
    rf"|tamb[ée]m\s+)?(?:(?:{_IN})\s+)?(?:{_THE}\s+)?({_NAMED})(?:\s+(?:too|also|as well|tambi[ée]n|tamb[ée]m"
    rf"|tb))?[\s.!)]*$",
    re.IGNORECASE,
)
"""What is said of where something is: "Bryant Park, that's Midtown too"."""


def read_stars(reading: Reading) -> float | None:
    """Return a rating that is said as one; a bare number may belong to a name or count the venues."""
    if _RATED.search(reading.text) is None or QUOTED.search(reading.text):
        return None
    value, reading.text = read_rating(reading.text)
    return value


_DATED = re.compile(
    r"(?:^|[,;]|\b(?:y|e|and|el|la|o|a|the|al|ao))\s*\b(([^\W\d_]{3,20})\s+\d{1,2}\s+de\s+[^\W\d_]{4,10})(?=\s*(?:$|[,;.!]|\s(?:y|e|and)\s))",
    re.IGNORECASE,
)


def keep_dated(reading: Reading) -> None:
    """Write as a name what would only be a kind of place without its date: "mercado 20 de noviembre"."""
    known = [item.name for item in reading.items]
    for found in list(_DATED.finditer(reading.text[:LONGEST_SAID]))[::-1]:
        if is_kind(fold(found[2])) and not find(known, found[2]).places and not _quoted(reading.text, found.start(1)):
            name = found[1].title().replace(" De ", " de ")
            reading.text = reading.text[: found.start(1)] + name + reading.text[found.end(1) :]


def skip_day(reading: Reading) -> None:
    """Take out when something happened: "we went to the castle today"."""
    reading.text = read_day(reading.text, reading.today)[1]


def read_venues(reading: Reading) -> list[str] | None:
    """Return names to add; two that are written small, or one of them known, stand apart: "gion and sintra"."""
    verbless = not reading.before and reading.text.split()[:1] == reading.whole.split()[:1]
    if verbless and _is_no_wish(reading.whole[:LONGEST_SAID]):
        return None
    names: list[str] | None = read_value(_NAMES, reading)
    if names is None:
        return None
    known = {same(item.name) for item in reading.items}
    names = [told for name in names for told in ([name] if f'"{name}"' in reading.whole else names_told(name))]
    named = [part for name in names for part in _apart(_HANGING.sub("", name), known)]
    # Read once: it takes as long as the message.
    dated = read_day(reading.whole, reading.today)[0] is not None
    return [_meant(reading, name) for name in named] if dated else named


def _is_no_wish(text: str) -> bool:
    """Whether words without a verb that adds cannot be a name: something shall go, or was not seen, or is laughed
    at."""
    low = flat(text)
    return (
        says_slip(text)
        or _MAKING.match(low) is not None
        or any(cue.search(low) for cue in (REMOVE, UNVISITED, CHATTER))
    )


_MAKING = re.compile(r"\W*(?:let'?s )?make (?:it|that)\b|\W*que se[aj]a? ")


def _meant(reading: Reading, name: str) -> str:
    """Return the name of the venue that is meant where a day is said of it: "put the market on day 2"."""
    if name != name.lower():
        return name
    article = re.search(rf"\b(?:the|el|la|lo del?|lo de la|o|a)\s+{re.escape(name)}\b", reading.whole)
    bare = re.sub(r"^lo (?:del?|de la)\s+", "", name)
    if not (article or bare != name):
        return name
    found = find([item.name for item in reading.items], bare)
    only = [reading.items[place].name for place in found.places]
    return only[0] if len(only) == 1 and only_names(only, bare) else name


def _apart(name: str, known: Collection[str]) -> list[str]:
    parts = _BETWEEN.split(name)
    if len(parts) != 2 or same(name) in known:
        return [name]
    small = all(part[:1].islower() for part in parts) and same(name) not in _TOGETHER
    return parts if small or any(same(part) in known for part in parts) else [name]


_THERE = re.compile(
    r"\b(?:is|'s|are|est[áa]n?|quedan?|ficam?)\s+(?:right\s+)?(?:there|ah[ií]|all[ií]|l[áa]|ali)(?:\s+(?:too"
    r"|also|as well|tambi[ée]n|tamb[ée]m))?\W*$",
    re.IGNORECASE,
)
"""Who says so means the district that was spoken of last."""


_DOING = re.compile(
    r"\b(?:comer|cenar|almorzar|desayunar|dormir|dinner|lunch|breakfast|brunch|eat|stay|drinks|jantar|almo[çc]ar|parar|stop"
    r"|staying|sleeping|(?:qued|aloj|hosped)a(?:mos|d[oa]s?)|ficar|ficamos|dormimos)\s*$",
    re.IGNORECASE,
)


def read_district(reading: Reading) -> str | None:
    """Return the district that is said beside a name."""
    reading.text = without_remark(reading.text.rstrip(" ,;"))
    if _THERE.search(reading.whole[-LONGEST:]):
        venues = reading.state["venues"]
        return next((one["district"] for one in venues if one["id"] in reading.recent[:1] and one["district"]), None)
    remark = _REMARKED.search(reading.text)
    if remark and (remark[1][0].isupper() or same(remark[1]) in _districts(reading)):
        known = _districts(reading).get(same(remark[1]), remark[1])
        reading.text = reading.text[: remark.start()]
        return known.strip(_EDGES)[:LONGEST]
    for pattern in _DISTRICTS:
        found = pattern.search(reading.text)
        if found and _DOING.search(reading.text[: found.start()]):
            # "Dinner in …" says what the place is for.
            continue
        if found and not _quoted(reading.text, found.start()) and read_day(found[1], reading.today)[0] is None:
            reading.text = reading.text[: found.start()] + " " + reading.text[found.end() :]
            return found[1].strip(_EDGES)[:LONGEST]
    return None


def _districts(reading: Reading) -> dict[str, str]:
    """Return the districts of the trip, as they compare and as they are written."""
    return {same(one["district"]): one["district"] for one in reading.state["venues"] if one["district"]}


def read_category(reading: Reading) -> str | None:
    """Return the category that is said beside a name, if it is a known one."""
    for found in _AS.finditer(reading.text):
        word = next(filter(None, found.groups()), "")
        if is_kind(fold(word)) and not _quoted(reading.text, found.start()):
            reading.text = reading.text[: found.start()] + " " + reading.text[found.end() :]
            return word.lower()
    return None


_SWAP = re.compile(
    r"\b(?:swap|replace|switch|trade|change|exchange)\s+(.+?)\s+(?:out\s+)?(?:for|with|by)\s+(.+)$"
    r"|\b(?:c[áa]mbi[ae]|reempla(?:za|ce)|sustitu(?:ye|ya)|tro(?:ca|que)|substitu(?:i|a|ir)|trocar|cambiar|reemplazar|sustituir)(?:l[oa])?\s+"
    r"(.+?)\s+(?:por|con|pel[oa]s?)\s+(.+)$"
    r"|^(.+?)\s+(?:c[áa]mbial[oa]|reempl[áa]zal[oa]|sustit[úu]yel[oa]|troca-[oa])\s+(?:por|con|pel[oa]s?)\s+(.+)$",
    re.IGNORECASE | re.DOTALL,
)


def read_new(reading: Reading) -> str | None:
    """Return what comes behind "to" as the new value, and leave what stands before it."""
    swapped = _SWAP.search(reading.whole[:400])
    if swapped:
        old, new = (group for group in swapped.groups() if group)
        reading.text, reading.before = old, ""
        names = read_names(new)
        return (names[0] if len(names) == 1 else new.strip(_EDGES))[:LONGEST_NAME] or None
    reading.text = reading.text.removeprefix("-se ")
    cuts = list(_TO.finditer(reading.text))[:10]
    if not cuts:
        # "Gion should be called Gion Corner": what follows the phrase is new, what stands before it is known.
        value, reading.text = (reading.text, "") if reading.before.strip(_EDGES) else ("", reading.text)
        return value.strip(_EDGES)[:LONGEST_NAME] or None
    # A new name may hold such a word itself: it begins behind the first one that parts a known venue from it.
    known = {same(item.name) for item in reading.items}
    named = [cut for cut in cuts if same(_OF_START.sub("", reading.text[: cut.start()].strip(_EDGES))) in known]
    cut = next((cut for cut in named or cuts if _known(reading, reading.text[: cut.start()])), cuts[-1])
    before, value = reading.text[: cut.start()], _without_reason(reading.text[cut.end() :].strip(_EDGES))
    reading.text = _OF_START.sub("", before.strip(_EDGES))
    return value[:LONGEST_NAME] or None


def _without_reason(value: str) -> str:
    """Return a new value without why it is new: "Hotel Adlon, I got it wrong"."""
    name, comma, why = value.partition(", ")
    said = why[:1].islower() or why.startswith(("I ", "I'", "It ", "We "))
    return name if comma and said and (name != name.lower() or is_remark(why)) else value


def _known(reading: Reading, text: str) -> bool:
    return isinstance(read_value(_PLACE, replace(reading, text=_OF_START.sub("", text.strip(_EDGES)))), list)


_OF_START = re.compile(rf"^(?:(?:of|for|de|del|do|da|dos|das)\s+)?(?:{_THE}\s+)?(?=\S)", re.IGNORECASE)
_INSIDE = re.compile(
    r"^(.*?)\s+(?:is|are|est[áa]n?|quedan?|ficam?)\s+(?:located\s+|over\s+)?(?:in|en|em|no|na|nos|nas)\s+(.+)$",
    re.IGNORECASE | re.DOTALL,
)


def read_new_district(reading: Reading) -> str | None:
    """Return the district that a venue gets: "the temple is in Higashiyama", "set its district to Gràcia"."""
    found = _INSIDE.match(reading.whole)
    if found:
        reading.text, reading.before, value = found[1], "", found[2]
    else:
        given = read_new(reading)
        if given is None:
            return None
        value = given
    value = re.sub(
        rf"^(?:(?-i:{_THE})\s+)?(?:(?:{_AREA})\b{_OF}\s*)?|\s*\b(?:{_AREA})\s*$",
        "",
        value.strip(_EDGES),
        flags=re.IGNORECASE,
    )
    return value.strip(_EDGES)[:LONGEST] or None


def read_new_category(reading: Reading) -> str | None:
    """Return the category that a venue gets: any word will do here."""
    value = read_new(reading)
    return re.sub(r"^(?:an?|una?|uma?)\s+", "", value.lower())[:LONGEST] if value else None


_SAYS = re.compile(r"\s*(?::|\s-\s|\s–\s|\s—\s)\s*|\s+(?:that|saying|que|q|diciendo|dizendo)\s+", re.IGNORECASE)
_ABOUT = re.compile(r"^(?:for|on|to|about|of|para|pra|pro|en|em|no|na|sobre|de|do|da|del|a|al|ao|à)\s+", re.IGNORECASE)


def read_noted(reading: Reading) -> list[int] | Refusal | None:
    """Return the venues that a note is for, and leave the note as what is left to read."""
    text = reading.text.strip()
    quoted = QUOTED.search(text)
    said = _SAYS.search(text)
    if said is not None and (quoted is None or said.start() < quoted.start()):
        about, note = text[: said.start()], text[said.end() :]
    elif quoted is not None:
        about, note = text[: quoted.start()] + " " + text[quoted.end() :], quoted.group()
    else:
        about, note = _mentioned(reading, text)
    reading.text = _ABOUT.sub("", about.strip(_EDGES))
    ids: list[int] | Refusal | None = read_value(_PLACE, reading)
    reading.text = note
    return ids


def _mentioned(reading: Reading, text: str) -> tuple[str, str]:
    """Return the venue that a text begins or ends with, and the rest as the note."""
    plain = _ABOUT.sub("", text)
    folded = fold(plain)
    if len(folded) != len(plain):
        return "", text
    for item in sorted(reading.items, key=lambda item: -len(item.name)):
        name = fold(item.name)
        bare = re.sub(rf"^(?:{_THE})\s+", "", plain, flags=re.IGNORECASE)
        if fold(bare).startswith(name) and not fold(bare)[len(name) : len(name) + 1].isalnum():
            return item.name, bare[len(name) :]
        if folded.endswith(name) and not folded[: -len(name)][-1:].isalnum():
            before = plain[: len(plain) - len(name)].rstrip()
            return item.name, re.sub(
                rf"\s+(?:for|on|to|at|about|para|pra|pro|en|em|no|na|sobre)(?:\s+{_THE})?$", "", before
            )
    first = plain.partition(" ")
    return (first[0], first[2]) if fold(first[0]) in {"it", "them", "ele", "ela", "ese", "esse"} else ("", text)


def _quoted(text: str, place: int) -> bool:
    return any(found.start() <= place < found.end() for found in QUOTED.finditer(text))
