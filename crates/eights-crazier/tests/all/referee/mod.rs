//! An independent check of the abilities of the shipped cards. It follows the log of a game, maintains
//! its own table, and computes which abilities must take effect and how often.

use std::collections::BTreeMap;

use eights::{CardEvent, Game, Glimpse, Seat, Sight, Viewer};
use eights_crazier::ability::*;
use eights_crazier::{Crazier, Event, Face, Kind, Pile, QuestionKind, State};

/// A triggered ability: the card, its controller, and the player in focus.
type Met = (Face, Seat, Seat);

/// Follows one game.
pub(crate) struct Referee {
    /// The cards at each place, by place name, bottom first.
    table: BTreeMap<String, Vec<Sight<Face>>>,
    seats: Vec<Seat>,
    /// Abilities that must still take effect; unknown until the first time that nothing waits.
    met: Option<Vec<Met>>,
    /// How often a card with "the first two times" was used since it entered play.
    uses: BTreeMap<usize, u8>,
    /// How many abilities have taken effect.
    pub(crate) abilities: u64,
}

fn truth(game: &Crazier, state: &State) -> BTreeMap<String, Vec<Sight<Face>>> {
    let view = game.view(state, Viewer::Referee(eights::Referee::trusted()));
    view.table.piles().map(|(place, pile)| (place.to_string(), pile.to_vec())).collect()
}

impl Referee {
    pub(crate) fn new(game: &Crazier, state: &State) -> Referee {
        let seats = Seat::first(state.public().seats).collect();
        Referee { table: truth(game, state), seats, met: None, uses: BTreeMap::new(), abilities: 0 }
    }

    fn pile(&mut self, place: Pile) -> &mut Vec<Sight<Face>> {
        self.table.entry(place.to_string()).or_default()
    }

    fn count(&self, place: Pile) -> usize {
        self.table.get(&place.to_string()).map_or(0, Vec::len)
    }

    /// The cards that a player has in play.
    fn in_play(&self, seat: Seat) -> Vec<Face> {
        let pile = self.table.get(&Pile::Play(seat).to_string());
        let face = |sight: &Sight<Face>| if let Sight::Face(face) = sight { Some(*face) } else { None };
        pile.into_iter().flatten().filter_map(face).collect()
    }

    /// Processes the events of one step.
    pub(crate) fn follow(&mut self, game: &Crazier, log: &[Event<Glimpse>]) {
        for event in log {
            match game.witness(event, Viewer::Referee(eights::Referee::trusted())).event {
                Event::Card(event) => self.follow_card(game, &event),
                Event::Began { seat } => self.turn(game, Edge::Beginning, seat),
                Event::Ended { seat } | Event::CutShort { seat } => self.turn(game, Edge::End, seat),
                Event::Played { seat, card } => self.trigger(game, None, |moment, you, _| match moment {
                    Moment::Play(party, what) => {
                        (is(*party, you, seat) && kin(game, what, card)).then_some(seat)
                    }
                    _ => None,
                }),
                Event::Discarded { seat, card, .. } => {
                    self.trigger(game, None, |moment, you, _| match moment {
                        Moment::Discard(party, what) => {
                            (is(*party, you, seat) && kin(game, what, card)).then_some(seat)
                        }
                        _ => None,
                    })
                }
                Event::Drew { seat, by: Some(by), .. } => {
                    self.trigger(game, None, |moment, you, _| match moment {
                        Moment::After(Pattern::Draw(draw)) => {
                            (is(draw.drawer(), you, seat) && is(draw.cause(), you, by)).then_some(by)
                        }
                        _ => None,
                    })
                }
                Event::Destroyed { seat, card, by } => {
                    // The card was in play when it was destroyed, so its own abilities trigger too.
                    self.trigger(game, Some((card, seat)), |moment, you, watching| match moment {
                        Moment::After(Pattern::Blow(Blow { fate: Fate::Destroyed, what, by: whose })) => {
                            let seen = match what {
                                Watched::This => watching == card,
                                Watched::Some { what, side: Side::You } => {
                                    seat == you && kin(game, what, card)
                                }
                                Watched::Some { .. } => panic!("no shipped card watches the cards of others"),
                            };
                            let theirs = *whose == By::Anyone || by.is_some_and(|by| by != you);
                            (seen && theirs).then(|| by.filter(|by| *by != you).unwrap_or(seat))
                        }
                        _ => None,
                    });
                }
                Event::Speaks { seat, card } => {
                    let they = self.settle(game, card, seat, "takes effect");
                    self.abilities += 1;
                    if let Some(they) = they {
                        assert_ne!(
                            self.holds(game, card, seat, they),
                            Some(false),
                            "{}",
                            game.card(card).name
                        );
                    }
                }
                Event::Lapsed { seat, card } => {
                    let they = self.settle(game, card, seat, "lapses");
                    if let Some(they) = they {
                        assert_ne!(
                            self.holds(game, card, seat, they),
                            Some(true),
                            "{}",
                            game.card(card).name
                        );
                    }
                }
                Event::Replaced { card } => self.use_up(game, card),
                Event::Endless => panic!("the texts of the shipped cards have no end"),
                _ => (),
            }
        }
    }

