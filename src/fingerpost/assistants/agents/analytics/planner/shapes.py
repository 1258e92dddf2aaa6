"""The shapes that questions have, as patterns over the letters of their marks, and the request that each makes.

w which     l list      c how many  q how much  s total    V value   a average  x highest  n lowest   f difference
m most      k least     t top       9 number    b by       r ranked by          & and      u distinct % share
F first     L last      W when      S sorted    O in order
T table     C column    I whole number in a row N number in a row    D date     E what a date dates   P part of a date
A figure that sums      R figure that does not  J adjective that counts ("used")  Z figure that ranks ("best-selling")
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from fingerpost.assistants.agents.analytics.planner.figures import AGGREGATES, Figures
from fingerpost.assistants.agents.analytics.planner.request import Group, Measure, NotUnderstoodError, Request

_ONE = r"(?:P[DET]|[DET]P|CT?|c?IT?|P|T|D)"
GROUPS = rf"(?:b{_ONE}(?:(?:&b?|b){_ONE})*)"
_G = r"(?P<g>P[DE]|C(?:&?C)?|P|T|D|I)(?P<gx>T*)"
_RANKED = r"(?P<m>[csuaxnV]*[TNIARCJ]T*a?V?)"
_LAST = r"(?:&?(?:[tB](?P<n3>9)|(?P<n4>9)[tBFL]))?"
_END = r"(?P<e>[SOy]*)"
_FIGURES = r"(?P<m>[cqsuaxnfV&TNIARC]+)"

Match = re.Match[str]
Builder = Callable[[Figures, Match], Request | None]


def shaped(figures: Figures, letters: str, listing: bool | None = None) -> Request | None:
    """Return the request of the first shape that fits these letters whole; None where none does.

    `listing`: only the shapes that need a condition on groups, or only the others.
    """
    for needs_having, pattern, build in _SHAPES:
        if needs_having is not None and needs_having != bool(figures.read.having):
            continue
        if listing is not None and listing != bool(needs_having):
            continue
        if (match := pattern.fullmatch(letters)) and (found := build(figures, match)) is not None:
            return found
    return None


def _number(figures: Figures, match: Match) -> int | None:
    for name in ("n", "n2", "n3", "n4"):
        if match.groupdict().get(name):
            return int(figures.meaning(match.start(name), "number").number)
    return None


def _limit(figures: Figures, match: Match) -> int | None:
    """Return how many are wanted: as many as was said, one of a noun in the singular, all of one in the plural."""
    found = _number(figures, match)
    if found is None:
        return None if figures.is_plural(match.start("g")) else 1
    if found < 1:
        raise NotUnderstoodError("a ranking has at least one place", (str(found),))
    return found


def _group(figures: Figures, match: Match) -> tuple[Group, ...]:
    at = match.start("g")
    if len(match["g"]) > 1:
        return figures.groups(at, match.end("g"))
    group = figures.group(at)
    return (figures.narrowed(group, match.start("gx")) if match["gx"] else group,)


def _order(figures: Figures, match: Match, usual: str = "") -> str:
    marks = figures.read.marks[match.start("e") : match.end("e")]
    found = [how for mark in marks for how in ("asc", "desc") if mark.of(how)]
    return found[0] if found else usual


def _figure(figures: Figures, match: Match, how: str) -> Measure:
    """Read the figure that is ranked by."""
    start, end = match.span("m")
    letters = figures.read.letters[start:end]
    if how in "xn" and letters == "T":
        raise NotUnderstoodError("rows are counted: say the most or the fewest", figures.words(start, end))
    for at in range(start, end):
        mark, letter = figures.read.marks[at], figures.read.letters[at]
        if letter in "NI" and not set(letters) & set(AGGREGATES) and mark.of("column"):
            if letter == "I":
                raise NotUnderstoodError("say whether the total or the average is wanted", (mark.words,))
            # More freight is more of it in all; the highest freight is one of them.
            return figures.amounts(at, how if how in AGGREGATES else "s")[0]
        if letter == "C" and "c" not in letters:
            return Measure("distinct", figures.meaning(at, "column").refs, words=mark.words)
        if letter == "J":
            return Measure("named", name=figures.meaning(at, "measure").value, words=mark.words)
    found, averaged = figures.measures(start, end)
    if len(found) > 1 or averaged:
        raise NotUnderstoodError("a ranking has one figure", figures.words(start, end))
    return found[0]


def _plain(figures: Figures, match: Match) -> Request:
    """Figures, by groups or in all."""
    groups = figures.groups(*match.span("g")) if match["g"] else ()
    groups = tuple(figures.group(match.start(name)) for name in ("p", "p2") if match[name]) + groups
    if match.groupdict().get("g0"):
        groups = figures.groups(*match.span("g0")) + groups
    measures, averaged = figures.measures(*match.span("m"))
    if any(measure.how == "distinct" and measure.refs == group.refs for measure in measures for group in groups):
        raise NotUnderstoodError("of each there is one", tuple(group.words for group in groups))
    request = replace(figures.base(), measures=tuple(measures), groups=groups, order=_order(figures, match))
    if request.having and not groups:
        request = replace(request, having=(), wheres=(*request.wheres, *(where for _, where in figures.has())))
    request = replace(request, wheres=(*request.wheres, *figures.beside(*match.span("m"))))
    if match.groupdict().get("n") or match.groupdict().get("n2"):
        limit = _number(figures, match)
        last = match.groupdict().get("s") or "x"
        request = replace(request, limit=limit, order="asc" if last in "nk" else request.order or "desc")
    rows = groups[-1].refs[0][0] if groups and not groups[-1].part and groups[-1].refs[0][1] == "" else ""
    single = rows in figures.meanings.single and len(measures) == 1 and measures[0].how == "AVG"
    if set(figures.read.letters[: match.start("m")]) & set("hH") and not groups:
        raise NotUnderstoodError("say by what: per month, per state …", figures.words(0, match.start("m")))
    if averaged or single or match.groupdict().get("a"):
        if not groups or len(measures) > 1 or request.limit:
            raise NotUnderstoodError("an average over what? per order, per month …", figures.words(*match.span("m")))
        if measures[0].how == "AVG":
            request = replace(request, measures=(replace(measures[0], how="SUM"),))
        return replace(request, over="AVG", inner=groups[-1:], groups=groups[:-1])
    return request


def _spread(figures: Figures, match: Match) -> Request:
    """`distribution of scores`: how many rows have each."""
    groups = _group(figures, match)
    measure = Measure("count", ((groups[0].refs[0][0], ""),), words=groups[0].words)
    if len({ref[0] for ref in groups[0].refs}) > 1:
        raise NotUnderstoodError("say of what: customers, sellers …", (groups[0].words,))
    return replace(figures.base(), measures=(measure,), groups=groups, order=_order(figures, match))


def _per_row(figures: Figures, match: Match) -> Request:
    """`how many items does an order have on average`."""
    table = figures.meaning(match.start("t"), "table")
    inner = (Group(table.refs, words=figures.read.marks[match.start("t")].words),)
    measures, _ = figures.measures(*match.span("m"))
    groups = figures.groups(*match.span("g")) if match["g"] else ()
    over = {"m": "MAX", "k": "MIN"}.get(match.groupdict().get("s") or "", "AVG")
    return replace(figures.base(), measures=tuple(measures), over=over, inner=inner, groups=groups)


def _ranking(figures: Figures, match: Match) -> Request:
    """Groups ranked by a figure."""
    how = match.groupdict().get("s") or "m"
    return replace(
        figures.base(),
        measures=(_figure(figures, match, how),),
        groups=_group(figures, match),
        order="asc" if how in "kn" else "desc",
        limit=_limit(figures, match),
    )


def _self_ranking(figures: Figures, match: Match) -> Request:
    """Groups ranked by a figure that says itself which end is wanted."""
    at = match.start("z")
    named = figures.named[figures.meaning(at, "measure").value]
    table = figures.read.marks[match.start("g")].of("table")
    unnamed = table is not None and figures.label(table.refs[0][0]) is None
    if named.amount and table and (unnamed or set(figures.read.letters[match.end("z") :]) & set("yq")):
        # `the heaviest product, in grams` asks for the weight.
        return _alone(figures, match)
    name = named.much if match.groupdict().get("v") and named.much else named.name
    if named.of and table and table.refs[0][0] not in named.of:
        # The dearest order is the one that most was paid for.
        unit = next((unit for unit in figures.meanings.units if table.refs[0][0] in unit.per), None)
        if unit is None:
            raise NotUnderstoodError("it is not clear what this is of these", figures.words(at, at + 1))
        name = unit.measure
    return replace(
        figures.base(),
        measures=(Measure("named", name=name, words=figures.read.marks[at].words),),
        groups=_group(figures, match),
        order=named.order,
        limit=_limit(figures, match),
    )


def _extreme(figures: Figures, match: Match) -> Request:
    """`frete mais caro`, `weight of the heaviest product`: one end of a column."""
    named = figures.named[figures.meaning(match.start("z"), "measure").value]
    at = match.start("m")
    column = figures.read.marks[at].of("column")
    own = named.amount == ".".join(column.refs[0]) if column else False
    if match["x"] and not own:
        raise NotUnderstoodError(
            "it is not clear what this belongs to", figures.words(match.start("z"), match.end("z"))
        )
    return replace(figures.base(), measures=tuple(figures.amounts(at, "x" if named.order == "desc" else "n")))


def _alone(figures: Figures, match: Match) -> Request:
    """`fastest delivery`: one end of an amount that ranks by itself."""
    at = match.start("z")
    named = figures.named[figures.meaning(at, "measure").value]
    if not named.amount:
        raise NotUnderstoodError("nothing says what is ranked", figures.words(at, at + 1))
    how = "MAX" if named.order == "desc" else "MIN"
    return replace(figures.base(), measures=(Measure(how, name=named.name, words=figures.read.marks[at].words),))


def _most(figures: Figures, match: Match) -> Request:
    """`maior número de parcelas`."""
    return replace(figures.base(), measures=tuple(figures.amounts(match.start("m"), "x" if match["s"] == "m" else "n")))


def _top(figures: Figures, match: Match) -> Request:
    """`top 10 cities by revenue`."""
    how = match.groupdict().get("s") or "x"
    found, averaged = figures.measures(*match.span("m"))
    if averaged:
        raise NotUnderstoodError("a ranking has one figure", figures.words(*match.span("m")))
    return replace(
        figures.base(),
        measures=tuple(found),
        groups=_group(figures, match),
        order="asc" if how in "nB" else "desc",
        limit=_limit(figures, match),
    )


def _of_itself(figures: Figures, match: Match) -> bool:
    """Whether a condition on groups counts the very rows that would be grouped by."""
    table = figures.read.marks[match.start("g")].of("table") if match["g"] == "T" else None
    return any(
        table and having.measure.how == "count" and having.measure.refs == table.refs
        for _, having in figures.read.having
    )


def _listing(figures: Figures, match: Match) -> Request | None:
    """`which payment types are there`, `categories with more than 1000 orders`."""
    if _of_itself(figures, match):
        return None
    asked = set(figures.read.letters) & set("wl") or len(figures.read.letters) > match.end()
    if (
        not asked
        and match["g"] == "T"
        and figures.meaning(match.start("g"), "table").refs[0][0] in figures.meanings.single
    ):
        raise NotUnderstoodError("say whether these are to be counted or listed", figures.words(*match.span("g")))
    return replace(figures.base(), groups=_group(figures, match), listed=True, order=_order(figures, match))


def _having_count(figures: Figures, match: Match) -> Request | None:
    """`how many sellers have more than 50 orders`."""
    if match.groupdict().get("and") and figures.read.marks[match.start("and")].of("and"):
        # `… and how many each has`
        return None
    if _of_itself(figures, match):
        return None
    return replace(figures.base(), inner=_group(figures, match), over="COUNT")


def _edge(figures: Figures, match: Match) -> Request:
    """`when was the first order`, `latest delivery date`."""
    at = match.start("t")
    mark = figures.read.marks[at]
    found = figures.meaning(at, "table", "column", "event")
    edges = match["f"] + (match.groupdict().get("f2") or "")
    hows = ["first" if letter in "Fn" else "last" for letter in edges if letter in "FLxn"]
    if found.kind != "table":
        hows = ["MIN" if how == "first" else "MAX" for how in hows]
    return replace(figures.base(), measures=tuple(Measure(how, found.refs, words=mark.words) for how in hows))


def _share(figures: Figures, match: Match) -> Request:
    """`percentage of orders that were cancelled`, `share of each payment type`."""
    read = figures.read
    groups = figures.groups(*match.span("g")) if match["g"] else ()
    if match["m"].strip("cs"):
        found, averaged = figures.measures(*match.span("m"))
        if averaged or len(found) > 1:
            raise NotUnderstoodError("a share is taken of one thing", figures.words(*match.span("m")))
        measure = found[0]
    else:
        about = [ref[0] for _, where in read.wheres for ref in where.refs] + [ref[0] for g in groups for ref in g.refs]
        if not about:
            raise NotUnderstoodError("nothing says what the share is of", figures.words(0, len(read.marks)))
        measure = Measure("count", ((about[0], ""),))
    wheres = sorted([*read.wheres, *figures.has()], key=lambda found: found[0])
    start = read.marks[match.start("i")].start
    edge = read.marks[match.start("g")].start if match["g"] else 1_000_000
    if match["g"] and match.start("m") > match.start("g"):
        edge = -1
    whole = [where for at, where in wheres if at > edge]
    parts = [(at, where) for at, where in wheres if at <= edge]
    if match.start("m") < match.start("i") and match["m"]:
        # `of the orders that …, what percentage …`
        whole += [where for at, where in parts if at < start]
        parts = [(at, where) for at, where in parts if at > start]
    if len(parts) > 1:
        told = [at for at in read.told if parts[0][0] < at <= parts[-1][0]]
        if not told:
            raise NotUnderstoodError("it is not clear what the share is of", tuple(where.words for _, where in parts))
        whole += [where for at, where in parts if at < told[-1]]
        parts = [(at, where) for at, where in parts if at >= told[-1]]
    if not parts and not groups:
        raise NotUnderstoodError("nothing says which part is meant", figures.words(0, len(read.marks)))
    numerator = tuple(where for _, where in parts)
    request = replace(figures.base(), measures=(measure,), groups=groups, share=True, numerator=numerator)
    return replace(request, wheres=tuple(whole), having=(), order=_order(figures, match))


def _share_ranking(figures: Figures, match: Match) -> Request:
    """`which state has the highest percentage of late orders`."""
    wheres = tuple(where for _, where in figures.read.wheres)
    found, averaged = figures.measures(*match.span("m")) if match["m"].strip("cs") else ([], False)
    if len(found) != 1 or averaged or len(wheres) != 1 or figures.read.having:
        raise NotUnderstoodError("it is not clear what the share is of", tuple(where.words for where in wheres))
    return replace(
        figures.base(),
        measures=tuple(found),
        groups=_group(figures, match),
        share=True,
        numerator=wheres,
        wheres=(),
        order="asc" if (match["s"] or "x") in "kn" else "desc",
        limit=_limit(figures, match),
    )


def _ratio(figures: Figures, match: Match) -> Request:
    """`freight as a percentage of prices`."""
    one, first = figures.measures(*match.span("m"))
    other, second = figures.measures(*match.span("m2"))
    if first or second or len(one) > 1 or len(other) > 1:
        raise NotUnderstoodError("a percentage is of two figures", figures.words(0, len(figures.read.marks)))
    groups = figures.groups(*match.span("g")) if match["g"] else ()
    return replace(figures.base(), measures=tuple(one), per=other[0], groups=groups, order=_order(figures, match))


def _shape(pattern: str, build: Builder, *, having: bool | None = None) -> tuple[bool | None, re.Pattern[str], Builder]:
    return having, re.compile(pattern + ("" if "(?P<e>" in pattern else _END)), build


_SUMMED = r"(?:s[NI]|[NI]s|s?As?|Vs?[NI]|sV[NI])T*"
_SHAPES = [
    _shape(rf"[wlhH]*(?P<m>{_SUMMED})w?c?(?P<i>%)(?P<m2>{_SUMMED})(?P<g>{GROUPS}?)", _ratio),
    _shape(rf"[wlhH]*c?(?P<i>%)c?(?P<m>[cs]*[TA]?s?T*)(?P<g>{GROUPS}?)", _share),
    _shape(rf"(?P<m>[cs]*[TA]s?T*)w?c?(?P<i>%)(?P<g>{GROUPS}?)", _share),
    _shape(rf"[wlhH]*t?(?P<n>9?)t?{_G}(?:[br]|(?P<s>[mkxn]))(?P<i>%)(?P<m>[cs]*[TA]?)", _share_ranking),
    _shape(rf"[wl]*(?P<i>%)(?P<g>{GROUPS})(?P<m>[sV]*[TAN][sV]*)", _share),
    _shape(rf"[wlhH]*c[su]*{_G}u?", _having_count, having=True),
    _shape(rf"{_G}u?(?P<and>&?)c", _having_count, having=True),
    _shape(rf"[wlhH]*{_G}u?", _listing, having=True),
    _shape(rf"[wlhH]*t?(?P<n>9?)t?{_G}(?P<s>[mk]|[xn](?!T+$)){_RANKED}{_LAST}", _ranking),
    _shape(rf"[wlhH]*t?(?P<n>9?)t?{_G}(?P<m>[csaV]*[NIARC]T*a?|c?T)(?P<s>[mkxn]){_LAST}", _ranking),
    _shape(rf"[wlhH]*t?(?P<n>9?)(?P<s>[mk])(?P<n2>9?)(?P<m>J){_G}", _ranking),
    _shape(rf"[wlhH]*t?(?P<n>9?){_G}(?P<m>J)(?P<s>[mk])", _ranking),
    _shape(rf"[wlhH]*(?:(?P<s>[tB])(?P<n>9?)|(?P<n2>9)t?){_G}[br](?P<m>[cqsuaxnVTNIARC&]*?[TNIARC][aV]?){_LAST}", _top),
    _shape(rf"[wlhH]*t(?P<n>9?){_G}(?P<m>[AR]|a[NI]|[NI]a)T*", _top),
    _shape(r"[wlhH]*(?P<m>[AR])(?P<g>C)(?P<gx>T*)&?(?:(?P<n>9)(?P<s>[xn])|t(?P<n2>9))", _top),
    _shape(rf"[wlhH]*(?P<n>9?)(?P<s>[xn])(?P<n2>9?){_G}[br](?P<m>[csuaV]*[TNIAR]T*)", _top),
    _shape(rf"[wlhH]*t?(?P<n>9?)(?P<z>Z)(?P<n2>9?){_G}(?:[br](?P<v>V))?", _self_ranking),
    _shape(rf"[wlhH]*t?(?P<n>9?)t?{_G}a?(?P<z>Z)a?q?{_LAST}", _self_ranking),
    _shape(rf"[wlhH]*t(?P<n>9)(?P<m>[csuaV]*[TNIAR]T*)b{_G}", _top),
    _shape(r"[wlhH]*V?(?P<m>[NI])(?P<x>T*)(?P<z>Z)T*", _extreme),
    _shape(r"[wlhH]*(?P<z>Z)V?(?P<m>[NI])(?P<x>)T*", _extreme),
    _shape(r"[wlhH]*(?P<z>Z)(?P<x>T+)V?(?P<m>[NI])", _extreme),
    _shape(r"[wlhH]*(?P<s>[mk])(?P<m>I)T*", _most),
    _shape(r"[wlhH]*(?P<z>Z)T*", _alone),
    _shape(r"[wlhH]*W(?P<f>F&L|L&F|F|L)(?:W|P)?T*(?P<t>[TED])T*(?:&W?(?P<f2>[FL]))?", _edge, having=False),
    _shape(r"[wlhH]*(?P<f>F&L|L&F|F|L)W(?P<t>[TED])T*", _edge, having=False),
    _shape(r"[wlhH]*(?P<f>F&L|L&F|F|L)(?P<t>[TED])T*&?W", _edge, having=False),
    _shape(r"[wlhH]*(?P<f>[FLxn](?:&[FLxn])?)(?P<t>[DE])T*", _edge, having=False),
    _shape(r"[wlhH]*(?P<t>[DE])(?P<f>[FLxn])T*", _edge, having=False),
    _shape(rf"[wli]+u?{_G}[uU]?T*", _listing, having=False),
    _shape(rf"[wli]*u?{_G}[uU]*U", _listing, having=False),
    _shape(r"[wl]*h(?P<g>[CI])(?P<gx>T*)", _spread, having=False),
    _shape(rf"a(?P<m>[wc]*T)(?P<t>T)(?P<g>{GROUPS}?)", _per_row, having=False),
    _shape(rf"[wlhH]*(?P<s>[mk])(?P<m>T)(?P<t>T)(?P<g>{GROUPS}?)", _per_row, having=False),
    _shape(rf"[wlhH]*(?P<m>cT)a(?P<t>T)(?P<g>{GROUPS}?)", _per_row, having=False),
    _shape(rf"[wlhH]*(?P<p>P?)[hH]?{_FIGURES}(?P<p2>P?)(?P<g>{GROUPS}?)", _plain),
    _shape(rf"[wlhH]*(?P<p>){_FIGURES}(?P<p2>)(?P<g>{GROUPS})&?(?P<a>a)", _plain),
    _shape(r"[wlhH]*(?P<a>a)(?P<p>P)(?P<m>[cs]*[TA]T*)(?P<p2>)(?P<g>)", _plain),
    _shape(
        rf"[wlhH]*(?P<p>){_FIGURES}(?P<p2>)(?P<g>{GROUPS})(?P<e>)&?(?:t(?P<n>9)|(?P<n2>9)(?P<s>[xnt]))[SO]*", _plain
    ),
    _shape(rf"[wlhH]*(?P<g0>{GROUPS})&?[wlhH]*(?P<p>){_FIGURES}(?P<p2>)(?P<g>)", _plain),
]
