"""What every mini-app shares: its parts, replay, understanding a message, and the handler that answers."""
