"""Calculates over the line items of a document: which pass a limit, the largest and the average, how many pieces."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from decimal import Decimal

from fingerpost.assistants.agents.commerce.document import CommercialDocument, LineItem, cents
from fingerpost.assistants.agents.commerce.language.labels import normalize
from fingerpost.assistants.agents.commerce.language.semantic_similarity import nearest
from fingerpost.assistants.agents.commerce.parsing.labelled_values import same_stem
from fingerpost.assistants.agents.commerce.questions.field_answers import line_text
from fingerpost.assistants.agents.commerce.questions.question_figures import QuestionFigure
from fingerpost.assistants.agents.commerce.questions.question_parser import DocumentQuestion
from fingerpost.assistants.agents.commerce.questions.sum_writer import Calculation, SumWriter
from fingerpost.language.number_reader import figure
from fingerpost.language.numbers import MULTIPLIERS, number_words
from fingerpost.language.text import words

_BUNDLES = number_words([12, 100, 1000], table=MULTIPLIERS) | {"millar": 1000, "milheiro": 1000, "centena": 100}
_MEASURED = re.compile(r"(?<![\w.,])(\d{1,4}(?:[.,]\d{1,2})?)\s?(l|lt|kg|g|m|lbs?|oz|ft|ml)(?![^\W_])")
_MEASURES = {
    "l": words("litro litre liter"),
    "lt": words("litro"),
    "kg": words("kilo quilo kilogram kgs"),
    "g": words("grama gramo gram"),
    "m": words("metro metre meter"),
    "lb": words("pound libra"),
    "lbs": words("pound libra"),
    "oz": words("ounce onza onca"),
    "ft": words("foot feet"),
    "h": words("hour hora hr"),
    "sc": words("saco sack bag"),
    "cx": words("caixa caja box"),
    "ct": words("caixa caja carton"),
    "cj": words("caja caixa box"),
    "ml": words("mililitro millilitre milliliter"),
}
_PACKED = re.compile(
    r"(?<![^\W_])(?:(?:case|box|pack|bag|set|carton|roll) of|c/|cx|caixa(?: com| de)?|caja(?: de| con)?|pct|"
    r"pacote(?: com| de)?|paquete(?: de| con)?|pack|com|con)\s?(\d[\d.,]*)"
)
_OF_LINES = frozenset({"items", "total", "number", "goods", "discount", "due", "compare"})


def _total(line: LineItem) -> Decimal | None:
    return line.total


def _unit_price(line: LineItem) -> Decimal | None:
    return line.unit_price if line.unit_price is not None else line.total


def _quantity(line: LineItem) -> Decimal | None:
    return line.quantity


def over_limit(question: DocumentQuestion, document: CommercialDocument, writer: SumWriter) -> Calculation:
    """Return the line items above or below a limit of the question, or free of charge, and how many they are."""
    limit = limit_of(question)
    if question.does("free") and "items" in question.asked:
        free = [line for line in document.lines if line.total == 0]
        return chosen_lines(free, document, writer)
    if limit is None or "items" not in question.asked or not document.lines:
        return Calculation()
    over, value = question.does("over"), _asked_value(question, _total)
    chosen = [
        line
        for line in document.lines
        if (amount := value(line)) is not None and (amount > limit.value if over else amount < limit.value)
    ]
    return chosen_lines(chosen, document, writer)


def chosen_lines(chosen: Sequence[LineItem], document: CommercialDocument, writer: SumWriter) -> Calculation:
    """Return some of the line items of a document, and how many they are."""
    said = [writer.phrase("chosen", len(chosen), len(document.lines))]
    return Calculation((*said, *(f"- {line_text(line, document, writer.language)}" for line in chosen)), _OF_LINES)


def limit_of(question: DocumentQuestion) -> QuestionFigure | None:
    """Return the figure that follows "over" or "under" in a question."""
    said = question.wording("over", "under", "difference", "sum")
    if not (question.does("over") or question.does("under")):
        return None
    figures = [one for one in question.figures if not one.percent and one.start >= said[0].start]
    return figures[0] if figures else None


def extremes(question: DocumentQuestion, document: CommercialDocument, writer: SumWriter) -> Calculation:
    """Return the line item with the largest or smallest price, total or quantity."""
    if len(question.goods) > 1 or limit_of(question) is not None:
        return Calculation()
    said = []
    for operation, phrase, choose in (("most", "dearest", max), ("least", "cheapest", min)):
        if question.does(operation):
            said += _extreme(question, document, phrase, choose, writer)
    return Calculation(tuple(said), _OF_LINES)


def _extreme(
    question: DocumentQuestion,
    document: CommercialDocument,
    phrase: str,
    choose: Callable[..., tuple[Decimal, LineItem]],
    writer: SumWriter,
) -> list[str]:
    value = _asked_value(question, _unit_price)
    lines = question.lines if any(one.heading for one in question.goods) else document.lines
    chosen = _chosen(lines, value, choose)
    if chosen is None:
        return []
    said = [writer.phrase(phrase, line_text(chosen, document, writer.language))]
    other = _chosen(lines, _total, choose)
    if value is _unit_price and other is not None and other is not chosen:
        said.append(writer.phrase(f"{phrase}_total", line_text(other, document, writer.language)))
    return said


def _chosen(
    lines: Sequence[LineItem],
    value: Callable[[LineItem], Decimal | None],
    choose: Callable[..., tuple[Decimal, LineItem]],
) -> LineItem | None:
    known = [(amount, line) for line in lines if (amount := value(line)) is not None]
    return choose(known, key=lambda entry: entry[0])[1] if known else None


def _asked_value(
    question: DocumentQuestion, otherwise: Callable[[LineItem], Decimal | None]
) -> Callable[[LineItem], Decimal | None]:
    """Return the value of a line item that a question is about."""
    if question.does("each"):
        return _unit_price
    if question.does("quantity") or question.does("pieces"):
        return _quantity
    return _total if "total" in question.plain.split() else otherwise


def average(question: DocumentQuestion, document: CommercialDocument, writer: SumWriter) -> Calculation:
    """Return the average total of the line items, or their average price for a piece."""
    if not question.does("average"):
        return Calculation()
    lines = question.lines or document.lines
    totals = [line.total for line in lines if line.total is not None]
    if not totals or len(totals) < len(lines):
        return Calculation()
    whole, counts = sum(totals, Decimal(0)), [line.quantity for line in lines if line.quantity is not None]
    by_piece = len(counts) == len(lines) and (question.does("each") or bool(question.lines))
    count = sum(counts, Decimal(0)) if by_piece else Decimal(len(totals))
    if not count:
        return Calculation()
    shown = writer.parts(whole, count)
    if len(totals) > 1:
        shown = (
            f"({' + '.join(map(writer.money, totals))}) ÷ {writer.number(count)} = {writer.money(cents(whole / count))}"
        )
    return Calculation((shown,), _OF_LINES)


def pieces(question: DocumentQuestion, document: CommercialDocument, writer: SumWriter) -> Calculation:
    """Return how many pieces all line items are together."""
    counts = [line.quantity for line in document.lines if line.quantity is not None]
    if not question.does("pieces") or question.goods or not counts or len(counts) < len(document.lines):
        return Calculation()
    text = f"{' + '.join(map(writer.number, counts))} = {writer.number(sum(counts, Decimal(0)))}"
    return Calculation((text,), _OF_LINES - {"items"})


def counted(question: DocumentQuestion, document: CommercialDocument, writer: SumWriter) -> Calculation:
    """Return how much of a unit of measure the line items are together: "how many hours", without those left out."""
    word = counted_word(question)
    left_out = {line for line in question.lines if question.does("without")}
    lines = [line for line in document.lines if line not in left_out and (left_out or _is_unit(word, line.unit))]
    if question.goods and not left_out and not question.does("with"):
        lines = [line for line in lines if line in question.lines]
    counts = [line.quantity for line in lines if line.quantity is not None]
    asked = question.does("count") and (word or left_out)
    others = set(question.things) - {word} if question.goods else set()
    if not asked or not counts or others or question.mentions or len(counts) < len(lines):
        return Calculation()
    text = f"{' + '.join(map(writer.number, counts))} = {writer.number(sum(counts, Decimal(0)))}"
    listed = [line_text(line, document, writer.language) for line in lines] if len(lines) < len(document.lines) else []
    return Calculation((*listed, *([text] if len(counts) > 1 else [])) or (text,), _OF_LINES)


def counted_word(question: DocumentQuestion) -> str:
    """Return the word of what a question asks how many there are; empty where it asks for no number."""
    for one in question.wording("count"):
        after = re.search(r"[^\W\d_]{2,}", question.plain[one.end :])
        if after and after[0] in question.unknown:
            return str(after[0])
    return ""


def _is_unit(word: str, unit: str) -> bool:
    """Return whether a word means a unit of measure: "hours" of "h", "kilos" of "KG"."""
    plain = normalize(unit).strip(" .")
    if not word or not plain:
        return False
    named = _MEASURES.get(plain, frozenset())
    return same_stem(word, plain) or any(same_stem(word, name) for name in named) or bool(nearest(word, [plain]))


def discounted(question: DocumentQuestion, document: CommercialDocument, writer: SumWriter) -> Calculation:
    """Return the line items that have a discount of their own, in money and percent."""
    lines = [line for line in question.lines or document.lines if line.discount]
    named = "items" in question.asked or question.lines or document.discount is None
    if "discount" not in question.asked or not lines or not named or any(map(question.does, ("most", "least"))):
        return Calculation()
    said = []
    for line in lines:
        said.append(line_text(line, document, writer.language))
        if line.discount and line.quantity and line.unit_price:
            said.append(writer.share(line.discount, cents(line.quantity * line.unit_price)))
        if question.does("each") and line.total and line.quantity:
            said.append(writer.parts(line.total, line.quantity))
    if len(lines) > 1 and question.does("amount"):
        said.append(writer.added([line.discount for line in lines if line.discount]))
    return Calculation(tuple(said), _OF_LINES)


def for_a_piece(question: DocumentQuestion, writer: SumWriter) -> Calculation:
    """Return the price of one piece or measure in what a line item sells by the box, or of a thousand of its pieces."""
    priced = [line for line in question.lines if line.unit_price]
    if len(priced) != 1 or priced[0].unit_price is None or not (question.does("each") or question.things):
        return Calculation()
    line, price = priced[0], priced[0].unit_price
    said = [writer.times(Decimal(_BUNDLES[word]), price) for word in question.things if word in _BUNDLES]
    plain = normalize(line.description)
    said += [
        writer.parts(price, Decimal(measure[1].replace(",", ".")))
        for measure in _MEASURED.finditer(plain)
        if any(same_stem(word, name) for word in question.things for name in _MEASURES[measure[2]])
    ]
    if not said and (found := _PACKED.search(plain)) and (value := figure(found[1])):
        said.append(writer.parts(price, Decimal(value.numerator) / value.denominator))
    return Calculation((line_text(line, writer.document, writer.language), *said), _OF_LINES) if said else Calculation()


def for_another_number(question: DocumentQuestion, writer: SumWriter) -> Calculation:
    """Return the price of another number of the goods that a question names than the document has."""
    counts = [one.value for one in question.figures if not one.percent]
    for line in question.lines if len(question.lines) == 1 else ():
        stated = {Decimal(word) for word in line.description.split() if word.isdecimal()}
        other = [count for count in counts if count != line.quantity and count not in stated]
        if other and line.unit_price is not None:
            return Calculation((writer.times(other[0], line.unit_price),), _OF_LINES)
    return Calculation()
