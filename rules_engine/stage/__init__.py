"""Bank! (the stage game), by docs/rules/stage.md. Nothing outside this folder imports it but the registry of games."""
