"""The deck of our own: which cards have a face, how each is drawn, and the one file that pages take them from."""
