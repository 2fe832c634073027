"""The one way in: from submitted bytes to a receipt."""
