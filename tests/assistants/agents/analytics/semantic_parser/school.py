"""A sailing school that took no part in the training, and what a network that is sure says of a question to it."""

from __future__ import annotations

import numpy as np

from fingerpost.assistants.agents.analytics.allowlist import AllowedColumn, AllowedTable, Allowlist
from fingerpost.assistants.agents.analytics.semantic_parser.network import (
    CLASSES,
    COMPARISONS,
    HEADS,
    ROLES,
    ParserOutput,
)
from fingerpost.assistants.agents.analytics.semantic_parser.schema_items import Item, SchemaItems

SCHOOL = Allowlist(
    (
        AllowedTable(
            "pupils",
            (
                AllowedColumn("pupil_id", "integer", key=True),
                AllowedColumn("full_name"),
                AllowedColumn("town", values=("Porto", "Lima")),
                AllowedColumn("left_on", "date"),
                AllowedColumn("swims", "boolean"),
            ),
            label=("full_name",),
        ),
        AllowedTable(
            "lessons",
            (
                AllowedColumn("lesson_id", "integer", key=True),
                AllowedColumn("pupil_id", "integer", references=("pupils", "pupil_id")),
                AllowedColumn("given_on", "date"),
                AllowedColumn("paid_on", "date"),
                AllowedColumn("state", values=("done", "cancelled")),
                AllowedColumn("fee", "number"),
            ),
            date="given_on",
            amount="fee",
        ),
    )
)


def said(schema: SchemaItems, words: int, parts: dict[Item, str], **heads: str) -> ParserOutput:
    """Return what a network says that is sure of some parts and heads, and links no word to anything."""
    links = np.full((words, len(CLASSES) + len(schema.items)), 1e-6, dtype=np.float32)
    links[:, 0] = 1
    roles = np.full((len(schema.items), len(ROLES)), 0.001, dtype=np.float32)
    for item, part in parts.items():
        roles[schema.items.index(item), ROLES.index(part)] = 0.99
    decided = {}
    for name, values in HEADS.items():
        decided[name] = np.full(len(values), 0.001, dtype=np.float32)
        decided[name][values.index(heads.get(name, values[0]))] = 0.99
    comparisons = np.full((words, len(COMPARISONS)), 0.1, dtype=np.float32)
    return ParserOutput(links, roles, decided, comparisons, supported=0.99)
