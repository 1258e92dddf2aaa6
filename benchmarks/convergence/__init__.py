"""The path from a model on every message to a model for the odd one: a teacher, a stream, and the loop in between."""
