"""What a model says about an account, checked by arithmetic against the data that was sent."""
