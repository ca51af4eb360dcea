//! Tests the limit on endless texts and turns: what counts, what happens then, and why the shipped
//! cards never reach it.

use eights::{Dice, Game, Glimpse, Position, Seat, Seed, Setup, Turn, Viewer};
use eights_crazier::ability::{Ability, Act, Destination, Moment, Pattern};
use eights_crazier::{Action, Crazier, Event, Face, SHIPPED, State, shipped};

/// A position with these hands and lines, at the beginning of A's turn.
fn lay(game: &Crazier, hands: &[&str], lines: &[(&str, &str)]) -> State {
    let mut position =
        Position { hands: hands.iter().map(|hand| (*hand).to_owned()).collect(), ..Position::default() };
    position.lines.extend(lines.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())));
    game.set_up(&position).expect("a position").1
}

fn face(game: &Crazier, name: &str) -> Face {
    game.names().find(name).expect("a card of this deck")
}

/// Gives the first of these answers that is legal, over and over, until none is.
fn repeat(game: &Crazier, state: &mut State, answers: &[Action]) -> Vec<Event<Glimpse>> {
    let mut log = Vec::new();
    for step in 1..20_000 {
        let Turn::Act(seat) = game.turn(state) else { break };
        let mut options = Vec::new();
        game.legal(state, seat, &mut options);
        let Some(answer) = answers.iter().find(|answer| seat == Seat::A && options.contains(answer)) else {
            break;
        };
        game.apply(state, seat, *answer, &mut Dice::at(&Seed::from_number(1), step), &mut log)
            .expect("listed answers are legal");
    }
    log
}

fn count(log: &[Event<Glimpse>], wanted: impl Fn(&Event<Glimpse>) -> bool) -> usize {
    log.iter().filter(|event| wanted(event)).count()
}

/// Market Day grants the play that it uses up, and the Sphinx gives it back, so A's turn could last for
/// ever. Every play counts, even beyond 255, and the main phase ends at the limit.
#[test]
fn a_turn_that_is_too_long_is_cut_short() {
    let game = crate::common::with("fuel = 300");
    let lines = [("in play B", "riddling-sphinx"), ("discard", "wood-elf"), ("stock", "third-eye")];
    let mut state = lay(&game, &["market-day trade castle", "ferocity nightmare"], &lines);
    let market_day = Action::Play(face(&game, "market-day"));
    let mut before = state.clone();
    for step in 1..=299 {
        game.apply(
            &mut before,
            Seat::A,
            market_day,
            &mut Dice::at(&Seed::from_number(1), step),
            &mut Vec::new(),
        )
        .expect("it can be played again");
    }
    let view = serde_json::to_value(game.view(&before, Viewer::Public)).expect("a view can be written");
    assert_eq!(view["this-turn"]["A"]["played"], 299);
    let log = repeat(&game, &mut state, &[market_day]);
    assert_eq!(count(&log, |event| matches!(event, Event::Played { .. })), 300);
    assert_eq!(count(&log, |event| *event == Event::CutShort { seat: Seat::A }), 1);
    // B's turn begins; whether B can draw does not matter here.
    assert_eq!(count(&log, |event| *event == Event::Began { seat: Seat::new(1) }), 1);
    assert!(!state.public().endless);
}

