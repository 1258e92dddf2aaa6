"""What a message holds of a trip, and where: venues by name or by pointing at them, sets of them, days, districts."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from fingerpost.assistants.miniapps.framework.parts import Reading
from fingerpost.assistants.miniapps.reading.references import find
from fingerpost.assistants.miniapps.trip_planner import patterns
from fingerpost.assistants.miniapps.trip_planner.cues import REMOVE, flat
from fingerpost.assistants.miniapps.trip_planner.kinds import is_kind, kinds_in, kinds_of
from fingerpost.assistants.miniapps.trip_planner.naming import Names
from fingerpost.assistants.miniapps.trip_planner.state import Venue, same
from fingerpost.language.days import Day, find_days
from fingerpost.language.number_reader import ordinal_at
from fingerpost.language.tokens import Word, listed, words_of

MASK = "\ue000"
"""Stands for what was found already, so that nothing else is found in it."""
LONGEST_DISTRICT, MOST_WORDS = 80, 5
"""Characters and words of a district's name that are compared."""

MOST_PAIRED = 2
"""Venues of which two need no name."""
_NOUN = re.compile(r"\s+([a-z]+s)\b")
_WORD = re.compile(r"[\w'’.-]+")
_BEFORE_SEVERAL = listed("both los las os as all the duas dos dois")


class Spot(NamedTuple):
    """Something that was found: "venues", "day", "district" or "it", where it stands, and what it comes to.

    "venues" holds ids, "it" those that the word would mean if nothing else was named.
    """

    start: int
    end: int
    kind: str
    value: Any


class UnclearError(Exception):
    """A name that may mean several venues: somebody has to ask."""


