"""The words that people call a table or a column by, taken from its name in the schema."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product

from fingerpost.assistants.agents.analytics.allowlist import AllowedColumn, AllowedTable
from fingerpost.assistants.agents.analytics.column_names import words_of
from fingerpost.assistants.agents.analytics.questions.lexicon import stem

ABBREVIATIONS = {
    "dt": ("data", "date", "fecha"), "vl": ("valor",), "vlr": ("valor",), "val": ("valor", "value"),
    "amt": ("amount",), "qty": ("quantity",), "qtd": ("quantidade",), "qtde": ("quantidade",), "cant": ("cantidad",),
    "imp": ("importe",), "descr": ("descripcion", "descricao", "description"), "cat": ("categoria", "category"),
    "num": ("numero", "number"), "nr": ("numero", "number"), "no": ("number",), "tel": ("telefono", "telefone"),
    "tfno": ("telefono",), "dir": ("direccion",), "end": ("endereco",), "prox": ("proxima", "proximo"),
    "min": ("minimo", "minima", "minimum"), "max": ("maximo", "maxima", "maximum"), "hrs": ("hours", "horas"),
    "hr": ("hour", "hora"), "pct": ("percent", "percentual", "porcentaje"), "pgto": ("pagamento",),
    "pag": ("pagamento", "pago"), "venc": ("vencimento", "vencimiento"), "nac": ("nacimiento",),
    "nasc": ("nascimento",), "sem": ("semana",), "avg": ("average",), "nbr": ("number",), "yr": ("year",),
    "mgr": ("manager",), "emp": ("employee", "empleado"), "cust": ("customer",), "prod": ("product", "producto"),
    "inv": ("invoice",), "acct": ("account",), "dept": ("department", "departamento"), "addr": ("address",),
    "prio": ("priority", "prioridad", "prioridade"), "mo": ("month",), "wk": ("week",), "pvp": ("precio", "price"),
    "obs": ("observacao", "observacion"), "sit": ("situacao", "situacion"), "km": ("km", "kilometros", "quilometros"),
}  # fmt: skip
"""Short forms that programmers of three languages write in names."""
_CODES = frozenset(["id", "ids", "cd", "cod", "code", "codigo", "fk", "key", "pk", "uuid"])
_TYPES = frozenset(
    [
        "dt",
        "data",
        "date",
        "fecha",
        "f",
        "vl",
        "vlr",
        "valor",
        "num",
        "nr",
        "at",
        "on",
        "em",
        "ts",
        "timestamp",
        "is",
        "has",
        "flag",
        "fl",
        "in",
    ]
)
_UNITS = frozenset(
    ["kg", "g", "cm", "m", "mm", "m2", "sqm", "eur", "usd", "brl", "gbp", "pct", "perc", "km", "l", "ml", "total"]
)
_MOST_FORMS = 12


def table_names(table: AllowedTable) -> list[tuple[str, ...]]:
    """Return what a table can be called, the surest first."""
    words = list(words_of(table.name))
    core = [word for word in words if word not in ("tbl", "tb", "tab", "t", "dim", "fact")] or words
    return [*_expanded(core), *(words_of(name) for name in table.synonyms)]


def column_names(column: AllowedColumn, table: AllowedTable) -> list[tuple[str, ...]]:
    """Return what a column can be called, the surest first: whole, and without what says only its kind."""
    words = list(words_of(column.name))
    own = {stem(word) for word in words_of(table.name)}
    found = [*_expanded(words), *(words_of(name) for name in column.synonyms)]
    bare = [word for word in words if word not in _TYPES | _UNITS | _CODES]
    for kept in (bare, [word for word in bare if stem(word) not in own]):
        if kept and kept != words:
            found += _expanded(kept)
    return list(dict.fromkeys(found))


def single_words(names: list[tuple[str, ...]]) -> Iterator[str]:
    """Yield the words of names of several words, each of which may stand for the whole where nothing else has it."""
    for name in names:
        if len(name) > 1:
            yield from (word for word in name if len(word) > 2 and word not in _TYPES | _UNITS | _CODES)


def _expanded(words: list[str]) -> list[tuple[str, ...]]:
    """Return a name with its short forms written out, in every way."""
    choices = [(*ABBREVIATIONS.get(word, ()), word) for word in words]
    return [tuple(choice) for choice in islice(product(*choices), _MOST_FORMS)]
