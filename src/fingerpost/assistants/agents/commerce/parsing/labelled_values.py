"""Verbatim labelled values of a document, for questions about values without a field of their own."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple

from fingerpost.assistants.agents.commerce.language.answer_types import kind_in
from fingerpost.assistants.agents.commerce.language.catalogue import find_fields
from fingerpost.assistants.agents.commerce.language.labels import find_labels, normalize
from fingerpost.assistants.agents.commerce.parsing.layout import Cell, LayoutRow
from fingerpost.language.function_words import SMALL
from fingerpost.language.text import words

MOST_PAIRS, MOST_WORDS, LONGEST_LABEL, LONGEST_VALUE = 120, 5, 60, 160
"""Maximum number of pairs per document, and of words and characters of a label, and of characters of a value."""

_LETTERS = re.compile(r"[^\W\d_]{2,}")
_DAY = re.compile(
    r"\d\s?[/.-]\s?\d{1,2}\s?[/.-]\s?\d|\d\W.*[^\W\d_]{3,}.*\d|[^\W\d_]{3}\W+\d{1,2}\W+\d{4}|"
    r"\b(?:weeks?|semanas?|d[ií]as?|days?|months?|meses|m[eê]s|hor?as?|hours?)\b"
)
_AMOUNT_QUESTION = re.compile(
    r"(?<![^\W_])(?:how much|[cq]uant[oa](?! (?:tempo|tiempo|tard|demor|dur))|amount|valor|importe)(?![^\W_])"
)
_DATE_QUESTION = re.compile(r"(?<![^\W_])(?:when|quando|cuando|dates?|data|fecha)(?![^\W_])")
_DIGIT = re.compile(r"\d")
_PARTS = re.compile(r"\s[·•|]\s|;\s|(?<=[^\W_]{4})\.\s(?=[A-ZÀ-Ý\d])")
_LABELLED = re.compile(r"([^\W\d_][^:\d]{1,60}?)\s*:\s+(\S.*)")
_CODED = re.compile(r"([^\W\d_][^\d:]{1,60}?)\s+((?=\S*\d)\S.*)")
BANK_LINE = re.compile(r"(?<!\d)\d{5}\.\d{5} \d{5}\.\d{6} \d{5}\.\d{6} \d \d{14}(?!\d)")
"""The payment line of a boleto."""
_UNFINISHED = re.compile(r"(?:\b(?:de|of|por|para|for|a|the|la|el|o)|[:,])\s*$")
_MAIL = re.compile(r"[\w.+-]{1,64}@[\w.-]{1,80}\w")
_RATE = re.compile(r"[\s(@]*\d[\d.,]* ?%?\)?\s*$")
_MONEY = re.compile(r"[€$£₹]|\d[.,]\d\d(?!\d|\s?%)|^[^\w%]*\d+[^\w%]*$")
_NASAL = re.compile(r"(?:ao|oes|aes|aos)$")
_EDGES = " \t:;,.-–—=|()[]*_…$€£₹"
_WITH_FIELD = words("subtotal discount shipping total grand balance tax base rate issued due valid terms seller buyer")
"""Labels whose value a field of the document holds."""
_STOP_WORD_LIST = """
    the and for per was were has had are what which when who how much many date dates total amount value price due
    payment invoice order quote receipt bill document number line lines item items goods this that charged given paid
    data valor preco nota fiscal fatura pedido recibo boleto qual quais quando quanto quanta dia foi por para com dos
    das ate que fecha importe monto precio factura cotizacion presupuesto cuando cuanto cual los las del una por fue
    pago pagamento pagar venc vence vencimento vencimiento vto issued emissao emision numero until valid validade
    taxa sale vale compra orcamento proposta quotation cupom ticket documento
    encomenda cfdi orden danfe
