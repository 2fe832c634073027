"""Rounds that replay leaves open, whole or in part: impossible amounts, unread words."""
