"""Write what the readers of the shipped mini-apps learn from their examples, so that they open at once.

Run it after a change of an app's `actions.toml` or `examples.jsonl`, of `framework/controls.*`, or of the reader's
weights: `python scripts/keep_readers.py`. A test tells when it was forgotten.
"""

from __future__ import annotations

from fingerpost.assistants.miniapps.bill_split.app import APP as BILL_SPLIT
from fingerpost.assistants.miniapps.framework.commands import CONTROLS
from fingerpost.assistants.miniapps.trip_planner.app import APP as TRIP_PLANNER
from fingerpost.reading.reader import keep_learned

if __name__ == "__main__":
    for app in (TRIP_PLANNER, BILL_SPLIT):
        kept = keep_learned(app.declaration, CONTROLS)
        print(f"{app.id}: {kept.stat().st_size:,} bytes")
