"""Questions to databases of many trades and to the demo store, without a language model: right, wrong, not answered.

`python -m benchmarks figures` reads `tests/data/questions`. Of `kept-apart` only totals are shown.
"""

from __future__ import annotations

import json
import logging
import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import product
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from benchmarks.report import Check
from fingerpost.assistants.agents import store_allowlist
from fingerpost.assistants.agents.analytics import check_sql
from fingerpost.assistants.agents.analytics.allowlist import Allowlist
from fingerpost.assistants.agents.analytics.database_profile import profile_database
from fingerpost.assistants.agents.analytics.name_lookup import NameLookup
from fingerpost.assistants.agents.analytics.plan import plan
from fingerpost.assistants.agents.analytics.plan_with_names import plan_with_names
from fingerpost.assistants.agents.analytics.planner.measures import Meanings
from fingerpost.assistants.agents.analytics.planner.measures_file import store_meanings
from fingerpost.assistants.agents.analytics.planner.request import NotUnderstoodError
from fingerpost.assistants.agents.analytics.read_only_database import ReadOnlyDatabase
from fingerpost.assistants.agents.demo_data.generator import write_demo_store
from fingerpost.assistants.agents.settings import NAME_SECONDS

FOLDER = Path(__file__).parent.parent / "tests" / "data" / "questions"
RIGHT, WRONG, UNANSWERED, REFUSED = "right", "wrong", "unanswered", "refused"
CENT = 0.011
"""Two figures that differ by less are one figure, rounded."""
ORDERS, SEED = 10_000, 42

Row = Sequence[Any]


def checks() -> Iterator[Check]:
    """Yield the shares of the kept-apart sets, with those of the open ones beside them."""
    logging.disable()
    try:
        with TemporaryDirectory() as folder:
            for name in ("kept-apart", "open"):
                if not any((FOLDER / name).glob("*.jsonl")):
                    continue
                yield from _databases(FOLDER / name, Path(folder), name)
                yield from _store(FOLDER / name, Path(folder), name)
    finally:
        logging.disable(logging.NOTSET)


def _databases(questions: Path, folder: Path, name: str) -> Iterator[Check]:
    """Ask the questions of every database with the allowlist as it is generated."""
    found: Counter[str] = Counter()
    times: list[float] = []
    for script in sorted(questions.glob("*.sql")):
        file = folder / f"{name}-{script.stem}.sqlite"
        with sqlite3.connect(file) as connection:
            connection.executescript(script.read_text(encoding="utf-8"))
            allowlist = profile_database(f"sqlite:///{file}").allowlist
            rows = question_rows(script.with_suffix(".jsonl"))
            # The first question prepares the names of the schema; each other one is timed when it is new.
            times += [_reading_time(row["text"], allowlist) for row in rows][1:]
            lookup = NameLookup(ReadOnlyDatabase(f"sqlite:///{file}"), NAME_SECONDS)
            found.update(asked(connection, row, allowlist, Meanings(), lookup=lookup) for row in rows)
        connection.close()
    answerable = found[RIGHT] + found[WRONG] + found[UNANSWERED]
    others = found[REFUSED] + found["answered"]
    wrong = found[WRONG] + found["answered"]
    yield Check(
        f"{name}: databases of other trades, right", found[RIGHT] / answerable, 0.55, at_least=True, note=_told(found)
    )
    yield Check(f"{name}: databases of other trades, wrong", wrong / (answerable + others), 0.03)
    yield Check(f"{name}: what cannot be answered, refused", found[REFUSED] / others, 0.95, at_least=True)
    yield Check(f"{name}: a question is read in, ms, median", 1000 * median(times), 15)


def _reading_time(question: str, allowlist: Allowlist) -> float:
    """Return the seconds from a question to its statement, or to its refusal, without the database."""
    start = perf_counter()
    with suppress(NotUnderstoodError):
        plan(question, allowlist, meanings=Meanings())
    return perf_counter() - start


def _store(questions: Path, folder: Path, name: str) -> Iterator[Check]:
    """Ask the demo store, question by question and in conversations."""
    file = folder / "store.sqlite"
    if not file.exists():
        write_demo_store(file, ORDERS, SEED)
    with sqlite3.connect(file) as connection:
        levels: dict[bool, Counter[str]] = {False: Counter(), True: Counter()}
        for source in sorted(questions.glob("store*.jsonl")):
            for row in question_rows(source):
                levels[row["level"] == 3][asked(connection, row, store_allowlist(), store_meanings())] += 1
        for hard, (answered, right) in ((False, (0.72, 0.98)), (True, (0.25, 0.95))):
            found, level = levels[hard], "level 3" if hard else "levels 1 and 2"
            given = found[RIGHT] + found[WRONG]
            of = given + found[UNANSWERED]
            yield Check(
                f"{name}: demo store, {level}, answered", given / of, answered, at_least=True, note=_told(found)
            )
            yield Check(
                f"{name}: demo store, {level}, right of those", found[RIGHT] / max(1, given), right, at_least=True
            )
        yield from _conversations(connection, questions, name)
    connection.close()


