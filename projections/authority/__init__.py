"""Who may say what, and what follows where somebody else says it: pure, and data first.

``authority@1``. Nothing here reads an event's place in the log or keeps anything: the stage
``authority`` asks with what it knows there.
"""
