//! A small neural network that estimates how good an answer is.
//!
//! The input is a list of rows with weights, such as "the eight of hearts is in my hand". A row for
//! a card is computed from what the card does by the rules in force, so one network plays every
//! rule set; [`Network::rows`] does that once per rule set. An estimate then adds up the rows and
//! passes the sum through two small layers.
//!
//! The same weights and inputs give the same bits on every machine and in a browser: only sums,
//! products and comparisons are used, in a fixed order, and Rust does not reorder them. The inner
//! loops run over outputs, not inputs, so they still use vector instructions.
//!
//! `train/` contains the program that finds the weights.

use std::fmt;

/// How many numbers describe a card.
pub const CARD_FEATURES: usize = 36;
/// How many numbers describe a rule set.
pub const SHEET_FEATURES: usize = 96;
/// In how many roles a card can appear: in the hand, unseen, on top and so on.
pub const ROLES: usize = 8;
/// Cards times positions of a suit.
pub const CARDS: usize = 256;
/// How many numbers describe the position and the answer beside the cards.
pub const FACTS: usize = 96;
/// The first row that is not about a card.
pub const FIRST_FACT: usize = ROLES * CARDS;
/// Weights of rows are multiples of one twelfth, so that halves, thirds and quarters are exact.
pub const WEIGHT_UNIT: u8 = 12;

/// The units between the features of a card and its rows.
pub(super) const ENCODER: usize = 48;
const WIDTH: usize = 128;
const SECOND: usize = 32;

/// How the file of weights begins.
const MAGIC: &[u8; 8] = b"eightnt2";

/// The weights of a trained network.
#[derive(Debug)]
pub struct Network {
    encoder: Encoder,
    facts: Vec<f32>,
    sheet: Vec<f32>,
    bias: Vec<f32>,
    second: Vec<f32>,
    second_bias: Vec<f32>,
    last: Vec<f32>,
    last_bias: Vec<f32>,
    /// Which features of sheets and cards occurred in training.
    known: Vec<u8>,
}

/// The rows of a network for one rule set.
#[derive(Debug)]
pub struct NetworkRows {
    rows: Vec<[f32; WIDTH]>,
    bias: [f32; WIDTH],
}

/// One position with one answer, as a list of rows and weights.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NetworkInput {
    entries: Vec<(u16, u8)>,
}

impl NetworkInput {
    /// Removes all rows.
    pub fn clear(&mut self) {
        self.entries.clear();
    }

    /// Adds a card in a role, with a weight in units of [`WEIGHT_UNIT`].
    pub fn card(&mut self, role: usize, card: usize, weight: u8) {
        self.entries.push(((role * CARDS + card) as u16, weight));
    }

    /// Adds a fact about the position or the answer, with a weight in units of [`WEIGHT_UNIT`].
    pub fn fact(&mut self, fact: usize, weight: u8) {
        debug_assert!(fact < FACTS, "fact {fact}");
        self.entries.push(((FIRST_FACT + fact) as u16, weight));
    }

    /// The rows and their weights.
    pub fn entries(&self) -> &[(u16, u8)] {
        &self.entries
    }
}

/// Why a file of weights cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetworkError(pub(super) &'static str);

impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "weights of a network: {}", self.0)
    }
}

impl std::error::Error for NetworkError {}

impl Network {
    /// Reads weights as `train/train.py` writes them: for every matrix a scale, then 16-bit integers; at the end a
    /// byte for every feature of sheets and cards.
    ///
    /// # Errors
    ///
    /// [`NetworkError`] if this is no such file, or one for other features.
    pub fn parse(bytes: &[u8]) -> Result<Network, NetworkError> {
        let mut rest = bytes.strip_prefix(MAGIC).ok_or(NetworkError("not written by train/train.py"))?;
        let encoder = Encoder::parse(&mut rest, CARD_FEATURES, ROLES * WIDTH)?;
        let mut matrix = |len| matrix(&mut rest, len);
        let mut network = Network {
            encoder,
            facts: matrix(FACTS * WIDTH)?,
            sheet: matrix(SHEET_FEATURES * WIDTH)?,
            bias: matrix(WIDTH)?,
            second: matrix(WIDTH * SECOND)?,
            second_bias: matrix(SECOND)?,
            last: matrix(SECOND)?,
            last_bias: matrix(1)?,
            known: Vec::new(),
        };
        if rest.len() != SHEET_FEATURES + CARD_FEATURES {
            return Err(NetworkError("too long or too short, or made for other features"));
        }
        network.known = rest.to_vec();
        Ok(network)
    }

