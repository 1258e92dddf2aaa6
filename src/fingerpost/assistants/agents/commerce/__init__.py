"""The commerce agent: reads an invoice, an order, a quote or a receipt, checks its sums, and answers about it."""

from __future__ import annotations

from fingerpost.assistants.agents.commerce.answers import answer, as_table
from fingerpost.assistants.agents.commerce.detection import looks_like_document
from fingerpost.assistants.agents.commerce.document import Document, DocumentError, Line, Party, Tax
from fingerpost.assistants.agents.commerce.document_parser import read_text
from fingerpost.assistants.agents.commerce.files import read
from fingerpost.assistants.agents.commerce.verification import Finding, check

__all__ = [
    "Document",
    "DocumentError",
    "Finding",
    "Line",
    "Party",
    "Tax",
    "answer",
    "as_table",
    "check",
    "looks_like_document",
    "read",
    "read_text",
]
