"""The shapes of answers by subject: finance's figures, cases, the house and its proof."""