    /// Computes the rows for a rule set from the features of its [`CARDS`] cards and of the sheet. `None` if it has
    /// one that never occurred in training: the network knows nothing about such rules, and plays them badly.
    pub fn rows(
        &self,
        cards: &[[f32; CARD_FEATURES]; CARDS],
        sheet: &[f32; SHEET_FEATURES],
    ) -> Option<NetworkRows> {
        let (known_sheet, known_card) = self.known.split_at(SHEET_FEATURES);
        let is_known = |(feature, known): (&f32, &u8)| *feature == 0.0 || *known != 0;
        if !sheet.iter().zip(known_sheet).all(is_known)
            || !cards.iter().all(|card| card.iter().zip(known_card).all(is_known))
        {
            return None;
        }
        let mut rows = vec![[0.0; WIDTH]; FIRST_FACT + FACTS];
        for (card, features) in cards.iter().enumerate() {
            self.encoder.encode(features, WIDTH, &mut |role, row| {
                rows[role * CARDS + card].copy_from_slice(row);
            });
        }
        for (row, weights) in rows[FIRST_FACT..].iter_mut().zip(self.facts.chunks_exact(WIDTH)) {
            row.copy_from_slice(weights);
        }
        let mut bias = [0.0; WIDTH];
        bias.copy_from_slice(&self.bias);
        for (feature, weights) in sheet.iter().zip(self.sheet.chunks_exact(WIDTH)) {
            add(&mut bias, weights, *feature);
        }
        Some(NetworkRows { rows, bias })
    }

    /// The estimated share of the win, about 0 to 1.
    pub fn estimate(&self, rows: &NetworkRows, input: &NetworkInput) -> f32 {
        let mut sum = rows.bias;
        for (row, weight) in &input.entries {
            let weight = f32::from(*weight) * (1.0 / WEIGHT_UNIT as f32);
            add(&mut sum, &rows.rows[*row as usize], weight);
        }
        let mut second = [0.0; SECOND];
        second.copy_from_slice(&self.second_bias);
        for (unit, weights) in sum.iter().zip(self.second.chunks_exact(SECOND)) {
            add(&mut second, weights, unit.max(0.0));
        }
        let last = second.iter().zip(&self.last).map(|(unit, weight)| unit.max(0.0) * weight);
        self.last_bias[0] + last.sum::<f32>()
    }
}

/// Computes the rows of a card, one for every role, from its features.
#[derive(Debug)]
pub(super) struct Encoder {
    inputs: Vec<f32>,
    bias: Vec<f32>,
    outputs: Vec<f32>,
    role_bias: Vec<f32>,
}

impl Encoder {
    /// Takes the four matrices off the front. `width` is that of the rows of all roles together.
    pub(super) fn parse(rest: &mut &[u8], features: usize, width: usize) -> Result<Encoder, NetworkError> {
        Ok(Encoder {
            inputs: matrix(rest, features * ENCODER)?,
            bias: matrix(rest, ENCODER)?,
            outputs: matrix(rest, ENCODER * width)?,
            role_bias: matrix(rest, width)?,
        })
    }

    /// Calls `take` with every role and its row, of this width.
    pub(super) fn encode(&self, features: &[f32], width: usize, take: &mut dyn FnMut(usize, &[f32])) {
        let mut inner = self.bias.clone();
        for (feature, weights) in features.iter().zip(self.inputs.chunks_exact(ENCODER)) {
            add(&mut inner, weights, *feature);
        }
        let mut rows = self.role_bias.clone();
        for (unit, weights) in inner.iter().zip(self.outputs.chunks_exact(rows.len())) {
            add(&mut rows, weights, unit.max(0.0));
        }
        rows.chunks_exact(width).enumerate().for_each(|(role, row)| take(role, row));
    }
}

/// Takes a matrix off the front: a scale, then 16-bit integers.
pub(super) fn matrix(rest: &mut &[u8], len: usize) -> Result<Vec<f32>, NetworkError> {
    let (scale, numbers) = rest.split_first_chunk::<4>().ok_or(NetworkError("too short"))?;
    let scale = f32::from_le_bytes(*scale);
    if !(scale.is_finite() && numbers.len() >= 2 * len) {
        return Err(NetworkError("too short, or made for other features"));
    }
    let (numbers, after) = numbers.split_at(2 * len);
    *rest = after;
    let number = |pair: &[u8]| f32::from(i16::from_le_bytes([pair[0], pair[1]])) * scale;
    Ok(numbers.chunks_exact(2).map(number).collect())
}

/// `sum += weights × factor`, output by output.
#[inline]
pub(super) fn add(sum: &mut [f32], weights: &[f32], factor: f32) {
    for (sum, weight) in sum.iter_mut().zip(weights) {
        *sum += weight * factor;
    }
}
