"""What others make of checkpoints: policies, requests to witnesses, proof of two histories."""
