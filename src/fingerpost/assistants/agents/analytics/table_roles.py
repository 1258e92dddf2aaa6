"""Tells the roles of the columns of a table: what names a row, what dates it, and what it comes to."""

from __future__ import annotations

import re
from collections.abc import Callable

from fingerpost.assistants.agents.analytics.allowlist import AllowedColumn, AllowedTable, stem
from fingerpost.assistants.agents.analytics.column_names import (
    NAMES,
    SURNAMES,
    closeness,
    has_key_word,
    is_personal_name,
    says,
    words_of,
)
from fingerpost.assistants.agents.analytics.table_sample import Sample, texts

LONGEST_LABEL = 80
"""Characters that the values of a label have on average at most."""
LONGEST_CODE = 40
_OPAQUE = re.compile(r"[0-9a-f-]{16,}", re.IGNORECASE)
"""Codes that say nothing to people."""

_BIRTH = "birth* nasc* nacim* nac dob born natal*"
_UPDATED = "updat* modif* atualiz* actualiz* alter* chang* delet* borrad* sync* last ultim*"
_NEXT = "next prox* proxim* sigu* valid* expir* caduc* renov*"
_LATER = (
    "due venc* vto vcto limit* end* fin fim final* termin* clos*"
    " cerr* cierr* encerr* fecham* left leav* baja saida salida"
    " deliver* entreg* paid pago pag pagam* pgto payment* return* devol* cancel* out ship* envi* estimat* expect*"
    " previst* approv* aprob* aprov* resol* complet* conclu*"
)
_PLAIN = "date fecha data dt datetime timestamp day dia on at f d fec"
_EVENT = (
    "issu* emis* emit* open* abert* abierto apert* start* inicio* inici* ini begin* book* reserv* sale* sold venta*"
    " vend* purchas* compra* order* pedid* visit* cita* consult* appoint* event* aplic* appl*"
    " invoic* factur* transac* movim*"
    " check entrada ingres* registr* ocurr* ocorr*"
)
_CREATED = "creat* cread* criad* criac* alta cadastr* join* admis* admit* hire* regist* added signup enroll* inscri*"

_MONEY = (
    ("total* tot", 5),
    ("amount* amt import* imp monto* valor* vl vlr val value* sum revenue* receita* ingreso* facturad* faturad*", 4),
    ("net neto liquid* gross bruto", 4),
    ("price* precio* preco* pvp prc pr cost* custo* coste* costo* fee* charg* cuota* tarifa* mensalid* salar* sueldo*"
     " budget* presupuest* orcament* balance* saldo*", 3),
    ("rate", 2),
)  # fmt: skip
_NOT_WHOLE = (
    "vat iva tax* impuest* impost* icms irpf disc* desc* descuent* descont* ship* freight* frete* flete* envio* tip*"
    " propina* gorjeta* unit* unid* unitari* hora hour* hourly day* daily diari* min max minim* maxim* comis* commis*"
    " deposit* fianza* limit* credit*"
)
_PRICE = "price* precio* preco* pvp prc pr fee* tarifa* rate unit* unitari* hora hour* hourly day* daily diari*"
_NO_MONEY = (
    "pct percent* porcent* perc qty quant* cant cantid* qtd* quantid* count* items itens num n"
    " hours horas hrs days dias"
    " months meses years anos kg score* points puntos pontos weight* peso* stock* units exchange interest lat lng"
)


def find_label(sample: Sample) -> tuple[str, ...]:
    """Return the columns that name a row: its name, with the surname behind it, or a unique code; empty if none."""
    table = sample.table
    plain = [
        column
        for column in table.columns
        if column.kind == "text" and not column.references and _mean_length(sample, column) <= LONGEST_LABEL
    ]
    surnames = [column.name for column in plain if says(words_of(column.name), SURNAMES) or _is_last_name(column.name)]
    for known in NAMES:
        for column in plain:
            if column.name not in surnames and _names_row(column.name, table.name, known):
                return (column.name, *surnames[:2])
    same = [column for column in plain if _same_word(column.name, table.name) and _is_unique(sample, column)]
    # A code is better than a text that happens to be different in each row.
    codes = sorted(
        (
            column
            for column in plain
            if not is_personal_name(column.name)
            and _is_unique(sample, column)
            and _mean_length(sample, column) <= LONGEST_CODE
        ),
        key=lambda column: (not has_key_word(column.name), column.key),
    )
    return tuple(column.name for column in [*same, *codes][:1])


