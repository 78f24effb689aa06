"""The rules of Parcheesi: all and only what numba compiles."""
