"""Random use of all that is public, to find what nobody thought of: `make fuzz SECONDS=600`."""
