"""Cacho, the Bolivian dice game: `engine` (the rules), `services` (disk and language), `ui` (the screen).

The engine knows nothing of the other two; only `ui` imports pygame. Start with `cacho.engine`.
"""

__version__ = "0.1.0"
