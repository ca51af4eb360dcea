//! The look of the screens: styles for each colour depth, and ASCII replacements for symbols.

use std::env;

use ratatui::{
    buffer::Buffer,
    style::{Color, Modifier, Style},
};

/// The number of colours that a terminal supports.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Depth {
    /// No colours, for example because of `NO_COLOR`.
    None,
    /// The sixteen standard colours.
    #[default]
    Sixteen,
    /// 24-bit colours.
    True,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Skin {
    pub depth: Depth,
    /// Whether the terminal can show more than ASCII.
    pub unicode: bool,
    /// Whether suits are written as letters.
    pub letters: bool,
}

impl Skin {
    /// Detects from the environment what this terminal can show. `colour` overrides `NO_COLOR`.
    pub fn here(colour: Option<bool>, letters: bool) -> Skin {
        let var = |name: &str| env::var(name).ok().filter(|value| !value.is_empty());
        let wanted = colour.unwrap_or_else(|| var("NO_COLOR").is_none());
        let depth = match var("COLORTERM").as_deref() {
            _ if !wanted => Depth::None,
            Some("truecolor" | "24bit") => Depth::True,
            _ => Depth::Sixteen,
        };
        let locale = var("LC_ALL").or_else(|| var("LC_CTYPE")).or_else(|| var("LANG")).unwrap_or_default();
        let locale = locale.to_ascii_lowercase().replace('-', "");
        Skin { depth, unicode: locale.contains("utf8"), letters }
    }

    /// Chooses the style for the colour depth.
    fn of(self, truly: Style, sixteen: Style, plain: Style) -> Style {
        match self.depth {
            Depth::True => truly,
            Depth::Sixteen => sixteen,
            Depth::None => plain,
        }
    }

    /// The background of the table.
    pub fn felt(self) -> Style {
        self.of(Style::new().fg(rgb(0xe9e6d8)).bg(rgb(0x12382d)), Style::new(), Style::new())
    }

    /// The header and the footer.
    pub fn bar(self) -> Style {
        let reversed = Style::new().add_modifier(Modifier::REVERSED);
        self.of(Style::new().fg(rgb(0xd8d4c4)).bg(rgb(0x0a231c)), Style::new(), reversed)
    }

    /// The panes beside the table, and popups.
    pub fn pane(self) -> Style {
        self.of(Style::new().fg(rgb(0xe9e6d8)).bg(rgb(0x0d2c23)), Style::new(), Style::new())
    }

    /// The borders of panes.
    pub fn frame(self) -> Style {
        self.of(Style::new().fg(rgb(0x4f7a69)), Style::new().fg(Color::DarkGray), Style::new())
    }

    pub fn title(self) -> Style {
        let bold = Style::new().add_modifier(Modifier::BOLD);
        self.of(bold.fg(rgb(0xf4d58a)), bold.fg(Color::Yellow), bold)
    }

    /// Text of less importance.
    pub fn dim(self) -> Style {
        let dim = Style::new().add_modifier(Modifier::DIM);
        self.of(Style::new().fg(rgb(0x93b0a3)), Style::new().fg(Color::Gray), dim)
    }

    /// A key that can be pressed.
    pub fn key(self) -> Style {
        let bold = Style::new().add_modifier(Modifier::BOLD);
        self.of(bold.fg(rgb(0xffd166)), bold.fg(Color::LightYellow), bold.add_modifier(Modifier::UNDERLINED))
    }

    /// A reply to the player, such as a hint.
    pub fn note(self) -> Style {
        self.of(Style::new().fg(rgb(0xffe3a3)), Style::new().fg(Color::LightYellow), Style::new())
    }

    /// An error or a warning.
    pub fn bad(self) -> Style {
        let bold = Style::new().add_modifier(Modifier::BOLD);
        self.of(bold.fg(rgb(0xff9d8a)), bold.fg(Color::LightRed), bold)
    }

    /// The player whose turn it is.
    pub fn turn(self) -> Style {
        let bold = Style::new().add_modifier(Modifier::BOLD);
        self.of(bold.fg(rgb(0x9be7b4)), bold.fg(Color::LightGreen), bold.add_modifier(Modifier::UNDERLINED))
    }