/// Kiln asks what to destroy each time Phoenix comes back, and A always chooses Phoenix.
#[test]
fn questions_count_towards_the_limit() {
    let card = |name: &str, text: &str| {
        format!("[[card]]\nname = \"{name}\"\ncolours = [\"blue\"]\nkind = \"asset\"\ntext = \"{text}\"\n")
    };
    let mut cards = "title = \"Two cards\"\nabout = \"-\"\ncredit = \"-\"\n".to_owned();
    cards += &card("Phoenix", "When this card is destroyed, put it into play under your control.");
    cards += &card(
        "Kiln",
        "When another asset that you control enters play, destroy a card in play of your choice.",
    );
    let fetch = |name: &str| (name == "two.toml").then(|| cards.clone());
    let game = Crazier::read_cards(&crate::common::document("fuel = 200"), "original, two.toml", &fetch)
        .expect("a deck");
    let lines = [("in play A", "kiln"), ("discard", "wood-elf"), ("stock", "third-eye ...")];
    let mut state = lay(&game, &["phoenix trade", "ferocity nightmare death"], &lines);
    let phoenix = face(&game, "phoenix");
    let log =
        repeat(&game, &mut state, &[Action::Play(phoenix), Action::Card { face: phoenix, second: false }]);
    let destroyed = count(&log, |event| matches!(event, Event::Destroyed { .. }));
    assert!(
        (40..100).contains(&destroyed),
        "destroyed {destroyed} times with fuel for 200 deeds and questions"
    );
    assert_eq!(count(&log, |event| *event == Event::Endless), 1);
    let Turn::Over(outcome) = game.turn(&state) else { panic!("the game goes on") };
    assert!(outcome.blocked && outcome.winners.iter().eq([Seat::A]));
}

/// Far more abilities wait at once than in any real game, and each of them takes effect: with two
/// decks, Eclipse destroys every card of a player with a Thornback Boar.
#[test]
fn no_waiting_ability_is_dropped() {
    let game = crate::common::with(&format!("deck.two-decks-from = 2, {}", crate::common::BOTH));
    // These would ask a question, save a card, end the game, or act before Eclipse can be played.
    let left_out = "gatekeeper sworn-guard shieldbearer hearthkeeper lord-of-storms black-cat queen-of-owls pooka \
                    patron-of-the-arts the-reaper-king thornback-boar castle queen-guinevere riddling-sphinx";
    let assets = game.cards().iter().filter(|card| card.kind == eights_crazier::Kind::Asset);
    let ids = assets.map(eights_crazier::Card::id).filter(|id| !left_out.contains(id.as_str()));
    let mut assets: Vec<String> = ids.flat_map(|id| [format!("{id}~2"), id]).collect();
    // The Boar is destroyed last, so it sees all the others destroyed.
    assets.push("thornback-boar".to_owned());
    assert!(assets.len() > 40, "{} cards in play", assets.len());
    let lines = [
        ("in play A", "castle queen-guinevere sworn-guard"),
        ("in play B", &assets.join(" ")),
        ("discard", "ferocity~2"),
        ("stock", "..."),
    ];
    let mut state = lay(&game, &["eclipse trade", "ferocity nightmare"], &lines);
    let log = repeat(&game, &mut state, &[Action::Play(face(&game, "eclipse"))]);
    let boar = face(&game, "thornback-boar");
    let spoke = count(&log, |event| *event == Event::Speaks { seat: Seat::new(1), card: boar });
    assert_eq!(spoke, assets.len());
    assert!(state.public().followed() > 80 && !state.public().endless);
}

/// Why the shipped cards always come to an end: no conditional ability or substitution plays a card or
/// puts one into play, so the cards in play can only become fewer while abilities trigger each other. A
/// draw triggers only destruction, destruction triggers only draws, and everything else is triggered by
/// a play, a discard, a card entering play or a turn, none of which abilities cause.
#[test]
fn abilities_of_the_shipped_cards_cannot_trigger_each_other_for_ever() {
    let mut seen = 0;
    for card in SHIPPED.iter().flat_map(|(name, _)| shipped(name).expect("a shipped set").cards) {
        for ability in &card.abilities {
            let only: fn(&Act) -> bool = match ability {
                Ability::When { moment: Moment::After(Pattern::Draw(_)), .. } => {
                    |act| matches!(act, Act::Destroy(_))
                }
                Ability::When { moment: Moment::After(Pattern::Blow(_)), .. } => {
                    |act| matches!(act, Act::Draw(_))
                }
                Ability::When { .. } | Ability::Instead { .. } => |act| {
                    let enters = matches!(act, Act::Search { to: Destination::Play, .. });
                    !enters && !matches!(act, Act::Play(_) | Act::Enter(_))
                },
                _ => continue,
            };
            assert!(ability.acts().all(only), "{}: {}", card.name, card.text);
            seen += 1;
        }
    }
    assert!(seen > 20, "only {seen} abilities");
}
