"""Convergence of the learning loop: how the share of messages that need the language model falls with training."""
