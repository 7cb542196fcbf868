"""The screens. Each shows something, offers targets, and turns presses into acts.

A scene never decides a rule: it asks the engine what is legal and why not, and submits actions.
`base.Scene` has what all share: focus, presses, the message line.
"""
