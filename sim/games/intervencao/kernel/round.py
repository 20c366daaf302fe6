"""A round played on from where it stands: the clock draws who acts, until somebody ends it."""

from __future__ import annotations

from sim.core import jit, rng
from sim.games.intervencao.kernel.acts import take_act
from sim.games.intervencao.rules import BY_TIME, NOT_ENDED, waiting_time


@jit.helper
def play_round(game):
    """I5, I12: act after act, from where the round stands, until somebody ends it or the time is up; False on an unlawful answer."""
    facts = game.facts[game.n_rounds - 1]
    while game.end == NOT_ENDED:
        game.clock += waiting_time(rng.next_word(game.table)) / game.total_speed
        if game.clock > game.rules.time_limit:
            game.clock = game.rules.time_limit
            game.end = BY_TIME
            break
        seat = draw_seat(game)
        facts.acts += 1
        facts.own_acts[seat] += 1
        if game.barred[seat]:
            game.barred[seat] = 0
        elif not take_act(game, seat):
            return False
    return True


@jit.helper
def draw_seat(game):
    """I5: who acts, in proportion to speed."""
    place = rng.uniform(game.table) * game.total_speed
    n = 0
    for i in range(game.n_in_round - 1):
        n += 1 if place >= game.reach[i] else 0
    return game.seated[n]
