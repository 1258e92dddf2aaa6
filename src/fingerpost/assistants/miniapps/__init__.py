"""Mini-apps: small stateful apps that run inside a chat."""
