"""Checks before an answer goes out: relevance of retrieved passages, and syntax of generated code."""
