"""What was said before, and what of it a message needs: plain functions on plain data."""
