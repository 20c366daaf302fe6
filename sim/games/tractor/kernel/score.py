"""T18-T21: what a deal brings."""

from __future__ import annotations

from sim.core import jit
from sim.games.tractor.cards import ACE
from sim.games.tractor.rules import DEAL, REACH, attackers_rise, defenders_rise, kitty_bonus, level_after, n_points, next_dealer


@jit.helper
def kitty_factor(game):
    """T19: how many times the buried points count for the attackers; 0 if the dealer's team has won the last trick."""
    return kitty_bonus(1, game.n_cards) if (game.best_seat ^ game.dealer) & 1 else 0


@jit.helper
def deal_points(game):
    """T18, T19: the attackers' points, once all tricks are played."""
    return game.points[1 - (game.dealer & 1)] + kitty_factor(game) * n_points(game.buried, game.buried_pairs, game.level)


@jit.helper
def score_deal(game):
    """T18-T21: the attackers' points, both teams' levels, the next dealer; the deal is entered in the record."""
    at, points = game.n_deals, deal_points(game)
    game.dealers[at] = game.dealer
    game.deal_levels[at] = game.level
    game.declarations[at] = game.standing
    game.declarers[at] = game.standing_by
    game.trumps[at] = game.trump
    game.attackers[at] = points
    game.kitty_points[at] = n_points(game.buried, game.buried_pairs, game.level)
    game.factors[at] = kitty_factor(game)
    game.n_tricks[at] = game.tricks
    game.kept[at] = 1 if game.dealer == game.opener else 0
    rise_levels(game, points, game.dealer & 1)
    game.dealer = next_dealer(game.dealer, points)
    game.n_deals += 1


@jit.helper
def rise_levels(game, points, defending):
    """T20, T21: the levels after a deal."""
    side = defending if points < REACH else 1 - defending
    rise = defenders_rise(points) + attackers_rise(points)
    game.levels[side] = level_after(game.levels[side], rise, side == defending, game.rules.defend_ace)
    game.is_won = 1 if game.rules.unit != DEAL and game.levels[side] > ACE else 0
