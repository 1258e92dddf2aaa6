"""Observability: log events, facts for contract checks, metrics, OpenTelemetry spans, redaction of stored text."""
