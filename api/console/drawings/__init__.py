"""A round drawn step by step: what was told up to a step, its steps in words, its table as SVG."""
