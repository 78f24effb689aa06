"""The colours of the charts, which hold on a light and on a dark ground."""

INK = "#787878"  # letters and axes: 4 to 1 and better on white and on JupyterLab's dark grey
FAINT = "rgba(128,128,128,0.28)"  # grid lines, empty cells
CLEAR = "rgba(0,0,0,0)"

# Okabe and Ito's colours, which stay apart for the usual kinds of colour blindness
BLUE, ORANGE, GREEN, VERMILLION = "#0072B2", "#E69F00", "#009E73", "#D55E00"
SKY, PURPLE, YELLOW = "#56B4E9", "#CC79A7", "#F0E442"
COLOURS = (BLUE, ORANGE, GREEN, VERMILLION, SKY, PURPLE, YELLOW)
PATTERNS = ("", "/", "x", ".", "\\", "+", "-")  # beside the colours, for bars
