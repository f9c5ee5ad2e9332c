"""What deploy/ ships, tried as it is shipped."""
