//! A match of one game: checks and plays answers, deals the hands and keeps the score.

use std::{cell::Cell, sync::Arc};

use eights::{
    After, BySeat, CardSet, Dice, Final, Opening, Outcome, Referee, RefusalCode, Seat, Seed, Setup, Turn,
    Viewer, said_among,
};

use crate::{
    journal::format::{Actor, Entry},
    json,
};

thread_local! {
    static BYTES: Cell<Vec<u8>> = const { Cell::new(Vec::new()) };
}

/// The reason why an input is refused. It reveals nothing hidden and may be shown to the player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The match is over, or the hand of a fixed position is.
    #[error("nothing is asked any more")]
    Over,
    /// Another seat must answer.
    #[error("it is {0}'s turn")]
    NotYourTurn(Seat),
    /// The match has fewer seats.
    #[error("nobody sits at {0}")]
    NoSuchSeat(Seat),
    /// The answer is not legal; explains why in a sentence.
    #[error("{0}")]
    Illegal(String),
    /// A card to be put on top of the next shuffle does not exist.
    #[error("shuffle: {0:?} is not a card")]
    UnknownCard(String),
    /// A card to be put on top of the next shuffle is not used with these rules.
    #[error("shuffle: {0} is not in the pack")]
    NotInPack(String),
    /// A card to be put on top of the next shuffle is named more often than the pack contains it.
    #[error("{}", named_too_often(.0, *.1))]
    NamedTooOften(String, usize),
    /// The rules do not allow this number of players: the number, the minimum and the maximum.
    #[error("{}", wrong_number(*.0, *.1, *.2))]
    WrongNumber(u8, u8, u8),
}

impl Refusal {
    /// The code that programs decide by.
    pub fn code(&self) -> RefusalCode {
        match self {
            Refusal::Over => RefusalCode::MatchOver,
            Refusal::NotYourTurn(_) => RefusalCode::NotYourTurn,
            Refusal::NoSuchSeat(_) => RefusalCode::NoSuchSeat,
            Refusal::Illegal(_) => RefusalCode::Illegal,
            Refusal::UnknownCard(_) | Refusal::NotInPack(_) | Refusal::NamedTooOften(..) => {
                RefusalCode::NoSuchCard
            }
            Refusal::WrongNumber(..) => RefusalCode::WrongNumberOfSeats,
        }
    }
}

fn named_too_often(card: &str, copies: usize) -> String {
    if copies == 1 {
        return format!("shuffle: {card} is named twice, but there is only one");
    }
    format!("shuffle: {card} is named too often: there are only {copies}")
}

fn wrong_number(n: u8, least: u8, most: u8) -> String {
    let players = if n == 1 { "player" } else { "players" };
    let can = if least == most { format!("only {least}") } else { format!("{least} to {most}") };
    // A number within the range is refused only where partners need an even number.
    let pairs = if (least..=most).contains(&n) { ", in pairs" } else { "" };
    format!("{n} {players}: by these rules {can} can play{pairs}")
}

/// Parses a list of card names separated by commas or spaces, and refuses a card that is
/// named more often than the pack contains it.
pub(crate) fn wished<G: Setup>(game: &G, n_seats: u8, text: &str) -> Result<Vec<CardSet>, Refusal> {
    let words = text.split(|c: char| c == ',' || c.is_whitespace()).filter(|word| !word.is_empty());
    let mut left = game.all_cards(n_seats);
    let wish = |word: &str| {
        let cards = game.cards_named(word).ok_or_else(|| Refusal::UnknownCard(word.to_owned()))?;
        match (cards.and(left).first(), cards.and(game.all_cards(n_seats)).len()) {
            (Some(card), _) => {
                left.remove(card);
                Ok(cards)
            }
            (None, 0) => Err(Refusal::NotInPack(word.to_owned())),
            (None, n) => Err(Refusal::NamedTooOften(word.to_owned(), n)),
        }
    };
    words.map(wish).collect()
}

/// Checks that the rules allow this number of players.
pub(crate) fn check_seats<G: Setup>(game: &G, n_seats: u8) -> Result<(), Refusal> {
    let (least, most) = game.seats().into_inner();
    if game.can_seat(n_seats) { Ok(()) } else { Err(Refusal::WrongNumber(n_seats, least, most)) }
}

