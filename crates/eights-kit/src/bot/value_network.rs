//! A small neural network that estimates who will win a position in which every card is known.
//!
//! It is asked about sampled worlds at the end of a search's lines, so it must be fast: the position is a list of
//! rows, such as "I need blue, hold its stick, and a pocket for it is open". The rows are added up, and the sum
//! passes through two small layers.
//!
//! All of that is done in integers, so the answer is the same on every machine and in a browser. At the end the sum
//! becomes a share of the win by a division and a square root, which IEEE 754 defines to the last bit.
//!
//! In a game with one fixed deck all rows are weights ([`ValueNetwork::parse`]). Where cards differ from rule set to
//! rule set, the rows of a card are computed from what is known about it, once per rule set ([`CardValueNetwork`]).
//!
//! `train/` contains the program that finds the weights.

use eights::{MAX_SEATS, Seat};

use super::{
    network::{ENCODER, Encoder, NetworkError, add, matrix},
    simulator::Shares,
};

const WIDTH: usize = 64;
const SECOND: usize = 32;

/// One, as units of the two layers and their biases count it.
const ONE: i16 = 256;
/// The largest value that a unit passes on.
const MOST: i16 = 8 * ONE - 1;
/// One, as the weights between layers count it, as a power of two.
const WEIGHT_SHIFT: i32 = 10;
/// The largest weights: nothing overflows with these.
const MOST_IN_ROW: i16 = 5 * ONE / 2;
const MOST_SECOND: i16 = 4 << WEIGHT_SHIFT;
const MOST_LAST: i16 = 16 << WEIGHT_SHIFT;
/// How many rows a position of a game with one deck may have, so that their sum fits into 16 bits.
pub const MOST_ROWS: usize = 48;

/// How the file of weights begins, for one deck and for any cards.
const MAGIC: &[u8; 8] = b"eightval";
const MAGIC_OF_CARDS: &[u8; 8] = b"eightvcd";

/// The weights of a trained network.
#[derive(Clone, Debug)]
pub struct ValueNetwork {
    rows: Vec<[i16; WIDTH]>,
    bias: [i16; WIDTH],
    /// For each unit of the second layer its weights.
    second: Vec<[i16; WIDTH]>,
    second_bias: [i16; SECOND],
    last: [i16; SECOND],
    last_bias: i16,
}

/// The sum of some rows.
#[derive(Clone, Debug)]
pub struct RowSum<'a> {
    network: &'a ValueNetwork,
    sum: [i16; WIDTH],
}

/// Describes a position from a seat by rows.
type DescribeFrom<'a> = dyn FnMut(Seat, &mut dyn FnMut(usize)) + 'a;

impl ValueNetwork {
    /// Reads weights as `train/train.py` writes them: 16-bit integers, matrix after matrix. A game has a fixed
    /// number of rows.
    ///
    /// # Errors
    ///
    /// [`NetworkError`] if this is no such file, or one for another number of rows.
    pub fn parse(bytes: &[u8], n_rows: usize) -> Result<ValueNetwork, NetworkError> {
        ValueNetwork::parse_integers(bytes.strip_prefix(MAGIC).ok_or(NOT_FOR_THIS_GAME)?, n_rows)
    }

    fn parse_integers(rest: &[u8], n_rows: usize) -> Result<ValueNetwork, NetworkError> {
        if rest.len() != 2 * (n_rows * WIDTH + WIDTH + WIDTH * SECOND + SECOND + SECOND + 1) {
            return Err(NetworkError("too long or too short, or made for other rows"));
        }
        let mut numbers = rest.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
        let mut is_small = true;
        let mut next = |most: i16| {
            let number = numbers.next().unwrap_or(0);
            is_small &= (-most..=most).contains(&number);
            number
        };
        let network = ValueNetwork {
            rows: (0..n_rows).map(|_| std::array::from_fn(|_| next(MOST_IN_ROW))).collect(),
            bias: std::array::from_fn(|_| next(MOST_IN_ROW)),
            second: (0..SECOND).map(|_| std::array::from_fn(|_| next(MOST_SECOND))).collect(),
            second_bias: std::array::from_fn(|_| next(i16::MAX)),
            last: std::array::from_fn(|_| next(MOST_LAST)),
            last_bias: next(i16::MAX),
        };
        if is_small { Ok(network) } else { Err(NetworkError("a weight is too large")) }
    }

