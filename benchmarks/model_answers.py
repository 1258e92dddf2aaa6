"""The written conversations with a language model: a scripted one that knows the answers, or the one of the settings.

    python -m benchmarks.app_conversations ordinary --scripted
    OPENAI_BASE_URL=… OPENAI_MODEL_NAME=… python -m benchmarks.app_conversations ordinary --model

The scripted model answers with the commands that a turn must lead to; to a question it answers with a command that is
valid and wrong, and calls the question an action. It says how much of a right model's word is carried out, and that
nothing of a wrong one's is.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from benchmarks.app_commands import Turn
from fingerpost.assistants.miniapps.bill_split.currency_names import currency_named
from fingerpost.language.tokens import folded_words, words_of
from fingerpost.testing import ScriptedReply, ScriptedServer

Answer = dict[str, Any]

_ROUTES = {"view": "NAVIGATIONAL", "control": "META", "unclear": "CONVERSATIONAL"}


class KnowingServer(ScriptedServer):
    """A model server that knows the turn that is played."""

    def __init__(self) -> None:
        """Wait for the first turn."""
        super().__init__()
        self.turn: Turn | None = None
        """Answers are about this one."""

    def next_reply(self) -> ScriptedReply:
        """Return the answer to the request that came last: commands, or the route as a tool call."""
        request, turn = self.requests[-1], self.turn
        if turn is None:
            raise RuntimeError("set a turn before the model is asked")
        if request.get("response_format", {}).get("json_schema", {}).get("name") == "commands":
            commands = wrong(turn.say, request) if turn.kind == "question" else right(turn)
            return ScriptedReply(text=json.dumps({"commands": commands}))
        # Of a question it says the wrong thing here too.
        return ScriptedReply(arguments=json.dumps({"route": _ROUTES.get(turn.kind, "TRANSACTIONAL")}))


def wrong(message: str, request: Mapping[str, Any]) -> list[Answer]:
    """Return a command that the checks cannot tell from a right one but by the message being a question."""
    declared = json.dumps(request["response_format"])
    word = max((word.text for word in words_of(message) if word.is_letters), key=len)
    if '"destination"' in declared:
        return [{"action": "add", "values": {"new": [word]}}]
    return [{"action": "people", "values": {"new": [word]}}]


def right(turn: Turn) -> list[Answer]:
    """Return the commands of a turn as the apps declare them."""
    if turn.kind == "view":
        return [{"action": "view", "values": {}}]
    return [one for command in turn.do for one in _declared(command, turn.say)]


def _declared(command: Mapping[str, Any], message: str) -> list[Answer]:
    told = {name: value for name, value in command.items() if name != "do"}
    action = command["do"]
    renamed = _NAMES.get(action, {})
    values = {renamed.get(name, name): value for name, value in told.items()}
    if action == "day" and values["day"] is None:
        return [{"action": "no_day", "values": {"places": values["places"]}}]
    if action == "visited":
        return [{"action": "visited" if values.pop("visited") else "not_visited", "values": values}]
    if action == "currency":
        return [{"action": "currency", "values": {"currency": _as_said(message, values["currency"])}}]
    if action == "change_payment":
        # Whose payment it was is left out where the message does not say it.
        said = folded_words(message)
        values = {one: told for one, told in values.items() if one == "sum" or set(folded_words(told)) & set(said)}
    for name in ("amount", "sum"):
        if name in values:
            values[name] = str(values[name])
    if action in ("exclude", "drop") and isinstance(values["expense"], str):
        values["expense"] = [values["expense"]]
    parts = _parts(values, message)
    for name in ("amounts", "weights", "currency"):
        values.pop(name, None)
    whole = [] if action == "change" and set(values) == {"expense"} else [{"action": _ACTIONS.get(action, action)}]
    return [{**one, "values": values} for one in whole] + parts


_ACTIONS = {"person": "rename_person"}
_NAMES: Mapping[str, Mapping[str, str]] = {
    "add": {"places": "new", "rating": "stars"},
    "people": {"add": "new"},
    "person": {"old": "person", "new": "name"},
    "payment": {"amount": "sum"},
    "change_payment": {"amount": "sum"},
}


def _parts(values: Mapping[str, Any], message: str) -> list[Answer]:
    """Return what each bears where it is told: those of whom nothing is told bear the rest."""
    expense = values.get("expense") or values.get("what")
    found: list[tuple[str, Mapping[str, str]]] = []
    sums: list[float] = list(values.get("amounts", {}).values())
    for who, part in values.get("amounts", {}).items():
        if sums.count(part) == 1:
            found.append((who, {"sum": str(part)}))
    figures = {word.text for word in words_of(message)}
    for who, part in values.get("weights", {}).items():
        if part != 1 or "1" in figures:
            found.append((who, {"share": "half a share" if part == 0.5 else f"{part} parts"}))
    return [{"action": "part", "values": {"expense": expense, "people": [who], **told}} for who, told in found]


def _as_said(message: str, code: str) -> str:
    """Return the words of a message that name a currency: a model copies them."""
    return next((text for text in _runs(message) if (named := currency_named(text)) and named.code == code), code)


def _runs(message: str) -> Iterable[str]:
    words: Sequence[Any] = words_of(message)
    for size in range(1, 4):
        for start in range(len(words) - size + 1):
            yield message[words[start].start : words[start + size - 1].end]
