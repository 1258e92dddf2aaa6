"""Reads a question about any database into a structured query, and accounts for every word of it."""
