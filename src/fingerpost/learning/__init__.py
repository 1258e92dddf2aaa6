"""The learning loop: decisions become data, data a better student, and nothing gets worse."""
