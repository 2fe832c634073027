"""Deployment: files for the machines of a house, their guide, and the doctor of an installation."""
