"""Looks one trick ahead, and bids and plays by what the rest of the hand can still do.

Idea: every card gets two chances to take a trick later: one if it is played to win, a smaller one if it is played to
lose. Each later card may be played either way, whichever suits the bid: the value of a hand that still needs so many
tricks follows card by card from the last one to be played (the forecast). The bid is the one of greatest value. A
trick is met with the card for which the chance to win it now, and the value of what is left, promise most points.
Origin: ours; the knobs were found by a coordinate search in fields of `steady` with 3 to 6 players. Alone among these it
scores 214, 129, 89 and 62 points more than one of them would (+-3.5, 2.0, 1.2, 0.7; fresh deals).
Weakness: does not remember who is void in what, takes the others' cards as random, and thinks of its own points only.
"""

from sim.games.wizard.strategist import (
    JESTERS,
    LANE,
    NO_TRUMP,
    ONE,
    SPECIALS,
    UNSEEN,
    WIZARDS,
    ZERO,
    Knob,
    at_most_held,
    follow_after,
    forehead_bid,
    has,
    higher_of_suit,
    is_last,
    lowest,
    n_behind,
    need,
    none_held,
    none_held_between,
    np,
    popcount,
    suit_of,
    tricks_left,
    unseen,
    wins_now,
)

KNOBS = (
    Knob("trump", 1.76, 0.0, 3.0, "multiplies the chance of a trump to win, in long rounds"),
    Knob("side", 1.06, 0.0, 2.0, "multiplies the chance of a side card to win"),
    Knob("grip_trump", 0.15, 0.0, 1.0, "how many more cards each other may choose from against a trump, per trick left"),
    Knob("grip_side", 0.22, 0.0, 1.0, "the same against a side card"),
    Knob("length", 0.22, 0.0, 1.0, "what each higher own trump adds to a trump's chance, of what is missing to 1"),
    Knob("away", 0.12, 0.0, 1.0, "what a side card loses for want of the lead, divided by the tricks left"),
    Knob("beaten", 0.55, 0.0, 1.0, "how likely others beat the card now when they can"),
    Knob("keep_wizard", 0.50, 0.0, 1.0, "a wizard's chance to win when it is played to lose, as a part of the other"),
    Knob("keep_trump", 0.59, 0.0, 1.0, "the same for a trump"),
    Knob("keep_side", 0.64, 0.0, 1.0, "the same for a side card"),
    Knob("bid_keep", 0.42, 0.0, 2.0, "multiplies these parts while bidding"),
    Knob("bid_scale", 0.90, 0.0, 2.0, "multiplies all chances while bidding"),
    Knob("bid_growth", 0.019, -0.1, 0.1, "added to bid_scale for each card in the hand"),
    Knob("crowd", 0.78, 0.0, 2.0, "how far earlier bids above the fair share press the chances down"),
)
COMPANIONS = {"choose_trump": "most_tricks"}
TRUMP, SIDE, GRIP_TRUMP, GRIP_SIDE, LENGTH, AWAY, BEATEN, KEEP_WIZARD, KEEP_TRUMP, KEEP_SIDE, BID_KEEP, BID_SCALE, BID_GROWTH, CROWD = range(14)

CARD, TO_WIN, TO_LOSE = range(3)  # columns of a forecast: a row a card, the strongest first
NONE_LEFT_OUT = -1
MOST_EXCESS = 0.4
FAR_BELOW, FAR_ABOVE = 4.0, 3.0  # bids this far from the mean are never best


# --- bid --------------------------------------------------------------------------------------------------------------


