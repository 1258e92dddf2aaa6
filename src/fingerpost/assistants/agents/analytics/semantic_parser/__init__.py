"""Reads a question by what was learned from questions to many other databases, and says how sure it is."""
