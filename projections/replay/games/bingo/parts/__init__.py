"""The parts of a jogada: cards, sale, draw, facts, prizes."""
