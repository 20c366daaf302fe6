"""The game as a table of contents: deal, declare, take up the kitty, bury, play the tricks, score; deal after deal."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from sim.core import blocks, jit, rng
from sim.core.bits import bit, lowest
from sim.core.seam import ask, asking
from sim.games.tractor.cards import ACE, HAND_SIZE, KITTY_SIZE, N_CARDS, N_KINDS, N_RANKS, PACK
from sim.games.tractor.decisions import BURY, CHOSEN, DECLARE, FOLLOW, LEAD, UNKNOWN, VIEW
from sim.games.tractor.measures import tally_game
from sim.games.tractor.rules import (
    DEAL,
    FIRST_DECLARER,
    PASS,
    REACH,
    STRENGTH,
    TRUMP_OF,
    TRUMPS,
    add_cards,
    attackers_rise,
    cards_for_follow,
    defenders_rise,
    is_legal_follow,
    is_within,
    kitty_bonus,
    legal_declarations,
    level_after,
    n_cards,
    n_points,
    next_dealer,
    pairs_led,
    relabel,
    remove_cards,
    suit_mask,
    suit_of,
    top_if_matching,
    turned_suit,
)
from sim.games.tractor.state import N_SEATS, RECORD

NOBODY = -1


@jit.helper
def play_game(game):
    """One deal or one match; False on an unlawful answer (see core.blocks.play_blocks)."""
    begin_game(game)
    while not is_over(game):
        begin_deal(game)
        deal(game)
        if not declare_all(game):
            return False
        settle_trumps(game)
        if not bury(game):
            return False
        if not play_all(game):
            return False
        score_deal(game)
    return True


@jit.helper
def begin_game(game):
    """T2-T4: levels and the dealer. Both are always drawn, so that an option that fixes one leaves the cards alone."""
    rules = game.rules
    level = rng.below(game.deal, N_RANKS)
    dealer = rng.below(game.deal, N_SEATS)
    if rules.unit != DEAL:
        level = 0
    elif rules.level >= 0:
        level = rules.level
    game.dealer = rules.dealer if rules.dealer >= 0 else dealer
    game.levels[0] = level
    game.levels[1] = level
    game.n_deals = 0
    game.is_won = 0
    for seat in range(N_SEATS):
        game.asked[seat] = 0


@jit.helper
def is_over(game):
    """T21, T22: one deal in unit=deal; a match is won or cut off."""
    if game.rules.unit == DEAL:
        return game.n_deals == 1
    return game.is_won or game.n_deals == game.rules.max_deals


@jit.helper
def is_first_deal(game):
    """T6: whether declaring also decides who deals."""
    return game.n_deals == 0 and game.rules.dealer < 0


@jit.helper
def begin_deal(game):
    """Nothing declared, nothing played, the level of the dealer's team (T3)."""
    game.level = game.levels[game.dealer & 1]
    game.opener = game.dealer
    game.standing = PASS
    game.first_declarer = NOBODY
    game.standing_by = NOBODY
    game.voids = np.uint64(0)
    game.tricks = 0
    game.leader = NOBODY
    game.cards_left = HAND_SIZE
    game.points[0] = 0
    game.points[1] = 0
    for seat in range(N_SEATS):
        game.trick[seat] = np.uint64(0)
        game.trick_pairs[seat] = np.uint64(0)
        game.played[seat] = np.uint64(0)
        game.played_pairs[seat] = np.uint64(0)
    for seat in range(N_SEATS):
        begin_view(game, seat, game.views[seat])


@jit.helper
def begin_view(game, seat, view):
    """What a seat knows before the first declaration, but for its cards."""
    is_first = is_first_deal(game)
    view.seat = seat
    view.dealer = game.dealer
    view.attacking = UNKNOWN if is_first else (seat ^ game.dealer) & 1
    view.level = game.level
    view.trump = UNKNOWN
    view.levels[0] = game.levels[0]
    view.levels[1] = game.levels[1]
    view.is_first = 1 if is_first else 0
    view.deal = game.n_deals
    view.n_declared = 0
    for i in range(4):
        view.declared[i] = UNKNOWN
        view.declared_by[i] = UNKNOWN
    view.kitty = np.uint64(0)
    view.kitty_pairs = np.uint64(0)
    view.buried = np.uint64(0)
    view.buried_pairs = np.uint64(0)
    view.trumps = np.uint64(0)
    view.chosen = np.uint64(0)
    view.chosen_pairs = np.uint64(0)
    show_table(game, view)
    show_no_lead(view)