    /// Each seat's share of the win, where `rows` describes the position from a seat. With two, only the seat to act looks.
    pub fn shares(
        &self,
        seats: impl Iterator<Item = Seat>,
        n_seats: u8,
        to_act: Seat,
        rows: &mut DescribeFrom<'_>,
    ) -> Shares {
        let mut value = |seat| {
            let mut sum = self.start();
            rows(seat, &mut |row| sum.add(row));
            sum.share()
        };
        let mut shares = [0.0; MAX_SEATS];
        if n_seats == 2 {
            let share = value(to_act);
            shares[to_act.index()] = share;
            shares[to_act.left(2).index()] = 1.0 - share;
            return shares;
        }
        let mut whole: f32 = 0.0;
        for seat in seats {
            shares[seat.index()] = value(seat);
            whole += shares[seat.index()];
        }
        shares.map(|share| share / whole.max(0.001))
    }

    /// A sum without rows.
    pub fn start(&self) -> RowSum<'_> {
        RowSum { network: self, sum: self.bias }
    }
}

impl RowSum<'_> {
    /// Adds a row. Only a position with more than [`MOST_ROWS`] rows can reach the limit of 16 bits.
    #[inline]
    pub fn add(&mut self, row: usize) {
        for (sum, weight) in self.sum.iter_mut().zip(&self.network.rows[row]) {
            *sum = sum.saturating_add(*weight);
        }
    }

    /// The estimated share of the win, from 0 to 1.
    pub fn share(&self) -> f32 {
        let network = self.network;
        let units = self.sum.map(|unit| unit.clamp(0, MOST));
        let mut last = i32::from(network.last_bias) << WEIGHT_SHIFT;
        for (index, weights) in network.second.iter().enumerate() {
            let bias = i32::from(network.second_bias[index]) << WEIGHT_SHIFT;
            let second = bias + dot(&units, weights);
            last += (second >> WEIGHT_SHIFT).clamp(0, MOST.into()) * i32::from(network.last[index]);
        }
        let x = last as f32 / (i32::from(ONE) << WEIGHT_SHIFT) as f32;
        0.5 + 0.5 * x / (1.0 + x * x).sqrt()
    }
}

const NOT_FOR_THIS_GAME: NetworkError = NetworkError("not written by train/train.py for this game");

/// What the file of a [`CardValueNetwork`] must have been made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CardShape {
    /// How many numbers describe a card.
    pub features: usize,
    /// In how many roles a card can appear, such as in the hand or on top.
    pub roles: usize,
    /// How many numbers describe the rule set.
    pub sheet: usize,
    /// How many rows are not about cards.
    pub facts: usize,
}

impl CardShape {
    /// The length of a file of weights, in bytes.
    pub const fn file_len(&self) -> usize {
        let width = self.roles * WIDTH;
        let scaled = self.features * ENCODER + ENCODER + ENCODER * width + width + self.sheet * WIDTH;
        let integers = (self.facts + 1 + SECOND) * WIDTH + 2 * SECOND + 1;
        MAGIC_OF_CARDS.len() + 5 * size_of::<f32>() + 2 * (scaled + integers) + self.sheet + self.features
    }
}

/// The weights of a network that reads cards: [`CardValueNetwork::for_cards`] makes a [`ValueNetwork`] for a rule set.
#[derive(Debug)]
pub struct CardValueNetwork {
    shape: CardShape,
    encoder: Encoder,
    sheet: Vec<f32>,
    /// Which features of sheets and cards occurred in training.
    known: Vec<u8>,
    /// Everything else; its rows are those of the facts.
    rest: ValueNetwork,
}

impl CardValueNetwork {
    /// Reads weights as `train/train.py` writes them: the matrices that make rows of cards, each with a scale; a byte
    /// for every feature of sheets and cards; then 16-bit integers.
    ///
    /// # Errors
    ///
    /// [`NetworkError`] if this is no such file, or one of another shape.
    pub fn parse(bytes: &[u8], shape: CardShape) -> Result<CardValueNetwork, NetworkError> {
        let mut rest = bytes.strip_prefix(MAGIC_OF_CARDS).ok_or(NOT_FOR_THIS_GAME)?;
        let encoder = Encoder::parse(&mut rest, shape.features, shape.roles * WIDTH)?;
        let sheet = matrix(&mut rest, shape.sheet * WIDTH)?;
        let (known, rest) = rest
            .split_at_checked(shape.sheet + shape.features)
            .ok_or(NetworkError("too short, or made for other features"))?;
        Ok(CardValueNetwork {
            shape,
            encoder,
            sheet,
            known: known.to_vec(),
            rest: ValueNetwork::parse_integers(rest, shape.facts)?,
        })
    }

