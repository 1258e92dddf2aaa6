"""Whether what was found answers the question, and whether code that was written is sound."""
