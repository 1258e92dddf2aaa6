"""The student: a linear classifier over sentence vectors and n-grams, its training, calibration and storage."""
