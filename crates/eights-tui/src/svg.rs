//! Converts a drawn screen to SVG, for the documentation.

use std::fmt::Write;

use ratatui::{
    buffer::Buffer,
    style::{Color, Modifier},
};

/// The width and height of a character, in SVG units.
const CELL: (f32, f32) = (8.4, 18.0);

pub fn svg(buffer: &Buffer, title: &str) -> String {
    let area = buffer.area;
    let (wide, high) = (f32::from(area.width) * CELL.0, f32::from(area.height) * CELL.1);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {wide:.0} {high:.0}\" role=\"img\" \
         aria-label=\"{}\" font-family=\"'DejaVu Sans Mono','Noto Sans Mono',Menlo,Consolas,monospace\" \
         font-size=\"14\">\n<rect width=\"100%\" height=\"100%\" fill=\"#101010\"/>\n",
        escaped(title)
    );
    for y in 0..area.height {
        backgrounds(buffer, y, &mut out);
        texts(buffer, y, &mut out);
    }
    out.push_str("</svg>\n");
    out
}

fn backgrounds(buffer: &Buffer, y: u16, out: &mut String) {
    let mut x = 0;
    while x < buffer.area.width {
        let background = colours(buffer, x, y).1;
        let from = x;
        while x < buffer.area.width && colours(buffer, x, y).1 == background {
            x += 1;
        }
        if background != "#101010" {
            let (left, top) = (f32::from(from) * CELL.0, f32::from(y) * CELL.1);
            // A little larger than the cell, so that no seam shows between two rectangles.
            let wide = f32::from(x - from) * CELL.0 + 0.2;
            let _ = writeln!(
                out,
                "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{wide:.1}\" height=\"{:.1}\" fill=\"{background}\"/>",
                CELL.1 + 0.2
            );
        }
    }
}

fn texts(buffer: &Buffer, y: u16, out: &mut String) {
    let mut x = 0;
    while x < buffer.area.width {
        let (ink, _, bold) = colours(buffer, x, y);
        let (from, mut text) = (x, String::new());
        while x < buffer.area.width {
            let (other, _, heavy) = colours(buffer, x, y);
            let symbol = buffer[(x, y)].symbol();
            if other != ink || heavy != bold || (symbol == " " && text.ends_with("  ")) {
                break;
            }
            text.push_str(symbol);
            x += 1;
        }
        if x == from {
            x += 1;
        }
        if text.trim().is_empty() {
            continue;
        }
        let weight = if bold { " font-weight=\"bold\"" } else { "" };
        let n = text.chars().count() as f32;
        let _ = writeln!(
            out,
            "<text x=\"{:.1}\" y=\"{:.1}\" fill=\"{ink}\"{weight} xml:space=\"preserve\" \
             textLength=\"{:.1}\" lengthAdjust=\"spacingAndGlyphs\">{}</text>",
            f32::from(from) * CELL.0,
            f32::from(y) * CELL.1 + 13.5,
            n * CELL.0,
            escaped(&text)
        );
    }
}

/// Foreground, background and whether the text is bold.
fn colours(buffer: &Buffer, x: u16, y: u16) -> (String, String, bool) {
    let cell = &buffer[(x, y)];
    let (ink, background) = (hex(cell.fg, "#d8d8d8"), hex(cell.bg, "#101010"));
    let bold = cell.modifier.contains(Modifier::BOLD);
    if cell.modifier.contains(Modifier::REVERSED) { (background, ink, bold) } else { (ink, background, bold) }
}

fn hex(colour: Color, unset: &str) -> String {
    let named = match colour {
        Color::Rgb(red, green, blue) => return format!("#{red:02x}{green:02x}{blue:02x}"),
        Color::Black => "#000000",
        Color::Red => "#b03030",
        Color::Green => "#3a9a4a",
        Color::Yellow => "#b58b00",
        Color::Blue => "#3050c0",
        Color::Magenta => "#9a40b0",
        Color::Cyan => "#2a9a9a",
        Color::Gray => "#b0b0b0",
        Color::DarkGray => "#707070",
        Color::LightRed => "#ff6e67",
        Color::LightGreen => "#5ff967",
        Color::LightYellow => "#fefb67",
        Color::LightBlue => "#6a9cff",
        Color::LightMagenta => "#ff76ff",
        Color::LightCyan => "#60fdff",
        Color::White => "#ffffff",
        _ => unset,
    };
    named.to_owned()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
