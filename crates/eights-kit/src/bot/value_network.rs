//! A small neural network that estimates who will win a position in which every card is known.
//!
//! It is asked about sampled worlds at the end of a search's lines, so it must be fast: the position is a list of
//! rows, such as "I need blue, hold its stick, and a pocket for it is open". The rows are added up, and the sum
//! passes through two small layers.
//!
//! All of that is done in integers, so the answer is the same on every machine and in a browser. At the end the sum
//! becomes a share of the win by a division and a square root, which IEEE 754 defines to the last bit.
//!
//! `train/` contains the program that finds the weights.

use super::network::NetworkError;

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
/// How many rows a position may have, so that their sum fits into 16 bits.
pub const MOST_ROWS: usize = 48;

/// How the file of weights begins.
const MAGIC: &[u8; 8] = b"eightval";

/// The weights of a trained network.
#[derive(Debug)]
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

impl ValueNetwork {
    /// Reads weights as `train/train.py` writes them: 16-bit integers, matrix after matrix. A game has a fixed
    /// number of rows.
    ///
    /// # Errors
    ///
    /// [`NetworkError`] if this is no such file, or one for another number of rows.
    pub fn parse(bytes: &[u8], n_rows: usize) -> Result<ValueNetwork, NetworkError> {
        let rest =
            bytes.strip_prefix(MAGIC).ok_or(NetworkError("not written by train/train.py for this game"))?;
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

    /// A sum without rows.
    pub fn start(&self) -> RowSum<'_> {
        RowSum { network: self, sum: self.bias }
    }
}

impl RowSum<'_> {
    /// Adds a row.
    #[inline]
    pub fn add(&mut self, row: usize) {
        for (sum, weight) in self.sum.iter_mut().zip(&self.network.rows[row]) {
            *sum = sum.wrapping_add(*weight);
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
