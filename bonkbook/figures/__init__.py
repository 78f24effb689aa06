"""Pure functions to plotly: boards, dice grids, distributions, chains."""
