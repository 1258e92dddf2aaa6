"""Training of the sentence encoder; not part of the package."""
