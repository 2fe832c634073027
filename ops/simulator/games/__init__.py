"""The parties of a casino, a module a game or a few, and the pieces that games share.

They know the rules and the events, and nothing of replay, gathering or projections.
"""