def bid(view):
    """The legal bid whose value is greatest, the lowest of equals."""
    if not view.hand:
        return forehead_bid(view)
    knobs = view.parameters
    scale = (knobs[BID_SCALE] + knobs[BID_GROWTH] * view.round) * (1.0 - knobs[CROWD] * excess(view))
    forecast = forecast_of(view, view.round, scale, knobs[BID_KEEP])
    mean = 0.0
    for i in range(view.round):
        mean += forecast[i, TO_WIN]
    best, most = -1, -np.inf
    worth = np.empty(view.round + 1)
    for tricks in range(view.round + 1):
        if has(view.legal, tricks) and mean - FAR_BELOW < tricks < mean + FAR_ABOVE:
            weigh(forecast, view.round, NONE_LEFT_OUT, tricks, tricks, worth)
            if worth[tricks] > most:
                best, most = tricks, worth[tricks]
    return best


def excess(view):
    """How far the visible bids are above the fair share of those who made them, as a part of all tricks, at most 0.4
    (wild bids say little about the cards)."""
    total, n_bids = 0, 0
    for seat in range(view.players):
        if view.bids[seat] != UNSEEN:
            total += view.bids[seat]
            n_bids += 1
    return min(max(total / view.round - n_bids / view.players, -MOST_EXCESS), MOST_EXCESS)


# --- play -------------------------------------------------------------------------------------------------------------


def play(view):
    """The legal card that promises most points, the strongest of equals."""
    if view.legal & (view.legal - ONE) == ZERO:
        return lowest(view.legal)
    n_cards, wanted, own = tricks_left(view), need(view), view.bids[view.seat]
    forecast = forecast_of(view, n_cards - 1, 1.0, 1.0)
    worth = np.empty(view.round + 1)
    best, most = -1, -np.inf
    for i in range(n_cards):
        card = np.int64(forecast[i, CARD])
        if has(view.legal, card):
            too_many = weigh(forecast, n_cards, i, wanted, own, worth)
            lost = worth[wanted] if wanted >= 0 else too_many + 10.0 * (wanted + 1)
            won = worth[wanted - 1] if wanted > 0 else too_many + 10.0 * min(wanted, 0)
            points = lost + odds_now(view, card) * (won - lost)
            if points > most:
                best, most = card, points
    return best


def odds_now(view, card):
    """The chance that the card takes the current trick if it is played now."""
    if not wins_now(view, card):
        return 0.0
    if is_last(view) or has(WIZARDS, card):
        return 1.0
    stands = 1.0 - view.parameters[BEATEN] * odds_of_beating(view, card)
    odds = 1.0
    for _ in range(n_behind(view)):
        odds *= stands
    return odds


