"""What a message says of venues that are there, whatever its verbs: who is named gets what stands beside the name.

A message is cut into pieces; each piece names venues, tells something of them, or both. What cannot be read so is left
to the actions' own phrases.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from fingerpost.assistants.miniapps.framework.matching import QUOTED, matches, words_of
from fingerpost.assistants.miniapps.framework.parts import Reading, Values
from fingerpost.assistants.miniapps.reading.corrections import turned, without_denied
from fingerpost.assistants.miniapps.trip_planner import cues, words
from fingerpost.assistants.miniapps.trip_planner.cues import flat
from fingerpost.assistants.miniapps.trip_planner.frames import Frame, framed
from fingerpost.assistants.miniapps.trip_planner.pieces import TELLING, is_light, pieces_of
from fingerpost.assistants.miniapps.trip_planner.spotting import Spot, Spotter, UnclearError

LONGEST = 500
"""Characters of a message that is read so."""

_MERGED = re.compile(r"\b(pr|a)([oa]s)\s+(?=(?:dois|duas|tr[êe]s|quatro|[2-9])\b)", re.IGNORECASE)
"""A preposition and an article in one: "pros dois"."""
_OURS = re.compile(
    r"\s(?:from|by|for|de|por|da parte de|de parte de)\s(?:(?:both|all|the two|the three) of us|us both|us all"
    r"|nosotros(?: dos)?|todos nosotros|n[óo]s(?: dois| duas| todos)?)\b",
    re.IGNORECASE,
)
"""Whose opinion it is."""
_A_NOTE = re.compile(r"(?:note|nota):\s*(\S.*)", re.IGNORECASE | re.DOTALL)

Step = tuple[str, Values]
"""An action's name, and its values."""

_OWN = [(name, getattr(words, name)) for name in ("NOTE", "RENAME", "CATEGORY", "DESTINATION", "CLEAR")]
"""What these ask for is read by their own actions."""
_FIGURE = re.compile(r"\s*\d(?:[.,]5)?\s*(?:stars?|estrell?as?|/\s*5)?[\s.!]*")


def read_statements(reading: Reading, follows: bool = False) -> list[Step] | None:
    """Return what a message says of venues, as actions one by one; None where it has to be read otherwise.

    One that `follows` another in the same message may tell of what that one touched.
    """
    text = _MERGED.sub(r"\1 \2 ", _OURS.sub("", without_denied(turned(reading.text)).strip()))
    if not reading.items or len(text) > LONGEST or QUOTED.search(text):
        return None
    if follows and (note := _A_NOTE.fullmatch(text)):
        return [("note", {"venues": list(reversed(reading.recent[: reading.last])), "note": note[1]})]
    for read in (_noted, _again, _struck, _turned_around):
        steps = read(reading, text)
        if steps is not None:
            return steps or None
    return _told(reading, text, follows)


def _told(reading: Reading, text: str, follows: bool) -> list[Step] | None:
    """Read what is told of venues, piece by piece."""
    head, colon, tail = text.partition(":")
    if colon:
        # "I loved it: 5"; else what stands before a colon only announces something.
        text = f"{head}, {tail}" if _FIGURE.fullmatch(tail) else tail.strip()
    own = {match.who for match in matches(words_of(text), _OWN)}
    spotter = Spotter(reading, text)
    spots = _spotted(spotter) if not own - {"CLEAR"} else None
    if spots is None or (own and not spotter.has_set):
        return None
    swapped = _swapped(reading, spots, text)
    pieces = pieces_of(reading, spotter.text, spots) if swapped is None else None
    if not pieces:
        return swapped
    pieces[0].points = pieces[0].points or spotter.has_same_day
    rather = turned(reading.text) != reading.text and reading.kind in ("rated", "visited")
    frames = framed(reading, pieces, follows or rather)
    if frames and reading.kind == "visited" and cues.TOO.match(flat(text)):
        # "Also the market, a 3", where visits are told of.
        for frame in frames:
            if not {"day", "district", "remove"} & set(frame.values):
                frame.values.setdefault("visited", True)
    return _steps(frames) if frames else None


def _spotted(spotter: Spotter) -> list[Spot] | None:
    """Return what a message holds; None where a name is unclear.

    When something was seen is no day to plan it for, and what is past was seen.
    """
    try:
        spots = spotter.find()
    except UnclearError:
        return None
    today = spotter.reading.today.isoformat()
    seen = cues.VISITED.search(flat(spotter.text)) is not None
    dated = [spot for spot in spots if spot.kind == "day" and isinstance(spot.value, str)]
    past = [spot for spot in dated if spot.value < today]
    dropped = [spot for spot in dated if seen and spot.value == today]
    told = [spot for spot in spots if spot not in dropped]
    return [spot._replace(kind="visited", value=True) if spot in past else spot for spot in told]