    /// The item under the cursor.
    pub fn focus(self) -> Style {
        let reversed = Style::new().add_modifier(Modifier::REVERSED);
        let bold = Style::new().add_modifier(Modifier::BOLD);
        self.of(bold.fg(rgb(0x10261f)).bg(rgb(0xffd166)), bold.fg(Color::Black).bg(Color::Yellow), reversed)
    }

    /// The face of a card; paler when it cannot be played now.
    pub fn card(self, playable: bool) -> Style {
        let face = if playable { 0xfaf6e6 } else { 0xc6c5b4 };
        let plain = Style::new().add_modifier(if playable { Modifier::BOLD } else { Modifier::empty() });
        self.of(Style::new().fg(rgb(0x20201c)).bg(rgb(face)), Style::new().fg(Color::White), plain)
    }

    pub fn edge(self, playable: bool, focus: bool) -> Style {
        let bold = Style::new().add_modifier(Modifier::BOLD);
        match (self.depth, focus, playable) {
            (Depth::True, true, _) => bold.fg(rgb(0xc98a00)),
            (Depth::True, ..) => Style::new().fg(rgb(0x8d8a78)),
            (Depth::Sixteen, true, _) => bold.fg(Color::LightYellow),
            (Depth::Sixteen, _, true) => Style::new().fg(Color::White),
            (Depth::Sixteen, _, false) => Style::new().fg(Color::DarkGray),
            (Depth::None, true, _) => bold.add_modifier(Modifier::REVERSED),
            (Depth::None, ..) => Style::new(),
        }
    }

    /// A card face down.
    pub fn back(self) -> Style {
        self.of(Style::new().fg(rgb(0xd9a7a7)).bg(rgb(0x7c2b3a)), Style::new().fg(Color::Red), Style::new())
    }

    /// The colour of a suit: clubs green, diamonds blue, spades black, hearts red, so that each suit
    /// differs in colour as well as in shape. `on_light` selects the shade for the light face of a card.
    pub fn suit(self, suit: usize, on_light: bool) -> Style {
        let bold = Style::new().add_modifier(Modifier::BOLD);
        // On light, on dark, and the nearest of sixteen colours: four suits, then five shapes.
        const INKS: [(u32, u32, Color); 9] = [
            (0x187a36, 0x7fe0a0, Color::LightGreen),
            (0x1c5bb8, 0x8fc2ff, Color::LightBlue),
            (0x1b1b1b, 0xffffff, Color::White),
            (0xc4242b, 0xff9a94, Color::LightRed),
            (0xc4242b, 0xff9a94, Color::LightRed),
            (0x187a36, 0x7fe0a0, Color::LightGreen),
            (0x7b3fb0, 0xd0a5ff, Color::LightMagenta),
            (0x1c5bb8, 0x8fc2ff, Color::LightBlue),
            (0x8a5a00, 0xffe066, Color::LightYellow),
        ];
        let (ink, light, sixteen) = INKS[suit % INKS.len()];
        self.of(bold.fg(rgb(if on_light { ink } else { light })), bold.fg(sixteen), bold)
    }

    /// A named colour of Crazier Eights or of a pool ball, as text colour. `on_light` as in
    /// [`Skin::suit`].
    pub fn hue(self, name: &str, on_light: bool) -> Style {
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let (ink, light, sixteen) = hue(name);
        self.of(bold.fg(rgb(if on_light { ink } else { light })), bold.fg(sixteen), bold)
    }

    /// A named colour as background, with a text colour that is readable on it.
    pub fn patch(self, name: &str) -> Style {
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let (ink, _, sixteen) = hue(name);
        let on = if matches!(name, "yellow" | "orange" | "white") { Color::Black } else { Color::White };
        let sixteen = Style::new().bg(sixteen).fg(match sixteen {
            Color::LightYellow | Color::Yellow | Color::White => Color::Black,
            _ => Color::White,
        });
        let reversed = bold.add_modifier(Modifier::REVERSED);
        let text = if on == Color::Black { rgb(0x1a1a1a) } else { rgb(0xffffff) };
        self.of(bold.bg(rgb(ink)).fg(text), sixteen.add_modifier(Modifier::BOLD), reversed)
    }