    /// The network for a rule set with these features of its cards and its sheet. First come the rows of the facts,
    /// then those of the cards: all roles of the first card, all of the second, and so on. A feature that never
    /// occurred in training is left out: a network that takes an unknown effect for none still plays much better than
    /// none (docs/bots.md).
    pub fn for_cards(&self, cards: &[Vec<f32>], sheet: &[f32]) -> ValueNetwork {
        let (known_sheet, known_card) = self.known.split_at(self.shape.sheet);
        let mut network = self.rest.clone();
        let mut bias = [0.0; WIDTH];
        for (feature, weights) in known_only(sheet, known_sheet).iter().zip(self.sheet.chunks_exact(WIDTH)) {
            add(&mut bias, weights, *feature);
        }
        for (sum, more) in network.bias.iter_mut().zip(in_units(&bias)) {
            *sum = sum.saturating_add(more);
        }
        for features in cards {
            let features = known_only(features, known_card);
            self.encoder.encode(&features, WIDTH, &mut |_, row| network.rows.push(in_units(row)));
        }
        network
    }
}

fn known_only(features: &[f32], known: &[u8]) -> Vec<f32> {
    features.iter().zip(known).map(|(feature, known)| if *known == 0 { 0.0 } else { *feature }).collect()
}

/// Chooses the rows of facts, which follow each other group by group.
pub struct FactRows<'a> {
    row: &'a mut dyn FnMut(usize),
    at: usize,
}