/// A match of the game `G`.
pub struct Match<G: Setup> {
    pub(crate) game: Arc<G>,
    seed: Seed,
    pub(crate) step: u64,
    pub(crate) opening: Opening,
    pub(crate) state: G::State,
    /// The events of the last step, including the deal of the next hand.
    pub(crate) log: Vec<G::Event>,
    /// The result of the hand that ended with the last step.
    pub(crate) hand_over: Option<Outcome>,
    pub(crate) over: Option<Final>,
    /// Set for a match that started from a given position: no hand is dealt after the first.
    still: bool,
}

impl<G: Setup> Clone for Match<G> {
    fn clone(&self) -> Match<G> {
        Match {
            game: self.game.clone(),
            seed: self.seed.clone(),
            step: self.step,
            opening: self.opening.clone(),
            state: self.state.clone(),
            log: self.log.clone(),
            hand_over: self.hand_over.clone(),
            over: self.over.clone(),
            still: self.still,
        }
    }
}

impl<G: Setup> Match<G> {
    /// Starts a match and deals the first hand. Without a `dealer`, one is drawn by lot. The cards
    /// in `wishes` end up on top of the first shuffle.
    ///
    /// # Errors
    ///
    /// If the rules do not allow this number of players, or the dealer's seat does not exist.
    pub fn new(
        game: Arc<G>,
        n_seats: u8,
        seed: Seed,
        dealer: Option<Seat>,
        wishes: Vec<CardSet>,
    ) -> Result<Match<G>, Refusal> {
        check_seats(&*game, n_seats)?;
        if let Some(seat) = dealer.filter(|seat| seat.index() >= n_seats as usize) {
            return Err(Refusal::NoSuchSeat(seat));
        }
        let mut dice = Dice::at(&seed, 0).wishing(wishes);
        let lot = Seat::new(dice.below(u32::from(n_seats)) as usize);
        let opening = Opening::first(n_seats, dealer.unwrap_or(lot));
        let mut log = Vec::new();
        let state = game.deal(&opening, &mut dice, &mut log);
        Ok(Match { game, seed, step: 0, opening, state, log, hand_over: None, over: None, still: false })
    }

    /// A match that stands at a given position, which may already be a finished hand. It ends with
    /// the hand.
    pub fn placed(game: Arc<G>, opening: Opening, state: G::State) -> Match<G> {
        Match::at_position(game, opening, state, Seed::from_number(0), true)
    }

    /// Starts a match from a given position. Later hands are dealt as usual.
    pub fn started_at(game: Arc<G>, opening: Opening, state: G::State, seed: Seed) -> Match<G> {
        Match::at_position(game, opening, state, seed, false)
    }

    fn at_position(game: Arc<G>, opening: Opening, state: G::State, seed: Seed, still: bool) -> Match<G> {
        let mut dice = Dice::at(&seed, 0);
        let mut placed = Match {
            game,
            seed,
            step: 0,
            opening,
            state,
            log: Vec::new(),
            hand_over: None,
            over: None,
            still,
        };
        placed.settle(&mut dice);
        placed
    }

    /// The compiled rules.
    pub fn game(&self) -> &Arc<G> {
        &self.game
    }

    /// The complete state of the hand, hidden cards included. Only for callers that ask a bot to
    /// play: the bot receives it behind an interface that reveals what its seat may see.
    pub fn truth(&self) -> &G::State {
        &self.state
    }

    /// The seat that must answer now; none when the match is over.
    pub fn asked(&self) -> Option<Seat> {
        match self.game.turn(&self.state) {
            Turn::Act(seat) if self.over.is_none() => Some(seat),
            _ => None,
        }
    }

    /// The legal actions of a seat.
    pub fn answers(&self, seat: Seat) -> Vec<G::Action> {
        let mut options = Vec::new();
        if self.over.is_none() && seat.index() < self.opening.n_seats as usize {
            self.game.legal(&self.state, seat, &mut options);
        }
        options
    }

