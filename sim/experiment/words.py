"""How line-ups and players are written: words such as `linear:shade=0.9*2,average` or `bid=ev,play=duck`, taken apart."""

from __future__ import annotations

import re

from sim.core.errors import InputError
from sim.games.protocol import Game


def split_words(text: str, game: Game) -> list[tuple[str, int]]:
    """The words of a line-up with their counts. Raises InputError.

    Commas separate words, the decisions of a combination, and the parameters of a strategy; a piece `name=value`
    goes on with the word before it unless it names a decision that this word already has.
    """
    decisions = {d.name for d in game.decisions}
    words: list[tuple[str, int]] = []
    open_word = ""
    seen: set[str] = set()

    def close(count: int = 1) -> None:
        nonlocal open_word, seen
        if open_word:
            words.append((open_word, count))
        open_word, seen = "", set()

    for piece in str(text).split(","):
        piece = piece.strip()
        if not piece:
            raise InputError(f"line-up '{text}' has an empty place between commas")
        body, count = _split_count(piece)
        name = re.match(r"(\w+)=", body)
        goes_on = name and open_word and (name[1] not in decisions or (seen and name[1] not in seen))
        if not goes_on:
            close()
            if name:
                game.decision_index(name[1])
        open_word = f"{open_word},{body}" if open_word else body
        if name and name[1] in decisions:
            seen.add(name[1])
        if count:
            close(count)
    close()
    return words


def _split_count(piece: str) -> tuple[str, int]:
    """`greedy*2` -> what stands before the star and how many seats it takes, 0 when there is no star. Raises InputError."""
    body, star, count = piece.rpartition("*")
    if not star:
        return piece, 0
    if not re.fullmatch(r"\s*0*[1-9][0-9]?\s*", count):
        raise InputError(f"'{piece}' in the line-up: behind * stands how many seats, 1 or more")
    if not body.strip() or re.search(r"\*\s*\d*\s*$", body):
        raise InputError(f"'{piece}' in the line-up: a strategy and one number of seats are needed, as in random*2")
    return body.strip(), int(count)


def split_combination(word: str, game: Game) -> list[tuple[str, str]]:
    """Which strategy is to take which decision; a strategy that takes all that it can stands alone, behind no decision. Raises InputError.

    `bid=ev,play=duck` -> [("bid", "ev"), ("play", "duck")]; `greedy:call_at=4` -> [("", "greedy:call_at=4")].
    """
    first = re.match(r"(\w+)=", word)
    if not first:
        return [("", word)]
    game.decision_index(first[1])
    pieces = re.split(rf",(?=(?:{'|'.join(d.name for d in game.decisions)})=)", word)
    split = [(decision, text) for decision, _, text in (piece.partition("=") for piece in pieces)]
    for decision, text in split:
        stray = re.match(r"[^:,]*,(\w+)=", text)  # behind a strategy without parameters
        if stray:
            game.decision_index(stray[1])
        if [d for d, _ in split].count(decision) > 1:
            raise InputError(f"'{word}' gives decision {decision} twice")
    return split


def split_parameters(text: str) -> tuple[str, dict[str, str]]:
    """`greedy:call_at=4,take=1` -> name and parameters. Raises InputError."""
    if text.endswith(":"):
        raise InputError(f"'{text}' ends with a colon; behind it stand parameters, as in {text}name=1")
    own_file = re.match(r"((?:(?!:\w+=).)*?\.py(?::[A-Za-z_]\w*(?![\w=]))?)(?::(.*))?$", text)
    name, rest = (own_file[1], own_file[2] or "") if own_file else (text.partition(":")[0], text.partition(":")[2])
    given: dict[str, str] = {}
    for pair in rest.split(",") if rest else []:
        key, equals, value = (word.strip() for word in pair.partition("="))
        if not equals or not key:
            raise InputError(f"'{pair}' in '{text}' is no parameter; write name=value, as in {name}:{key or 'name'}=1")
        if key in given or f":{key}=" in value:
            raise InputError(f"'{text}' gives parameter {key} twice")
        given[key] = value
    return name.strip(), given
