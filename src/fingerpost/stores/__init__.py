"""Where turns and traces are kept: SQLite on one machine, PostgreSQL for many."""

from fingerpost.stores.store import Store
from fingerpost.stores.traces import Traces, open_traces

__all__ = ["Store", "Traces", "open_traces"]
