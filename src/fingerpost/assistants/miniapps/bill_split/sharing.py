"""How an expense is shared, as people say it: between some, all but some, by weight."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from fingerpost.assistants.miniapps.bill_split import splitting
from fingerpost.assistants.miniapps.bill_split.pairs import read_pairs
from fingerpost.assistants.miniapps.bill_split.who import Who, at_end, at_start, cut, listed_at_start, mentioned, plain
from fingerpost.assistants.miniapps.framework.parts import State
from fingerpost.language.number_reader import whole_number

Told = Mapping[str, Any]
"""Shares as they were told, with names: {"only": […]}, {"but": […]}, {"with": […]}, {"heavy": [[name, weight], …]},
{"ratio": [2, 1, 1], "names": […]}, {"amounts": [[name, cents], …]}, {"along": […]} (these and who paid) or
{"all": True}. `rest`: how many people are said to be left where some are left out."""


class Shared(NamedTuple):
    """Shares that were told, and the text without them."""

    told: Told
    left: str


def read_shares(text: str, state: State, alone: bool) -> Shared | None:
    """Return how a text says that an expense is shared; `alone`: nothing else is said, so that weaker words count."""
    for read in (
        read_weights,
        _weighed,
        _in_ratio,
        read_others,
        _left_out,
        _but,
        _along,
        _among,
        _together,
        _everybody,
    ):
        found = read(text, state, alone)
        if found is not None:
            return found
    return None


def read_weights(text: str, state: State, alone: bool = False) -> Shared | None:
    """Read "by weight: Ana 2, Tom 1", "pesos Ana 2, Tom 1", "Ana 60% Tom 40%"."""
    del alone
    pairs = read_pairs(text, state)
    if len(pairs) < 2:
        return None
    percent = all(pair.number.endswith("%") for pair in pairs)
    told = splitting.WEIGHTS.search(plain(text[: pairs[0].start]))
    numbers = [int(digits) for pair in pairs if (digits := pair.number.rstrip("% ")).isdecimal() and len(digits) < 5]
    if not (percent or told) or len(numbers) < len(pairs):
        return None
    begin = told.start() if told else pairs[0].start
    return Shared(
        {"ratio": numbers, "names": [pair.name for pair in pairs]}, splitting.SPLITS.sub("", text[:begin]).strip()
    )


def read_others(text: str, state: State, alone: bool = False) -> Shared | None:
    """Read "Mel wasn't in the car so gas is only for the other three": all but those who were named."""
    del alone
    low = plain(text)
    found = splitting.OTHERS.search(low)
    if found is None:
        return None
    out = splitting.NOT_IN.search(low[: found.start()]) or splitting.NOT_IN.search(low, found.end())
    who = at_end(text[: out.start()], state) if out else None
    if out is None or who is None or not who.sure:
        return None
    first = _joined_before(text[: who.start], state)
    rest = {"rest": whole_number(found["count"])} if found["count"] else {}
    names = [first.name, who.name] if first else [who.name]
    begin = first.start if first else who.start
    spans = sorted([(begin, out.end()), found.span()])
    left = f"{text[: spans[0][0]]}, {text[spans[0][1] : spans[1][0]]}, {text[spans[1][1] :]}"
    return Shared({"but": names, **rest}, left)


def _along(text: str, state: State, alone: bool) -> Shared | None:
    """Read "split with Tom and Bea", "a medias con Tom", "dividido com a Bia": these, and who paid."""
    for found in splitting.ALONG.finditer(plain(text)):
        names, end = _before_payer(text, found.end(), state)
        if names:
            return Shared({"along": names}, cut(text, found.start(), found.end() + end))
    inside = splitting.ALONG_IT.match(plain(text)) if alone else None
    names, end = listed_at_start(text[inside.end() :], state, new=False) if inside else ([], 0)
    if inside and names and not text[inside.end() + end :].strip(" .!"):
        return Shared({"along": names}, text[inside.start("what") : inside.end("what")])
    return None


def _together(text: str, state: State, alone: bool) -> Shared | None:
    """Read "Ana and I shared the taxi", "Ana y yo usamos el taxi"."""
    if not alone:
        return None
    for found in splitting.TOGETHER.finditer(plain(text)):
        names, end = listed_at_start(text[: found.start()], state, new=False)
        if len(names) > 1 and not text[end : found.start()].strip():
            return Shared({"only": names}, text[found.end() :].strip())
    for found in splitting.USED_BY.finditer(plain(text)):
        names, end = listed_at_start(text[found.end() :], state, new=False)
        if len(names) > 1 and not text[found.end() + end :].strip(" .!"):
            return Shared({"only": names}, text[: found.start()].strip())
    return None


def _weighed(text: str, state: State, alone: bool) -> Shared | None:
    """Read "Tom counts double", "doble a Quique"."""
    del alone
    low = plain(text)
    heavy: list[list[Any]] = []
    while True:
        found = _one_heavy(text, low, state)
        if found is None:
            break
        pair, text = found
        heavy.append(pair)
        low = plain(text)
    return Shared({"heavy": heavy}, text) if heavy else None


def _one_heavy(text: str, low: str, state: State) -> tuple[list[Any], str] | None:
    for found in splitting.DOUBLE_FOR.finditer(low):
        who = at_start(text[found.end() :], state)
        if who is not None and who.sure:
            return [who.name, splitting.TIMES[found["times"]]], cut(text, found.start(), found.end() + who.end)
    for found in splitting.COUNTS.finditer(low):
        who = at_end(text[: found.start()], state)
        if who is not None and (who.sure or not text[: who.start].strip()):
            factor = splitting.TIMES[found["times"] or found["by"]]
            return [who.name, factor], cut(text, who.start, found.end())
        named = mentioned(text[: found.start()], state)
        if named and splitting.HE.search(low[: found.start()]):
            # "Sofia had two so she counts double"
            return [named[-1].name, splitting.TIMES[found["times"] or found["by"]]], text[found.end() :].strip()
    return None


def _in_ratio(text: str, state: State, alone: bool) -> Shared | None:
    """Read "2:1:1", "60/40", "fifty-fifty", with or without the names beside it."""
    low = plain(text)
    halves = splitting.HALVES.search(low)
    ways = splitting.WAYS.search(low)
    found = halves or ways or splitting.RATIO.search(low)
    if found is None:
        return None
    ratio = (
        [1, 1]
        if halves
        else [1] * splitting.COUNTS_OF.get(ways[1], 0)
        if ways
        else [int(part) for part in re.findall(r"\d+", found[0])]
    )
    if (
        not alone
        and not (halves or ways)
        and len(ratio) == 2
        and sum(ratio) != 100
        and not splitting.SPLITS.search(low[: found.start()])
    ):
        # "7/11" may be a shop, and "3/4" a size.
        return None
    after = re.match(r"[\s,]*(?:between|among|for|entre|para|pra)?\s*", low[found.end() :])
    begin = found.end() + (after.end() if after else 0)
    names, end = _before_payer(text, begin, state)
    if len(names) != len(ratio):
        names, end, begin = [], 0, found.end()
        among = splitting.AMONG.search(low[: found.start()])
        before, stop = listed_at_start(text[among.end() : found.start()], state, new=False) if among else ([], 0)
        if among and len(before) == len(ratio) and not text[among.end() + stop : found.start()].strip(" ,:("):
            # "between me and Leo 60/40"
            told = {"ratio": ratio, "names": before}
            return Shared(told, cut(text, among.start(), found.end()))
    split = splitting.SPLITS.search(low[: found.start()])
    left = text[: split.start() if split else found.start()]
    return Shared({"ratio": ratio, "names": names}, f"{left.rstrip()} {text[begin + end :].lstrip()}".strip())


def _left_out(text: str, state: State, alone: bool) -> Shared | None:
    """Read "Theo doesn't eat meat so he shouldn't be in on that one", "leave Leo out", "Leo no entra"."""
    low = plain(text)
    for found in splitting.LEAVE_OUT.finditer(low):
        names, end = listed_at_start(text[found.end() :], state, new=alone)
        out = splitting.OUT.match(low, found.end() + end) if names else None
        if names and (out or re.search(r"fuera|fora", found[0])):
            return Shared({"but": names}, cut(text, found.start(), out.end() if out else found.end() + end))
    for found in splitting.NOT_INCLUDED.finditer(low) if alone else ():
        names, end = listed_at_start(text[found.end() :], state, new=False)
        if names:
            return Shared({"but": names}, cut(text, found.start(), found.end() + end))
    for found in splitting.NOT_IN.finditer(low):
        who = at_end(text[: found.start()], state)
        if who is None or not who.sure:
            continue
        first = _joined_before(text[: who.start], state)
        names = [first.name, who.name] if first else [who.name]
        before = text[: first.start if first else who.start].rstrip(" ,;(")
        # What follows tells why; only a place to look for the expense is of use.
        return Shared({"but": names}, f"{before} {_about(text[found.end() :])}".strip() if alone else before)
    return None


def _joined_before(text: str, state: State) -> Who | None:
    joined = re.search(r"(?:\band|\by|\be|&)\s*$", text)
    who = at_end(text[: joined.start()], state) if joined else None
    return who if who is not None and who.sure else None


def _about(text: str) -> str:
    """Return what a reason says about which expense is meant."""
    found = splitting.THE_ONE.search(plain(text))
    return text[found.start(found.lastindex or 0) :] if found else ""


def _but(text: str, state: State, alone: bool) -> Shared | None:
    """Read "except Leo", "menos Leo", "todos menos eu", "without Leo"."""
    low = plain(text)
    for found in splitting.BUT.finditer(low):
        certain = bool(splitting.SURE_BUT.search(found[0]))
        names, end = _before_payer(text, found.end(), state, certain)
        if not names:
            continue
        first = at_start(text[found.end() :], state)
        bare = found[0].strip(" ,(").split(maxsplit=1)[0] in ("not", "no", "nao", "but", "y", "e", "pero", "mas")
        if not alone and bare and not certain:
            continue
        if certain or (first is not None and (first.known or (alone and first.sure))):
            rest = low[found.end() + end :]
            if not certain and re.match(rf"\s+{splitting.PAYS}\b", rest):
                continue
            return Shared({"but": names}, cut(text, found.start(), found.end() + end))
    return None


def _among(text: str, state: State, alone: bool) -> Shared | None:
    """Read "split between Tom and Bea", "solo entre Beto y yo", "only Tom and Bea", "for me and Tom"."""
    low = plain(text)
    for found in splitting.AMONG.finditer(low):
        begin = found.end()
        names, end = _before_payer(text, begin, state)
        if names:
            return Shared({"only": names}, cut(text, found.start(), begin + end))
    for pattern in (splitting.JUST, splitting.FOR):
        for found in pattern.finditer(low):
            names, end = _before_payer(text, found.end(), state, new=False)
            known = {name for name in names if name == "@me" or _knows(state, name)}
            several = len(names) > 1 or pattern is splitting.JUST or bool(found["only"])
            rest = low[found.end() + end :].strip(" .!,)")
            # Somebody new is sure to be meant only at the end: "just Carla and Elif".
            meant = len(known) == len(names) or (pattern is splitting.JUST and len(names) > 1 and not rest)
            if names and meant and several and (pattern is splitting.JUST or not rest or alone):
                if re.match(rf"{splitting.PAYS}\b", rest):
                    continue
                return Shared({"only": names}, cut(text, found.start(), found.end() + end))
    return None


def _before_payer(text: str, begin: int, state: State, new: bool = True) -> tuple[list[str], int]:
    """Return the people of a list; the last of them is none of it where "paid" follows: "between Tom and Bea,
    Ana paid"."""
    names, end = listed_at_start(text[begin:], state, new)
    follows = re.match(rf"\s*(?:ya\s+|ja\s+|que\s+|has\s+)?{splitting.PAYS}\b", plain(text[begin + end :]))
    digits = re.match(r"\s*[\d$€£]", text[begin + end :])
    if not (follows or digits) or len(names) < 2:
        return names, end
    last = at_end(text[begin : begin + end], state)
    cut_at = last.start if last is not None else end
    head = re.sub(r"(?:\s|,|\band|\by|\be|&)+$", "", text[begin : begin + cut_at], flags=re.IGNORECASE)
    return names[:-1], len(head)


def _knows(state: State, name: str) -> bool:
    return any(one["name"] == name for one in state.get("people", ()))


def _everybody(text: str, state: State, alone: bool) -> Shared | None:
    del state, alone
    counted = splitting.COUNTED.search(plain(text))
    if counted:
        told = {"all": True, "rest": whole_number(counted["count"])}
        return Shared(told, cut(text, counted.start(), counted.end()))
    found = splitting.EQUALLY.search(plain(text)) or splitting.EVERYBODY.search(plain(text))
    return Shared({"all": True}, cut(text, found.start(), found.end())) if found else None
