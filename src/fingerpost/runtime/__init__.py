"""Process-level helpers: environment variables, locks, fork safety, deadlines, circuit breaker, background loop."""
