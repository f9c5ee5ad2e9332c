"""Couriers that are killed while they send, and what people see of it."""
