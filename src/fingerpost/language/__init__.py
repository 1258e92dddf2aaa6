"""What every part that reads words shares: folding, language detection and the word tables of three languages."""
