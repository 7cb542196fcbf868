"""The screen: the only part of the game that imports pygame.

A scene describes its picture as a list of items in logical units (`painter`), the canvas turns the
list into pixels and redraws only what changed (`canvas`), the loop feeds scenes with intents
(`input`) and fixed steps of time (`loop`). No rule is decided here: scenes ask `cacho.engine`.
"""

import os

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # before pygame is first imported
