"""Phrases that ask for something, found in a message: whole words in any case, with and without accents."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from fingerpost.assistants.miniapps.framework.parts import Language, Words
from fingerpost.language.edit_distance import within_one_edit
from fingerpost.language.text import fold

GAP = 60
"""Words that may stand between the parts of a phrase: "mark … visited"."""

QUOTED = re.compile(r"""["“][^"“”\n]{1,300}["”]|«[^«»\n]{1,300}»|(?<!\w)['‘][^'‘’\n]{1,300}['’](?!\w)""")
"""What somebody put in quotes is a name, whatever it says."""

_WORD = re.compile(r"\w+(?:['’]\w+)*(?:-(?:l?[oa]s?|lhes?)\b)?")
_ENDED = re.compile(r"[.:;!?\n]")
_CLITIC = re.compile(r"(\w{2,}?)(?:-(l?[oa]s?|lhes?)|(l[oae]s?))$")

Who_co = TypeVar("Who_co", covariant=True)


class Word(NamedTuple):
    """A word of a message, folded, and where it stands; `capital`: it is written with one amidst a sentence.

    `colon`: one follows it, as in "note: bring cash".
    """

    folded: str
    start: int
    end: int
    capital: bool = False
    colon: bool = False


class Match(NamedTuple, Generic[Who_co]):
    """Who a phrase asks for, in which languages, at which word it begins, and the places in the text it covers.

    `pronoun`: what hangs on its verb, as "it" or "them" ("quítalo", "remove-os").
    """

    who: Who_co
    languages: frozenset[Language]
    first: int
    size: int
    spans: tuple[tuple[int, int], ...]
    pronoun: str = ""


def words_of(text: str) -> list[Word]:
    """Return the words of a text that stand in no quotes."""
    quoted = [found.span() for found in QUOTED.finditer(text)]
    kept: list[Word] = []
    end = 0
    for found in _WORD.finditer(text):
        while quoted and quoted[0][1] <= found.start():
            quoted.pop(0)
        if not quoted or found.start() < quoted[0][0]:
            shown = found.group()
            inside = bool(kept) and _ENDED.search(text, end, found.start()) is None
            # Nobody writes a name all in capitals to be one: "please ADD it".
            capital = inside and shown[0].isupper() and not shown.isupper()
            colon = text.startswith(":", found.end())
            kept.append(Word(fold(shown).replace("’", "'"), found.start(), found.end(), capital, colon))
        end = found.end()
    return kept


def matches(message: Sequence[Word], phrases: Iterable[tuple[Who_co, Words]]) -> Iterator[Match[Who_co]]:
    """Yield every place where somebody is asked for; a word with a capital amidst a sentence is part of a name.

    A phrase that begins with "^" counts only as the first words: "dá 5 pro Pelourinho", but not "Farol da Barra". One
    whose first word ends with a colon counts only where a colon follows it.
    """
    places: dict[str, list[int]] = {}
    for place, word in enumerate(message):
        if word.capital:
            continue
        if not place:
            places.setdefault("^" + word.folded, []).append(place)
        if word.colon:
            places.setdefault(word.folded + ":", []).append(place)
        places.setdefault(word.folded, []).append(place)
        base, _ = _parted(word.folded)
        if base:
            places.setdefault(base, []).append(place)
    for who, words in phrases:
        for language, listed in words.items():
            for phrase in listed:
                parts = phrase.split()
                for place in places.get(parts[0], ()):
                    found = _covered(message, parts, place)
                    if found:
                        spans = tuple((message[at].start, message[at].end) for at in found)
                        pronoun = _pronoun(message[place].folded, parts[0].removeprefix("^"))
                        yield Match(who, frozenset((language,)), place, len(found), spans, pronoun)


def best(found: Iterable[Match[Who_co]], longest: bool = False) -> Match[Who_co] | None:
    """Return the earliest, of these the longest, or the other way round.

    Where several languages have the phrase, it tells all of them.
    """
    chosen: Match[Who_co] | None = None
    for match in found:
        if chosen is None or _rank(match, longest) > _rank(chosen, longest):
            chosen = match
        elif match.spans == chosen.spans and match.who is chosen.who:
            chosen = chosen._replace(languages=chosen.languages | match.languages)
    return chosen


def _rank(match: Match[Any], longest: bool) -> tuple[int, int]:
    return (match.size, -match.first) if longest else (-match.first, match.size)


def misspelled(
    text: str, phrases: Iterable[tuple[Who_co, Words]], language: Language | None = None
) -> Match[Who_co] | None:
    """Return who the first word asks for if it is a verb (of a language) with one slip in it: "remvoe", "agrga"."""
    message = words_of(text)
    if len(message) < 2 or len(message[0].folded) < 4 or (message[1].capital and text[message[0].start].isupper()):
        return None
    first = message[0].folded
    verbs: dict[str, tuple[Who_co, set[Language]]] = {}
    for who, words in phrases:
        for spoken, listed in words.items():
            for phrase in listed if language in (None, spoken) else ():
                if phrase.isalpha() and len(phrase) >= 4 and phrase[0] == first[0]:
                    verbs.setdefault(phrase, (who, set()))[1].add(spoken)
    # Letters that changed places, or one too many or too few; in a short word a wrong one makes another word.
    swapped = [verb for verb in verbs if len(verb) == len(first) and sorted(verb) == sorted(first)]
    close = [verb for verb in verbs if len(verb) >= 5 and within_one_edit(verb, first)]
    if not swapped and not close:
        return None
    who, languages = verbs[(swapped or close)[0]]
    return Match(who, frozenset(languages), 0, 1, ((message[0].start, message[0].end),))


def parted(text: str, match: Match[Any]) -> tuple[str, str]:
    """Return what stands before a phrase, and what follows it, with what hangs on its verb as a word."""
    left, end = [f"{match.pronoun} "] if match.pronoun else [], match.spans[0][1]
    for start, after in match.spans[1:]:
        left.append(text[end:start])
        end = after
    left.append(text[end:])
    return text[: match.spans[0][0]].strip(), "".join(left).strip()


def _covered(message: Sequence[Word], parts: Sequence[str], place: int) -> list[int] | None:
    """Return the places of a phrase's words from a place on; None where it is not there."""
    found, gap = [place], 0
    for part in parts[1:]:
        if part == "*":
            gap = GAP
            continue
        begin = found[-1] + 1
        at = next((at for at in range(begin, min(begin + gap + 1, len(message))) if message[at].folded == part), None)
        if at is None:
            return None
        found.append(at)
        gap = 0
    return found


def _parted(word: str) -> tuple[str, str]:
    found = _CLITIC.match(word)
    return (found[1], found[2] or found[3]) if found else ("", "")


def _pronoun(word: str, verb: str) -> str:
    base, clitic = _parted(word) if word != verb else ("", "")
    return ("them" if clitic.endswith("s") else "it") if base == verb else ""
