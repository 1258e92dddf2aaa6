"""A question about a document becomes an answer: its fields, calculations over them, or the words of the document."""
