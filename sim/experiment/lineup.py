"""Line-ups: the players that words such as `linear:shade=0.9` or `bid=ev,play=duck` name, and who sits where in a block."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Protocol

import numpy as np

from sim.core import seam
from sim.core.errors import InputError, unknown
from sim.experiment import strategies
from sim.experiment.strategies import Strategy
from sim.experiment.words import split_combination, split_parameters, split_words
from sim.games.layout import Cell
from sim.games.protocol import Game, Rules

GROUPS_UP_TO = 8  # entrants; with more only the measures themselves are kept, not those by seat, round, ...


@dataclass(frozen=True)
class Part:
    """A strategy with its parameters, as a player uses it for some decisions."""

    strategy: Strategy
    parameters: tuple[float, ...]
    policies: tuple[Player, ...] = ()  # who plays on in the worlds that the strategy imagines


@dataclass(frozen=True)
class Player:
    """Who can sit at the table: a part for each decision."""

    word: str
    parts: tuple[Part, ...]  # part k lives in region k of the View
    choice: tuple[int, ...]  # by decision: index of the part

    def plays_like(self, other: Player) -> bool:
        """Whether the two are the same but perhaps for how they are written."""
        return self.parts == other.parts and self.choice == other.choice

    @property
    def is_lawful(self) -> bool:
        """Whether all parts see no more than a player may."""
        return all(part.strategy.lawful for part in self.parts)

    def strategies(self) -> Iterator[Strategy]:
        """All strategies that have a say: those of the parts and of their policies."""
        for part in self.parts:
            yield part.strategy
            for policy in part.policies:
                yield from policy.strategies()


def parse_player(word: str, game: Game, within: str = "") -> Player:
    """The player that a word describes; `within`: as a policy of that strategy. Raises InputError."""
    decisions = [d.name for d in game.decisions]
    taken: dict[str, Part] = {}
    for decision, text in split_combination(word, game):
        part = _part_for(decision, text, game, within) if decision else _part(text, game, within)
        taken |= dict.fromkeys([decision] if decision else part.strategy.functions, part)
    _add_companions(taken, game, within)
    parts = tuple(dict.fromkeys(taken[d] for d in decisions))
    if len(parts) > seam.N_REGIONS:
        raise InputError(f"'{word}' combines {len(parts)} strategies; at most {seam.N_REGIONS} can be combined")
    return Player(word, parts, tuple(parts.index(taken[d]) for d in decisions))


def with_parameters(word: str, values: Mapping[str, float], game: Game) -> str:
    """The word with parameters set (`duck` -> `duck:keep=2`); in a combination, at the part that has them.

    Raises InputError when no part has a parameter of that name, or more than one has.
    """
    pieces = split_combination(word, game)
    for name, value in values.items():
        owners = [i for i, (_, text) in enumerate(pieces) if any(knob.name == name for knob in _part(text, game).strategy.knobs)]
        if not owners:
            knobs = [knob.name for part in parse_player(word, game).parts for knob in part.strategy.knobs]
            raise unknown(f"parameter of '{word}'", name, knobs)
        if len(owners) > 1:
            raise InputError(f"parameter {name} belongs to more than one part of '{word}'; name the part that is meant by giving the others a value")
        decision, text = pieces[owners[0]]
        text = re.sub(rf"(?<=[:,]){name}=[^,]*,?", "", text).rstrip(":,")
        pieces[owners[0]] = decision, f"{text}{',' if split_parameters(text)[1] else ':'}{name}={value:.10g}"
    return ",".join(f"{decision}={text}" if decision else text for decision, text in pieces)


def _part(text: str, game: Game, within: str = "") -> Part:
    name, given = split_parameters(text)
    strategy = strategies.load(game, name)
    if within and strategy.policies:
        raise InputError(f"strategy '{name}' imagines worlds itself and cannot be a policy of '{within}'; allowed: strategies without a policy")
    parameters = strategy.parameters(given)
    return Part(strategy, parameters, tuple(_policy(given.get(knob.name, knob.default), knob.name, strategy, game) for knob in strategy.policies))


def _policy(word: str, knob: str, strategy: Strategy, game: Game) -> Player:
    """Who plays on in the worlds of a strategy. Raises InputError."""
    if "=" in word or not word:
        raise InputError(f"{knob}={word} of strategy '{strategy.name}' is not allowed; allowed: the name or the file of a strategy, without parameters")
    player = parse_player(word, game, strategy.name)
    if not player.is_lawful:
        raise InputError(f"{knob}={word} of strategy '{strategy.name}' is not allowed: it sees hidden cards")
    return player


def _part_for(decision: str, text: str, game: Game, within: str = "") -> Part:
    part = _part(text, game, within)
    if decision not in part.strategy.functions:
        raise InputError(f"strategy '{part.strategy.name}' does not decide {decision}; it decides {', '.join(part.strategy.functions)}")
    return part


def _add_companions(taken: dict[str, Part], game: Game, within: str) -> None:
    """Fills the decisions that nobody takes: first by what the strategies ask for, then by the game's default."""
    asked: dict[str, str] = {}
    for part in taken.values():
        for decision, name in part.strategy.companions.items():
            asked.setdefault(decision, name)
    for decision in (d.name for d in game.decisions):
        if decision not in taken:
            taken[decision] = _part_for(decision, asked.get(decision, game.companions[decision]), game, within)


