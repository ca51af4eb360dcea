//! What bots know of Crazier Eights.

use eights::{CardId, CardSet, Dice, Seat};
use eights_crazier::{Action, Crazier, Face, Glance, Pile, Seen, State, Told, View, Watch};

use crate::{
    guess::{Guess, Last, Recall, Telling},
    instinct::{Believe, Instinct},
    search::Whole,
};

impl Instinct for Crazier {
    type Glance<'a> = Glance<'a>;

    const CARELESS: [u32; 3] = [70, 40, 20];

    const IMAGINED: [u32; 3] = [22, 42, 120];

    const CURIOSITY: f32 = 1.5;

    const LONGEST: u32 = 60;

    fn glance<'a>(&'a self, state: &'a State, seat: Seat) -> Glance<'a> {
        Crazier::glance(self, state, seat)
    }

    fn instinct(&self, glance: Glance<'_>, dice: &mut Dice) -> Action {
        Crazier::instinct(self, glance, dice)
    }

    fn greedy(&self, glance: Glance<'_>, dice: &mut Dice) -> Action {
        Crazier::instinct(self, glance, dice)
    }

    fn careless(&self, glance: Glance<'_>, dice: &mut Dice) -> Action {
        Crazier::careless(self, glance, dice)
    }

    fn standing(&self, state: &State, seat: Seat) -> f32 {
        let glance = Crazier::glance(self, state, seat);
        let public = glance.public();
        if !public.plays(seat) {
            return 0.0;
        }
        let weight = |seat: Seat| (-0.25 * glance.count(Pile::Hand(seat)) as f32).exp();
        let all: f32 = Seat::first(public.seats).filter(|it| public.plays(*it)).map(weight).sum();
        weight(seat) / all
    }

    fn shortlist(&self, glance: Glance<'_>, options: &mut Vec<Action>, most: usize) {
        Crazier::shortlist(self, glance, options, most);
    }

    fn secret(&self, glance: Glance<'_>) -> u64 {
        glance.secret()
    }

    fn pace(&self, glance: Glance<'_>) -> u32 {
        70 + 15 * u32::from(glance.public().seats)
    }

    fn reason(&self, glance: Glance<'_>, action: Action) -> String {
        let hand = glance.count(Pile::Hand(glance.seat()));
        match action {
            Action::Discard(_) | Action::Name(..) | Action::Play(_) if hand == 1 => {
                "is your last card".into()
            }
            Action::Discard(_) => "gets rid of a card that does little for you".into(),
            Action::Name(_, colour) => format!("names {colour}, which suits the rest of your hand"),
            Action::Play(_) => "uses what the card does".into(),
            Action::Card(_) => "is the card that matters most here".into(),
            Action::Seat(who) => format!("is about {who}, who matters most now"),
            Action::Done | Action::No => "would only cost you something".into(),
            Action::Yes => "brings more than it costs".into(),
            Action::Draw | Action::End => "keeps your cards for a better moment".into(),
        }
    }
}

impl Telling for Crazier {
    type Deed = ();
    type Watch = Watch;

    const STEPS: u32 = 1;

    fn face_of(&self, card: CardId) -> Face {
        Crazier::face_of(self, card)
    }

    fn cards_of(&self, face: Face) -> CardSet {
        CardSet::from_iter([self.card_id(face)])
    }

    fn tells(&self, recall: &mut Recall<Crazier>, _: Seat, seen: &Seen) {
        match recall.watch.see(self, seen) {
            Some(Told::Dealt) => recall.deal_anew(),
            Some(Told::Lacks(seat, lacks)) => recall.conclude(seat, lacks),
            Some(Told::Doubts(seat, doubts)) => recall.doubt(seat, doubts),
            Some(Told::Both(seat, lacks, doubts)) => {
                recall.conclude(seat, lacks);
                recall.doubt(seat, doubts);
            }
            None => (),
        }
    }
}

impl Believe for Crazier {
    type Memory = Recall<Crazier>;
    type Belief = Guess<Crazier>;
    type Last = Last;
    type Shortcut<'a> = Whole<'a, Self>;

    fn remember(&self, recall: &mut Recall<Crazier>, me: Seat, seen: &Seen) {
        recall.remember(self, me, seen);
    }

    fn believe(&self, view: &View, me: Seat, recall: &Recall<Crazier>) -> Guess<Crazier> {
        Guess::new(self, view, me, recall)
    }

    fn dream(&self, guess: &Guess<Crazier>, last: &mut Last, dice: &mut Dice) -> State {
        guess.dream(self, last, dice)
    }
}
