"""The watch: follows a log from elsewhere, keeps its hashes, and proves what contradicts them."""
