"""Rollouts: what each choice of a seat is worth, by playing imagined worlds (worlds/) on to the end of the deal.

A policy sits at every seat, the own one included, and decides everything but the choice itself. All choices are played
out in the same worlds with the same private streams; the policy's memory is empty when a world begins. What a choice
brings in a world is the own side's: levels that it rises less those of the other side, not cut at A (T20); attackers'
points beyond 80, less than 80 counting for who defends (T18, T19); whether the deal is won.

Which of its cards the dealer took up from a kitty is seen by nobody else; in a world it is those that are buried.
"""

from __future__ import annotations

import numpy as np

from sim.core import blocks, jit
from sim.core.bits import lowest
from sim.core.seam import scratch
from sim.games.tractor.cards import HAND_SIZE, KITTY_SIZE
from sim.games.tractor.choices import LEVELS, MARGIN, WON, set_of
from sim.games.tractor.decisions import BURY, DECLARE, LEAD, UNKNOWN
from sim.games.tractor.kernel.opening import bury, declare_all, put_burial, put_declaration, settle_trumps
from sim.games.tractor.kernel.score import deal_points
from sim.games.tractor.kernel.seats import open_trick
from sim.games.tractor.kernel.tricks import play_all, put_follow, put_lead
from sim.games.tractor.rules import PASS, REACH, attackers_rise, defenders_rise, pairs_led, suit_of
from sim.games.tractor.state import N_SEATS, RECORD
from sim.games.tractor.worlds import WORLD, consider, draw_world
from sim.games.tractor.worlds.known import BURIED, KNOWN

NOTHING = np.uint64(0)

_new_games, _new_known, _new_worlds = scratch(RECORD), scratch(KNOWN), scratch(WORLD)


@jit.helper
def value_choices(view, decision, choices, policy, outcomes):
    """Fills outcomes (worlds, choices, choices.N_OUTCOMES) int64 with what each choice brings in each world; moves view.rng on.

    view: of the seat that is asked for `decision`. choices: (n,) int64, lawful (not checked), as choices.py numbers them.
    policy: a record of seam.PLAYER. Raises ValueError when the policy answers unlawfully, or when no world agrees
    with the View.
    """
    _value_choices(view, decision, choices, policy, outcomes, _new_games(), _new_known(), _new_worlds())


@jit.helper
def _value_choices(view, decision, choices, policy, outcomes, games, knowns, worlds):  # (the caller keeps the records alive)
    game, known, world = games[0], knowns[0], worlds[0]
    open_table(view, game)
    ways = consider(view, known)
    if ways[0, known.room[0], known.room[1], known.room[2]] == 0.0:
        raise ValueError("no way to lay the unseen cards agrees with what has been shown")
    for w in range(outcomes.shape[0]):
        draw_world(view, known, ways, world)
        for c in range(choices.shape[0]):
            enter(view, policy, world, game)
            put_choice(view, game, decision, choices[c])
            if not finish_deal(game, decision):
                raise ValueError("the policy answered unlawfully in a world")
            points, sign = deal_points(game), 1 if (view.seat ^ game.dealer) & 1 else -1
            levels = sign * (attackers_rise(points) - defenders_rise(points))
            outcomes[w, c, LEVELS] = levels
            outcomes[w, c, MARGIN] = sign * (points - REACH)
            outcomes[w, c, WON] = 1 if (sign > 0) == (points >= REACH) else 0


@jit.helper
def finish_deal(game, decision):
    """Plays the deal of a world on after a choice; False on an unlawful answer."""
    if decision == DECLARE:
        if not declare_all(game):
            return False
        settle_trumps(game)
        if not bury(game):
            return False
    return play_all(game)


@jit.helper
def put_choice(view, game, decision, choice):
    """The choice itself."""
    if decision == DECLARE:
        put_declaration(game, choice)
        return
    one, both = set_of(view.hand, view.pairs, choice)
    if decision == BURY:
        put_burial(game, view.hand, view.pairs, one, both)
    elif decision == LEAD:
        open_trick(game)
        put_lead(game, view.seat, one, both, pairs_led(one, both, view.trump))
    else:
        put_follow(game, view.seat, one, both, view.best, view.best_seat)


# What all worlds share -----------------------------------------------------------------------------------------------


@jit.helper
def open_table(view, game):
    """What all worlds of a question share: what is agreed, and the tricks so far."""
    game.rules.dealer = UNKNOWN if view.is_first else view.dealer
    game.rules.first_dealer = view.first_dealer
    game.level, game.n_deals = view.level, view.deal
    for seat in range(N_SEATS):
        other = game.views[seat]
        other.seat, other.level, other.is_first, other.first_dealer, other.deal = seat, view.level, view.is_first, view.first_dealer, view.deal
        for team in range(2):
            other.levels[team] = view.levels[team]
        for t in range(view.tricks):
            copy_trick(view, other, t)


