"""One round: from any moment of it on to its points. The record says where it stands (state.py)."""

from __future__ import annotations

import numpy as np

from sim.core import blocks, jit
from sim.core.bits import bit
from sim.core.seam import ask
from sim.games.wizard.cards import WIZARD_RANK
from sim.games.wizard.decisions import BID, CHOOSE_TRUMP, PLAY, UNSEEN
from sim.games.wizard.rules import DEALER_CHOOSES, HIDDEN, NOBODY, NONE_YET, OPEN, after_card, legal_bids, legal_plays, score_round
from sim.games.wizard.state import MAX_SEATS


@jit.helper
def next_seat(seat, players):
    """The seat to the left, clockwise."""
    return seat + 1 if seat + 1 < players else 0


@jit.helper
def begin_round(game, n_tricks):
    """Nothing bid, nothing won, nothing played."""
    for seat in range(game.rules.players):
        game.won[n_tricks - 1, seat] = 0
        view = game.views[seat]
        view.round = n_tricks
        view.dealer = game.dealer
        view.played = np.uint64(0)
        view.trick = 0
        view.n_played = 0
        view.follow = NONE_YET
        view.best = -1
        view.best_seat = NOBODY
        for other in range(MAX_SEATS):  # a fixed number of turns becomes a few wide stores
            view.bids[other] = UNSEEN
            view.won[other] = 0
            view.scores[other] = game.scores[other]


@jit.helper
def show_hands(game, n_tricks):
    """What the seats see of the deal; W11: foreheads in round 1."""
    for seat in range(game.rules.players):
        view = game.views[seat]
        view.turned = game.turned
        view.trump = game.trump
        view.hand = game.hands[seat]
    if game.rules.forehead:
        lift_to_foreheads(game, n_tricks)


@jit.helper
def lift_to_foreheads(game, n_tricks):
    """W11: in round 1 a seat sees all hands but its own; later none but its own."""
    for seat in range(game.rules.players):
        view = game.views[seat]
        for other in range(game.rules.players):
            view.others[other] = game.hands[other] if n_tricks == 1 and other != seat else np.uint64(0)
        if n_tricks == 1:
            view.hand = np.uint64(0)


@jit.helper
def name_trump(game):
    """W4: a wizard turned up: the dealer names the trump suit (or there is none)."""
    if game.turned < 0 or game.turned & 15 != WIZARD_RANK or game.rules.wizard_turned != DEALER_CHOOSES:
        return True
    view = game.views[game.dealer]
    view.legal = np.uint64(15)
    suit = ask(game.functions[game.dealer, CHOOSE_TRUMP], view)
    if suit < 0 or suit > 3:
        return blocks.unlawful(game, game.dealer, CHOOSE_TRUMP, suit)
    put_trump(game, suit)
    game.named[game.dealer] += 1
    return True


@jit.helper
def put_trump(game, suit):
    """The trump suit has been named."""
    game.trump = suit
    for seat in range(game.rules.players):
        game.views[seat].trump = suit


@jit.helper
def play_round(game, n_tricks):
    """All bids, all tricks, and the points; False on an unlawful answer."""
    if not bid_on(game, n_tricks, 0):
        return False
    leader = next_seat(game.dealer, game.rules.players)  # W13
    if not play_on(game, n_tricks, 0, leader, 0, np.uint64(0), np.uint64(0), np.uint64(0), NONE_YET, -1, NOBODY):
        return False
    score_all(game, n_tricks)
    return True


@jit.helper
def stand_at_beginning(game):
    """The record says that the round stands at its beginning, for finish_round; play_round does not look."""
    game.n_bids, game.trick, game.n_played = 0, 0, 0
    game.leader = next_seat(game.dealer, game.rules.players)  # W13
    game.cards, game.last_trick, game.played = np.uint64(0), np.uint64(0), np.uint64(0)
    game.follow, game.best, game.best_seat = NONE_YET, -1, NOBODY


@jit.helper
def finish_round(game, n_tricks):
    """The same from where the record says that the round stands."""
    if not bid_on(game, n_tricks, game.n_bids):
        return False
    if not play_on(game, n_tricks, game.trick, game.leader, game.n_played, game.played, game.last_trick, game.cards, game.follow, game.best, game.best_seat):
        return False
    score_all(game, n_tricks)
    return True


