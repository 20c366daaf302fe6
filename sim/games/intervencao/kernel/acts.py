"""The acts (I6-I10, I13, I14): asked for, checked, and done."""

from __future__ import annotations

import numpy as np

from sim.core import blocks, jit
from sim.core.bits import bit, has, popcount
from sim.core.seam import ask
from sim.games.intervencao.decisions import (
    ABSORB,
    ACT,
    CLOCK_STEPS,
    EXIT_HIGH,
    EXIT_LOW,
    EXPEL,
    INTERVENE,
    LAWFUL,
    N_KINDS,
    POINT_UNITS,
    REST,
    REVEAL,
    SHOW,
    UNLAWFUL,
)
from sim.games.intervencao.kernel.table import ALL_HISTORY, NO_CARDS, clear_place, set_clock, show_table
from sim.games.intervencao.rules import (
    BY_HIGH,
    BY_INANITION,
    BY_J,
    BY_LOW,
    EXIT_BY_PRESSED,
    INDETERMINATE,
    LAST_FEW,
    UNIT_MATCH,
    is_high,
    is_low,
    legal_acts,
)

HIGHEST_ACT = (1 << 14) - 1


@jit.helper
def take_act(game, seat):
    """Asks the seat and does what it answers; False when that is no lawful act."""
    show_table(game, seat)
    view = game.views[seat]
    view.legal = legal_acts(game.rules, view.hand, game.waiting[seat], game.batches[seat], game.debts[seat], game.clock, game.revealed >= 0)
    act = ask(game.functions[seat, ACT], view)
    game.facts[game.n_rounds - 1].asked[seat] += 1
    kind, other, card = act & 15, (act >> 4) & 15, act >> 8
    if act < 0 or act > HIGHEST_ACT or kind >= N_KINDS or not has(view.legal, kind) or not is_well_aimed(game, seat, kind, other, card):
        return blocks.unlawful(game, seat, ACT, act)
    do_act(game, seat, act)
    return True


@jit.helper
def do_act(game, seat, act):
    """Does a lawful act of a seat whose View is up to date (neither is checked)."""
    kind, other, card = act & 15, (act >> 4) & 15, act >> 8
    if kind == EXPEL:
        expel(game, seat, card, other)
    elif kind == ABSORB:
        absorb(game, seat)
    elif kind == REST:
        rest(game, seat)
    elif kind == INTERVENE:
        game.end = BY_J
    elif kind in (REVEAL, SHOW):
        speak(game, seat, kind, other)
    else:
        take_exit(game, seat, kind, other)


@jit.helper
def is_well_aimed(game, seat, kind, other, card):
    """Whether the card and the seat of an act fit its kind."""
    view = game.views[seat]
    if kind == EXPEL:
        return has(view.expellable, card) and has(view.others, other)
    if card != 0:
        return False
    if kind == SHOW:
        return has(view.others, other)
    if kind in (EXIT_LOW, EXIT_HIGH):
        return other == seat if game.rules.exit_by == EXIT_BY_PRESSED else has(view.others, other)
    return other == 0


@jit.helper
def expel(game, seat, card, to):
    """I6, I9: one card, openly, in front of another; it pays one of the debt."""
    cards = bit(card)
    game.hands[seat] ^= cards
    game.sizes[seat] -= 1
    game.known[seat] &= ~cards
    game.waiting[to] |= cards
    game.words[seat] = 0
    if game.debts[seat] > 0:
        game.debts[seat] -= 1
        if game.debts[seat] == 0:
            game.batches[seat] = NO_CARDS
    moment = np.uint64(game.clock * CLOCK_STEPS)
    game.history[game.n_expelled & ALL_HISTORY] = np.uint64(seat) | np.uint64(to) << np.uint64(4) | np.uint64(card) << np.uint64(8) | moment << np.uint64(16)
    game.n_expelled += 1
    game.facts[game.n_rounds - 1].own_expulsions[seat] += 1


@jit.helper
def absorb(game, seat):
    """I7, I9: all waiting cards into the hand; they are the open batch, and as many more are owed."""
    cards = game.waiting[seat]
    n_cards = popcount(cards)
    game.hands[seat] |= cards
    game.known[seat] |= cards
    game.batches[seat] = cards
    game.debts[seat] += n_cards
    game.sizes[seat] += n_cards
    game.waiting[seat] = NO_CARDS
    game.words[seat] = 0


@jit.helper
def rest(game, seat):
    """I10: cancels the debt, does nothing, or eliminates."""
    if game.views[seat].resting == UNLAWFUL:
        eliminate(game, seat)
    elif game.views[seat].resting == LAWFUL:
        game.batches[seat] = NO_CARDS
        game.debts[seat] = 0


@jit.helper
def speak(game, seat, kind, other):
    """I4, S33: reveals the J to all, or shows the hand to one; said too often it is an unlawful rest (I10)."""
    if not game.views[seat].free_word:
        eliminate(game, seat)
        return
    game.words[seat] += 1
    if kind == REVEAL:
        game.revealed = seat
    else:
        game.is_shown = 1
        game.views[other].shown[seat] = game.hands[seat]
        game.views[other].shown_at[seat] = game.clock


@jit.helper
def take_exit(game, seat, kind, other):
    """I13, I14: ends the round; a wrong claim (exit_by=others) costs the next act."""
    hand, waiting = game.hands[other], game.waiting[other]
    if kind == EXIT_LOW:
        is_right = is_low(hand, waiting, game.rules.low_limit)
    else:
        is_right = is_high(hand, waiting, game.batches[other], game.debts[other])
    if is_right:
        game.end = BY_LOW if kind == EXIT_LOW else BY_HIGH
        game.pressed = other
    else:
        game.barred[seat] = 1


@jit.helper
def eliminate(game, seat):
    """I10: out of the jogo by inanition; its cards leave the table."""
    out = bit(seat)
    game.in_round &= ~out
    game.in_jogo &= ~out
    game.inanition |= out
    set_clock(game)
    game.left_after[seat] = game.n_rounds
    clear_place(game, seat)
    if game.rules.unit == UNIT_MATCH:
        if game.n_in_round <= LAST_FEW:
            game.result = INDETERMINATE
            game.end = BY_INANITION
    else:
        game.facts[game.n_rounds - 1].points[seat] = -POINT_UNITS
    if seat == game.interventor or game.n_in_round < 2:
        game.end = BY_INANITION
