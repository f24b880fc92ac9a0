"""What both games share: chance, the agenda with its loop, piles of cards."""
