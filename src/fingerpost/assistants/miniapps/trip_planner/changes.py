"""What is said of venues without a verb: "the first two on day 1", "Louvre 5", "no wait, day 3", "Gion: bring cash"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from fingerpost.assistants.miniapps.framework.asking import read_value
from fingerpost.assistants.miniapps.framework.parts import Param, Reading
from fingerpost.assistants.miniapps.reading.corrections import corrected, turned, without_denied
from fingerpost.assistants.miniapps.reading.references import only_names, only_points
from fingerpost.assistants.miniapps.trip_planner.reading import read_category, read_district, read_stars
from fingerpost.language.number_reader import read_number
from fingerpost.language.numbers import number_words
from fingerpost.language.ratings import read_rating

Details = Mapping[str, Any]

LONGEST = 400
"""Characters of a sentence without a verb; what is longer says something else."""

_VENUES, _DAY = Param("venues", "items"), Param("day", "day")
_TO_FIVE = number_words(range(1, 6), accents=True)
# Before a noun "un", "una" and "uma" are articles; stars that are not named are counted in the masculine.
_STARS = "|".join(word for word in _TO_FIVE if word not in ("un", "una", "uma", "duas"))
# At the beginning of a sentence "uno" and "um" are articles too, and "dos" is Portuguese for "of the".
_STARS_AHEAD = "|".join(word for word in _STARS.split("|") if word not in ("uno", "um", "dos"))
_BARE = re.compile(
    r"(?:^|[\s,:=>–—-]+)(?:(?:is|are|was|were|gets?|goes|es|son|era|fue|merece|[ée]|foi|an?|una?|uma?|at|com|con|o"
    rf"|(?P<towards>to|on|on the|the|el|al|no|pro|pra|para))\s+){{0,4}}(?P<figure>\d(?:[.,]5)?|{_STARS})"
    r"(?:st|nd|rd|th|º)?(?:\s+(?:then|actually|entonces|mejor|então|entao|please|instead|rather|pls))*[\s.!]*$",
    re.IGNORECASE,
)
"""A figure alone at the end: stars, or a day where days are spoken of."""
_LEADING = re.compile(
    r"^\W*(?:an?\s+|una?\s+|uma?\s+)?(?P<figure>[0-9](?:[.,]5)?|" + _STARS_AHEAD + r")"
    r"\s+(?:for|to|para|pra|pro|a|al|ao|à)\s+",
    re.IGNORECASE,
)
"""A figure alone at the beginning: "4 for the castle"."""
_LINKS = re.compile(
    r"^(?:(?:make|let'?s make|it|that|this|should|was|were|is|are|be|era|eran|es|foi|[ée]|fue|s[ãa]o|son"
    r"|mejor|melhor|y|e|and|to"
    r"|ok|okay|for|para|pra|pro|then|on|al?|ao|no|na|it'?s|que|sea|seja|vale)\b[\s,:;.–—-]*)+$",
    re.IGNORECASE,
)
"""What stands around a value that is said of what was touched last: "make that 3", "era un 5"."""
_ENDS = re.compile(
    r"^(?:(?:for|to|on|and|y|e|para|pra|pro|is|are|con|com|with|better|mejor|melhor)\s+|[\s,:;.–—-])+"
    r"|(?:[\s,:;.=>–—-]|\s+(?:for|to|on|at|is|are|was|were|goes|go|gets?|es|son|era|[ée]|foi|va|van|vai|v[ãa]o|quedan?|ficam?|stays?|para|pra|pro|el|al"
    r"|no|na|em|en|in|ao|both|ambos|ambas|then|entonces|então|please|pls))+$",
    re.IGNORECASE,
)
_SIGNS = " \t\n,.;:!¡¿?"
_NOTED = re.compile(r"^([^:\n]{1,80}?)\s*(?::|\s[–—-]\s)\s*(?!\d+\W*$)(\S.*)$", re.DOTALL)


_NOT_SO = re.compile(
    r"\W*(?:no+|nope|nah|n[ãa]o|sorry|perd[oó]n|desculpa|actually|wait|oops|ops|ups|i meant?|digo)\b", re.IGNORECASE
)
_IT_IS = re.compile(
    r"(?:no,?\s+|n[ãa]o,?\s+)?(?:it'?s|it is|it was|that'?s|es|era|son|eran|[ée]|s[ãa]o|eram|i meant?|digo"
    r"|quise decir|quis dizer)"
    r"\s+(?=\S)",
    re.IGNORECASE,
)


_DONE = re.compile(
    r"[\s,:–—-]+(?:(?:is|are|all|ya est[áa]n?|j[áa]|t[áa])\s+)?(?:done|✓|✔️?|✅|check(?:ed)?|hech[oa]s?"
    r"|list[oa]s?|feit[oa]s?|ok|prontos?)"
    r"[\s.!]*$",
    re.IGNORECASE,
)
"""What is said of a place that was seen: "the castle, done"."""


def read_figure(reading: Reading) -> float | None:
    """Return a rating that is said as one, or the bare figure at the end: "Louvre 5"."""
    if len(reading.text) > LONGEST:
        return None
    reading.text = corrected(reading.text, read_rating)
    stars = read_stars(reading)
    if stars is not None:
        return stars
    found = _BARE.search(reading.text) or _LEADING.match(reading.text)
    if found is None:
        return None
    figure = read_number(found["figure"])[0] if found["figure"].isalpha() else float(found["figure"].replace(",", "."))
    reading.text = f"{reading.text[: found.start()]} {reading.text[found.end() :]}".strip()
    return int(figure) if figure is not None and figure == int(figure) else figure


def read_change(reading: Reading) -> Details | None:
    """Return what a sentence without a verb says of venues that are there: their ids, and what they get."""
    if len(reading.text) > LONGEST:
        return None
    said = without_denied(turned(reading.text)).lstrip(" ,;")
    if only_points(said):
        return None
    return _renoted(reading, said) or _noted(reading, said) or _done(reading, said) or _given(reading, said)


def _renoted(reading: Reading, said: str) -> Details | None:
    """Read what a note should have been: "no, it's after 2pm"."""
    told = _IT_IS.match(said)
    if reading.kind != "noted" or told is None or not _NOT_SO.match(reading.text):
        return None
    return {"ids": list(reversed(reading.recent[: reading.last])), "note": said[told.end() :].strip(), "instead": True}


def _noted(reading: Reading, said: str) -> Details | None:
    """Read "Gion: bring cash"; a day or a rating behind the colon is no note."""
    found = _NOTED.match(said)
    ids = _ids(reading, found[1]) if found else None
    if found is None or not ids:
        return None
    rest = _ENDS.sub("", f"{_details(replace(reading, text=found[2]))[1]} ")
    return {"ids": ids, "note": found[2].strip()} if any(map(str.isalpha, rest)) else None


def _done(reading: Reading, said: str) -> Details | None:
    found = _DONE.search(said)
    ids = _ids(reading, said[: found.start()]) if found else None
    return {"ids": ids, "visited": True} if ids else None


def _given(reading: Reading, said: str) -> Details | None:
    """Read a day, a rating, a category or a district, and what gets it."""
    details, left = _details(replace(reading, text=said))
    around = left.strip(_SIGNS)
    left = _ENDS.sub("", f"{around} ").strip(_SIGNS)
    ids: list[int] | None = None
    if left and _LINKS.match(f"{left} ") is None:
        ids = _ids(reading, left)
    elif said != reading.text or around or "rating" in details:
        # What is said of nothing is said of what was touched last; but a day alone asks for a look at it.
        ids = list(reversed(reading.recent[: reading.last]))
    if not details or not ids:
        return None
    if "figure" in details:
        figure, bare = details.pop("figure"), _BARE.search(said)
        towards = not left or (bare is not None and bare["towards"])
        details["day" if reading.kind == "placed" and towards and figure == int(figure) else "rating"] = figure
    return {"ids": ids, **details}


def _details(reading: Reading) -> tuple[dict[str, Any], str]:
    """Return what a text says of venues, and the words that are left."""
    found: dict[str, Any] = {"rating": read_stars(reading), "day": read_value(_DAY, reading)}
    if found["rating"] is None and found["day"] is None:
        found["figure"] = read_figure(reading)
    found["category"] = read_category(reading)
    found["district"] = read_district(reading)
    return {name: value for name, value in found.items() if value is not None}, reading.text


def _ids(reading: Reading, text: str) -> list[int] | None:
    """Return the venues that a text means, if it names nothing else."""
    ids = read_value(_VENUES, replace(reading, text=text, before=""))
    if not isinstance(ids, list):
        return None
    names = [item.name for item in reading.items if item.id in ids]
    return ids if only_names(names, text) else None
