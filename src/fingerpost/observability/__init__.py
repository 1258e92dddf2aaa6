"""What can be seen from outside: log events, facts for the contract, metrics, spans, redaction of stored text."""
