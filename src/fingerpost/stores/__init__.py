"""Persistent storage of turns, traces, app sessions and student versions, in SQLite or PostgreSQL."""

from fingerpost.stores.store import Store
from fingerpost.stores.trace_writer import TraceWriter, open_trace_writer

__all__ = ["Store", "TraceWriter", "open_trace_writer"]
