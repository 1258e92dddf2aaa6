"""Says beside a figure what was decided: which definition it follows, and what times without a year or a date mean."""

from __future__ import annotations

from fingerpost.assistants.agents.analytics.planner.measures import Named, columns_of
from fingerpost.assistants.agents.analytics.planner.request import Measure, Request
from fingerpost.assistants.agents.analytics.planner.schema_binding import Settler

_SAID: dict[str, dict[str, str]] = {
    "pt": {
        "latest": "sem ano, vale o mais recente nos dados",
        "newest": "tempos relativos contam da data mais recente dos dados",
        "agreed": "lido assim porque você confirmou",
    },
    "en": {
        "latest": "without a year the latest in the data is meant",
        "newest": "relative times count from the newest date in the data",
        "agreed": "read like this on your word",
    },
    "es": {
        "latest": "sin año, vale el más reciente de los datos",
        "newest": "los tiempos relativos cuentan desde la fecha más reciente de los datos",
        "agreed": "leído así porque lo confirmaste",
    },
}


def notes(request: Request, settler: Settler, language: str, *, agreed: bool = False) -> tuple[str, ...]:
    """Return what was decided for a question that did not say it; `agreed`: the person said yes to this reading."""
    measures = (*request.measures, *(having.measure for having in request.having))
    told = [note for measure in measures if (note := _definition(measure, request, settler, language))]
    said = _SAID[language]
    told += [said["agreed"]] * agreed
    told += [said["latest"]] * any(when.part == "month" and not when.unit for when in request.whens)
    told += [said["newest"]] * any(when.unit for when in request.whens)
    return tuple(dict.fromkeys(told))


def _definition(measure: Measure, request: Request, settler: Settler, language: str) -> str:
    """Return which definition of a figure is meant, where its name has several; empty where it has one."""
    named = settler.named.get(measure.name)
    if named is None or not named.instead:
        return ""
    base = settler.figure(measure, (*request.groups, *request.inner)).base
    meant = _meant(named, base).get(language, "")
    return f"{named.title.get(language, measure.words)}: {meant}" if meant else ""


def _meant(named: Named, base: str) -> dict[str, str]:
    """Return what the definition over a table is called."""
    other = base == columns_of(named.instead)[0][0] != columns_of(named.select)[0][0]
    return dict(named.instead_means if other else named.means)
