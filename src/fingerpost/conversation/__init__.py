"""Conversation context: references to previous turns, topic shifts and search in past turns."""
