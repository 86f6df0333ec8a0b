"""The pages on which zones and the rota are planned, and what a judge states of themselves."""
