"""The bacarás: records from events."""
