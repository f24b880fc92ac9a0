"""Sheets to print: cards, player aids, rules, as PDF or PNG (extra `print`: typst)."""
