"""What the gathering of several games shares."""
