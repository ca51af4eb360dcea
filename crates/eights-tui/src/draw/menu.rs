//! Draws the start menu.

use ratatui::layout::Rect;

use super::{
    canvas::{Canvas, bottom, part, right, top},
    panes,
};
use crate::{
    items::Hit,
    menu::{Menu, Row, Way},
    words::{cut, wrap},
};

const LOGO: [&str; 5] =
    ["┏━╸╻┏━╸╻ ╻╺┳╸┏━┓", "┣╸ ┃┃╺┓┣━┫ ┃ ┗━┓", "┗━╸╹┗━┛╹ ╹ ╹ ┗━┛", "", "♣ ♦ ♠ ♥  the Crazy Eights family"];

pub(crate) fn draw(canvas: &mut Canvas<'_>, menu: &Menu) {
    panes::header(canvas, "Eights", "");
    let (_, rest) = top(canvas.all(), 1);
    let (rest, _) = bottom(rest, 1);
    let (list, about) = right(rest, rest.width * 9 / 20);
    logo(canvas, part(list, 2, 1, list.width, 5));
    rows(canvas, part(list, 1, 7, list.width.saturating_sub(2), list.height), menu);
    description(canvas, about, menu);
    panes::footer(
        canvas,
        &[
            ("↑↓", "choose", '\t'),
            ("←→", "change", '→'),
            ("⏎", "go on", '\n'),
            ("d", "deal", 'd'),
            ("f", "first hand", 'f'),
            ("q", "quit", 'q'),
        ],
    );
}

fn logo(canvas: &mut Canvas<'_>, area: Rect) {
    let skin = canvas.skin;
    if !skin.unicode {
        canvas.text(area, 1, 0, "E I G H T S", skin.felt().patch(skin.title()));
    } else {
        for (row, line) in LOGO[..3].iter().enumerate() {
            canvas.text(area, row as u16, 0, line, skin.felt().patch(skin.title()));
        }
    }
    let line = crate::words::painted(skin, LOGO[4], skin.felt().patch(skin.dim()));
    canvas.spans(area, 4, 0, &line);
}

fn rows(canvas: &mut Canvas<'_>, area: Rect, menu: &Menu) {
    let rows = menu.rows();
    let fits = usize::from(area.height).max(1);
    let first = menu.at.saturating_sub(fits.saturating_sub(2)).min(rows.len().saturating_sub(fits));
    let skin = canvas.skin;
    for (i, row) in rows.iter().enumerate().skip(first).take(fits) {
        let y = (i - first) as u16;
        let focus = i == menu.at;
        let line = part(area, 0, y, area.width, 1);
        let style = if focus { skin.focus() } else { skin.felt() };
        canvas.fill(line, ' ', style);
        let (name, value) = words(menu, *row);
        if *row == Row::Deal {
            let base = if focus { style } else { skin.bar().patch(skin.turn()) };
            canvas.text(line, 0, 1, &format!("  {value}  "), base);
        } else {
            let dim = if focus { style } else { skin.felt().patch(skin.dim()) };
            canvas.text(line, 0, 1, &name, dim);
            let wide = usize::from(line.width.saturating_sub(16));
            let typed = matches!(row, Row::Find | Row::Names | Row::Server | Row::Code);
            let shown = match (focus, typed) {
                (true, true) => format!("{value}▏"),
                (true, false) => format!("‹ {value} ›"),
                _ => format!("  {value}"),
            };
            canvas.text(line, 0, 13, &cut(&shown, wide), style);
        }
        canvas.hit(line, Hit::Choice(i));
    }
}

