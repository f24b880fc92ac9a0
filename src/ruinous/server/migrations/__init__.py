"""The history of the database's form. A change of `schema.metadata` needs a new file in `versions`; a test compares the two."""
