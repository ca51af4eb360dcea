//! Charts as vector graphics, drawn by a library.
//!
//! Colours are stand-ins that the page's style sheet replaces, so that the
//! same drawing fits a light and a dark page. Charts are as wide as a phone
//! and are scaled up on wider pages, so that their text can always be read.

use plotters::{
    coord::Shift,
    prelude::*,
    style::text_anchor::{HPos, Pos, VPos},
};

use crate::{
    error::LabError,
    stats::{Bin, Estimate},
};

/// Text and axes: replaced by the page's colour of text.
pub(crate) const INK: RGBColor = RGBColor(1, 2, 3);
/// Fine lines.
pub(crate) const FAINT: RGBColor = RGBColor(4, 5, 6);
/// What is shown.
pub(crate) const MARK: RGBColor = RGBColor(7, 8, 9);

const WIDTH: u32 = 360;

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// Draws into a new picture with a name for those who cannot see it.
fn picture(
    label: &str,
    height: u32,
    draw: impl FnOnce(&Area) -> Result<(), Box<dyn std::error::Error>>,
) -> Result<String, LabError> {
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, (WIDTH, height)).into_drawing_area();
        let fail = |error: Box<dyn std::error::Error>| LabError::Chart(error.to_string());
        draw(&area).map_err(fail)?;
        area.present().map_err(|error| LabError::Chart(error.to_string()))?;
    }
    Ok(svg.replacen(
        "<svg ",
        &format!("<svg role=\"img\" aria-label=\"{}\" ", super::html::escaped(label)),
        1,
    ))
}

fn small(size: u32) -> TextStyle<'static> {
    ("sans-serif", size).into_font().color(&INK)
}

/// How long hands are: the share of each length.
pub(crate) fn lengths(label: &str, bins: &[Bin]) -> Result<String, LabError> {
    let bars = bars(bins);
    picture(label, 220, |area| {
        let last = bars.last().map_or(1.0, |bar| bar.1);
        let most = bars.iter().map(|bar| bar.2).fold(0.0, f64::max).max(1e-9);
        let mut chart = ChartBuilder::on(area)
            .margin(6)
            .x_label_area_size(30)
            .y_label_area_size(38)
            .build_cartesian_2d(0.0..last, 0.0..most * 1.05)?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(FAINT)
            .axis_style(FAINT)
            .label_style(small(11))
            .x_labels(6)
            .y_labels(4)
            .x_desc("turns")
            .x_label_formatter(&|x| format!("{x:.0}"))
            .y_label_formatter(&|y| format!("{:.1} %", 100.0 * y))
            .draw()?;
        chart.draw_series(bars.iter().map(|(from, to, share)| {
            let gap = (to - from) * 0.06;
            Rectangle::new([(from + gap, 0.0), (to - gap, *share)], MARK.filled())
        }))?;
        Ok(())
    })
}

/// Bins put together to at most fifty bars: from, to, share of all for each turn of width.
fn bars(bins: &[Bin]) -> Vec<(f64, f64, f64)> {
    let all: u64 = bins.iter().map(|bin| bin.count).sum();
    // The longest per mille would flatten everything else.
    let (mut seen, mut last) = (0, 1);
    for bin in bins {
        seen += bin.count;
        last = bin.to + 1;
        if seen as f64 >= 0.999 * all as f64 {
            break;
        }
    }
    let width = last.div_ceil(50).max(1);
    let n = last.div_ceil(width);
    let share = |at: u64| {
        let inside = bins.iter().filter(|bin| bin.from / width == at).map(|bin| bin.count).sum::<u64>();
        inside as f64 / all.max(1) as f64
    };
    (0..n).map(|at| ((at * width) as f64, ((at + 1) * width) as f64, share(at))).collect()
}

/// Numbers below each other, each with its interval, and a line where nothing is won or lost.
pub(crate) fn forest(
    label: &str,
    rows: &[(String, Estimate)],
    par: f64,
    show: &dyn Fn(f64) -> String,
) -> Result<String, LabError> {
    let shown: Vec<&(String, Estimate)> = rows.iter().filter(|(_, it)| it.value.is_finite()).collect();
    if shown.is_empty() {
        return Ok(String::new());
    }
    let height = 44 + 18 * shown.len() as u32;
    picture(label, height, |area| {
        let ends = shown.iter().flat_map(|(_, it)| [it.low, it.value, it.high]).chain([par]);
        let ends = ends.filter(|end| end.is_finite());
        let (low, high) = ends.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), it| (a.min(it), b.max(it)));
        let room = ((high - low) * 0.05).max(1e-6);
        let longest = shown.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0) as u32;
        let (names, plot) = area.margin(4, 4, 4, 10).split_horizontally((6 * longest + 14).min(150));
        let mut chart = ChartBuilder::on(&plot)
            .x_label_area_size(22)
            .build_cartesian_2d(low - room..high + room, 0.0..shown.len() as f64)?;
        chart
            .configure_mesh()
            .disable_y_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(FAINT)
            .axis_style(FAINT)
            .label_style(small(11))
            .x_labels(4)
            .x_label_formatter(&|x| show(*x))
            .y_labels(0)
            .draw()?;
        chart.draw_series([PathElement::new(vec![(par, 0.0), (par, shown.len() as f64)], INK)])?;
        for (at, (name, it)) in shown.iter().enumerate() {
            let y = shown.len() as f64 - at as f64 - 0.5;
            chart.draw_series([PathElement::new(
                vec![(it.low.max(low), y), (it.high.min(high), y)],
                MARK.stroke_width(2),
            )])?;
            chart.draw_series([Circle::new((it.value, y), 3, MARK.filled())])?;
            let (_, middle) = chart.backend_coord(&(it.value, y));
            let (_, top) = names.get_base_pixel();
            let style = small(11).pos(Pos::new(HPos::Left, VPos::Center));
            names.draw(&Text::new(shortened(name), (0, middle - top), style))?;
        }
        Ok(())
    })
}

/// A name that fits beside a chart on a phone.
fn shortened(name: &str) -> String {
    match name.chars().count() > 22 {
        true => name.chars().take(21).chain(['…']).collect(),
        false => name.to_owned(),
    }
}
