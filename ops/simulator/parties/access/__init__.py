"""What somebody says who may not: single words, rows of the matrix, two parts in one hand."""
