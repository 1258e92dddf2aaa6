"""Answers what a question asks of a line item with the cell of its row under the column that the question names."""

from __future__ import annotations

import re

from fingerpost.assistants.agents.commerce.document import LineItem
from fingerpost.assistants.agents.commerce.language.catalogue import fields, is_catalogue_word
from fingerpost.assistants.agents.commerce.language.labels import normalize
from fingerpost.assistants.agents.commerce.language.phrases import PHRASES
from fingerpost.assistants.agents.commerce.parsing.labelled_values import same_stem
from fingerpost.assistants.agents.commerce.questions.question_parser import DocumentQuestion, fields_in

_NUMBER = re.compile(r"[\d.,]+")


def cells_asked(question: DocumentQuestion, language: str) -> list[str]:
    """Return for each line item that a question names the cells under the columns it names; else nothing.

    Nothing where it asks for something else too, or for a price: "how much is the kilo".
    """
    if question.does("amount") or question.does("each"):
        return []
    lines = [goods.lines[0] for goods in question.goods if len(goods.lines) == 1]
    found = [_asked_cell(line, question) for line in lines]
    if not lines or not all(found) or len(lines) < len(question.goods):
        return []
    form = PHRASES["quoted"][language]
    return [form.format(f"{line.description}: {cell}") for line, cell in zip(lines, found, strict=True)]


def of_earlier_goods(question: DocumentQuestion, earlier: DocumentQuestion | None) -> DocumentQuestion:
    """Return a question for a column with the line items that the question before it named: "and of which lot?"."""
    if earlier is None or question.goods or not earlier.goods:
        return question
    asked = question._replace(goods=earlier.goods)
    return asked if cells_asked(asked, "en") else question


def _is_day(word: str) -> bool:
    names = fields_in(word)
    return bool(names) and all(fields()[name].kind == "date" for name in names)


def _asked_cell(line: LineItem, question: DocumentQuestion) -> str:
    pairs = [(label, text) for label, _, text in (cell.partition("\t") for cell in line.cells.split("\n")) if text]
    named = [pair for pair in pairs if _is_named(pair[0], question)]
    if question.does("count") and not all(_NUMBER.fullmatch(text) for _, text in named):
        # "How many lots" is not answered by the name of one.
        return ""
    inside = {word for label, _ in named for word in re.findall(r"[^\W_]+", normalize(label))}
    others = [one for one in question.mentions if not one.is_weak and not set(one.text.split()) <= inside]
    return "" if others else ", ".join(f"{label} {text}" for label, text in named)


def _is_named(label: str, question: DocumentQuestion) -> bool:
    """Return whether a question has a word of a label that names nothing else, or the whole of a short one.

    A day may be that of a line item as well as that of the document.
    """
    words = re.findall(r"[^\W\d_]{3,}", normalize(label))
    own = len(words) == 1 and (not is_catalogue_word(words[0]) or _is_day(words[0]))
    whole = own and words[0] in re.findall(r"[^\W_]+", question.plain)
    return whole or any(same_stem(word, other) for word in question.unknown for other in words)
