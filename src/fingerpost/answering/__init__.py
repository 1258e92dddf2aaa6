"""Answers: the assistant, its pipeline and handlers, and the sessions that store messages and answers."""
