//! A heuristic rating of answers, used by equal bots when the balance of cards is measured.
//!
//! It reads only a view and the printed cards, and does not search ahead.

use eights::{CardId, CardSet, Seat, Sight, Viewer};

use crate::ability::*;
use crate::card::Kind;
use crate::play::action::Action;
use crate::play::place::{Face, Pile};
use crate::play::resolve::agenda::Question;
use crate::play::state::{Public, State, View};
use crate::rules::Crazier;

/// The information that a seat rates answers by.
pub(crate) struct Eye<'a> {
    game: &'a Crazier,
    table: Table<'a>,
    public: &'a Public,
    seat: Seat,
}

/// The source of information: a view, or the state itself restricted to the cards that the seat knows.
#[derive(Clone, Copy)]
enum Table<'a> {
    Seen(&'a View),
    Lying(&'a State),
}

impl Crazier {
    /// A heuristic rating of an answer for a seat: higher is better.
    pub fn rate(&self, view: &View, seat: Seat, action: Action) -> i32 {
        Eye { game: self, table: Table::Seen(view), public: &view.public, seat }.rate(action)
    }
}

impl<'a> Eye<'a> {
    /// A rater for a seat that reads the state directly, restricted to what the seat knows.
    pub(crate) fn at(game: &'a Crazier, state: &'a State, seat: Seat) -> Eye<'a> {
        Eye { game, table: Table::Lying(state), public: &state.public, seat }
    }

    /// Rates an answer: higher is better.
    pub(crate) fn rate(&self, action: Action) -> i32 {
        match action {
            Action::Discard(face) => self.discard(face, false),
            Action::Name(face, colour) => {
                let same = self.game.tables.colours[colour as usize];
                self.discard(face, true) + self.hand().and(same).len() as i32
            }
            Action::Play(_) if self.hand().len() == 1 => 1000,
            Action::Play(face) => 50 + self.worth(face),
            Action::End | Action::Draw => 30,
            Action::Card { face, second } => self.choice(face, second),
            Action::Seat(who) => self.whom(who),
            Action::Done => 0,
            Action::Yes => self.willing(),
            Action::No => 0,
        }
    }

    fn hand(&self) -> CardSet {
        self.cards(Pile::Hand(self.seat))
    }

    fn cards(&self, pile: Pile) -> CardSet {
        match self.table {
            Table::Seen(view) => {
                let mut known = CardSet::NONE;
                for sight in view.table.pile(pile) {
                    if let Sight::Face(face) = sight
                        && let Some(copy) = face.copies().without(known).first()
                    {
                        known.insert(copy);
                    }
                }
                known
            }
            Table::Lying(state) => state.cards.set(pile).and(state.cards.known_to(Viewer::Seat(self.seat))),
        }
    }

    fn count(&self, pile: Pile) -> i32 {
        match self.table {
            Table::Seen(view) => view.table.pile(pile).len() as i32,
            Table::Lying(state) => state.cards.len(pile) as i32,
        }
    }

    /// The top of the discard pile, which everybody sees.
    fn top(&self) -> Option<CardId> {
        match self.table {
            Table::Seen(view) => match view.table.top(Pile::Discard) {
                Some(Sight::Face(top)) => Some(top.copy(0)),
                _ => None,
            },
            Table::Lying(state) => state.cards.top(Pile::Discard),
        }
    }

    fn seats(&self) -> impl Iterator<Item = Seat> {
        self.public.alive.iter()
    }

    fn foes(&self) -> impl Iterator<Item = Seat> {
        self.public.opponents(self.seat).iter()
    }

    /// The number of cards that opponents have in play.
    fn against(&self) -> i32 {
        self.foes().map(|seat| self.count(Pile::Play(seat))).sum()
    }

    /// Getting rid of a card is always good, but an eight is worth keeping for later.
    fn discard(&self, face: Face, eight: bool) -> i32 {
        let hand = self.hand();
        if hand.len() == 1 {
            return 1000;
        }
        let follows = self.game.tables.fits[face.number()];
        let then = hand.and(follows).len().min(6) as i32;
        100 + then - self.worth(face) / 4 - if eight { 45 } else { 0 }
    }

    /// The estimated value of playing the card.
    pub(crate) fn worth(&self, face: Face) -> i32 {
        let card = self.game.card(face);
        let of = |ability: &Ability| match ability {
            Ability::Require(_) => 0,
            Ability::Do(clause) => self.steps(&clause.steps),
            Ability::When { moment, clause } => {
                let often = if matches!(moment, Moment::Turn { .. }) { 2 } else { 1 };
                self.steps(&clause.steps) * often
            }
            Ability::Never { .. } => 4 + self.count(Pile::Play(self.seat)) * 2,
            Ability::Less { .. } => 8,
            Ability::Instead { .. } => 7,
            Ability::Allow { .. } => 18,
            Ability::Check { .. } => 5,
        };
        card.abilities.iter().map(of).sum::<i32>() + if card.kind == Kind::Asset { 6 } else { 0 }
    }

    fn steps(&self, steps: &Steps) -> i32 {
        steps.iter().map(|step| self.step(step)).sum()
    }

    fn step(&self, step: &Step) -> i32 {
        let foes = self.foes().count() as i32;
        match step {
            Step::Do { who, may, act } => {
                let sign = match who {
                    Who::You => 1,
                    Who::Player | Who::Opponent | Who::They => -1,
                    Who::EachOpponent => -foes,
                    Who::EachPlayer => 1 - foes,
                };
                let worth = sign * self.act(act);
                if *may { worth.max(0) } else { worth }
            }
            Step::Grant { who: Who::You, number, extra } => {
                let most = (self.hand().len() as i32 - 2).clamp(0, 3);
                let each = if *extra == Extra::Discard { 11 } else { 14 };
                each * i32::from(number.get()).min(most)
            }
            Step::Grant { .. } => 0,
            Step::End { .. } => 12,
        }
    }

    /// The estimated value of an act to its doer.
    fn act(&self, act: &Act) -> i32 {
        match act {
            Act::Draw(Amount::Fixed(number)) => -8 * i32::from(number.get()),
            Act::Draw(_) => -12,
            Act::PutBack { number, .. } => 8 * i32::from(number.get()),
            Act::Destroy(Pick::Chosen { place: Place::Play(Owner::You), .. }) => -10,
            Act::Destroy(Pick::This) => -3,
            Act::Destroy(Pick::All { .. }) => 6 * (self.against() - self.count(Pile::Play(self.seat))),
            Act::Destroy(_) | Act::Tuck { .. } => 4 + 4 * self.against().min(2),
            Act::Take(_) => -4,
            Act::Control(_) => 14,
            Act::Enter(_) => 10,
            Act::Search { number, .. } => 7 * i32::from(number.get()),
            Act::Exchange(_) => 4,
            Act::Redeal(Redeal::Evenly) => {
                let all: i32 = self.seats().map(|seat| self.count(Pile::Hand(seat))).sum();
                let n = self.seats().count().max(1) as i32;
                7 * (self.count(Pile::Hand(self.seat)) - all / n)
            }
            Act::Redeal(_) => 0,
            Act::Play(_) => 9,
            _ => 1,
        }
    }

    /// The act behind the open question.
    fn asking(&self) -> Option<&Act> {
        self.game.act_of(self.public.frame()?)
    }

    /// The controller of a card in play, or of the second of two equal ones.
    fn owner(&self, face: Face, second: bool) -> Option<Seat> {
        let copies = |seat: Seat| self.cards(Pile::Play(seat)).and(face.copies()).len();
        let mut owners = self.seats().flat_map(|seat| std::iter::repeat_n(seat, copies(seat)));
        owners.nth(usize::from(second))
    }

    /// The value of choosing a card for the open question.
    fn choice(&self, face: Face, second: bool) -> i32 {
        let Some(ask) = self.public.ask else { return 0 };
        let worth = self.worth(face);
        match ask.what {
            Question::PutBack | Question::Own => 100 - self.keep(face),
            Question::Theirs => self.keep(face),
            Question::Search | Question::Play => 20 + worth,
            Question::Order => self.keep(face),
            Question::Which => 0,
            // Replacing a draw is better than reducing it.
            Question::Instead => i32::from(!self.game.tables.lesses.has(face.copy(0))),
            _ => {
                let foe = self.owner(face, second).map(|owner| self.public.opposed(self.seat, owner));
                match (self.asking(), foe) {
                    (Some(Act::Destroy(_) | Act::Tuck { .. } | Act::Choose { .. }), Some(true)) => 40 + worth,
                    (Some(Act::Destroy(_) | Act::Tuck { .. } | Act::Choose { .. }), Some(false)) => {
                        -10 - worth
                    }
                    (Some(Act::Control(_)), _) => 30 + worth,
                    (Some(Act::Take(_)), Some(false)) => -5 - worth,
                    (Some(Act::Enter(_)), _) => 20 + worth,
                    _ => worth,
                }
            }
        }
    }

    /// The value of having a card in hand.
    fn keep(&self, face: Face) -> i32 {
        let fits = self.game.fitting(self.top(), self.public.named).has(face.copy(0));
        let eight = self.game.card(face).is_eight();
        20 + self.worth(face) + if eight { 40 } else { 0 } + if fits { 12 } else { 0 }
    }

    /// Which player to choose: if it hurts, the opponent closest to winning.
    fn whom(&self, who: Seat) -> i32 {
        let few = 30 - self.count(Pile::Hand(who)).min(30);
        let foe = self.public.opposed(self.seat, who);
        let hurts = match self.asking() {
            Some(act) => self.act(act) < 0 || matches!(act, Act::LookAtHand(_) | Act::Exchange(_)),
            None => false,
        };
        if foe == hurts { 100 + few } else { -few }
    }

    fn willing(&self) -> i32 {
        match self.asking() {
            Some(Act::Draw(_)) => i32::from(self.hand().len() > 2) * 2 - 1,
            Some(act) => self.act(act) + 1,
            None => 1,
        }
    }
}
