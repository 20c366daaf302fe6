"""The game as a table of contents: the deal, then turn after turn until it is over, and the count.

A folder: `turns` plays a turn on from where it stands, also in the worlds that a seat imagines (see ../rollouts.py).
"""

from __future__ import annotations

from pathlib import Path

from sim.core import blocks, jit, rng
from sim.core.bits import bit
from sim.core.seam import SEES_ALL, asking
from sim.games.cambio.decisions import NOTHING, VIEW
from sim.games.cambio.kernel.moves import draw_card, put_on_pile
from sim.games.cambio.kernel.start import clear_table, clear_view, deal_block, stack_pack
from sim.games.cambio.kernel.turns import count, end_turn, next_seat, play_turn
from sim.games.cambio.measures import tally_game
from sim.games.cambio.rules import PLAYING
from sim.games.cambio.state import RECORD


@jit.helper
def play_game(game):
    """One game; False on an unlawful answer (see core.blocks.play_blocks)."""
    begin_game(game)
    mover = game.first
    while game.outcome == PLAYING:
        if not play_turn(game, mover, NOTHING, NOTHING, NOTHING):
            return False
        mover = next_seat(game, mover)
        end_turn(game, mover)
    count(game)
    return True


@jit.helper
def begin_game(game):
    """C3, C4: the first player is drawn, four cards to each; perhaps a card is turned up."""
    rules = game.rules
    clear_table(game)
    stack_pack(game)
    game.first = 0 if rules.stacked else rng.below(game.deal, rules.players)
    for seat in range(rules.players):
        clear_view(game, seat)
        if game.views[seat].parameters[0, SEES_ALL] != 0.0:
            game.all_seeing |= bit(seat)
    for seat in range(rules.players):
        deal_block(game, seat)
    if rules.open_discard:
        put_on_pile(game, draw_card(game))


_CACHE = jit.cache_folder(Path(__file__).parent.parent)
_play_blocks = blocks.blocks_player(play_game, tally_game)

ask_once = asking(VIEW, _CACHE)


@jit.cached(blocks.signature(RECORD), _CACHE)
def play_many(games, plan, seed, first, n_blocks, sink):
    """The kernel that the experiment layer calls: see core.blocks.blocks_player."""
    return _play_blocks(games[0], plan, seed, first, n_blocks, sink)
