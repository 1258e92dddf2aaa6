"""Encoders and chat models: embedded, or behind an OpenAI-compatible server."""
