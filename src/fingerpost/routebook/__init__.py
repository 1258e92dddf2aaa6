"""A routebook: its model, how it is read from a folder, checked and packed, and what it says of guards and apps."""