    /// The state of the hand with everything hidden from this viewer removed.
    pub fn view(&self, viewer: Viewer) -> G::View {
        self.game.view(&self.state, viewer)
    }

    /// The events of the last step, as a viewer saw them.
    pub fn seen(&self, viewer: Viewer) -> impl Iterator<Item = G::Seen> + '_ {
        self.log.iter().map(move |event| self.game.witness(event, viewer))
    }

    /// Plays an answer, and deals the next hand if this one is over.
    ///
    /// # Errors
    ///
    /// Why the answer is refused; the match is unchanged.
    pub fn answer(&mut self, by: Seat, said: &str, wishes: Vec<CardSet>) -> Result<Entry, Refusal> {
        let said = self.play(by, said, wishes)?;
        Ok(self.entry(Actor::Seat(by), said))
    }

    /// Like [`Match::answer`], but without computing a digest, which is faster when a stored match
    /// is rebuilt. Returns the action in its canonical notation.
    ///
    /// # Errors
    ///
    /// Why the answer is refused; the match is unchanged.
    pub fn play(&mut self, by: Seat, said: &str, wishes: Vec<CardSet>) -> Result<String, Refusal> {
        let Some(asked) = self.asked() else { return Err(Refusal::Over) };
        if by.index() >= self.opening.n_seats as usize {
            return Err(Refusal::NoSuchSeat(by));
        }
        let options = self.answers(by);
        if options.is_empty() {
            return Err(Refusal::NotYourTurn(asked));
        }
        let Some(action) = said_among(&*self.game, &options, said) else {
            let view = self.game.view(&self.state, Viewer::Seat(by));
            return Err(Refusal::Illegal(self.game.why_not(&view, by, said)));
        };
        let mut dice = Dice::at(&self.seed, self.step + 1).wishing(wishes);
        self.log.clear();
        self.game
            .apply(&mut self.state, by, action, &mut dice, &mut self.log)
            .map_err(|illegal| Refusal::Illegal(illegal.to_string()))?;
        self.step += 1;
        self.settle(&mut dice);
        Ok(self.game.notate(action))
    }

    /// Records that the time agreed for the match is up: the hand in progress is the last.
    ///
    /// # Errors
    ///
    /// If the match is over.
    pub fn time_is_up(&mut self) -> Result<Entry, Refusal> {
        if self.asked().is_none() {
            return Err(Refusal::Over);
        }
        self.step += 1;
        self.log.clear();
        self.hand_over = None;
        self.opening.time_is_up = true;
        Ok(self.entry(Actor::Table, "time is up".to_owned()))
    }

    /// If the hand is over, adds up its score and deals the next one.
    fn settle(&mut self, dice: &mut Dice) {
        self.hand_over = None;
        let Turn::Over(outcome) = self.game.turn(&self.state) else { return };
        match self.game.after(&self.opening, &outcome) {
            After::Over(end) => self.over = Some(end),
            After::Deal(next) if !self.still => {
                self.opening = next;
                self.state = self.game.deal(&self.opening, dice, &mut self.log);
            }
            After::Deal(next) => self.opening.scores = next.scores,
        }
        self.hand_over = Some(outcome);
    }

    /// The points from all finished hands.
    pub fn score(&self) -> BySeat<i32> {
        self.over.as_ref().map_or(self.opening.scores, |end| end.points)
    }

    /// A hash of the complete state, hidden cards included. Replays compare it to find the first
    /// step at which two engines disagree.
    pub fn digest(&self) -> String {
        let truth = self.game.view(&self.state, Viewer::Referee(Referee::trusted()));
        let whole = (self.step, &truth, self.score(), self.opening.time_is_up, self.over.is_some());
        // The buffer is reused across steps to avoid reallocating.
        let mut bytes = BYTES.take();
        bytes.clear();
        json::write(&mut bytes, &whole).expect("views always serialize");
        let digest = blake3::hash(&bytes).to_hex()[..16].to_owned();
        BYTES.set(bytes);
        digest
    }

    fn entry(&self, by: Actor, said: String) -> Entry {
        Entry { step: self.step, by, said, digest: self.digest(), at: None }
    }
}
