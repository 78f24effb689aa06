"""What the rules of several games share, in the subset of Python that numba compiles."""
