"""C7, C18: what a card does when it is played from the stock."""

from __future__ import annotations

from sim.core import blocks, jit
from sim.core.bits import has
from sim.games.cambio.decisions import EXCHANGE, KING_LOOK, NOTHING, PEEK_OTHER, PEEK_OWN
from sim.games.cambio.kernel.moves import exchange_cards, look
from sim.games.cambio.kernel.seats import YES_OR_NO, consult, has_target, is_target
from sim.games.cambio.rules import BLIND_EXCHANGE, LOOK_OTHER, LOOK_OWN, NO_EFFECT, is_legal


@jit.helper
def carry_out(game, seat, effect):
    """C7, C18: the effect of a played card; without a lawful target nothing happens. False on an unlawful answer."""
    if effect == NO_EFFECT or (effect != LOOK_OTHER and not game.occupied[seat]) or (effect != LOOK_OWN and not has_target(game, seat)):
        return True
    if effect == LOOK_OWN:
        return peek_own(game, seat)
    if effect == LOOK_OTHER:
        return peek_other(game, seat)
    if effect == BLIND_EXCHANGE:
        return exchange(game, seat)
    return king(game, seat)


@jit.helper
def peek_own(game, seat):
    """C7: a 7 or 8 looks at one own card."""
    game.views[seat].legal = game.occupied[seat]
    position = consult(game, seat, PEEK_OWN)
    if not is_legal(game.occupied[seat], position):
        return blocks.unlawful(game, seat, PEEK_OWN, position)
    look(game, seat, position, seat)
    return True


@jit.helper
def peek_other(game, seat):
    """C7: a 9 or 10 looks at one card of another player."""
    place = consult(game, seat, PEEK_OTHER)
    if not is_target(game, seat, place):
        return blocks.unlawful(game, seat, PEEK_OTHER, place)
    look(game, place >> 4, place & 15, seat)
    return True


@jit.helper
def is_pair(game, seat, pair):
    """Whether the pair is an own card and one of another player."""
    return 0 <= pair < 16 * 128 and has(game.occupied[seat], pair >> 7) and is_target(game, seat, pair & 127)


@jit.helper
def exchange(game, seat):
    """C7: a jack or queen exchanges two cards, unseen."""
    pair = consult(game, seat, EXCHANGE)
    if not is_pair(game, seat, pair):
        return blocks.unlawful(game, seat, EXCHANGE, pair)
    exchange_cards(game, seat, pair >> 7, pair >> 4 & 7, pair & 15)
    return True


@jit.helper
def king(game, seat):
    """C7: a black king looks at two cards, then exchanges them or not."""
    view = game.views[seat]
    pair = consult(game, seat, KING_LOOK)
    if not is_pair(game, seat, pair):
        return blocks.unlawful(game, seat, KING_LOOK, pair)
    look(game, seat, pair >> 7, seat)
    look(game, pair >> 4 & 7, pair & 15, seat)
    view.pair = pair
    view.legal = YES_OR_NO
    answer = consult(game, seat, KING_LOOK)
    view.pair = NOTHING
    if answer == 1:
        exchange_cards(game, seat, pair >> 7, pair >> 4 & 7, pair & 15)
    elif answer != 0:
        return blocks.unlawful(game, seat, KING_LOOK, answer)
    return True
