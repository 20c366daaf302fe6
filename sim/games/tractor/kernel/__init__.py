"""The game as a table of contents: deal, declare, take up the kitty, bury, play the tricks, score; deal after deal."""

from __future__ import annotations

from pathlib import Path

from sim.core import blocks, jit
from sim.core.seam import asking
from sim.games.tractor.decisions import VIEW
from sim.games.tractor.kernel.opening import bury, declare_all, settle_trumps
from sim.games.tractor.kernel.score import score_deal
from sim.games.tractor.kernel.start import begin_deal, begin_game, deal
from sim.games.tractor.kernel.tricks import play_all
from sim.games.tractor.measures import tally_game
from sim.games.tractor.rules import DEAL
from sim.games.tractor.state import RECORD


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
def is_over(game):
    """T21, T22: one deal in unit=deal; a match is won or cut off."""
    if game.rules.unit == DEAL:
        return game.n_deals == 1
    return game.is_won or game.n_deals == game.rules.max_deals


_CACHE = jit.cache_folder(Path(__file__).parent.parent)
_play_blocks = blocks.blocks_player(play_game, tally_game)

ask_once = asking(VIEW, _CACHE)


@jit.cached(blocks.signature(RECORD), _CACHE)
def play_many(games, plan, seed, first, n_blocks, sink):
    """The kernel that the experiment layer calls: see core.blocks.blocks_player."""
    return _play_blocks(games[0], plan, seed, first, n_blocks, sink)
