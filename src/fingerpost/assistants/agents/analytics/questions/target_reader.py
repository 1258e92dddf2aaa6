"""Reads what a question asks for, once its conditions are taken: the figure, the groups, the ranking, or a list."""

from __future__ import annotations

from fingerpost.assistants.agents.analytics.planner.request import NotUnderstoodError, Request
from fingerpost.assistants.agents.analytics.questions.answer_form import read_answer_form
from fingerpost.assistants.agents.analytics.questions.figures import read_average_said_first, read_figures
from fingerpost.assistants.agents.analytics.questions.grouping import read_groups, read_left_dates
from fingerpost.assistants.agents.analytics.questions.named_figures import of_rows_named, read_weak_figures
from fingerpost.assistants.agents.analytics.questions.nouns import read_nouns
from fingerpost.assistants.agents.analytics.questions.parse_state import Assembly
from fingerpost.assistants.agents.analytics.questions.question_target import AGGREGATES, Asked
from fingerpost.assistants.agents.analytics.questions.ranking import read_ranking
from fingerpost.assistants.agents.analytics.questions.request_builder import build_request
from fingerpost.assistants.agents.analytics.questions.words import each

_IDLE = each("""
    small again sign only has with and echo whole onward take spread on_file whatever included
""")
"""Kinds of words that change nothing where they are left over."""


def read_asked(assembly: Assembly) -> Asked:
    """Return everything that is asked for; raise for words that could not be placed."""
    asked = Asked(assembly)
    read_answer_form(asked)
    read_figures(asked)
    read_ranking(asked)
    read_weak_figures(asked)
    read_groups(asked)
    read_nouns(asked)
    read_average_said_first(asked)
    read_left_dates(asked)
    _refuse_left_over(asked)
    return asked


def read_request(assembly: Assembly) -> Request:
    """Return the whole question; raise for words that could not be placed."""
    asked = read_asked(assembly)
    of_rows_named(asked)
    return build_request(asked)


def _refuse_left_over(asked: Asked) -> None:
    idle = set(_IDLE)
    if not any(group.part for group in asked.groups):
        # The evolution of something is one over time: by what, must be said.
        idle.discard("whole")
    figures = [*asked.measures, *(having.measure for having in asked.assembly.having)]
    if figures:
        # `show the state and its average`: the figure is named again.
        idle |= {kind for kind, how in AGGREGATES.items() for one in figures if one.how == how}
        idle.add("ordered")
    if asked.listing:
        idle.add("ordered")
    left = [mark for mark in asked.assembly.marks if not mark.kinds & idle and mark.words not in ",;:()"]
    if left:
        raise NotUnderstoodError("some words could not be placed", tuple(mark.words for mark in left))
