"""Reads the words that say what kind of answer is wanted: a share, a list, a ranking, an amount."""

from __future__ import annotations

from fingerpost.assistants.agents.analytics.questions.lexicon import Mark
from fingerpost.assistants.agents.analytics.questions.question_target import Asked


def read_answer_form(asked: Asked) -> None:
    """Take the words that say what kind of answer is wanted."""
    assembly, place = asked.assembly, 0
    while place < len(assembly.marks):
        mark = assembly.marks[place]
        named = mark.of("table", "column", "measure", "value")
        if not named and (_says_form(asked, place) or _lists(asked, place)):
            assembly.take(place, place + 1)
        else:
            place += 1


def _says_form(asked: Asked, place: int) -> bool:
    """Keep what a mark says of the answer; whether it says anything."""
    mark = asked.assembly.marks[place]
    if mark.of("percent", "share", "as_percent"):
        if not (asked.percent and mark.of("as_percent")):
            # `what share …? in percent`: the share was asked for where it was said first.
            asked.percent_at = mark.start
        asked.percent = True
    elif mark.of("much"):
        asked.much = True
    elif mark.of("top", "bottom"):
        asked.listing, asked.rank, asked.rank_at = True, "asc" if mark.of("bottom") else "desc", mark.start
    elif mark.of("distinct", "once"):
        asked.distinct = True
    elif mark.of("desc", "asc"):
        asked.rank, asked.ordered = "asc" if mark.of("asc") else "desc", not asked.rank
    elif mark.of("worth"):
        asked.worth, asked.worth_too = True, asked.worth_too or asked.assembly.is_(place - 1, "and")
    elif shown := mark.of("shown"):
        asked.shown.append((shown.refs[0], shown.refs[1]))
    else:
        return _says_more(asked, mark)
    return True


def _says_more(asked: Asked, mark: Mark) -> bool:
    """Keep the rarer forms, unless the mark is a unit that an answer is given in."""
    if _says_unit(mark):
        return True
    if mark.of("compare"):
        asked.compare = True
    elif mark.of("growth"):
        asked.growth = f"{asked.growth} {mark.words}".strip()
    elif mark.of("points"):
        asked.points = True
    elif mark.of("together") and asked.percent:
        asked.together = True
    elif mark.of("same_time"):
        asked.same_time = True
    elif mark.of("spread"):
        asked.spread = True
    elif mark.of("what_we"):
        asked.much = True
    else:
        return False
    return True


def _says_unit(mark: Mark) -> bool:
    """Whether a mark only says what an answer is measured in: `in days`."""
    return bool(mark.of("measured_in") or (mark.of("days_unit") and len(mark.tokens) > 1 and not mark.of("count")))


def _lists(asked: Asked, place: int) -> bool:
    """Take "which" and "list"; a word that is also a small one needs a noun behind it."""
    mark = asked.assembly.marks[place]
    before_noun = mark.of("which") and asked.assembly.is_(place + 1, "table", "column")
    if not (mark.of("which", "list") and not mark.of("small")) and not before_noun:
        return False
    asked.listing = True
    return True