"""
_STOP_WORDS = frozenset(_STOP_WORD_LIST.split())
"""Stop words: words that identify no value."""


def verbatim_values(rows: Sequence[LayoutRow], used: set[int]) -> str:
    """Return the labelled values outside the goods, one per line as label, tab and value."""
    said: list[str] = []
    for number, row in enumerate(rows):
        if number in used or not row.cells:
            continue
        values = [(day.start, day.end) for day in row.dates]
        values += [(amount.start, amount.end) for amount in row.amounts if amount.is_money]
        begin, known = 0, set()
        for start, end in sorted(values):
            words = _label_before(row, begin, start) or _label_above(rows, number, row.cell_at(start))
            if 0 < len(_LETTERS.findall(words)) <= MOST_WORDS:
                label = " ".join(words.split())[-LONGEST_LABEL:].strip(_EDGES)
                said.append(f"{label}\t{row.text[start:end].strip()}")
                known.add(label)
            begin = end
        if line := BANK_LINE.search(row.text):
            said.append(f"Linha digitável\t{line[0]}")
        said += [f"E-mail\t{found}" for found in _MAIL.findall(row.text)]
        for pair in _text_pairs(rows, number):
            label, _, value = pair.partition("\t")
            if label not in known:
                said.append(pair)
            elif len(_LETTERS.findall(value)) > 1:
                said.append(f"\t{label} {value}")
        if len(said) >= MOST_PAIRS:
            break
    return "\n".join(dict.fromkeys(said[:MOST_PAIRS]))


def _text_pairs(rows: Sequence[LayoutRow], number: int) -> Iterator[str]:
    """Yield the texts and codes of a row with their labels: "Label: value", "label 123", or a label in the cell before.

    What remains is a sentence, kept with an empty label.
    """
    row = rows[number]
    names = [cell.text.strip() for cell in row.filled]
    for index, text in enumerate(part.strip() for name in names for part in _PARTS.split(name)):
        found = _LABELLED.fullmatch(text) or _CODED.fullmatch(text)
        if found and 0 < len(_LETTERS.findall(found[1])) <= MOST_WORDS:
            yield f"{found[1].strip(_EDGES)}\t{found[2].strip()[:LONGEST_VALUE]}"
        elif (
            index == 1
            and len(names) == 2
            and not _DIGIT.search(names[0])
            and len(names[0]) <= LONGEST_LABEL
            and not _is_label(text)
        ):
            yield f"{names[0].strip(_EDGES)}\t{text[:LONGEST_VALUE]}"
        elif len(_LETTERS.findall(text)) > 2:
            whole = row.text if len(names) > 1 else text
            below = rows[number + 1].text if _UNFINISHED.search(row.text) and number + 1 < len(rows) else ""
            yield f"\t{' '.join(f'{whole} {below}'.split())[:LONGEST_VALUE]}"
    above = next((other for other in reversed(rows[max(0, number - 2) : number]) if other.cells), None)
    if above is not None and len(above.filled) == len(names) == 1 and _is_label_of(above.text, names[0]):
        yield f"{above.text.strip(_EDGES)}\t{names[0][:LONGEST_VALUE]}"
    if above is not None and len(above.filled) > 1 and len(names) > 2 and not _DIGIT.search(above.text):
        for cell in row.filled:
            label = row.cell_below(cell, above).text.strip(_EDGES)
            if label and len(label) <= LONGEST_LABEL:
                yield f"{label}\t{cell.text.strip()[:LONGEST_VALUE]}"


def _is_label(text: str) -> bool:
    """Return whether a text is the name of a field, and so no value: "Delivered to" beside "Billed to"."""
    plain = normalize(text).strip(_EDGES)
    return any(one.start == 0 and one.end == len(plain) for one in find_fields(plain))


def _is_label_of(label: str, value: str) -> bool:
    """Return whether a row is the label of the code, number or date in the row below it."""
    short = len(label.strip()) <= LONGEST_LABEL and 0 < len(_LETTERS.findall(label)) <= MOST_WORDS
    bare = not (
        _DIGIT.search(label) or ":" in label.rstrip(" :") or _LABELLED.fullmatch(value) or _CODED.fullmatch(value)
    )
    return short and bare and bool(_DIGIT.search(value)) and len(_LETTERS.findall(value)) <= 2


def _label_before(row: LayoutRow, begin: int, start: int) -> str:
    """Return the label before a value: in its cell, else in the nearest earlier cell with words."""
    for cell in reversed([cell for cell in row.filled if cell.start < start and cell.end > begin]):
        words = row.text[max(begin, cell.start) : min(start, cell.end)]
        if _LETTERS.search(words):
            return words
    return ""


def _label_above(rows: Sequence[LayoutRow], number: int, cell: Cell) -> str:
    """Return the label above a value, in the previous row."""
    above = next((row for row in reversed(rows[max(0, number - 2) : number]) if row.cells), None)
    if above is None or above.dates or any(amount.is_money for amount in above.amounts):
        return ""
    return rows[number].cell_below(cell, above).text


class VerbatimMatch(NamedTuple):
    """A pair that a question names; `whole`: it names all of a label that no field of a document explains."""

    label: str = ""
    value: str = ""
    whole: bool = False

    @property
    def text(self) -> str:
        """Return the pair as the document writes it; empty where there is none."""
        return f"{self.label}: {self.value}" if self.label else self.value

    @property
    def is_amount(self) -> bool:
        """Return whether the value is an amount of money with a label."""
        return bool(self.label and _MONEY.search(self.value))


def content_words(text: str) -> list[str]:
    """Return the words of a normalized text that may identify a value."""
    return [
        word
        for word in re.findall(r"[^\W\d_]{2,}", text)
        if word not in _STOP_WORDS and (len(word) > 2 or word not in SMALL)
    ]


def find_verbatim(said: str, question: str) -> VerbatimMatch:
    """Return the pair that a normalized question names; an empty one where none or several match."""
    asked = content_words(question)
    return (
        _best_match(said, question, asked, same_stem)
        or _best_match(said, question, asked, same_root)
        or VerbatimMatch()
    )


def _best_match(
    said: str, question: str, asked: Sequence[str], is_same: Callable[[str, str], bool]
) -> VerbatimMatch | None:
    scored: list[tuple[int, VerbatimMatch]] = []
    for line in said.split("\n"):
        label, _, value = line.partition("\t")
        plain = normalize(label or value)
        words = set(content_words(plain))
        named = [word for word in words if any(is_same(word, other) for other in asked)]
        asked_named = sum(any(is_same(word, other) for other in named) for word in asked)
        if not label and asked_named * 2 <= len(asked) and len(asked) > 1:
            # A sentence that has one of the words of a question says something else.
            continue
        # The words of a sentence weigh less than those of a label.
        score = sum(map(len, named)) * (4 if label else 1)
        if score and value and _is_kind_asked(value, question):
            bare = _RATE.sub("", plain).rstrip(" .@")
            known = any(
                one.role in _WITH_FIELD and one.start == 0 and one.end >= len(bare) for one in find_labels(bare)
            )
            scored.append((score, VerbatimMatch(label, value, bool(label) and len(named) == len(words) and not known)))
    # A label that is named whole is meant, whatever longer word another one shares with the question.
    scored = [one for one in scored if one[1].whole] or scored
    best = max((score for score, _ in scored), default=0)
    fitting = list(dict.fromkeys(match for score, match in scored if score == best))
    if len({match.value for match in fitting}) > 1:
        return VerbatimMatch()
    return fitting[0] if fitting else None


def labelled(said: str, label: re.Pattern[str], value: re.Pattern[str]) -> str:
    """Return the first value of a form whose label matches; empty where there is none."""
    for line in said.split("\n"):
        name, _, text = line.partition("\t")
        if label.search(normalize(name)) and (found := value.search(text)):
            return found[0].strip()
    return ""


def same_root(word: str, other: str) -> bool:
    """Return whether two words may be forms of one verb: "atendeu" and "atendido"."""
    pairs = zip(word, other, strict=False)
    shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    return shared >= 5 and shared >= 0.7 * min(len(word), len(other))


def same_stem(word: str, other: str) -> bool:
    """Return whether two words are equal up to an inflected ending."""
    if word == other:
        return True
    shorter, longer = sorted((word, other), key=len)
    if len(shorter) < 4:
        return len(shorter) == 3 and longer in (f"{shorter}s", f"{shorter}es")
    shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(word, other, strict=False)))
    # "Cartão" and "cartões" differ in one letter more.
    least = len(shorter) - (2 if _NASAL.search(word) and _NASAL.search(other) else 1)
    return shared >= least and len(longer) - shared <= 3


def asks_for_name(question: str) -> bool:
    """Return whether a normalized question asks for a person or a place."""
    return kind_in(question) in ("person", "place")


def asks_for_amount(question: str) -> bool:
    """Return whether a normalized question asks for an amount."""
    return bool(_AMOUNT_QUESTION.search(question))


def _is_kind_asked(value: str, question: str) -> bool:
    """Return whether a value is of the kind asked for: a date or an amount."""
    if asks_for_name(question):
        return not _MONEY.search(value) and bool(_LETTERS.search(value))
    if _AMOUNT_QUESTION.search(question):
        return bool(_MONEY.search(value)) and not re.match(r"\d{1,4}[-/]\d{1,2}[-/]", value)
    return bool(_DAY.search(value)) or not _DATE_QUESTION.search(question)


def matching_form(said: str, forms: Sequence[str]) -> str:
    """Return which of several written forms of a date the document uses; empty for none."""
    values = {line.partition("\t")[2] for line in said.split("\n")}
    return next((form for form in forms if form in values), "")
