//! Draws a step of a journal.

use super::{
    canvas::{Canvas, bottom},
    panes, popups, table,
};
use crate::replaying::Replaying;

pub(crate) fn draw(canvas: &mut Canvas<'_>, replaying: &Replaying) {
    let seat = replaying.seat.map(|seat| replaying.table.name(&seat.to_string()));
    let view = match seat {
        Some(name) => format!("as {name} saw it"),
        None => "all visible cards".into(),
    };
    let state = format!("{view} · step {} of {}", replaying.step, replaying.steps());
    panes::header(canvas, &table::headline(&replaying.table), &state);
    let mut shown = replaying.table.clone();
    if let Some((by, said)) = replaying.said() {
        let text = format!("{}: {}", shown.name(&by), said);
        shown.note = Some((text, false));
    }
    table::body(canvas, &shown);
    bar(canvas, replaying);
    let play = if replaying.playing.is_some() { "pause" } else { "play" };
    panes::footer(
        canvas,
        &[
            ("←", "back", '←'),
            ("→", "on", '→'),
            ("↑↓", "by ten", ' '),
            ("Home End", "ends", 'g'),
            ("space", play, ' '),
            ("v", "seat", 'v'),
            ("?", "help", '?'),
            ("q", "quit", 'q'),
        ],
    );
    if replaying.help {
        popups::replay_help(canvas);
    }
}

/// The progress bar.
fn bar(canvas: &mut Canvas<'_>, replaying: &Replaying) {
    let (rest, _) = bottom(canvas.all(), 1);
    let (_, line) = bottom(rest, 1);
    let wide = (rest.width - (rest.width * 3 / 10).clamp(24, 56).min(rest.width)).saturating_sub(2);
    let full = (f64::from(wide) * replaying.progress()) as usize;
    let text = format!("{}{}", "━".repeat(full), "─".repeat(usize::from(wide).saturating_sub(full)));
    let skin = canvas.skin;
    canvas.text(line, 0, 1, &text, skin.felt().patch(skin.key()));
}
