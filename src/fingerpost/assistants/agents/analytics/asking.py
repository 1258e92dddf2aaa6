"""From letters to a request: weak words left out, what is only said again accepted, what has two meanings refused."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from fingerpost.assistants.agents.analytics.figures import AGGREGATES, Figures
from fingerpost.assistants.agents.analytics.meanings import Meanings, columns_of
from fingerpost.assistants.agents.analytics.reading import Read, weak_places, weak_tables
from fingerpost.assistants.agents.analytics.request import SHAPE, Group, Measure, NotUnderstoodError, Request, Where
from fingerpost.assistants.agents.analytics.shapes import shaped


def request_of(read: Read, meanings: Meanings) -> Request:
    """Return what a question asks for, or raise NotUnderstoodError."""
    first: NotUnderstoodError | None = None
    for kept, more in _readings(read, meanings):
        figures = Figures(kept, meanings)
        try:
            found = _fitting(figures)
        except NotUnderstoodError as error:
            first = first or error
            continue
        if found is not None:
            # Whoever is counted has to have done it; of a sum it goes without saying.
            counted = all(measure.how in ("count", "distinct") for measure in found.measures) and not found.share
            found = replace(found, context=tuple(dict.fromkeys(figures.context)))
            return replace(found, wheres=(*found.wheres, *more)) if counted else found
    raise first or NotUnderstoodError(SHAPE, tuple(m.words for m in read.marks))


def _readings(read: Read, meanings: Meanings) -> Iterator[tuple[Read, tuple[Where, ...]]]:
    """Yield the letters with and without what counts only where nothing else is asked for: `sold`, `paid`."""
    places = weak_places(read, meanings)
    if not places:
        yield read, ()
        return
    others = {letter for at, letter in enumerate(read.letters) if at not in places}
    exists = tuple(Where("exists", ((table, ""),)) for table in dict.fromkeys(weak_tables(read, places, meanings)))
    without = read.without(places), exists
    # "How much was paid by customers" asks for what was paid; "how many customers paid" does not.
    asked = others & set("NIAR") if "q" in others else others & set("cuNIARZ%") or ("T" in others and "m" not in others)
    yield from (without, (read, ())) if asked else ((read, ()), without)


def _fitting(figures: Figures) -> Request | None:
    """Return the request of the whole question, or of its beginning where the rest only says again what is shown."""
    letters = figures.read.letters
    found: Request | None = None
    error: NotUnderstoodError | None = None
    for end in range(len(letters), 0, -1):
        if found is not None:
            break
        try:
            start = shaped(figures, letters[:end])
        except NotUnderstoodError as fault:
            error = error or fault
            continue
        if start is not None and (end == len(letters) or _echoes(figures, end, start)):
            found = start
    if found is None and error is not None:
        raise error
    return found


def _echoes(figures: Figures, start: int, request: Request) -> bool:
    """Whether the letters from here on name nothing but groups and figures that the request shows anyway."""
    read = figures.read
    measures = [*request.measures, *(having.measure for having in request.having)]
    for at in range(start, len(read.letters)):
        letter = read.letters[at]
        if letter in "wlhH&sVSOurbqi":
            continue
        if letter == "c":
            if not any(_counts(figures, measure) for measure in measures):
                return False
        elif letter == "%":
            if not request.share:
                return False
        elif letter in AGGREGATES:
            if not any(measure.how in (AGGREGATES[letter], "named") for measure in measures):
                return False
        elif not (_shown(figures, at, request) or _measured(figures, at, measures)):
            return False
    return True


def _counts(figures: Figures, measure: Measure) -> bool:
    named = figures.named.get(measure.name)
    return measure.how in ("count", "distinct") or (named is not None and "COUNT" in named.select)


def _shown(figures: Figures, at: int, request: Request) -> bool:
    """Whether a noun is one of the groups, by its own name or by that of its table."""
    mark, letter = figures.read.marks[at], figures.read.letters[at]
    labels = dict(figures.meanings.labels)
    for group in (*request.groups, *request.inner):
        if letter == "P" and group.part and mark.of(f"part_{group.part}"):
            return True
        found = mark.of("column", "table")
        if found and set(found.refs) & set(group.refs):
            return True
        tables = {ref[0] for ref in group.refs if not ref[1]}
        if found and any(ref[0] in tables and labels.get(ref[0], ref[1]) == ref[1] for ref in found.refs):
            return True
    return False


def _measured(figures: Figures, at: int, measures: list[Measure]) -> bool:
    """Whether a noun is what one of the figures is made of."""
    mark = figures.read.marks[at]
    found = mark.of("column", "table", "measure")
    for measure in measures:
        named = figures.named.get(measure.name)
        tables = {ref[0] for ref in measure.refs}
        if named:
            tables |= {table for table, _ in columns_of(named.select or named.amount)}
        if found is None:
            return mark.made is not None and mark.made == measure.gap
        if found.kind == "table" and found.refs[0][0] in tables:
            return True
        if found.kind == "column" and set(found.refs) & set(measure.refs):
            return True
        other = figures.named.get(found.value)
        if named and other and (named.select or named.amount) == (other.select or other.amount):
            return True
    return False


def settled(request: Request, read: Read) -> Request:
    """Refuse what joins values by "and" without saying whether each is wanted; show columns in the place of others."""
    grouped = {ref for group in (*request.groups, *request.inner) for ref in group.refs}
    for where in (*request.wheres, *request.numerator):
        apart = where.apart and where in request.wheres and not request.over
        if not where.each or set(where.refs) & grouped or read.together:
            continue
        if not apart:
            raise NotUnderstoodError("say whether these are wanted together or one by one", (where.words,))
        request = replace(request, groups=(*request.groups, Group(where.refs, words=where.words)))
    timed = any(group.part for group in (*request.groups, *request.inner))
    for when in request.whens:
        if when.each and not timed and not read.together:
            raise NotUnderstoodError("say whether these are wanted together or one by one", (when.words,))
    if read.shown:
        instead = dict(read.shown)
        groups = tuple(
            replace(group, refs=tuple(instead.get(ref, ref) for ref in group.refs)) for group in request.groups
        )
        if groups == request.groups:
            raise NotUnderstoodError("nothing is shown that could be shown so", tuple(ref[1] for _, ref in read.shown))
        request = replace(request, groups=groups)
    return request
