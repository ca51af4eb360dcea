//! Plays whole games with keys and the mouse.

use crossterm::event::{KeyCode, MouseButton};
use eights_tui::{App, Hit, Item, Pace, Popup, Screen};

use crate::common::{
    self, app, click, dealt, dealt_unlisted, keys, play_to_the_end, press, screen, settle, table, text,
};

#[test]
fn crazy_eights_is_played_from_the_menu_to_the_score_sheet() {
    let mut app = app(7);
    press(&mut app, KeyCode::Enter);
    press(&mut app, KeyCode::Enter);
    settle(&mut app);
    assert!(matches!(app.screen, Screen::Table(_)));
    play_to_the_end(&mut app);
    assert_eq!(table(&app).popup, Some(Popup::Score));
    let shown = text(&mut app, (80, 24));
    assert!(shown.contains("Score sheet") && shown.contains("the match."), "{shown}");
    // Enter starts another match with an empty score sheet.
    press(&mut app, KeyCode::Enter);
    assert!(table(&app).hands.is_empty());
    assert!(table(&app).now.as_ref().is_some_and(|now| now.over.is_none()));
}

#[test]
fn hints_can_be_followed() {
    for game in ["crazy-eights", "crazier-eights", "crazy-8-ball"] {
        let mut app = dealt(game, 2, 9);
        for _ in 0..3 {
            common::follow_the_hint(&mut app);
        }
    }
}

#[test]
fn crazier_eights_is_played_to_the_end() {
    for seed in 1..4 {
        play_to_the_end(&mut dealt("crazier-eights", 3, seed));
    }
}

#[test]
fn crazy_8_ball_is_played_to_the_end() {
    play_to_the_end(&mut dealt("crazy-8-ball", 2, 5));
}

#[test]
fn a_game_without_a_module_is_drawn_from_its_view_and_played() {
    let mut app = dealt_unlisted("last-match", 3, 5);
    let shown = text(&mut app, (100, 30));
    for part in ["Last Match", "stock", "discard", "passes: 0", "It is your turn."] {
        assert!(shown.contains(part), "{part} is missing:\n{shown}");
    }
    play_to_the_end(&mut app);
}

#[test]
fn every_rule_set_can_be_played_with_keys() {
    let menu = app(1).menu;
    for (g, game) in menu.games.iter().enumerate() {
        for (r, rules) in game.rules.iter().enumerate() {
            let mut app = app(11);
            (app.menu.game, app.menu.rules, app.menu.seats) = (g, r, rules.seats.1.min(5));
            app.menu.settle();
            app.deal();
            settle(&mut app);
            for _ in 0..40 {
                if table(&app).now.as_ref().is_some_and(|now| now.over.is_some()) {
                    break;
                }
                common::go_on(&mut app);
            }
            assert!(!text(&mut app, (80, 24)).is_empty());
        }
    }
}

#[test]
fn several_people_take_turns_behind_a_curtain() {
    let mut app = app(3);
    press(&mut app, KeyCode::Right);
    app.menu.names = "Ada, Ben".into();
    app.menu.seats = 2;
    app.menu.settle();
    app.deal();
    settle(&mut app);
    let mut asked = Vec::new();
    for _ in 0..12 {
        if table(&app).popup == Some(Popup::Curtain) {
            let shown = text(&mut app, (80, 24));
            let you = table(&app).you().unwrap().to_owned();
            assert!(
                shown.contains(&table(&app).name(&you))
                    && !shown.contains('│'.to_string().repeat(3).as_str())
            );
            // No card of either hand is visible.
            for suit in ["♣", "♦", "♥", "♠"] {
                assert!(shown.lines().skip(1).all(|line| !line.contains(suit)), "{shown}");
            }
            press(&mut app, KeyCode::Enter);
            asked.push(you);
        }
        common::go_on(&mut app);
    }
    asked.dedup();
    assert!(asked.len() >= 4, "{asked:?}");
}

#[test]
fn a_left_click_plays_a_card_and_a_right_click_asks_why_not() {
    let mut app = dealt("crazy-eights", 3, 7);
    while !table(&app).is_asked() {
        settle(&mut app);
    }
    screen(&mut app, (80, 24));
    let place = |app: &eights_tui::App, playable: bool| {
        app.hits.iter().find_map(|(area, hit)| match hit {
            Hit::Item(item @ Item::Card { .. }) if table(app).offers_of(item).is_empty() != playable => {
                Some((area.x, area.y + 1))
            }
            _ => None,
        })
    };
    let (x, y) = place(&app, false).expect("a card that cannot be played");
    click(&mut app, x, y, MouseButton::Right);
    assert!(table(&app).note.is_some());
    let step = table(&app).now.as_ref().unwrap().step;
    screen(&mut app, (80, 24));
    let (x, y) = place(&app, true).expect("a card that can be played");
    click(&mut app, x, y, MouseButton::Left);
    if table(&app).popup.is_some() {
        press(&mut app, KeyCode::Enter);
    }
    assert!(table(&app).now.as_ref().unwrap().step > step);
}

