"""From the deal to the champion: what goes on around the acts."""

from __future__ import annotations

from sim.games.intervencao.cards import J
from sim.games.intervencao.decisions import ALLY, NOBODY, POINT_UNITS
from sim.games.intervencao.reference.acts import Acts
from sim.games.intervencao.reference.laws import hand_total, moral_champions, official_champions, shares
from sim.games.intervencao.reference.seats import names


class Jogo(Acts):
    """Round after round at one table: deal, allies, count, who leaves, who wins."""

    def play_game(self) -> None:
        """One round, or rounds until the jogo is over."""
        while self.result == "ongoing":
            self.play_round()
            self.settle()

    def play_round(self) -> None:
        """Deal, allies, acts, score."""
        self.begin_round()
        self.deal()
        self.open_views()
        if self.options["alliances"] == "on":
            self.ally_all()
        while not self.end:
            self.next_act()
        self.score()

    def deal(self) -> None:
        """I3: who gets the J, then three cards a seat, two for him."""
        self.interventor = self.deal_stream.draw(self.in_round, 1)[0]
        cards = self.deal_stream.draw(self.pack, 3 * len(self.in_round) - 1)
        for number in self.in_round:
            n_cards = 2 if number == self.interventor else 3
            self.seats[number].hand = set(cards[:n_cards])
            cards = cards[n_cards:]
        self.seats[self.interventor].hand.add(J)
        hands = [names(seat.hand) if seat.number in self.in_round else None for seat in self.seats]
        self.round["interventor"] = self.interventor
        self.write("deal", round=len(self.rounds), hands=hands, interventor=self.interventor)

    def open_views(self) -> None:
        """What seats see from the start of the round on."""
        locked = self.options["alliances"] == "off" or self.could_end_jogo()
        for seat in self.seats:
            seat.sees(seat=seat.number, round=len(self.rounds), ally=NOBODY, n_expelled=0)
            seat.sees(offer_limit=0 if locked else self.vantagens[seat.number])
            for other in range(self.players):
                seat.fields["points"][other] = int(self.points[other] * POINT_UNITS)
                seat.fields["vantagens"][other] = self.vantagens[other]

    def could_end_jogo(self) -> bool:
        """I21."""
        if len(self.in_jogo) == 4:
            return True
        if self.options["elimination"] == "none":
            return len(self.rounds) == int(self.options["rounds"])
        if self.options["elimination"] == "worst":
            return True
        near = [seat for seat in self.in_jogo if self.points[seat] - 1 <= -int(self.options["limit"])]
        return len(near) > 0 and len(self.in_jogo) - len(near) <= 3

    def ally_all(self) -> None:
        """I22."""
        named: dict[int, tuple[int, int]] = {}
        for number in self.in_round:
            seat = self.seats[number]
            others = [other for other in self.in_round if other != number]
            answer = self.ask(seat, ALLY, others)
            if answer == NOBODY:
                continue
            other, offer = answer % 16, answer // 16
            if answer < 0 or other not in others:
                self.fault(seat, ALLY, answer, f"seat {other} cannot be named; allowed: -1 or one of seats {', '.join(map(str, others))} (I22)")
            limit = seat.fields["offer_limit"][0]
            if offer > limit:
                self.fault(seat, ALLY, answer, f"it offers {offer} vantagens; allowed in this round: at most {limit} (I21)")
            named[number] = (other, offer)
            self.write("ally", seat=number, names=other, offer=offer)
        for number, (other, offer) in named.items():
            if other > number and named.get(other, (NOBODY, 0))[0] == number:
                self.make_allies(number, offer, other, named[other][1])

    def make_allies(self, one: int, offer_of_one: int, two: int, offer_of_two: int) -> None:
        """I22: the offers change hands."""
        self.vantagens[one] += offer_of_two - offer_of_one
        self.vantagens[two] += offer_of_one - offer_of_two
        self.seats[one].ally, self.seats[two].ally = two, one
        self.write("allied", seats=[one, two], offers=[offer_of_one, offer_of_two])
        for seat in self.seats:
            seat.sees(ally=seat.ally)
            for other in (one, two):
                seat.fields["vantagens"][other] = self.vantagens[other]

    def score(self) -> None:
        """I15 to I20."""
        played = self.round
        played.update(end=self.end, beats=self.clock, expulsions=len(self.history))
        played["own"] = {seat.number: (seat.n_acts, seat.n_expelled, seat.n_asked) for seat in self.seats}
        if self.end in ("j", "high", "low"):
            for number in self.in_round:
                seat = self.seats[number]
                cards = seat.hand | seat.waiting if self.end == "j" else seat.hand
                played["totals"][number] = hand_total(cards, self.options["measure"], int(self.options["j_value"]))
            alone = self.pressed if self.options["pressed"] == "worst" else NOBODY
            rivals = [total for number, total in played["totals"].items() if number != alone]
            played["best"] = min(rivals)
            played["worst"] = max(rivals) if alone == NOBODY else played["totals"][alone]
            played["points"].update(shares(played["totals"], alone))
            self.vantagens[self.interventor] += 1
        totals = [played["totals"].get(i) for i in range(self.players)]
        points = [float(played["points"][i]) if i in played["points"] else None for i in range(self.players)]
        self.write("end", beat=round(self.clock, 4), how=self.end, totals=totals, points=points)

    def settle(self) -> None:
        """I18, I23, I24."""
        if not self.is_match:
            self.result = "decided"
            return
        if self.result == "ongoing":
            left = {number for number in self.round["dealt"] if number not in self.in_round}
            if self.end in ("j", "high", "low"):
                left |= self.send_home()
            self.out_last = left or self.out_last
            self.close_jogo()
        if self.result != "ongoing":
            self.write(
                "jogo", result=self.result, moral=self.moral, official=self.official, points=[float(p) for p in self.points], vantagens=list(self.vantagens)
            )

    def send_home(self) -> set[int]:
        """I18: points are added; the seats that leave after the round."""
        for number in self.in_jogo:
            self.points[number] += self.round["points"][number]
        leaving: set[int] = set()
        if self.options["elimination"] == "points":
            leaving = {number for number in self.in_jogo if self.points[number] <= -int(self.options["limit"])}
        elif self.options["elimination"] == "worst":
            leaving = {number for number in self.in_jogo if self.round["points"][number] < 0}
        if leaving == self.in_jogo:
            return set()
        self.in_jogo -= leaving
        for number in leaving:
            self.left_after[number] = len(self.rounds)
        if leaving:
            self.write("left", seats=sorted(leaving))
        return leaving

    def close_jogo(self) -> None:
        """I18: whether the jogo is over."""
        is_played = self.options["elimination"] == "none" and len(self.rounds) == int(self.options["rounds"])
        if len(self.in_jogo) <= 3 or is_played:
            self.result = "decided"
            self.moral = moral_champions({number: self.points[number] for number in sorted(self.in_jogo)}, self.vantagens)
            allies = {seat.number: seat.ally for seat in self.seats if seat.ally != NOBODY}
            self.official = official_champions(self.moral, allies, self.out_last)
        elif len(self.rounds) == int(self.options["max_rounds"]):
            self.result = "indeterminate"
