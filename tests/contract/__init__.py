"""What holds for every game: nothing here knows which game it tests."""