#[test]
fn hints_reasons_typed_answers_and_the_speed_keys_work() {
    let mut app = dealt("crazy-eights", 2, 21);
    keys(&mut app, "h");
    assert!(table(&app).hint.is_some() && table(&app).note.is_some());
    // Asking about a card gives the reason and changes nothing.
    let step = table(&app).now.as_ref().unwrap().step;
    keys(&mut app, ":why 5H");
    press(&mut app, KeyCode::Enter);
    assert!(
        table(&app).note.as_ref().is_some_and(|(note, _)| note.contains("the five of hearts")),
        "{:?}",
        table(&app).note
    );
    assert_eq!(table(&app).now.as_ref().unwrap().step, step);
    // A typed answer is played.
    let say = table(&app).now.as_ref().unwrap().offers[0].say.to_lowercase();
    keys(&mut app, &format!(":{say}"));
    press(&mut app, KeyCode::Enter);
    assert!(table(&app).now.as_ref().unwrap().step > step);
    keys(&mut app, "+");
    assert!(table(&app).note.as_ref().is_some_and(|(note, _)| note.contains("brisk")));
}

#[test]
fn an_answer_can_be_taken_back_if_it_showed_no_new_card() {
    // Bots draw cards face down, so a few games contain an answer that can be taken back.
    for seed in 0..20 {
        let mut app = dealt("crazy-eights", 2, seed);
        for _ in 0..10 {
            let now = table(&app).now.as_ref().unwrap().clone();
            if now.over.is_some() {
                break;
            }
            if table(&app).popup.is_none() && now.undo {
                let log = table(&app).log.len();
                keys(&mut app, "u");
                let back = table(&app).now.as_ref().unwrap();
                assert!(back.step < now.step && table(&app).log.len() < log);
                return;
            }
            common::go_on(&mut app);
        }
    }
    panic!("nothing could ever be taken back");
}

/// Opens the guided first hand of a game; the others answer at once.
fn first_hand(game: &str) -> App {
    let mut app = app(1);
    app.menu.pace = Pace::AtOnce;
    app.learn(game);
    settle(&mut app);
    app
}

#[test]
fn a_first_hand_is_played_to_its_end_by_following_the_hints() {
    for game in ["crazy-eights", "crazier-eights", "crazy-8-ball"] {
        let mut app = first_hand(game);
        let mut told = Vec::new();
        for _ in 0..80 {
            let sentence = table(&app).guidance.clone().unwrap_or_default();
            if sentence.contains("Press q") {
                break;
            }
            if told.last() != Some(&sentence) && !sentence.is_empty() {
                told.push(sentence);
            }
            if table(&app).popup.is_some() {
                press(&mut app, KeyCode::Enter);
                continue;
            }
            keys(&mut app, "h");
            press(&mut app, KeyCode::Enter);
        }
        let end = table(&app).guidance.clone().unwrap_or_default();
        assert!(end.ends_with("Press q for the menu."), "{game}: {end:?} after {told:#?}");
        assert!(told.len() >= 5, "{game}: {told:#?}");
    }
}

#[test]
fn a_first_hand_waits_for_the_move_that_is_meant() {
    let mut app = first_hand("crazy-eights");
    let before = table(&app).now.as_ref().unwrap().step;
    // The eight fits too, but the sentence asks for a heart or a seven.
    let offers: Vec<_> = table(&app).now.as_ref().unwrap().offers.clone();
    let other = offers.iter().find(|offer| offer.say.starts_with("8S")).unwrap().say.clone();
    let Screen::Table(sitting) = &mut app.screen else { panic!("no table is shown") };
    let answer = sitting.table.answer(other).unwrap();
    sitting.send(answer);
    settle(&mut app);
    assert_eq!(table(&app).now.as_ref().unwrap().step, before);
    assert!(table(&app).note.as_ref().is_some_and(|(note, _)| note.contains("first do what is said")));
    assert!(table(&app).guidance.as_ref().is_some_and(|text| text.contains("Play a heart or a seven")));
}

#[test]
fn a_game_without_a_first_hand_says_so() {
    let mut app = app(1);
    app.learn("last-match");
    assert_eq!(app.menu.note.as_deref(), Some("last-match has no guided first hand"));
}
