"""The planner: a question in three languages becomes one SELECT, with no model, or is refused with the reason."""