@jit.helper
def bid_on(game, n_tricks, n_bids):
    """W6-W10: the bids after the first n_bids, left of the dealer first."""
    rules = game.rules
    total = 0
    seat = game.dealer
    for _ in range(n_bids):
        seat = next_seat(seat, rules.players)
        total += game.bids[n_tricks - 1, seat]
    for i in range(n_bids, rules.players):
        seat = next_seat(seat, rules.players)
        view = game.views[seat]
        legal = legal_bids(n_tricks, total, i + 1 == rules.players, rules.plus_one)
        view.legal = legal
        bid = ask(game.functions[seat, BID], view)
        if bid < 0 or bid > n_tricks or not legal >> np.uint64(bid) & np.uint64(1):
            return blocks.unlawful(game, seat, BID, bid)
        put_bid(game, n_tricks, seat, bid)
        total += bid
    if rules.bids == HIDDEN:
        for seat in range(rules.players):
            for other in range(rules.players):
                game.views[seat].bids[other] = game.bids[n_tricks - 1, other]
    return True


@jit.helper
def put_bid(game, n_tricks, seat, bid):
    """A bid, and who hears it at once (W7)."""
    game.bids[n_tricks - 1, seat] = bid
    game.views[seat].bids[seat] = bid
    if game.rules.bids == OPEN:
        for other in range(game.rules.players):
            game.views[other].bids[seat] = bid


@jit.helper
def play_on(game, n_tricks, first, leader, n_played, played, last_trick, cards, follow, best, best_seat):
    """W13-W16: the cards still to be played, from trick `first` on, n_played of which lie on the table.

    The other arguments are those fields of the record: in registers they cost nothing, and nothing to set either where a
    round begins.
    """
    n_players = game.rules.players
    trump = np.uint32(game.trump)
    seat = leader + n_played if leader + n_played < n_players else leader + n_played - n_players
    for trick in range(first, n_tricks):
        for i in range(n_played, n_players):
            view = game.views[seat]
            hand = game.hands[seat]
            legal = legal_plays(hand, follow)
            view.hand = hand
            view.legal = legal
            view.played = played
            if trick:
                view.tricks[trick - 1] = last_trick
                view.won[leader] = game.won[n_tricks - 1, leader]
            view.tricks[trick] = cards
            view.leaders[trick] = leader
            view.trick = trick
            view.n_played = i
            view.follow = follow
            view.best = best
            view.best_seat = best_seat
            card = ask(game.functions[seat, PLAY], view)
            if card < 0 or card > 63 or not legal >> np.uint64(card) & np.uint64(1):
                return blocks.unlawful(game, seat, PLAY, card)
            game.hands[seat] = hand ^ bit(card)
            played |= bit(card)
            cards |= np.uint64(card) << np.uint64(8 * i)
            follow, best, best_seat = after_card(trump, follow, best, best_seat, seat, card)
            seat = next_seat(seat, n_players)
        game.won[n_tricks - 1, best_seat] += 1
        last_trick, leader, seat = cards, best_seat, best_seat
        cards, follow, best, best_seat, n_played = np.uint64(0), NONE_YET, -1, NOBODY, 0
    return True


@jit.helper
def put_card(game, seat, card):
    """A card that play_on has not asked for: the record as it stands afterwards."""
    game.hands[seat] ^= bit(card)
    game.played |= bit(card)
    game.cards |= np.uint64(card) << np.uint64(8 * game.n_played)
    game.follow, game.best, game.best_seat = after_card(np.uint32(game.trump), game.follow, game.best, game.best_seat, seat, card)
    game.n_played += 1


@jit.helper
def score_all(game, n_tricks):
    """W17, W18: the points of the round, and on the sheet its trump."""
    at = n_tricks - 1
    game.trumps[at] = game.trump
    for seat in range(game.rules.players):
        game.points[at, seat] = score_round(game.bids[at, seat], game.won[at, seat])
        game.scores[seat] += game.points[at, seat]
