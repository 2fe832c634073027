"""Questions about records: settle them as lines of JSON say, or with one fact changed."""
