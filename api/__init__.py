"""What people and machines may ask, over HTTP."""
