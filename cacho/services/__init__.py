"""What the game needs from the machine: folders, saved files, languages, bundled resources.

Owns everything that touches the disk. Must not import pygame, and must never stop the game: what
goes wrong here comes back as a `Notice`, not as an exception.
"""
