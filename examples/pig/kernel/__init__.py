"""The rules of Pig, in the subset of Python that numba compiles."""