def odds_of_beating(view, card):
    """The chance that one of the others behind can beat the card: in the suit to follow, or without that suit."""
    hidden = unseen(view)
    n_hidden = popcount(hidden)
    n_held = min(tricks_left(view), n_hidden // n_behind(view))
    follow = follow_after(view.follow, card)
    led = hidden & LANE[min(follow, NO_TRUMP)]
    stronger = ones_above(view, card, hidden)
    n_inside, n_outside = popcount(stronger & led), popcount(stronger & ~led)
    none_inside = none_held(n_hidden, n_inside + popcount(hidden & WIZARDS), n_held)
    is_void = none_held(n_hidden, popcount(led), n_held)
    return 1.0 - none_inside * (1.0 - is_void * (1.0 - none_held(n_hidden, n_outside, n_held)))


def ones_above(view, card, hidden):
    """The suit cards of `hidden` that would beat the card if it were played now."""
    if has(JESTERS, card):
        return hidden & ~SPECIALS
    above = higher_of_suit(card)
    return hidden & (above if suit_of(card) == view.trump else above | LANE[view.trump])


# --- the forecast -----------------------------------------------------------------------------------------------------


def forecast_of(view, n_tricks, scale, keep):
    """(cards of the hand, 3): card, chance to take one of n_tricks tricks to come if played to win, and to lose."""
    forecast = np.empty((popcount(view.hand), 3))
    hidden, n_cards = unseen(view), 0
    left = view.hand
    while left:
        card = lowest(left)
        left &= left - ONE
        to_win = odds_later(view, card, hidden, n_tricks, scale)
        at = n_cards
        while at > 0 and forecast[at - 1, TO_WIN] < to_win:
            for column in range(3):
                forecast[at, column] = forecast[at - 1, column]
            at -= 1
        forecast[at, CARD] = card
        forecast[at, TO_WIN] = to_win
        forecast[at, TO_LOSE] = to_win * keep * kept_part(view, card)
        n_cards += 1
    return forecast


def kept_part(view, card):
    """What is left of a card's chance when it is played to lose."""
    if has(WIZARDS, card):
        return view.parameters[KEEP_WIZARD]
    return view.parameters[KEEP_TRUMP] if suit_of(card) == view.trump else view.parameters[KEEP_SIDE]


def odds_later(view, card, hidden, n_tricks, scale):
    """The chance that the card takes one of the tricks to come if it is played to win; that of suit cards times scale."""
    if has(SPECIALS, card):
        return 1.0 if has(WIZARDS, card) else 0.0
    n_held = max(min(n_tricks, popcount(hidden) // (view.players - 1)), 1)
    is_trump = suit_of(card) == view.trump
    odds = odds_of_trump(view, card, hidden, n_held) if is_trump else odds_of_side(view, card, hidden, n_held)
    return min(scale * odds, 1.0)


def odds_of_trump(view, card, hidden, n_held):
    """odds_later of a trump, each other holding n_held cards."""
    knobs = view.parameters
    odds = (1.0 + (knobs[TRUMP] - 1.0) * (1.0 - 1.0 / n_held)) * odds_unbeaten(view, card, hidden, n_held, knobs[GRIP_TRUMP])
    return odds + (1.0 - odds) * min(knobs[LENGTH] * n_own_above(view, card), 1.0)


def odds_of_side(view, card, hidden, n_held):
    """odds_later of a side card, each other holding n_held cards: neither beaten in its suit nor trumped."""
    knobs = view.parameters
    odds = knobs[SIDE] * odds_unbeaten(view, card, hidden, n_held, knobs[GRIP_SIDE]) * (1.0 - knobs[AWAY] / n_held)
    if view.trump == NO_TRUMP:
        return odds
    n_hidden = popcount(hidden)
    is_void = at_most_held(n_hidden, popcount(hidden & LANE[suit_of(card)]), n_held, n_own_above(view, card))
    has_trump = 1.0 - none_held(n_hidden, popcount(hidden & LANE[view.trump]), n_held)
    for _ in range(view.players - 1):
        odds *= 1.0 - is_void * has_trump
    return odds


def odds_unbeaten(view, card, hidden, n_held, grip):
    """The chance that no higher card of the suit and no wizard meets the card, when each other chooses from one card,
    and from `grip` cards more for each further card in the hand."""
    n_above = popcount(hidden & (WIZARDS | higher_of_suit(card)))
    return none_held_between(popcount(hidden), n_above, (view.players - 1) * (1.0 + grip * (n_held - 1)))


def n_own_above(view, card):
    """How many higher cards of its suit the hand holds."""
    return popcount(view.hand & higher_of_suit(card))


def weigh(forecast, n_cards, left_out, wanted, own, worth):
    """Fills worth[w], w = 0..wanted: the expected points of bid `own` when w more tricks are needed and the first
    n_cards cards of the forecast but `left_out` are still to be played. Returns that of w = -1, one trick too many.

    The last card first: with it, one trick more or none; it is played to win where that is worth more.
    """
    for w in range(wanted + 1):
        worth[w] = -10.0 * w
    if wanted >= 0:
        worth[0] = 20.0 + 10.0 * own
    too_many = -10.0
    for i in range(n_cards - 1, -1, -1):
        if i != left_out:
            for w in range(wanted, -1, -1):
                gain = (worth[w - 1] if w > 0 else too_many) - worth[w]
                worth[w] += gain * (forecast[i, TO_WIN] if gain > 0.0 else forecast[i, TO_LOSE])
            too_many -= 10.0 * forecast[i, TO_LOSE]
    return too_many
