"""Whole matches played by the program: simulated, analysed, taught."""
