"""Whether cases and tests notice when a rulebook, or what sync rests on, is changed, one place at a time."""
