"""The words of papers: rules by their own sentences, kinds of events, results of rounds."""
