"""What the process needs: environment variables, locks, fork, deadlines, circuit breaker, background event loop."""
