"""Where turns and traces are kept: SQLite on one machine, PostgreSQL for many."""

from fingerpost.stores.store import Store
from fingerpost.stores.trace_writer import TraceWriter, open_trace_writer

__all__ = ["Store", "TraceWriter", "open_trace_writer"]
