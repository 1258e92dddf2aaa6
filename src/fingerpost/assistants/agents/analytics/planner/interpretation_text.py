"""Says in the language of a question how it was read, or why it was not."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sqlglot import exp

from fingerpost.assistants.agents.analytics.planner.measures import Meanings
from fingerpost.assistants.agents.analytics.planner.refusal_reasons import reason_in
from fingerpost.assistants.agents.analytics.planner.request import (
    SEVERAL,
    SHAPE,
    TWO_WAYS,
    UNPLACED,
    Group,
    GuessDeniedError,
    Measure,
    NotUnderstoodError,
    Request,
    Side,
    Where,
)
from fingerpost.assistants.agents.analytics.planner.schema_binding import Settler
from fingerpost.conversation.guesses import PERHAPS
from fingerpost.language.text import fold

_SAID: dict[str, dict[str, str]] = {
    "pt": {
        "empty": "vazio", "without": "sem {}",
        "by": "por", "SUM": "total: {}", "AVG": "média: {}", "MAX": "maior {}", "MIN": "menor {}",
        "range": "do menor ao maior {}", "first": "primeira data: {}", "last": "última data: {}",
        "distinct": "{} (diferentes)", "share": "% de {}",
        "limit": "no máximo {} linhas", "first_alone": "só o primeiro",
        "asc": "do menor ao maior", "desc": "do maior ao menor",
        "unplaced": "não sei situar {}", "shape": "conheço as palavras, mas não esta forma de pergunta ({})",
        "remedy": "diga o que contar ou somar, por qual grupo e com quais filtros",
        "two_ways": "isto pode ser lido de duas maneiras: diga se quer uma contagem, uma soma ou uma lista, e de quê",
        "otherwise": "Então diga de outro modo, por favor: {}",
        "several": "parecem ser várias perguntas ({}); faça uma de cada vez, ou peça por grupo: por estado, por ano",
        "sides": "compara {}", "growth": "variação em %: {}", "difference": "diferença: {}", "ratio": "razão: {}",
        "step": "variação em % sobre o tempo imediatamente anterior", "within": "os {} primeiros em cada {}",
        "leading": "os {} primeiros juntos",
    },
    "en": {
        "empty": "empty", "without": "without {}",
        "by": "by", "SUM": "total: {}", "AVG": "average: {}", "MAX": "highest {}", "MIN": "lowest {}",
        "range": "from the lowest to the highest {}", "first": "first date: {}", "last": "last date: {}",
        "distinct": "different {}", "share": "% of {}",
        "limit": "at most {} rows", "first_alone": "the first alone", "asc": "lowest first", "desc": "highest first",
        "unplaced": "I cannot place {}", "shape": "I know the words, but not this form of question ({})",
        "remedy": "say what to count or sum, by which group, and with which filters",
        "two_ways": "this can be read in two ways: say whether a count, a sum or a list is wanted, and of what",
        "otherwise": "Then please put it otherwise: {}",
        "several": "these look like several questions ({}); ask one at a time, or by group: by state, by year",
        "sides": "compares {}", "growth": "change in %: {}", "difference": "difference: {}", "ratio": "ratio: {}",
        "step": "change in % against the time just before", "within": "the first {} in each {}",
        "leading": "the first {} together",
    },
    "es": {
        "empty": "vacío", "without": "sin {}",
        "by": "por", "SUM": "total: {}", "AVG": "promedio: {}", "MAX": "mayor {}", "MIN": "menor {}",
        "range": "del menor al mayor {}", "first": "primera fecha: {}", "last": "última fecha: {}",
        "distinct": "{} (diferentes)", "share": "% de {}",
        "limit": "como máximo {} filas", "first_alone": "solo el primero",
        "asc": "de menor a mayor", "desc": "de mayor a menor",
        "unplaced": "no sé situar {}", "shape": "conozco las palabras, pero no esta forma de pregunta ({})",
        "remedy": "di qué contar o sumar, por qué grupo y con qué filtros",
        "two_ways": "esto se puede leer de dos maneras: di si quieres un recuento, una suma o una lista, y de qué",
        "otherwise": "Entonces dilo de otro modo, por favor: {}",
        "several": "parecen varias preguntas ({}); haz una cada vez, o pide por grupo: por estado, por año",
        "sides": "compara {}", "growth": "variación en %: {}", "difference": "diferencia: {}", "ratio": "razón: {}",
        "step": "variación en % sobre el tiempo inmediatamente anterior", "within": "los {} primeros en cada {}",
        "leading": "los {} primeros juntos",
    },
}  # fmt: skip


def title_of(request: Request, meanings: Meanings, language: str) -> str:
    """Return a title for the result, in the words of the question."""
    said = _SAID[language]
    measures = request.measures or tuple(having.measure for having in request.having)
    figures = [_figure(measure, meanings, language) for measure in measures]
    if request.share or request.per is not None:
        figures = [said["share"].format(_held(request, figures[0]))]
    shown = [group.words for group in (*request.within, *request.groups, *request.inner) if not group.beside]
    groups = list(dict.fromkeys(shown))
    if request.listed:
        figures, groups = groups, []
    parts = [part for part in (", ".join(figures), f"{said['by']} {', '.join(groups)}" if groups else "") if part]
    conditions = [where.words for where in (*request.wheres, *request.numerator)]
    conditions += [when.words for when in request.whens] + [having.words for having in request.having]
    conditions += _put_together(request, said, [side.words for side in request.sides])
    kept = "; ".join(dict.fromkeys(words for words in conditions if words))
    title = " ".join(parts) + (f" ({kept})" if kept else "")
    return title[:1].upper() + title[1:]


def understood(request: Request, settler: Settler, language: str) -> str:
    """Return one sentence that says how a question was understood: figure, conditions with their columns, groups."""
    said, meanings = _SAID[language], settler.meanings
    measures = request.measures or tuple(having.measure for having in request.having)
    groups = [group for group in (*request.groups, *request.inner) if not group.beside]
    base = settler.figure(measures[0], (*request.within, *groups)).base if measures else ""
    figures = [_figure(measure, meanings, language) for measure in measures]
    if request.share or request.per is not None:
        figures = [said["share"].format(_held(request, figures[0]))]
    if request.per is not None:
        figures[0] += f" / {_figure(request.per, meanings, language)}"
    named = _named(groups, settler, base)
    if request.listed and not request.having:
        figures, named = named, []
    kept = _kept(settler, request, base, said)
    kept += [having.words for having in request.having]
    if request.over == "AVG":
        figures = [said["AVG"].format(figure) for figure in figures]
    sides = [_side(settler, side, base, said["empty"]) for side in request.sides]
    parts = list(dict.fromkeys((", ".join(figures), *kept)))
    parts += [f"{said['by']} {', '.join(named)}"] if named and not (request.share and request.inner) else []
    parts += _put_together(request, said, sides)
    if request.order and request.measures and not request.inner:
        # The five best and the five worst are told apart.
        parts.append(said[request.order])
    if request.within:
        each = ", ".join(_named(request.within, settler, base))
        parts.append(said["within"].format(request.limit or 1, each))
    elif request.limit and not request.inner:
        parts.append(said["first_alone"] if request.limit == 1 else said["limit"].format(request.limit))
    sentence = "; ".join(part for part in parts if part)
    return sentence[:1].upper() + sentence[1:]


def _put_together(request: Request, said: dict[str, str], sides: list[str]) -> list[str]:
    """Return what is made of several figures: sides against each other, a change over time, the first together."""
    if sides:
        return [said[request.change or "sides"].format(_joined(request, sides))]
    if request.change:
        return [said["step"]]
    first = request.share and request.inner and not request.having
    return [f"{said['leading'].format(request.limit or 1)}: {request.inner[0].words}"] if first else []


def _joined(request: Request, sides: list[str]) -> str:
    between = {"growth": " → ", "difference": " − ", "ratio": " / "}.get(request.change, ", ")
    return between.join(sides)


def _side(settler: Settler, side: Side, base: str, empty: str) -> str:
    """Return the words of a side, with the columns of its conditions."""
    wheres = [_condition(settler, where, base, empty) for where in side.wheres]
    return ", ".join((*wheres, *(f"{when.words} ({_plain(settler.placed(when, base)[1])})" for when in side.whens)))


def _held(request: Request, figure: str) -> str:
    """Return what a share is of: of the groups that a condition holds for, those groups."""
    return request.inner[0].words if request.inner and request.having else figure


def _kept(settler: Settler, request: Request, base: str, said: dict[str, str]) -> list[str]:
    """Return the conditions and times of a request; what rows are without is told with what is said of it."""
    wheres = (*request.wheres, *request.numerator)
    lacking = [where for where in wheres if where.how == "not exists"]
    rows = base or (settler.group(request.groups[0], "", "").table if request.groups else "")
    told = [
        (_table_of(settler, where, base), _condition(settler, where, base, said["empty"]))
        for where in wheres
        if where not in lacking
    ]
    for when in request.whens:
        table, column = settler.placed(when, base or rows)
        told.append((table, f"{when.words} ({_plain(column)})"))
    kept = []
    for where in lacking:
        inside = [one for one in told if _is_inside(settler, where.refs[0][0], one[0], rows)]
        told = [one for one in told if one not in inside]
        without = said["without"].format(_plain(where.refs[0][0]))
        kept.append(f"{without}: {', '.join(words for _, words in inside)}" if inside else without)
    return [*(words for _, words in told), *kept]


def _table_of(settler: Settler, where: Where, base: str) -> str:
    """Return the table that a condition is on; empty for one that holds for rows of another whatever they lack."""
    condition = settler.condition(where, base)
    return condition.table if condition.test is not None else ""


def _is_inside(settler: Settler, lacking: str, table: str, rows: str) -> bool:
    """Whether what rows lack are only those of which something is said: `without payments by voucher`."""
    up = settler.graph.up
    return bool(table and rows) and up(rows, table) is None and up(lacking, table) is not None


def _condition(settler: Settler, where: Where, base: str, empty: str) -> str:
    """Return the words of a condition with its column; of an empty one that is told, since the words may not say it."""
    if where.how == "null" and where.refs:
        return f"{where.words} ({_plain(settler.choose(where.refs, base)[1])}: {empty})"
    if not where.refs or where.how == "exists":
        return where.words
    return f"{where.words} ({_plain(settler.choose(where.refs, base)[1])})"


def _named(groups: Sequence[Group], settler: Settler, base: str) -> list[str]:
    """Return the words for groups, each once, with its columns where they are called something else."""
    columns: dict[str, list[str]] = {}
    for group in groups:
        words, value = group.words or group.part, settler.group(group, base, "").value
        column = next(iter(value.find_all(exp.Column)), None)
        name = _plain(column.name) if column is not None else ""
        columns.setdefault(words, []).extend([name] if name and fold(words) not in fold(name) else [])
    return [f"{words} ({', '.join(names)})" if names else words for words, names in columns.items()]


def _plain(name: str) -> str:
    return name.replace("_", " ")


def refused(error: NotUnderstoodError, question: str, language: str, perhaps: str = "") -> NotUnderstoodError:
    """Return the same error in the language of its question, with how that may have been meant."""
    guessed = f". {PERHAPS[language].format(perhaps)}" if perhaps else ""
    told = NotUnderstoodError(error.why, error.words, told=f"{_why(error, question, language)}{guessed}")
    told.guess = error.guess
    return told


def denied(error: NotUnderstoodError, question: str, language: str) -> GuessDeniedError:
    """Return what is answered to a `no` behind a guess: what was not understood, to be said in other words."""
    told = _SAID[language]["otherwise"].format(_why(error, question, language))
    return GuessDeniedError(error.why, error.words, told=told)


def _why(error: NotUnderstoodError, question: str, language: str) -> str:
    """Return in one language what was not understood of a question, and what to do."""
    said = _SAID[language]
    words = ", ".join(f"«{word}»" for word in error.words if word and word != question)
    if error.why == SEVERAL:
        return said["several"].format(words)
    if error.why == TWO_WAYS:
        return said["two_ways"]
    if error.why in (SHAPE, UNPLACED):
        return f"{said['shape' if error.why == SHAPE else 'unplaced'].format(words or '?')}; {said['remedy']}"
    reason = reason_in(error.why, language)
    named = f"{words}: " if words and not all(word in reason for word in error.words) else ""
    # Some reasons say themselves what to do.
    remedy = "" if re.search(r"(?:^|: |; )(?:say|ask|name) ", error.why) else f"; {said['remedy']}"
    return f"{named}{reason}{remedy}"


def _figure(measure: Measure, meanings: Meanings, language: str) -> str:
    named = next((named for named in meanings.measures if named.name == measure.name), None)
    of = named.title.get(language, measure.words) if named else measure.words
    return _SAID[language].get(measure.how, "{}").format(of)
