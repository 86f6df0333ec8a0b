"""Models in, the plain values of the answers out. Every function here asks the same number of queries for any size."""
