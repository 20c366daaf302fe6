"""Wizard's rules once more, in plain Python and by their numbers in README.md."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sim.games.wizard.cards import JESTER_RANK, PACK, WIZARD_RANK, card_name

# the state of the suit to follow, as a View tells it: a suit 0..3, or
NOT_YET, NO_SUIT = 4, 5
NOTHING = -1  # no winner yet, no card turned up, no suit
CARDS = [int(card) for card in PACK]
NAMES = {card: card_name(card) for card in CARDS}
WIZARDS = {card for card in CARDS if card % 16 == WIZARD_RANK}
JESTERS = {card for card in CARDS if card % 16 == JESTER_RANK}
SPECIALS = WIZARDS | JESTERS
SUIT = {card: NOTHING if card in SPECIALS else card // 16 for card in CARDS}


def suit_to_follow(trick: Sequence[int]) -> int:
    """W14: the first card that is no jester decides; a suit, NO_SUIT after a wizard, NOT_YET after jesters only."""
    for card in trick:
        if card not in JESTERS:
            return NO_SUIT if card in WIZARDS else SUIT[card]
    return NOT_YET


def legal_cards(hand: Iterable[int], suit: int) -> list[int]:
    """W15: who holds the suit to follow plays it, or a wizard or jester; who does not plays anything."""
    following = [card for card in hand if SUIT[card] == suit]
    return following + [card for card in hand if card in SPECIALS] if following else list(hand)


def takes_over(card: int, best: int, trump: int) -> bool:
    """W16: whether a card takes the trick from the one that was winning it until now."""
    if best in WIZARDS or card in JESTERS:
        return False
    if card in WIZARDS or best in JESTERS:
        return True
    return card > best if SUIT[card] == SUIT[best] else SUIT[card] == trump


def winning_play(trick: Sequence[int], trump: int) -> int:
    """W16: the index of the play that wins the trick, or is winning it so far (at least one card)."""
    best = 0
    for i, card in enumerate(trick):
        if takes_over(card, trick[best], trump):
            best = i
    return best


def strength(card: int, trump: int) -> int:
    """The View's measure of a winning card: wizard 60, trump 32 + rank, suit to follow 16 + rank, jester 0."""
    if card in SPECIALS:
        return 60 if card in WIZARDS else 0
    return card % 16 + (32 if SUIT[card] == trump else 16)


def legal_numbers(n_tricks: int, bids_before: Sequence[int], players: int, plus_one: bool) -> list[int]:
    """W6, W8: the bids open to the player who bids after `bids_before`."""
    bids = list(range(n_tricks + 1))
    if plus_one and len(bids_before) == players - 1:
        bids = [bid for bid in bids if sum(bids_before) + bid != n_tricks]
    return bids


def round_points(bid: int, won: int) -> int:
    """W17, W18."""
    return 20 + 10 * bid if bid == won else -10 * abs(bid - won)


def winners(totals: Sequence[int]) -> list[int]:
    """W19: who has the highest total."""
    return [seat for seat, total in enumerate(totals) if total == max(totals)]


def fault_of(options: Mapping[str, Any]) -> str | None:
    """The name of the first thing wrong with these rules, by README.md; None when nothing is."""
    texts = {name: str(value).strip().lower() for name, value in options.items()}
    players = options.get("players", 4)
    if isinstance(players, bool) or players not in (3, 4, 5, 6):
        return "players"  # W2
    seats = [str(seat) for seat in range(players)]
    flags = ["true", "false", "on", "off", "yes", "no", "1", "0"]
    allowed = {
        "wizard_turned": ["dealer-chooses", "no-trump"],  # W4
        "first_dealer": ["drawn", *seats],  # W5
        "bids": ["open", "hidden", "secret"],  # W7, W9, W10
        "plus_one": flags,  # W8
        "forehead": flags,  # W11
    }
    for name, text in texts.items():
        if name != "players" and text not in allowed.get(name, ()):
            return name
    if texts.get("plus_one") in flags[::2] and texts.get("bids", "open") != "open":
        return "plus_one"  # W12
    return None
