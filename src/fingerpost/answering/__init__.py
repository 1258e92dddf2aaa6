"""What surrounds a decision: the session it belongs to, and the answer that follows it."""
