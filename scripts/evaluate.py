"""Evaluate the shipped routebooks on their frozen sets, without a model, and write one report: `make eval`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from fingerpost import Router
from fingerpost.evaluation.cross_validation import cross_validate, figures
from fingerpost.evaluation.evaluate import evaluate
from fingerpost.evaluation.overview import write_overview
from fingerpost.evaluation.rows import read_rows
from fingerpost.routing.layers.memo import Memo
from fingerpost.settings import Settings

ROOT = Path(__file__).parent.parent
SETS = {
    "avap": ("avap-dev", "avap-check", "avap-hostile"),
    "agents": ("agents-dev", "agents-check", "agents-3", "agents-4"),
    "miniapps": ("miniapps-dev", "miniapps-check", "miniapps-final"),
}


def main() -> None:
    """Evaluate every set, cross-validate every routebook, and tell where the report is."""
    settings = replace(Settings.from_environment(), slots={})
    results, validated = [], {}
    for name, sets in SETS.items():
        router = Router.from_routebook(name, settings=settings, memo=Memo(size=0))
        book = router.routebook
        for stem in sets:
            file = ROOT / "tests" / "data" / f"{stem}.jsonl"
            result = evaluate(router, read_rows(file, book.names, book.out_of_scope), file.relative_to(ROOT))
            print(f"{stem}: {_figures(result)}", flush=True)
            results.append(result)
        found = validated[name] = figures(book, cross_validate(book, router.batcher.encoder, settings.cache))
        print(
            f"{name}, cross-validated: accuracy {found['accuracy']:.4f}, accepted {found['coverage']:.4f}, wrong among "
            f"accepted {found['accepted_error']:.4f}",
            flush=True,
        )
    print(write_overview(results, validated, ROOT / "build" / "eval"))


def _figures(result: Mapping[str, Any]) -> str:
    """Return the figures of one set in a line; rows out of scope only where there are some."""
    outside = result["out_of_scope"]
    figures = {
        "accuracy": result["accuracy"],
        "served": result["accuracy_served"],
        "accepted": result["coverage"],
        "out of scope caught": outside["caught"],
        "out of scope accepted": outside["accepted"],
    }
    return ", ".join(f"{name} {value:.4f}" for name, value in figures.items() if value is not None)


if __name__ == "__main__":
    main()
