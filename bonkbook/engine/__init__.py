"""What every game shares: the twin texts, events, positions, the Game value."""
