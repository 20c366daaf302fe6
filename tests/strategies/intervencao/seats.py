"""What a strategy does at a position, in words: `6 to 3`, `absorb`, `rest`, `intervene`, `exit low`, `exit high of 2`."""

from __future__ import annotations

from sim.experiment.lineup import parse_lineup
from sim.experiment.replay import seat_policies
from sim.games.intervencao.cards import card_name
from sim.games.intervencao.decisions import ACT, ALLY, CARD_STEP, EXIT_HIGH, EXIT_LOW, EXPEL, KIND_NAMES, SEAT_STEP
from tests.games.intervencao.scenes import Scene


def answer(word: str, scene: Scene, seat: int, decision: int) -> int:
    """The number that the strategy answers."""
    place = scene.jogo.seats[seat]
    place.policy = seat_policies(scene.rules, parse_lineup(f"{word}*{scene.rules.players}", scene.rules), 1, 0)[seat]
    scene.jogo.open_views()
    place.sees(ally=place.ally)
    return scene.jogo.ask(place, decision, scene.jogo.legal_kinds(place) if decision == ACT else [s for s in scene.jogo.in_round if s != seat])


def does(word: str, scene: Scene, seat: int) -> str:
    """The act in words."""
    act = answer(word, scene, seat, ACT)
    kind, other, card = act % SEAT_STEP, act // SEAT_STEP % SEAT_STEP, act // CARD_STEP
    if kind == EXPEL:
        return f"{card_name(card)} to {other}"
    is_claim = kind in (EXIT_LOW, EXIT_HIGH) and other != seat
    return KIND_NAMES[kind] + (f" of {other}" if is_claim else "")


def names(word: str, scene: Scene, seat: int) -> tuple[int, int] | None:
    """Whom the strategy names as ally, and what it offers; None: nobody."""
    said = answer(word, scene, seat, ALLY)
    return None if said < 0 else (said % SEAT_STEP, said // SEAT_STEP)
