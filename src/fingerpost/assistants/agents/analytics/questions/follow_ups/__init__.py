"""Reads questions that edit the one before or point at it, and tells whether one does."""
