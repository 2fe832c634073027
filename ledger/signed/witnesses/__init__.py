"""Checkpoints before others: policies, requests to witnesses, proof of two histories."""
