"""How long a suspension lasts, and which games have served it. Pure."""
