"""Names, numbers, money, ratings, days and references, read out of people's words."""
