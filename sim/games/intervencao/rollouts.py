"""Rollouts: what each act of a seat is worth, by playing imagined worlds (worlds.py) on to the end of the round.

A policy sits at every seat, the own one included, and decides everything but the act itself. All acts are played out in
the same worlds with the same streams, of the clock too. What an act brings in a world are the own points of the round
(I18), with unit=match too: what follows in the jogo is not looked at.

Not in a View, and taken as not there: what others owe the clock after a wrong claim, how often they have shown or
revealed something (I10), and who else is allied. The policies' memories begin empty.
"""

from __future__ import annotations

from sim.core import blocks, jit
from sim.core.bits import bit
from sim.core.seam import scratch
from sim.games.intervencao.cards import J_BIT
from sim.games.intervencao.decisions import N_HISTORY, NOBODY, UNSEEN
from sim.games.intervencao.kernel.acts import do_act
from sim.games.intervencao.kernel.count import score_round
from sim.games.intervencao.kernel.round import play_round
from sim.games.intervencao.kernel.table import NO_CARDS, set_clock, show_table
from sim.games.intervencao.rules import NOT_ENDED, ONGOING
from sim.games.intervencao.state import ONE_ROUND
from sim.games.intervencao.worlds import KNOWN, WORLD, consider, draw_world

POINTS, BEST, WORST, N_OUTCOMES = range(4)  # own points of the round in 1/POINT_UNITS; 1 if any were won; 1 if any were lost

_new_games, _new_known, _new_worlds = scratch(ONE_ROUND), scratch(KNOWN), scratch(WORLD)


@jit.helper
def value_choices(view, decision, choices, policy, outcomes):
    """Fills outcomes (worlds, choices, N_OUTCOMES) int64 with what each act brings in each world; moves view.rng on.

    view: of the seat that is asked to `act` (the only decision there are worlds for). choices: (n,) int64, lawful acts (not
    checked). policy: a record of seam.PLAYER. Raises ValueError when the policy answers unlawfully.
    """
    _value_choices(view, choices, policy, outcomes, _new_games(), _new_known(), _new_worlds())


@jit.helper
def _value_choices(view, choices, policy, outcomes, games, knowns, worlds):  # (the caller keeps the records alive)
    game, known, world = games[0], knowns[0], worlds[0]
    open_table(view, game)
    consider(view, known)
    for w in range(outcomes.shape[0]):
        draw_world(view, known, world)
        for c in range(choices.shape[0]):
            points = play_on(view, policy, world, game, choices[c])
            outcomes[w, c, POINTS] = points
            outcomes[w, c, BEST] = 1 if points > 0 else 0
            outcomes[w, c, WORST] = 1 if points < 0 else 0


@jit.helper
def play_on(view, policy, world, game, act):
    """The own points of the round of a world, played on from an act."""
    enter(view, policy, world, game)
    show_table(game, view.seat)
    do_act(game, view.seat, act)
    if not play_round(game):
        raise ValueError("the policy answered unlawfully in a world")
    score_round(game)
    return game.facts[0].points[view.seat]


@jit.helper
def open_table(view, game):
    """What all worlds of a question share: the rules, points and vantagens, the own ally."""
    agree(view.rules, game.rules)
    game.n_rounds, game.offers_locked = 1, 1
    for seat in range(view.rules.players):
        other = game.views[seat]
        agree(view.rules, other.rules)
        other.seat = seat
        other.round = view.round
        other.offer_limit = 0
        other.ally = NOBODY
        game.points[seat] = view.points[seat]
        game.allies[seat] = NOBODY
        for i in range(view.rules.players):
            other.points[i] = view.points[i]
            other.vantagens[i] = view.vantagens[i]
    if view.ally >= 0:
        game.allies[view.seat], game.allies[view.ally] = view.ally, view.seat
        game.views[view.seat].ally, game.views[view.ally].ally = view.ally, view.seat


@jit.helper
def agree(rules, other):
    """Copies rules."""
    other.players = rules.players
    other.ranks = rules.ranks
    for seat in range(rules.players):
        other.speeds[seat] = rules.speeds[seat]
    other.grace = rules.grace
    other.time_limit = rules.time_limit
    other.exit_by = rules.exit_by
    other.high_exit = rules.high_exit
    other.low_exit = rules.low_exit
    other.low_limit = rules.low_limit
    other.pressed = rules.pressed
    other.measure = rules.measure
    other.j_value = rules.j_value
    other.elimination = rules.elimination
    other.limit = rules.limit
    other.rounds = rules.rounds
    other.max_rounds = rules.max_rounds
    other.alliances = rules.alliances
    other.unit = rules.unit


@jit.helper
def enter(view, policy, world, game):
    """A world at the moment of the question, the policy at every seat."""
    game.in_round = view.others | bit(view.seat)
    game.in_jogo = game.in_round
    game.result, game.end, game.pressed = ONGOING, NOT_ENDED, NOBODY
    game.clock, game.revealed = view.clock, view.interventor
    game.inanition = NO_CARDS
    game.facts[0].acts = 0
    set_clock(game)
    game.n_expelled = view.n_expelled
    first = max(0, view.n_expelled - N_HISTORY)
    for i in range(first, view.n_expelled):
        game.history[i & (N_HISTORY - 1)] = view.history[i & (N_HISTORY - 1)]
    for i in range(4):
        game.table[i] = world.table[i]
    for seat in range(view.rules.players):
        blocks.seat_player(game, seat, policy)
        enter_seat(view, world, game, seat)
        game.views[seat].n_expelled = first
    game.words[view.seat] = 1 - view.free_word


@jit.helper
def enter_seat(view, world, game, seat):
    """A seat's place and what it has seen, in a world at the moment of the question."""
    facts, other = game.facts[0], game.views[seat]
    facts.points[seat], facts.totals[seat] = 0, -1
    game.hands[seat] = world.hands[seat]
    game.waiting[seat] = view.waiting[seat]
    game.batches[seat] = view.batches[seat]
    game.known[seat] = view.known[seat]
    game.debts[seat] = view.debts[seat]
    game.sizes[seat] = view.sizes[seat]
    game.vantagens[seat] = view.vantagens[seat]
    game.words[seat] = 0
    game.barred[seat] = 0
    if world.hands[seat] & J_BIT:
        game.interventor = seat
    is_own = seat == view.seat
    for i in range(view.rules.players):
        other.shown[i] = view.shown[i] if is_own else NO_CARDS
        other.shown_at[i] = view.shown_at[i] if is_own else UNSEEN
    for i in range(4):
        other.rng[i] = world.streams[seat, i]
