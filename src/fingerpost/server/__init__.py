"""Servers: gRPC, HTTP and the OpenAI-compatible form of it, around one assistant."""
