"""The trip planner: a destination and its venues, with day, district, rating, notes, and whether one has been there."""
