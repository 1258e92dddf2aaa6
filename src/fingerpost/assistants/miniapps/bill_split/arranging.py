"""What the commands of one message say together."""

from __future__ import annotations

from collections.abc import Sequence

from fingerpost.assistants.miniapps.framework.parts import AppCommand, State, Values

LATEST = 0
"""Stands for the expense that the same message adds: no expense has this id."""

_PAIR = ("people", "share", "sum")


def arrange(state: State, commands: Sequence[AppCommand], last: str) -> Sequence[AppCommand]:
    """Return the commands of a message as they are meant; `last`: the event that the message before led to.

    What is told of no expense by name is told of the one that the same message adds, or of which it just gave a part;
    an amount right after a payment is the payment's. The parts of one expense are one command.
    """
    del state
    arranged: list[AppCommand] = []
    for command in commands:
        meant = _meant(command, arranged, last)
        place = _same_part(meant, arranged)
        if place is None:
            arranged.append(meant)
        else:
            arranged[place] = _together(arranged[place].values, meant.values)
    return arranged


def _meant(command: AppCommand, before: Sequence[AppCommand], last: str) -> AppCommand:
    values = command.values
    if "expense" not in values.get("assumed", ()):
        return command
    if any(one.action == "expense" for one in before):
        return AppCommand(command.action, {**values, "expense": [LATEST] if _is_many(values) else LATEST})
    if before and command.action == before[-1].action == "part":
        return AppCommand("part", {**values, "expense": before[-1].values["expense"]})
    only_amount = "amount" in values and not {"payer", "among", "what"} & set(values)
    if command.action == "change" and only_amount and last in ("paid", "repaid"):
        return AppCommand("change_payment", {"sum": values["amount"], "language": values["language"]})
    return command


def _is_many(values: Values) -> bool:
    return isinstance(values["expense"], list)


def _same_part(meant: AppCommand, before: Sequence[AppCommand]) -> int | None:
    """Return the place of an earlier command for a part of the same expense."""
    alike = (
        place
        for place, one in enumerate(before)
        if one.action == meant.action == "part" and one.values["expense"] == meant.values["expense"]
    )
    return next(alike, None)


def _together(first: Values, more: Values) -> AppCommand:
    pairs = [*first.get("pairs", [_pair(first)]), _pair(more)]
    return AppCommand("part", {name: value for name, value in first.items() if name not in _PAIR} | {"pairs": pairs})


def _pair(values: Values) -> Values:
    return {name: values[name] for name in _PAIR if name in values}
