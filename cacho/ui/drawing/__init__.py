"""What is drawn live: dice, marks written by hand, leather of any size, and the baked throws.

Each module needs pygame and the standard library alone, draws the same pixels for the same
arguments, and knows no scene, item or game. `README.md` has the figures and how it works.
"""
