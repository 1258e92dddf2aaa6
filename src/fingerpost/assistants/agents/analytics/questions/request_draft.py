"""A request while it is built out of what was asked, and what several of its builders look at."""

from __future__ import annotations

from dataclasses import dataclass, replace

from fingerpost.assistants.agents.analytics.planner.request import (
    Group,
    Having,
    Measure,
    NotUnderstoodError,
    Request,
)
from fingerpost.assistants.agents.analytics.questions.question_target import Asked


@dataclass
class Draft:
    """A request that is being built: `base` holds its conditions, and what is asked for comes to it last."""

    asked: Asked
    base: Request
    measures: tuple[Measure, ...]
    groups: list[Group]

    @property
    def having(self) -> tuple[Having, ...]:
        return self.base.having


def is_rows(group: Group) -> bool:
    """Whether a group is by the rows of a table."""
    return bool(group.refs) and not group.refs[0][1]


def compare_times(draft: Draft) -> None:
    """Group by what was put side by side: two times, or two values of a column."""
    assembly, groups, whens = draft.asked.assembly, draft.groups, draft.base.whens
    spans = [span for when in whens for span in when.spans]
    several = len(spans) > 1 or assembly.compared or groups or len(draft.measures) > 1
    if draft.asked.compare and not several:
        raise NotUnderstoodError("nothing says what is compared with what", tuple(one.words for one in whens))
    if draft.asked.compare and len(spans) > 1 and not any(group.part for group in groups):
        groups.append(Group(part="year" if len({span[0][:4] for span in spans}) == len(spans) else "month"))
        if len(whens) > 1:
            draft.base = replace(draft.base, whens=(replace(whens[0], spans=tuple(spans)),))
    groups += [
        Group((ref,), words=ref[1].replace("_", " "))
        for ref in assembly.compared
        if not any(ref in g.refs for g in groups)
    ]
