"""What a seat is shown before it is asked, and the cards that its answer names."""

from __future__ import annotations

import numpy as np

from sim.core import jit
from sim.core.bits import bit
from sim.core.seam import ask
from sim.games.tractor.cards import N_KINDS
from sim.games.tractor.decisions import CHOSEN
from sim.games.tractor.rules import add_cards
from sim.games.tractor.state import N_SEATS

NOBODY = -1


@jit.helper
def show_no_lead(view):
    """There is nothing to follow."""
    view.suit = np.uint64(0)
    view.n_cards = 0
    view.n_pairs = 0
    view.best = NOBODY
    view.best_seat = NOBODY
    view.trick_points = 0


@jit.helper
def open_trick(game):
    """Nothing lies on the table; everybody sees who leads, and what the tricks before have brought."""
    game.n_played = 0
    game.trick_points = 0
    trick = np.uint64(game.tricks)
    for seat in range(N_SEATS):
        view = game.views[seat]
        for other in range(N_SEATS):
            view.trick[other] = np.uint64(0)
            view.trick_pairs[other] = np.uint64(0)
        view.leader = game.leader
        view.leaders[trick] = game.leader
        view.tricks = game.tricks
        view.cards_left = game.cards_left
        view.points[0] = game.points[0]
        view.points[1] = game.points[1]


@jit.helper
def show_play(game, seat, one, both):
    """Everybody sees what a seat puts down."""
    trick, player = np.uint64(game.tricks), np.uint64(seat)
    played, played_pairs = add_cards(game.played[seat], game.played_pairs[seat], one, both)
    game.played[seat] = played
    game.played_pairs[seat] = played_pairs
    for other in range(N_SEATS):
        view = game.views[other]
        view.trick[player] = one
        view.trick_pairs[player] = both
        view.plays[trick, player] = one
        view.play_pairs[trick, player] = both
        view.played[player] = played
        view.played_pairs[player] = played_pairs


@jit.helper
def consult(game, seat, decision):
    """The seat's answer to a decision, its View as it stands."""
    game.asked[seat] += 1
    return ask(game.functions[seat, decision], game.views[seat])


@jit.helper
def cards_answered(view, answer):
    """The set of cards that an answer names; empty for an answer that names none."""
    if answer == CHOSEN:
        return view.chosen, view.chosen_pairs
    return bit(answer) if 0 <= answer < N_KINDS else np.uint64(0), np.uint64(0)