def find_date(table: AllowedTable) -> str:
    """Return the column that says when a row happened; empty where there is none, or where it is not clear."""
    dates = [
        column
        for column in table.columns
        if column.kind == "date" and not says(words_of(column.name), f"{_BIRTH} {_UPDATED} {_NEXT}")
    ]
    if len(dates) == 1:
        return dates[0].name
    dates = [column for column in dates if not says(words_of(column.name), _LATER)]
    return _best(dates, lambda column: _date_score(column, table.name), first=True)


_QUANTITIES = "qty quantit* cant cantidad* qtd qtde quantidade* units unidades pieces piezas pecas"


def find_amount(table: AllowedTable) -> str:
    """Return the column that says what a row comes to in money; empty where there is none, or several alike."""
    money = [
        column
        for column in table.columns
        if column.kind in ("integer", "number")
        and not column.key
        and not column.references
        and not has_key_word(column.name)
        and _money_score(column) > 0
    ]
    whole = [column for column in money if not says(words_of(column.name), _NOT_WHOLE)]
    if not whole:
        # The price of one piece is not what a row of several comes to.
        several = any(says(words_of(column.name), _QUANTITIES) for column in table.columns)
        return money[0].name if len(money) == 1 and not several else ""
    return _best(whole, _money_score, first=False)


def is_price(name: str) -> bool:
    """Return whether the name of an amount says what one piece or hour costs: its total over the rows says nothing."""
    return says(words_of(name), _PRICE)


def _best(columns: list[AllowedColumn], score: Callable[[AllowedColumn], int], *, first: bool) -> str:
    """Return the best column; of several that are as good the first one, or none."""
    if not columns:
        return ""
    most = max(map(score, columns))
    best = [column.name for column in columns if score(column) == most]
    return best[0] if len(best) == 1 or (first and most > 0) else ""


def _date_score(column: AllowedColumn, table: str) -> int:
    words = words_of(column.name)
    named = {stem(word) for word in words} & {stem(word) for word in words_of(table)}
    if all(says((word,), _PLAIN) for word in words) or named:
        return 4
    if says(words, _EVENT):
        return 3
    return 2 if says(words, _CREATED) else 1


def _money_score(column: AllowedColumn) -> int:
    words = words_of(column.name)
    if says(words, _NO_MONEY):
        return 0
    found = max((score for known, score in _MONEY if says(words, known)), default=0)
    # A total of whole numbers may count something: `total_visits`.
    return 0 if found == 5 and column.kind == "integer" and len(words) > 1 and _money_beside(words) == 0 else found


def _money_beside(words: tuple[str, ...]) -> int:
    return max((score for known, score in _MONEY[1:] if says(words, known)), default=0)


def _names_row(column: str, table: str, known: str) -> bool:
    """Return whether a column is a name, and not that of something else: `product_name` of products, not of orders."""
    words = words_of(column)
    if not says(words, known):
        return False
    rest = [
        word for word in words if not says((word,), known) and word not in ("de", "del", "do", "da", "of", "social")
    ]
    own = {stem(word) for word in words_of(table)}
    return all(
        stem(word) in own or says((word,), "full first given complet* primer* primeir* short cort* curt*")
        or closeness(word, table) > 0
        for word in rest
    )  # fmt: skip


def _is_last_name(name: str) -> bool:
    spoken = " ".join(words_of(name))
    return spoken in ("last name", "family name", "second name", "segundo nombre", "ultimo nome")


def _same_word(column: str, table: str) -> bool:
    return closeness(column, table) == 5


def _is_unique(sample: Sample, column: AllowedColumn) -> bool:
    seen = texts(sample.values.get(column.name, []))
    # A sample from both ends of a table may hold rows twice.
    whole = sample.whole or column.key
    if not whole or len(seen) != sample.rows or len(seen) < 2 or any(map(_OPAQUE.fullmatch, seen)):
        return False
    return column.key or len(set(seen)) == len(seen)


def _mean_length(sample: Sample, column: AllowedColumn) -> float:
    seen = texts(sample.values.get(column.name, []))
    return sum(map(len, seen)) / len(seen) if seen else 0.0
