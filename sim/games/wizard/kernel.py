"""The game as a table of contents: deal, name trump, bid, play, score; round after round."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from sim.core import blocks, jit, rng
from sim.core.bits import bit, lowest
from sim.core.seam import ask, asking
from sim.games.wizard.cards import FULL_PACK, NO_TRUMP, WIZARD_RANK
from sim.games.wizard.decisions import BID, CHOOSE_TRUMP, PLAY, UNSEEN, VIEW
from sim.games.wizard.measures import tally_game
from sim.games.wizard.rules import (
    DEALER_CHOOSES,
    HIDDEN,
    NONE_YET,
    OPEN,
    follow_after,
    legal_bids,
    legal_plays,
    score_round,
    strength,
    trump_of_turned,
)
from sim.games.wizard.state import MAX_SEATS, RECORD

NOBODY = -1


@jit.helper
def play_game(game):
    """One game, all rounds; False on an unlawful answer (see core.blocks.play_blocks)."""
    rules = game.rules
    begin_game(game)
    for n_tricks in range(1, rules.rounds + 1):
        begin_round(game, n_tricks)
        deal(game, n_tricks)
        if not name_trump(game):
            return False
        if not bid_all(game, n_tricks):
            return False
        if not play_all(game, n_tricks):
            return False
        score_all(game, n_tricks)
        game.dealer = next_seat(game.dealer, rules.players)  # W5
    return True


@jit.helper
def next_seat(seat, players):
    """The seat to the left, clockwise."""
    return seat + 1 if seat + 1 < players else 0


@jit.helper
def begin_game(game):
    """The first dealer (W5), no points, and what stays the same for the whole game."""
    rules = game.rules
    game.dealer = rules.first_dealer if rules.first_dealer >= 0 else rng.below(game.deal, rules.players)
    for seat in range(MAX_SEATS):
        game.scores[seat] = 0
        game.named[seat] = 0
    for seat in range(rules.players):
        view = game.views[seat]
        view.players = rules.players
        view.rounds = rules.rounds
        view.seat = seat


@jit.helper
def begin_round(game, n_tricks):
    """Nothing bid, nothing won, nothing played."""
    players = game.rules.players
    for seat in range(players):
        game.won[n_tricks - 1, seat] = 0
        view = game.views[seat]
        view.round = n_tricks
        view.dealer = game.dealer
        view.played = np.uint64(0)
        view.trick = 0
        view.n_played = 0
        view.follow = NONE_YET
        view.best = 0
        view.best_seat = NOBODY
        for other in range(MAX_SEATS):  # a fixed number of turns becomes a few wide stores
            view.bids[other] = UNSEEN
            view.won[other] = 0
            view.scores[other] = game.scores[other]


@jit.helper
def deal(game, n_tricks):
    """W2, W3: n_tricks cards to each seat, the next one turned up; W11: foreheads in round 1."""
    players = game.rules.players
    n_dealt = players * n_tricks
    is_last = n_tricks == game.rules.rounds
    rng.draw_bits(FULL_PACK, n_dealt + (not is_last), game.dealt, game.deal)
    at = 0
    for seat in range(players):
        hand = np.uint64(0)
        for _ in range(n_tricks):
            hand |= game.dealt[at]
            at += 1
        game.hands[seat] = hand
    game.turned = -1 if is_last else lowest(game.dealt[n_dealt])
    game.trump = NO_TRUMP if is_last else trump_of_turned(game.turned)
    for seat in range(players):
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
    game.trump = suit
    game.named[game.dealer] += 1
    for seat in range(game.rules.players):
        game.views[seat].trump = suit
    return True


@jit.helper
def bid_all(game, n_tricks):
    """W6-W10: all bids, left of the dealer first, and who sees them when."""
    rules = game.rules
    total = 0
    seat = game.dealer
    for i in range(rules.players):
        seat = next_seat(seat, rules.players)
        view = game.views[seat]
        legal = legal_bids(n_tricks, total, i + 1 == rules.players, rules.plus_one)
        view.legal = legal
        bid = ask(game.functions[seat, BID], view)
        if bid < 0 or bid > n_tricks or not legal >> np.uint64(bid) & np.uint64(1):
            return blocks.unlawful(game, seat, BID, bid)
        game.bids[n_tricks - 1, seat] = bid
        total += bid
        view.bids[seat] = bid
        if rules.bids == OPEN:
            for other in range(rules.players):
                game.views[other].bids[seat] = bid
    if rules.bids == HIDDEN:
        for seat in range(rules.players):
            for other in range(rules.players):
                game.views[seat].bids[other] = game.bids[n_tricks - 1, other]
    return True


@jit.helper
def play_all(game, n_tricks):
    """W13-W16: all tricks of the round."""
    n_players = game.rules.players
    trump = np.uint32(game.trump)
    leader = next_seat(game.dealer, n_players)
    played = np.uint64(0)
    last_trick = np.uint64(0)
    last_winner = leader
    for trick in range(n_tricks):
        cards, follow, best, best_seat = np.uint64(0), NONE_YET, -1, NOBODY
        seat = leader
        for i in range(n_players):
            view = game.views[seat]
            hand = game.hands[seat]
            legal = legal_plays(hand, follow)
            view.hand = hand
            view.legal = legal
            view.played = played
            if trick:
                view.tricks[trick - 1] = last_trick
                view.won[last_winner] = game.won[n_tricks - 1, last_winner]
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
            follow = follow_after(follow, card)
            value = strength(trump, follow, card)
            best_seat = seat if value > best else best_seat
            best = max(value, best)
            seat = next_seat(seat, n_players)
        game.won[n_tricks - 1, best_seat] += 1
        last_trick, last_winner, leader = cards, best_seat, best_seat
    return True


@jit.helper
def score_all(game, n_tricks):
    """W17, W18: the points of the round, and on the sheet its trump."""
    at = n_tricks - 1
    game.trumps[at] = game.trump
    for seat in range(game.rules.players):
        game.points[at, seat] = score_round(game.bids[at, seat], game.won[at, seat])
        game.scores[seat] += game.points[at, seat]


_CACHE = jit.cache_folder(Path(__file__).parent)
_play_blocks = blocks.blocks_player(play_game, tally_game)

ask_once = asking(VIEW, _CACHE)


@jit.cached(blocks.signature(RECORD), _CACHE)
def play_many(games, plan, seed, first, n_blocks, sink):
    """The kernel that the experiment layer calls: see core.blocks.blocks_player."""
    return _play_blocks(games[0], plan, seed, first, n_blocks, sink)
