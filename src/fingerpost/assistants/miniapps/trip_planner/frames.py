"""Who gets what: the pieces of a message put together."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from fingerpost.assistants.miniapps.framework.parts import Reading
from fingerpost.assistants.miniapps.trip_planner.pieces import Piece, is_light, may_name

_ARTICLE = re.compile(r"\W*(?:the|el|la|los|las|al|o|os|as)\s", re.IGNORECASE)
_ONLY_ONE = re.compile(r"\W*(?:it|that|which is|that one|this|que|es[ea]|est[ea]|ess[ea]|ele|ela)\b", re.IGNORECASE)


@dataclass(slots=True)
class Frame:
    """Venues, and what they get; `leads`: it was said before they were named."""

    ids: list[int]
    values: dict[str, Any]
    leads: bool = False


def framed(reading: Reading, pieces: Sequence[Piece], follows: bool) -> list[Frame] | None:
    """Return who gets what; None where something was said of nobody knows whom."""
    if pieces and pieces[0].excepts and pieces[0].ids and reading.kind == "visited":
        # "Except the zoo", behind a visit.
        return [Frame(pieces[0].ids, {"visited": False})]
    framer = _Framer(reading, follows)
    if not all(framer.take(piece) for piece in pieces):
        return None
    if framer.waiting and framer.frames and is_light(pieces[-1].rest):
        # "The castle on day 2, the zoo too."
        framer.frames[-1].ids += framer.waiting
    return framer.frames if framer.frames and all(frame.ids for frame in framer.frames) else None


class _Framer:
    """Takes the pieces in their order. What a piece tells belongs to its venues, else to those before it."""

    def __init__(self, reading: Reading, follows: bool) -> None:
        """Begin with nothing."""
        self.reading, self.follows = reading, follows
        self.frames: list[Frame] = []
        self.waiting: list[int] = []
        self.left_out: list[int] = []

    def take(self, piece: Piece) -> bool:
        """Take a piece; False where nobody knows what it means."""
        if piece.excepts:
            self._leave_out(piece)
            return True
        if piece.ids:
            return self._take_venues(piece)
        if piece.values:
            return self._take_values(piece)
        # A name that is new, it may be: "the market, that one is in Soho", "remove the castle and the prison".
        removed = self.frames and "remove" in self.frames[-1].values
        listed = removed and self.frames[-1].leads and (piece.joined or _ARTICLE.match(piece.rest))
        return bool((self.frames or self.waiting) and not listed) or not may_name(piece.rest)

    def _leave_out(self, piece: Piece) -> None:
        self.left_out = piece.ids
        self.waiting = [one for one in self.waiting if one not in piece.ids]
        for frame in self.frames[-1:]:
            frame.ids = [one for one in frame.ids if one not in piece.ids]
        if piece.values:
            self.frames.append(Frame(piece.ids, dict(piece.values)))

    def _take_venues(self, piece: Piece) -> bool:
        if piece.values:
            if self.waiting and piece.leads and not piece.points:
                return False
            self.frames.append(Frame([*self.waiting, *piece.ids], dict(piece.values), piece.leads))
            self.waiting = []
        elif self.frames and self.frames[-1].leads and is_light(piece.rest):
            # "We saw the castle and the zoo."
            self.frames[-1].ids += piece.ids
        else:
            self.waiting = [*self.waiting, *piece.ids]
        return True

    def _take_values(self, piece: Piece) -> bool:
        """Find whom something is said of that names nobody; without any, it is read elsewhere."""
        told = dict(piece.values)
        if self.left_out:
            # "All on Saturday except the zoo, which is Sunday."
            self.frames.append(Frame(self.left_out, told))
            self.left_out = []
        elif self.waiting:
            self.frames.append(Frame(self.waiting, told))
            self.waiting = []
        elif self.frames:
            # "The zoo on day 2, day 3 we fly home": another day, of which something else is told.
            held = self.frames[-1].values
            self.frames[-1].values = held | told if is_light(piece.rest) else told | held
        elif "visited" in told and piece.there:
            self.frames.append(Frame(_there(self.reading), told))
        elif piece.points or self.follows:
            # "The bar and the zoo, which is in Soho": only the last one is.
            one = not self.follows or _ONLY_ONE.match(self.reading.text)
            touched = self.reading.recent[: 1 if one else self.reading.last]
            self.frames.append(Frame(list(reversed(touched)), told))
        else:
            return False
        return True


def _there(reading: Reading) -> list[int]:
    """Return where somebody may have been: what was spoken of last, or the only one that is left to see."""
    left = [one["id"] for one in reading.state["venues"] if not one["visited"]]
    spoken = [one for one in reading.recent[:1] if one in left]
    return spoken or (left if len(left) == 1 else [])