/// The label and the value of a row.
fn words(menu: &Menu, row: Row) -> (String, String) {
    let level = |i: usize| menu.levels.get(i).map_or("", |level| level.name()).to_owned();
    let n = usize::from(menu.n_people());
    let bots = usize::from(menu.seats);
    let (name, value) = match row {
        Row::Way => (
            "Play".to_owned(),
            match menu.way {
                Way::Bots => "against bots",
                Way::HotSeat => "together at this screen",
                Way::Server => "on a server",
            }
            .to_owned(),
        ),
        Row::Game => {
            ("Game".into(), menu.games.get(menu.game).map_or(String::new(), |game| game.title.clone()))
        }
        Row::Rules => ("Rules".into(), menu.chosen().map_or(String::new(), |rules| rules.title.clone())),
        Row::Find => ("Find".into(), menu.find.clone()),
        Row::Seats => ("Players".into(), menu.seats.to_string()),
        Row::People => ("People".into(), menu.people.to_string()),
        Row::AllBots => {
            let same = (n..bots).all(|i| menu.levels[i] == menu.levels[n]);
            ("All bots".into(), if same { level(n) } else { "different".into() })
        }
        Row::Bot(i) => (format!("  bot {}", (b'A' + i as u8) as char), level(i)),
        Row::Pace => ("Bots answer".into(), menu.pace.word().into()),
        Row::Names if menu.way == Way::HotSeat => ("Names".into(), menu.names.clone()),
        Row::Names => ("Your name".into(), menu.names.clone()),
        Row::Server => ("Server".into(), menu.server.clone()),
        Row::Code => ("Table code".into(), menu.code.clone()),
        Row::Deal => (
            String::new(),
            match (menu.way, menu.code.is_empty()) {
                (Way::Server, true) => "Open a table",
                (Way::Server, false) => "Join",
                _ => "Deal",
            }
            .into(),
        ),
    };
    (name, value)
}

/// The pane with the description of the row under the cursor.
fn description(canvas: &mut Canvas<'_>, area: Rect, menu: &Menu) {
    let skin = canvas.skin;
    let Some(rules) = menu.chosen() else { return };
    let (title, mut paragraphs) = match menu.row() {
        Row::AllBots | Row::Bot(_) => ("Bots".to_owned(), bots()),
        Row::Server | Row::Code | Row::Names if menu.way == Way::Server => {
            ("On a server".to_owned(), server())
        }
        Row::Way => ("Play".to_owned(), ways()),
        _ => {
            let mut list = vec![(String::new(), rules.about.clone())];
            let (least, most) = rules.seats;
            let who = if least == most {
                format!("{least} players.")
            } else {
                format!("{least} to {most} players.")
            };
            list.push((String::new(), who));
            if !rules.known_as.is_empty() {
                list.push((String::new(), rules.known_as.clone()));
            }
            list.extend(rules.topics.clone());
            (rules.title.clone(), list)
        }
    };
    if let Some(note) = &menu.note {
        paragraphs.insert(0, ("That did not work".into(), note.clone()));
    }
    let inner = canvas.pane(area, &title, skin.pane());
    let inner = part(inner, 1, 0, inner.width.saturating_sub(2), inner.height);
    let mut y = 0;
    for (head, text) in paragraphs {
        if !head.is_empty() {
            canvas.text(inner, y, 0, &head, skin.pane().patch(skin.title()));
            y += 1;
        }
        for line in wrap(&text, usize::from(inner.width)) {
            canvas.text(inner, y, 0, &line, skin.pane());
            y += 1;
        }
        y += 1;
        if y >= inner.height {
            break;
        }
    }
}

fn bots() -> Vec<(String, String)> {
    eights_bots::Level::ALL.iter().map(|level| (level.name().to_owned(), level.about().to_owned())).collect()
}

fn server() -> Vec<(String, String)> {
    let page = |head: &str, text: &str| (head.to_owned(), text.to_owned());
    vec![
        page("Join", "Type the code somebody gave you, or paste the whole address of the table."),
        page("Open", "Leave the code empty to open a table of your own: others join with its code."),
        page("You", "The server recognises you by a cookie in your config folder."),
    ]
}

fn ways() -> Vec<(String, String)> {
    let page = |head: &str, text: &str| (head.to_owned(), text.to_owned());
    vec![
        page(
            "Against bots",
            "You sit at A; bots take the other chairs. Answers can be taken back as long as no new card was seen.",
        ),
        page(
            "Together at this screen",
            "People take turns at this keyboard. Cards stay covered until the next person is ready to look.",
        ),
        page("On a server", "A table that others reach with a browser or a terminal."),
    ]
}
