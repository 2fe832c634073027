"""Cards of bingo: variants, the shapes that win, editions, and the ball that completes a shape."""
