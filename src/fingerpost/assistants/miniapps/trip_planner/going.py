"""Where a trip goes: as an opening message says it, and as it is said anew."""

from __future__ import annotations

import re

from fingerpost.assistants.miniapps.framework.parts import Language, Reading
from fingerpost.assistants.miniapps.reading.corrections import turned
from fingerpost.assistants.miniapps.reading.names import read_names
from fingerpost.assistants.miniapps.trip_planner.state import same
from fingerpost.language.calendar_words import SHORT_MONTHS, usual

LONGEST, LONGEST_SAID = 80, 300
"""Characters of a destination, and those in which one is looked for."""

_EDGES = " \t\n\r.,;:!-–—\"'“”«»¡¿?"
_THE = r"(?:the|el|la|los|las|os?|as?)"
_BOUND = re.compile(
    r"\b(?:trip|viaje|viagem|weekend|finde|fin de semana|vacations?|vacaciones|f[ée]rias|holidays?|getaway|escapada"
    r"|days|d[ií]as|fds|feriad[ãa]o|feriado|rol[êe]|passeio|break|week|semana|visit|tour|itinerary|itinerario"
    r"|roteiro|honeymoon|luna de miel|lua de mel)\b"
    r"[^.!?\n]{0,40}?"
    r"\b(?:to|in|a|al|ao|à|para|pra|pro|en|em|no|na|around|through|por|pelo|pela)\s+([^.!?\n]{1,120})",
    re.IGNORECASE,
)
_FOR = re.compile(
    r"\b(?i:trip|itinerary|weekend|getaway|holiday|vacation)(?i: plan| planner| planning)? for ([A-ZÀ-Þ][^.!?\n]{1,80})"
)
_SEASON = re.compile(
    r"(?:easter|christmas|new year|summer|winter|spring|autumn|fall|thanksgiving|(?:"
    + "|".join(usual(SHORT_MONTHS["en"]))
    + r")[a-z]*|mon|tues|wednes|thurs|fri|satur|sun)(?:day)?\b",
    re.IGNORECASE,
)
_AFTER = re.compile(
    r"\s*(?:,|;|\s(?:for|next|this|with|from|on|in|during|starting|please|and|para|por|con|com|del|desde|durante|este|esta"
    r"|el|en|em|no|na|nas|nos|pr[óo]xim[oa]|que|y|e|de \d+|pra|semana)\b).*$",
    re.IGNORECASE | re.DOTALL,
)
_GOING = re.compile(r"^.{0,80}\b(?:vamos (?:a|para|pra)|going to|go to)\s+", re.IGNORECASE | re.DOTALL)
_ARTICLE = re.compile(
    rf"^(?:(?-i:{_THE})|al|ao|to|a|para|pra|is|es|é|:|=|now|actually|really|ahora|agora|en realidad|na verdade"
    rf"|will be|ser[áa]|va a ser|vai ser)\s+",
    re.IGNORECASE,
)
_WE_GO = (
    r"(?:(?:so\s+)?(?:we(?:'re|’re| are)?|i(?:'m|’m| am))\s+(?:all\s+)?(?:going|headed|heading|off|flying"
    r"|travell?ing)\s+to"
    r"|(?:nos\s+)?vamos\s+(?:a|al|para|pra|pro|ao)|(?:voy|viajamos|viajo|nos\s+vamos)\s+(?:a|al)"
    r"|(?:a\s+gente\s+vai|n[óo]s\s+vamos|vou|vamos\s+viajar)\s+(?:a|ao|para|pra|pro))"
)
_GOES = re.compile(rf"^\W*{_WE_GO}\s+(?P<to>[^\W\d_][^,.;!?\n]{{1,60}}?)[\s.!]*$", re.IGNORECASE)
_NOT = r"(?:not|no|n[ãa]o|instead of|rather than|en vez de|en lugar de|em vez de|ao inv[ée]s de)"
_RATHER = (
    re.compile(
        rf"^\W*(?:{_WE_GO}|it'?s|make it|let'?s do|es|[ée]|vai ser|va a ser|mejor|melhor|para|pra|to)?\s*"
        rf"(?P<to>[^\W\d_][^,.;!?\n]{{1,60}}?),?\s+(?:y\s+|and\s+|e\s+)?{_NOT}\s+(?:to\s+|al?\s+|para\s+|pra\s+)?(?P<old>.+?)\W*$",
        re.IGNORECASE,
    ),
    re.compile(
        rf"^\W*(?:we(?:'re| are)?\s+|ya\s+|a gente\s+)?{_NOT}\s+(?:[\w']+\s+){{0,3}}?(?:to\s+|al?\s+|ao\s+"
        rf"|para\s+|pra\s+|pro\s+)?"
        rf"(?P<old>[^\W\d_][^,.;!?\n]{{1,60}}?)(?:\s*[,;.]\s*|\s+)(?:but\s+|sino\s+|e sim\s+|mas\s+)?"
        rf"(?:{_WE_GO}|it'?s|es|[ée]|para|pra|to|al?|ao)\s+(?P<to>[^\W\d_][^,.;!?\n]{{1,60}}?)\W*$",
        re.IGNORECASE,
    ),
)
_MAKE = re.compile(
    r"^\W*(?:let'?s\s+)?(?:make\s+it|make\s+that|que\s+sea|que\s+seja|mejor|melhor|hag[áa]moslo|faz(?:emos)?)\s+(?:(?:to|in|a|en|em|para|pra)\s+)?"
    r"(?P<to>(?-i:[A-ZÀ-Þ])[^\d,.;!?\n]{1,60}?)(?:,?\s+(?:por favor|please))?[\s.!]*$",
    re.IGNORECASE,
)
"""Where a trip goes whose places nobody named yet: "make it Edinburgh"."""
_RATHER_THAN = re.compile(
    r"(?:[\s,]+(?:instead|actually|asap|after all|now|then|please|rather|mejor|en su lugar|en cambio|ahora|entonces"
    r"|al final|cuanto antes|ya|em vez disso|no lugar|agora|ent[ãa]o|afinal|o quanto antes|logo|pls|por favor))+$"
    r"|\s*,\s+(?-i:[a-zà-þ]).*$",
    re.IGNORECASE | re.DOTALL,
)
"""What is said behind a destination's name."""
_WAS = re.compile(
    r"^\W*(?:(?:it|we)(?:['’]s|['’]re| is| are| was)|era|es|[ée]|ser[áa]|i meant?|digo|quise decir|quis dizer"
    r"|queremos(?: ir)?|vamos|going|want to go)\s+(?:(?:to|al?|ao|para|pra|pro)\s+)?",
    re.IGNORECASE,
)


