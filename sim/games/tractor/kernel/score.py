"""T18-T21: what a deal brings."""

from __future__ import annotations

from sim.core import jit
from sim.games.tractor.cards import ACE
from sim.games.tractor.rules import DEAL, REACH, attackers_rise, defenders_rise, kitty_bonus, level_after, n_points, next_dealer


@jit.helper
def score_deal(game):
    """T18-T21: the attackers' points, both teams' levels, the next dealer; the deal is entered in the record."""
    at = game.n_deals
    defending = game.dealer & 1
    attacking = 1 - defending
    kitty_points = n_points(game.buried, game.buried_pairs, game.level)
    taken = game.best_seat & 1 == attacking
    points = game.points[attacking]
    if taken:
        points += kitty_bonus(kitty_points, game.n_cards)
    game.dealers[at] = game.dealer
    game.deal_levels[at] = game.level
    game.declarations[at] = game.standing
    game.declarers[at] = game.standing_by
    game.trumps[at] = game.trump
    game.attackers[at] = points
    game.kitty_points[at] = kitty_points
    game.factors[at] = kitty_bonus(1, game.n_cards) if taken else 0
    game.n_tricks[at] = game.tricks
    game.kept[at] = 1 if game.dealer == game.opener else 0
    rise_levels(game, points, defending)
    game.dealer = next_dealer(game.dealer, points)
    game.n_deals += 1


@jit.helper
def rise_levels(game, points, defending):
    """T20, T21: the levels after a deal."""
    side = defending if points < REACH else 1 - defending
    rise = defenders_rise(points) + attackers_rise(points)
    game.levels[side] = level_after(game.levels[side], rise, side == defending, game.rules.defend_ace)
    game.is_won = 1 if game.rules.unit != DEAL and game.levels[side] > ACE else 0
