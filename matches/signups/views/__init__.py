"""The pages of signing up."""