@jit.helper
def copy_trick(view, other, t):
    """Who led a trick, and what each seat has played to it."""
    other.leaders[t] = view.leaders[t]
    for seat in range(N_SEATS):
        other.plays[t, seat], other.play_pairs[t, seat] = view.plays[t, seat], view.play_pairs[t, seat]


# A world at the question ---------------------------------------------------------------------------------------------


@jit.helper
def enter(view, policy, world, game):
    """The deal of a world as it stands at the question, the policy at every seat."""
    enter_table(view, game)
    enter_cards(view, world, game)
    if view.trump < 0:
        enter_declaring(view, world, game)
    for seat in range(N_SEATS):
        blocks.seat_player(game, seat, policy)
        enter_view(view, game, game.views[seat])
        enter_secrets(view, game, seat)
        for i in range(4):
            game.views[seat].rng[i] = world.streams[seat, i]


@jit.helper
def enter_table(view, game):
    """Where the deal and its current trick stand."""
    game.trump, game.dealer, game.leader = view.trump, view.dealer, view.leader
    game.tricks, game.cards_left = view.tricks, view.cards_left
    game.points[0], game.points[1] = view.points[0], view.points[1]
    game.voids, game.pairless = view.voids, view.pairless
    game.suit, game.n_cards, game.n_pairs = view.suit, view.n_cards, view.n_pairs
    game.led = suit_of(lowest(view.suit), view.trump) if view.suit else 0
    game.best, game.best_seat, game.trick_points = view.best, view.best_seat, view.trick_points
    game.n_played = (view.seat - view.leader) & 3 if view.suit else 0


@jit.helper
def enter_cards(view, world, game):
    """Who holds what, and what is buried."""
    for seat in range(N_SEATS):
        is_own = seat == view.seat
        game.hands[seat] = view.hand if is_own else world.one[seat]
        game.pairs[seat] = view.pairs if is_own else world.both[seat]
        game.played[seat], game.played_pairs[seat] = view.played[seat], view.played_pairs[seat]
    is_dealer = view.seat == view.dealer
    game.buried = view.buried if is_dealer else world.one[BURIED]
    game.buried_pairs = view.buried_pairs if is_dealer else world.both[BURIED]


@jit.helper
def enter_declaring(view, world, game):
    """The declarations so far, whose turn it is, and the kitty."""
    n = view.n_declared
    game.standing = view.declared[n - 1] if n else PASS
    game.standing_by = view.declared_by[n - 1] if n else UNKNOWN
    game.first_declarer = view.declared_by[0]
    game.turn = view.seat
    game.passes = (view.seat - game.standing_by - 1) & 3 if n else (view.seat - view.dealer) & 3
    game.kitty, game.kitty_pairs = world.one[BURIED], world.both[BURIED]
    for i in range(KITTY_SIZE):
        game.pack[N_SEATS * HAND_SIZE + i] = world.kitty[i]


@jit.helper
def enter_view(view, game, other):
    """What a seat of the world sees of all that has happened; the fields of a question follow when it is asked."""
    other.dealer, other.trump, other.trumps, other.leader = view.dealer, view.trump, view.trumps, view.leader
    other.attacking = UNKNOWN if view.attacking == UNKNOWN else (other.seat ^ view.dealer) & 1
    other.tricks, other.cards_left, other.n_declared = view.tricks, view.cards_left, view.n_declared
    other.points[0], other.points[1] = view.points[0], view.points[1]
    other.hand, other.pairs = game.hands[other.seat], game.pairs[other.seat]
    for i in range(N_SEATS):
        other.declared[i], other.declared_by[i] = view.declared[i], view.declared_by[i]
        other.trick[i], other.trick_pairs[i] = view.trick[i], view.trick_pairs[i]
        other.played[i], other.played_pairs[i] = view.played[i], view.played_pairs[i]
    for t in range(view.tricks, min(view.tricks + view.cards_left, HAND_SIZE)):
        copy_trick(view, other, t)


@jit.helper
def enter_secrets(view, game, seat):
    """T7, T8: the kitty and what is buried, for who may see it; the own last answer."""
    other = game.views[seat]
    is_own, is_dealer = seat == view.seat, seat == view.dealer and view.trump >= 0
    other.kitty, other.kitty_pairs = NOTHING, NOTHING
    if is_own or (view.n_declared == 0 and view.trump >= 0):
        other.kitty, other.kitty_pairs = view.kitty, view.kitty_pairs
    elif is_dealer:
        other.kitty, other.kitty_pairs = game.buried, game.buried_pairs
    other.buried = game.buried if is_dealer else NOTHING
    other.buried_pairs = game.buried_pairs if is_dealer else NOTHING
    other.chosen = view.chosen if is_own else NOTHING
    other.chosen_pairs = view.chosen_pairs if is_own else NOTHING
