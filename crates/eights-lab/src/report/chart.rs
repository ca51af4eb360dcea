//! Draws charts as SVG.
//!
//! Colours are placeholders that the page's style sheet replaces, so that the
//! same drawing fits a light and a dark page. Charts are as wide as a phone
//! and scale up on wider pages, so that their text stays readable.

use plotters::{
    coord::Shift,
    prelude::*,
    style::text_anchor::{HPos, Pos, VPos},
};

use crate::{
    error::LabError,
    stats::{Bin, Estimate},
};

/// Placeholder for text and axes.
pub(crate) const INK: RGBColor = RGBColor(1, 2, 3);
/// Placeholder for grid lines.
pub(crate) const FAINT: RGBColor = RGBColor(4, 5, 6);
/// Placeholder for data.
pub(crate) const MARK: RGBColor = RGBColor(7, 8, 9);

const WIDTH: u32 = 360;

/// The most bars of a bar chart.
const MAX_BARS: u64 = 50;

/// The most letters of a name beside a chart.
const MAX_NAME: usize = 22;

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// Draws a picture with a label for screen readers.
fn draw_svg(
    label: &str,
    height: u32,
    draw: impl FnOnce(&Area) -> Result<(), Box<dyn std::error::Error>>,
) -> Result<String, LabError> {
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, (WIDTH, height)).into_drawing_area();
        draw(&area).map_err(|error| LabError::Chart(error.to_string()))?;
        area.present().map_err(|error| LabError::Chart(error.to_string()))?;
    }
    Ok(svg.replacen(
        "<svg ",
        &format!("<svg role=\"img\" aria-label=\"{}\" ", maud::html! { (label) }.into_string()),
        1,
    ))
}

fn label_font() -> TextStyle<'static> {
    ("sans-serif", 11).into_font().color(&INK)
}

/// A bar chart of how long hands are.
pub(crate) fn lengths(label: &str, bins: &[Bin]) -> Result<String, LabError> {
    let bars = bars(bins);
    draw_svg(label, 220, |area| {
        let last = bars.last().map_or(1.0, |bar| bar.1);
        let highest = bars.iter().map(|bar| bar.2).fold(0.0, f64::max).max(1e-9);
        let mut chart = ChartBuilder::on(area)
            .margin(6)
            .x_label_area_size(30)
            .y_label_area_size(38)
            .build_cartesian_2d(0.0..last, 0.0..highest * 1.05)?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(FAINT)
            .axis_style(FAINT)
            .label_style(label_font())
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

/// Combines bins into at most [`MAX_BARS`] bars, as start, end and share.
fn bars(bins: &[Bin]) -> Vec<(f64, f64, f64)> {
    let all: u64 = bins.iter().map(|bin| bin.count).sum();
    // Leave out the longest 0.1 %: a single outlier would squeeze the rest.
    let (mut seen, mut end) = (0, 1);
    for bin in bins {
        seen += bin.count;
        end = bin.to + 1;
        if seen as f64 >= 0.999 * all as f64 {
            break;
        }
    }
    let width = end.div_ceil(MAX_BARS).max(1);
    let n = end.div_ceil(width);
    let share = |at: u64| {
        let count = bins.iter().filter(|bin| bin.from / width == at).map(|bin| bin.count).sum::<u64>();
        count as f64 / all.max(1) as f64
    };
    (0..n).map(|at| ((at * width) as f64, ((at + 1) * width) as f64, share(at))).collect()
}

/// A forest plot: estimates with their intervals, one per row, and a vertical line at `par`.
pub(crate) fn forest(
    label: &str,
    rows: &[(String, Estimate)],
    par: f64,
    show: &dyn Fn(f64) -> String,
) -> Result<String, LabError> {
    let rows: Vec<&(String, Estimate)> =
        rows.iter().filter(|(_, estimate)| estimate.value.is_finite()).collect();
    if rows.is_empty() {
        return Ok(String::new());
    }
    let height = 44 + 18 * rows.len() as u32;
    draw_svg(label, height, |area| {
        let ends = rows.iter().flat_map(|(_, estimate)| [estimate.low, estimate.value, estimate.high]);
        let ends = ends.chain([par]).filter(|end| end.is_finite());
        let (low, high) =
            ends.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), end| (low.min(end), high.max(end)));
        let margin = ((high - low) * 0.05).max(1e-6);
        let longest = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0) as u32;
        let (names, plot) = area.margin(4, 4, 4, 10).split_horizontally((6 * longest + 14).min(150));
        let mut chart = ChartBuilder::on(&plot)
            .x_label_area_size(22)
            .build_cartesian_2d(low - margin..high + margin, 0.0..rows.len() as f64)?;
        chart
            .configure_mesh()
            .disable_y_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(FAINT)
            .axis_style(FAINT)
            .label_style(label_font())
            .x_labels(4)
            .x_label_formatter(&|x| show(*x))
            .y_labels(0)
            .draw()?;
        chart.draw_series([PathElement::new(vec![(par, 0.0), (par, rows.len() as f64)], INK)])?;
        for (at, (name, estimate)) in rows.iter().enumerate() {
            let y = rows.len() as f64 - at as f64 - 0.5;
            chart.draw_series([PathElement::new(
                vec![(estimate.low.max(low), y), (estimate.high.min(high), y)],
                MARK.stroke_width(2),
            )])?;
            chart.draw_series([Circle::new((estimate.value, y), 3, MARK.filled())])?;
            // The names are drawn beside the plot, at the height of their row.
            let (_, middle) = chart.backend_coord(&(estimate.value, y));
            let (_, top) = names.get_base_pixel();
            let style = label_font().pos(Pos::new(HPos::Left, VPos::Center));
            names.draw(&Text::new(shortened(name), (0, middle - top), style))?;
        }
        Ok(())
    })
}

/// Cuts a name to fit beside a chart on a phone.
fn shortened(name: &str) -> String {
    if name.chars().count() > MAX_NAME {
        name.chars().take(MAX_NAME - 1).chain(['…']).collect()
    } else {
        name.to_owned()
    }
}
