"""The commerce agent: parses invoices, orders, quotes and receipts, verifies their sums, and answers questions."""

from __future__ import annotations

from fingerpost.assistants.agents.commerce.document import CommercialDocument, DocumentError, LineItem, Party, Tax
from fingerpost.assistants.agents.commerce.files import read_document
from fingerpost.assistants.agents.commerce.parsing.detection import looks_like_document
from fingerpost.assistants.agents.commerce.parsing.document_parser import parse_text
from fingerpost.assistants.agents.commerce.questions.answers import answer
from fingerpost.assistants.agents.commerce.questions.field_answers import lines_table
from fingerpost.assistants.agents.commerce.verification import Discrepancy, find_discrepancies

__all__ = [
    "CommercialDocument",
    "Discrepancy",
    "DocumentError",
    "LineItem",
    "Party",
    "Tax",
    "answer",
    "find_discrepancies",
    "lines_table",
    "looks_like_document",
    "parse_text",
    "read_document",
]
