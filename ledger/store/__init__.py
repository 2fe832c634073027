"""The events table: how rows go in and come out."""
