"""Cacho, the Bolivian dice game: `engine` (rules), `services` (disk, language), `ui` (screen).

The engine knows nothing of the other two; only `ui` imports pygame. Start with `cacho.engine`.
"""

__version__ = "0.1.0"
