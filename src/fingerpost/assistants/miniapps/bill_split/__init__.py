"""Bill split: people, expenses with who paid and how they are shared, payments, and who owes whom."""

from fingerpost.assistants.miniapps.bill_split.app import APP

__all__ = ["APP"]
