"""Reads routes and examples that other tools wrote: one module a format, and `read.py` to choose one."""