impl<'a> FactRows<'a> {
    /// Begins with row 0.
    pub fn new(row: &'a mut dyn FnMut(usize)) -> FactRows<'a> {
        FactRows { row, at: 0 }
    }

    /// One row of a group of `len`; the last one stands for everything above, too.
    pub fn one_of(&mut self, len: usize, which: usize) {
        (self.row)(self.at + which.min(len - 1));
        self.at += len;
    }

    /// The number of rows in all groups so far.
    pub fn len(&self) -> usize {
        self.at
    }

    /// Whether there was no group yet.
    pub fn is_empty(&self) -> bool {
        self.at == 0
    }
}

/// Rounds to the units of rows, within their limits.
fn in_units(numbers: &[f32]) -> [i16; WIDTH] {
    let most = f32::from(MOST_IN_ROW);
    std::array::from_fn(|unit| (numbers[unit] * f32::from(ONE)).round().clamp(-most, most) as i16)
}

/// The sum of the products. Written so that the compiler finds the instruction for it.
#[inline]
fn dot(units: &[i16; WIDTH], weights: &[i16; WIDTH]) -> i32 {
    units.iter().zip(weights).map(|(unit, weight)| i32::from(*unit) * i32::from(*weight)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Weights of which each matrix has one value everywhere.
    fn weights(n_rows: usize, [row, bias, second, second_bias, last, last_bias]: [i16; 6]) -> Vec<u8> {
        let matrices = [
            (row, n_rows * WIDTH),
            (bias, WIDTH),
            (second, WIDTH * SECOND),
            (second_bias, SECOND),
            (last, SECOND),
            (last_bias, 1),
        ];
        let numbers = matrices.into_iter().flat_map(|(number, n)| std::iter::repeat_n(number, n));
        MAGIC.iter().copied().chain(numbers.flat_map(i16::to_le_bytes)).collect()
    }

    #[test]
    fn rows_pass_through_both_layers() {
        // Each row is ½ in every unit, the bias ¼; each second unit is a 64th of the sum of the first, minus ¼.
        let network = ValueNetwork::parse(&weights(3, [128, 64, 16, -64, 32, 0]), 3).unwrap();
        let mut sum = network.start();
        sum.add(0);
        sum.add(2);
        // 32 second units of 1, each counted a 32nd: x = 1.
        assert_eq!(sum.share(), 0.5 + 0.5 / 2f32.sqrt());
        assert_eq!(network.start().share(), 0.5, "¼ − ¼");
    }

    #[test]
    fn the_largest_weights_do_not_overflow() {
        for sign in [1, -1] {
            let largest =
                [MOST_IN_ROW * sign, MOST_IN_ROW * sign, MOST_SECOND, i16::MAX, MOST_LAST * sign, i16::MAX];
            let network = ValueNetwork::parse(&weights(1, largest), 1).unwrap();
            let mut sum = network.start();
            (0..MOST_ROWS).for_each(|_| sum.add(0));
            let share = sum.share();
            assert!((0.0..=1.0).contains(&share) && (share > 0.5) == (sign > 0), "{share}");
        }
    }

    const SHAPE: CardShape = CardShape { features: 3, roles: 2, sheet: 1, facts: 2 };

    /// Weights of a network that reads cards: the three features count 1, 2 and −4 in every unit of the encoder, the
    /// second role twice as much as the first, and the sheet ¼ in every unit.
    fn weights_of_cards() -> Vec<u8> {
        let matrix = |numbers: Vec<i16>, scale: f32| {
            [scale.to_le_bytes().to_vec(), numbers.iter().flat_map(|n| n.to_le_bytes()).collect()].concat()
        };
        let repeat = |numbers: &[i16], n: usize| numbers.iter().flat_map(|x| vec![*x; n]).collect::<Vec<_>>();
        let role = repeat(&[1, 2], WIDTH);
        [
            MAGIC_OF_CARDS.to_vec(),
            matrix(repeat(&[1, 2, -4], ENCODER), 1.0),
            matrix(vec![0; ENCODER], 1.0),
            matrix(role.repeat(ENCODER), 1.0 / (8 * ENCODER) as f32),
            matrix(vec![0; 2 * WIDTH], 1.0),
            matrix(vec![1; WIDTH], 0.25),
            vec![1, 1, 1, 0],
            weights(2, [128, 0, 16, 0, 32, 0])[MAGIC.len()..].to_vec(),
        ]
        .concat()
    }

    #[test]
    fn rows_of_cards_are_computed_from_their_features() {
        assert_eq!(weights_of_cards().len(), SHAPE.file_len());
        let network = CardValueNetwork::parse(&weights_of_cards(), SHAPE).unwrap();
        let ruled = network.for_cards(&[vec![1.0, 0.0, 0.0], vec![2.0, 1.0, 0.0]], &[1.0]);
        assert_eq!(ruled.bias, [64; WIDTH], "¼ for the sheet");
        let rows: Vec<i16> = ruled.rows.iter().map(|row| row[WIDTH - 1]).collect();
        // Two facts of ½; ⅛ and ¼ for the first card, ½ and 1 for the second.
        assert_eq!(rows, [128, 128, 32, 64, 128, 256]);
        // The third feature never occurred in training.
        let new = network.for_cards(&[vec![1.0, 0.0, 5.0]], &[1.0]);
        assert_eq!(new.rows[2..], ruled.rows[2..4]);
    }

    #[test]
    fn files_of_another_shape_are_refused() {
        let good = weights_of_cards();
        for shape in [
            CardShape { features: 4, ..SHAPE },
            CardShape { roles: 1, ..SHAPE },
            CardShape { facts: 3, ..SHAPE },
            CardShape { sheet: 0, ..SHAPE },
        ] {
            CardValueNetwork::parse(&good, shape).unwrap_err();
        }
        CardValueNetwork::parse(&good[..20], SHAPE).unwrap_err();
        CardValueNetwork::parse(&weights(2, [1; 6]), SHAPE).unwrap_err();
    }

    #[test]
    fn other_files_are_refused() {
        let good = weights(2, [1; 6]);
        ValueNetwork::parse(&good, 2).unwrap();
        for (bytes, n_rows) in [(&good[..], 3), (&good[1..], 2), (&good[..good.len() - 1], 2), (b"", 2)] {
            ValueNetwork::parse(bytes, n_rows).unwrap_err();
        }
        ValueNetwork::parse(&weights(2, [MOST_IN_ROW + 1, 0, 0, 0, 0, 0]), 2).unwrap_err();
    }
}