def _noted(reading: Reading, text: str) -> list[Step] | None:
    """Read a note: "leave a note on the bar: cash only", "the bar takes cash only, write that down"."""
    written = cues.NOTED.search(text)
    if written:
        note = text[: written.start()]
        named = _venues_in(reading, note)
        ids = list(reading.recent[:1]) if named == [] else named
        return [("note", {"venues": ids, "note": note.strip(" ,.;")})] if ids else []
    head, colon, tail = text.partition(":")
    if not colon or _FIGURE.fullmatch(tail):
        return None
    low, named = flat(head), _venues_in(reading, head)
    if cues.REMOVE.search(low) or cues.VISITED.search(low):
        # There is more to do than to write it down.
        return [] if named else None
    noted = cues.NOTING.search(low) is not None and tail.strip() != ""
    if named and noted:
        return [("note", {"venues": named, "note": tail.strip()})]
    return [] if named or noted else None


def _venues_in(reading: Reading, text: str) -> list[int] | None:
    """Return the venues that a text names; None where it is unclear which."""
    try:
        spots = Spotter(reading, text).find()
    except UnclearError:
        return None
    return list(dict.fromkeys(one for spot in spots if spot.kind == "venues" for one in spot.value))


def _again(reading: Reading, text: str) -> list[Step] | None:
    """Do to others what was done last: "same for the castle"."""
    if cues.SAME.match(flat(text)) is None:
        return None
    ids = _venues_in(reading, text)
    like = next((one for one in reading.state["venues"] if one["id"] in reading.recent[:1]), None)
    key = {"placed": "day", "rated": "rating", "visited": "visited"}.get(reading.kind)
    if not ids or like is None or key is None or like[key] is None:
        return []
    if key == "visited":
        return [("visited" if like[key] else "not visited", {"venues": ids})]
    return [("move" if key == "day" else "rate", {"venues": ids, key: like[key]})]


def _struck(reading: Reading, text: str) -> list[Step] | None:
    """Read "- the castle", which takes it off the list."""
    ids = _venues_in(reading, text) if text.startswith("- ") else None
    if not ids:
        return None
    return [("remove", {"venues": ids})] if is_light(Spotter(reading, text).left()) else None


def _swapped(reading: Reading, spots: Sequence[Spot], text: str) -> list[Step] | None:
    """Let two venues change their days: "swap the lake and the zoo"."""
    named = [one for spot in spots if spot.kind == "venues" for one in spot.value]
    if any(spot.kind in TELLING for spot in spots) or len(named) != 2 or not cues.SWAP.search(flat(text)):
        return None
    return _exchanged(reading, named, "move", "day")


def _turned_around(reading: Reading, text: str) -> list[Step] | None:
    """Let those that were spoken of last change what they got: "it's the other way around"."""
    low = flat(text)
    found = cues.AROUND.search(low)
    if found is None or not is_light(low[: found.start()] + " " + low[found.end() :]):
        return None
    name, key = ("rate", "rating") if reading.kind == "rated" else ("move", "day")
    return _exchanged(reading, reading.recent[: reading.last], name, key)


def _exchanged(reading: Reading, ids: Sequence[int], name: str, key: str) -> list[Step] | None:
    venues = [one for one in reading.state["venues"] if one["id"] in ids]
    held = list(dict.fromkeys(one[key] for one in venues))
    if len(held) != 2 or None in held:
        return None
    other = {held[0]: held[1], held[1]: held[0]}
    return [(name, {"venues": [one["id"] for one in venues if one[key] == value], key: other[value]}) for value in held]


def _steps(frames: Sequence[Frame]) -> list[Step] | None:
    """Return the actions that frames come to; None where a rating is none."""
    steps: list[Step] = []
    for frame in frames:
        ids, told = list(dict.fromkeys(frame.ids)), frame.values
        if not 1 <= told.get("rating", 1) <= 5:
            return None
        if told.get("remove"):
            steps.append(("remove", {"venues": ids}))
            continue
        if "visited" in told:
            name = "visited" if told["visited"] else "not visited"
            rated = {"rating": told["rating"]} if "rating" in told and told["visited"] else {}
            steps.append((name, {"venues": ids, **rated}))
            told = {key: value for key, value in told.items() if key == "district"}
        if set(told) == {"rating"}:
            steps.append(("rate", {"venues": ids, "rating": told["rating"]}))
        elif told:
            # A day that is as unknown as that of another venue is asked for.
            known = {key: value for key, value in told.items() if value is not None}
            steps.append(
                ("district" if "district" in known and "day" not in told else "move", {"venues": ids, **known})
            )
    return steps