def _conversations(connection: sqlite3.Connection, questions: Path, name: str) -> Iterator[Check]:
    """Ask turn by turn; a whole conversation is right where every turn is."""
    kinds: dict[str, Counter[str]] = {}
    whole, count = 0, 0
    for source in sorted(questions.glob("conversations*.jsonl")):
        for talk in question_rows(source):
            before: list[str] = []
            results = []
            for turn in talk["turns"]:
                result = asked(connection, turn, store_allowlist(), store_meanings(), before[-8:])
                kinds.setdefault(turn["kind"], Counter())[result] += 1
                results.append(result)
                before.append(turn["text"])
            whole, count = whole + (set(results) == {RIGHT}), count + 1
    follow, new = kinds["follow"], kinds["new"]
    note = _told(follow)
    yield Check(f"{name}: follow-ups, right", follow[RIGHT] / follow.total(), 0.65, at_least=True, note=note)
    yield Check(f"{name}: follow-ups, wrong", follow[WRONG] / follow.total(), 0.04)
    yield Check(f"{name}: new topics, right", new[RIGHT] / new.total(), 0.95, at_least=True, note=_told(new))
    yield Check(f"{name}: whole conversations", whole / count, 1 / 3, at_least=True, note=f"{whole} of {count}")


def asked(
    connection: sqlite3.Connection,
    row: dict[str, Any],
    allowlist: Allowlist,
    meanings: Meanings,
    before: Sequence[str] = (),
    lookup: NameLookup | None = None,
) -> str:
    """Return what comes of a question: right, wrong, unanswered; refused or answered where nothing can be.

    Names that the schema does not know are looked up in the database, as the agent does.
    """
    try:
        planned = plan_with_names(row["text"], allowlist, lookup, before=before, meanings=meanings)
        sql = check_sql(planned.sql, "sqlite", allowlist)
    except NotUnderstoodError:
        return UNANSWERED if row["sql"] else REFUSED
    if not row["sql"]:
        return "answered"
    same = same_figures(connection.execute(row["sql"]).fetchall(), connection.execute(sql).fetchall())
    return RIGHT if same else WRONG


def same_figures(wanted: Sequence[Row], given: Sequence[Row]) -> bool:
    """Whether all that was wanted is in what was given: as many rows, in any order; columns may be more."""
    if len(wanted) != len(given):
        return False
    if not wanted:
        return True
    columns = [_column(given, at) for at in range(len(given[0]))]
    # The columns that have the values of each that is wanted, in whatever rows.
    alike = [
        [at for at, column in enumerate(columns) if _same_row(own, column)]
        for own in (_column(wanted, at) for at in range(len(wanted[0])))
    ]
    return any(
        len(set(chosen)) == len(chosen)
        and all(map(_same_row, _sorted(wanted), _sorted([[row[at] for at in chosen] for row in given])))
        for chosen in product(*alike)
    )


def _column(rows: Sequence[Row], at: int) -> list[Any]:
    """Return the values of a column in order, numbers first."""
    values = [row[at] for row in rows]
    numbers = sorted((value for value in values if _is_number(value)), key=float)
    return [*numbers, *sorted((value for value in values if not _is_number(value)), key=str)]


def _sorted(rows: Sequence[Row]) -> list[Row]:
    return sorted(rows, key=lambda row: [f"{float(v):.1f}" if _is_number(v) else str(v) for v in row])


def _same_row(one: Row, other: Row) -> bool:
    return all(
        abs(float(a) - float(b)) <= CENT if _is_number(a) and _is_number(b) else str(a) == str(b)
        for a, b in zip(one, other, strict=True)
    )


def _is_number(value: Any) -> bool:
    if isinstance(value, int | float):
        return True
    return isinstance(value, str) and value.replace(".", "", 1).isdigit()


def question_rows(file: Path) -> list[dict[str, Any]]:
    """Return the questions of a file."""
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]


def _told(found: Counter[str]) -> str:
    return ", ".join(f"{count} {name}" for name, count in sorted(found.items()))
