"""The migrations, one named change each, the same on SQLite and PostgreSQL. None is edited once shipped."""