@jit.helper
def deal(game):
    """T1: shuffles the pack; 25 cards to each seat, the last eight are the kitty."""
    for i in range(N_CARDS):
        game.pack[i] = PACK[game.level, i]
    rng.shuffle_front(game.pack, N_CARDS, game.deal)
    for seat in range(N_SEATS):
        game.hands[seat], game.pairs[seat] = gather(game.pack, seat * HAND_SIZE, HAND_SIZE)
        game.views[seat].hand = game.hands[seat]
        game.views[seat].pairs = game.pairs[seat]
    game.kitty, game.kitty_pairs = gather(game.pack, N_SEATS * HAND_SIZE, KITTY_SIZE)


@jit.helper
def gather(pack, first, n):
    """The set of n cards of the pack."""
    one, both = np.uint64(0), np.uint64(0)
    for i in range(first, first + n):
        card = bit(pack[i])
        both |= one & card
        one |= card
    return one, both


@jit.helper
def declare_all(game):
    """T4-T6: turns to declare, until three pass after a declaration or all four without one; False on an unlawful answer."""
    seat, passes = game.dealer, 0
    while passes < (4 if game.standing == PASS else 3):
        answer = declaration_of(game, seat)
        if answer < 0:
            return False
        passes = passes + 1 if answer == PASS else 0
        seat = (seat + 1) & 3
    return True


@jit.helper
def declaration_of(game, seat):
    """T5: what a seat declares at its turn, or PASS; -1 on an unlawful answer. Who can only pass is not asked."""
    legal = legal_declarations(game.hands[seat], game.pairs[seat], STRENGTH[game.standing])
    if legal == np.uint64(1):
        return PASS
    view = game.views[seat]
    view.legal = legal
    game.asked[seat] += 1
    answer = ask(game.functions[seat, DECLARE], view)
    if answer < 0 or answer > 63 or not legal >> np.uint64(answer) & np.uint64(1):
        blocks.unlawful(game, seat, DECLARE, answer)
        return NOBODY
    if answer != PASS:
        record_declaration(game, seat, answer)
    return answer


@jit.helper
def record_declaration(game, seat, answer):
    """A declaration stands, for all to see."""
    if game.standing == PASS:
        game.first_declarer = seat
    game.standing = answer
    game.standing_by = seat
    for other in range(N_SEATS):
        view = game.views[other]
        view.declared[view.n_declared] = answer
        view.declared_by[view.n_declared] = seat
        view.n_declared += 1


@jit.helper
def settle_trumps(game):
    """T6, T7: trump and dealer; all sets of cards are redrawn on the ladder of this trump (T9)."""
    if game.standing == PASS:
        game.trump = trump_of_kitty(game)
    else:
        game.trump = TRUMP_OF[game.standing]
        if is_first_deal(game):
            game.dealer = game.first_declarer if game.rules.first_dealer == FIRST_DECLARER else game.standing_by
    for seat in range(N_SEATS):
        game.hands[seat] = relabel(game.hands[seat], game.trump)
        game.pairs[seat] = relabel(game.pairs[seat], game.trump)
    game.kitty = relabel(game.kitty, game.trump)
    game.kitty_pairs = relabel(game.kitty_pairs, game.trump)
    for seat in range(N_SEATS):
        view = game.views[seat]
        view.hand = game.hands[seat]
        view.pairs = game.pairs[seat]
        view.trump = game.trump
        view.trumps = TRUMPS[game.trump]
        view.dealer = game.dealer
        view.attacking = (seat ^ game.dealer) & 1
        if seat == game.dealer or game.standing == PASS:
            view.kitty = game.kitty
            view.kitty_pairs = game.kitty_pairs


@jit.helper
def trump_of_kitty(game):
    """T7: the suit of the first kitty card that is no joker; there is one, for the pack holds four jokers."""
    at = N_SEATS * HAND_SIZE
    while turned_suit(np.int64(game.pack[at])) < 0:
        at += 1
    return turned_suit(np.int64(game.pack[at]))


@jit.helper
def bury(game):
    """T8: the dealer takes up the kitty and puts eight cards away; False on an unlawful answer."""
    seat = game.dealer
    view = game.views[seat]
    hand, pairs = add_cards(game.hands[seat], game.pairs[seat], game.kitty, game.kitty_pairs)
    view.hand = hand
    view.pairs = pairs
    view.legal = hand
    view.n_cards = KITTY_SIZE
    game.asked[seat] += 1
    answer = ask(game.functions[seat, BURY], view)
    one, both = cards_answered(view, answer)
    if not is_within(one, both, hand, pairs) or n_cards(one, both) != KITTY_SIZE:
        return blocks.unlawful(game, seat, BURY, answer)
    game.buried = one
    game.buried_pairs = both
    view.buried = one
    view.buried_pairs = both
    game.hands[seat], game.pairs[seat] = remove_cards(hand, pairs, one, both)
    return True


