"""Like `pairs`, with memory: knows which cards are left and who is void.

Idea: a card is a boss when nothing unseen beats it in its suit; bosses are led (unless an opponent has shown a void of
that suit) and partners' bosses are fed.
Origin: the step after pairs in the ladders of public rule players.
Weakness: does not count trumps against ruffs, plans no endgame for the kitty.
"""

from sim.games.tractor.strategist import LANE, Knob, boss_cards, is_void
from strategies.tractor._table import follow_by_rule, is_beyond, lead_pairs_first

KNOBS = (Knob("ruff_from", 10, 0, 100, "points in a trick from which it is ruffed"),)
COMPANIONS = {"declare": "basic", "bury": "basic"}
RUFF_FROM, N_SIDES, TRUMPS = 0, 4, 4


def may_ruff(view, suit):
    """Whether an opponent has shown a void of the suit, but none of trumps."""
    for step in (1, 3):
        seat = (view.seat + step) & 3
        if is_void(view, seat, suit) and not is_void(view, seat, TRUMPS):
            return True
    return False


def lead(view):
    """The longest tractor, the highest pair, a safe boss, else high from the longest side suit."""
    bosses = boss_cards(view)
    for suit in range(N_SIDES):
        if may_ruff(view, suit):
            bosses &= ~LANE[suit]
    return lead_pairs_first(view, bosses)


def follow(view):
    """Feed, win, or give away little."""
    return follow_by_rule(view, is_beyond(view), view.parameters[RUFF_FROM])