class Spotter:
    """Finds what a message holds; what was found is masked for what is looked for later."""

    def __init__(self, reading: Reading, text: str) -> None:
        """Take what the trip holds, and the message."""
        self.reading, self.text, self.plain = reading, text, text
        self.venues: Sequence[Venue] = reading.state["venues"]
        self.spots: list[Spot] = []
        self.has_set = self.has_same_day = False
        self.pointed: dict[str, list[int]] = {}

    def find(self) -> list[Spot]:
        """Return all that was found, in its order in the text."""
        self._districts_said()
        self._sets()
        self._whole_names()
        self._parts_of_names()
        self._same_days()
        for found in list(patterns.FRACTION.finditer(self.text))[:10]:
            stars = float(found[1].replace(",", ".")) if found[1] else int(found[2]) / 2
            self._take(found.start(), found.end(), "rating", int(stars) if stars == int(stars) else stars)
        for day, start, end in find_days(self.text, self.reading.today):
            self._take(start, end, "day", day.number if day.number is not None else day.date)
        self._same_days_again()
        self._elliptic_days()
        self._pointers()
        self._elliptic_days()
        self._districts_named()
        return sorted(self.spots)

    def left(self) -> str:
        """Return the words in which nothing was found."""
        self.find()
        return self.text.replace(MASK, "")

    def _take(self, start: int, end: int, kind: str, value: Any) -> None:
        self.spots.append(Spot(start, end, kind, value))
        self.text = self.text[:start] + MASK * (end - start) + self.text[end:]

    # Districts and sets

    def _districts(self) -> dict[str, str]:
        written = {one["district"] for one in self.venues}
        return {same(one): one for one in written if one}

    def _districts_said(self) -> None:
        known = self._districts()
        for found in list(patterns.INSIDE.finditer(self.text))[:20]:
            name = patterns.TAIL.sub("", found[1]).strip(" .'’-")
            end = found.start(1) + len(name)
            name = patterns.AREA.sub("", name)
            if (
                not name
                or find_days(f"on {name}", self.reading.today)
                or find_days(self.text[found.start() : end + 4], self.reading.today)
            ):
                continue
            self._take(found.start(), end, "district", known.get(same(name), name))
        for found in list(patterns.TOWN.finditer(self.text))[:5]:
            self._take(found.start(), found.end(), "district", known.get(same(found[1]), found[1]))
        for found in list(patterns.THERE.finditer(self.text))[:3]:
            there = [one["district"] for one in self.venues if one["id"] in self.reading.recent[:1]]
            if there and there[0]:
                self._take(found.start(), found.end(), "district", there[0])

    def _districts_named(self) -> None:
        known = self._districts()
        for found in list(patterns.WITHIN.finditer(self.text))[:20]:
            name = patterns.AREA.sub("", (found[1] or found[2]).strip(" .'’-"))
            self._take(found.start(), found.end(), "district", known.get(same(name), name))
        for found in list(patterns.INTO.finditer(self.text))[:20]:
            name = self._district_at(found.end(), known)
            if name and MASK not in found[0].strip(MASK):
                self._take(found.start(), found.end() + len(name), "district", known[name])

    def _district_at(self, place: int, known: Collection[str]) -> str:
        """Return the longest known district whose name begins at a place, as it compares; "" for none."""
        low = flat(self.text[place : place + LONGEST_DISTRICT])
        ends = [found.end() for found in _WORD.finditer(low)][:MOST_WORDS]
        return next((low[:end] for end in reversed(ends) if low[:end] in known), "")

    def _sets(self) -> None:
        for found in list(patterns.VISITED.finditer(self.text))[:5]:
            seen = not found["not"]
            self._set(found.start(), found.end(), [one for one in self.venues if one["visited"] == seen])
        # "The Woodstock ones", "day 2 places".
        for found in list(patterns.ONES.finditer(self.text))[:10]:
            for name in self._districts():
                begin = found.start() - len(name)
                if begin >= 0 and flat(self.text[begin : found.start()]) == name:
                    self._set(begin, found.end(), self._within(name))
            for day, start, end in find_days(self.text[: found.start()], self.reading.today)[-1:]:
                if end == found.start():
                    self._set(start, found.end(), self._on(day))
        for found in list(patterns.SET.finditer(self.text))[:10]:
            self._set_after(found.start(), found.end())

    def _within(self, district: str) -> list[Venue]:
        return [one for one in self.venues if same(one["district"]) == district]

    def _on(self, day: Day) -> list[Venue]:
        return [one for one in self.venues if one["day"] == (day.number if day.number is not None else day.date)]

    def _set_after(self, start: int, after: int) -> None:
        """Find out what kind of set begins here: of a day, or of a district."""
        if MASK in self.text[start:after]:
            return
        rest = self.text[after : after + 60]
        days = find_days(rest, self.reading.today)
        if days and not rest[: days[0][1]].strip():
            planned = self._on(days[0][0])
            every = patterns.EVERY.match(self.text[start:after]) is not None
            # "Everything on day 1", where nothing is yet, is where everything shall go.
            if planned or not every or REMOVE.search(flat(self.text)):
                self._set(start, after + days[0][2], planned)
            return
        name = self._district_at(after, self._districts())
        if name:
            self._set(start, after + len(name), self._within(name))

    def _set(self, start: int, end: int, venues: Sequence[Venue]) -> None:
        self.has_set = True
        self._take(start, end, "venues", [one["id"] for one in venues])

    # Names

    def _whole_names(self) -> None:
        low = flat(self.text)
        for one in sorted(self.venues, key=lambda one: -len(one["name"])):
            name = same(one["name"])
            begin = low.find(name) if len(name) > 1 else -1
            while begin >= 0:
                end = begin + len(name)
                if not low[max(begin - 1, 0) : begin].isalnum() and not low[end : end + 1].isalnum():
                    self._take(begin, end, "venues", [one["id"]])
                    low = flat(self.text)
                begin = low.find(name, end)

    def _parts_of_names(self) -> None:
        """Find venues by some of their words: "the castle", "van gogh"."""
        words = [word for word in words_of(self.text) if word.is_letters]
        names = Names(self.venues)
        place = 0
        while place < len(words):
            meant, after = self._part_at(words, place, names)
            if meant:
                self._take(words[place].start, words[after - 1].end, "venues", self._one_of(meant, words, place))
            place = after

    def _part_at(self, words: Sequence[Word], place: int, names: Names) -> tuple[list[int], int]:
        """Return the venues whose words stand here, and the place after them."""
        meant: list[int] = []
        after = place
        while after < len(words):
            word = words[after]
            told = names.told_by(word.folded, inside=after > place, capital=word.is_capital)
            both = [one for one in meant if one in told] if meant else list(told)
            apart = after > place and self.text[words[after - 1].end : word.start].strip(" '’-")
            if not both or apart:
                break
            meant, after = both, after + 1
        return (meant, after) if meant else ([], place + 1)

    def _one_of(self, meant: list[int], words: Sequence[Word], place: int) -> list[int]:
        if len(meant) == 1:
            return meant
        before = flat(words[place - 1].text) if place else ""
        if before in ("that", "ese", "esa", "esse", "essa"):
            touched = [one for one in self.reading.recent if one in meant]
            if touched:
                return touched[:1]
        if before in _BEFORE_SEVERAL and words[place].folded.endswith("s"):
            return meant
        raise UnclearError

    # Days by other days, and words that point

    def _same_days(self) -> None:
        for found in list(patterns.SAME_DAY.finditer(self.text))[:3]:
            spot = next(
                (one for one in sorted(self.spots) if one.start >= found.end() - 1 and one.kind == "venues"), None
            )
            if spot is None or self.text[found.end() : spot.start].strip():
                continue
            day = next((one["day"] for one in self.venues if one["id"] in spot.value and one["day"] is not None), None)
            self.spots.remove(spot)
            self.has_same_day = True
            self._take(found.start(), spot.end, "day", day)

    def _same_days_again(self) -> None:
        """Find "that same night": the day that was named before, or that of what was spoken of last."""
        for found in list(patterns.SAME_THEN.finditer(self.text))[:3]:
            told = [spot.value for spot in sorted(self.spots) if spot.kind == "day" and spot.start < found.start()]
            touched = [one["day"] for one in self.venues if one["id"] in self.reading.recent[:1]]
            if told or (touched and touched[0] is not None):
                self._take(found.start(), found.end(), "day", (told or touched)[-1])

    def _elliptic_days(self) -> None:
        """Find days that are said without the word: "the castle on day 1, the zoo on the second"."""
        for found in list(patterns.ELLIPTIC.finditer(self.text))[:10]:
            begin = max(self.text.rfind(sign, 0, found.start()) for sign in ",;.\n") + 1
            named = any(begin <= one.start < found.start() and one.kind in ("venues", "it") for one in self.spots)
            spoken = (
                any(one.kind == "day" for one in self.spots)
                or self.reading.kind == "placed"
                or not found["rank"].isdecimal()
            )
            rank = _rank(found["rank"])
            if named and spoken and rank:
                self._take(found.start(), found.end(), "day", rank)

    def _pointers(self) -> None:
        named = self._named()
        for pattern in (patterns.SEVERAL, patterns.SINGLE):
            for found in list(pattern.finditer(self.text))[:10]:
                if MASK not in found[0]:
                    # "Both", of what the same message names, names nothing new.
                    back = patterns.BACK.match(found[0]) is not None and len(set(named)) > 1
                    meant = self._of_kind(found.end()) or self._pointed(found[0])
                    self._take(found.start(), found.end(), "it" if back else "venues", meant)
        named = self._named()
        for found in list(patterns.REST.finditer(self.text))[:3]:
            rest = [one["id"] for one in self.venues if one["id"] not in named]
            self._take(found.start(), found.end(), "venues", rest if named else self._pointed(found[0]))
        for found in list(patterns.IT.finditer(self.text))[:10]:
            self._take(found.start(), found.end(), "it", list(self.reading.recent[:1]))

    def _named(self) -> list[int]:
        return [one for spot in self.spots if spot.kind == "venues" for one in spot.value]

    def _of_kind(self, place: int) -> list[int]:
        """Return the venues of the kind that a number counts: "the two temples"; none of it where none is named."""
        noun = _NOUN.match(flat(self.text), place)
        if noun is None or not is_kind(noun[1]) or len(self.venues) <= MOST_PAIRED:
            return []
        meant = [one["id"] for one in self.venues if kinds_of(one) & kinds_in([noun[1]])]
        if not meant:
            raise UnclearError
        return meant

    def _pointed(self, phrase: str) -> list[int]:
        if phrase not in self.pointed:
            self.pointed[phrase] = self._pointed_at(phrase)
        return self.pointed[phrase]

    def _pointed_at(self, phrase: str) -> list[int]:
        items, recent = self.reading.items, self.reading.recent
        places = {item.id: place for place, item in enumerate(items)}
        found = find([item.name for item in items], phrase, [places[one] for one in recent], self.reading.last)
        if not found.places and patterns.EVERY.search(phrase):
            return [item.id for item in items]
        if not found.places:
            raise UnclearError
        return [items[place].id for place in found.places]


def _rank(text: str) -> int:
    """Return the number of a rank such as "second" or "3ro"; 0 for none."""
    digits = re.match(r"\d{1,2}", text)
    found = None if digits else ordinal_at(words_of(text), 0)
    return int(digits[0]) if digits else found[0] if found and found[0] > 0 else 0
