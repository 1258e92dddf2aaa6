"""Moving house, a mini-app for Fingerpost."""
