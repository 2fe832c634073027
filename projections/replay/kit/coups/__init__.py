"""Games in which one outcome decides every bet on a cloth: boule, roda da sorte, cussec.

What becomes of a stake, which bets came in time, when a coup is null and a round void. No game's
rule: each gives the numbers it cites, and says whether a null coup opens the bets again.
"""
