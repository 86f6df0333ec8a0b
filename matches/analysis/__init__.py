"""Records analysed by a worker: what each decision cost."""
