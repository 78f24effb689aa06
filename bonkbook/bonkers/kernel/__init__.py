"""The rules of This Game is Bonkers!: all and only what numba compiles."""
