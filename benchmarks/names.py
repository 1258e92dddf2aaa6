"""Whether a name changes where a message goes: twenty names in each of ten sentences, in three languages.

`python -m benchmarks names` puts the names of `tests/data/app-names.json` into its sentences, sends each to the router
while the app runs, and counts how many go where most of the same sentence go. Names and sentences were written from the
apps' purpose alone; some names are verbs, numbers, weekdays or whole phrases.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.app_conversations import Player
from benchmarks.report import Table
from fingerpost.answering.sessions import with_app
from fingerpost.assistants.miniapps.framework.app import MiniApp
from fingerpost.assistants.miniapps.framework.doing import done
from fingerpost.assistants.miniapps.framework.parts import LANGUAGES, AppCommand, Language
from fingerpost.routebook.apps import AppEvent, AppSession
from fingerpost.types import Message

SENTENCES = Path(__file__).parent.parent / "tests" / "data" / "app-names.json"
APPS = {"trip": "trip_planner", "bill": "bill_split"}


def measure(cache: Path) -> Iterator[Table]:
    """Yield how many messages go where most with the same sentence go."""
    content, player = json.loads(SENTENCES.read_text(encoding="utf-8")), Player(cache)
    rows: list[tuple[str, str, int, int, int]] = []
    for app, parts in content.items():
        for language in LANGUAGES:
            same = total = to_app = 0
            for frame in parts["frames"][language]:
                routes = asyncio.run(_routes(player, APPS[app], language, frame, parts["names"][language]))
                same += Counter(routes).most_common(1)[0][1]
                total += len(routes)
                to_app += sum(route == player.book.acting for route in routes)
            rows.append((app, language, total, same, to_app))
    rows.append(("all", "", sum(row[2] for row in rows), sum(row[3] for row in rows), sum(row[4] for row in rows)))
    shown = [(app, language, n, f"{same / n:.3f}", f"{to_app / n:.3f}") for app, language, n, same, to_app in rows]
    yield Table("Names in sentences", ("app", "language", "n", "the same route", "to be done"), shown)


async def _routes(
    player: Player, app: str, language: Language, frame: dict[str, object], names: Sequence[str]
) -> list[str]:
    found = []
    for name in names:
        session = _running(player.apps[app], language, name if frame["known"] else "")
        message = with_app(Message(str(frame["text"]).replace("{}", name)), player.book, session)
        found.append((await player.router.aroute(message)).route or "")
    return found


def _running(app: MiniApp, language: Language, name: str) -> AppSession:
    """Return an app that runs and holds a name, if one is given, beside others."""
    opened = AppEvent("_opened", {"language": language, **app.begin(language)})
    names = [*([name] if name else []), "Elena", "Rafa"]
    paid = {"what": "taxi", "amount": {"cents": 3000, "currency": "", "written": ""}, "payer": "Elena"}
    commands = {
        "trip_planner": [AppCommand("add", {"new": [*names[:-2], "Old Harbour", "Mirador"], "language": language})],
        "bill_split": [
            AppCommand("people", {"new": names, "language": language}),
            AppCommand("expense", {**paid, "language": language}),
            AppCommand("expense", {**paid, "what": "pizza", "language": language}),
        ],
    }[app.id]
    step = done(app, app.session((opened,)), commands, language, confirmed=len(commands))
    return AppSession(1, app.id, (opened, *step.events))
