"""The student: the embedding classifier, a linear model over sentence vectors and n-grams; training and storage."""
