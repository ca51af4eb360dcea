//! Answers as people type them: each is one of the options, or is refused and changes nothing.

use eights::{Seat, Seed};
use eights_classic::Printed;

use crate::{Choices, RULES};

/// The maximum number of lines played per input.
const MAX_LINES: usize = 120;

/// Three bytes choose rules, seats and seed; each following line is an answer, `B: 5H` by B.
pub fn survive(bytes: &[u8]) {
    let mut choices = Choices::new(bytes);
    let Some(rules) = choices.pick(&RULES) else { return };
    let (least, most) = rules.seats().into_inner();
    let n_seats = least + choices.below(usize::from(most - least) + 1) as u8;
    let seed = Seed::from_number(choices.byte().into());
    // Some numbers of players between the minimum and the maximum are not allowed, such as five in pairs.
    let Ok(mut table) = rules.start(n_seats, seed) else { return };
    for line in choices.text().lines().take(MAX_LINES) {
        let Some(asked) = table.asks() else { return };
        let (by, said) = match line.split_once(':') {
            Some((seat, said)) => (Seat::from_letter(seat).unwrap_or(asked), said),
            None => (asked, line),
        };
        for printed in [Printed::French, Printed::Shapes] {
            if let Some(face) = printed.parse(said) {
                let again = printed.parse(&face.to_string());
                assert_eq!(again, Some(face), "{said:?} is parsed as another card");
            }
        }
        let options = table.options(by);
        let before = table.digest();
        let why = if by.index() < usize::from(n_seats) { table.why_not(by, said) } else { String::new() };
        match table.act(by, said) {
            Ok(entry) => {
                assert!(options.iter().any(|option| option.say == entry.said), "{said:?} was not offered")
            }
            Err(refusal) => {
                assert_eq!(table.digest(), before, "{said:?} of {by} was refused but changed the state");
                assert!(!refusal.to_string().is_empty(), "refused without a reason");
                assert!(why.lines().count() <= 1, "more than a sentence: {why:?}");
                // Play on with a legal answer, so that later lines meet other questions.
                let options = table.options(asked);
                let say = &options[line.len() % options.len()].say;
                table.act(asked, say).expect("taken from the options");
            }
        }
    }
}