@jit.helper
def cards_answered(view, answer):
    """The set of cards that an answer names; empty for an answer that names none."""
    if answer == CHOSEN:
        return view.chosen, view.chosen_pairs
    return bit(answer) if 0 <= answer < N_KINDS else np.uint64(0), np.uint64(0)


@jit.helper
def play_all(game):
    """T8, T17, T22: tricks until the hands are empty, the dealer leading first; False on an unlawful answer."""
    game.leader = game.dealer
    while game.cards_left:
        if not play_trick(game):
            return False
        game.leader = game.best_seat
        game.cards_left -= game.n_cards
        game.points[game.leader & 1] += game.trick_points
        game.tricks += 1
    return True


@jit.helper
def play_trick(game):
    """T11-T16: a lead and three follows; False on an unlawful answer."""
    for seat in range(N_SEATS):
        game.trick[seat] = np.uint64(0)
        game.trick_pairs[seat] = np.uint64(0)
    game.trick_points = 0
    seat = game.leader
    if not lead(game, seat):
        return False
    for _ in range(3):
        seat = (seat + 1) & 3
        if not follow(game, seat):
            return False
    return True


@jit.helper
def show_table(game, view):
    """The public cards as they lie now."""
    for seat in range(N_SEATS):
        view.trick[seat] = game.trick[seat]
        view.trick_pairs[seat] = game.trick_pairs[seat]
        view.played[seat] = game.played[seat]
        view.played_pairs[seat] = game.played_pairs[seat]
    view.points[0] = game.points[0]
    view.points[1] = game.points[1]
    view.voids = game.voids
    view.leader = game.leader
    view.tricks = game.tricks
    view.cards_left = game.cards_left


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
def lead(game, seat):
    """T11: the leader plays a single, a pair or a tractor; False on an unlawful answer."""
    view = game.views[seat]
    hand, pairs = game.hands[seat], game.pairs[seat]
    show_table(game, view)
    view.hand = hand
    view.pairs = pairs
    view.legal = hand
    show_no_lead(view)
    game.asked[seat] += 1
    answer = ask(game.functions[seat, LEAD], view)
    one, both = cards_answered(view, answer)
    m = pairs_led(one, both, game.trump) if is_within(one, both, hand, pairs) else NOBODY
    if m < 0:
        return blocks.unlawful(game, seat, LEAD, answer)
    game.led = suit_of(lowest(one), game.trump)
    game.suit = suit_mask(game.led, game.trump)
    game.n_pairs = m
    game.n_cards = 2 * m if m else 1
    game.best = top_if_matching(one, both, m, game.suit, game.trump)
    game.best_seat = seat
    put_down(game, seat, one, both)
    return True


@jit.helper
def follow(game, seat):
    """T13-T16: a seat answers the lead; False on an unlawful answer."""
    view = game.views[seat]
    hand, pairs = game.hands[seat], game.pairs[seat]
    suit, n, m = game.suit, game.n_cards, game.n_pairs
    show_table(game, view)
    view.hand = hand
    view.pairs = pairs
    view.legal = cards_for_follow(hand, pairs, suit, n, m)
    view.suit = suit
    view.n_cards = n
    view.n_pairs = m
    view.best = game.best
    view.best_seat = game.best_seat
    view.trick_points = game.trick_points
    game.asked[seat] += 1
    answer = ask(game.functions[seat, FOLLOW], view)
    one, both = cards_answered(view, answer)
    if not is_legal_follow(one, both, hand, pairs, suit, n, m):
        return blocks.unlawful(game, seat, FOLLOW, answer)
    game.voids |= bit(5 * seat + game.led) if one & ~suit else np.uint64(0)
    top = top_if_matching(one, both, m, suit, game.trump)
    game.best_seat = seat if top > game.best else game.best_seat  # T10: of equals the earlier stands
    game.best = max(top, game.best)
    put_down(game, seat, one, both)
    return True


@jit.helper
def put_down(game, seat, one, both):
    """Moves cards from a hand to the trick."""
    game.hands[seat], game.pairs[seat] = remove_cards(game.hands[seat], game.pairs[seat], one, both)
    game.trick[seat] = one
    game.trick_pairs[seat] = both
    game.played[seat], game.played_pairs[seat] = add_cards(game.played[seat], game.played_pairs[seat], one, both)
    game.trick_points += n_points(one, both, game.level)


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


_CACHE = jit.cache_folder(Path(__file__).parent)
_play_blocks = blocks.blocks_player(play_game, tally_game)

ask_once = asking(VIEW, _CACHE)


@jit.cached(blocks.signature(RECORD), _CACHE)
def play_many(games, plan, seed, first, n_blocks, sink):
    """The kernel that the experiment layer calls: see core.blocks.blocks_player."""
    return _play_blocks(games[0], plan, seed, first, n_blocks, sink)
