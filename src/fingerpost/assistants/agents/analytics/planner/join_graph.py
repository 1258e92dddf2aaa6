"""How tables hang together: references lead from many rows to one, and back from one to many."""

from __future__ import annotations

import re
from collections import deque
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from fingerpost.assistants.agents.analytics.allowlist import Allowlist
from fingerpost.assistants.agents.analytics.planner.request import NotUnderstoodError

_PARTS = re.compile(r"[\W_]+")
_KEY_WORDS = frozenset(["id", "ids", "cd", "cod", "code", "codigo", "fk", "key", "pk", "uuid", "num", "no", "nr"])
_ENOUGH = 4
"""Letters at the beginning by which a short form of a table's name is known."""


@dataclass(frozen=True, slots=True)
class Edge:
    """A column that references another: many rows of `child` to one of `parent`."""

    child: str
    child_column: str
    parent: str
    parent_column: str


@dataclass(frozen=True, slots=True)
class Step:
    """An edge that is walked, up (to the one) or down (to the many)."""

    edge: Edge
    up: bool

    @property
    def to(self) -> str:
        """Return the table it leads to."""
        return self.edge.parent if self.up else self.edge.child


class Graph:
    """All references of a schema."""

    def __init__(self, allowlist: Allowlist) -> None:
        """Take the references between tables that may be read."""
        self._named = frozenset(table.name for table in allowlist.tables if table.label)
        self.steps: dict[str, list[Step]] = {table.name: [] for table in allowlist.tables}
        for table in allowlist.tables:
            for column in table.columns:
                if column.references and column.references[0] in self.steps:
                    edge = Edge(table.name, column.name, *column.references)
                    self.steps[table.name].append(Step(edge, True))
                    self.steps[edge.parent].append(Step(edge, False))

    def up(self, start: str, end: str) -> list[Step] | None:
        """Return the way over references alone, on which no row is multiplied; None where there is none."""
        return self._way(start, end, up=True)

    def way(self, start: str, end: str) -> list[Step]:
        """Return the shortest way in any direction, or say that there is none, or two."""
        found = self._way(start, end, up=False)
        if found is None:
            raise NotUnderstoodError(f"nothing joins {start} with {end}", (start, end))
        for first, second in pairwise(found):
            if first.up and not second.up and first.to in self._named:
                # A sale and an employee of the same branch have nothing to do with each other.
                raise NotUnderstoodError(f"{start} and {end} have only {first.to} in common", (start, end))
        return found

    def _way(self, start: str, end: str, *, up: bool) -> list[Step] | None:
        ways: dict[str, list[list[Step]]] = {start: [[]]}
        waiting = deque([start])
        while waiting:
            here = waiting.popleft()
            for step in self.steps.get(here, ()):
                if up and not step.up:
                    continue
                length = len(ways[here][0]) + 1
                known = ways.get(step.to)
                if known is None:
                    ways[step.to] = [[*way, step] for way in ways[here]]
                    waiting.append(step.to)
                elif len(known[0]) == length:
                    known += [[*way, step] for way in ways[here]]
        found = ways.get(end)
        if found and len(found) > 1:
            # `location_id` leads to the location; `home_loc` to one that was called something else.
            plain = [max(0, sum(not _plain(step.edge) for step in way)) for way in found]
            found = [way for way, odd in zip(found, plain, strict=True) if odd == min(plain)]
        if found and len(found) > 1:
            raise NotUnderstoodError(
                f"{start} and {end} are joined in {len(found)} ways, and the question does not say which", (start, end)
            )
        return found[0] if found else None


def _plain(edge: Edge) -> bool:
    """Whether a column that references a table is called by the table's own name or its key's."""
    words = [word for word in _PARTS.split(edge.child_column.lower()) if word and word not in _KEY_WORDS]
    table = edge.parent.lower()
    return edge.child_column == edge.parent_column or (
        len(words) == 1 and any(part.startswith(words[0][:_ENOUGH]) for part in _PARTS.split(table))
    )


@lru_cache(maxsize=8)
def graph(allowlist: Allowlist) -> Graph:
    """Return the references of a schema."""
    return Graph(allowlist)
