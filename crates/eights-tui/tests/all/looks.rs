//! Every screen suits the terminal: colour depth, ASCII only, small sizes, and response time.

use std::time::{Duration, Instant};

use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use eights_tui::{App, Depth, Skin};
use ratatui::{Terminal, backend::TestBackend, style::Color};

use crate::common::{self, app, gathered, go_on, keys, press, screen, table};

/// One of each kind of screen.
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
fn screens_without_colours_use_none() {
    each(Depth::None, true, false, |cell| assert_eq!((cell.fg, cell.bg), (Color::Reset, Color::Reset)));
}

#[test]
fn screens_with_sixteen_colours_use_no_others() {
    let rich = |colour: Color| matches!(colour, Color::Rgb(..) | Color::Indexed(_));
    each(Depth::Sixteen, true, false, |cell| assert!(!rich(cell.fg) && !rich(cell.bg)));
}

#[test]
fn with_24_bit_colours_every_cell_has_foreground_and_background() {
    each(Depth::True, true, false, |cell| {
        assert!(matches!((cell.fg, cell.bg), (Color::Rgb(..), Color::Rgb(..))), "{cell:?}");
        assert!(cell.symbol() == " " || cell.fg != cell.bg, "{cell:?}");
    });
}

#[test]
fn screens_without_unicode_use_only_ascii() {
    each(Depth::Sixteen, false, false, |cell| assert!(cell.symbol().is_ascii(), "{cell:?}"));
    // A symbol without a replacement would become a question mark.
    let marks = |app: &mut App| common::text(app, (120, 40)).matches('?').count();
    for mut app in screens() {
        let with = marks(&mut app);
        app.skin.unicode = false;
        assert_eq!(marks(&mut app), with, "{}", common::text(&mut app, (120, 40)));
    }
}

#[test]
fn suits_can_be_shown_as_letters() {
    each(Depth::Sixteen, true, true, |cell| assert!(!"♣♦♥♠".contains(cell.symbol()), "{cell:?}"));
    let mut app = gathered("crazy-eights", 2, 6);
    app.skin.letters = true;
    let shown = common::text(&mut app, (80, 24));
    let top = table(&app).now.as_ref().unwrap().seen.top("discard").unwrap();
    assert!(shown.contains(&top), "{top} in {shown}");
}

#[test]
fn partners_are_marked_in_team_games() {
    let rules = "teams = pairs, players.min = 4, players.max = 4";
    let mut app = common::gathered_with("crazy-eights", rules, 4, 6);
    let shown = common::text(&mut app, (120, 40));
    assert_eq!(shown.matches("partner").count(), 1, "{shown}");
    assert_eq!(shown.matches("· team").count(), 2, "{shown}");
    // On a small screen a plus sign marks the partner.
    let (you, seats) = (table(&app).you().unwrap().to_owned(), ["A", "B", "C", "D"]);
    let at = seats.iter().position(|seat| *seat == you).unwrap();
    let partner = seats[(at + 2) % 4];
    let small = common::text(&mut app, (48, 16));
    assert!(small.contains(&format!("+{partner} ")), "{small}");
    let alone = common::text(&mut gathered("crazy-eights", 4, 6), (120, 40));
    assert!(!alone.contains("partner") && !alone.contains("· team"), "{alone}");
}

#[test]
fn every_screen_can_be_drawn_at_any_size() {
    for mut app in screens() {
        for width in [1, 2, 7, 20, 40, 79, 81] {
            for height in [1, 2, 3, 5, 9, 17, 23, 25] {
                screen(&mut app, (width, height));
            }
        }
    }
}

/// The median time from a key to the finished screen.
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
fn a_key_takes_effect_within_five_milliseconds() {
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
