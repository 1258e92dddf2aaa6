"""The words, numbers and dates that documents and questions about them share, in three languages."""
