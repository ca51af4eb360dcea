//! Colours, letters and sizes: every screen looks right wherever it is shown.

mod common;

use std::time::{Duration, Instant};

use common::{app, gathered, go_on, keys, press, screen, table};
use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use eights_tui::{App, Depth, Skin};
use ratatui::{Terminal, backend::TestBackend, style::Color};

/// Screens of every kind.
fn screens() -> Vec<App> {
    let mut all = vec![app(1)];
    for (game, seats) in [("crazy-eights", 4), ("crazier-eights", 3), ("crazy-8-ball", 2)] {
        let mut later = gathered(game, seats, 6);
        for _ in 0..40 {
            go_on(&mut later);
        }
        all.extend([gathered(game, seats, 6), later]);
    }
    for key in ["?", "r", "s", "q", ":"] {
        let mut app = gathered("crazy-eights", 4, 6);
        keys(&mut app, key);
        all.push(app);
    }
    all
}

fn each(depth: Depth, unicode: bool, letters: bool, check: impl Fn(&ratatui::buffer::Cell)) {
    for mut app in screens() {
        app.skin = Skin { depth, unicode, letters };
        screen(&mut app, (80, 24)).content.iter().for_each(&check);
        screen(&mut app, (120, 40)).content.iter().for_each(&check);
    }
}

#[test]
fn without_colours_there_are_none() {
    each(Depth::None, true, false, |cell| assert_eq!((cell.fg, cell.bg), (Color::Reset, Color::Reset)));
}

#[test]
fn with_sixteen_colours_there_are_no_others() {
    let rich = |colour: Color| matches!(colour, Color::Rgb(..) | Color::Indexed(_));
    each(Depth::Sixteen, true, false, |cell| assert!(!rich(cell.fg) && !rich(cell.bg)));
}

#[test]
fn with_all_colours_every_place_has_ink_and_paper() {
    each(Depth::True, true, false, |cell| {
        assert!(matches!((cell.fg, cell.bg), (Color::Rgb(..), Color::Rgb(..))), "{cell:?}");
        assert!(cell.symbol() == " " || cell.fg != cell.bg, "{cell:?}");
    });
}

#[test]
fn without_unicode_there_is_only_ascii() {
    each(Depth::Sixteen, false, false, |cell| assert!(cell.symbol().is_ascii(), "{cell:?}"));
    // A symbol without a letter of its own would become a question mark.
    let marks = |app: &mut App| common::text(app, (120, 40)).matches('?').count();
    for mut app in screens() {
        let with = marks(&mut app);
        app.skin.unicode = false;
        assert_eq!(marks(&mut app), with, "{}", common::text(&mut app, (120, 40)));
    }
}

#[test]
fn suits_are_letters_where_that_is_wanted() {
    each(Depth::Sixteen, true, true, |cell| assert!(!"♣♦♥♠".contains(cell.symbol()), "{cell:?}"));
    let mut app = gathered("crazy-eights", 2, 6);
    app.skin.letters = true;
    let shown = common::text(&mut app, (80, 24));
    let top = table(&app).now.as_ref().unwrap().seen.top("discard").unwrap();
    assert!(shown.contains(&top), "{top} in {shown}");
}

#[test]
fn partners_are_marked_where_players_sit_in_teams() {
    let rules = "teams = pairs, players.min = 4, players.max = 4";
    let mut app = common::gathered_with("crazy-eights", rules, 4, 6);
    let shown = common::text(&mut app, (120, 40));
    assert_eq!(shown.matches("partner").count(), 1, "{shown}");
    assert_eq!(shown.matches("· team").count(), 2, "{shown}");
    // On a small screen a plus stands before the partner.
    let (you, seats) = (table(&app).you().unwrap().to_owned(), ["A", "B", "C", "D"]);
    let at = seats.iter().position(|seat| *seat == you).unwrap();
    let partner = seats[(at + 2) % 4];
    let small = common::text(&mut app, (48, 16));
    assert!(small.contains(&format!("+{partner} ")), "{small}");
    let alone = common::text(&mut gathered("crazy-eights", 4, 6), (120, 40));
    assert!(!alone.contains("partner") && !alone.contains("· team"), "{alone}");
}

#[test]
fn no_size_is_too_small() {
    for mut app in screens() {
        for width in [1, 2, 7, 20, 40, 79, 81] {
            for height in [1, 2, 3, 5, 9, 17, 23, 25] {
                screen(&mut app, (width, height));
            }
        }
    }
}

/// The time from a key to the finished screen, the middle of many: bytes for the terminal included.
fn key_to_screen(app: &mut App, codes: &[KeyCode]) -> Duration {
    let mut terminal = Terminal::new(TestBackend::new(200, 60)).unwrap();
    let mut times: Vec<Duration> = (0..60)
        .map(|i| {
            let start = Instant::now();
            app.event(&Event::Key(KeyEvent::new(codes[i % codes.len()], KeyModifiers::NONE)));
            let mut hits = Vec::new();
            terminal.draw(|frame| hits = eights_tui::draw(frame, app)).unwrap();
            app.hits = hits;
            start.elapsed()
        })
        .collect();
    times.sort();
    times[times.len() / 2]
}

#[test]
fn a_key_is_seen_within_five_milliseconds() {
    for mut app in screens() {
        app.skin.depth = Depth::True;
        let took = key_to_screen(&mut app, &[KeyCode::Right, KeyCode::Left, KeyCode::Down, KeyCode::Up]);
        assert!(took < Duration::from_millis(5), "{took:?}");
        println!("{took:?}");
    }
    let mut app = gathered("crazy-eights", 4, 6);
    let took = key_to_screen(&mut app, &[KeyCode::Char('s'), KeyCode::Esc]);
    assert!(took < Duration::from_millis(5), "{took:?}");
    press(&mut app, KeyCode::Esc);
}
