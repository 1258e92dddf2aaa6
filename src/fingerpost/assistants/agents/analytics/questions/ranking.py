"""Reads rankings: "most" and "least" with what they are of, and adjectives such as `the heaviest`."""

from __future__ import annotations

from fingerpost.assistants.agents.analytics.planner.request import Measure, NotUnderstoodError, Ref
from fingerpost.assistants.agents.analytics.questions.parse_state import NUMBERS
from fingerpost.assistants.agents.analytics.questions.question_target import Asked, other_noun

_RANKS = {"most": "desc", "least": "asc", "max": "desc", "min": "asc"}
_EDGES = {"max": "MAX", "min": "MIN"}
_HIGHEST = {"desc": "MAX", "asc": "MIN"}


def read_ranking(asked: Asked) -> None:
    """Take "most" and "least" with what they are of: rows of a table, or the sum of a column."""
    assembly, place = asked.assembly, 0
    while place < len(assembly.marks):
        mark = assembly.marks[place]
        kind = next((kind for kind in _RANKS if mark.of(kind) and not mark.of("table", "column")), "")
        if not kind:
            place += 1
            continue
        asked.rank_at = mark.start
        asked.rank, asked.single = _RANKS[kind], True
        if not (_by_amount(asked, place, kind) or _by_figure(asked, place) or _by_rows(asked, place)):
            _by_adjective(asked, place)


def _by_amount(asked: Asked, place: int, kind: str) -> bool:
    """Take `the biggest invoice` where nothing else is named: what it comes to is asked for."""
    assembly = asked.assembly
    beside = next(
        (at for at in (place + 1, place - 1) if assembly.table(at) and assembly.amount(assembly.table(at))), -1
    )
    if kind not in _EDGES or beside < 0 or other_noun(asked, beside):
        return False
    table = assembly.table(beside)
    words = assembly.take(min(place, beside), max(place, beside) + 1)
    asked.measures.append(Measure(_EDGES[kind], ((table, assembly.amount(table)),), words=words))
    asked.rank, asked.listing, asked.single, asked.much = "", False, False, False
    return True


def _by_figure(asked: Asked, place: int) -> bool:
    """Take a superlative with a figure that has a name, or with a column of numbers."""
    assembly = asked.assembly
    beside = assembly.named(place - 1)
    if beside and (beside.weak or beside.adjective) and assembly.table(place + 1) and other_noun(asked, place + 1):
        # `appears in the most orders`
        beside = None
    if named := assembly.named(place + 1) or beside:
        first = place if assembly.named(place + 1) else place - 1
        words = assembly.take(first, first + 2)
        if not asked.measures or not (named.weak or named.adjective):
            asked.measures.append(Measure("named", name=named.name, words=words))
        return True
    if refs := assembly.columns(place + 1, *NUMBERS):
        refs = assembly.narrowed(refs)
        how = _HIGHEST[asked.rank] if _own(asked, refs) else "SUM"
        asked.measures.append(Measure(how, refs, words=assembly.take(place, place + 2)))
        return True
    return False


def _by_rows(asked: Asked, place: int) -> bool:
    """Take a superlative with the table whose rows are counted for another noun: `which plan has the most members`."""
    table = asked.assembly.table(place + 1)
    if not table or not other_noun(asked, place + 1):
        return False
    if asked.assembly.is_(place, *_EDGES) and asked.assembly.amount(table):
        # `the largest payments` are not the most payments.
        raise NotUnderstoodError("say by which figure", (asked.assembly.marks[place].words,))
    asked.add_count(table, asked.assembly.take(place, place + 2))
    return True


def _by_adjective(asked: Asked, place: int) -> None:
    """Take a superlative with an adjective behind it, or one that stands alone."""
    assembly, words = asked.assembly, asked.assembly.marks[place].words
    if assembly.columns(place + 1) and assembly.is_(place + 1, "value"):
        raise NotUnderstoodError("this cannot be ranked", (words,))
    if (adjective := _adjective(asked, place + 1)) is not None:
        refs, turned = adjective
        if turned:
            asked.rank = {"desc": "asc", "asc": "desc"}[asked.rank]
        asked.measures.append(Measure(_HIGHEST[asked.rank], refs, words=assembly.take(place, place + 2)))
        return
    if asked.measures and not asked.listing and not other_noun(asked, place):
        raise NotUnderstoodError("it is not clear what this is of", (words,))
    assembly.take(place, place + 1)


def _adjective(asked: Asked, place: int) -> tuple[tuple[Ref, ...], bool] | None:
    """Return the column that an adjective ranks by, of the table that is spoken of."""
    mark = asked.assembly.at(place)
    found = mark.of("adjective_of") if mark else None
    if found is None:
        return None
    spoken = asked.assembly.spoken()
    refs = tuple(ref for ref in found.refs if ref[0] in spoken) or found.refs
    refs = asked.assembly.narrowed(refs)
    return (refs, found.value == "-") if refs else None


def _own(asked: Asked, refs: tuple[Ref, ...]) -> bool:
    """Whether a column belongs to the rows that are asked for, so that each has one."""
    first = next((table for place in range(len(asked.assembly.marks)) if (table := asked.assembly.table(place))), "")
    return any(ref[0] == first for ref in refs)
