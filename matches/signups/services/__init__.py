"""What happens to sign-ups."""
