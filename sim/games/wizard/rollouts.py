"""Rollouts: what each choice of a seat is worth, by playing imagined worlds (worlds.py) on to the end of the round.

A policy sits at every seat, the own one included, and decides everything but the choice itself. All choices are played
out in the same worlds with the same private streams. What a choice brings in a world are the own points of the round
(W17, W18) and whether the bid was met.

Bids that the seat cannot see but that have been made (W9, W10) are made up in each world by the policy.
"""

from __future__ import annotations

from sim.core import blocks, jit
from sim.core.seam import ask, scratch
from sim.games.wizard.decisions import BID, CHOOSE_TRUMP, PLAY, UNSEEN
from sim.games.wizard.kernel.round import begin_round, finish_round, next_seat, put_bid, put_card, put_trump, show_hands, stand_at_beginning
from sim.games.wizard.rules import legal_bids
from sim.games.wizard.state import RECORD
from sim.games.wizard.worlds import KNOWN, WORLD, consider, draw_world

POINTS, MET, N_OUTCOMES = range(3)  # own points of the round; 1 if the bid was met

_new_games, _new_known, _new_worlds = scratch(RECORD), scratch(KNOWN), scratch(WORLD)


@jit.helper
def value_choices(view, decision, choices, policy, outcomes):
    """Fills outcomes (worlds, choices, N_OUTCOMES) int64 with what each choice brings in each world; moves view.rng on.

    view: of the seat that is asked for `decision`. choices: (n,) int64, legal answers (not checked). policy: a record of
    seam.PLAYER. Raises ValueError when the policy answers unlawfully.
    """
    _value_choices(view, decision, choices, policy, outcomes, _new_games(), _new_known(), _new_worlds())


@jit.helper
def _value_choices(view, decision, choices, policy, outcomes, games, knowns, worlds):  # (the caller keeps the records alive)
    game, known, world = games[0], knowns[0], worlds[0]
    open_table(view, policy, game)
    ways, at = consider(view, known), view.round - 1
    for w in range(outcomes.shape[0]):
        draw_world(view, known, ways, world)
        for c in range(choices.shape[0]):
            if decision != PLAY or c == 0:
                enter_bids(view, known, world, game, decision)
            if decision == PLAY:
                enter_tricks(view, world, game)
            put_choice(view, game, decision, choices[c])
            if not finish_round(game, view.round):
                raise ValueError("the policy answered unlawfully in a world")
            outcomes[w, c, POINTS] = game.points[at, view.seat]
            outcomes[w, c, MET] = 1 if game.bids[at, view.seat] == game.won[at, view.seat] else 0


@jit.helper
def open_table(view, policy, game):
    """What all worlds of a question share: the rules, the policy at every seat, the score, the tricks so far."""
    game.dealer, game.turned, game.trump = view.dealer, view.turned, view.trump
    agree(view.rules, game.rules)
    for seat in range(view.players):
        game.scores[seat] = view.scores[seat]
        blocks.seat_player(game, seat, policy)
        other = game.views[seat]
        agree(view.rules, other.rules)
        other.players = view.players
        other.rounds = view.rounds
        other.seat = seat
        for trick in range(view.trick):
            other.tricks[trick] = view.tricks[trick]
            other.leaders[trick] = view.leaders[trick]
        other.leaders[view.trick] = view.leaders[view.trick]


@jit.helper
def agree(rules, other):
    """Copies rules."""
    other.players = rules.players
    other.rounds = rules.rounds
    other.wizard_turned = rules.wizard_turned
    other.first_dealer = rules.first_dealer
    other.bids = rules.bids
    other.plus_one = rules.plus_one
    other.forehead = rules.forehead


@jit.helper
def enter_bids(view, known, world, game, decision):
    """The round of a world up to the last bid before the question, from its beginning; unseen bids are made up."""
    begin_round(game, view.round)
    stand_at_beginning(game)
    game.trump = view.trump
    for seat in range(view.players):
        game.hands[seat] = world.hands[seat] | known.laid[seat]
        begin_stream(game, world, seat)
    show_hands(game, view.round)
    seat = view.dealer
    for i in range(n_bids_before(view, decision)):
        seat = next_seat(seat, view.players)
        put_bid(game, view.round, seat, view.bids[seat] if view.bids[seat] != UNSEEN else made_up_bid(game, seat, view.round))
        game.n_bids = i + 1


@jit.helper
def begin_stream(game, world, seat):
    """A seat's private stream at its beginning: the same for each choice."""
    for i in range(4):
        game.views[seat].rng[i] = world.streams[seat, i]


@jit.helper
def n_bids_before(view, decision):
    """How many seats have bid before the question."""
    if decision == CHOOSE_TRUMP:
        return 0
    if decision == PLAY:
        return view.players
    place = view.seat - view.dealer - 1
    return place if place >= 0 else place + view.players


@jit.helper
def made_up_bid(game, seat, n_tricks):
    """The bid that the policy makes with a seat's hand (nobody sees bids: none is forbidden, W12)."""
    other = game.views[seat]
    other.legal = legal_bids(n_tricks, 0, False, False)
    bid = ask(game.functions[seat, BID], other)
    if bid < 0 or bid > n_tricks:
        raise ValueError("the policy answered unlawfully in a world")
    return bid


@jit.helper
def enter_tricks(view, world, game):
    """The same world at the question of a card; the bids of the game are made already."""
    at = view.round - 1
    game.trick, game.leader, game.n_played, game.played = view.trick, view.leaders[view.trick], view.n_played, view.played
    game.cards, game.follow, game.best, game.best_seat = view.tricks[view.trick], view.follow, view.best, view.best_seat
    if view.trick:
        game.last_trick = view.tricks[view.trick - 1]
    for seat in range(view.players):
        game.hands[seat] = world.hands[seat]
        game.won[at, seat] = view.won[seat]
        begin_stream(game, world, seat)
        for other in range(view.players):
            game.views[seat].won[other] = view.won[other]


@jit.helper
def put_choice(view, game, decision, choice):
    """The choice itself."""
    if decision == CHOOSE_TRUMP:
        put_trump(game, choice)
    elif decision == BID:
        put_bid(game, view.round, view.seat, choice)
        game.n_bids += 1
    else:
        put_card(game, view.seat, choice)