    fn follow_card(&mut self, game: &Crazier, event: &CardEvent<Pile, Sight<Face>>) {
        match event {
            CardEvent::Moved { card, from, to, end } => {
                let pile = self.pile(*from);
                let at = pile.iter().rposition(|other| other == card).expect("a card that moves was there");
                pile.remove(at);
                let pile = self.pile(*to);
                pile.insert(if *end == eights::End::Top { pile.len() } else { 0 }, *card);
                let Sight::Face(face) = *card else { panic!("the referee sees every card") };
                let nowhere = *from != Pile::Resolving || *to == Pile::Discard;
                assert!(nowhere, "{} was found while its text was carried out", game.card(face).name);
                match (from, to) {
                    (Pile::Play(_), Pile::Play(_)) => (),
                    (_, Pile::Play(seat)) => self.trigger(game, None, |moment, _, watching| match moment {
                        Moment::Enter(Watched::This) => (watching == face).then_some(*seat),
                        Moment::Enter(_) => panic!("no shipped card watches others come into play"),
                        _ => None,
                    }),
                    (Pile::Play(_), _) => drop(self.uses.remove(&face.number())),
                    _ => (),
                }
            }
            CardEvent::Gathered { from, to, left } => {
                let pile = self.pile(*from);
                let moved: Vec<_> = pile.drain(..pile.len().saturating_sub(usize::from(*left))).collect();
                self.pile(*to).extend(moved);
            }
            _ => (),
        }
    }

    fn turn(&mut self, game: &Crazier, which: Edge, seat: Seat) {
        self.trigger(game, None, |moment, you, _| match moment {
            Moment::Turn { edge, whose } if *edge == which => match whose {
                Whose::Yours => (you == seat).then_some(seat),
                Whose::EachPlayers => Some(seat),
                Whose::EachOpponents => (you != seat).then_some(seat),
            },
            _ => None,
        });
    }

    /// Records every ability in play that was waiting for what just happened.
    fn trigger(
        &mut self,
        game: &Crazier,
        gone: Option<(Face, Seat)>,
        fits: impl Fn(&Moment, Seat, Face) -> Option<Seat>,
    ) {
        let mut watching: Vec<(Face, Seat)> = gone.into_iter().collect();
        for seat in &self.seats {
            watching.extend(self.in_play(*seat).into_iter().map(|face| (face, *seat)));
        }
        for (face, you) in watching {
            for ability in &game.card(face).abilities {
                if let Ability::When { moment, .. } = ability
                    && let Some(they) = fits(moment, you, face)
                    && let Some(met) = &mut self.met
                {
                    met.push((face, you, they));
                }
            }
        }
    }

    /// Removes an ability that was carried out from the list; it must have been triggered. Returns the
    /// player in focus.
    fn settle(&mut self, game: &Crazier, card: Face, you: Seat, how: &str) -> Option<Seat> {
        let met = self.met.as_mut()?;
        let at = met.iter().position(|(face, seat, _)| (*face, *seat) == (card, you));
        let at = at.unwrap_or_else(|| panic!("{} {how}, but nothing triggered it", game.card(card).name));
        Some(met.remove(at).2)
    }

    fn use_up(&mut self, game: &Crazier, card: Face) {
        let uses = self.uses.entry(card.number()).or_default();
        *uses += 1;
        for ability in &game.card(card).abilities {
            if let Ability::Instead { limit: Some(limit), .. } = ability {
                assert!(*uses <= limit.get(), "{} was used {uses} times", game.card(card).name);
            }
        }
    }

    /// Whether the "if" of a card's ability holds, if it is a condition that this referee understands.
    fn holds(&self, game: &Crazier, card: Face, you: Seat, they: Seat) -> Option<bool> {
        let condition = game.card(card).abilities.iter().find_map(|ability| match ability {
            Ability::When { clause, .. } => clause.condition,
            _ => None,
        })?;
        let others = || self.seats.iter().filter(|seat| **seat != you && self.count(Pile::Hand(**seat)) > 0);
        let assets = |seat: Seat| self.in_play(seat).len();
        Some(match condition {
            Condition::Compare { who: Rival::Opponent, more: false, of: Measure::Hand } => {
                others().any(|seat| self.count(Pile::Hand(*seat)) < self.count(Pile::Hand(you)))
            }
            Condition::Compare { who: Rival::Opponent, more: true, of: Measure::Control(_) } => {
                others().any(|seat| assets(*seat) > assets(you))
            }
            Condition::Control { who: Subject::They, range, what } if what.noun == Noun::Asset => {
                range.holds(assets(they))
            }
            _ => return None,
        })
    }

    /// At a free decision no ability may be waiting, no event may be left over, and both tables must agree.
    pub(crate) fn check(&mut self, game: &Crazier, state: &State, number: u64) {
        if state.public().question() != Some(QuestionKind::Main) {
            return;
        }
        let met = self.met.get_or_insert_default();
        assert!(met.is_empty(), "game {number}: {:?} never took effect", names(game, met));
        assert_eq!(self.count(Pile::Resolving), 0, "game {number}: an event was left over");
        for place in [Pile::Discard, Pile::Resolving]
            .into_iter()
            .chain(self.seats.iter().map(|seat| Pile::Play(*seat)))
        {
            let place = place.to_string();
            let there = truth(game, state).remove(&place).unwrap_or_default();
            let mine = self.table.get(&place).cloned().unwrap_or_default();
            assert_eq!(mine, there, "game {number}: {place}");
        }
    }
}

fn names(game: &Crazier, met: &[Met]) -> Vec<String> {
    met.iter().map(|(face, ..)| game.card(*face).name.clone()).collect()
}

fn is(party: Party, you: Seat, who: Seat) -> bool {
    match party {
        Party::You => who == you,
        Party::Opponent => who != you,
        Party::Player => true,
    }
}

/// Whether a card is of a kind.
fn kin(game: &Crazier, what: &Kindred, face: Face) -> bool {
    let card = game.card(face);
    let noun = match what.noun {
        Noun::Card => true,
        Noun::Asset => card.kind == Kind::Asset,
        Noun::Event => card.kind == Kind::Event,
        Noun::Rank(rank) => card.rank == Some(rank),
    };
    noun && what.colour.is_none_or(|colour| card.colours.has(colour))
}
