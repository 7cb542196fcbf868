"""What the build scripts share, with numpy: geometry of the die, throws to be baked, painted
ink.
"""
