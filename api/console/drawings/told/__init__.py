"""A drawn round in words: chapters, sentences, marks, money."""
