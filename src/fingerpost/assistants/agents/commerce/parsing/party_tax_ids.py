"""Assigns the tax numbers that stand beside no name to the parties of a document."""

from __future__ import annotations

from collections.abc import Sequence

from fingerpost.assistants.agents.commerce.document import Party
from fingerpost.assistants.agents.commerce.parsing.layout import LayoutRow
from fingerpost.assistants.agents.commerce.parsing.party_names import find_tax_id


def with_tax_ids(rows: Sequence[LayoutRow], used: set[int], seller: Party, buyer: Party) -> tuple[Party, Party]:
    """Assign unassigned tax numbers of the document to a party without one."""
    if seller.tax_id and buyer.tax_id:
        return seller, buyer
    found: list[str] = []
    for number, row in enumerate(rows):
        if number not in used:
            for text in [row.text] if row.explicit or len(row.filled) < 2 else [cell.text for cell in row.filled]:
                if (value := find_tax_id(text)) and value not in found:
                    found.append(value)
    loose = [value for value in found if value not in (seller.tax_id, buyer.tax_id)]
    if not seller.tax_id and seller.name and loose:
        seller = Party(seller.name, loose.pop(0), seller.address)
    if not buyer.tax_id and buyer.name and loose and seller.tax_id:
        buyer = Party(buyer.name, loose.pop(0), buyer.address)
    return seller, buyer