@cache
def seated(game: Game, player: Player) -> np.ndarray:
    """The player as kernels know it, (1,) of seam.PLAYER; compiles what is not compiled yet.

    Kept for good: a View holds the addresses of its policies. Raises InputError when a strategy cannot be compiled.
    """
    record = seam.records(seam.PLAYER)
    for i, (decision, k) in enumerate(zip(game.decisions, player.choice, strict=True)):
        record["functions"][0, i] = strategies.address(game, player.parts[k].strategy, decision.name, k)
        record["waits"][0] |= np.uint64(player.parts[k].strategy.waits(decision.name) << i)
    for k, part in enumerate(player.parts):
        record["parameters"][0, k, : len(part.parameters)] = part.parameters
        for i, policy in enumerate(part.policies):
            record["policies"][0, k, i] = seated_policy(game, policy)
        record["used"][0, k] = len(part.parameters), seam.N_NOTES if part.strategy.takes_notes else 0, len(part.policies)
    record["parameters"][0, 0, seam.SEES_ALL] = not player.is_lawful
    return record


def seated_policy(game: Game, player: Player) -> int:
    """The address of a player who plays imagined worlds on: the record of `seated`, with the room's rollouts."""
    record = seated(game, player)
    record["rollouts"] = game.rollouts_address()
    return record.ctypes.data


def parse_lineup(text: str, rules: Rules) -> list[Player]:
    """One player a seat. Raises InputError when the seats are not filled exactly."""
    words = split_words(text, rules.game)
    players = [player for word, count in words for player in [parse_player(word, rules.game)] * count]
    if len(players) == rules.players:
        return players
    hint = f"; for the same at every seat write {words[0][0]}*{rules.players}" if len(words) == 1 else ""
    if any(split_combination(word, rules.game)[0][0] for word, _ in words[1:]):
        hint = f"; a decision that is given twice begins another seat: {' | '.join(word for word, _ in words)}"
    raise InputError(f"line-up '{text}' fills {len(players)} seat{'s' * (len(players) > 1)}, but {rules.players} play{hint}")


class Ledger(Protocol):
    """What is kept besides the sums: whole numbers per entrant that merge by addition, made from the blocks' tallies."""

    @property
    def width(self) -> int:
        """Numbers per entrant."""
        ...

    def note(self, rows: np.ndarray, seed: int, first: int) -> np.ndarray:
        """(entrants, width) for blocks first, first + 1, ... of a run with the tallies rows (blocks, entrants, columns)."""
        ...


@dataclass(frozen=True)
class Plan:
    """A block: which players sit where in each of its games, and to whom each seat's result counts."""

    rules: Rules
    players: tuple[Player, ...]
    seatings: np.ndarray  # (S, seats): index of a player
    credits: np.ndarray  # (S, seats): index of an entrant, or -1
    entrants: tuple[str, ...]
    ledger: Ledger | None = None  # its numbers follow the game's own counts
    _kernel: list = field(default_factory=list, compare=False, repr=False)

    @property
    def games(self) -> int:
        """Games of one block."""
        return len(self.seatings)

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells that are summed: all of the layout, or with many entrants those without a group."""
        cells = self.rules.game.layout(self.rules).cells
        return cells if len(self.entrants) <= GROUPS_UP_TO else tuple(cell for cell in cells if not cell.group)

    @property
    def remarks(self) -> list[str]:
        """What must be known of the players when the results are read: who sees hidden cards, and partners who differ like the other team's."""
        unlawful = [player.word for player in self.players if not player.is_lawful]
        remarks = [f"{word} sees hidden cards: nobody at a real table could play so" for word in unlawful]
        teams = self.rules.game.sides(self.rules.players)
        words = [sorted(self.players[self.seatings[0][seat]].word for seat in team) for team in teams]
        if len(set(words[0])) > 1 and all(other == words[0] for other in words):
            partners = " and ".join(f"seats {' and '.join(map(str, team))}" for team in teams)
            against = ",".join(words[0][k] for seat in range(self.rules.players) for k, team in enumerate(teams) if seat in team)
            remarks.append(
                f"partners are {partners}: both teams are {' with '.join(words[0])}, so that their numbers are the same; "
                f"for one against the other write {against}"
            )
        return remarks

    def tables(self) -> tuple:
        """The kernel's plan; compiles what is not compiled yet."""
        if not self._kernel:
            players = seam.records(seam.PLAYER, len(self.players))
            for i, player in enumerate(self.players):
                players[i : i + 1] = seated(self.rules.game, player)
            self._kernel.append((players, self.seatings, self.credits))
        return self._kernel[0]


def plan_rotations(rules: Rules, seats: Sequence[Player]) -> Plan:
    """A line-up in all its distinct rotations; each strategy word is an entrant."""
    entrants = tuple(dict.fromkeys(player.word for player in seats))
    players = tuple({player.word: player for player in seats}.values())
    index = [entrants.index(player.word) for player in seats]
    rotations = dict.fromkeys(tuple(index[-k:] + index[:-k]) for k in range(len(index)))
    seatings = np.array(list(rotations), np.int64)
    return Plan(rules, players, seatings, seatings.copy(), entrants)


def plan_candidates(rules: Rules, candidates: Sequence[Player], field_player: Player) -> Plan:
    """Each candidate alone in a field, once on each side (seat or team) of the same deal."""
    entrants = tuple(player.word for player in candidates)
    unique = {player.word: player for player in [*candidates, field_player]}
    place = {word: i for i, word in enumerate(unique)}
    field_index = place[field_player.word]
    seatings, credits = [], []
    for entrant, player in enumerate(candidates):
        if player.plays_like(field_player):  # every side at once is the same game
            seatings.append([place[player.word]] * rules.players)
            credits.append([entrant] * rules.players)
            continue
        for side in rules.game.sides(rules.players):
            seatings.append([place[player.word] if seat in side else field_index for seat in range(rules.players)])
            credits.append([entrant if seat in side else -1 for seat in range(rules.players)])
    return Plan(rules, tuple(unique.values()), np.array(seatings, np.int64), np.array(credits, np.int64), entrants)
