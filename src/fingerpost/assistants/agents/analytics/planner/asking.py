"""From letters to a request: weak words left out, what is only said again accepted, what has two meanings refused."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from fingerpost.assistants.agents.analytics.allowlist import Allowlist
from fingerpost.assistants.agents.analytics.planner.figures import AGGREGATES, Figures
from fingerpost.assistants.agents.analytics.planner.marking import Ref
from fingerpost.assistants.agents.analytics.planner.meanings import Meanings, columns_of
from fingerpost.assistants.agents.analytics.planner.reading import Read, weak_places, weak_tables
from fingerpost.assistants.agents.analytics.planner.request import (
    SHAPE,
    Group,
    Measure,
    NotUnderstoodError,
    Request,
    Where,
)
from fingerpost.assistants.agents.analytics.planner.shapes import shaped


def request_of(read: Read, meanings: Meanings, allowlist: Allowlist) -> Request:
    """Return what a question asks for, or raise NotUnderstoodError."""
    first: NotUnderstoodError | None = None
    for kept, more in _readings(read, meanings):
        figures = Figures(kept, meanings, allowlist)
        try:
            found = _fitting(figures)
        except NotUnderstoodError as error:
            first = first or error
            continue
        if found is not None:
            # Whoever is counted has to have done it; of a sum it goes without saying.
            counted = all(measure.how in ("count", "distinct") for measure in found.measures) and not found.share
            found = replace(figures.same(found), context=tuple(dict.fromkeys(figures.context)))
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
    error: NotUnderstoodError | None = None
    # What is said of groups belongs to a list of groups first, with all that is to be shown of them.
    for listing in (True, False) if figures.read.having else (None,):
        for end in range(len(letters), 0, -1):
            try:
                found = shaped(figures, letters[:end], listing)
                if found is not None and end < len(letters):
                    found = _echoed(figures, end, found)
            except NotUnderstoodError as fault:
                error = error or fault
                continue
            if found is not None:
                return found
    if error is not None:
        raise error
    return None


def _echoed(figures: Figures, start: int, request: Request) -> Request | None:
    """Return the request if the letters from here on name nothing but what it shows, or what belongs to its groups."""
    read = figures.read
    having = [condition.measure for condition in request.having]
    measures = [*request.measures, *having]
    wanted: list[Measure] = []
    for at in range(start, len(read.letters)):
        letter = read.letters[at]
        if read.letters[at - 1 : at + 1] in ("ws", "wq", "wa", "wx", "wn") or (letter == "V" and request.share):
            # `… and what is their total` asks for more.
            return None
        if letter in "wlhH&sVSOurUbqiy" or _shown(figures, at, request):
            continue
        if found := _figures_of(figures, at, measures, request):
            wanted += found if letter not in "c%" and letter not in AGGREGATES else []
            continue
        more = _with_more(figures, at, request)
        if more is None:
            return None
        request = more
    if request.listed and len(having) > 1 and wanted:
        request = replace(request, measures=tuple(measure for measure in having if measure in wanted))
    return request


def _figures_of(figures: Figures, at: int, measures: list[Measure], request: Request) -> list[Measure]:
    """Return the figures that a letter speaks of."""
    letter = figures.read.letters[at]
    if letter == "c":
        return [measure for measure in measures if _counts(figures, measure)]
    if letter == "%":
        return measures if request.share else []
    if letter in AGGREGATES:
        return [measure for measure in measures if _taken(figures, measure) == AGGREGATES[letter]]
    return _measured(figures, at, measures)


def _with_more(figures: Figures, at: int, request: Request) -> Request | None:
    """Return the request with a column that belongs to what it groups by, or None."""
    letter = figures.read.letters[at]
    if letter == "C" and (instead := _instead(figures, at, request)):
        return instead
    if letter in "CID" and (own := _belonging(figures, at, request)):
        return replace(request, groups=(*request.groups, replace(figures.group(at), refs=own)))
    return request if letter in "DE" and any(group.part for group in request.groups) else None


def _instead(figures: Figures, at: int, request: Request) -> Request | None:
    """Return the request with a column shown in the place of its group: the English name of a category."""
    refs = figures.meaning(at, "column").refs
    named = [also for also in figures.meanings.shown if (also.table, also.column) in refs]
    groups = _shown_instead(request.groups, {also.of: (also.table, also.column) for also in named if also.of})
    return replace(request, groups=groups) if groups != request.groups else None


def _belonging(figures: Figures, at: int, request: Request) -> tuple[Ref, ...]:
    """Return the columns that say one thing of each row that is grouped by: the category of a product."""
    rows = {ref[0] for group in request.groups for ref in group.refs if not ref[1]}
    # Rows that are told apart by something else than their key may have several of it.
    rows -= set(dict(figures.meanings.labels))
    return tuple(ref for ref in figures.meaning(at, "column").refs if ref[0] in rows)


def _taken(figures: Figures, measure: Measure) -> str:
    """Return how a figure is put together; one that is an average by name is one."""
    named = figures.named.get(measure.name)
    if measure.how != "named" or named is None:
        return measure.how
    return named.usual if named.amount else "SUM" if named.sums else "AVG"


def _counts(figures: Figures, measure: Measure) -> bool:
    named = figures.named.get(measure.name)
    return measure.how in ("count", "distinct") or (named is not None and "COUNT" in named.select)


def _shown(figures: Figures, at: int, request: Request) -> bool:
    """Whether a noun is one of the groups, by its own name or by that of its table."""
    mark, letter = figures.read.marks[at], figures.read.letters[at]
    for group in (*request.groups, *request.inner):
        if letter == "P" and group.part and mark.of(f"part_{group.part}"):
            return True
        found = mark.of("column", "table")
        if found and set(found.refs) & set(group.refs):
            return True
        if found and any(not ref[1] and figures.label(ref[0]) in found.refs for ref in group.refs):
            return True
    return False


def _measured(figures: Figures, at: int, measures: list[Measure]) -> list[Measure]:
    """Return the figures that a noun is part of."""
    return [measure for measure in measures if _is_of(figures, at, measure)]


def _is_of(figures: Figures, at: int, measure: Measure) -> bool:
    mark = figures.read.marks[at]
    found = mark.of("column", "table", "measure")
    named = figures.named.get(measure.name)
    if found is None:
        return mark.made is not None and mark.made == measure.gap
    tables = {ref[0] for ref in measure.refs}
    if named:
        tables |= {table for table, _ in columns_of(named.select or named.amount)}
    if found.kind == "table":
        return found.refs[0][0] in tables
    if found.kind == "column":
        return bool(set(found.refs) & set(measure.refs))
    other = figures.named.get(found.value)
    return bool(named and other and (named.select or named.amount) == (other.select or other.amount))


def settled(request: Request, read: Read) -> Request:
    """Refuse what joins values by "and" without saying whether each is wanted; show columns in the place of others."""
    grouped = {ref for group in (*request.groups, *request.inner) for ref in group.refs}
    for where in (*request.wheres, *request.numerator):
        apart = (where.apart or read.compare) and where in request.wheres and not request.over
        if not where.each or set(where.refs) & grouped or read.together:
            continue
        if not apart:
            raise NotUnderstoodError("say whether these are wanted together or one by one", (where.words,))
        request = replace(request, groups=(*request.groups, Group(where.refs, words=where.words)))
    for when in request.whens:
        timed = any(group.part for group in (*request.groups, *request.inner))
        if not when.each or timed or read.together:
            continue
        if not read.compare or request.over:
            raise NotUnderstoodError("say whether these are wanted together or one by one", (when.words,))
        if when.part:
            request = replace(request, groups=(*request.groups, Group(part=when.part, words=when.words)))
            continue
        years = all(span[0][5:] == "01-01" and span[1][5:] == "01-01" for span in when.spans)
        request = replace(request, groups=(*request.groups, Group(part="year" if years else "month", words=when.words)))
    if read.compare and not request.groups:
        raise NotUnderstoodError("say what is to be compared with what, or by what", ())
    if read.shown:
        groups = _shown_instead(request.groups, dict(read.shown))
        if groups == request.groups:
            raise NotUnderstoodError("nothing is shown that could be shown so", tuple(ref[1] for _, ref in read.shown))
        request = replace(request, groups=groups)
    return request


def _shown_instead(groups: tuple[Group, ...], instead: Mapping[Ref, Ref]) -> tuple[Group, ...]:
    """Return groups with columns in the place of others."""
    found = []
    for group in groups:
        other = next((instead[ref] for ref in group.refs if ref in instead), None)
        found.append(replace(group, refs=(other,)) if other else group)
    return tuple(found)
