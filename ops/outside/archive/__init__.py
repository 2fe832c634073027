"""The archive: sealed ranges of a log, each checked alone; all of them prove the whole."""