def destination_of(text: str, language: Language) -> dict[str, str]:
    """Return the destination that an opening message names: "help me plan a trip to Lisbon"."""
    del language
    found = _BOUND.search(text)
    if found is None:
        found = _FOR.search(text)
        found = None if found is None or _SEASON.match(found[1]) else found
    place = _RATHER_THAN.sub("", _AFTER.sub("", found[1]).strip(_EDGES)) if found else ""
    place = _ARTICLE.sub("", place) if place[:1].islower() else place
    return {"destination": place[:LONGEST]} if _is_name(place) else {}


def read_destination(reading: Reading) -> str | None:
    """Return the place that a trip goes to from now on."""
    text = re.sub(
        r"^\W*(?:of (?:the|our|my) trip|del viaje|da viagem)\b", "", reading.text.strip(), flags=re.IGNORECASE
    )
    text = _GOING.sub("", text)
    if not _ARTICLE.sub("", f"{text.strip(_EDGES)} ").strip(_EDGES):
        # "It was to Cusco, change the destination."
        text = _WAS.sub("", turned(reading.before))
    text = _RATHER_THAN.sub("", text.strip(_EDGES)[:LONGEST_SAID])
    while (shorter := _ARTICLE.sub("", text.strip(_EDGES))) != text:
        text = shorter
    reading.text = ""
    names = read_names(text)
    return names[0][:LONGEST] if names else None


def read_going(reading: Reading) -> str | None:
    """Return where a trip goes that nobody said yet, or that goes elsewhere now: "it's Madrid, not Lisbon"."""
    text, now = turned(reading.text), same(reading.state["destination"])
    found = _GOES.match(text) if not now else None
    if now:
        rather = (pattern.match(text) for pattern in _RATHER)
        found = next((one for one in rather if one and f" {same(one['old'])}".endswith(f" {now}")), None)
        found = found or (_MAKE.match(text) if not reading.items else None)
    if found is None:
        return None
    names = read_names(_RATHER_THAN.sub("", found["to"]))
    return names[0][:LONGEST] if len(names) == 1 and len(names[0].split()) <= 5 else None


def _is_name(place: str) -> bool:
    return any(map(str.isalpha, place)) and len(place.split()) <= 8
