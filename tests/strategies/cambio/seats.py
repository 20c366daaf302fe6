"""Seats at a table of Câmbio, written as a player would say them, and their answers."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sim.core import rng, seam
from sim.experiment.lineup import parse_player, seated
from sim.experiment.strategies import address, load
from sim.games.cambio import GAME, rules
from sim.games.cambio.cards import NO_CARD, parse_card
from sim.games.cambio.decisions import DECISIONS, MAX_POSITIONS, NOTHING, PASS, VIEW

HIDDEN, EMPTY = "?", "-"
PLAY, DISCARD = 16, 17


def seat_at(
    *blocks: str,
    pile: str = "",
    drawn: str | None = None,
    seen: Sequence[tuple[int, int, int]] = (),
    from_top: bool = False,
    snap: bool = False,
    own_wrong: str = "abandon2",
    **fields: int,
) -> np.ndarray:
    """Views (1,) of seat 0.

    blocks: one text a seat, by position: a card that seat 0 remembers, `?` one that it does not, `-` an empty position.
    pile: the discard pile, the top last; drawn: the card in hand (from_top: the top that was taken); snap: the
    matches with the top are shown; seen: (owner, position, seat) that has looked there.
    """
    views = seam.records(VIEW)
    view = views[0]
    view["players"], view["n_cards"], view["max_turns"] = len(blocks), 108, 400
    view["discarder_first"], view["speed"], view["opened"][: len(blocks)] = 1, 1.0, [max(4, len(block.split())) for block in blocks]
    view["own_wrong"] = ("abandon2", "return1", "return2").index(own_wrong)
    view["cards"][:] = NO_CARD
    lie_down(view, blocks)
    codes = [parse_card(card) for card in pile.split()]
    view["pile"][: len(codes)] = codes
    view["n_pile"], view["top"] = len(codes), codes[-1] if codes else NO_CARD
    view["drawn"] = parse_card(drawn) if drawn else NO_CARD
    view["stock"] = 108 - 4 * len(blocks) - len(codes)
    view["caller"], view["locked"], view["pair"], view["give_to"], view["thrower"] = [NOTHING] * 5
    for owner, position, seat in seen:
        view["seen"][owner, position] |= 1 << seat
    view["legal"] = 3
    if drawn:
        view["legal"] = int(rules.legal_uses(view["drawn"], np.uint64(view["occupied"][0]), from_top))
    if snap:
        show_matches(view)
    view["rng"] = rng.Stream(1, 0, rng.SEAT).state
    for name, value in fields.items():
        view[name] = value
    return views


def lie_down(view: np.void, blocks: Sequence[str]) -> None:
    """The cards in front of all seats."""
    for owner, block in enumerate(blocks):
        occupied, known = 0, 0
        for position, card in enumerate(block.split()):
            occupied |= (card != EMPTY) << position
            if card not in (EMPTY, HIDDEN):
                known |= 1 << position
                view["cards"][owner, position] = parse_card(card)
        view["occupied"][owner], view["known"][owner] = occupied, known


def show_matches(view: np.void) -> None:
    """The remembered cards of the top's rank."""
    for owner in range(int(view["players"])):
        found = [p for p in range(MAX_POSITIONS) if view["cards"][owner, p] != NO_CARD and view["cards"][owner, p] // 4 == view["top"] // 4]
        view["matches"][owner] = sum(1 << p for p in found)
        view["n_matches"] += len(found)


def ask(strategy: str, decision: str, views: np.ndarray, **knobs: float) -> int:
    """What a shipped strategy answers; a legal answer where legal ones are a mask."""
    loaded = load(GAME, strategy)
    values = loaded.parameters({name: str(value) for name, value in knobs.items()})
    views["parameters"][0, 0, : len(values)] = values
    if loaded.policies:
        views["policies"] = seated(GAME, parse_player(strategy, GAME))["policies"]
    occupied = int(views[0]["occupied"][0])
    if decision in ("peek_own", "give"):
        views["legal"] = occupied
    legal = int(views[0]["legal"])
    answer = GAME.ask_once()(address(GAME, loaded, decision, 0), views)
    assert decision in [d.name for d in DECISIONS]
    if decision in ("call", "draw", "use", "peek_own", "give"):
        assert legal >> answer & 1, f"{strategy} answered {answer} to {decision}"
    return answer


__all__ = ["DISCARD", "PASS", "PLAY", "ask", "seat_at"]
