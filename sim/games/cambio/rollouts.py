"""Rollouts: what each choice of a seat is worth, by playing imagined worlds (worlds.py) on to the end of the game.

A policy sits at every seat, the own one included, and decides everything but the choice itself. All choices are played
out in the same worlds with the same streams. What a choice brings in a world are a win (C21) and the own points.

Who remembers a card in a world: the own seat what its View says; another what it has ever seen, for who has looked
where is public. How much of that has faded (C24) is not, and taken as nothing: from the question on it fades as it would.
What others try at the snap that the seat is asked for is made up by the policy (C14). The policy's memory begins empty.
"""

from __future__ import annotations

import numpy as np

from sim.core import blocks, jit
from sim.core.bits import ONE, bit, has, lowest
from sim.core.seam import scratch
from sim.games.cambio.decisions import NOTHING
from sim.games.cambio.kernel.moves import lay
from sim.games.cambio.kernel.seats import lock
from sim.games.cambio.kernel.start import clear_table, clear_view
from sim.games.cambio.kernel.turns import count, end_turn, next_seat, play_turn
from sim.games.cambio.rules import LOOKED_AT, PLAYING
from sim.games.cambio.state import RECORD
from sim.games.cambio.worlds import KNOWN, WORLD, consider, draw_world

WIN, POINTS, N_OUTCOMES = range(3)  # 1 if the game was won; own points at its end

_new_games, _new_known, _new_worlds = scratch(RECORD), scratch(KNOWN), scratch(WORLD)


@jit.helper
def agree(view, game):
    """What all worlds of a question share: the rules, which every seat knows."""
    rules = game.rules
    rules.players, rules.n_cards, rules.max_turns = view.players, view.n_cards, view.max_turns
    rules.snap_match, rules.snap_chain, rules.own_wrong = view.by_points, view.chain, view.own_wrong
    rules.discarder_first, rules.caller_locked = view.discarder_first, view.caller_locked
    for seat in range(view.players):
        rules.speed[seat], rules.fading[seat] = view.speed[seat], view.fading[seat]
        other = game.views[seat]
        other.max_turns, other.by_points, other.chain, other.own_wrong = view.max_turns, view.by_points, view.chain, view.own_wrong
        other.discarder_first, other.caller_locked = view.discarder_first, view.caller_locked
        for i in range(view.players):
            other.speed[i], other.fading[i] = view.speed[i], view.fading[i]


@jit.helper
def enter(view, known, policy, world, game):
    """A world at the moment of the question, the policy at every seat."""
    clear_table(game)
    game.first, game.turn, game.mover = view.first, view.turn, view.mover
    game.caller, game.reshuffles = view.caller, view.reshuffles
    lock(game, view.locked)
    lay_stock_and_pile(view, known, world, game)
    for i in range(4):
        game.table[i] = world.table[i]
    for seat in range(view.players):
        blocks.seat_player(game, seat, policy)
        clear_view(game, seat)
        show_table(view, game.views[seat])
        for i in range(4):
            game.views[seat].rng[i] = world.streams[seat, i]
        game.occupied[seat], game.opened[seat] = view.occupied[seat], view.opened[seat]
    for seat in range(view.players):
        lie_down(view, world, game, seat)
    own = game.views[view.seat]
    own.drawn, own.legal, own.thrower = view.drawn, view.legal, view.thrower


@jit.helper
def lay_stock_and_pile(view, known, world, game):
    """The stock in its final order, and the discard pile."""
    game.n_stock, game.next = known.n_unseen - known.n_hidden, 0
    game.shuffled = game.n_stock
    for i in range(game.n_stock):
        game.stock[i] = world.unseen[known.n_hidden + i]
    game.n_pile, game.top = view.n_pile, view.top
    for i in range(view.n_pile):
        game.pile[i] = view.pile[i]


@jit.helper
def show_table(view, other):
    """What another seat sees of the table as it stands, but for the cards in front of the players."""
    other.caller, other.locked, other.reshuffles = view.caller, view.locked, view.reshuffles
    for i in range(view.n_pile):
        other.pile[i] = view.pile[i]
    for seat in range(view.players):
        other.occupied[seat], other.opened[seat] = view.occupied[seat], view.opened[seat]
        for position in range(LOOKED_AT):
            other.seen[seat, position] = 0


@jit.helper
def lie_down(view, world, game, seat):
    """The cards of a world in front of a seat, and who remembers them."""
    own, left = bit(view.seat), view.occupied[seat]
    while left:
        position = lowest(left)
        left &= left - ONE
        seen = np.uint64(view.seen[seat, position])
        memory = seen | own if has(view.known[seat], position) else seen & ~own
        lay(game, seat, position, np.int64(world.cards[seat, position]), memory, seen)


@jit.inlined
def play_on(view, game, decision, choice):
    """From the choice on to the end of the game."""
    mover = view.mover
    game.open_question = decision
    while game.outcome == PLAYING:
        if not play_turn(game, mover, taken_question(game), view.seat, choice):
            raise ValueError("the policy answered unlawfully in a world")
        mover = next_seat(game, mover)
        end_turn(game, mover)
    count(game)


@jit.helper
def taken_question(game):
    """The open question, and from then on NOTHING. (By way of the record: a local name made the compiler write each turn twice.)"""
    asked = game.open_question
    game.open_question = NOTHING
    return asked


@jit.helper
def _value_choices(view, decision, choices, policy, outcomes, games, knowns, worlds):  # (the caller keeps the records alive)
    game, known, world = games[0], knowns[0], worlds[0]
    agree(view, game)
    consider(view, known)
    for w in range(outcomes.shape[0]):
        draw_world(view, known, world)
        for c in range(choices.shape[0]):
            enter(view, known, policy, world, game)
            play_on(view, game, decision, choices[c])
            outcomes[w, c, WIN] = 1 if has(game.winners, view.seat) else 0
            outcomes[w, c, POINTS] = game.points[view.seat]


@jit.helper
def value_choices(view, decision, choices, policy, outcomes):
    """Fills outcomes (worlds, choices, N_OUTCOMES) int64 with what each choice brings in each world; moves view.rng on.

    view: of the seat that is asked for `decision`: CALL, DRAW, USE or SNAP (not checked). choices: (n,) int64, lawful
    answers (not checked). policy: a record of seam.PLAYER. Raises ValueError when the policy answers unlawfully.
    """
    _value_choices(view, decision, choices, policy, outcomes, _new_games(), _new_known(), _new_worlds())
