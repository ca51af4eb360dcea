//! Drawing operations that clip to the screen, so that no screen is too small.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::Style,
    text::{Line, Span},
    widgets::{Block, BorderType, Borders, Clear, Widget},
};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::{items::Hit, skin::Skin};

pub(crate) struct Canvas<'a> {
    pub(crate) buffer: &'a mut Buffer,
    pub(crate) skin: Skin,
    pub(crate) hits: Vec<(Rect, Hit)>,
}

impl Canvas<'_> {
    /// The whole screen.
    pub(crate) fn all(&self) -> Rect {
        self.buffer.area
    }

    /// Writes text into a row of an area, starting at a column; returns the column after the text.
    pub(crate) fn text(&mut self, area: Rect, row: u16, column: u16, text: &str, style: Style) -> u16 {
        let area = area.intersection(self.all());
        let mut x = column;
        if row >= area.height {
            return column + text.width() as u16;
        }
        for c in text.chars() {
            let width = c.width().unwrap_or(0) as u16;
            if width == 0 || x + width > area.width {
                break;
            }
            let cell = &mut self.buffer[(area.x + x, area.y + row)];
            cell.set_char(c).set_style(style);
            x += width;
        }
        x
    }

    /// Writes styled text into a row of an area; returns the column after it.
    pub(crate) fn spans(&mut self, area: Rect, row: u16, column: u16, line: &Line<'_>) -> u16 {
        line.spans.iter().fold(column, |x, span| self.text(area, row, x, &span.content, span.style))
    }

    /// Writes text centred in a row.
    pub(crate) fn centred(&mut self, area: Rect, row: u16, text: &str, style: Style) {
        let column = area.width.saturating_sub(text.width() as u16) / 2;
        self.text(area, row, column, text, style);
    }

    /// Fills an area with a character, dropping the styles it had.
    pub(crate) fn fill(&mut self, area: Rect, c: char, style: Style) {
        let area = area.intersection(self.all());
        for y in area.top()..area.bottom() {
            for x in area.left()..area.right() {
                let cell = &mut self.buffer[(x, y)];
                cell.reset();
                cell.set_char(c).set_style(style);
            }
        }
    }

    /// Draws a pane with a title; returns the area inside.
    pub(crate) fn pane(&mut self, area: Rect, title: &str, style: Style) -> Rect {
        let area = area.intersection(self.all());
        if area.width < 2 || area.height < 2 {
            return Rect::new(area.x, area.y, 0, 0);
        }
        Clear.render(area, self.buffer);
        let mut block = Block::new()
            .borders(Borders::ALL)
            .border_type(BorderType::Rounded)
            .border_style(style.patch(self.skin.frame()))
            .style(style);
        if !title.is_empty() {
            block = block.title(Span::styled(format!(" {title} "), self.skin.title()));
        }
        let inner = block.inner(area);
        block.render(area, self.buffer);
        inner
    }

    /// Draws a pane in the middle of the screen, over everything else; returns the area inside.
    pub(crate) fn popup(&mut self, width: u16, height: u16, title: &str) -> Rect {
        let all = self.all();
        let (width, height) = (width.min(all.width), height.min(all.height));
        let area =
            Rect::new(all.x + (all.width - width) / 2, all.y + (all.height - height) / 2, width, height);
        let inner = self.pane(area, title, self.skin.pane());
        Rect::new(inner.x + 1, inner.y, inner.width.saturating_sub(2), inner.height)
    }

    /// Makes an area clickable.
    pub(crate) fn hit(&mut self, area: Rect, hit: Hit) {
        self.hits.push((area.intersection(self.all()), hit));
    }
}

/// A part of an area, clipped to it.
pub(crate) fn part(area: Rect, x: u16, y: u16, width: u16, height: u16) -> Rect {
    Rect::new(area.x.saturating_add(x), area.y.saturating_add(y), width, height).intersection(area)
}

/// Splits rows off the top: the rows, and the area below.
pub(crate) fn top(area: Rect, rows: u16) -> (Rect, Rect) {
    let rows = rows.min(area.height);
    let below = Rect::new(area.x, area.y + rows, area.width, area.height - rows);
    (Rect::new(area.x, area.y, area.width, rows), below)
}

/// Splits rows off the bottom: the area above, and the rows.
pub(crate) fn bottom(area: Rect, rows: u16) -> (Rect, Rect) {
    let rows = rows.min(area.height);
    top(area, area.height - rows)
}

/// Splits columns off the right: the area to the left, and the columns.
pub(crate) fn right(area: Rect, columns: u16) -> (Rect, Rect) {
    let columns = columns.min(area.width);
    let left = Rect::new(area.x, area.y, area.width - columns, area.height);
    (left, Rect::new(area.x + left.width, area.y, columns, area.height))
}
