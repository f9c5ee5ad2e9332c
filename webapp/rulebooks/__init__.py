"""What the rules say: one TOML file a rulebook, the two bases that they stand on, and a reader."""
