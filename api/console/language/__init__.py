"""Words of the console in both languages: catalogue, vocabulary, accounts, figures."""
