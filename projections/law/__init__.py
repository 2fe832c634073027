"""The version of our own law: of the code, the rules and the matrix by which figures are made.

- ``version``      what this program judges by
- ``differences``  what two sets of projections, made by different versions, say otherwise
"""
