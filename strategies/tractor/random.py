"""Every lawful act by chance.

Idea: declares, buries, leads and follows uniformly: among distinct declarations, among cards when burying and
following, among shapes and then distinct leads when leading.
Origin: the yardstick below which nothing thoughtful may fall; an exact definition for independent programs.
Weakness: all of them.
"""

from sim.games.tractor.strategist import random_bury, random_declaration, random_follow, random_lead


def declare(view):
    """Passing or any lawful declaration."""
    return random_declaration(view)


def bury(view):
    """Any eight cards."""
    return random_bury(view)


def lead(view):
    """Any shape held, then any lead of it."""
    return random_lead(view)


def follow(view):
    """Any owed pairs, any cards beside them."""
    return random_follow(view)
