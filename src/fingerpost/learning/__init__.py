"""The learning loop: decisions become labelled rows, rows a better student, and nothing gets worse."""
