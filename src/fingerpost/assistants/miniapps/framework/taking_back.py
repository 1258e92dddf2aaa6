"""Whether a message takes something back in more words than an undo: with a reason, or by the name of what went."""

from __future__ import annotations

import re

from fingerpost.assistants.miniapps.framework.app import MiniApp
from fingerpost.assistants.miniapps.framework.controls import Control, control_of, says_slip
from fingerpost.assistants.miniapps.framework.matching import Match
from fingerpost.assistants.miniapps.framework.replay import Session
from fingerpost.assistants.miniapps.reading.references import find
from fingerpost.assistants.miniapps.reading.remarks import is_remark

LONGEST_SLIP = 200
"""Characters of a message that takes back what was done, and says why."""
_PIECES = re.compile(r"[,;.!\n]+")
_BACK = re.compile(
    r"^\W*(?:\w+[,!]?\s+){0,4}?(?:(?:put|bring|add|get|give|want|restore)\s+(?:me\s+)?([\w'’ -]{2,60}?)\s+back\b"
    r"|(?:devu[eé]lve(?:me)?|regr[eé]sa(?:me)?|recupera|restaura|vuelve a (?:poner|meter|agregar|a[ñn]adir)"
    r"|restore|devolve|traz"
    r"|(?:volta|volte) com|(?:coloca|bota|p[õo]e) de (?:volta|novo))\s+([\w'’ -]{2,60}?)(?:\s+de (?:volta|novo"
    r"|vuelta))?[\s.!]*$"
    r"|(?:keep|mant[ée]n|mantener|deja|deixa|mant[ée]m)\s+([\w'’ -]{2,60}?)[\s.!]*$"
    r"|(?:coloca|bota|p[õo]e|traz|pon)\s+([\w'’ -]{2,60}?)\s+(?:de (?:volta|novo|vuelta|nuevo)|otra vez)[\s.!]*$)",
    re.IGNORECASE,
)


def taken_back(text: str) -> Match[Control] | None:
    """Return the undo that a message begins or ends with: "undo, Dave wants it", "that was wrong, put it back".

    Before it stands nothing but chatter; behind it, the reason, unless a figure tells that something is to be done.
    """
    if len(text) > LONGEST_SLIP:
        return None
    *before, last = [piece.strip() for piece in _PIECES.split(text) if piece.strip()] or [""]
    for piece in before:
        begun = control_of(piece, ("undo",))
        if begun is not None and not any(map(str.isdecimal, text)):
            return begun
        if not says_slip(piece):
            break
    if not before or not all(_is_chatter(piece.lower()) for piece in before):
        return None
    return control_of(last, ("undo", "redo", "back"))


def _is_chatter(piece: str) -> bool:
    """Whether a piece before an undo only says why: "that was wrong", "no lo borres"."""
    return (
        is_remark(piece)
        or says_slip(piece)
        or piece.startswith(("no ", "não ", "nao ", "don't ", "dont ", "mejor no "))
    )


def brings_back(app: MiniApp, session: Session, text: str) -> bool:
    """Whether a message asks for something back that the last change took away: "put the castle back"."""
    found = _BACK.match(text) if session.done and len(text) <= LONGEST_SLIP else None
    if found is None:
        return False
    there = {item.id for item in app.items(session.state)}
    gone = [item.name for item in app.items(session.done[-1].state) if item.id not in there]
    return bool(find(gone, next(filter(None, found.groups()))).places)
