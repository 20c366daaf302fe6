"""The game as a table of contents: deal, name trump, play the round (bids, tricks, points); round after round.

A folder: what plays a round on from where it stands (round.py) also plays the rounds of imagined worlds, in strategies
that do not want the whole game compiled.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from sim.core import blocks, jit, rng
from sim.core.bits import lowest
from sim.core.seam import asking
from sim.games.wizard.cards import FULL_PACK, NO_TRUMP
from sim.games.wizard.decisions import VIEW
from sim.games.wizard.kernel.round import begin_round, name_trump, next_seat, play_round, show_hands
from sim.games.wizard.measures import note_game, tally_game
from sim.games.wizard.rules import trump_of_turned
from sim.games.wizard.state import MAX_SEATS, RECORD


@jit.helper
def play_game(game):
    """One game, all rounds; False on an unlawful answer (see core.blocks.play_blocks)."""
    begin_game(game)
    for n_tricks in range(1, game.rules.rounds + 1):
        begin_round(game, n_tricks)
        deal(game, n_tricks)
        if not name_trump(game):
            return False
        if not play_round(game, n_tricks):
            return False
        game.dealer = next_seat(game.dealer, game.rules.players)  # W5
    return True


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
def deal(game, n_tricks):
    """W2, W3: n_tricks cards to each seat, the next one turned up."""
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
    show_hands(game, n_tricks)


_CACHE = jit.cache_folder(Path(__file__).parent.parent)
_play_blocks = blocks.blocks_player(play_game, tally_game, note_game)

ask_once = asking(VIEW, _CACHE)


@jit.cached(blocks.signature(RECORD), _CACHE)
def play_many(games, plan, seed, first, n_blocks, sink):
    """The kernel that the experiment layer calls: see core.blocks.blocks_player."""
    return _play_blocks(games[0], plan, seed, first, n_blocks, sink)
