"""Counting: who has the best and the worst hand, who leaves, who is champion (I15-I24)."""

from __future__ import annotations

import numpy as np

from sim.core import jit
from sim.core.bits import bit, has, popcount
from sim.games.intervencao.decisions import MAX_SEATS, NOBODY, POINT_UNITS
from sim.games.intervencao.rules import (
    BY_INANITION,
    BY_TIME,
    DECIDED,
    INDETERMINATE,
    LAST_FEW,
    OUT_BY_POINTS,
    OUT_BY_WORST,
    OUT_NEVER,
    PRESSED_WORST,
    UNIT_MATCH,
    counted_cards,
    hand_total,
    leaves,
    moral_champions,
    official_champions,
)


@jit.helper
def score_round(game):
    """I15-I20: the hands are counted, the points shared, the interventor gets a vantagem."""
    facts = game.facts[game.n_rounds - 1]
    facts.end = game.end
    facts.beats = game.clock
    facts.expulsions = game.n_expelled
    facts.interventor = game.interventor
    facts.best_hand, facts.worst_hand = -1, -1
    if game.end == BY_TIME or game.end == BY_INANITION:
        return
    for seat in range(game.rules.players):
        if has(game.in_round, seat):
            cards = counted_cards(game.hands[seat], game.waiting[seat], game.end)
            facts.totals[seat] = hand_total(cards, game.rules.measure, game.rules.j_value)
    game.vantagens[game.interventor] += 1
    alone = game.pressed if game.rules.pressed == PRESSED_WORST else NOBODY
    share_points(facts, game.in_round, alone)


@jit.helper
def share_points(facts, counted, alone):
    """I18, I15: +1 shared by the best hands, -1 by the worst; nothing when all tie.

    alone: the seat that holds the worst hand whatever it counts (pressed=worst), or NOBODY.
    """
    best, n_best, worst, n_worst = -1, 0, -1, 0
    for seat in range(MAX_SEATS):
        if not has(counted, seat):
            continue
        total = facts.totals[seat]
        if seat != alone:
            if n_best == 0 or total < best:
                best, n_best = total, 0
            n_best += 1 if total == best else 0
        if alone < 0 or seat == alone:
            if total > worst:
                worst, n_worst = total, 0
            n_worst += 1 if total == worst else 0
    facts.best_hand, facts.worst_hand = best, worst
    if alone < 0 and best == worst:
        return
    for seat in range(MAX_SEATS):
        if has(counted, seat):
            if facts.totals[seat] == best and seat != alone:
                facts.points[seat] = POINT_UNITS // n_best
            elif seat == alone or (alone < 0 and facts.totals[seat] == worst):
                facts.points[seat] = -(POINT_UNITS // n_worst)


@jit.helper
def settle(game):
    """I18: who leaves, and whether the jogo is over; a single round is over at once."""
    if game.rules.unit != UNIT_MATCH:
        game.result = DECIDED
        return
    if game.result == INDETERMINATE:
        return
    facts = game.facts[game.n_rounds - 1]
    out = facts.dealt & ~game.in_round
    if game.end != BY_TIME and game.end != BY_INANITION:
        out |= send_home(game, facts)
    if out:
        game.out_last = out
    if popcount(game.in_jogo) <= LAST_FEW or (game.rules.elimination == OUT_NEVER and game.n_rounds >= game.rules.rounds):
        game.result = DECIDED
        game.moral = moral_champions(game.in_jogo, game.points, game.vantagens)
        game.official = official_champions(game.moral, game.allies, game.out_last)
    elif game.n_rounds >= game.rules.max_rounds:
        game.result = INDETERMINATE


@jit.helper
def send_home(game, facts):
    """I18: adds the points of a determinate round; the mask of those who leave after it, unless that were all."""
    out = np.uint64(0)
    for seat in range(game.rules.players):
        if not has(game.in_jogo, seat):
            continue
        game.points[seat] += facts.points[seat]
        is_out = game.rules.elimination == OUT_BY_POINTS and leaves(game.points[seat], game.rules.limit)
        if is_out or (game.rules.elimination == OUT_BY_WORST and facts.points[seat] < 0):
            out |= bit(seat)
    if out == game.in_jogo:
        return np.uint64(0)
    game.in_jogo &= ~out
    for seat in range(game.rules.players):
        if has(out, seat):
            game.left_after[seat] = game.n_rounds
    return out
