"""What the rule players for Tractor share: valuations of cards, declaring by counting trumps, leading and following by rule."""

from sim.games.tractor.strategist import (
    BLACK_PAIR,
    EQUALS,
    LANE,
    LEVEL_PLACE,
    N_SUITS,
    NO_TRUMP,
    PAIR,
    PASS,
    RED_PAIR,
    SINGLE,
    bit,
    follow_least,
    has,
    highest,
    is_last,
    is_owed_in_suit,
    is_partner,
    lead_of,
    lead_tops,
    least_card,
    longest_lead,
    lowest,
    n_cards,
    n_in_suit,
    np,
    points_of,
    position,
    suit_of,
    trumps_under,
    unseen,
    winning_tops,
)

TRUMPS, ACE_POSITION = 4, 11
PAIR_WORTH, TRUMP_WORTH, POINT_WORTH = 8, 100, 6


# Declaring -----------------------------------------------------------------------------------------------------------


def declare_by_count(view, bar, no_trump_bar):
    """The suit with the most trumps if they, and two for a level pair, reach `bar`; no-trump with enough level cards.

    Never overcalls the partner.
    """
    if view.n_declared and is_partner(view, view.declared_by[view.n_declared - 1]):
        return PASS
    levels = bit(LEVEL_PLACE + 4) - bit(LEVEL_PLACE)
    if view.legal >> np.uint64(BLACK_PAIR) and n_cards(view.hand & levels, view.pairs & levels) >= no_trump_bar:
        return RED_PAIR if has(view.legal, RED_PAIR) else BLACK_PAIR
    best, most = PASS, bar - 1
    for suit in range(N_SUITS):
        has_pair = has(view.legal, PAIR + suit)
        count = trumps_under(view, suit) + (2 if has_pair else 0)
        if count > most and (has_pair or has(view.legal, SINGLE + suit)):
            best, most = (PAIR if has_pair else SINGLE) + suit, count
    return best


# Values --------------------------------------------------------------------------------------------------------------


def low_value(view, card):
    """Lowest position first, side suits before trumps."""
    return position(view, card) + (TRUMP_WORTH if suit_of(card, view.trump) == TRUMPS else 0)


def keep_value(view, card, point_weight):
    """What a card is worth in the dealer's hand: aces, pairs and points are kept, short suits given up."""
    suit = suit_of(card, view.trump)
    if suit == TRUMPS:
        return 100.0 + position(view, card)
    worth = position(view, card) + point_weight * points_of(view, card)
    if position(view, card) == ACE_POSITION:
        worth += 40.0
    if has(view.pairs, card):
        worth += 25.0
    return worth - 0.5 * max(0, 8 - n_in_suit(view, suit))


def discard_value(view, card):
    """What it costs to part with a card: points most, then trumps, pairs, and height; short suits are emptied first."""
    suit = suit_of(card, view.trump)
    cost = position(view, card) + POINT_WORTH * points_of(view, card)
    if has(view.pairs, card):
        cost += PAIR_WORTH
    return cost + (TRUMP_WORTH if suit == TRUMPS else min(n_in_suit(view, suit), 6))


def feed_value(view, card):
    """What it costs to give a card to a trick of the partner's: points are welcome, a ten before a king."""
    cost = position(view, card) - POINT_WORTH * points_of(view, card)
    if has(view.pairs, card):
        cost += PAIR_WORTH
    return cost + (PAIR_WORTH if suit_of(card, view.trump) == TRUMPS else 0)


def win_value(view, card):
    """What it costs to win with a card: low cards without points first."""
    return low_value(view, card) + POINT_WORTH * points_of(view, card)


def rich_win_value(view, card):
    """What it costs to win for certain with a card: points come home."""
    return low_value(view, card) - POINT_WORTH * points_of(view, card)


# Following -----------------------------------------------------------------------------------------------------------


def is_high(view):
    """Whether what is winning the trick is as high as its suit goes without memory: an ace, or a level card or joker."""
    if view.best >= LEVEL_PLACE:
        return True
    return position(view, view.best) == ACE_POSITION and not has(view.trumps, view.best)


def is_beyond(view):
    """Whether no card that this seat has not seen beats what is winning the trick within its suit."""
    one, both = unseen(view)
    rivals = both if view.n_pairs else one
    if view.best >= LEVEL_PLACE or has(view.trumps, view.best):
        return highest(rivals & view.trumps) <= highest_place(view)
    return highest(rivals & view.suit) <= view.best


def highest_place(view):
    """The highest place on the ladder of the cards that are as strong as what is winning the trick."""
    if view.best < LEVEL_PLACE:
        return view.best
    first_above = highest(EQUALS[view.trump])
    return first_above + view.best - LEVEL_PLACE


def follow_by_rule(view, is_safe, ruff_from):
    """Feeds the partner's trick if it is safe, else wins cheaply if it is worth it, else gives away as little as possible."""
    partner_wins = is_partner(view, view.best_seat)
    if partner_wins and (is_last(view) or is_safe):
        return follow_least(view, feed_value)
    tops = winning_tops(view)
    if tops and not partner_wins and is_worth_winning(view, ruff_from):
        if is_last(view):
            return lead_of(view, least_card(view, tops, rich_win_value), view.n_pairs)
        return lead_of(view, least_card(view, tops, win_value), view.n_pairs)
    return follow_least(view, discard_value)


def is_worth_winning(view, ruff_from):
    """Always in the led suit; a ruff wants points, or the end of the deal near."""
    if is_owed_in_suit(view):
        return True
    return view.trick_points >= ruff_from or (is_last(view) and view.trick_points > 0) or view.cards_left <= 6


# Leading -------------------------------------------------------------------------------------------------------------


def lead_single(view, bosses):
    """A boss of a side suit, else the highest card without points of the longest side suit, else the lowest card."""
    side = view.hand & ~view.trumps
    if bosses & side:
        return highest(bosses & side)
    best, longest = -1, 0
    for suit in range(N_SUITS):
        cards = side & LANE[suit]
        if n_in_suit(view, suit) > longest and cards:
            best, longest = suit, n_in_suit(view, suit)
    if best < 0:
        return least_card(view, view.hand, win_value)
    return highest_without_points(view, side & LANE[best])


def highest_without_points(view, cards):
    """The highest card without points of a mask of one suit, else the lowest of the mask."""
    left = cards
    while left:
        card = highest(left)
        if points_of(view, card) == 0:
            return card
        left ^= bit(card)
    return lowest(cards)


def aces(view):
    """Own side cards of the highest rank."""
    found = np.uint64(0)
    for suit in range(N_SUITS):
        if suit < 3 or view.trump == NO_TRUMP:
            found |= view.hand & bit(12 * suit + ACE_POSITION)
    return found


def best_top(view, m):
    """The top card of the best lead of m pairs: the highest position, side suits before trumps."""
    tops = lead_tops(view, m)
    best, most = 0, -1
    while tops:
        card = lowest(tops)
        tops ^= bit(card)
        rank = 2 * position(view, card) + (1 if suit_of(card, view.trump) < TRUMPS else 0)
        if rank > most:
            best, most = card, rank
    return best


def lead_pairs_first(view, bosses):
    """The longest tractor or the highest pair, else a single."""
    m = longest_lead(view)
    if m == 0:
        return lead_single(view, bosses)
    return lead_of(view, best_top(view, m), m)
