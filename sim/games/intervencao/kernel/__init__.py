"""The game as a table of contents: deal, ally, act after act until somebody ends it, score, settle; round after round.

(A folder: `round` plays a round on from where it stands, also for strategies that do not want the whole game compiled.)
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from sim.core import blocks, jit, rng
from sim.core.bits import bit, has, lowest
from sim.core.seam import ask, asking
from sim.games.intervencao.cards import HAND_SIZE, J_BIT, PACKS
from sim.games.intervencao.decisions import ALLY, NOBODY, VIEW
from sim.games.intervencao.kernel.count import score_round, settle
from sim.games.intervencao.kernel.round import play_round
from sim.games.intervencao.kernel.table import NO_CARDS, begin_view, clear_place, set_clock, show_table
from sim.games.intervencao.measures import tally_game
from sim.games.intervencao.rules import NOT_ENDED, ONGOING, could_end_jogo
from sim.games.intervencao.state import RECORD


@jit.helper
def play_game(game):
    """One round or one jogo; False on an unlawful answer (see core.blocks.play_blocks)."""
    begin_jogo(game)
    while game.result == ONGOING:
        begin_round(game)
        deal(game)
        if game.rules.alliances and not ally_all(game):
            return False
        if not play_round(game):
            return False
        score_round(game)
        settle(game)
    return True


@jit.helper
def begin_jogo(game):
    """Everybody in, nothing won."""
    players = game.rules.players
    game.in_jogo = bit(players) - np.uint64(1)
    game.out_last = np.uint64(0)
    game.inanition = np.uint64(0)
    game.moral = np.uint64(0)
    game.official = np.uint64(0)
    game.result = ONGOING
    game.n_rounds = 0
    for seat in range(players):
        game.left_after[seat] = 0
        game.points[seat] = 0
        game.vantagens[seat] = 0
        game.views[seat].seat = seat


@jit.helper
def begin_round(game):
    """Nothing waiting, no debts, clock 0 (I5)."""
    facts = game.facts[game.n_rounds]
    game.n_rounds += 1
    game.in_round = game.in_jogo
    set_clock(game)
    game.offers_locked = 1 if not game.rules.alliances or could_end_jogo(game.rules, game.in_jogo, game.points, game.n_rounds) else 0
    game.clock = 0.0
    game.end = NOT_ENDED
    game.revealed = NOBODY
    game.pressed = NOBODY
    game.n_expelled = 0
    facts.dealt = game.in_jogo
    facts.acts = 0
    for seat in range(game.rules.players):
        facts.points[seat] = 0
        facts.totals[seat] = -1
        facts.own_acts[seat] = 0
        facts.own_expulsions[seat] = 0
        facts.asked[seat] = 0
        game.words[seat] = 0
        game.barred[seat] = 0
        game.allies[seat] = NOBODY
        clear_place(game, seat)
        begin_view(game, seat)
    game.is_shown = 0


@jit.helper
def deal(game):
    """I3: the seat that gets the J is drawn first, then the other cards, seat after seat."""
    rng.draw_bits(game.in_round, 1, game.dealt, game.deal)
    game.interventor = lowest(game.dealt[0])
    rng.draw_bits(PACKS[game.rules.ranks], HAND_SIZE * game.n_in_round - 1, game.dealt, game.deal)
    at = 0
    for seat in range(game.rules.players):
        if not has(game.in_round, seat):
            continue
        hand, n_drawn = NO_CARDS, HAND_SIZE
        if seat == game.interventor:
            hand, n_drawn = J_BIT, HAND_SIZE - 1
        for _ in range(n_drawn):
            hand |= game.dealt[at]
            at += 1
        game.hands[seat] = hand
        game.sizes[seat] = HAND_SIZE


@jit.helper
def ally_all(game):
    """I22: each names one other or nobody, before anybody hears of it; two who name each other are allies."""
    for seat in range(game.rules.players):
        game.named[seat] = NOBODY
        if has(game.in_round, seat):
            show_table(game, seat)
            view = game.views[seat]
            view.legal = view.others
            answer = ask(game.functions[seat, ALLY], view)
            game.facts[game.n_rounds - 1].asked[seat] += 1
            if answer != NOBODY and not is_lawful_offer(view, answer):
                return blocks.unlawful(game, seat, ALLY, answer)
            game.named[seat] = answer
    for seat in range(game.rules.players):
        for other in range(seat):
            if game.named[seat] >= 0 and game.named[other] >= 0 and game.named[seat] & 15 == other and game.named[other] & 15 == seat:
                make_allies(game, seat, other)
    return True


@jit.helper
def is_lawful_offer(view, answer):
    """I21, I22: another seat in the round, and no more vantagens than may be offered."""
    return answer >= 0 and has(view.others, answer & 15) and answer >> 4 <= view.offer_limit


@jit.helper
def make_allies(game, seat, other):
    """I22: the offers change hands."""
    gain = (game.named[other] >> 4) - (game.named[seat] >> 4)
    game.allies[seat], game.allies[other] = other, seat
    game.views[seat].ally, game.views[other].ally = other, seat
    game.vantagens[seat] += gain
    game.vantagens[other] -= gain
    for viewer in range(game.rules.players):
        game.views[viewer].vantagens[seat] = game.vantagens[seat]
        game.views[viewer].vantagens[other] = game.vantagens[other]


_CACHE = jit.cache_folder(Path(__file__).parent.parent)
_play_blocks = blocks.blocks_player(play_game, tally_game)

ask_once = asking(VIEW, _CACHE)


@jit.cached(blocks.signature(RECORD), _CACHE)
def play_many(games, plan, seed, first, n_blocks, sink):
    """The kernel that the experiment layer calls: see core.blocks.blocks_player."""
    return _play_blocks(games[0], plan, seed, first, n_blocks, sink)
