"""`make eval` leaves no frozen set of a shipped routebook out."""

from __future__ import annotations

import runpy
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_every_set_of_every_shipped_routebook_is_evaluated() -> None:
    sets = runpy.run_path(str(ROOT / "scripts" / "evaluate.py"))["SETS"]
    shipped = (ROOT / "src" / "fingerpost" / "assistants").glob("*/routebook.toml")
    assert set(sets) == {file.parent.name for file in shipped}
    for name, stems in sets.items():
        assert set(stems) == {file.stem for file in (ROOT / "tests" / "data").glob(f"{name}-*.jsonl")}
    rule = (ROOT / "Makefile").read_text(encoding="utf-8").partition("\neval: ")[2].partition("\n\n")[0]
    # The core install and nothing beside it.
    assert rule.startswith("$(VENV)/installed\n")
    assert "scripts/evaluate.py" in rule
