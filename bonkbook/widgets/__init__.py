"""Widgets for Jupyter: thin views of a position, a cursor, an event; no rules in them."""
