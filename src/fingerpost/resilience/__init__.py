"""What happens when a server fails that an answer uses: limits, circuit breakers, and the next rung of a ladder."""
