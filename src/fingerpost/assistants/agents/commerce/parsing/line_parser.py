"""Parses one row of goods: decides which of its numbers is the quantity, the price and the total."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from fingerpost.assistants.agents.commerce.language.amounts import UNITS, Amount
from fingerpost.assistants.agents.commerce.parsing.layout import Cell, LayoutRow
from fingerpost.assistants.agents.commerce.parsing.line_candidate import (
    BULLET,
    LineCandidate,
    build_candidate,
    clean_description,
    is_consistent,
)
from fingerpost.assistants.agents.commerce.parsing.stated_quantities import with_stated_product
from fingerpost.assistants.agents.commerce.parsing.table_header import ABOUT, GoodsColumn, role_of

MOST_NUMBERS, MOST_FREE = 12, 6
"""Maximum number of trailing numbers considered per row: under a header, and without one."""

RoleAssignment = tuple[tuple[str, Amount], ...]
"""The numbers of a row with their roles; "" for a column that is not read."""

_NUMERIC = frozenset({"quantity", "unit_price", "discount", "total", ""})
_CONNECTOR_WORDS = (
    r"cada|c/u|cu|each|ea|à|por|at|de|unit(?:[aá]rio)?|pre[cç]o|precio|price|valor|vlr|vl|total|"
    r"subtotal|qtde?|qty|quant(?:idade|ity)?|"
    r"cant(?:idad)?|importe|amount|ref|dto|desc(?:onto|uento)?|discount|per|of|and|t\d|iva|vat|tx|"
    r"s[ií]|no|n[ãa]o|yes|isento|icms|ipi|"
    r"eur|usd|brl|gbp|mxn"
)
_CONNECTOR_SIGNS = r"r\$|us\$|(?<=\d)x\b|[€$£%]|[\s().,:;=@×*/+–—−\[\]|\x01-]"


_SHORT_UNITS = (
    r"uni?d?s?|unid(?:ade|ad)?(?:e?s)?|units?|u|p[cçz]s?|p[cç]a|pza?s?|kgs?|grs?|g|lts?|l|ml|mts?|m[23²³]?|cx|hs?|hrs?|"
    r"uds?|ea|pct|dz|lbs?|oz|ft"
)


def _connector_pattern(letters: str, units: str = UNITS) -> re.Pattern[str]:
    return re.compile(
        rf"(?:/?\s?\b(?:{units})\b\.?|\b(?:{_CONNECTOR_WORDS}|{letters})\b|{_CONNECTOR_SIGNS})*", re.IGNORECASE
    )


_BETWEEN, _BETWEEN_WITH_UNITS = _connector_pattern("[a-z]"), _connector_pattern("[a-zçõã]{1,4}")
_BETWEEN_NUMBERS = _connector_pattern(
    "[a-z]", rf"{_SHORT_UNITS}|pe[cç]as?|piezas?|pieces?|horas?|hours?|d[ií]as?|days?|meses|m[eê]s|months?"
)
_SHORT_UNIT = re.compile(_SHORT_UNITS, re.IGNORECASE)
_UNIT = re.compile(rf"[\s(]*(?:{UNITS})\b\.?", re.IGNORECASE)
_ANY_UNIT = re.compile(r"\s*(?![xX]\b)[^\W\d_]{1,5}\b\.?")
_UNIT_BEFORE = re.compile(rf"(?<![\w-])({UNITS}|(?-i:[A-Z]{{2,4}}))\.?\s*$", re.IGNORECASE)
_COUNTED = re.compile(r"\s+[^\W\d_]{3,20}\s+(?:a|at|à|de|@|x)\s+(?:r\$|us\$|[€$£])?\s*", re.IGNORECASE)
"""The counted noun before its price: 18,400 words at 0.07."""
_SHORT_WORD = re.compile(r"[^\W_]{1,5}\.?(?=\s{2}|\t)")
_WORD = re.compile(r"\S+(?=\s{2}|\t)")
_GOODS = re.compile(r"\s+(?!(?:de|del|of|a|por|at)\b)[^\W\d_]{3,}", re.IGNORECASE)
_COUNT = re.compile(r"(?:qtde?|qty|quantity|quantidade|cant(?:idad)?)\b\.?\s*:?\s*(?=\d)", re.IGNORECASE)
_AFTER_COUNT = re.compile(r"\.?\s*[xX×*]\s*|\.?\s*(?:-\s+|de\s+)?")
_BEGINS = re.compile(r"[\w(\"'#$€£]")
_INDEX = re.compile(r"(?:item\s+)?\#?\d{1,4}(?:[.)\]]|\s*[-–])?(?=\s)", re.IGNORECASE)
_CODE = re.compile(r"(?=\S*\d)[\w./#-]{2,20}(?=\s|$)|[A-Z]{2,}-[A-Z0-9-]+(?=\s|$)")
_LETTERS = re.compile(r"[^\W\d_]{2,}")
_WORD_BEFORE = re.compile(r"([^\W\d_./]+(?:[ ./]{1,2}[^\W\d_.]+)?\.?)\s*[:=]?\s*$")


def parse_cells(
    row: LayoutRow, columns: Sequence[GoodsColumn], cells: Sequence[Cell] | None = None
) -> LineCandidate | None:
    """Parse a row whose cells, or those given, correspond to the columns; None where it is no line item."""
    words: dict[str, str] = {}
    numbers: dict[str, Amount] = {}
    for cell, column in zip(cells or row.cells, columns, strict=False):
        text = cell.text
        if column.role in ("description", "code", "unit"):
            words[column.role] = text
        elif column.role == "item" and not text.isdigit():
            words.setdefault("code", text)
        elif column.role in ("quantity", "unit_price", "discount", "total") and text:
            inside = row.format.find(text)
            # A number followed by words is not a table value ("see note 3").
            if inside and len(_LETTERS.findall(text[inside[0].end :])) < 2:
                numbers[column.role] = inside[0]
    if not words.get("description") or not {"total", "unit_price"} & numbers.keys():
        return None
    return build_candidate(words["description"], words.get("code", ""), words.get("unit", ""), numbers, row.text)


def parse_row(row: LayoutRow, columns: Sequence[GoodsColumn] = ()) -> LineCandidate | None:
    """Parse a row of words and numbers."""
    begins = _BEGINS.search(row.text)
    place = begins.start() if begins else 0
    if not columns and (bullet := BULLET.match(row.text, place)):
        place = bullet.end()
    numbers: dict[str, Amount] = {}
    words: dict[str, str] = {}
    names = [index for index, column in enumerate(columns) if column.role == "description"]
    left, right = (columns[: names[0]], columns[names[0] + 1 :]) if names else ((), ())
    place = (
        _consume_left_columns(row, left, place, numbers, words)
        if columns
        else _consume_leading_number(row, place, numbers)
    )
    run = _trailing_numbers(row, place, right if columns else None)
    if not run and not {"total", "unit_price"} & numbers.keys():
        return None
    told = _stated_roles(row, run)
    best = max(
        _role_assignments(run, right if columns else None, numbers),
        key=lambda guess: _score(row, guess, numbers, right, told, place),
        default=(),
    )
    chosen = {role: amount for role, amount in best if role}
    numbers |= chosen
    if not {"total", "unit_price"} & numbers.keys():
        return None
    # Numbers before the first one with a role belong to the description ("arroz 5kg 2 x 28,90").
    end = min((amount.start for _, amount in best), default=len(row.text))
    if right and len(row.filled) > 1:
        # Text under the next heading does not belong to the description, even if it is no number.
        end = min(
            [end, *(cell.start for cell in row.filled if cell.start > place and cell.start >= right[0].start - 2)]
        )
    if "unit" not in words and "quantity" in chosen and not chosen["quantity"].unit:
        quantity = chosen["quantity"]
        free = _ANY_UNIT if any(column.role == "unit" for column in right) else _UNIT
        if unit := free.match(row.text, quantity.end):
            words["unit"] = unit[0].strip(" (.")
        elif before := _unit_before(row, place, quantity, columns):
            words["unit"], end = before[1], min(end, before.start(1))
    made = build_candidate(
        clean_description(row.text[place:end]), words.get("code", ""), words.get("unit", ""), numbers, row.text
    )
    return with_stated_product(made, row, place) if made is not None else None


def is_numbers_only(row: LayoutRow) -> bool:
    """Return whether a row holds only the numbers of a line whose description is in the row above."""
    if not row.amounts or (len(row.amounts[0].unit) > 3 and not row.text[: row.amounts[0].start].strip()):
        return False
    text = row.text
    for day in row.dates:
        # Dates do not count as words.
        text = text[: day.start] + " " * (day.end - day.start) + text[day.end :]
    edges = [0, *(edge for amount in row.amounts for edge in (amount.start, amount.end)), len(text)]
    gaps = zip(edges[::2], edges[1::2], strict=True)
    return all(_BETWEEN_NUMBERS.fullmatch(text, start, end) for start, end in gaps)


def _unit_before(row: LayoutRow, place: int, quantity: Amount, columns: Sequence[GoodsColumn]) -> re.Match[str] | None:
    """Return the unit before a quantity: in its own cell, or where the table has a unit column before it."""
    found = _UNIT_BEFORE.search(row.text, place, quantity.start)
    if not found or found.start(1) <= place:
        return None
    cell = row.cell_at(found.start(1))
    alone = cell.start == found.start(1) and cell.end <= quantity.start + 1
    roles = [column.role for column in columns]
    ordered = "unit" in roles and "quantity" in roles and roles.index("unit") < roles.index("quantity")
    return found if alone or ordered else None


def _consume_left_columns(
    row: LayoutRow, columns: Sequence[GoodsColumn], place: int, numbers: dict[str, Amount], words: dict[str, str]
) -> int:
    """Consume the columns before the description, and return the offset of the description."""
    for column in columns:
        place = _skip(row.text, place, " \t|")
        if day := next((day for day in row.dates if day.start == place), None):
            if column.role in ("", *ABOUT):
                place = day.end
            continue
        cell = row.cell_at(place)
        alone = cell.start == place and len(row.filled) > 1
        found: re.Match[str] | None = None
        if column.role in ("quantity", "unit_price", "discount", "total"):
            if amount := next((one for one in row.amounts if one.start <= place + 1 and one.end > place), None):
                numbers[column.role] = amount = _without_false_unit(amount, row.text)
                place = amount.end
        elif column.role == "unit":
            found = _UNIT.match(row.text, place) or (_SHORT_WORD.match(row.text, place) if alone else None)
        elif column.role in ("index", "item"):
            found = _INDEX.match(row.text, place)
            # An "item" column holds the row number or the product code.
            if not found and column.role == "item" and (code := _CODE.match(row.text, place)):
                words.setdefault("code", code[0])
                place = code.end()
        else:
            found = _CODE.match(row.text, place) or (_WORD.match(row.text, place) if alone else None)
        if found:
            words.setdefault(column.role, found[0].strip(" (."))
            place = found.end()
    return _skip(row.text, place, " \t-–|")


def _skip(text: str, place: int, signs: str) -> int:
    return len(text) - len(text[place:].lstrip(signs))


def _consume_leading_number(row: LayoutRow, place: int, numbers: dict[str, Amount]) -> int:
    """Consume the quantity at the start of a row without a header; return the offset after it."""
    if counting := _COUNT.match(row.text, place):
        place = counting.end()
    first = next((amount for amount in row.amounts if amount.start <= place < amount.end), None)
    if first is None or first.percent or first.currency or first.value <= 0:
        return place
    numbers["quantity"] = first = _without_false_unit(first, row.text)
    rest = _AFTER_COUNT.match(row.text, first.end)
    return rest.end() if rest else first.end


def _without_false_unit(count: Amount, text: str) -> Amount:
    """Return a leading quantity without a unit that rather begins the description ("10 box of screws")."""
    if not count.unit or _SHORT_UNIT.fullmatch(count.unit) or (count.unit.islower() and _GOODS.match(text, count.end)):
        return count
    return count._replace(unit="", end=count.start + len(count.text))


def _trailing_numbers(row: LayoutRow, place: int, right: Sequence[GoodsColumn] | None) -> list[Amount]:
    """Return the trailing numbers of a row, after the last word of the description."""
    most = MOST_FREE if right is None else MOST_NUMBERS
    inside = [amount for amount in row.amounts if amount.start >= place][-most:]
    between = _BETWEEN_WITH_UNITS if right and any(column.role == "unit" for column in right) else _BETWEEN
    run: list[Amount] = []
    after = len(row.text)
    for amount in reversed(inside):
        if not between.fullmatch(row.text, amount.end, after) or (
            not amount.is_money and row.text[amount.end : amount.end + 1] == ":"
        ):
            priced = [one for one in run if not one.percent]
            if (
                len(priced) == 2
                and _COUNTED.fullmatch(row.text, amount.end, after)
                and is_consistent(amount, priced[0], None, priced[1])
            ):
                run.insert(0, amount)
            break
        run.insert(0, amount)
        after = amount.start
    if not run:
        # A short remark may follow the price ("R$ 10,00, entrega hoje").
        last = next((amount for amount in reversed(inside) if amount.is_money), None)
        if last and len(row.text) - last.end < 40 and last.start > place:
            run = [last]
    return run


def _role_assignments(
    run: Sequence[Amount], right: Sequence[GoodsColumn] | None, taken: Mapping[str, Amount]
) -> Iterator[RoleAssignment]:
    """Yield every role assignment of the numbers of a row, in column order where the columns are known."""
    if right is not None:
        yield from _assignments_by_columns(
            run, [column.role for column in right if column.role in _NUMERIC][:MOST_NUMBERS], taken
        )
        return
    yield from _assignments_for_roles(("total",), run)
    if "quantity" in taken:
        yield from _assignments_for_roles(("unit_price", "total"), run)
        yield from _assignments_for_roles(("unit_price", "discount", "total"), run)
    else:
        for pair in (
            ("quantity", "total"),
            ("quantity", "unit_price"),
            ("unit_price", "quantity"),
            ("unit_price", "total"),
        ):
            yield from _assignments_for_roles(pair, run)
    # Tried even after a leading number, which may have been the row number.
    yield from _assignments_for_roles(("quantity", "unit_price", "total"), run)
    yield from _assignments_for_roles(("unit_price", "quantity", "total"), run)
    yield from _assignments_for_roles(("quantity", "unit_price", "discount", "total"), run)


def _assignments_by_columns(
    run: Sequence[Amount], heads: Sequence[str], taken: Mapping[str, Amount]
) -> Iterator[RoleAssignment]:
    longest = min(len(run), len(heads))
    for length in range(longest, max(0, longest - 2), -1):
        for chosen in combinations(range(len(heads)), length):
            roles = [heads[index] for index in chosen]
            yield tuple(zip(roles, run[-length:], strict=True))
            if "quantity" not in heads and "quantity" not in taken and "" in roles:
                # The quantity may be under an unknown heading, such as words or nights.
                roles[roles.index("")] = "quantity"
                yield tuple(zip(roles, run[-length:], strict=True))


def _assignments_for_roles(roles: Sequence[str], run: Sequence[Amount]) -> Iterator[RoleAssignment]:
    for chosen in combinations(run, len(roles)):
        yield tuple(zip(roles, chosen, strict=True))


def _stated_roles(row: LayoutRow, run: Sequence[Amount]) -> dict[int, str]:
    """Return the role that the word before each number states ("qtd 10"), by the offset of the number."""
    told = {}
    for amount in run:
        if word := _WORD_BEFORE.search(row.normalized[max(0, amount.start - 24) : amount.start]):
            role = role_of(word[1])
            # In "at 3.00 each: 9.00" the word refers to the number before it.
            told[amount.start] = (
                "" if word[1] in ("each", "ea") else {"price": "unit_price", "unit": "unit_price"}.get(role, role)
            )
    return told


def _score(
    row: LayoutRow,
    guess: RoleAssignment,
    taken: Mapping[str, Amount],
    right: Sequence[GoodsColumn],
    told: Mapping[int, str],
    place: int,
) -> float:
    """Score a role assignment: consistent sums, words before the numbers, column positions, and number formats."""
    numbers = {**taken, **dict(guess)}
    quantity, price, total = (numbers.get(role) for role in ("quantity", "unit_price", "total"))
    worth = 1.0 if total else -1.0
    if quantity and price and total:
        worth += 8.0 if is_consistent(quantity, price, numbers.get("discount"), total) else -1.0
        worth += 0.5 if quantity is taken.get("quantity", quantity) else -1.5
    elif price and total and not quantity:
        worth += 0.5 if abs(price.value) == abs(total.value) else -0.5
    words = row.cell_at(place)
    for role, amount in guess:
        worth += 0.2 + (_format_score(role, amount) if role else 0.0)
        if len(row.filled) > 1 and place <= amount.start < words.end and not amount.times:
            # Where cells are separated, a number in the description cell mostly belongs to the description.
            worth -= 2.5
        if told.get(amount.start) in ("quantity", "unit_price", "total", "discount"):
            worth += 3.0 if told[amount.start] == role else -3.0
        if (
            role
            and right
            and len(row.filled) > 1
            and (column := next((one for one in right if one.role == role), None))
        ):
            middle = abs(column.start + column.end - amount.start - amount.end) // 2
            worth -= 0.08 * min(abs(column.start - amount.start), abs(column.end - amount.end), middle, 40)
    return worth


def _format_score(role: str, amount: Amount) -> float:
    if amount.percent:
        return 0.5 if role == "discount" else -4.0
    if role == "quantity":
        return 1.0 * bool(amount.times or amount.unit) - 3.0 * bool(amount.currency) - 0.5 * amount.is_money
    if role == "discount":
        return -0.6
    return (0.6 if amount.is_money else -0.6) - 1.5 * bool(amount.unit or amount.times)
