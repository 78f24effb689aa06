"""The rules of BONK: all and only what numba compiles."""