    /// The frame of the pool table.
    pub fn wood(self) -> Style {
        let sixteen = Style::new().fg(Color::Yellow);
        self.of(Style::new().fg(rgb(0xd9a066)).bg(rgb(0x5a3418)), sixteen, Style::new())
    }

    /// The cloth of the pool table.
    pub fn cloth(self) -> Style {
        self.of(Style::new().fg(rgb(0xdff5e6)).bg(rgb(0x1c6b4a)), Style::new(), Style::new())
    }

    /// Replaces symbols that the terminal cannot or should not show. Runs after drawing.
    pub fn finish(self, buffer: &mut Buffer) {
        if self.unicode && !self.letters {
            return;
        }
        for cell in &mut buffer.content {
            let symbol = cell.symbol();
            if symbol.is_ascii() {
                continue;
            }
            let c = symbol.chars().next().unwrap_or(' ');
            match plain(c) {
                Some(letter) if !self.unicode || "♣♦♥♠◎△✚□☆".contains(c) => {
                    cell.set_char(letter);
                }
                None if !self.unicode => {
                    cell.set_char('?');
                }
                _ => (),
            }
        }
    }
}

const fn rgb(hex: u32) -> Color {
    Color::Rgb((hex >> 16) as u8, (hex >> 8) as u8, hex as u8)
}

/// The shade on a light background, the shade on a dark one, and the nearest of the sixteen
/// standard colours.
fn hue(name: &str) -> (u32, u32, Color) {
    match name {
        "yellow" => (0xe0b400, 0xffe066, Color::LightYellow),
        "blue" => (0x2b63c6, 0x8fb8ff, Color::LightBlue),
        "red" => (0xcf2530, 0xff8f8a, Color::LightRed),
        "purple" => (0x7b3fb0, 0xd0a5ff, Color::LightMagenta),
        "orange" => (0xd9731a, 0xffb36b, Color::Yellow),
        "green" => (0x1f8a4c, 0x8ce6ae, Color::LightGreen),
        "maroon" => (0x7d1d2b, 0xe58a98, Color::Red),
        "black" => (0x151515, 0xd0d0d0, Color::DarkGray),
        "white" => (0xf4f1e4, 0xffffff, Color::White),
        _ => (0x444444, 0xe9e6d8, Color::Gray),
    }
}

/// The ASCII replacement of a symbol.
fn plain(c: char) -> Option<char> {
    Some(match c {
        '♣' => 'C',
        '♦' => 'D',
        '♥' => 'H',
        '♠' => 'S',
        '◎' => 'C',
        '△' => 'T',
        '✚' => 'X',
        '□' => 'Q',
        '☆' => 'S',
        '─' | '━' | '═' | '–' | '—' | '╌' | '▔' | '▁' => '-',
        '│' | '┃' | '║' | '▏' | '▕' | '╎' => '|',
        '╭' | '╮' | '╰' | '╯' | '┌' | '┐' | '└' | '┘' | '├' | '┤' | '┬' | '┴' | '┼' | '╔' | '╗' | '╚'
        | '╝' | '╞' | '╡' | '╪' => '+',
        '·' | '•' => '.',
        '…' => '.',
        '▶' | '►' | '▸' | '→' | '›' | '»' => '>',
        '◀' | '◄' | '◂' | '←' | '‹' | '«' => '<',
        '▲' | '↑' => '^',
        '▼' | '↓' => 'v',
        '●' => 'o',
        '◐' => '/',
        '○' => '.',
        '★' | '✓' => '*',
        '░' | '▒' | '▓' | '█' | '▌' | '▐' => '#',
        '↻' => ')',
        '↺' => '(',
        '⏎' => '<',
        '“' | '”' => '"',
        '’' | '‘' => '\'',
        'é' => 'e',
        'ö' | 'ü' | 'ä' => '"',
        _ => return None,
    })
}
