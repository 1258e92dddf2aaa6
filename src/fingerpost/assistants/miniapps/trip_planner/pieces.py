"""A message about venues in pieces: whom each one names, what it tells of them, and the words that are neither."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from fingerpost.assistants.miniapps.framework.controls import FILLERS
from fingerpost.assistants.miniapps.framework.matching import matches
from fingerpost.assistants.miniapps.framework.matching import words_of as said_words
from fingerpost.assistants.miniapps.framework.parts import Reading, Values
from fingerpost.assistants.miniapps.reading.corrections import corrected
from fingerpost.assistants.miniapps.reading.fillers import PLACES
from fingerpost.assistants.miniapps.reading.remarks import is_remark
from fingerpost.assistants.miniapps.trip_planner import cues, words
from fingerpost.assistants.miniapps.trip_planner.changes import read_figure
from fingerpost.assistants.miniapps.trip_planner.cues import flat
from fingerpost.assistants.miniapps.trip_planner.spotting import Spot
from fingerpost.language.numbers import number_words
from fingerpost.language.pointing import POINTING, QUIET
from fingerpost.language.ratings import read_rating
from fingerpost.language.tokens import listed, words_of

TELLING = ("day", "district", "rating", "visited")
"""What may be told of a venue."""
LONGEST_NEW = 4
"""Words of a name that is written small."""
MOST = 40
"""Pieces of a message."""

_CUT = re.compile(
    r"\s*(?:(?<!\d)[,;](?!\d)|,\s|[;\n]|[.!?…]+(?=\s|$)|\s(?:and(?! a half)|y(?! media)|e(?! meia)|but|pero|mas"
    r"|&|n|\+)(?=\s)"
    r"|\s(?:which|que)(?=\s+(?:is|are|es|son|e|é|s[ãa]o|va|vai|goes)\s))\s*",
    re.IGNORECASE,
)
_ARTICLES = re.compile(r"^\s*(?:the|an?|el|la|los|las|un|una|o|os|as|um|uma)\s", re.IGNORECASE)
_JOINS = re.compile(r"\s*(?:and|y|e|&|n|\+)\s*", re.IGNORECASE)
_ADDS = [("ADD", words.ADD)]
_ADDING = frozenset(word for phrases in words.ADD.values() for phrase in phrases for word in phrase.split())
_LIGHT = listed("""make let's lets change set update bump put rating rated stars score give gets get got should be
    go goes
    going can could will would was were is are been move push shift bring swap switch stick slot schedule keep
    leave up down
    really just back easily only out off there here too down super so pretty easily totally mark tick check pop
    have has had at day instead them now
    cambia pasa mueve pon deja dejamos dejemos queda quedan va van ponemos ponle dale doy damos pongo es son era
    fue pasar mover
    nah nope oops whoops ops ups lol haha hahaha jaja jajaja kkk kkkk hmm ugh uf ay uy eita putz yay omg wow oh
    dia dias days último ultima last
    mejor juntos juntas lleva estuvo marca marcar marque poner
    muda passa move poe põe deixa deixamos fica ficam vai vao vão coloca bota dou é foi melhor passar mover juntos
    juntas marca marcar leva manda joga mete marque colocar por
    rate rates deserves merece merecen merecem star estrellas estrelas nota points puntos pontos out of""")
# Stars are feminine in Spanish and Portuguese.
_COUNTS = "|".join(w for w in number_words(range(1, 6), accents=True) if w not in ("uno", "un", "um", "dois"))
_STARS = re.compile(
    rf"[\d★⭐]|\b(?:{_COUNTS})\s+(?:stars?|estrell?as?)\b",
    re.IGNORECASE,
)
_SAID = re.compile(
    r"^\s*(?:(?:the|my|our|l[oa]s|el|la|[oa]s?|mis?|minhas?|meus?|nossos?)\s+)?[a-zà-þ]+\s+(?:le\s+)?"
    r"(?:says?|said|gives?|gave|voted?|dicen?|dan?|dieron|dio|dijeron|diz(?:em)?|disseram|disse|deram|deu|d[ãa]o)\s+"
)
"""Whose stars they are: "the kids say"."""
_THERE = re.compile(r"\b(?:there|ahi|alli|alla|la|ali)\b")
_ARTICLE = re.compile(r"\b(?:the|el|la|los|las|al|o|os)\s+$", re.IGNORECASE)
_TIME = re.compile(
    r"(?:\bat|\ba las?|\b[àa]s|\buntil|\bbefore|\bafter|\bantes das?|\bdespues de|\bhasta|\bat[ée]|\bfor"
    r"|\bone)\s+\S*\s*$",
    re.IGNORECASE,
)


@dataclass(slots=True)
class Piece:
    """A part of a message: the venues it names, what it tells, and the words that are neither.

    `leads`: what it tells stands before the names. `points`: it speaks of "it". `there`: it speaks of "there".
    `excepts`: its venues are left out of what was said before. `joined`: an "and" stands before it.
    """

    ids: list[int]
    values: dict[str, Any]
    rest: str
    leads: bool = False
    points: bool = False
    there: bool = False
    excepts: bool = False
    joined: bool = False


def pieces_of(reading: Reading, masked: str, spots: Sequence[Spot]) -> list[Piece] | None:
    """Return the pieces of a message; None where one of them holds something that is not understood."""
    found: list[Piece] = []
    begin, joined = 0, False
    for end, after in [*(cut.span() for cut in list(_CUT.finditer(masked))[:MOST]), (len(masked), len(masked))]:
        excepting = cues.EXCEPT.search(flat(masked[begin:end]))
        parts = [(start, stop, False) for start, stop in _each_told(begin, end, spots)]
        if excepting:
            parts = [(begin, begin + excepting.start(), False), (begin + excepting.end(), end, True)]
        for start, stop, excepts in parts:
            if masked[start:stop].strip():
                piece = _piece(reading, masked, start, stop, spots)
                if piece is None:
                    return None
                piece.excepts, piece.joined = excepts, joined
                found.append(piece)
        begin, joined = after, _JOINS.fullmatch(masked, end, after) is not None
    return found


def _each_told(begin: int, end: int, spots: Sequence[Spot]) -> list[tuple[int, int]]:
    """Return a piece in parts where it tells of several without a comma: "the bar on day 1 the rest day 2"."""
    here = [spot for spot in spots if begin <= spot.start < end]
    cuts = [
        one.start
        for before, one, after in zip(here, here[1:], here[2:], strict=False)
        if one.kind == "venues" and before.kind == after.kind and after.kind in TELLING
    ]
    return list(pairwise([begin, *cuts, end])) if here and here[0].kind == "venues" else [(begin, end)]


def _piece(reading: Reading, masked: str, start: int, end: int, spots: Sequence[Spot]) -> Piece | None:
    here = [spot for spot in spots if start <= spot.start < end]
    named = [spot for spot in here if spot.kind == "venues"]
    ids = list(dict.fromkeys(one for spot in named for one in spot.value))
    if named and not ids:
        return None
    values: dict[str, Any] = {spot.kind: spot.value for spot in here if spot.kind in TELLING}
    part = masked[start:end]
    told, cue = _told(part)
    if told is None:
        return None
    values.update(told)
    it = any(spot.kind == "it" for spot in here)
    hung = [found.span() for found in cues.CLITIC.finditer(flat(part)) if cues.VERB.match(found[0])]
    rest = part
    for found in [*cue, *hung]:
        rest = rest[: found[0]] + " " * (found[1] - found[0]) + rest[found[1] :]
    led = is_light(_SAID.sub("", rest[: _figure_at(rest)]))
    if (ids or it or hung or led) and "remove" not in values and "rating" not in values:
        rated = replace(reading, text=corrected(rest, read_rating), before="")
        figure = read_figure(rated) if _TIME.search(rest[: _figure_at(rest)]) is None else None
        if figure is not None:
            values["rating"], rest = figure, rated.text
    if not _fits(rest, masked, start, end, named, values, led):
        return None
    first = min((spot.start for spot in named), default=end)
    marks = [spot.start for spot in here if spot.kind in TELLING] + [start + one[0] for one in cue]
    leads = bool(marks) and min(marks) < first
    # A clitic is a pronoun: "sácalo".
    return Piece(ids, values, rest, leads, it or bool(hung), there=_THERE.search(flat(part)) is not None)


def _figure_at(text: str) -> int:
    found = _STARS.search(text)
    return found.start() if found else len(text)


def _told(part: str) -> tuple[dict[str, Any] | None, list[tuple[int, int]]]:
    """Return what the cues of a piece tell, None where something is denied, and where they stand."""
    low = flat(part)
    never = cues.UNVISITED.search(low)
    if never:
        return {"visited": False}, [never.span()]
    gone = cues.REMOVE.search(low)
    if gone:
        return (None if cues.DENIED.search(low[: gone.start()]) else {"remove": True}), [gone.span()]
    seen = cues.VISITED.search(low)
    if seen:
        return {"visited": True}, [seen.span()]
    return {}, []


def _fits(rest: str, masked: str, start: int, end: int, named: Sequence[Spot], values: Values, led: bool) -> bool:
    """Whether the words of a piece that tell nothing may be left alone."""
    heavy = [word for word in words_of(rest) if word.is_letters and not is_quiet(word.folded)]
    opening = len(masked) - len(masked.lstrip(" ¡¿"))
    if any(
        word.is_capital and not word.text.isupper() and (start + word.start > opening or not named) for word in heavy
    ):
        # A name that nobody knows yet.
        return False
    strange = {word.start for word in heavy if word.folded not in _ADDING}
    for match in matches(said_words(rest), _ADDS):
        # "Put the kiosk on day 2"; but "the opera is booked for day 2, put it there" adds nothing.
        following = words_of(_ARTICLES.sub(lambda found: " " * len(found[0]), rest[match.spans[-1][1] :]))[:1]
        begin = following[0].start + match.spans[-1][1] if following else -1
        if begin in strange or (strange and not named):
            return False
    if "remove" in values and any(_ARTICLE.search(rest[: word.start]) for word in heavy):
        # "Remove both the prison and Gion", of which one is unknown.
        return False
    if named:
        # "Acropolis museum" is another place than the Acropolis.
        beside = (words_of(masked[spot.end : end])[:1] for spot in named if masked.startswith(" ", spot.end))
        return not any(word.folded in PLACES for words in beside for word in words)
    # Behind stars anything may be said; a name stands before them.
    told = not values or not heavy or ("rating" in values and led) or values.get("visited") is False
    # "On day 3 we fly home", in languages whose verbs say who.
    return told or is_remark(rest.strip(" ,.!")) or any(word.folded.endswith("mos") for word in heavy)


def is_quiet(word: str) -> bool:
    """Whether a folded word names nothing."""
    return (
        len(word) == 1
        or word in FILLERS
        or word in QUIET
        or word in POINTING
        or word in _LIGHT
        or word.endswith("mente")
        or (len(word) > 5 and word.endswith("ly"))
    )


def is_light(text: str) -> bool:
    """Whether no word of a text names anything."""
    return all(is_quiet(word.folded) for word in words_of(text) if word.is_letters)


def may_name(rest: str) -> bool:
    """Whether words that tell nothing may be a name that is new: "and the market, that one is in Soho"."""
    told = [word.folded for word in words_of(rest) if word.is_letters]
    return 0 < sum(not is_quiet(word) for word in told) <= LONGEST_NEW and not is_remark(rest.strip(" ,.!?"))
