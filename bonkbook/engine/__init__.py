"""What every game shares: kernels run two ways, events, positions, the Game value."""
